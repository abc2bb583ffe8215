#include "tools/doctor.h"

#include "rules/json_full.h"
#include "tools/doctor_findings.h"
#include "ui/home/paths.h"
#include "ui/seat/relays.h"
#include "ui/seat/sit_down.h"

/// `fairdeal doctor`: what on this machine and in its network is in the way of playing.
namespace fairdeal::apps {
namespace {

/// How long this machine's own datagrams may take to come back.
constexpr Duration kBeaconPatience{700};

const char* name_of(Finding::State state) {
  switch (state) {
    case Finding::State::good:
      return "good";
    case Finding::State::warning:
      return "warning";
    case Finding::State::bad:
      return "bad";
  }
  return "";
}

struct VerdictWords {
  const char* name;  ///< for scripts
  Exit exit;
  const char* says;
};

VerdictWords words_of(Reachability verdict) {
  switch (verdict) {
    case Reachability::direct:
      return {"direct", Exit::success,
              "Others probably reach you directly, unless a firewall is in between."};
    case Reachability::relay:
      return {"relay", Exit::relay_only,
              "Others reach you through the relay: it works, and is a little slower."};
    case Reachability::local:
      return {"local", Exit::unreachable,
              "Only people on your own network reach you. To play with friends elsewhere, name a "
              "relay (--relay relay.example.org, or relay in config.toml), or forward a port of "
              "your router."};
    case Reachability::none:
      return {"none", Exit::unreachable, "Nobody reaches you: this machine is on no network."};
  }
  return {};
}

/// Looks at everything, and tells of each thing as soon as it is known.
class Examination {
 public:
  explicit Examination(const Output& output) : output_(output) {}

  void add(Finding finding) {
    const char* mark = finding.state == Finding::State::good      ? "ok  "
                       : finding.state == Finding::State::warning ? "?   "
                                                                  : "NO  ";
    output_.result(mark + finding.says + (finding.next.empty() ? "" : "\n    " + finding.next));
    Json told = {{"name", finding.name},
                 {"state", name_of(finding.state)},
                 {"says", finding.says},
                 {"next", finding.next}};
    if (!finding.what.empty()) told["what"] = finding.what;
    if (!finding.seen.empty()) told["seen"] = finding.seen;
    findings_.push_back(std::move(told));
  }
  int end(Reachability verdict) {
    const VerdictWords words = words_of(verdict);
    output_.result(Json{{"v", 1}, {"verdict", words.name}, {"findings", findings_}});
    output_.result(std::string(words.says));
    return static_cast<int>(words.exit);
  }

 private:
  const Output& output_;
  Json findings_ = Json::array();
};

}  // namespace

int run_doctor(const SeatOptions& seat, const Output& output) {
  const auto relays = relays_of(seat, net::Address{});
  if (!relays) return output.failed(relays.error());
  Examination examination(output);
  examination.add(look_at_identity(identity_of(seat).string()));
  examination.add(look_at_disk(folder_of(seat).string()));
  examination.add(look_at_clock());
  const auto interfaces = net::lan_interfaces();
  examination.add(look_at_interfaces(interfaces));
  if (!interfaces.empty()) examination.add(look_at_beacons(interfaces, kBeaconPatience));
  std::vector<std::string> observed;
  for (const net::RelaySettings& relay : *relays) {
    output.note("Calling " + relay.url.text() + ".");
    const RelayVisit visit = visit_relay(relay);
    if (visit.greeting) observed.push_back(visit.greeting->observed);
    examination.add(describe(relay, visit));
    if (!visit.greeting) continue;
    const auto& reflectors = visit.greeting->reflectors;
    examination.add(
        look_at_ports(reflectors.size(), ask_reflectors(relay.url, reflectors, interfaces)));
  }
  if (seat.port_map && !interfaces.empty()) {
    output.note("Asking the router whether it forwards ports.");
    examination.add(look_at_router(net::router_protocols()));
  }
  if (relays->empty())
    examination.add({"relay", Finding::State::warning,
                     "No relay is named, so a code cannot be given out.",
                     "Ask a friend for one, or run one: docs/relay.md."});
  return examination.end(verdict_on(interfaces, observed));
}

}  // namespace fairdeal::apps
