#include "tests/crypto/second_verifier.h"

#include "crypto/generators.h"
#include "tests/crypto/speech.h"

namespace fairdeal::crypto::second {
namespace {

std::vector<Point> flat(const Deck& deck) {
  std::vector<Point> points;
  for (const MaskedCard& card : deck) {
    points.push_back(card.A);
    points.push_back(card.B);
  }
  return points;
}

Point committed(const std::vector<Scalar>& values, const Scalar& blind) {
  Point sum = blind * pedersen_h();
  for (std::size_t j = 0; j < values.size(); ++j) sum = sum + values[j] * pedersen_g(j);
  return sum;
}

}  // namespace

bool key_holds(const Point& X, const KeyProof& proof, ByteSpan context, Hearing& hearing) {
  Speech speech("key", context, hearing);
  speech.say("X", std::vector{X});
  speech.say("R", std::vector{proof.R});
  const Scalar c = speech.challenge("c");
  return !X.is_identity() && mul_base(proof.s) == proof.R + c * X;
}

bool dleq_holds(const DleqStatement& statement, const DleqProof& proof, ByteSpan context,
                Hearing& hearing) {
  const auto& [X, A, D] = statement;
  Speech speech("dleq", context, hearing);
  speech.say("X", std::vector{X});
  speech.say("A", std::vector(A.begin(), A.end()));
  speech.say("D", std::vector(D.begin(), D.end()));
  const auto w = speech.weights("w", A.size());
  Point M, Z;
  for (std::size_t k = 0; k < A.size(); ++k) {
    M = M + w[k] * A[k];
    Z = Z + w[k] * D[k];
  }
  speech.say("R", std::vector{proof.R1, proof.R2});
  const Scalar c = speech.challenge("c");
  return mul_base(proof.s) == proof.R1 + c * X && proof.s * M == proof.R2 + c * Z;
}

Challenges hear_shuffle(const ShuffleStatement& statement, const ShuffleProof& proof,
                        ByteSpan context, Hearing& hearing) {
  const std::size_t n = statement.in.size();
  Challenges challenges;
  Speech speech("shuffle", context, hearing);
  speech.say("n", Writer().u32(static_cast<std::uint32_t>(n)).bytes());
  speech.say("X", std::vector{statement.X});
  speech.say("in", flat(statement.in));
  speech.say("out", flat(statement.out));
  speech.say("commit", std::vector{proof.C, proof.D, proof.E_A, proof.E_B});
  challenges.t = speech.weights("t", n);
  auto response = proof.f;
  response.push_back(proof.Z);
  speech.say("response", response);
  challenges.lambda = speech.challenge("lambda");
  challenges.x = speech.challenge("x");
  speech.say("product", std::vector{proof.U, proof.V, proof.W});
  challenges.e = speech.challenge("e");
  return challenges;
}

bool shuffle_equations_hold(const ShuffleStatement& statement, const ShuffleProof& proof,
                            const Challenges& challenges) {
  const auto& [X, in, out] = statement;
  const auto& [C, D, E_A, E_B, f, Z, U, V, W, g, z, h, z_h] = proof;
  const auto& [t, lambda, x, e] = challenges;
  const std::size_t n = in.size();
  if (n < 2 || out.size() != n || f.size() != n || g.size() != n || h.size() != n - 1) return false;
  if (e.is_zero()) return false;

  Point f_of_G, f_of_A, f_of_B, t_of_A, t_of_B;
  for (std::size_t j = 0; j < n; ++j) {
    f_of_G = f_of_G + f[j] * pedersen_g(j);
    f_of_A = f_of_A + f[j] * out[j].A;
    f_of_B = f_of_B + f[j] * out[j].B;
    t_of_A = t_of_A + t[j] * in[j].A;
    t_of_B = t_of_B + t[j] * in[j].B;
  }
  const Scalar ex = e * x;
  Scalar F = g[0] - ex;
  for (std::size_t j = 0; j + 1 < n; ++j) F = (F * (g[j + 1] - ex) + h[j]) * e.inverse();
  Scalar product = e;
  for (std::size_t i = 0; i < n; ++i)
    product = product * (lambda * Scalar::from_u64(i + 1) + t[i] - x);

  return e * (lambda * C + D + f_of_G) + U == committed(g, z) && e * W + V == committed(h, z_h) &&
         F == product && f_of_A + E_A == t_of_A + mul_base(Z) && f_of_B + E_B == t_of_B + Z * X;
}

bool shuffle_holds(const ShuffleStatement& statement, const ShuffleProof& proof, ByteSpan context,
                   Hearing& hearing) {
  return shuffle_equations_hold(statement, proof, hear_shuffle(statement, proof, context, hearing));
}

}  // namespace fairdeal::crypto::second
