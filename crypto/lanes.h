#pragma once

#include <span>

#include "crypto/edwards.h"
#include "crypto/eight.h"
#include "crypto/four.h"
#include "crypto/msm.h"

namespace fairdeal::crypto {

/// Points and scalars to and from the lanes of eight.h and four.h. Only where eight::available().

/// Each of up to eight sums in constant time, as straus.h.
Secrets<Point> straus_eight(std::span<const Terms> sums);

/// scalars[i]·P for every i, in constant time.
void multiples_eight(const eight::FixedTable& of_P, std::span<const Scalar> scalars,
                     std::span<Point> out);

/// The encodings of up to eight points.
void encode_eight(std::span<const Extended<Field>> points, std::span<ByteArray<32>> out);

/// Up to eight points from the numbers their encodings are. False: one of them is no point.
bool decode_eight(std::span<const Field> encodings, std::span<Extended<Field>> out);

/// Eight lanes from up to eight points; the rest are O.
eight::Points lanes(std::span<const Extended<Field>> points);
Extended<Field> lane(const eight::Points& points, std::size_t i);

/// A point, and those to be added.
four::Quad quad(const Extended<Field>& P);
four::Quad quad(const Cached<Field>& Q);
four::Quad quad(const Niels<Field>& Q);
Extended<Field> point(const four::Quad& P);

}  // namespace fairdeal::crypto
