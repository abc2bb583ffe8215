#include "ui/author/inspector.h"

#include <algorithm>
#include <charconv>
#include <sstream>

#include "base/edit_distance.h"
#include "rules/choice_text.h"
#include "rules/json_full.h"
#include "rules/json_reader.h"
#include "ui/author/inspect_words.h"
#include "ui/words/printable.h"

namespace fairdeal::author {
namespace {

constexpr std::size_t kPliesMax = 100'000;

Inspector::Words inspector_words(const std::string& line) {
  Inspector::Words words;
  std::istringstream in(line);
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

std::optional<std::size_t> whole_number(const std::string& word) {
  std::size_t number = 0;
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, number);
  if (word.empty() || error != std::errc() || stop != end) return {};
  return number;
}

}  // namespace

struct Inspector::Command {
  const char* name;
  const char* brief;  ///< another name; "" if there is none
  const char* usage;
  const char* about;
  Answered (Inspector::*run)(const Words&);
};

tl::unexpected<words::Failure> Inspector::refused(const std::string& what,
                                                  const std::string& instead) {
  return tl::unexpected(words::Failure{words::Exit::usage, "refused", what, instead});
}

const std::vector<Inspector::Command>& Inspector::commands() {
  static const std::vector<Command> kCommands{
      {"next", "n", "next [K]", "on by K events, or by one; chance is decided on the way",
       &Inspector::next},
      {"back", "b", "back [K]", "back by K events, or by one", &Inspector::back},
      {"go", "g", "go PLY", "to this event; beyond the last one as next does", &Inspector::go},
      {"state", "s", "state", "the whole state, which everybody knows", &Inspector::state},
      {"view", "v", "view [SEAT]", "what a seat sees; without one, what everybody sees",
       &Inspector::view},
      {"revealed", "r", "revealed", "what the last event revealed, and to whom",
       &Inspector::revealed},
      {"wants", "w", "wants", "what is to happen next", &Inspector::wants},
      {"moves", "l", "moves [SEAT]", "the legal moves of the seats that are asked",
       &Inspector::moves},
      {"move", "m", "move SEAT MOVE", "a seat's move, by name, number or JSON; after = only JSON",
       &Inspector::move},
      {"random", "", "random [K]", "as next, and seats make random moves", &Inspector::random},
      {"absent", "", "absent SEAT [opens]", "the seat misses its turn", &Inspector::absent},
      {"out", "", "out SEAT [left] [opens]", "the seat does not play this deal", &Inspector::out},
      {"void", "", "void SEAT [SEAT]", "what is wanted can never happen, because of these seats",
       &Inspector::spoil},
      {"save", "", "save FILE", "write the match to a file", &Inspector::save},
      {"load", "", "load FILE", "go on with a match that was saved", &Inspector::load},
      {"help", "?", "help", "this list", &Inspector::help},
      {"quit", "q", "quit", "leave", &Inspector::quit}};
  return kCommands;
}

Inspector::Answered Inspector::answer(const std::string& line) {
  Words words = inspector_words(line);
  if (words.empty()) words.emplace_back("next");
  const Command* nearest = nullptr;
  for (const Command& command : commands()) {
    if (words[0] == command.name || words[0] == command.brief) {
      const std::size_t was_at = match_.at();
      const auto said = (this->*command.run)(words);
      if (match_.at() != was_at) chosen_.clear();
      return said;
    }
    if (nearest == nullptr ||
        edit_distance(words[0], command.name) < edit_distance(words[0], nearest->name))
      nearest = &command;
  }
  const bool near = edit_distance(words[0], nearest->name) <= 2;
  return refused("There is no command '" + words::printable(words[0]) + "'.",
                 near ? std::string("Is it ") + nearest->usage + "?" : "help lists all commands.");
}

Inspector::Answer Inspector::place() const {
  return {place_json(match_), place_words(match_), true};
}

tl::expected<Seat, words::Failure> Inspector::seat_of(const std::string& word,
                                                      const std::string& command) const {
  const std::size_t seats = match_.game().seats();
  const auto number = whole_number(word);
  if (number && *number >= 1 && *number <= seats)
    return Seat(static_cast<std::uint32_t>(*number - 1));
  for (std::uint32_t i = 0; i < seats; ++i)
    if (word == match_.game().role(Seat(i)) || word == match_.names()[Seat(i)]) return Seat(i);
  return refused(
      word.empty() ? "Which seat?" : "There is no seat '" + words::printable(word) + "'.",
      "Seats are 1 to " + std::to_string(seats) + ": " + command);
}

tl::expected<std::size_t, words::Failure> Inspector::count_of(const Words& words) {
  if (words.size() == 1) return 1;
  const auto count = whole_number(words[1]);
  if (!count || *count == 0 || *count > kPliesMax || words.size() > 2)
    return refused("'" + words::printable(rest_of(words, 1)) + "' is no number of events.",
                   "Write " + words[0] + ", or " + words[0] + " 5.");
  return *count;
}

tl::expected<void, words::Failure> Inspector::may_change() const {
  if (match_.is_transcript())
    return refused("A transcript is what was played, and is only read.",
                   "next, back and go move in it; fairdeal inspect " + match_.game().info().name +
                       " begins a match that you can change.");
  return {};
}

words::Failure Inspector::needs_move() const {
  const Seat seat = match_.game().active().front();
  const auto choices = match_.game().choices(seat, match_.known(seat).value_or(rules::Known()),
                                             match_.names().all());
  const std::string number = std::to_string(seat.value + 1);
  return {words::Exit::usage, "refused", "A move of " + match_.names()[seat] + " is wanted.",
          "Write move " + number + " " + (choices.empty() ? "MOVE" : choices.front().label) +
              ", or random; moves " + number + " lists them."};
}

Inspector::Answered Inspector::happen(const rules::AnyEvent& event) {
  if (const auto may = may_change(); !may) return tl::unexpected(may.error());
  if (match_.game().over())
    return refused("The match is over.", "back goes back, and go 0 to its beginning.");
  if (const auto happened = match_.happen(event); !happened)
    return tl::unexpected(
        words::Failure{words::Exit::usage, name(happened.error().fault),
                       "The game refuses that: " + describe(happened.error()) + ".",
                       "wants and moves say what can happen now."});
  return place();
}

Inspector::Answered Inspector::next(const Words& words) {
  const auto count = count_of(words);
  if (!count) return tl::unexpected(count.error());
  std::size_t done = 0;
  const auto stopped = on_by(*count, done);
  if (stopped && done == 0) return tl::unexpected(*stopped);
  return place();
}

/// Goes on by `count` events; chance is decided on the way. Returns why it went on only by `done`.
std::optional<words::Failure> Inspector::on_by(std::size_t count, std::size_t& done) {
  for (done = 0; done < count; ++done) {
    if (match_.at() < match_.last()) {
      match_.go(match_.at() + 1);
      continue;
    }
    std::optional<words::Failure> failure;
    if (match_.game().over() || match_.is_transcript())
      failure =
          refused("That was the last event.", "back goes back, and go 0 to the beginning.").value();
    else if (!match_.game().active().empty())
      failure = needs_move();
    else if (const auto happened = match_.chance(); !happened)
      failure = words::failure_of(happened.error(), "The game failed");
    if (failure) return failure;
  }
  return {};
}

Inspector::Answered Inspector::back(const Words& words) {
  const auto count = count_of(words);
  if (!count) return tl::unexpected(count.error());
  if (match_.at() == 0) return refused("This is the beginning.", "next goes on.");
  match_.go(match_.at() - std::min(match_.at(), *count));
  return place();
}

Inspector::Answered Inspector::go(const Words& words) {
  const auto ply = words.size() == 2 ? whole_number(words[1]) : std::nullopt;
  if (!ply || *ply > kPliesMax)
    return refused("There is no such ply.", "Write go and a number, such as go 0.");
  const std::size_t had = std::min(*ply, match_.last());
  const bool moves = had != match_.at();
  match_.go(had);
  std::size_t done = 0;
  const auto stopped = on_by(*ply - had, done);
  if (stopped && done == 0 && !moves) return tl::unexpected(*stopped);
  Answer answer = place();
  if (!stopped) return answer;
  answer.json["stopped"] = stopped->message;
  answer.text += "\nIt stops here: " + stopped->message + " " + stopped->hint;
  return answer;
}

Inspector::Answered Inspector::state(const Words&) {
  const words::Json state = match_.game().json();
  return Answer{{{"v", 1}, {"ply", match_.at()}, {"state", state}}, state.dump(2)};
}

Inspector::Answered Inspector::view(const Words& words) {
  rules::Observer observer;
  rules::Known known;
  if (words.size() > 1) {
    const auto seat = seat_of(words[1], "view 1");
    if (!seat) return tl::unexpected(seat.error());
    const auto knows = match_.known(*seat);
    if (!knows)
      return refused(
          "The transcript does not say what " + match_.names()[*seat] + " saw alone.",
          "view shows what everybody saw; the file .own beside a transcript has what its "
          "owner saw.");
    observer = *seat;
    known = *knows;
  }
  const words::Json view = match_.game().view(observer, known);
  const std::string drawing = match_.game().draw(observer, known, match_.names().all());
  return Answer{{{"v", 1},
                 {"ply", match_.at()},
                 {"seat", observer ? words::Json(observer->value) : words::Json()},
                 {"view", view},
                 {"drawing", drawing}},
                drawing + view.dump(2)};
}

Inspector::Answered Inspector::wants(const Words&) {
  words::Json wants = words::Json::array();
  std::string text;
  for (const auto& want : match_.game().wants()) {
    wants.push_back(want_json(want));
    text += (text.empty() ? "" : "\n") + want_words(want, match_.names());
  }
  return Answer{{{"v", 1}, {"ply", match_.at()}, {"wants", wants}},
                text.empty() ? "nothing: the match is over" : text};
}

Inspector::Answered Inspector::moves(const Words& words) {
  std::vector<Seat> seats = match_.game().active();
  if (words.size() > 1) {
    const auto seat = seat_of(words[1], "moves 1");
    if (!seat) return tl::unexpected(seat.error());
    if (std::ranges::find(seats, *seat) == seats.end())
      return refused(match_.names()[*seat] + " is not asked for a move.",
                     "wants says what is to happen; next lets it happen.");
    seats = {*seat};
  }
  words::Json list = words::Json::array();
  std::string text;
  for (const Seat seat : seats) {
    const auto choices = match_.game().choices(seat, match_.known(seat).value_or(rules::Known()),
                                               match_.names().all());
    words::Json moves = words::Json::array();
    for (std::size_t i = 0; i < choices.size(); ++i) {
      const rules::Choice& choice = choices[i];
      moves.push_back({{"move", rules::json_or_null(choice.action.text)}, {"label", choice.label}});
      if (const auto number = rules::choice_number(choices, i); !number.empty())
        moves.back()["number"] = rules::json_or_null(number);
      if (choice.range)
        moves.back()["range"] = {choice.range->min, choice.range->max, choice.range->step};
    }
    list.push_back({{"seat", seat.value}, {"moves", moves}});
    text += (text.empty() ? "" : "\n") + match_.names()[seat] + ":\n" +
            rules::list_choices(choices, true);
  }
  return Answer{{{"v", 1}, {"ply", match_.at()}, {"legal", list}},
                text.empty() ? "No seat is asked for a move." : text};
}

Inspector::Answered Inspector::revealed(const Words&) {
  const InspectStep* const before = match_.before();
  if (before == nullptr) return refused("Nothing has happened yet.", "next lets something happen.");
  const Revealed learnt = revealed_by(*before, match_.step());
  return Answer{{{"v", 1}, {"ply", match_.at()}, {"revealed", as_json(learnt)}},
                revealed_words(learnt, match_.names())};
}

Inspector::Answered Inspector::help(const Words&) {
  words::Json list = words::Json::array();
  std::string text;
  for (const Command& command : commands()) {
    list.push_back({{"usage", command.usage}, {"about", command.about}});
    std::string line = std::string("  ") + command.usage;
    line.resize(std::max<std::size_t>(line.size() + 2, 28), ' ');
    const std::string brief = command.brief;
    text += line + command.about + (brief.empty() ? "" : " (" + brief + ")") + "\n";
  }
  return Answer{{{"v", 1}, {"commands", list}},
                text + "An empty line is next. Seats count from 1, or are named by their roles."};
}

Inspector::Answered Inspector::quit(const Words&) {
  quit_ = true;
  return Answer{{{"v", 1}, {"quit", true}}, "Ply " + std::to_string(match_.at()) + "."};
}

}  // namespace fairdeal::author
