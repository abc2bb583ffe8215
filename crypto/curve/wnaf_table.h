#pragma once

#include <cstddef>
#include <vector>

#include "crypto/curve/edwards.h"
#include "crypto/curve/scalar.h"

namespace fairdeal::crypto {

/// A table of one point for products in variable time. Row r has the odd multiples of 2^(r·s)·P,
/// where s is the spacing. So a digit of k at bit s·r + j needs only j doublings, and all products
/// of a sum share them.
///
/// Source: Möller, "Algorithms for multi-exponentiation", SAC 2001 (interleaving), over the spaced
/// powers of Lim and Lee, "More flexible exponentiation with precomputation", CRYPTO '94.
class WnafTable {
 public:
  /// Makes a row of 2^(width − 2) points for every `spacing` bits. Requires a spacing that divides
  /// 256, and 2 < width ≤ 8. Cost: a quarter of a microsecond and 120 bytes a point.
  WnafTable(const Extended<Field>& P, std::size_t spacing, int width);

  int width() const { return width_; }
  /// Returns digit·2^(spacing·row)·P for a digit that is odd and positive.
  const Niels<Field>& at(std::size_t row, int digit) const {
    return points_[row << (width_ - 2) | static_cast<std::size_t>(digit / 2)];
  }

 private:
  int width_;
  std::vector<Niels<Field>> points_;
};

/// Returns a·A + b·B, in variable time. It is exact for any points of the curve, those of small
/// order included: a and b count as integers below ℓ, and are never reduced further. Requires that
/// both tables have rows every `spacing` bits, or a spacing of 256, for which only row 0 is read.
/// Cost: `spacing` doublings, and an addition for every width + 1 bits of a and of b.
Extended<Field> double_product_vartime(std::size_t spacing, const Scalar& a, const WnafTable& A,
                                       const Scalar& b, const WnafTable& B);
/// Returns the same, a point's four coordinates side by side. Requires eight::available().
Extended<Field> double_product_four_vartime(std::size_t spacing, const Scalar& a,
                                            const WnafTable& A, const Scalar& b,
                                            const WnafTable& B);

}  // namespace fairdeal::crypto
