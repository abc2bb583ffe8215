#include <algorithm>
#include <future>

#include <boost/asio/io_context.hpp>

#include "crypto/system_rng.h"
#include "net/reach/reflect.h"
#include "net/reach/router_protocol.h"
#include "tools/doctor_findings.h"
#include "ui/words/printable.h"

/// The part of `fairdeal doctor` that looks at the router: what it does to a port of this machine,
/// and whether it could be asked to forward one.

namespace fairdeal::tools {
namespace {

using State = Finding::State;

/// Returns whether a reflector that a relay names may be called. One inside this machine may be, if
/// the relay is there, too.
bool may_be_asked(const sockets::Address& reflector, const signaling::RelayUrl& relay,
                  const std::vector<sockets::LanInterface>& interfaces) {
  const bool here = sockets::reach_of(relay.host) == sockets::Reach::machine;
  return sockets::is_worth_a_call(reflector, interfaces) ||
         (here && sockets::reach_of(reflector.host) == sockets::Reach::machine);
}

}  // namespace

reach::Reflection::Answer ask_reflectors(const signaling::RelayUrl& relay,
                                         const std::vector<std::string>& reflectors,
                                         const std::vector<sockets::LanInterface>& interfaces) {
  reach::Reflection::Question question;
  for (const std::string& text : reflectors) {
    auto address = sockets::Address::parse(text);
    if (!address) continue;
    // A relay that listens at all its addresses is found under its own name.
    const auto ip = sockets::LanIp::parse(address->host);
    if (ip && ip->is_unspecified()) address->host = relay.host;
    question.reflectors.push_back(*std::move(address));
  }
  question.may_be_called = [&](const sockets::Address& at) {
    return may_be_asked(at, relay, interfaces);
  };
  boost::asio::io_context io;
  crypto::SystemRng rng;
  reach::Reflection::Answer answer;
  const reach::Reflection reflection(io, std::move(question), rng, [&](const auto& seen) {
    answer = seen;
    io.stop();
  });
  io.run();
  return answer;
}

Finding look_at_ports(std::size_t reflectors, const reach::Reflection::Answer& answer) {
  const std::string no_punching =
      "Without two, nobody finds out how to reach you through both routers; the relay itself "
      "works.";
  if (reflectors < 2)
    return {"ports", State::warning, "The relay names fewer than two reflectors. " + no_punching,
            "Ask its operator for them: fairdeal relay --reflect.", "unknown"};
  Finding finding{"ports", State::good, "", "", "", {}};
  for (const sockets::Address& seen : answer.seen) finding.seen.push_back(seen.text());
  if (answer.seen.size() < 2) {
    finding.state = State::warning;
    finding.says = "Fewer than two of the relay's reflectors answer. " + no_punching;
    finding.next = "See whether a firewall here lets calls to their ports out.";
    finding.what = "unknown";
  } else if (answer.steady()) {
    finding.says = "Your router keeps one port for all calls: two reflectors see " +
                   words::printable(finding.seen[0]) + ".";
    finding.what = "steady";
  } else {
    finding.state = State::warning;
    finding.says = "Your router gives each connection another port: two reflectors see " +
                   words::printable(finding.seen[0]) + " and " + words::printable(finding.seen[1]) +
                   ".";
    finding.next =
        "Friends whose routers let in only who was called reach you through the relay. A "
        "forwarded port or IPv6 would help.";
    finding.what = "changes";
  }
  return finding;
}

Finding look_at_router(std::vector<std::unique_ptr<reach::RouterProtocol>> protocols) {
  std::vector<std::future<Result<IpAddress>>> asked;
  for (const auto& protocol : protocols)
    asked.push_back(std::async(std::launch::async, [&] { return protocol->address(); }));
  Finding finding{"router", State::good, "", "", "", {}};
  std::string failed;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const auto ip = asked[i].get();
    const std::string name = protocols[i]->name();
    if (!ip) {
      failed +=
          (failed.empty() ? "" : ", ") + name + " (" + words::printable(ip.error().about) + ")";
      continue;
    }
    finding.what += (finding.what.empty() ? "" : ",") + name;
    finding.seen.push_back(ip->text());
    const bool is_public = sockets::reach_of(ip->text()) == sockets::Reach::anywhere;
    finding.says +=
        (finding.says.empty() ? "" : " ") +
        ("Your router answers by " + name + ", and says that its address is " + ip->text() + ".");
    if (is_public) continue;
    finding.state = State::warning;
    finding.next =
        "That is no public address: a second router, or the provider's, is in between, "
        "and a port that yours forwards is not reached from outside.";
  }
  if (!finding.what.empty()) return finding;
  return {"router", State::warning, "No router forwards ports when it is asked: " + failed + ".",
          "Switch on UPnP or NAT-PMP there, or forward the port of your table by hand.", "none"};
}

}  // namespace fairdeal::tools
