#include "crypto/curve/normalized.h"

#include "crypto/curve/square_root.h"

namespace fairdeal::crypto {

std::vector<Niels<Field>> normalized(std::span<const Extended<Field>> points) {
  std::vector<Field> before(points.size());  // before[i]: the product of the Z before point i
  Field product = Field::from_u64(1);
  for (std::size_t i = 0; i < points.size(); ++i) {
    before[i] = product;
    product = product * points[i].Z;
  }
  Field inverse = invert(product);  // below: the inverse of the product of the Z up to point i
  std::vector<Niels<Field>> out(points.size());
  for (std::size_t i = points.size(); i-- > 0;) {
    const Field z_inverse = inverse * before[i];
    inverse = inverse * points[i].Z;
    const Field x = points[i].X * z_inverse, y = points[i].Y * z_inverse;
    out[i] = {(y + x).carried(), (y - x).carried(), x * y * kTwoD};
  }
  return out;
}

}  // namespace fairdeal::crypto
