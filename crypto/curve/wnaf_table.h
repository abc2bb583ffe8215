#pragma once

#include <cstddef>
#include <vector>

#include "crypto/curve/edwards.h"
#include "crypto/curve/scalar.h"

namespace fairdeal::crypto {

/// A table of one point for products in variable time: the odd multiples of P, and those of
/// 2^s·P, 2^2s·P …, in rows. A digit of k at bit s·row + j needs no more than j doublings then,
/// which all products of a sum share.
///
/// Möller, "Algorithms for multi-exponentiation", SAC 2001 (interleaving), over the spaced powers
/// of Lim and Lee, "More flexible exponentiation with precomputation", CRYPTO '94.
class WnafTable {
 public:
  /// Rows for every `spacing` bits, a divisor of 256, each of 2^(width − 2) points, 2 < width ≤ 8.
  /// Cost: a quarter of a microsecond and 120 bytes a point.
  WnafTable(const Extended<Field>& P, std::size_t spacing, int width);

  int width() const { return width_; }
  /// digit·2^(spacing·row)·P, digit odd and positive.
  const Niels<Field>& at(std::size_t row, int digit) const {
    return points_[row << (width_ - 2) | static_cast<std::size_t>(digit / 2)];
  }

 private:
  int width_;
  std::vector<Niels<Field>> points_;
};

/// a·A + b·B, exactly so for any points of the curve: a and b are taken as the integers below ℓ
/// that they are, not modulo the order of anything. Requires both tables to have rows every
/// `spacing` bits; with 256 only their first ones are read. Cost: `spacing` doublings and an
/// addition for every width + 1 bits of a and of b.
Extended<Field> double_product_vartime(std::size_t spacing, const Scalar& a, const WnafTable& A,
                                       const Scalar& b, const WnafTable& B);
/// The same, a point's coordinates side by side. Only where eight::available().
Extended<Field> double_product_four_vartime(std::size_t spacing, const Scalar& a,
                                            const WnafTable& A, const Scalar& b,
                                            const WnafTable& B);

}  // namespace fairdeal::crypto
