// Stands in for *_ifma.cc on other kinds of processors. available() is false there, so none of
// these functions is called.
#include "base/check.h"
#include "crypto/curve/ifma/eight.h"
#include "crypto/curve/ifma/four.h"

namespace fairdeal::crypto::eight {

bool supported() { return false; }

void straus(const Points*, std::size_t, const Digits*, std::size_t, Window*, Points&) {
  CHECK(available());
}
void buckets_vartime(const Addend*, const Placement*, std::size_t, BucketPoint*, std::size_t,
                     Points&) {
  CHECK(available());
}
void fixed_base(const FixedTable&, const Digits*, Points&) { CHECK(available()); }
void encode(const Points&, Numbers&) { CHECK(available()); }
std::uint64_t decode(const Numbers&, Points&) {
  CHECK(available());
  return 0;
}

}  // namespace fairdeal::crypto::eight

namespace fairdeal::crypto::four {

void odd_multiples(const Quad&, OddMultiples&) { CHECK(eight::available()); }
void steps_vartime(const SumStep*, std::size_t, Quad&) { CHECK(eight::available()); }

}  // namespace fairdeal::crypto::four
