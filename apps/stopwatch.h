#pragma once

#include <functional>
#include <vector>

namespace fairdeal::apps {

/// Returns the processor time that `work` takes on this thread, whatever else the machine does.
double microseconds_of(const std::function<void()>& work);

/// Returns the median. Requires: there are values (CHECKed).
double median(std::vector<double> values);

/// Measures one scalar multiplication by libsodium's ristretto255. Figures of two machines, or of
/// two hours, are compared as multiples of it.
double yardstick_us();

}  // namespace fairdeal::apps
