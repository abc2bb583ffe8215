#include "tools/doctor.h"

#include "rules/json_full.h"
#include "tools/doctor_findings.h"
#include "ui/home/places.h"
#include "ui/seat/relays.h"
#include "ui/seat/sit_down.h"

/// `fairdeal doctor`: what on this machine and in its network is in the way of playing.

namespace fairdeal::tools {
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
  words::Exit exit;
  const char* says;
};

VerdictWords words_of(Reachability verdict) {
  switch (verdict) {
    case Reachability::direct:
      return {"direct", words::Exit::success,
              "Others probably reach you directly, unless a firewall is in between."};
    case Reachability::relay:
      return {"relay", words::Exit::relay_only,
              "Others reach you through the relay: it works, and is a little slower."};
    case Reachability::local:
      return {"local", words::Exit::unreachable,
              "Only people on your own network reach you. To play with friends elsewhere, name a "
              "relay (--relay relay.example.org, or relay in config.toml), or forward a port of "
              "your router."};
    case Reachability::none:
      return {"none", words::Exit::unreachable,
              "Nobody reaches you: this machine is on no network."};
  }
  return {};
}

/// Looks at everything, and tells of each thing as soon as it is known.
class Examination {
 public:
  explicit Examination(const words::Output& output) : output_(output) {}

  void add(Finding finding) {
    const char* mark = finding.state == Finding::State::good      ? "ok  "
                       : finding.state == Finding::State::warning ? "?   "
                                                                  : "NO  ";
    output_.result(mark + finding.says + (finding.next.empty() ? "" : "\n    " + finding.next));
    words::Json told = {{"name", finding.name},
                        {"state", name_of(finding.state)},
                        {"says", finding.says},
                        {"next", finding.next}};
    if (!finding.what.empty()) told["what"] = finding.what;
    if (!finding.seen.empty()) told["seen"] = finding.seen;
    findings_.push_back(std::move(told));
  }
  int end(Reachability verdict) {
    const VerdictWords words = words_of(verdict);
    output_.result(words::Json{{"v", 1}, {"verdict", words.name}, {"findings", findings_}});
    output_.result(std::string(words.says));
    return static_cast<int>(words.exit);
  }

 private:
  const words::Output& output_;
  words::Json findings_ = words::Json::array();
};

}  // namespace

int run_doctor(const seat::Options& seat, const words::Output& output) {
  const auto relays = seat::relays_of(seat, sockets::Address{});
  if (!relays) return output.failed(relays.error());
  Examination examination(output);
  examination.add(look_at_identity(home::identity_file(seat.identity).string()));
  examination.add(look_at_disk(home::tables_folder(seat.folder).string()));
  examination.add(look_at_clock());
  const auto interfaces = sockets::lan_interfaces();
  examination.add(look_at_interfaces(interfaces));
  if (!interfaces.empty()) examination.add(look_at_beacons(interfaces, kBeaconPatience));
  std::vector<std::string> observed;
  for (const signaling::RelaySettings& relay : *relays) {
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
    examination.add(look_at_router(reach::router_protocols()));
  }
  if (relays->empty())
    examination.add({"relay", Finding::State::warning,
                     "No relay is named, so a code cannot be given out.",
                     "Ask a friend for one, or run one: docs/relay.md."});
  return examination.end(verdict_on(interfaces, observed));
}

}  // namespace fairdeal::tools
