#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/rng.h"
#include "relay/cluster/bus.h"

namespace boost::asio {
class io_context;
}

namespace fairdeal::relay::cluster {

/// The NATS servers of a cluster, and how they know this relay. The files are read again whenever
/// it connects; those that are empty are not used.
struct NatsAccess {
  std::vector<std::string> addresses;   ///< "nats://HOST:PORT", or "tls://HOST:PORT"
  std::string creds_file{};             ///< a user's JWT and seed, as `nsc` writes them
  std::string nkey_user{};              ///< the public key of a user
  std::string nkey_file{};              ///< its seed
  std::string ca_file{};                ///< who signed the servers' certificates; means TLS
  std::string cert_file{}, key_file{};  ///< the relay's own certificate
};

/// Connects to the NATS servers, in an order that `rng` chooses, and opens the store of keys: the
/// bucket fd_places of JetStream, in the memory of three servers. Events come on the thread of
/// `io`, which must outlive the bus; the C library has threads of its own. The servers must be one
/// cluster, of three or more, with JetStream.
///
/// Errors: bad_parameters (an address or file cannot be used), hung_up (no server answers, or none
/// takes this relay), not_wanted (a server answers, and has no such store), unknown_module (this
/// program was built without NATS).
Result<std::unique_ptr<Bus>> connect_nats(boost::asio::io_context& io, NatsAccess access, Rng& rng);

/// Returns whether one of these servers takes a client that shows nothing at all.
bool takes_strangers(const NatsAccess& access);

}  // namespace fairdeal::relay::cluster
