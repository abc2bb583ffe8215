#pragma once

#include <memory>
#include <span>

#include "crypto/curve/edwards.h"
#include "crypto/curve/ifma/eight.h"
#include "crypto/curve/point.h"

namespace fairdeal::crypto {

/// A table of one point's multiples, for many products with it: 64 additions and 4 doublings each.
///
/// Bernstein, Duif, Lange, Schwabe, Yang, "High-speed high-security signatures", CHES 2011,
/// section 4. Making it costs about three products without it; 30 kB.
class FixedBase {
 public:
  explicit FixedBase(const Extended<Field>& P);

  /// k·P in constant time: every row is read from end to end.
  Extended<Field> times(const Scalar& k) const;
  /// The same for each of many: out[i] = scalars[i]·P.
  void times(std::span<const Scalar> scalars, std::span<Point> out) const;

 private:
  std::unique_ptr<eight::FixedTable> table_;
};

}  // namespace fairdeal::crypto
