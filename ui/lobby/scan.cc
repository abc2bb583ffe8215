#include "ui/lobby/scan.h"

#include <algorithm>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

#include "crypto/system_rng.h"
#include "rules/json_reader.h"
#include "ui/home/contacts_file.h"
#include "ui/home/kept_play.h"
#include "ui/home/places.h"
#include "ui/seat/status_socket.h"
#include "ui/seat/tables.h"
#include "ui/words/printable.h"

namespace fairdeal::lobby {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kStatusPatience{300};
constexpr Duration kNearTakes{1'500};
constexpr std::chrono::seconds kLooksApart{3};
/// The longest name or sentence of another program that is shown.
constexpr std::size_t kShownBytesMax = 300;

std::string shown_text(const words::Json& json, const char* name) {
  return words::printable(rules::JsonReader(json).member(name).text().value_or(""))
      .substr(0, kShownBytesMax);
}

std::int64_t shown_number(const words::Json& json, const char* name) {
  return rules::JsonReader(json).member(name).number().value_or(0);
}

bool is_set_in(const words::Json& json, const char* name) {
  return rules::JsonReader(json).member(name).flag().value_or(false);
}

front::LobbyTable kept_table(const match::PlayedMatches::Entry& entry) {
  front::LobbyTable table{.line = "resume " + entry.path.stem().string(),
                          .game = entry.match.game,
                          .standing = "kept",
                          .seen_s = entry.at_s};
  for (std::size_t i = 0; i < entry.match.players.size(); ++i)
    if (static_cast<int>(i) != entry.match.me)
      table.with.push_back(words::printable(entry.match.players[i]));
  return table;
}

front::LobbyFinished finished_match(const match::PlayedMatches::Entry& entry) {
  front::LobbyFinished match{.file = entry.path.filename().string(),
                             .game = entry.match.game,
                             .me = entry.match.me,
                             .result = entry.match.result,
                             .hands = entry.match.hands,
                             .moves = entry.match.moves,
                             .at_s = entry.at_s};
  for (const std::string& name : entry.match.players)
    match.players.push_back(words::printable(name));
  return match;
}

/// Adds the matches against bots that are kept, unless a program plays them now.
void add_plays(std::vector<front::LobbyTable>& tables, const std::vector<words::Json>& seats) {
  for (const std::string& name : home::KeptPlay::names()) {
    if (tables.size() >= front::kLobbyTablesMax) return;
    const bool runs = std::ranges::any_of(
        seats, [&](const words::Json& status) { return shown_text(status, "play") == name; });
    const std::string game = name.substr(0, name.rfind('-'));
    if (!runs)
      tables.push_back({.line = "resume " + name,
                        .game = game,
                        .standing = "kept",
                        .seen_s = home::KeptPlay::date_s(name),
                        .bots = true});
  }
}

}  // namespace

std::optional<front::LobbyTable> table_of_status(const words::Json& status) {
  if (!status.is_object() || !status.contains("phase")) return {};
  const std::string phase = shown_text(status, "phase");
  front::LobbyTable table{.game = shown_text(status, "game"),
                          .standing = phase == "gathering" || phase == "over" ? phase : "playing",
                          .words = shown_text(status, "waiting"),
                          .said = rules::JsonReader(status).member("waiting_said").json(),
                          .bots = status.contains("play")};
  const std::int64_t process = shown_number(status, "pid");
  if (is_set_in(status, "page") && process > 0) table.line = "open " + std::to_string(process);
  if (is_set_in(status, "to_act")) {
    table.standing = "to_act";
    table.left_ms = std::max<std::int64_t>(0, shown_number(status, "left_ms"));
    table.then = shown_text(status, "then");
  }
  for (const rules::JsonReader& one : rules::JsonReader(status).member("members").elements())
    if (const words::Json& member = one.json();
        one.is_object() && !is_set_in(member, "me") && table.with.size() < proto::kValidatorsMax)
      table.with.push_back(shown_text(member, "name"));
  return table;
}

std::string transcript_written(const words::Json& status) {
  const std::string table = shown_text(status, "table");
  for (const rules::JsonReader& one : rules::JsonReader(status).member("members").elements())
    if (const words::Json& member = one.json(); is_set_in(member, "me"))
      return table.substr(0, 16) + "-seat-" + std::to_string(shown_number(member, "seat")) + ".fdt";
  return "";
}

Scan::Scan(boost::asio::io_context& io, Places places, Take take)
    : io_(io),
      places_(std::move(places)),
      take_(std::move(take)),
      matches_(places_.known),
      thread_([this] { run(); }) {}

Scan::~Scan() {
  {
    const std::scoped_lock lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void Scan::wanted(bool is_wanted) {
  const std::scoped_lock lock(mutex_);
  wanted_ = is_wanted;
  again_ = is_wanted;
  changed_.notify_all();
}

void Scan::look_again() {
  const std::scoped_lock lock(mutex_);
  again_ = true;
  changed_.notify_all();
}

std::optional<fs::path> Scan::transcript(const std::string& name) const {
  for (const fs::path& folder : {places_.tables, places_.transcripts})
    if (fs::is_regular_file(folder / name)) return folder / name;
  return {};
}

/// Waits until it is time to look. Returns false at the end.
bool Scan::waits() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return stop_ || wanted_; });
  changed_.wait_for(lock, kLooksApart, [&] { return stop_ || again_; });
  again_ = false;
  return !stop_;
}

void Scan::run() {
  while (waits()) {
    try {
      look();
    } catch (const std::exception&) {
      continue;  // a folder cannot be read, or memory is short: what was known stays
    }
  }
}

void Scan::look() {
  seats_.clear();
  for (const std::string& answer : seat::ask_all(home::status_folder(), kStatusPatience))
    if (auto status = rules::parse_json(answer, answer.size()); status && status->is_object())
      seats_.push_back(*std::move(status));
  matches_.look({places_.tables, places_.transcripts});
  tell();
  crypto::SystemRng rng;
  const auto is_written = [&](const std::string& name) {
    return std::ranges::any_of(
        seats_, [&](const words::Json& status) { return transcript_written(status) == name; });
  };
  auto told = std::chrono::steady_clock::now();
  while (matches_.read_one(is_written, rng, stop_)) {
    const auto now = std::chrono::steady_clock::now();
    if (now - told < kStatusPatience) continue;
    told = now;
    facts_.reading = true;
    tell();
  }
  facts_.reading = false;
  matches_.keep();
  tell();
  if (stop_) return;
  find_near();
  tell();
}

void Scan::find_near() {
  const auto contacts = home::ContactsFile(places_.identity).load();
  const home::ContactList nobody;
  const auto found = seat::find_on_lan(contacts ? *contacts : nobody, kNearTakes);
  facts_.near.clear();
  if (!found) return;
  for (const seat::LanTable& lan : *found) {
    const auto& table = lan.heard.table;
    if (table.taken >= table.seats || facts_.near.size() == front::kLobbyNearMax) continue;
    const auto addresses = seat::lan_addresses(lan.heard);
    const std::string to = !lan.contact.empty()                ? lan.contact
                           : !table.code && !addresses.empty() ? addresses.front()
                                                               : "";
    facts_.near.push_back({.line = to.empty() ? "" : "join '" + to + "'",
                           .game = words::printable(table.game),
                           .contact = words::printable(lan.contact),
                           .seats = table.seats,
                           .taken = table.taken});
  }
}

/// Hands what is known to the page.
void Scan::tell() {
  facts_.tables.clear();
  facts_.finished.clear();
  std::vector<const match::PlayedMatch*> played;
  for (const words::Json& status : seats_)
    if (auto table = table_of_status(status)) facts_.tables.push_back(*std::move(table));
  for (const match::PlayedMatches::Entry& entry : matches_.list()) {
    if (!entry.good) continue;
    if (entry.match.over) {
      played.push_back(&entry.match);
      facts_.finished.push_back(finished_match(entry));
      continue;
    }
    auto store = entry.path;
    const std::string name = entry.path.filename().string();
    const bool runs = std::ranges::any_of(
        seats_, [&](const words::Json& status) { return transcript_written(status) == name; });
    if (!runs && fs::exists(store.replace_extension(".db")))
      facts_.tables.push_back(kept_table(entry));
  }
  add_plays(facts_.tables, seats_);
  front::sort_by_urgency(facts_.tables);
  facts_.figures = match::stats_of(played);
  facts_.finished_all = facts_.finished.size();
  front::LobbyFacts told = facts_;
  if (told.finished.size() > front::kLobbyFinishedMax)
    told.finished.resize(front::kLobbyFinishedMax);
  boost::asio::post(io_, [weak = std::weak_ptr(alive_), this, facts = std::move(told)] {
    if (weak.lock()) take_(facts);
  });
}

}  // namespace fairdeal::lobby
