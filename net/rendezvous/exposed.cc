#include "net/rendezvous/exposed.h"

#include "net/sockets/address.h"

namespace fairdeal::rendezvous {

bool is_exposed(const signaling::RelayUrl& url) {
  if (url.security == signaling::RelayUrl::Security::tls || url.host == "localhost") return false;
  return sockets::reach_of(url.host).value_or(sockets::Reach::anywhere) == sockets::Reach::anywhere;
}

}  // namespace fairdeal::rendezvous
