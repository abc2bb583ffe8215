#include "apps/bench_table.h"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <map>
#include <memory>
#include <poll.h>

#include <nlohmann/json.hpp>

#include "apps/child.h"
#include "apps/paths.h"
#include "apps/read_file.h"
#include "base/check.h"
#include "proto/codec.h"
#include "proto/transcript.h"

namespace fairdeal::apps {
namespace {

namespace fs = std::filesystem;

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

/// Figures by name, each of many measurements.
using Figures = std::map<std::string, std::vector<double>>;

/// One seat's process, and what it reported.
struct Peer {
  std::unique_ptr<Child> child;
  Json begin = nullptr, finished = nullptr;
  std::vector<Json> steps;
};

/// One match.
class Run {
 public:
  explicit Run(const BenchOptions& options) : options_(options) {}
  ~Run() {
    peers_.clear();
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  /// False if a peer failed.
  bool play() {
    const std::string params =
        R"({"stack":1000000,"hands":)" + std::to_string(options_.hands) + "}";
    start({"host", "holdem", "--seats", std::to_string(options_.seats), "--params", params});
    while (std::ranges::any_of(peers_, [](const Peer& p) { return p.child->events_fd() >= 0; }))
      listen();
    return std::ranges::all_of(
        peers_, [](Peer& p) { return p.child->wait() == 0 && !p.finished.is_null(); });
  }

  void measure(Figures& figures) const {
    double began = 0;
    for (const Peer& peer : peers_) began = std::max(began, peer.begin.at("us").get<double>());
    for (const Peer& peer : peers_) {
      measure_first_deck(peer, began, figures);
      measure_hands(peer, figures);
    }
    double bytes = 0;
    for (const Peer& peer : peers_) bytes += peer.finished.at("bytes_sent").get<double>();
    const auto hands = static_cast<double>(options_.hands);
    figures["bytes_per_hand"].push_back(bytes / hands);
    figures["signatures_per_hand"].push_back(static_cast<double>(signatures()) / hands);
    figures["steps"].push_back(static_cast<double>(peers_[0].steps.size()));
  }

 private:
  static bool saw(const Json& step, const char* kind) {
    return std::ranges::count(step.at("saw"), kind) > 0;
  }
  static double at(const Json& step) { return step.at("us").get<double>(); }

  static void measure_first_deck(const Peer& peer, double began, Figures& figures) {
    for (const auto& [kind, name] :
         {std::pair{"shuffled", "first_deck_ms"}, std::pair{"dealt", "first_cards_ms"}}) {
      const auto first = std::ranges::find_if(
          peer.steps, [kind = kind](const Json& step) { return saw(step, kind); });
      if (first != peer.steps.end()) figures[name].push_back((at(*first) - began) / 1000);
    }
  }

  /// A step's notice says when this seat knew it decided.
  static void measure_hands(const Peer& peer, Figures& figures) {
    const auto played = [](const Json& step) { return saw(step, "moved") || saw(step, "shown"); };
    const Json only_moved = Json::array({"moved"});
    const Json* last_played = nullptr;
    double moves = 0, moving_us = 0, shuffle_steps = 0;
    for (std::size_t i = 0; i < peer.steps.size(); ++i) {
      const Json& step = peer.steps[i];
      if (saw(step, "shuffled") && (last_played != nullptr || played(step)))
        figures["between_hands_ms"].push_back(played(step) ? 0
                                                           : (at(step) - at(*last_played)) / 1000);
      const bool shuffles =
          step.at("saw").empty() ? !saw_all_keys(peer, i) : saw(step, "shuffled") && !played(step);
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
  /// Steps 0 and 1, keys and recovery shares, and the last, in which all sign the end: nothing
  /// happens to the game either.
  static bool saw_all_keys(const Peer& peer, std::size_t i) {
    return i < 2 || i + 1 == peer.steps.size();
  }

  std::size_t signatures() const {
    const auto file = read_file(folder_ / "0.fdt", std::size_t{1} << 32);
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
        count += 1 + (entry ? entry->notes.size() : 0);
      }
    }
    return count;
  }

  void start(std::vector<std::string> arguments) {
    const std::string seat = std::to_string(peers_.size());
    const fs::path home = folder_ / seat;
    make_private_folder(home);
    arguments.insert(
        arguments.end(),
        {"--listen", "127.0.0.1:0", "--nickname", "seat " + seat, "--identity",
         (home / "identity").string(), "--data", home.string(), "--transcript",
         (folder_ / (seat + ".fdt")).string(), "--bot", "simple", "--bot-seed", seat, "--quiet"});
    peers_.push_back(
        {std::make_unique<Child>(std::move(arguments), Child::Streams::none), {}, {}, {}});
  }

  void listen() {
    std::vector<pollfd> waiting;
    for (const Peer& peer : peers_) waiting.push_back({peer.child->events_fd(), POLLIN, 0});
    if (::poll(waiting.data(), waiting.size(), -1) < 0) return;
    for (std::size_t i = 0; i < waiting.size(); ++i) {
      if (waiting[i].fd < 0 || waiting[i].revents == 0) continue;
      for (const std::string& line : peers_[i].child->read_events()) take(i, Json::parse(line));
    }
  }

  void take(std::size_t seat, const Json& event) {
    const std::string type = event.at("type");
    if (type == "listening" && seat == 0) address_ = event.at("address");
    const bool next_may_come =
        type == "gathering" && seat == 0 && event.at("here") == peers_.size();
    if (next_may_come && peers_.size() < options_.seats) start({"join", address_});
    if (type == "begin") peers_[seat].begin = event;
    if (type == "step") peers_[seat].steps.push_back(event);
    if (type == "finished") peers_[seat].finished = event;
    if (type == "failed")
      for (Peer& peer : peers_) peer.child->signal(SIGTERM);
  }

  const BenchOptions& options_;
  fs::path folder_ = make_temporary_folder();
  std::string address_;
  std::vector<Peer> peers_;
};

}  // namespace

int run_bench_table(const BenchOptions& options, const Output& output) {
  Figures figures;
  for (int run = 0; run < options.runs; ++run) {
    output.note("Match " + std::to_string(run + 1) + " of " + std::to_string(options.runs) + ": " +
                std::to_string(options.seats) + " processes, " + std::to_string(options.hands) +
                " hands of hold'em");
    Run match(options);
    if (!match.play())
      return output.failed({Exit::internal, "peer_failed", "A seat's process failed.", {}});
    match.measure(figures);
  }
  Json document{
      {"v", 1}, {"seats", options.seats}, {"hands", options.hands}, {"runs", options.runs}};
  std::string text;
  for (const auto& [name, values] : figures) {
    document[name] = median(values);
    std::string line = name;
    line.resize(22, ' ');
    text += line + document[name].dump() + "\n";
  }
  text.pop_back();
  output.result(document);
  output.result(text);
  return 0;
}

}  // namespace fairdeal::apps
