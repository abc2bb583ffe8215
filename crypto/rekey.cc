#include "crypto/rekey.h"

#include <algorithm>
#include <array>

#include "base/check.h"
#include "base/encode.h"
#include "crypto/curve/msm.h"
#include "crypto/pick.h"
#include "crypto/shuffle.h"

namespace fairdeal::crypto {
namespace {

Transcript begin(const RekeyStatement& statement, ByteSpan context) {
  Transcript transcript("rekey", context);
  transcript.append("n", static_cast<std::uint32_t>(statement.in.size()));
  transcript.append("keys", std::array{statement.Y, statement.X});
  transcript.append("in", points_of(statement.in));
  transcript.append("out", points_of(statement.out));
  return transcript;
}

Scalar draw_c(Transcript& transcript, const RekeyProof& proof) {
  transcript.append("R", std::array{proof.R_Y, proof.R_A, proof.R_B});
  return transcript.challenge("c");
}

bool some_without_mask(const Deck& deck) {
  return std::ranges::any_of(deck, [](const MaskedCard& card) { return card.A.is_identity(); });
}

}  // namespace

ByteArray<RekeyProof::kBytes> RekeyProof::encode() const {
  ByteArray<kBytes> out;
  std::ptrdiff_t at = 0;
  for (const Point& p : {R_Y, R_A, R_B}) {
    std::ranges::copy(p.encode(), out.begin() + at);
    at += 32;
  }
  std::ranges::copy(s_a.encode(), out.begin() + at);
  std::ranges::copy(s_b.encode(), out.begin() + at + 32);
  return out;
}

Result<RekeyProof> RekeyProof::decode(std::span<const std::byte, kBytes> bytes) {
  RekeyProof proof;
  FD_TRY(proof.R_Y, Point::decode_nonzero(bytes.subspan<0, 32>()));
  FD_TRY(proof.R_A, Point::decode_nonzero(bytes.subspan<32, 32>()));
  FD_TRY(proof.R_B, Point::decode_nonzero(bytes.subspan<64, 32>()));
  FD_TRY(proof.s_a, Scalar::decode(bytes.subspan<96, 32>()));
  FD_TRY(proof.s_b, Scalar::decode(bytes.subspan<128, 32>()));
  return proof;
}

Rekeyed rekey_and_prove(const Deck& in, const Secret<Scalar>& y, const Point& X, ByteSpan context,
                        Rng& rng) {
  const std::size_t n = in.size();
  CHECK(n >= 1);
  const Secrets<Scalar> masks = draw_masks(n, rng);
  std::vector<Point> A;
  for (const MaskedCard& card : in) A.push_back(card.A);
  const auto of_G = multiples(masks.expose(), Point::base());
  const auto of_X = multiples(masks.expose(), X);
  const auto locks = each_times(y.expose(), A);
  Rekeyed made;
  for (std::size_t j = 0; j < n; ++j)
    made.deck.push_back({.A = of_G[j], .B = in[j].B - locks[j] + of_X[j]});
  keep_encodings(made.deck);  // the proof hashes them, and they are sent

  Transcript transcript = begin({mul_base(y.expose()), X, in, made.deck}, context);
  const auto w = transcript.weights("w", n);
  const Secret a(Scalar::random(rng)), b(Scalar::random(rng));
  made.proof.R_Y = mul_base(a.expose());
  made.proof.R_A = mul_base(b.expose());
  Secrets<Scalar> scalars(2);
  scalars[0] = b.expose(), scalars[1] = -a.expose();
  made.proof.R_B = msm(scalars.expose(), std::array{X, msm(w, A)});
  const Scalar c = draw_c(transcript, made.proof);
  made.proof.s_a = a.expose() + Secret(c * y.expose()).expose();
  made.proof.s_b = b.expose() + Secret(c * weighted(w, masks).expose()).expose();
  return made;
}

Result<Equations> rekey_equations(const RekeyStatement& statement, const RekeyProof& proof,
                                  ByteSpan context) {
  const auto& [Y, X, in, out] = statement;
  if (in.empty() || in.size() != out.size())
    return fail(Fault::bad_proof, "new key: not the same number of cards");
  if (some_without_mask(in) || some_without_mask(out))
    return fail(Fault::bad_proof, "new key: a card without a mask");
  Transcript transcript = begin(statement, context);
  const auto w = transcript.weights("w", in.size());
  const Scalar c = draw_c(transcript, proof), minus_one = -Scalar::from_u64(1);

  Equations equations("new key: proof of the cards");
  equations.begin();  // s_a G − R_Y − c Y = O
  equations.add_base(proof.s_a);
  equations.add(minus_one, proof.R_Y);
  equations.add(-c, Y);
  equations.begin();  // s_b G − R_A − c Σ w_j A'_j = O
  equations.add_base(proof.s_b);
  equations.add(minus_one, proof.R_A);
  for (std::size_t j = 0; j < w.size(); ++j) equations.add(-(c * w[j]), out[j].A);
  equations.begin();  // s_b X − s_a Σ w_j A_j − R_B − c Σ w_j (B'_j − B_j) = O
  equations.add(proof.s_b, X);
  equations.add(minus_one, proof.R_B);
  for (std::size_t j = 0; j < w.size(); ++j) {
    equations.add(-(proof.s_a * w[j]), in[j].A);
    equations.add(-(c * w[j]), out[j].B);
    equations.add(c * w[j], in[j].B);
  }
  return equations;
}

}  // namespace fairdeal::crypto
