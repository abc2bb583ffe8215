#include "ui/home/stopwatch.h"

#include <algorithm>
#include <ctime>
#include <sodium.h>

#include "base/check.h"
#include "crypto/curve/point.h"

namespace fairdeal::home {

namespace {

double processor_us() {
  timespec now;
  CHECK(clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) / 1e3;
}

}  // namespace

double microseconds_of(const std::function<void()>& work) {
  const double start = processor_us();
  work();
  return processor_us() - start;
}

double median(std::vector<double> values) {
  CHECK(!values.empty());
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

double yardstick_us() {
  static const auto scalar = crypto::Scalar::from_u128(ByteArray<16>{std::byte{0x5a}}).inverse();
  static const auto k = scalar.encode(), P = crypto::mul_base(scalar).encode();
  return microseconds_of([&] {
    ByteArray<32> product;
    CHECK(crypto_scalarmult_ristretto255(uchars(product), uchars(k), uchars(P)) == 0);
  });
}

}  // namespace fairdeal::home
