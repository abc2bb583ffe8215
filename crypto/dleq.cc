#include "crypto/dleq.h"

#include <algorithm>

#include "base/check.h"
#include "crypto/curve/msm.h"

namespace fairdeal::crypto {
namespace {

Transcript begin(const DleqStatement& statement, ByteSpan context) {
  Transcript transcript("dleq", context);
  transcript.append("X", std::array{statement.X});
  transcript.append("A", statement.A);
  transcript.append("D", statement.D);
  return transcript;
}

}  // namespace

ByteArray<DleqProof::kBytes> DleqProof::encode() const {
  ByteArray<kBytes> out;
  std::ranges::copy(R1.encode(), out.begin());
  std::ranges::copy(R2.encode(), out.begin() + 32);
  std::ranges::copy(s.encode(), out.begin() + 64);
  return out;
}

Result<DleqProof> DleqProof::decode(std::span<const std::byte, kBytes> bytes) {
  FD_TRY(const Point R1, Point::decode_nonzero(bytes.subspan<0, 32>()));
  FD_TRY(const Point R2, Point::decode_nonzero(bytes.subspan<32, 32>()));
  FD_TRY(const Scalar s, Scalar::decode(bytes.subspan<64, 32>()));
  return DleqProof{R1, R2, s};
}

DleqProof prove_dleq(const DleqStatement& statement, const Secret<Scalar>& x, ByteSpan context,
                     Rng& rng) {
  return prove_dleq(statement, x, Secret(Scalar::random(rng)), context);
}

DleqProof prove_dleq(const DleqStatement& statement, const Secret<Scalar>& x, Secret<Scalar> r,
                     ByteSpan context) {
  CHECK(!statement.A.empty() && statement.A.size() == statement.D.size());
  Transcript transcript = begin(statement, context);
  // The weights come after all of A and D: a prover who knew them before could choose D_k that are
  // wrong and yet have the right sum. As it is, a wrong list has it for at most one in 2^128
  // choices of weights.
  const auto w = transcript.weights("w", statement.A.size());
  const Point M = msm_vartime(w, statement.A);
  const Point R1 = mul_base(r.expose());
  const Point R2 = r.expose() * M;
  transcript.append("R", std::array{R1, R2});
  const Scalar c = transcript.challenge("c");
  const Secret cx(c * x.expose());
  return {.R1 = R1, .R2 = R2, .s = r.expose() + cx.expose()};
}

Result<Equations> dleq_equations(const DleqStatement& statement, const DleqProof& proof,
                                 ByteSpan context, std::string_view about) {
  if (statement.A.empty() || statement.A.size() != statement.D.size())
    return fail(Fault::bad_proof, "shares: not one for each point");
  Transcript transcript = begin(statement, context);
  const auto w = transcript.weights("w", statement.A.size());
  transcript.append("R", std::array{proof.R1, proof.R2});
  const Scalar c = transcript.challenge("c");
  const Scalar minus_one = -Scalar::from_u64(1);

  Equations equations(about);
  equations.begin();  // s·G − R1 − c·X = O
  equations.add_base(proof.s);
  equations.add(minus_one, proof.R1);
  equations.add(-c, statement.X);
  equations.begin();  // s·Σ w_k A_k − R2 − c·Σ w_k D_k = O
  equations.add(minus_one, proof.R2);
  for (std::size_t k = 0; k < w.size(); ++k) {
    equations.add(proof.s * w[k], statement.A[k]);
    equations.add(-(c * w[k]), statement.D[k]);
  }
  return equations;
}

}  // namespace fairdeal::crypto
