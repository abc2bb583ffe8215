#include "tests/crypto/shuffler.h"

#include "crypto/curve/msm.h"
#include "crypto/generators.h"

namespace fairdeal::crypto {
namespace {

using Scalars = std::vector<Scalar>;

Scalars draw(std::size_t n, Rng& rng) {
  Scalars scalars(n);
  for (Scalar& s : scalars) s = Scalar::random(rng);
  return scalars;
}

Point pedersen(const Scalars& values, const Scalar& blind) {
  Scalars scalars = values;
  scalars.push_back(blind);
  return msm(scalars, pedersen_points(values.size()));
}

std::vector<Point> flat(const Deck& deck) {
  std::vector<Point> points;
  for (const MaskedCard& card : deck) points.insert(points.end(), {card.A, card.B});
  return points;
}

Scalars pick(std::span<const Scalar> from, std::span<const std::uint32_t> order) {
  Scalars picked;
  for (const std::uint32_t i : order) picked.push_back(from[i]);
  return picked;
}

Scalars plus_one(std::span<const std::uint32_t> order) {
  Scalars numbers;
  for (const std::uint32_t i : order) numbers.push_back(Scalar::from_u64(i + 1));
  return numbers;
}

MaskedCard operator+(const MaskedCard& a, const MaskedCard& b) { return {a.A + b.A, a.B + b.B}; }

MaskedCard mask_of(const Scalar& r, const Point& X) { return {mul_base(r), r * X}; }

}  // namespace

Shuffler Shuffler::honest(const ShuffleWitness& witness) {
  const auto order = witness.permutation.order().expose();
  const auto masks = witness.masks.expose();
  return {.committed = plus_one(order),
          .masks = {masks.begin(), masks.end()},
          .answer = [pi = std::vector(order.begin(), order.end())](auto t) { return pick(t, pi); }};
}

ShuffleProof Shuffler::prove(const ShuffleStatement& statement, ByteSpan context, Rng& rng) const {
  const auto& [X, in, out] = statement;
  const std::size_t n = in.size();
  const Scalar one = Scalar::from_u64(1);
  Transcript transcript("shuffle", context);
  transcript.append("n", static_cast<std::uint32_t>(n));
  transcript.append("X", std::array{X});
  transcript.append("in", flat(in));
  transcript.append("out", flat(out));

  ShuffleProof proof;
  const Scalar rho = Scalar::random(rng), rho_d = Scalar::random(rng), R_d = Scalar::random(rng);
  const Scalars d = draw(n, rng);
  Scalars minus_d;
  for (const Scalar& s : d) minus_d.push_back(-s);
  proof.C = pedersen(committed, rho);
  proof.D = pedersen(minus_d, rho_d);
  proof.E_A = mul_base(R_d);
  proof.E_B = R_d * X;
  for (std::size_t j = 0; j < n; ++j) {
    proof.E_A = proof.E_A - d[j] * out[j].A;
    proof.E_B = proof.E_B - d[j] * out[j].B;
  }
  transcript.append("commit", std::array{proof.C, proof.D, proof.E_A, proof.E_B});
  const Scalars t = transcript.weights("t", n);

  const Scalars y = answer(t);
  proof.Z = R_d;
  for (std::size_t j = 0; j < n; ++j) {
    proof.f.push_back(y[j] + d[j]);
    proof.Z = proof.Z + y[j] * masks[j];
  }
  Scalars response = proof.f;
  response.push_back(proof.Z);
  transcript.append("response", response);
  const Scalar lambda = transcript.challenge("lambda"), x = transcript.challenge("x");

  Scalars m;  // what λC + D + Σ f_j G_j commits to; honest: the m_π(j)
  for (std::size_t j = 0; j < n; ++j) m.push_back(lambda * committed[j] + y[j]);
  const Scalars u = draw(n, rng);
  Scalars Delta(n);
  Delta[0] = u[0];
  for (std::size_t j = 1; j + 1 < n; ++j) Delta[j] = Scalar::random(rng);
  const Scalar rho_u = Scalar::random(rng), rho_v = Scalar::random(rng),
               rho_w = Scalar::random(rng);
  Scalars v, w;
  Scalar a = one;
  for (std::size_t j = 0; j + 1 < n; ++j) {
    a = a * (m[j] - x);
    v.push_back(-(Delta[j] * u[j + 1]));
    w.push_back(Delta[j + 1] - (m[j + 1] - x) * Delta[j] - a * u[j + 1]);
  }
  proof.U = pedersen(u, rho_u);
  proof.V = pedersen(v, rho_v);
  proof.W = pedersen(w, rho_w);
  transcript.append("product", std::array{proof.U, proof.V, proof.W});
  const Scalar e = transcript.challenge("e");

  for (std::size_t j = 0; j < n; ++j) proof.g.push_back(e * m[j] + u[j]);
  proof.z = e * (lambda * rho + rho_d) + rho_u;
  for (std::size_t j = 0; j + 1 < n; ++j) proof.h.push_back(e * w[j] + v[j]);
  proof.z_h = e * rho_w + rho_v;
  if (bend_product) bend(proof, {t, lambda, x, e});
  return proof;
}

void bend(ShuffleProof& proof, const second::Challenges& challenges) {
  const auto& [t, lambda, x, e] = challenges;
  if (e.is_zero()) return;
  Scalar F = proof.g[0] - e * x, target = e * e;
  for (std::size_t j = 0; j + 2 < t.size(); ++j)
    F = (F * (proof.g[j + 1] - e * x) + proof.h[j]) * e.inverse();
  for (std::size_t i = 0; i < t.size(); ++i)
    target = target * (lambda * Scalar::from_u64(i + 1) + t[i] - x);
  proof.h.back() = target - F * (proof.g.back() - e * x);
}

second::Challenges coins(std::size_t n, Rng& rng) {
  return {.t = draw(n, rng),
          .lambda = Scalar::random(rng),
          .x = Scalar::random(rng),
          .e = Scalar::random_nonzero(rng)};
}

ShuffleProof simulate(const ShuffleStatement& statement, const second::Challenges& challenges,
                      Rng& rng) {
  const auto& [X, in, out] = statement;
  const auto& [t, lambda, x, e] = challenges;
  const std::size_t n = in.size();
  ShuffleProof proof;
  for (Point* commitment : {&proof.C, &proof.D, &proof.W})
    *commitment = mul_base(Scalar::random(rng));
  for (Scalar* s : {&proof.Z, &proof.z, &proof.z_h}) *s = Scalar::random(rng);
  proof.f = draw(n, rng);
  proof.g = draw(n, rng);
  proof.h = draw(n - 1, rng);
  bend(proof, challenges);
  proof.E_A = mul_base(proof.Z);
  proof.E_B = proof.Z * X;
  for (std::size_t j = 0; j < n; ++j) {
    proof.E_A = proof.E_A + t[j] * in[j].A - proof.f[j] * out[j].A;
    proof.E_B = proof.E_B + t[j] * in[j].B - proof.f[j] * out[j].B;
  }
  proof.U = pedersen(proof.g, proof.z) - e * (lambda * proof.C + proof.D + pedersen(proof.f, {}));
  proof.V = pedersen(proof.h, proof.z_h) - e * proof.W;
  return proof;
}

std::vector<Lie> lies(const Deck& in, const Point& X, const ShuffleWitness& witness) {
  const Deck shuffled = shuffle(in, prepare_masks(X, witness), witness);
  const Shuffler honest = Shuffler::honest(witness);
  const auto& pi = witness.permutation.order();
  const Scalar one = Scalar::from_u64(1), two = Scalar::from_u64(2);
  const MaskedCard mask = mask_of(witness.masks[0], X);  // of the card at 0, in every lie
  std::vector<std::uint32_t> swapped(pi.expose().begin(), pi.expose().end());
  std::swap(swapped[0], swapped[1]);
  std::vector<std::uint32_t> doubled = swapped;
  doubled[1] = doubled[0];  // π(1) twice, π(0) never

  std::vector<Lie> all;
  const auto lie = [&](const char* name) -> Lie& {
    return all.emplace_back(Lie{name, shuffled, honest});
  };
  {
    Lie& l = lie("a card twice, and the commitment says so");
    l.out[0] = in[pi[1]] + mask;
    l.shuffler.committed = plus_one(doubled);
    l.shuffler.answer = [doubled](auto t) { return pick(t, doubled); };
  }
  lie("a card twice, under the commitment to a permutation").out[0] = in[pi[1]] + mask;
  lie("a new card for one of the deck").out[0] =
      MaskedCard{Point(), card_point(Face(static_cast<std::uint32_t>(in.size())))} + mask;
  {
    Lie& l = lie("the sum of two cards for one of them");
    l.out[0] = in[pi[0]] + in[pi[1]] + mask;
    l.shuffler.answer = [answer = honest.answer](auto t) {
      Scalars y = answer(t);
      y[1] = y[1] - y[0];
      return y;
    };
  }
  {
    Lie& l = lie("twice a card");
    l.out[0] = in[pi[0]] + in[pi[0]] + mask;
    l.shuffler.answer = [answer = honest.answer, two](auto t) {
      Scalars y = answer(t);
      y[0] = y[0] * two.inverse();
      return y;
    };
  }
  {
    Lie& l = lie("value moved from one card to another");
    l.out[0].B = l.out[0].B + card_point(Face(0));
    l.out[1].B = l.out[1].B - card_point(Face(0));
  }
  lie("the base added to a card").out[0].B = shuffled[0].B + Point::base();
  {
    Lie& l = lie("one mask in A, another in B");
    l.out[0].A = l.out[0].A + Point::base();
  }
  lie("another order committed").shuffler.committed = plus_one(swapped);
  lie("another order answered").shuffler.answer = [swapped](auto t) { return pick(t, swapped); };
  {
    Lie& l = lie("masks of another shuffle");
    l.shuffler.masks[0] = l.shuffler.masks[0] + one;
  }
  return all;
}

}  // namespace fairdeal::crypto
