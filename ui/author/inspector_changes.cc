#include <algorithm>
#include <filesystem>
#include <fstream>
#include <utility>

#include "rules/choice_text.h"
#include "rules/json_full.h"
#include "ui/author/inspector.h"
#include "ui/home/read_file.h"
#include "ui/words/printable.h"

/// The commands of the inspector by which a match goes on, or another is read.

namespace fairdeal::author {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kSavedMatchMax = std::size_t{16} << 20;
constexpr std::size_t kMoveTextMax = 256;

/// Reads a move: as a person types it, or as JSON. After "=" it is JSON alone; a whole number
/// without that sign may be the number of another move in the list.
Result<rules::Action> move_typed(const std::string& typed, const rules::AnyGame& game, Seat seat,
                                 const std::vector<rules::Choice>& choices) {
  const bool is_json = typed.starts_with('=');
  const auto json = rules::parse_json(is_json ? typed.substr(1) : typed, kMoveTextMax);
  auto action = rules::read_choice(typed, choices);
  if (action && !is_json) return action;
  if (json && rules::allows(game, seat, {rules::text(*json)}))
    return rules::Action{rules::text(*json)};
  if (is_json) return fail(Fault::illegal_move, "'" + typed.substr(1) + "' is no move now");
  return action;
}

/// Returns whether one of the words after a seat is this one.
bool has_word(const std::vector<std::string>& words, const char* word) {
  return std::find(words.begin() + 2, words.end(), word) != words.end();
}

bool is_saved_match(const std::string& file) {
  const auto bytes = home::read_regular_file(file, kSavedMatchMax);
  const auto json = bytes ? rules::parse_json(as_text(*bytes), kSavedMatchMax)
                          : Result<rules::Json>(fail(bytes.error()));
  return json && json->is_object() && json->contains("events") && json->contains("at");
}

}  // namespace

std::string Inspector::rest_of(const Words& words, std::size_t first) {
  std::string text;
  for (std::size_t i = first; i < words.size(); ++i) text += (i > first ? " " : "") + words[i];
  return text;
}

Inspector::Answered Inspector::move(const Words& words) {
  if (const auto may = may_change(); !may) return tl::unexpected(may.error());
  const auto active = match_.game().active();
  if (active.empty())
    return refused("No move is wanted.", "wants says what is; next lets it happen.");
  const auto seat = seat_of(words.size() > 1 ? words[1] : "",
                            "move " + std::to_string(active.front().value + 1) + " MOVE");
  if (!seat) return tl::unexpected(seat.error());
  const std::string number = std::to_string(seat->value + 1);
  if (std::ranges::find(active, *seat) == active.end())
    return refused(match_.names()[*seat] + " is not asked for a move.",
                   "wants says who is: move " + std::to_string(active.front().value + 1) + " MOVE");
  const auto choices = match_.game().choices(*seat, match_.known(*seat).value_or(rules::Known()),
                                             match_.names().all());
  const std::string typed = rest_of(words, 2);
  const auto action = move_typed(typed, match_.game(), *seat, choices);
  if (!action)
    return refused(
        typed.empty() ? "Which move?" : words::printable(action.error().about) + ".",
        "Write one of these after move " + number + ":\n" + rules::list_choices(choices));
  return choose(*seat, *action);
}

Inspector::Answered Inspector::choose(Seat seat, const rules::Action& action) {
  chosen_[seat] = action;
  std::string missing;
  words::Json missing_seats = words::Json::array();
  for (const Seat other : match_.game().active()) {
    if (chosen_.contains(other)) continue;
    missing += (missing.empty() ? "" : " and ") + match_.names()[other];
    missing_seats.push_back(other.value);
  }
  if (missing.empty()) return happen(rules::moved(std::exchange(chosen_, {})));
  return Answer{{{"v", 1}, {"ply", match_.at()}, {"waits_for", missing_seats}},
                "They move at once; the move of " + missing + " is missing."};
}

Inspector::Answered Inspector::random(const Words& words) {
  if (const auto may = may_change(); !may) return tl::unexpected(may.error());
  const auto count = count_of(words);
  if (!count) return tl::unexpected(count.error());
  if (match_.game().over())
    return refused("The match is over.", "back goes back, and go 0 to its beginning.");
  for (std::size_t i = 0; i < *count && !match_.game().over(); ++i)
    if (const auto happened = match_.random(); !happened)
      return tl::unexpected(words::failure_of(happened.error(), "The game failed"));
  return place();
}

Inspector::Answered Inspector::absent(const Words& words) {
  const auto active = match_.game().active();
  const auto seat = seat_of(words.size() > 1 ? words[1] : "", "absent 1");
  if (!seat) return tl::unexpected(seat.error());
  if (std::ranges::find(active, *seat) == active.end())
    return refused(match_.names()[*seat] + " is not asked for a move, so it can miss none.",
                   "out " + std::to_string(seat->value + 1) +
                       " takes it out of the deal; wants says who is asked.");
  return happen(rules::Absent{*seat, has_word(words, "opens")});
}

Inspector::Answered Inspector::out(const Words& words) {
  const auto seat = seat_of(words.size() > 1 ? words[1] : "", "out 1");
  if (!seat) return tl::unexpected(seat.error());
  return happen(rules::Out{*seat, has_word(words, "left"), has_word(words, "opens")});
}

Inspector::Answered Inspector::spoil(const Words& words) {
  rules::Void spoilt;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const auto seat = seat_of(words[i], "void 1 2");
    if (!seat) return tl::unexpected(seat.error());
    spoilt.by.insert(*seat);
  }
  if (spoilt.by.empty()) return refused("Because of which seats?", "Write void 1, or void 1 2.");
  return happen(spoilt);
}

Inspector::Answered Inspector::save(const Words& words) {
  if (match_.is_transcript())
    return refused("A transcript is a file already.", "fairdeal export writes it in other forms.");
  if (words.size() < 2) return refused("Into which file?", "Write save match.json.");
  const std::string file = rest_of(words, 1);
  std::error_code none;
  if (fs::exists(fs::symlink_status(file)) && !is_saved_match(file))
    return refused(words::printable(file) + " is there, and is no match that was saved.",
                   "Choose another name.");
  const std::string part = file + ".part";
  std::ofstream out(part, std::ios::binary | std::ios::trunc);
  out << rules::text(match_.json()) << "\n";
  out.close();
  if (out) fs::rename(part, file, none);
  if (!out || none) {
    fs::remove(part, none);
    return refused("Could not write " + words::printable(file) + ".",
                   "Check that the folder exists, that you may write there, and that the disk has "
                   "room.");
  }
  return Answer{{{"v", 1}, {"saved", file}, {"events", match_.last()}},
                "Saved " + std::to_string(match_.last()) + " events in " + file + "."};
}

Inspector::Answered Inspector::load(const Words& words) {
  if (words.size() < 2) return refused("Which file?", "Write load match.json.");
  const std::string file = rest_of(words, 1);
  const auto bytes = home::read_regular_file(file, kSavedMatchMax);
  if (!bytes) return tl::unexpected(words::failure_of(bytes.error(), "Could not read the match"));
  const auto json = rules::parse_json(as_text(*bytes), kSavedMatchMax);
  auto match = json ? InspectedMatch::load(*json) : Result<InspectedMatch>(fail(json.error()));
  if (!match)
    return refused(
        words::printable(file) + " is no match of this game: " + describe(match.error()) + ".",
        "save FILE writes one. If the game has changed since, its moves may not be "
        "legal any more.");
  match_ = *std::move(match);
  chosen_.clear();
  return place();
}

}  // namespace fairdeal::author
