#pragma once

#include "crypto/curve/edwards.h"
#include "crypto/curve/point.h"

namespace fairdeal::crypto {

/// The way into a Point for those who compute with what it is made of.
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
