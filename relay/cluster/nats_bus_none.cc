#include "relay/cluster/nats_bus.h"

namespace fairdeal::relay::cluster {

/// Stands in for nats_bus.cc in a build without libnats.
Result<std::unique_ptr<Bus>> connect_nats(boost::asio::io_context&, NatsAccess, Rng&) {
  return fail(Fault::unknown_module, "this program was built without NATS");
}

bool takes_strangers(const NatsAccess&) { return false; }

}  // namespace fairdeal::relay::cluster
