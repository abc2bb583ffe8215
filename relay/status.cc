#include <array>
#include <numeric>

#include "relay/counters.h"

/// The page by which an operator sees how the relay is.

namespace fairdeal::relay {
namespace {

/// Returns a number of bytes as people write it: "1.5 GB".
std::string bytes_text(std::uint64_t bytes) {
  constexpr std::array<const char*, 5> kUnits{"B", "kB", "MB", "GB", "TB"};
  std::size_t unit = 0;
  std::uint64_t tenths = 10 * bytes;
  while (tenths >= 10'000 && unit + 1 < kUnits.size()) {
    tenths = (tenths + 500) / 1000;
    ++unit;
  }
  const std::string whole = std::to_string(tenths / 10);
  return whole + (unit == 0 ? "" : "." + std::to_string(tenths % 10)) + " " + kUnits[unit];
}

std::uint64_t refused(const Counters& counters) {
  return std::accumulate(counters.denied.begin(), counters.denied.end(), std::uint64_t{0});
}

std::string up_text(std::uint64_t seconds) {
  if (seconds < 7'200) return std::to_string(seconds / 60) + " min";
  if (seconds < 172'800) return std::to_string(seconds / 3'600) + " h";
  return std::to_string(seconds / 86'400) + " days";
}

std::string refusals_text(const Counters& counters) {
  std::string text;
  for (std::size_t i = 0; i < counters.denied.size(); ++i)
    if (counters.denied[i] > 0)
      text += (text.empty() ? "" : ", ") + std::string(name_of(static_cast<Denied>(i))) + " " +
              std::to_string(counters.denied[i]);
  return text.empty() ? "nothing" : text;
}

/// Builds an object of numbers and truths.
class Object {
 public:
  void add(const char* name, const std::string& value) {
    text_ += std::string(text_.size() > 1 ? "," : "") + "\"" + name + "\":" + value;
  }
  template <class Number>
  void add_number(const char* name, Number number) {
    add(name, std::to_string(number));
  }
  template <class Number>
  void add_number(const char* name, const std::optional<Number>& number) {
    add(name, number ? std::to_string(*number) : "null");
  }
  std::string text() && { return std::move(text_) + "}"; }

 private:
  std::string text_ = "{";
};

}  // namespace

std::string status_text(const Counters& counters, const Numbers& numbers) {
  const auto& [places, memory, up, rate, rate_max, month, month_bytes, month_max, draining] =
      numbers;
  std::string text = "The relay is up for " + up_text(up) + ".\n";
  if (draining) text = "The relay ends: it takes nobody, and its tables have a minute.\n";
  text += "Connections: " + std::to_string(counters.control_connections) + " of clients, " +
          std::to_string(counters.pipe_connections) + " ends of " + std::to_string(places.pipes) +
          " pipes, " + std::to_string(counters.new_connections) + " new\n";
  text += "Places: " + std::to_string(places.nameplates) + " numbers, " +
          std::to_string(places.boxes) + " boxes\n";
  text += "Rate: " + bytes_text(rate) + " a second" +
          (rate_max ? " of " + bytes_text(static_cast<std::uint64_t>(*rate_max)) : "") + "\n";
  text += "Sent in " + month + ": " + bytes_text(month_bytes);
  if (month_max && *month_max > 0)
    text += " of " + bytes_text(*month_max) + " (" +
            std::to_string(month_bytes / (*month_max / 100 + 1)) + " %)";
  text += "\nRefused: " + refusals_text(counters) + "\n";
  return text + "Memory: " + bytes_text(memory) + "\n";
}

std::string status_json(const Counters& counters, const Numbers& numbers) {
  Object connections, places, rate, month, whole;
  connections.add_number("new", counters.new_connections);
  connections.add_number("control", counters.control_connections);
  connections.add_number("pipe", counters.pipe_connections);
  places.add_number("numbers", numbers.occupancy.nameplates);
  places.add_number("boxes", numbers.occupancy.boxes);
  rate.add_number("bytes_per_second", numbers.sent_per_second);
  rate.add_number("max", numbers.rate_max);
  month.add("month", "\"" + numbers.month + "\"");
  month.add_number("bytes", numbers.month_bytes);
  month.add_number("max", numbers.month_max);
  whole.add("v", "1");
  whole.add_number("up_s", numbers.up_seconds);
  whole.add("draining", numbers.draining ? "true" : "false");
  whole.add("connections", std::move(connections).text());
  whole.add("places", std::move(places).text());
  whole.add_number("pipes", numbers.occupancy.pipes);
  whole.add("rate", std::move(rate).text());
  whole.add("sent", std::move(month).text());
  whole.add_number("refused", refused(counters));
  whole.add_number("memory_bytes", numbers.resident_bytes);
  return std::move(whole).text() + "\n";
}

}  // namespace fairdeal::relay
