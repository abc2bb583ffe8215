#include "relay/nats_bus.h"

/// In place of nats_bus.cc where libnats is not installed.
namespace fairdeal::relay {

Result<std::unique_ptr<Bus>> connect_nats(boost::asio::io_context&, std::vector<std::string>,
                                          Rng&) {
  return fail(Fault::unknown_module, "this program was built without NATS");
}

}  // namespace fairdeal::relay
