#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "base/rng.h"
#include "crypto/curve/point.h"
#include "crypto/secret.h"

namespace fairdeal::crypto {

/// CPace: two parties who know the same few words agree on a key that nobody else can compute, and
/// a party that does not know the words can test one guess in each run. Group ristretto255, hash
/// SHA-512, initiator and responder (the suite CPACE-RISTR255-SHA512).
///
///   initiator                                     responder
///       -> sid, Ya = ya·g                   g = map(password, CI, sid)
///       <- Yb = yb·g                        K = ya·Yb = yb·Ya
///
/// The words make the generator g, so neither Ya nor Yb says anything of them. Both parties get the
/// same key only if password, CI, sid, ADa and ADb are the same; CPace itself does not tell them
/// whether they did, so they confirm the key by tags made with it.
///
/// Source: Abdalla, Haase, Hesse, "CPace, a balanced composable PAKE", draft-irtf-cfrg-cpace; names
/// and steps are the draft's. Checked against its vectors: tests/vectors/cpace-ristretto255.json.

/// The inputs of both parties to a run. The password is a secret; the rest is public.
struct CpaceInputs {
  ByteSpan password;  ///< PRS
  ByteSpan channel;   ///< CI: says what the key is for
  ByteSpan session;   ///< sid: drawn for this run by the initiator
};

/// The key that two parties agreed on: ISK.
using CpaceKey = Secret<ByteArray<64>>;
/// A party's public share, Ya or Yb: an encoded point.
using CpaceShare = ByteArray<Point::kBytes>;

/// Returns the frames of all parts: each part after its length, which is written in LEB128
/// (lv_cat). The draft hashes parts so, and callers make their CI of it. The result is a secret if
/// a part is one.
Secrets<std::byte> lv_cat(std::initializer_list<ByteSpan> parts);

/// Returns g = map_to_group(SHA-512(generator_string)) in constant time, but for the lengths of its
/// inputs.
Secret<Point> cpace_generator(const CpaceInputs& inputs);

/// One party in one run. It is used up by finish(), because a share that answered two different
/// shares would test two guesses.
class CpaceParty {
 public:
  enum class Role { initiator, responder };

  /// Begins a run with a scalar from `rng`. Cost: one map to the group, one multiplication.
  CpaceParty(Role role, const CpaceInputs& inputs, Rng& rng);
  /// Begins a run with a chosen scalar, for known answers. Requires: it is not zero, which would
  /// make the key the same for every password.
  CpaceParty(Role role, const CpaceInputs& inputs, Secret<Scalar> scalar);

  const CpaceShare& share() const { return share_; }

  /// Returns the key, from the share of the other party. `ad_a` and `ad_b` name the initiator and
  /// the responder. Errors: not_canonical (their share is the encoding of no point, or of the
  /// identity): the run is over.
  Result<CpaceKey> finish(const CpaceShare& theirs, ByteSpan ad_a, ByteSpan ad_b) &&;

 private:
  Role role_;
  Bytes session_;
  Secret<Scalar> scalar_;
  CpaceShare share_;
};

}  // namespace fairdeal::crypto
