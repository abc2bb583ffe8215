#include "cli/stats.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <set>

#include "crypto/system_rng.h"
#include "rules/json_full.h"
#include "rules/json_reader.h"
#include "rules/registry.h"
#include "ui/home/places.h"
#include "ui/lobby/scan.h"
#include "ui/match/stats.h"
#include "ui/sandbox/kept_scripts.h"
#include "ui/seat/status_socket.h"
#include "ui/seat/table_params.h"
#include "ui/words/html_text.h"
#include "ui/words/printable.h"
#include "ui/words/progress.h"

/// `fairdeal stats`: what a person won, and what chance brought, by their own transcripts.

namespace fairdeal::cli {
namespace {

using words::counted;
using words::Json;

constexpr std::chrono::milliseconds kStatusPatience{300};

std::string decimal(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

std::string with_sign(double value, int digits) {
  return (value > 0 ? "+" : "") + decimal(value, digits);
}

/// Returns the line of the averages of dice or cards.
std::string average_words(const match::Tally& tally, const std::string& what) {
  const auto count = static_cast<double>(tally.count);
  return "\n    " + what + ": average " + decimal(tally.sum / count, 2) + ", expected " +
         decimal(tally.expected / count, 2) + " ± " + decimal(tally.reach() / count, 2);
}

std::string luck_words(const match::Luck& luck) {
  std::string text;
  if (luck.cards.count > 0) text += average_words(luck.cards, counted(luck.cards.count, "card"));
  if (luck.dice.count > 0)
    text += average_words(luck.dice, counted(luck.dice.count, "die", "dice"));
  if (luck.all_in.count > 0)
    text += "\n    " + counted(luck.all_in.count, "hand") + " all in: won " +
            decimal(luck.all_in.sum, 0) + " chips, expected " + decimal(luck.all_in.expected, 0) +
            " ± " + decimal(luck.all_in.reach(), 0);
  return text;
}

std::string stats_words(const match::GameStats& stats) {
  std::string text = stats.game + ": " + counted(stats.matches, "match", "matches");
  if (stats.hands > 0) text += ", " + counted(stats.hands, "deal");
  text += ", " + std::to_string(stats.won) + " won, " + std::to_string(stats.lost) + " lost";
  if (const std::uint64_t rest = stats.matches - stats.won - stats.lost; rest > 0)
    text += ", " + std::to_string(rest) + (stats.for_chips ? " even" : " shared");
  text += "\n    result " + with_sign(static_cast<double>(stats.sum), 0);
  if (const auto mean = stats.per_match())
    text += ", a match " + with_sign(mean->value, 1) + " (" + with_sign(mean->low, 1) + " to " +
            with_sign(mean->high, 1) + ")";
  return text + luck_words(stats.luck);
}

Json tally_json(const match::Tally& tally) {
  return {{"count", tally.count},
          {"sum", tally.sum},
          {"expected", tally.expected},
          {"low", tally.expected - tally.reach()},
          {"high", tally.expected + tally.reach()}};
}

Json stats_json(const match::GameStats& stats) {
  Json json{{"game", stats.game},    {"matches", stats.matches},
            {"deals", stats.hands},  {"won", stats.won},
            {"lost", stats.lost},    {"shared", stats.matches - stats.won - stats.lost},
            {"result", stats.sum},   {"per_match", nullptr},
            {"luck", Json::object()}};
  if (const auto mean = stats.per_match())
    json["per_match"] = {{"mean", mean->value}, {"low", mean->low}, {"high", mean->high}};
  for (const auto& [name, tally] :
       {std::pair("cards", &stats.luck.cards), std::pair("dice", &stats.luck.dice),
        std::pair("all_in", &stats.luck.all_in)})
    if (tally->count > 0) json["luck"][name] = tally_json(*tally);
  return json;
}

/// Returns the names of the transcripts that programs of this user write now.
std::set<std::string> transcripts_written() {
  std::set<std::string> names;
  for (const std::string& answer : seat::ask_all(home::status_folder(), kStatusPatience))
    names.insert(lobby::transcript_written(rules::json_or_null(answer)));
  return names;
}

bool is_asked_for(const match::PlayedMatch& match, const StatsOptions& options) {
  if (!options.game.empty() && match.game != options.game) return false;
  if (options.with.empty()) return true;
  for (std::size_t seat = 0; seat < match.players.size(); ++seat)
    if (static_cast<int>(seat) != match.me && match.players[seat] == options.with) return true;
  return false;
}

}  // namespace

int run_stats(const StatsOptions& options, const words::Output& output) {
  match::PlayedMatches matches(home::known_matches_file());
  matches.look({home::tables_folder(options.seat.folder), home::transcripts_folder()});
  crypto::SystemRng rng;
  const std::atomic<bool> stop = false;
  words::Progress progress(output);
  std::size_t read = 0;
  const std::set<std::string> written = transcripts_written();
  const auto is_written = [&](const std::string& name) { return written.contains(name); };
  while (matches.read_one(is_written, rng, stop)) {
    ++read;
    progress.tell([&] {
      return std::to_string(read) + " of " + std::to_string(matches.list().size()) +
             " transcripts are read.";
    });
  }
  try {
    matches.keep();
  } catch (const std::filesystem::filesystem_error& error) {
    output.note("What was read is not kept: " + std::string(error.what()));
  }
  std::vector<const match::PlayedMatch*> asked;
  std::size_t unreadable = 0;
  for (const auto& entry : matches.list()) {
    unreadable += entry.read && !entry.good ? 1 : 0;
    if (entry.good && is_asked_for(entry.match, options)) asked.push_back(&entry.match);
  }
  const bool is_of_transcripts = std::ranges::any_of(matches.list(), [&](const auto& entry) {
    return entry.good && entry.match.game == options.game;
  });
  if (!options.game.empty() && !is_of_transcripts && !rules::find_module(options.game) &&
      !sandbox::KeptScripts(home::scripts_folder()).has(options.game))
    return output.failed(seat::no_such_game(options.game));
  const auto stats = match::stats_of(asked);
  Json games = Json::array();
  std::string text;
  for (const match::GameStats& one : stats) {
    games.push_back(stats_json(one));
    text += (text.empty() ? "" : "\n") + words::printable_lines(stats_words(one));
  }
  output.result(Json{{"v", 1}, {"games", std::move(games)}, {"unreadable", unreadable}});
  if (text.empty()) {
    output.result(std::string("No such match of yours is over yet."));
  } else {
    output.result(text);
    output.note("In 95 of 100 cases chance strays by at most the number after ±.");
  }
  if (unreadable > 0) output.note(counted(unreadable, "transcript") + " cannot be read here.");
  return 0;
}

}  // namespace fairdeal::cli
