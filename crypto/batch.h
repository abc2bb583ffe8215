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

/// The equations Σ k·P = O, linear in public points, that remain of a proof once its scalars are
/// checked. The equations of many proofs are checked in one multi-scalar multiplication.
class Equations {
 public:
  /// Makes an empty list. `about` says what is wrong if the equations do not hold; it must be a
  /// literal, since it is not copied.
  explicit Equations(std::string_view about = "proof") : about_(about) {}
  std::string_view about() const { return about_; }
  std::size_t size() const { return terms_.size(); }  ///< in terms

  /// Begins a new equation, to which the terms that follow belong. Terms before the first equation
  /// are refused (CHECKed).
  void begin() { starts_.push_back(terms_.size()); }
  /// Adds all equations of another proof.
  void append(const Equations& other);
  void add(const Scalar& k, const Point& p) { add(Term{k, kOther, p}); }
  void add_base(const Scalar& k) { add(Term{k, kBase, {}}); }
  void add_h(const Scalar& k) { add(Term{k, kH, {}}); }
  void add_g(std::size_t i, const Scalar& k) { add(Term{k, kG0 + i, {}}); }

 private:
  friend bool hold(std::span<const Equations> proofs, Rng& rng);

  enum : std::size_t { kOther, kBase, kH, kG0 };
  struct Term {
    Scalar k;
    std::size_t fixed;  // the fixed generator, or kOther
    Point p;            // the point, if kOther
  };

  void add(const Term& term) {
    CHECK(!starts_.empty());
    terms_.push_back(term);
  }

  std::string_view about_;
  std::vector<Term> terms_;
  std::vector<std::size_t> starts_;
};

/// Returns whether every equation of every proof holds. It multiplies each equation by a fresh
/// random weight of 128 bits and compares the sum of all with O.
///
/// Why this is sound: if an equation is false, its left side is a point other than O, which has the
/// prime order ℓ. So for any weights of the others at most one value of its own weight makes the
/// sum O, and false equations pass with probability at most 2^-128 (the small exponents test of
/// Bellare, Garay and Rabin, "Fast Batch Verification", EUROCRYPT '98). The weights must be
/// unforeseeable to the maker of a proof, or two errors could be made to cancel: `rng` must be such
/// a source.
///
/// Requires an equation in each proof (CHECKed): an empty list, such as one moved from, would
/// always hold. Cost: one multi-scalar multiplication, in which a fixed generator counts once
/// however often it occurs, and so do the copies of any other point.
bool hold(std::span<const Equations> proofs, Rng& rng);

/// Checks one proof by itself. `proof` is what key_equations, dleq_equations or the like returned.
/// Errors: those of that function; bad_proof.
Result<> check(const Result<Equations>& proof, Rng& rng);

/// Returns the index of the first proof with a false equation, found by halving; none if all hold.
std::optional<std::size_t> first_false(std::span<const Equations> proofs, Rng& rng);

}  // namespace fairdeal::crypto
