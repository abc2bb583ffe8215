#include "ui/match/played_matches.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>

#include "net/sockets/private_file.h"
#include "proto/transcript.h"
#include "rules/json_full.h"
#include "rules/json_reader.h"
#include "runtime/state/follow.h"
#include "runtime/state/pending_proofs.h"
#include "ui/home/private_files.h"
#include "ui/home/read_file.h"

namespace fairdeal::match {
namespace {

namespace fs = std::filesystem;
using rules::Json;

constexpr std::size_t kKnownBytesMax = 1 << 20;
constexpr std::size_t kListedFilesMax = 10'000;
constexpr int kKnownVersion = 3;

std::int64_t date_in_seconds(const fs::path& file) {
  std::error_code none;
  const auto time = fs::last_write_time(file, none);
  if (none) return 0;
  return std::chrono::duration_cast<std::chrono::seconds>(
             std::chrono::file_clock::to_sys(time).time_since_epoch())
      .count();
}

void count_events(PlayedMatch& match, const state::Table& table) {
  for (const rules::AnyEvent& event : table.events()) {
    if (std::holds_alternative<rules::Shuffled>(event)) ++match.hands;
    if (std::holds_alternative<rules::Moved<rules::Action>>(event) ||
        std::holds_alternative<rules::MovedTogether<rules::Action>>(event))
      ++match.moves;
  }
}

/// Writes a tally in thousandths: [count, sum, expected, standard deviation].
Json json_of_tally(const Tally& tally) {
  // Stakes beyond this do not matter here, and would overflow.
  const auto thousandths = [](double value) {
    constexpr double kMost = 9e15;
    return std::llround(std::clamp(1'000 * value, -kMost, kMost));
  };
  return {tally.count, thousandths(tally.sum), thousandths(tally.expected),
          thousandths(std::sqrt(tally.variance))};
}

Tally tally_of_json(const rules::JsonReader& json) {
  const auto numbers = json.numbers().value_or(std::vector<std::int64_t>());
  if (numbers.size() != 4 || numbers[0] < 0 || numbers[3] < 0) return {};
  const auto of_thousandths = [](std::int64_t value) { return static_cast<double>(value) / 1'000; };
  return {.count = static_cast<std::uint64_t>(numbers[0]),
          .sum = of_thousandths(numbers[1]),
          .expected = of_thousandths(numbers[2]),
          .variance = std::pow(of_thousandths(numbers[3]), 2)};
}

/// Rounds the luck as the file of known matches does, so that a match reads the same ever after.
Luck as_kept(const Luck& luck) {
  const auto kept = [](const Tally& tally) {
    const Json json = json_of_tally(tally);
    return tally_of_json(rules::JsonReader(json));
  };
  return {.dice = kept(luck.dice), .cards = kept(luck.cards), .all_in = kept(luck.all_in)};
}

Json json_of_match(const PlayedMatch& match) {
  return {{"game", match.game},
          {"players", match.players},
          {"me", match.me},
          {"over", match.over},
          {"result", match.result},
          {"hands", match.hands},
          {"moves", match.moves},
          {"dice", json_of_tally(match.luck.dice)},
          {"cards", json_of_tally(match.luck.cards)},
          {"all_in", json_of_tally(match.luck.all_in)}};
}

std::optional<PlayedMatch> match_of_json(const rules::JsonReader& json) {
  const auto game = json.member("game").text();
  const auto players = json.member("players").texts();
  const auto me = json.member("me").number(-1, INT32_MAX);
  const auto over = json.member("over").flag();
  const auto result = json.member("result").numbers();
  const auto hands = json.member("hands").natural(), moves = json.member("moves").natural();
  if (!game || !players || !me || !over || !result || !hands || !moves) return {};
  return PlayedMatch{.game = *game,
                     .players = *players,
                     .me = static_cast<int>(*me),
                     .over = *over,
                     .result = *result,
                     .hands = *hands,
                     .moves = *moves,
                     .luck = {.dice = tally_of_json(json.member("dice")),
                              .cards = tally_of_json(json.member("cards")),
                              .all_in = tally_of_json(json.member("all_in"))}};
}

}  // namespace

int seat_in_name(const std::string& name) {
  constexpr std::string_view kBefore = "-seat-";
  const std::size_t at = name.rfind(kBefore);
  if (at == std::string::npos) return -1;
  int seat = -1;
  const char* const end = name.data() + name.size();
  const auto [stop, error] = std::from_chars(name.data() + at + kBefore.size(), end, seat);
  const bool good = error == std::errc() && std::string_view(stop, end) == ".fdt" && seat >= 0;
  return good ? seat : -1;
}

Result<PlayedMatch> read_played(const fs::path& transcript, Rng& rng,
                                const std::atomic<bool>& stop) {
  FD_TRY(home::FileReader file, home::FileReader::open(transcript));
  FD_TRY(auto reader,
         proto::TranscriptReader::open([&](std::size_t wanted) { return file.more(wanted); }));
  FD_TRY(const auto first, reader.next());
  const auto* charter = first ? std::get_if<proto::SignedCharter>(&*first) : nullptr;
  if (charter == nullptr) return fail(Fault::damaged, "a transcript without a table");
  FD_TRY(state::Table table,
         state::Table::create(std::make_shared<const proto::SignedCharter>(*charter)));
  PlayedMatch match{.game = table.charter().module,
                    .me = seat_in_name(transcript.filename().string())};
  for (const auto& member : table.charter().seats) match.players.push_back(member.nickname);
  if (match.me >= static_cast<int>(table.seats())) match.me = -1;  // a witness
  std::optional<LuckReader> luck;
  if (match.me >= 0)
    luck.emplace(table, Seat(static_cast<std::uint32_t>(match.me)),
                 OwnCards(OwnCards::beside(transcript)));
  while (!stop) {
    const auto part = reader.next();
    const auto* decided = part && *part ? std::get_if<proto::Decided>(&**part) : nullptr;
    if (decided == nullptr) break;
    state::PendingProofs unchecked;
    auto followed = state::follow(table, *decided, unchecked, rng);
    if (!followed) break;
    table = std::move(followed->next);
    count_events(match, table);
    if (luck) luck->on(table);
  }
  if (luck) match.luck = as_kept(luck->luck());
  match.over = table.over();
  if (const auto result = table.game().result(); match.over && result) match.result = *result;
  return match;
}

void PlayedMatches::look(const std::vector<fs::path>& folders) {
  list_.clear();
  std::error_code none;
  for (const fs::path& folder : folders)
    for (const auto& file : fs::directory_iterator(folder, none))
      if (file.path().extension() == ".fdt" && list_.size() < kListedFilesMax)
        list_.push_back({.path = file.path(), .at_s = date_in_seconds(file.path())});
  std::ranges::stable_sort(list_, std::greater(), &Entry::at_s);
  if (list_.size() > kFilesMax) list_.resize(kFilesMax);
  for (Entry& entry : list_) {
    entry.size = fs::file_size(entry.path, none);
    const auto known = known_.find(entry.path.string());
    entry.read = known != known_.end() && known->second.size == entry.size &&
                 known->second.at_s == entry.at_s;
    if (!entry.read) continue;
    entry.good = known->second.good;
    entry.match = known->second.match;
  }
}

bool PlayedMatches::read_one(const std::function<bool(const std::string& name)>& is_written,
                             Rng& rng, const std::atomic<bool>& stop) {
  const auto entry = std::ranges::find_if(list_, [&](const Entry& one) {
    return !one.read && !is_written(one.path.filename().string());
  });
  if (entry == list_.end()) return false;
  auto match = entry->size > kBytesMax ? Result<PlayedMatch>(fail(Fault::too_large))
                                       : read_played(entry->path, rng, stop);
  if (stop) return false;
  entry->read = true;
  entry->good = match.has_value();
  if (match) entry->match = *std::move(match);
  known_[entry->path.string()] = {entry->size, entry->at_s, entry->good, entry->match};
  changed_ = true;
  return true;
}

void PlayedMatches::load() {
  const auto bytes = home::read_file(file_, kKnownBytesMax);
  const auto json = bytes ? rules::parse_json(as_text(*bytes), kKnownBytesMax)
                          : Result<Json>(fail(bytes.error()));
  if (!json || rules::JsonReader(*json).member("v").number() != kKnownVersion) return;
  for (const rules::JsonReader& one : rules::JsonReader(*json).member("matches").elements()) {
    const auto path = one.member("path").text();
    const auto size = one.member("size").natural();
    const auto at_s = one.member("at_s").number();
    const auto good = one.member("good").flag();
    auto match = match_of_json(one.member("match"));
    if (path && size && at_s && good && match)  // else it is read again from its transcript
      known_[*path] = {*size, *at_s, *good, *std::move(match)};
  }
}

void PlayedMatches::keep() {
  if (!std::exchange(changed_, false)) return;
  Json matches = Json::array();
  for (const Entry& entry : list_)
    if (entry.read)
      matches.push_back({{"path", entry.path.string()},
                         {"size", entry.size},
                         {"at_s", entry.at_s},
                         {"good", entry.good},
                         {"match", json_of_match(entry.match)}});
  home::make_private_folder(file_.parent_path());
  const std::string text = Json{{"v", kKnownVersion}, {"matches", matches}}.dump(
      -1, ' ', false, Json::error_handler_t::replace);
  const fs::path fresh = file_.string() + ".new";
  std::error_code none;
  if (sockets::write_private(fresh.string(), text)) fs::rename(fresh, file_, none);
}

}  // namespace fairdeal::match
