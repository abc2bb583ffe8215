#include "ui/words/relay_words.h"

namespace fairdeal::words {

namespace {

Said help_said(signaling::RelayTrouble::What what) {
  switch (what) {
    case signaling::RelayTrouble::What::name:
      return said("relay_help_name");
    case signaling::RelayTrouble::What::tcp:
      return said("relay_help_tcp");
    case signaling::RelayTrouble::What::tls:
      return said("relay_help_tls");
    case signaling::RelayTrouble::What::upgrade:
      return said("relay_help_upgrade");
    case signaling::RelayTrouble::What::version:
      return said("relay_help_version");
    case signaling::RelayTrouble::What::busy:
      return said("relay_help_busy");
    case signaling::RelayTrouble::What::work:
      return said("relay_help_work");
    default:
      return said("relay_help_other");
  }
}

}  // namespace

std::string help_with(signaling::RelayTrouble::What what) { return help_said(what).text(); }

Failure failure_of_relay(signaling::RelayTrouble::What what, const std::string& about) {
  const Values values{{"about", text(about)}};
  if (what == signaling::RelayTrouble::What::busy)
    return told_failure(Exit::unreachable, "relay_busy", said("relay_takes_nobody", values),
                        help_said(what));
  return told_failure(Exit::unreachable, "relay_down", said("relay_unusable", values),
                      help_said(what));
}

}  // namespace fairdeal::words
