#pragma once

#include <functional>
#include <vector>

namespace fairdeal::apps {

/// How long `work` takes this thread, whatever else the machine does: processor time.
double microseconds_of(const std::function<void()>& work);

/// Requires values (CHECKed).
double median(std::vector<double> values);

/// One scalar multiplication by libsodium's ristretto255: figures of two machines, or of two hours,
/// are compared as multiples of it.
double yardstick_us();

}  // namespace fairdeal::apps
