#pragma once

#include "crypto/curve/edwards.h"
#include "crypto/curve/point.h"

namespace fairdeal::crypto {

/// Access to the coordinates and the kept encoding of a Point, for the files of crypto/curve/ that
/// compute with them.
struct Coordinates {
  static const Extended<Field>& of(const Point& P) { return P.at_; }
  static Point point(const Extended<Field>& at) {
    Point P;
    P.at_ = at;
    P.encoded_ = 0;
    return P;
  }
  static Point point(const Extended<Field>& at, const ByteArray<Point::kBytes>& encoding) {
    Point P;
    P.at_ = at;
    P.encoding_ = encoding;
    return P;
  }
  static bool encoded(const Point& P) { return P.encoded_ != 0; }
};

}  // namespace fairdeal::crypto
