#include "tests/crypto/picker.h"

#include <algorithm>

#include "crypto/curve/msm.h"
#include "crypto/generators.h"
#include "tests/crypto/speech.h"

namespace fairdeal::crypto::second {
namespace {

using Polynomial = std::vector<Scalar>;  // coefficients, the lowest first

Scalar small(std::uint64_t value) { return Scalar::from_u64(value); }

MaskedCard plus(const MaskedCard& a, const MaskedCard& b) { return {a.A + b.A, a.B + b.B}; }
MaskedCard times(const Scalar& k, const MaskedCard& c) { return {k * c.A, k * c.B}; }

Point opened(const std::vector<Scalar>& values, const Scalar& blind) {
  Point sum = blind * pedersen_h();
  for (std::size_t i = 0; i < values.size(); ++i) sum = sum + values[i] * pedersen_g(i);
  return sum;
}

Bytes encoded(const std::vector<Point>& points) {
  Writer writer;
  for (const Point& p : points) writer.raw(p.encode());
  return std::move(writer).bytes();
}

Bytes encoded(const Deck& deck) {
  Writer writer;
  for (const MaskedCard& card : deck) writer.raw(card.encode());
  return std::move(writer).bytes();
}

Polynomial multiplied(const Polynomial& p, const Scalar& constant, const Scalar& linear) {
  Polynomial out(p.size() + 1);
  for (std::size_t l = 0; l < p.size(); ++l) {
    out[l] = out[l] + p[l] * constant;
    out[l + 1] = out[l + 1] + p[l] * linear;
  }
  return out;
}

/// Returns the entries of a claim, as E_s,i is written there.
std::vector<std::vector<MaskedCard>> claim_entries(const Claim& claim,
                                                   const std::vector<Scalar>& w) {
  std::vector<std::vector<MaskedCard>> E;
  for (const auto& choice : claim.choices()) {
    auto& entries = E.emplace_back();
    for (const auto& entry : choice) {
      Point sum;
      for (const auto& [card, face] : entry) {
        sum = sum + w[card] * card_point(face);
        if (const auto& ground = claim.grounds()[card]) sum = sum - w[card] * card_point(*ground);
      }
      entries.push_back({Point(), sum});
    }
    entries.resize(std::size_t{1} << claim.bits(), MaskedCard(entries.back()));
  }
  return E;
}

MaskedCard weighted_sum(const Deck& cards, const std::vector<Scalar>& w) {
  MaskedCard sum;
  for (std::size_t j = 0; j < w.size(); ++j) sum = plus(sum, times(w[j], cards[j]));
  return sum;
}

std::uint32_t from_place(OrderKind kind, std::uint32_t n, std::uint32_t i, std::uint32_t j) {
  if (kind == OrderKind::cut) return (j + i) % n;
  return j < i ? j : j == i ? n - 1 : j - 1;
}

/// The transcript up to the weights, with the proof's message "commit".
std::vector<Scalar> hear_weights(Speech& speech, const PickStatement& statement,
                                 const PickProof& proof, Layers layers) {
  for (const auto& [label, data] : statement.said) speech.say(label, data);
  std::vector<Scalar> w(statement.n, small(1));
  if (layers.weights == Layers::before_commit) w = speech.weights("w", statement.n);
  speech.say("commit", std::vector{proof.I, proof.J, proof.K, proof.L});
  if (layers.weights == Layers::after_commit) w = speech.weights("w", statement.n);
  return w;
}

Scalar hear_y(Speech& speech, const PickProof& proof) {
  speech.say("sums", encoded(proof.Q));
  return speech.challenge("y");
}

}  // namespace

PickStatement pick(const PlaceStatement& statement) {
  const auto& [claim, X, cards] = statement;
  return {"place",
          {{"claim", claim.encode()}, {"X", encoded({X})}, {"cards", encoded(cards)}},
          cards.size(),
          claim.bits(),
          [claim = claim, X = X, cards = cards](const std::vector<Scalar>& w) -> PickLists {
            return {weighted_sum(cards, w), {Point::base(), X}, claim_entries(claim, w)};
          }};
}

PickStatement pick(const AmongStatement& statement) {
  const auto& [claim, X, cards] = statement;
  return {"among",
          {{"claim", claim.encode()}, {"X", encoded({X})}, {"cards", encoded(cards)}},
          cards.size(),
          claim.bits(),
          [claim = claim, X = X, cards = cards](const std::vector<Scalar>& w) -> PickLists {
            const MaskedCard sum = weighted_sum(cards, w);
            Point grounds;
            for (std::size_t j = 0; j < w.size(); ++j)
              if (const auto& g = claim.grounds()[j]) grounds = grounds + w[j] * card_point(*g);
            return {{X, sum.B - grounds}, {Point::base(), sum.A}, claim_entries(claim, w)};
          }};
}

PickStatement pick(const OrderStatement& statement) {
  const auto& [kind, X, in, out] = statement;
  const auto n = static_cast<std::uint32_t>(in.size());
  std::size_t m = 1;
  while ((1U << m) < n) ++m;
  return {kind == OrderKind::cut ? "cut" : "insert",
          {{"n", Writer().u32(n).bytes()},
           {"X", encoded({X})},
           {"in", encoded(in)},
           {"out", encoded(out)}},
          n,
          m,
          [kind = kind, X = X, in = in, out = out, n, m](const std::vector<Scalar>& w) {
            PickLists lists{weighted_sum(out, w), {Point::base(), X}, {{}}};
            for (std::uint32_t i = 0; i < n; ++i) {
              MaskedCard sum;
              for (std::uint32_t j = 0; j < n; ++j)
                sum = plus(sum, times(w[j], in[from_place(kind, n, i, j)]));
              lists.E[0].push_back(sum);
            }
            lists.E[0].resize(std::size_t{1} << m, MaskedCard(lists.E[0].back()));
            return lists;
          }};
}

bool pick_holds(const PickStatement& statement, const PickProof& proof, ByteSpan context,
                Hearing& hearing, Layers layers) {
  Speech speech(statement.protocol, context, hearing);
  const auto w = hear_weights(speech, statement, proof, layers);
  const Scalar y = hear_y(speech, proof);
  if (y.is_zero()) return false;
  const PickLists lists = statement.lists(w);

  std::vector<Scalar> products;
  for (const Scalar& f : proof.f) products.push_back(f * (y - f));
  const bool one = y * proof.I + proof.J == opened(proof.f, proof.z_I);
  const bool two = y * proof.K + proof.L == opened(products, proof.z_K);

  MaskedCard left, right = times(proof.zeta, lists.P);
  Scalar power = small(1);
  for (const MaskedCard& Q : proof.Q) {
    left = plus(left, times(power, Q));
    power = power * y;
  }
  left = plus(left, times(power, lists.T));
  for (std::size_t s = 0; s < lists.E.size(); ++s)
    for (std::size_t i = 0; i < lists.E[s].size(); ++i) {
      Scalar v = small(1);
      for (std::size_t l = 0; l < statement.m; ++l) {
        const Scalar& f = proof.f[s * statement.m + l];
        v = v * (i >> l & 1 ? f : y - f);
      }
      right = plus(right, times(v, lists.E[s][i]));
    }
  return one && (two || !layers.bits) && left == right;
}

PickProof Picker::prove(const PickStatement& statement, ByteSpan context, Rng& rng,
                        Layers layers) const {
  const std::size_t m = statement.m, all = delta.size();
  const auto draw_n = [&](std::size_t n) {
    std::vector<Scalar> scalars(n);
    for (Scalar& s : scalars) s = Scalar::random(rng);
    return scalars;
  };
  const auto r = draw_n(4), a = draw_n(all), rho = draw_n(m);
  Hearing hearing, unheard;
  std::vector<Scalar> d = delta;
  if (search) {
    Speech foreseen(statement.protocol, context, unheard);
    d = search(hear_weights(foreseen, statement, {}, layers));
  }

  PickProof proof;
  std::vector<Scalar> in_K, in_L;
  for (std::size_t i = 0; i < all; ++i) {
    const Scalar error = d[i] * (small(1) - d[i]);  // what y² has in (2)
    in_K.push_back(a[i] * (small(1) - d[i] - d[i]) + (bend ? small(3) * error : small(0)));
    in_L.push_back(-(a[i] * a[i]) - (bend ? small(2) * error : small(0)));
  }
  proof.I = opened(d, r[0]), proof.J = opened(a, r[1]);
  proof.K = opened(in_K, r[2]), proof.L = opened(in_L, r[3]);
  Speech speech(statement.protocol, context, hearing);
  const auto w = hear_weights(speech, statement, proof, layers);
  const PickLists lists = statement.lists(w);

  const Scalar s = sigma(w);
  MaskedCard error = plus(lists.T, times(-s, lists.P));  // what Y^m has too much in (3)
  for (std::size_t l = 0; l < m; ++l) proof.Q.push_back(times(rho[l], lists.P));
  for (std::size_t c = 0; c < lists.E.size(); ++c)
    for (std::size_t i = 0; i < lists.E[c].size(); ++i) {
      Polynomial p{small(1)};
      for (std::size_t l = 0; l < m; ++l) {
        const Scalar &at_d = d[c * m + l], &at_a = a[c * m + l];
        p = i >> l & 1 ? multiplied(p, at_a, at_d) : multiplied(p, -at_a, small(1) - at_d);
      }
      for (std::size_t l = 0; l < m; ++l) proof.Q[l] = plus(proof.Q[l], times(p[l], lists.E[c][i]));
      error = plus(error, times(-p[m], lists.E[c][i]));
    }
  if (bend) {
    Polynomial roots{small(1)};  // Π (Y − i) for i = 1 … m
    for (std::size_t i = 1; i <= m; ++i) roots = multiplied(roots, -small(i), small(1));
    for (std::size_t l = 0; l < m; ++l) proof.Q[l] = plus(proof.Q[l], times(roots[l], error));
  }
  const Scalar y = hear_y(speech, proof);

  for (std::size_t i = 0; i < all; ++i) proof.f.push_back(d[i] * y + a[i]);
  proof.z_I = y * r[0] + r[1], proof.z_K = y * r[2] + r[3];
  Scalar power = small(1);
  for (std::size_t l = 0; l < m; ++l, power = power * y) proof.zeta = proof.zeta + power * rho[l];
  proof.zeta = proof.zeta + power * s;
  return proof;
}

std::vector<Scalar> bits(const std::vector<std::uint32_t>& indices, std::size_t m) {
  std::vector<Scalar> out;
  for (const std::uint32_t index : indices)
    for (std::size_t l = 0; l < m; ++l) out.push_back(small(index >> l & 1));
  return out;
}

std::function<Scalar(const std::vector<Scalar>& w)> sum_of(std::vector<Scalar> masks) {
  return [masks = std::move(masks)](const std::vector<Scalar>& w) {
    Scalar sum;
    for (std::size_t j = 0; j < w.size(); ++j) sum = sum + w[j] * masks[j];
    return sum;
  };
}

Claim each_in(std::size_t n, std::uint32_t faces) {
  std::vector<Claim::Choice> choices(n);
  for (std::uint32_t j = 0; j < n; ++j)
    for (std::uint32_t k = 0; k < faces; ++k) choices[j].push_back({{j, Face(k)}});
  return *Claim::of(Claim::Grounds(n), std::move(choices));
}

std::vector<PickLie> place_lies(std::size_t n, std::uint32_t faces, const Point& X, Rng& rng) {
  const std::size_t m = each_in(n, faces).bits();
  const std::vector<std::uint32_t> indices(n, 0);
  std::vector<Scalar> masks;
  Deck honest;
  for (std::size_t j = 0; j < n; ++j) {
    masks.push_back(Scalar::random_nonzero(rng));
    honest.push_back({mul_base(masks[j]), card_point(Face(0)) + masks[j] * X});
  }
  const Picker picker{bits(indices, m), sum_of(masks)};
  std::vector<PickLie> lies;
  const auto add_off = [&](std::string name, const Point& error) -> PickLie& {
    lies.push_back({std::move(name), honest, picker});
    lies.back().cards[0].B = lies.back().cards[0].B + error;
    return lies.back();
  };
  const Point &M0 = card_point(Face(0)), &M1 = card_point(Face(1));
  const Scalar half = small(2).inverse();
  add_off("a face outside the list", card_point(Face(faces + 3)) - M0);
  add_off("twice a face", M0);
  add_off("half of two faces", half * (M1 - M0));
  add_off("half of two faces, with half a bit", half * (M1 - M0)).picker.delta[0] = half;
  add_off("two faces, with a bit of 2", M1 + M1 - M0 - M0).picker.delta[0] = small(2);
  add_off("a face taken off, with a bit of -1", M0 - M1).picker.delta[0] = -small(1);
  add_off("a face and H", pedersen_h());
  PickLie& foreign = add_off("the mask of another card", Point());
  foreign.cards[0].A = foreign.cards[0].A + card_point(Face(7));  // whose logarithm nobody knows
  PickLie& cancelling = add_off("two errors that cancel", card_point(Face(9)));
  cancelling.cards[1].B = cancelling.cards[1].B - card_point(Face(9));
  return lies;
}

std::vector<PickLie> order_lies(OrderKind kind, const Deck& in, std::uint32_t at, const Point& X,
                                Rng& rng) {
  const auto n = static_cast<std::uint32_t>(in.size());
  std::vector<Scalar> masks;
  Deck out;
  for (std::uint32_t j = 0; j < n; ++j) {
    masks.push_back(Scalar::random_nonzero(rng));
    out.push_back(plus(in[from_place(kind, n, at, j)], {mul_base(masks[j]), masks[j] * X}));
  }
  const PickStatement statement = pick(OrderStatement{kind, X, in, out});
  const Picker picker{bits({at}, statement.m), sum_of(masks)};
  std::vector<PickLie> lies;
  const auto masked = [&](std::uint32_t k, std::uint32_t j) {
    return plus(in[k], {mul_base(masks[j]), masks[j] * X});
  };
  lies.push_back({"a card that lies twice", out, picker});
  lies.back().cards[0] = masked(from_place(kind, n, at, 1), 0);
  lies.push_back({"another card", out, picker});
  lies.back().cards[0].B = lies.back().cards[0].B + card_point(Face(9));
  if (n > 2) {  // of two cards every order is a cut and an insertion
    lies.push_back({"two cards exchanged", out, picker});
    lies.back().cards[0] = masked(from_place(kind, n, at, 1), 0);
    lies.back().cards[1] = masked(from_place(kind, n, at, 0), 1);
  }
  return lies;
}

}  // namespace fairdeal::crypto::second
