#pragma once

#include <span>

#include "base/bytes.h"
#include "crypto/curve/edwards.h"
#include "crypto/curve/ifma/eight.h"
#include "crypto/curve/ifma/four.h"

namespace fairdeal::crypto {

/// Points of the curve to and from the lanes of eight.h and four.h. Only where eight::available().

/// The encodings of up to eight points.
void encode_eight(std::span<const Extended<Field>> points, std::span<ByteArray<32>> out);

/// Up to eight points from the numbers their encodings are. False: one of them is no point.
bool decode_eight(std::span<const Field> encodings, std::span<Extended<Field>> out);

/// Eight lanes from up to eight points; the rest are O.
eight::Points lanes(std::span<const Extended<Field>> points);
Extended<Field> lane(const eight::Points& points, std::size_t i);
void set_lane(eight::Points& points, std::size_t i, const Extended<Field>& P);

/// A point, and those to be added.
four::Quad quad(const Extended<Field>& P);
four::Quad quad(const Cached<Field>& Q);
four::Quad quad(const Niels<Field>& Q);
Extended<Field> point(const four::Quad& P);

}  // namespace fairdeal::crypto
