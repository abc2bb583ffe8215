#include "net/signaling/relay_trouble.h"

#include "base/check.h"

namespace fairdeal::signaling {

std::string name(RelayTrouble::What what) {
  switch (what) {
    case RelayTrouble::What::name:
      return "name";
    case RelayTrouble::What::tcp:
      return "tcp";
    case RelayTrouble::What::tls:
      return "tls";
    case RelayTrouble::What::upgrade:
      return "upgrade";
    case RelayTrouble::What::version:
      return "version";
    case RelayTrouble::What::busy:
      return "busy";
    case RelayTrouble::What::nobody:
      return "nobody";
    case RelayTrouble::What::left:
      return "left";
    case RelayTrouble::What::protocol:
      return "protocol";
    case RelayTrouble::What::work:
      return "work";
    case RelayTrouble::What::lost:
      return "lost";
  }
  CHECK(false);
}

}  // namespace fairdeal::signaling
