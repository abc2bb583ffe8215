#include <algorithm>
#include <set>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "crypto/system_rng.h"
#include "net/reach/beacon_socket.h"
#include "net/rendezvous/relay_client.h"
#include "tools/doctor_findings.h"
#include "ui/words/printable.h"
#include "ui/words/relay_words.h"

/// The part of `fairdeal doctor` that looks at the network.

namespace fairdeal::tools {
namespace {

namespace asio = boost::asio;
using State = Finding::State;

/// How long a relay may take in all; each step of the call has a shorter limit of its own.
constexpr std::chrono::seconds kRelayPatience{25};

bool reaches_anywhere(const sockets::LanIp& ip) {
  return sockets::reach_of(ip.text()) == sockets::Reach::anywhere;
}

std::string with_commas(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

}  // namespace

Finding look_at_interfaces(const std::vector<sockets::LanInterface>& interfaces) {
  std::vector<std::string> names;
  bool v6 = false;
  for (const auto& interface : interfaces) {
    std::vector<std::string> addresses;
    for (const auto& prefix : interface.prefixes)
      if (!prefix.own.is_link_local()) addresses.push_back(prefix.own.text());
    if (!addresses.empty()) names.push_back(interface.name + " " + with_commas(addresses));
    v6 = v6 || std::ranges::any_of(interface.prefixes, [](const auto& prefix) {
           return !prefix.own.is_v4() && reaches_anywhere(prefix.own);
         });
  }
  if (names.empty())
    return {"network", State::bad, "This machine is on no network.",
            "Connect it to one; on one machine, tables on 127.0.0.1 work all the same."};
  return {"network", State::good,
          with_commas(names) + (v6 ? "; IPv6 works." : "; no public IPv6 address.")};
}

Finding look_at_beacons(const std::vector<sockets::LanInterface>& interfaces, Duration patience) {
  asio::io_context io;
  std::set<std::string> heard;
  crypto::SystemRng rng;
  proto::BeaconSeek seek;
  rng.fill(seek.nonce);
  const Bytes sent = proto::encode(seek);
  const auto on_datagram = [&](const sockets::LanEndpoint& from, ByteSpan bytes) {
    if (!std::ranges::equal(bytes, sent)) return;
    for (const auto& interface : interfaces)
      if (std::ranges::count(interface.prefixes, from.ip, &sockets::LanPrefix::own) > 0)
        heard.insert(interface.name);
  };
  using reach::BeaconSocket;
  const auto ignore = [](const auto&...) {};
  const auto listening = BeaconSocket::open(io, {}, BeaconSocket::Use::listening,
                                            {.on_datagram = on_datagram, .on_interfaces = ignore});
  const auto asking = BeaconSocket::open(io, {}, BeaconSocket::Use::asking,
                                         {.on_datagram = ignore, .on_interfaces = ignore});
  if (!listening || !asking)
    return {"beacons", State::warning,
            "Tables on this network are not found: " +
                (listening ? asking : listening).error().about + ".",
            "Join by an address, a link or a code instead."};
  (*asking)->send_to_all(sent);
  io.run_for(std::chrono::milliseconds(patience.ms));
  std::vector<std::string> deaf;
  for (const auto& interface : interfaces)
    if (!heard.contains(interface.name)) deaf.push_back(interface.name);
  for (const auto& refusing : (*listening)->refusing())
    deaf.push_back(refusing.name + " (" + refusing.why + ")");
  if (deaf.empty()) return {"beacons", State::good, "Tables on this network can be found."};
  return {"beacons", State::warning,
          "Messages to everybody are not heard at " + with_commas(deaf) + ".",
          "Tables there are joined by an address, a link or a code."};
}

RelayVisit visit_relay(const signaling::RelaySettings& relay) {
  asio::io_context io;
  RelayVisit visit;
  rendezvous::RelayClient::Handlers handlers{
      .on_greeting =
          [&](const proto::Greeting& greeting) {
            visit.greeting = greeting;
            io.stop();
          },
      .on_nameplate = [](std::uint32_t, std::uint32_t) {},
      .on_no_nameplate = [](proto::Gone::Why) {},
      .on_held = [](const proto::BoxId&) {},
      .on_not_held = [](const proto::BoxId&, proto::Gone::Why) {},
      .on_visit = [](signaling::VisitId, const proto::RelayPlace&, const Bytes&) {},
      .on_said = [](signaling::VisitId, const Bytes&) {},
      .on_gone = [](signaling::VisitId, const signaling::EndOfVisit&) {},
      .on_trouble =
          [&](const signaling::RelayTrouble& trouble) {
            visit.trouble = trouble;
            io.stop();
          },
  };
  const rendezvous::RelayClient client(io, relay, std::move(handlers));
  io.run_for(kRelayPatience);
  if (!visit.greeting && !visit.trouble)
    visit.trouble = {signaling::RelayTrouble::What::tcp,
                     {.fault = Fault::incomplete, .about = "it does not answer"}};
  return visit;
}

Finding describe(const signaling::RelaySettings& relay, const RelayVisit& visit) {
  const std::string name = relay.url.text();
  if (visit.trouble)
    return {"relay", State::bad,
            "The relay " + name +
                " cannot be used: " + words::printable(visit.trouble->error.about) + ".",
            words::help_with(visit.trouble->what)};
  std::string says = "The relay " + name + " answers, and sees you at " +
                     words::printable(visit.greeting->observed) + ".";
  if (!visit.greeting->notice.empty())
    says += " It says: " + words::printable(visit.greeting->notice);
  return {"relay", State::good, says};
}

Reachability verdict_on(const std::vector<sockets::LanInterface>& interfaces,
                        const std::vector<std::string>& observed) {
  bool any = false, direct = false;
  for (const auto& interface : interfaces)
    for (const auto& prefix : interface.prefixes) {
      any = true;
      // An address that others see, too, is behind no router that would have to be asked.
      direct = direct || reaches_anywhere(prefix.own);
    }
  if (direct) return Reachability::direct;
  if (!observed.empty()) return Reachability::relay;
  return any ? Reachability::local : Reachability::none;
}

}  // namespace fairdeal::tools
