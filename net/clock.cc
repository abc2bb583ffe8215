#include "net/clock.h"

#include <chrono>

namespace fairdeal::net {

Instant now() {
  using namespace std::chrono;
  return {duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count()};
}

}  // namespace fairdeal::net
