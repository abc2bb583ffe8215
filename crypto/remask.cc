#include "crypto/remask.h"

#include <array>

#include "base/check.h"

namespace fairdeal::crypto {

ProvedRemask remask_and_prove(const MaskedCard& card, const Point& X, ByteSpan context, Rng& rng) {
  return remask_and_prove(prepare_shuffle(1, X, rng), card, X, context);
}

ProvedRemask remask_and_prove(PreparedShuffle prepared, const MaskedCard& card, const Point& X,
                              ByteSpan context) {
  CHECK(prepared.masks.size() == 1);
  Deck out = shuffle({card}, prepared.masks, prepared.witness);
  keep_encodings(out);  // the proof hashes them, and they are sent
  const std::array A{X}, D{out[0].B - card.B};
  const Secret r(Scalar(prepared.witness.masks[0]));
  return {out[0],
          prove_dleq({out[0].A - card.A, A, D}, r, std::move(prepared.nonces.rho), context)};
}

Result<Equations> remask_equations(const RemaskStatement& statement, const DleqProof& proof,
                                   ByteSpan context) {
  const auto& [X, in, out] = statement;
  if (out.A.is_identity() || out.A == in.A)
    return fail(Fault::bad_proof, "fresh mask: a card without one");
  const std::array A{X}, D{out.B - in.B};
  return dleq_equations({out.A - in.A, A, D}, proof, context, "fresh mask: proof of its logarithm");
}

}  // namespace fairdeal::crypto
