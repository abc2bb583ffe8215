#pragma once

#include <memory>
#include <span>

#include "crypto/curve/edwards.h"
#include "crypto/curve/ifma/eight.h"
#include "crypto/curve/point.h"

namespace fairdeal::crypto {

/// A table of one point's multiples. A product with it takes 64 additions and 4 doublings. The
/// table has 30 kB, and making it costs about three products without it.
///
/// Source: Bernstein, Duif, Lange, Schwabe, Yang, "High-speed high-security signatures", CHES 2011,
/// section 4.
class FixedBase {
 public:
  explicit FixedBase(const Extended<Field>& P);

  /// Returns k·P in constant time: the digits are always 64, and every row of the table is read
  /// from end to end.
  Extended<Field> times(const Scalar& k) const;
  /// Computes out[i] = scalars[i]·P for every i, in constant time.
  void times(std::span<const Scalar> scalars, std::span<Point> out) const;

 private:
  std::unique_ptr<eight::FixedTable> table_;
};

}  // namespace fairdeal::crypto
