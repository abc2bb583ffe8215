#pragma once

#include <functional>
#include <vector>

namespace fairdeal::home {

/// Returns the processor time that `work` takes on this thread. Other programs on the machine do
/// not count.
double microseconds_of(const std::function<void()>& work);

/// Returns the median. Requires: `values` is not empty (CHECKed).
double median(std::vector<double> values);

/// Returns the time of one scalar multiplication by libsodium's ristretto255. Timings from two
/// machines, or from two hours, are compared as multiples of it.
double yardstick_us();

}  // namespace fairdeal::home
