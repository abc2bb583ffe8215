#include "relay/counters.h"

#include <cstdio>

namespace fairdeal::relay {
namespace {

constexpr std::array<const char*, static_cast<std::size_t>(Denied::kCount)> kDeniedNames{
    "relay_full",  "gave_way",  "connections", "nameplates", "boxes",        "visits",   "pipes",
    "bytes",       "box_proof", "pass",        "forwarded",  "not_fairdeal", "too_slow", "queue",
    "reflections", "blocked",   "month",       "work",       "handshakes"};
constexpr std::array<const char*, static_cast<std::size_t>(VisitEnd::kCount)> kVisitNames{
    "no_place", "left", "time", "too_many"};

std::string seconds(std::int64_t ms) {
  std::array<char, 32> text{};
  const int length =
      std::snprintf(text.data(), text.size(), "%lld.%03lld", static_cast<long long>(ms / 1000),
                    static_cast<long long>(ms % 1000));
  return {text.data(), static_cast<std::size_t>(length)};
}

/// Builds the text, a family of samples after another.
class Page {
 public:
  void family(const std::string& name, const char* type, const char* help) {
    name_ = name;
    text_ += "# HELP " + name + " " + help + "\n# TYPE " + name + " " + type + "\n";
  }
  void sample(const std::string& labels, const std::string& value) {
    text_ += name_ + labels + " " + value + "\n";
  }
  void sample(const std::string& labels, std::uint64_t value) {
    sample(labels, std::to_string(value));
  }
  /// Writes a sample of a series whose name is the family's with `suffix`.
  void part(const char* suffix, const std::string& labels, const std::string& value) {
    text_ += name_ + suffix + labels + " " + value + "\n";
  }
  std::string text() && { return std::move(text_); }

 private:
  std::string name_, text_;
};

std::string label(const char* name, const std::string& value) {
  return std::string("{") + name + "=\"" + value + "\"}";
}

void add_waits(Page& page, const Counters& counters) {
  page.family("fairdeal_relay_pipe_wait_seconds", "histogram",
              "How long the first end of a pipe waited for the other.");
  for (std::size_t i = 0; i < counters.waits.size(); ++i)
    page.part("_bucket", label("le", seconds(Counters::kWaitBounds[i])),
              std::to_string(counters.waits[i]));
  page.part("_bucket", label("le", "+Inf"), std::to_string(counters.waits_counted));
  page.part("_sum", "", seconds(counters.waits_ms));
  page.part("_count", "", std::to_string(counters.waits_counted));
}

void add_traffic(Page& page, const Numbers& numbers) {
  page.family("fairdeal_relay_sent_bytes_per_second", "gauge",
              "Bytes sent to clients in a second, on the average of the last ten.");
  page.sample("", numbers.sent_per_second);
  page.family("fairdeal_relay_month_sent_bytes", "gauge",
              "Bytes sent to clients in this month of UTC.");
  page.sample("", numbers.month_bytes);
  if (numbers.rate_max) {
    page.family("fairdeal_relay_rate_max_bytes", "gauge", "The most bytes in a second (--rate).");
    page.sample("", std::to_string(*numbers.rate_max));
  }
  if (numbers.month_max) {
    page.family("fairdeal_relay_month_max_bytes", "gauge", "The most bytes in a month (--month).");
    page.sample("", *numbers.month_max);
  }
  page.family("fairdeal_relay_draining", "gauge", "Whether the relay is about to end.");
  page.sample("", std::uint64_t{numbers.draining ? 1U : 0U});
}

}  // namespace

void Counters::count_wait(Duration wait) {
  for (std::size_t i = 0; i < waits.size(); ++i)
    if (wait.ms <= kWaitBounds[i]) ++waits[i];
  ++waits_counted;
  waits_ms += wait.ms;
}

const char* name_of(Denied why) { return kDeniedNames[static_cast<std::size_t>(why)]; }

std::string metrics_text(const Counters& counters, const Numbers& numbers) {
  const Occupancy& occupancy = numbers.occupancy;
  Page page;
  page.family("fairdeal_relay_connections", "gauge", "Connections that are open.");
  page.sample(label("kind", "new"), std::to_string(counters.new_connections));
  page.sample(label("kind", "control"), std::to_string(counters.control_connections));
  page.sample(label("kind", "pipe"), std::to_string(counters.pipe_connections));
  page.sample(label("kind", "reflector"), std::to_string(counters.reflector_connections));
  page.family("fairdeal_relay_places", "gauge", "Places that are open or kept.");
  page.sample(label("kind", "nameplate"), occupancy.nameplates);
  page.sample(label("kind", "box"), occupancy.boxes);
  page.family("fairdeal_relay_visits", "gauge", "Visits that are under way.");
  page.sample("", occupancy.visits);
  page.family("fairdeal_relay_visits_total", "counter", "Visits that have ended.");
  for (std::size_t i = 0; i < kVisitNames.size(); ++i)
    page.sample(label("result", kVisitNames[i]), counters.visits[i]);
  page.family("fairdeal_relay_pipes", "gauge", "Pipes whose two ends are joined.");
  page.sample("", occupancy.pipes);
  page.family("fairdeal_relay_pipe_bytes_total", "counter", "Bytes read from ends of pipes.");
  page.sample("", counters.pipe_bytes);
  add_waits(page, counters);
  add_traffic(page, numbers);
  page.family("fairdeal_relay_refused_total", "counter", "Refusals, by reason.");
  for (std::size_t i = 0; i < kDeniedNames.size(); ++i)
    page.sample(label("why", kDeniedNames[i]), counters.denied[i]);
  page.family("fairdeal_relay_nats_gaps_total", "counter",
              "Pipes that ended because bytes were lost between two processes.");
  page.sample("", counters.nats_gaps);
  page.family("fairdeal_relay_nats_reconnects_total", "counter",
              "How often the connection to NATS came back.");
  page.sample("", counters.nats_reconnects);
  page.family("fairdeal_relay_nats_ignored_total", "counter",
              "Messages from NATS that no relay writes.");
  page.sample("", counters.nats_ignored);
  page.family("fairdeal_relay_nats_forged_total", "counter",
              "Messages from NATS that no process with the cluster's key wrote, or old ones.");
  page.sample("", counters.nats_forged);
  page.family("fairdeal_relay_loop_lag_seconds", "gauge", "How late the last tick was.");
  page.sample("", seconds(counters.loop_lag.ms));
  page.family("process_resident_memory_bytes", "gauge", "Resident memory.");
  page.sample("", numbers.resident_bytes);
  return std::move(page).text();
}

}  // namespace fairdeal::relay
