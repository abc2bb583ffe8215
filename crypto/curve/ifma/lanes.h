#pragma once

#include <span>

#include "base/bytes.h"
#include "crypto/curve/edwards.h"
#include "crypto/curve/ifma/eight.h"
#include "crypto/curve/ifma/four.h"

namespace fairdeal::crypto {

/// Conversions of points to and from the lanes of eight.h and four.h. Encoding and decoding require
/// eight::available().

/// Encodes up to eight points.
void encode_eight(std::span<const Extended<Field>> points, std::span<ByteArray<32>> out);

/// Decodes up to eight points from the numbers that their encodings say, which must be canonical
/// and not negative. Returns false if one of them is no point.
bool decode_eight(std::span<const Field> encodings, std::span<Extended<Field>> out);

/// Returns up to eight points in lanes; the other lanes are O.
eight::Points lanes(std::span<const Extended<Field>> points);
Extended<Field> lane(const eight::Points& points, std::size_t i);
void set_lane(eight::Points& points, std::size_t i, const Extended<Field>& P);

/// Return a point as it is, and the other two as addends.
four::Quad quad(const Extended<Field>& P);
four::Quad quad(const Cached<Field>& Q);
four::Quad quad(const Niels<Field>& Q);
Extended<Field> point(const four::Quad& P);

}  // namespace fairdeal::crypto
