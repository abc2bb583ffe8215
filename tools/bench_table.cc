#include "tools/bench_table.h"

#include <algorithm>
#include <map>

#include "base/check.h"
#include "proto/codec.h"
#include "proto/transcript.h"
#include "rules/json_full.h"
#include "tools/bench_match.h"
#include "ui/home/read_file.h"
#include "ui/home/stopwatch.h"

namespace fairdeal::tools {
namespace {

/// The measurements of each figure, by its name.
using Figures = std::map<std::string, std::vector<double>>;

bool saw(const words::Json& step, const char* kind) {
  return std::ranges::count(step.at("saw"), kind) > 0;
}
double at(const words::Json& step) { return step.at("us").get<double>(); }

void measure_first_deck(const BenchMatch::Peer& peer, double began, Figures& figures) {
  for (const auto& [kind, name] :
       {std::pair{"shuffled", "first_deck_ms"}, std::pair{"dealt", "first_cards_ms"}}) {
    const auto first = std::ranges::find_if(
        peer.steps, [wanted = kind](const words::Json& step) { return saw(step, wanted); });
    if (first != peer.steps.end()) figures[name].push_back((at(*first) - began) / 1000);
  }
}

/// Returns whether step `i` is one of those in which nothing happens to the game: the first two,
/// for keys and recovery shares, and the last, in which all sign the end.
bool is_table_business(const BenchMatch::Peer& peer, std::size_t i) {
  return i < 2 || i + 1 == peer.steps.size();
}

/// Measures a match's hands as one seat saw them. The time of a step is when this seat knew that it
/// was decided.
void measure_hands(const BenchMatch::Peer& peer, Figures& figures) {
  const auto played = [](const words::Json& step) {
    return saw(step, "moved") || saw(step, "shown");
  };
  const words::Json only_moved = words::Json::array({"moved"});
  const words::Json* last_played = nullptr;
  double moves = 0, moving_us = 0, shuffle_steps = 0;
  for (std::size_t i = 0; i < peer.steps.size(); ++i) {
    const words::Json& step = peer.steps[i];
    if (saw(step, "shuffled") && (last_played != nullptr || played(step)))
      figures["between_hands_ms"].push_back(played(step) ? 0
                                                         : (at(step) - at(*last_played)) / 1000);
    const bool shuffles = step.at("saw").empty() ? !is_table_business(peer, i)
                                                 : saw(step, "shuffled") && !played(step);
    if (shuffles) ++shuffle_steps;
    if (played(step)) last_played = &step;
    if (i == 0 || step.at("saw") != only_moved || peer.steps[i - 1].at("saw") != only_moved)
      continue;
    ++moves;
    moving_us += at(step) - at(peer.steps[i - 1]);
  }
  figures["shuffle_steps"].push_back(shuffle_steps);
  if (moving_us > 0) figures["moves_per_second"].push_back(moves / moving_us * 1e6);
}

std::size_t signatures(const BenchMatch& match) {
  const auto file = home::read_file(match.transcript(), std::size_t{1} << 32);
  CHECK(file);
  std::size_t count = 0;
  auto reader = proto::TranscriptReader::open(*file);
  CHECK(reader);
  for (auto part = reader->next(); part && *part; part = reader->next()) {
    const auto* decided = std::get_if<proto::Decided>(&**part);
    if (decided == nullptr) continue;
    count += decided->certificate.size();
    for (const auto& answer : decided->record) {
      const auto* envelope = std::get_if<proto::Envelope>(&answer);
      if (envelope == nullptr) continue;
      const auto entry = proto::decode_entry(envelope->body);
      count += 1 + (entry ? entry->attachments.size() : 0);
    }
  }
  return count;
}

void measure(const BenchMatch& match, int of_hands, Figures& figures) {
  double began = 0;
  for (const BenchMatch::Peer& peer : match.peers())
    began = std::max(began, peer.begin.at("us").get<double>());
  for (const BenchMatch::Peer& peer : match.peers()) {
    measure_first_deck(peer, began, figures);
    measure_hands(peer, figures);
  }
  double bytes = 0;
  for (const BenchMatch::Peer& peer : match.peers())
    bytes += peer.finished.at("bytes_sent").get<double>();
  const auto hands = static_cast<double>(of_hands);
  figures["bytes_per_hand"].push_back(bytes / hands);
  figures["signatures_per_hand"].push_back(static_cast<double>(signatures(match)) / hands);
  figures["steps"].push_back(static_cast<double>(match.peers()[0].steps.size()));
}

}  // namespace

int run_bench_table(const BenchOptions& options, const words::Output& output) {
  const int runs = options.runs.value_or(3), hands = options.hands.value_or(5);
  const std::size_t seats = options.seats.value_or(9);
  Figures figures;
  for (int run = 0; run < runs; ++run) {
    output.note("Match " + std::to_string(run + 1) + " of " + std::to_string(runs) + ": " +
                std::to_string(seats) + " processes, " + std::to_string(hands) +
                " hands of hold'em");
    BenchMatch match(seats, hands);
    if (!match.play())
      return output.failed({words::Exit::internal, "peer_failed", "A seat's process failed.", {}});
    measure(match, hands, figures);
  }
  words::Json document{{"v", 1}, {"seats", seats}, {"hands", hands}, {"runs", runs}};
  std::string text;
  for (const auto& [name, values] : figures) {
    document[name] = values.empty() ? 0 : home::median(values);
    std::string line = name;
    line.resize(22, ' ');
    text += line + document[name].dump() + "\n";
  }
  text.pop_back();
  output.result(document);
  output.result(text);
  return 0;
}

}  // namespace fairdeal::tools
