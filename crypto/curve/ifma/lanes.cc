#include "crypto/curve/ifma/lanes.h"

namespace fairdeal::crypto {
namespace {

using eight::kLanes;

void set(eight::Numbers& numbers, std::size_t lane, const Field& value) {
  for (std::size_t i = 0; i < 5; ++i) numbers.limb[i][lane] = value.limb[i];
}

Field get(const eight::Numbers& numbers, std::size_t lane) {
  Field value;
  for (std::size_t i = 0; i < 5; ++i) value.limb[i] = numbers.limb[i][lane];
  return value;
}

}  // namespace

void set_lane(eight::Points& points, std::size_t lane, const Extended<Field>& P) {
  set(points.X, lane, P.X);
  set(points.Y, lane, P.Y);
  set(points.Z, lane, P.Z);
  set(points.T, lane, P.T);
}

eight::Points lanes(std::span<const Extended<Field>> points) {
  eight::Points out;
  for (std::size_t i = 0; i < kLanes; ++i)
    set_lane(out, i, i < points.size() ? points[i] : Extended<Field>());
  return out;
}

Extended<Field> lane(const eight::Points& points, std::size_t i) {
  return {get(points.X, i), get(points.Y, i), get(points.Z, i), get(points.T, i)};
}

four::Quad quad(const Extended<Field>& P) {
  four::Quad out;
  for (std::size_t i = 0; i < 5; ++i) {
    out.limb[i][0] = P.X.limb[i], out.limb[i][1] = P.Y.limb[i];
    out.limb[i][2] = P.Z.limb[i], out.limb[i][3] = P.T.limb[i];
  }
  return out;
}

four::Quad quad(const Cached<Field>& Q) {
  return quad(Extended<Field>{Q.Y_minus_X.carried(), Q.Y_plus_X.carried(), Q.twice_Z.carried(),
                              Q.twice_dT.carried()});
}

four::Quad quad(const Niels<Field>& Q) {  // as in a WnafTable: limbs carried
  return quad(Extended<Field>{Q.y_minus_x, Q.y_plus_x, Field::from_u64(2), Q.twice_dxy});
}

Extended<Field> point(const four::Quad& P) {
  Extended<Field> out;
  for (std::size_t i = 0; i < 5; ++i) {
    out.X.limb[i] = P.limb[i][0], out.Y.limb[i] = P.limb[i][1];
    out.Z.limb[i] = P.limb[i][2], out.T.limb[i] = P.limb[i][3];
  }
  return out;
}

bool decode_eight(std::span<const Field> encodings, std::span<Extended<Field>> out) {
  eight::Numbers numbers{};  // zero is the encoding of O
  for (std::size_t i = 0; i < encodings.size(); ++i) set(numbers, i, encodings[i]);
  eight::Points points;
  if (eight::decode(numbers, points) != 0xff) return false;
  for (std::size_t i = 0; i < encodings.size(); ++i) out[i] = lane(points, i);
  return true;
}

void encode_eight(std::span<const Extended<Field>> points, std::span<ByteArray<32>> out) {
  eight::Numbers encodings;
  eight::encode(lanes(points), encodings);
  for (std::size_t i = 0; i < points.size(); ++i) out[i] = get(encodings, i).bytes();
}

}  // namespace fairdeal::crypto
