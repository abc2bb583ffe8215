#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/rng.h"
#include "relay/bus.h"

namespace boost::asio {
class io_context;
}

namespace fairdeal::relay {

/// Connects to the NATS servers at these addresses, "nats://HOST:PORT", in an order that `rng`
/// chooses, and opens the store of keys: the bucket fd_places of JetStream, in the memory of three
/// servers. Events come on the thread of `io`, which must outlive the bus; the C library has
/// threads of its own. The servers must be one cluster, of three or more, with JetStream.
///
/// Errors: bad_parameters (an address cannot be read), hung_up (no server answers), not_wanted (a
/// server answers, and has no such store), unknown_module (this program was built without NATS).
Result<std::unique_ptr<Bus>> connect_nats(boost::asio::io_context& io,
                                          std::vector<std::string> addresses, Rng& rng);

}  // namespace fairdeal::relay
