#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "base/result.h"
#include "base/rng.h"
#include "crypto/curve/point.h"

namespace fairdeal::crypto {

/// What a proof still asks of the group once its scalars are checked: equations Σ k·P = O, linear
/// in public points. Many proofs' equations are checked in one multi-scalar multiplication.
class Equations {
 public:
  /// `about` is a literal: what is said of the proof if they do not hold.
  explicit Equations(std::string_view about = "proof") : about_(about) {}
  std::string_view about() const { return about_; }
  std::size_t size() const { return terms_.size(); }  ///< in terms

  /// The terms that follow belong to a new equation; there is one before the first term (CHECKed).
  void begin() { starts_.push_back(terms_.size()); }
  void add(const Scalar& k, const Point& p) { add(Term{k, kOther, p}); }
  void add_base(const Scalar& k) { add(Term{k, kBase, {}}); }
  void add_h(const Scalar& k) { add(Term{k, kH, {}}); }
  void add_g(std::size_t i, const Scalar& k) { add(Term{k, kG0 + i, {}}); }

 private:
  friend bool hold(std::span<const Equations> proofs, Rng& rng);

  enum : std::size_t { kOther, kBase, kH, kG0 };
  struct Term {
    Scalar k;
    std::size_t fixed;  // which fixed generator, or kOther
    Point p;            // if kOther
  };

  void add(const Term& term) {
    CHECK(!starts_.empty());
    terms_.push_back(term);
  }

  std::string_view about_;
  std::vector<Term> terms_;
  std::vector<std::size_t> starts_;
};

/// Whether every equation of every proof holds: each is multiplied by a fresh random weight of 128
/// bits, so a false one passes with probability 2^-128 (Bellare, Garay, Rabin, EUROCRYPT '98).
/// `rng` is one whose draws nobody could foresee who made a proof. Requires an equation in each
/// proof (CHECKed): one that was moved from, or never filled, would hold of itself. Cost: one
/// multi-scalar multiplication; a fixed generator counts once however often it occurs, and so do
/// copies of a point.
bool hold(std::span<const Equations> proofs, Rng& rng);

/// Checks one proof by itself, as the function of its kind returned it (key_equations and others).
/// Errors: that function's; bad_proof, with what it is about.
Result<> check(const Result<Equations>& proof, Rng& rng);

/// The first proof with a false equation, found by halving; none if all hold.
std::optional<std::size_t> first_false(std::span<const Equations> proofs, Rng& rng);

}  // namespace fairdeal::crypto
