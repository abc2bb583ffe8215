#include "crypto/batch.h"

#include <algorithm>
#include <numeric>

#include "crypto/curve/msm.h"
#include "crypto/generators.h"

namespace fairdeal::crypto {
namespace {

/// A sum Σ scalars[i]·points[i].
struct Sum {
  std::vector<Scalar> scalars;
  std::vector<Point> points;
};

/// Returns an equal sum in which each point occurs once. Copies are common in a batch: a shuffled
/// deck is the next shuffle's input, and a key is in every proof of its seat.
Sum merged(const Sum& sum) {
  std::vector<std::size_t> order(sum.points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    return sum.points[a].stored_before(sum.points[b]);
  });
  Sum out;
  out.scalars.reserve(order.size());
  out.points.reserve(order.size());
  const Point* last = nullptr;
  for (const std::size_t i : order) {
    if (last == nullptr || last->stored_before(sum.points[i])) {
      out.scalars.push_back(sum.scalars[i]);
      out.points.push_back(sum.points[i]);
    } else {
      out.scalars.back() = out.scalars.back() + sum.scalars[i];
    }
    last = &sum.points[i];
  }
  return out;
}

}  // namespace

void Equations::append(const Equations& other) {
  for (const std::size_t start : other.starts_) starts_.push_back(terms_.size() + start);
  terms_.insert(terms_.end(), other.terms_.begin(), other.terms_.end());
}

bool hold(std::span<const Equations> proofs, Rng& rng) {
  std::vector<Scalar> fixed;  // the coefficients of base, H, G_0, G_1 …, numbered as in Equations
  Sum sum;
  std::size_t terms = 0;
  for (const Equations& proof : proofs) terms += proof.size();
  sum.scalars.reserve(terms);
  sum.points.reserve(terms);
  for (const Equations& proof : proofs) {
    CHECK(!proof.starts_.empty());
    for (std::size_t e = 0; e < proof.starts_.size(); ++e) {
      ByteArray<16> random;
      rng.fill(random);
      const Scalar weight = Scalar::from_u128(random);
      const std::size_t end =
          e + 1 < proof.starts_.size() ? proof.starts_[e + 1] : proof.terms_.size();
      for (std::size_t i = proof.starts_[e]; i < end; ++i) {
        const auto& term = proof.terms_[i];
        if (term.fixed == Equations::kOther) {
          sum.scalars.push_back(weight * term.k);
          sum.points.push_back(term.p);
        } else {
          if (fixed.size() <= term.fixed) fixed.resize(term.fixed + 1);
          fixed[term.fixed] = fixed[term.fixed] + weight * term.k;
        }
      }
    }
  }
  auto [scalars, points] = merged(sum);
  for (std::size_t i = Equations::kBase; i < fixed.size(); ++i) {
    scalars.push_back(fixed[i]);
    points.push_back(i == Equations::kBase ? Point::base()
                     : i == Equations::kH  ? pedersen_h()
                                           : pedersen_g(i - Equations::kG0));
  }
  return msm_vartime(scalars, points).is_identity();
}

Result<> check(const Result<Equations>& proof, Rng& rng) {
  if (!proof) return fail(proof.error());
  if (hold(std::span(&*proof, 1), rng)) return {};
  return fail(Fault::bad_proof, std::string(proof->about()));
}

std::optional<std::size_t> first_false(std::span<const Equations> proofs, Rng& rng) {
  if (hold(proofs, rng)) return std::nullopt;
  std::size_t begin = 0;
  // A proof among `proofs` is false, and all before index `begin`, where `proofs` begins, hold.
  while (proofs.size() > 1) {
    const std::size_t half = proofs.size() / 2;
    if (hold(proofs.first(half), rng)) {
      proofs = proofs.subspan(half);
      begin += half;
    } else {
      proofs = proofs.first(half);
    }
  }
  return begin;
}

}  // namespace fairdeal::crypto
