#pragma once

#include "crypto/claim.h"
#include "crypto/pick.h"

namespace fairdeal::crypto {

/// Returns the lists of a pick from the choices of `claim`, for weights w_j of its cards:
///
///   E_s,i = (O, Σ_{(j,k) in entry i of choice s} w_j (M_k − M_{g_j}))
///
/// M_{g_j} is there only if card j has a ground g_j. T and P are left to the caller. The row keeps
/// no reference to `claim`.
PickRow claim_row(const Claim& claim, std::span<const Scalar> w);

}  // namespace fairdeal::crypto
