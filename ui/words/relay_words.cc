#include "ui/words/relay_words.h"

namespace fairdeal::words {

std::string help_with(signaling::RelayTrouble::What what) {
  switch (what) {
    case signaling::RelayTrouble::What::name:
      return "Check its name, and that this machine resolves names.";
    case signaling::RelayTrouble::What::tcp:
      return "Check that it runs, and that no firewall here keeps you from its port.";
    case signaling::RelayTrouble::What::tls:
      return "Check its name and this machine's clock; its operator may have to renew a "
             "certificate.";
    case signaling::RelayTrouble::What::upgrade:
      return "Ask its operator: is this its address, and does it take a pass (--relay-pass-file)?";
    case signaling::RelayTrouble::What::version:
      return "Both need versions of fairdeal that understand each other.";
    case signaling::RelayTrouble::What::busy:
      return "Try again in a few minutes, or use another relay.";
    case signaling::RelayTrouble::What::work:
      return "Use another relay: this one is under attack, or does not mean well.";
    default:
      return "Try again; if it stays so, ask its operator.";
  }
}

Failure failure_of_relay(signaling::RelayTrouble::What what, const std::string& about) {
  if (what == signaling::RelayTrouble::What::busy)
    return {Exit::unreachable, "relay_busy", "The relay takes nobody just now: " + about + ".",
            help_with(what)};
  return {Exit::unreachable, "relay_down", "The relay cannot be used: " + about + ".",
          help_with(what)};
}

}  // namespace fairdeal::words
