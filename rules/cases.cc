#include "rules/cases.h"

#include <algorithm>
#include <charconv>
#include <deque>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <utility>

#include "rules/card.h"
#include "rules/choice_text.h"
#include "rules/json_full.h"
#include "rules/json_reader.h"

namespace fairdeal::rules {
namespace case_lines {
namespace {

constexpr std::size_t kLineBytesMax = 16'384;
constexpr std::string_view kSuits = "cdhs";
constexpr int kChanceInARowMax = 10'000;
constexpr std::string_view kWords[] = {
    "seats", "params", "begin", "cards",  "dice",   "move",  "absent", "out",     "void", "refuses",
    "legal", "turn",   "over",  "result", "scores", "state", "view",   "resigns", "alarm"};

tl::unexpected<Error> at_line(std::size_t line, const std::string& what) {
  return fail(Fault::rules, "line " + std::to_string(line) + ": " + what);
}

std::string trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r"), last = text.find_last_not_of(" \t\r");
  return first == std::string_view::npos ? "" : std::string(text.substr(first, last - first + 1));
}

std::vector<std::string> words_in(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::vector<std::string> parts_of(const std::string& text, char between) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, between);) parts.push_back(trimmed(part));
  return parts;
}

template <class Int>
std::optional<Int> number_of(const std::string& word) {
  Int value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size()) return {};
  return value;
}

/// Splits "cards 1: As Kd" into its word, its seats and its rest, and "result 1 -1" into word and
/// rest.
CaseLine split_line(std::size_t number, const std::string& line) {
  const auto space = line.find_first_of(" :");
  CaseLine split{.line = number, .word = line.substr(0, space), .who = {}, .rest = {}};
  std::string rest = space == std::string::npos ? "" : line.substr(space);
  const auto colon = rest.find(':');
  const auto before = rest.substr(0, colon);
  const bool is_who =
      colon != std::string::npos && before.find_first_not_of(" 0123456789") == std::string::npos;
  if (is_who) {
    split.who = trimmed(before);
    rest = rest.substr(colon + 1);
  }
  split.rest = trimmed(rest);
  return split;
}

/// Plays one case. Cards are decided only when somebody sees them: the next one of the list that
/// the case has for the seat, or for all.
class CaseRun {
 public:
  CaseRun(const Module& module, const GameCase& one) : module_(module), case_(one) {}

  Result<> run() {
    for (const CaseLine& line : case_.lines) {
      const auto done = does(line);
      if (!done && done.error().about.starts_with("line ")) return done;
      if (!done) return at_line(line.line, done.error().about);
    }
    if (!game_) return at_line(case_.line, "the case makes no move and expects nothing");
    return {};
  }

 private:
  using Faces = std::deque<std::string>;

  Result<> does(const CaseLine& line) {
    if (line.word == "seats" || line.word == "params" || line.word == "begin") return sets(line);
    if (line.word == "cards" || line.word == "dice") return supplies(line);
    FD_TRY(goes_on());
    if (line.word == "move") return moves(line);
    if (line.word == "refuses") return refuses(line);
    if (line.word == "alarm")
      return line.who.empty() && line.rest.empty() ? happens(AlarmRang{})
                                                   : fail(Fault::rules, "alarm stands alone");
    if (line.word == "absent" || line.word == "out" || line.word == "void" ||
        line.word == "resigns")
      return fails(line);
    return expects(line);
  }

  Result<> sets(const CaseLine& line) {
    if (game_) return fail(Fault::rules, line.word + " stands before the first move");
    if (line.word == "seats") {
      const auto seats = number_of<std::size_t>(line.rest);
      if (!seats) return fail(Fault::rules, "seats is a number");
      seats_ = *seats;
      return {};
    }
    const auto json = parse_json(line.rest, kLineBytesMax);
    if (!json) return fail(Fault::rules, line.word + " is JSON");
    (line.word == "params" ? params_ : begin_) = *json;
    return {};
  }

  Result<> supplies(const CaseLine& line) {
    if (line.word == "dice") {
      for (const std::string& word : words_in(line.rest)) {
        const auto value = number_of<std::int64_t>(word);
        if (!value) return fail(Fault::rules, "'" + word + "' is no number");
        dice_.push_back(*value);
      }
      return {};
    }
    Observer to;
    if (!line.who.empty()) {
      FD_TRY(const Seat seat, seat_of(line.who));
      to = seat;
    }
    for (const std::string& word : words_in(line.rest)) {
      FD_TRY(const Face face, face_of(word));
      cards_[to].push_back(face);
      named_.insert(face);
    }
    return {};
  }

  Result<Face> face_of(const std::string& word) const {
    if (const auto number = number_of<std::uint32_t>(word)) return Face(*number);
    const auto rank = word.size() == 2 ? case_.ranks.find(word[0]) : std::string::npos;
    const auto suit = word.size() == 2 ? kSuits.find(word[1]) : std::string::npos;
    if (rank != std::string::npos && suit != std::string::npos)
      return Card{static_cast<std::uint32_t>(rank), static_cast<std::uint32_t>(suit)}.face();
    return fail(Fault::rules, "'" + word + "' is no card: As, or the number of a face");
  }

  Result<Seat> seat_of(const std::string& word) const {
    const auto number = number_of<std::uint32_t>(word);
    if (!number || *number < 1 || *number > 32)
      return fail(Fault::rules, "'" + word + "' is no seat: they count from 1");
    return Seat(*number - 1);
  }

  /// Starts the match, and does what chance decides until a seat is asked or the match is over.
  Result<> goes_on() {
    if (!game_) {
      const std::size_t seats = seats_ == 0 ? module_.info().seats_min : seats_;
      auto start = begin_.is_null() ? start_game(module_, params_, seats)
                                    : module_.load(full_params(), seats, begin_);
      if (!start) return fail(Fault::rules, describe(start.error()));
      game_ = *std::move(start);
    }
    for (int i = 0; i < kChanceInARowMax; ++i) {
      const auto wants = game_->wants();
      if (wants.empty() || std::holds_alternative<WantMove>(wants.front())) return {};
      const auto event =
          std::visit([this](const auto& want) { return answer(want); }, wants.front());
      // A case may end before its next card or roll: only a move that waits for one fails.
      stopped_ = event ? "" : event.error().about;
      if (!event) return {};
      FD_TRY(happens(*event));
    }
    return fail(Fault::rules, "the rules ask nobody for a move");
  }

  Json full_params() const {
    const auto start =
        start_game(module_, params_, seats_ == 0 ? module_.info().seats_min : seats_);
    return start ? start->params() : params_;
  }

  Result<> happens(const AnyEvent& event) {
    auto after = game_->after(event);
    if (!after) return fail(after.error().fault, describe(after.error()));
    game_ = *std::move(after);
    return {};
  }

  // ---- What chance decides

  Result<AnyEvent> answer(const WantShuffle& want) {
    std::vector<Face> faces = want.faces;
    for (const CardSlot slot : want.slots) {
      for (auto& [seat, known] : known_) known.faces.erase(slot);
      const auto lies = lying_.find(slot);
      if (want.faces.empty() && lies != lying_.end()) faces.push_back(lies->second);
      if (want.faces.empty() && lies == lying_.end())  // it may be any that nobody has seen
        std::ranges::move(std::exchange(decks_[deck_of_[slot]], {}), std::back_inserter(faces));
      if (lies != lying_.end()) lying_.erase(lies);
    }
    for (const CardSlot slot : want.slots) deck_of_[slot] = decks_.size();
    decks_.push_back(std::move(faces));
    return AnyEvent(Shuffled{want.slots});
  }
  Result<AnyEvent> answer(const WantDeal& want) {
    FD_TRY(const Face face, face_in(want.slot, want.to));
    known_[want.to].faces[want.slot] = face;
    for (const Seat seat : want.also.list()) known_[seat].faces[want.slot] = face;
    return AnyEvent(Dealt{want.slot, want.to, want.also});
  }
  Result<AnyEvent> answer(const WantShow& want) {
    FD_TRY(const Face face, face_in(want.slot, {}));
    return AnyEvent(Shown{want.slot, face});
  }
  Result<AnyEvent> answer(const WantRoll& want) {
    FD_TRY(auto values, rolled(want.dice));
    return AnyEvent(Rolled{std::move(values)});
  }
  Result<AnyEvent> answer(const WantRollFor& want) {
    FD_TRY(known_[want.seat].dice, rolled(want.dice));
    return AnyEvent(RolledFor{want.seat});
  }
  Result<AnyEvent> answer(const WantShowDice& want) {
    auto values = std::move(known_[want.seat].dice);
    known_[want.seat].dice.clear();
    return AnyEvent(DiceShown{want.seat, std::move(values)});
  }
  Result<AnyEvent> answer(const WantMove&) { return fail(Fault::rules, "a move is no chance"); }

  /// Returns the card in a slot. If nobody has seen it yet, it is the next one of the case's list;
  /// where that has no more, the first of the deck that the case names nowhere.
  Result<Face> face_in(CardSlot slot, Observer to) {
    if (const auto lies = lying_.find(slot); lies != lying_.end()) return lies->second;
    if (!deck_of_.contains(slot)) return fail(Fault::rules, "no card lies there");
    std::vector<Face>& deck = decks_[deck_of_[slot]];
    auto& list = cards_[to];
    auto found = deck.end();
    if (!list.empty()) {
      found = std::ranges::find(deck, list.front());
      if (found == deck.end())
        return fail(Fault::rules, "the deck has no card " + std::to_string(list.front().value) +
                                      " that nobody has seen");
      list.pop_front();
    } else {
      found = std::ranges::find_if(deck, [&](Face face) { return !named_.contains(face); });
      if (found == deck.end()) found = deck.begin();
      if (found == deck.end()) return fail(Fault::rules, "the deck is empty");
    }
    const Face face = *found;
    deck.erase(found);
    lying_[slot] = face;
    return face;
  }

  Result<std::vector<std::int64_t>> rolled(const std::vector<Die>& dice) {
    std::vector<std::int64_t> values;
    if (dice_.size() < dice.size())
      return fail(Fault::rules, "dice are rolled, and the case has no more");
    for (const Die& die : dice) {
      if (std::ranges::count(die.values, dice_.front()) == 0)
        return fail(Fault::rules, "no die here shows " + std::to_string(dice_.front()));
      values.push_back(dice_.front());
      dice_.pop_front();
    }
    return values;
  }

  // ---- What seats do

  /// Returns what a seat knows. It lets the game answer by that, so that moves are named by cards.
  const Known& known(Seat seat) {
    known_[seat].answers = true;
    return known_[seat];
  }

  /// Returns the move that the words say: in its JSON form, or as a person types it. Errors:
  /// illegal_move.
  Result<Action> action_of(Seat seat, const std::string& words) {
    const auto choices = game_->choices(seat, known(seat));
    if (const auto json = parse_json(words, Action::kBytesMax); json) {
      if (const Action exact{text(*json)}; allows(*game_, seat, exact)) return exact;
      // A whole number is a place in the list only where the moves are no numbers themselves.
      const auto is_number = [](const Choice& choice) {
        return json_or_null(choice.action.text).is_number_integer();
      };
      if (json->is_number_integer() && std::ranges::all_of(choices, is_number))
        return fail(Fault::illegal_move, "'" + words + "' is no move now");
    }
    return read_choice(words, choices);
  }

  Result<> moves(const CaseLine& line) {
    // "move 1: rock | 2: paper" are moves that are made at once.
    std::map<Seat, Action> actions;
    for (const std::string& part : parts_of(line.who + ":" + line.rest, '|')) {
      const auto colon = part.find(':');
      FD_TRY(const Seat seat, seat_of(trimmed(part.substr(0, colon))));
      const auto active = game_->active();
      if (std::ranges::count(active, seat) == 0) return fail(Fault::rules, asked());
      FD_TRY(const Action action,
             action_of(seat, colon == std::string::npos ? "" : trimmed(part.substr(colon + 1))));
      actions.emplace(seat, action);
    }
    if (game_->active().size() > 1) return happens(MovedTogether<Action>{actions});
    return happens(moved(actions));
  }

  Result<> refuses(const CaseLine& line) {
    FD_TRY(const Seat seat, seat_of(line.who));
    const auto active = game_->active();
    if (std::ranges::count(active, seat) == 0) return {};
    const auto action = action_of(seat, line.rest);
    if (!action || !allows(*game_, seat, *action)) return {};
    return fail(Fault::rules, "the rules allow '" + line.rest + "'");
  }

  Result<> fails(const CaseLine& line) {
    SeatSet by;
    for (const std::string& word : words_in(line.rest.empty() ? line.who : line.rest)) {
      FD_TRY(const Seat seat, seat_of(word));
      by.insert(seat);
    }
    if (by.empty()) return fail(Fault::rules, line.word + " names a seat");
    if (line.word == "void") return happens(Void{by});
    for (const Seat seat : by.list()) {
      if (line.word == "absent") {
        FD_TRY(happens(Absent{seat}));
      } else if (line.word == "resigns") {
        FD_TRY(happens(Resigned{seat}));
      } else {
        FD_TRY(happens(Out{.seat = seat, .left = true}));
      }
    }
    return {};
  }

  // ---- What is to be

  std::string asked() const {
    if (!stopped_.empty()) return stopped_;
    if (game_->over()) return "the match is over";
    std::string seats;
    for (const Seat seat : game_->active()) seats += " " + std::to_string(seat.value + 1);
    return "asked is" + seats;
  }

  Result<> expects(const CaseLine& line) {
    if (line.word == "over") {
      if (!game_->over()) return fail(Fault::rules, asked());
      return {};
    }
    if (line.word == "turn") {
      std::string seats;
      for (const Seat seat : game_->active()) seats += " " + std::to_string(seat.value + 1);
      return equals(seats, line.rest);
    }
    if (line.word == "result") return numbers(game_->result(), line.rest);
    if (line.word == "scores") return numbers(game_->scores(), line.rest);
    if (line.word == "legal") return legal(line);
    return value(line);
  }

  static Result<> equals(const std::string& is, const std::string& expected) {
    if (words_in(is) == words_in(expected)) return {};
    return fail(Fault::rules, "it is " + is + ", and not " + expected);
  }

  static Result<> numbers(const std::optional<Payoff>& given, const std::string& expected) {
    if (!given) return fail(Fault::rules, "there is none yet");
    std::string is;
    for (const std::int64_t number : *given) is += (is.empty() ? "" : " ") + std::to_string(number);
    return equals(is, expected);
  }

  Result<> legal(const CaseLine& line) {
    FD_TRY(const Seat seat, seat_of(line.who));
    if (std::ranges::count(game_->active(), seat) == 0) return fail(Fault::rules, asked());
    const auto choices = game_->choices(seat, known(seat));
    std::set<std::string> is, expected;
    for (const Choice& choice : choices) is.insert(choice.action.text);
    for (const std::string& words : parts_of(line.rest, '|')) {
      FD_TRY(const Action action, action_of(seat, words));
      expected.insert(action.text);
    }
    if (is == expected) return {};
    std::string all;
    for (const Choice& choice : choices) all += (all.empty() ? "" : " | ") + choice.label;
    return fail(Fault::rules, "the legal moves are " + all);
  }

  /// "state /board/3 "X"": a place in the state, or in what a seat or everybody sees.
  Result<> value(const CaseLine& line) {
    Observer observer;
    if (!line.who.empty()) {
      FD_TRY(const Seat seat, seat_of(line.who));
      observer = seat;
    }
    const auto space = line.rest.find(' ');
    const std::string path = line.rest.substr(0, space);
    const auto expected = parse_json(
        space == std::string::npos ? "" : trimmed(line.rest.substr(space)), kLineBytesMax);
    if (!expected) return fail(Fault::rules, line.word + " has a path and JSON");
    const Json all = line.word == "state"
                         ? game_->json()
                         : game_->view(observer, observer ? known(*observer) : Known());
    const Json* is = at_path(all, path);
    if (is == nullptr) return fail(Fault::rules, "there is no " + path);
    if (*is == *expected) return {};
    return fail(Fault::rules, path + " is " + text(*is));
  }

  static const Json* at_path(const Json& from, const std::string& path) {
    const Json* at = &from;
    std::istringstream stream(path);
    std::string name;
    std::getline(stream, name, '/');  // before the first one is nothing
    while (std::getline(stream, name, '/')) {
      const auto place = number_of<std::size_t>(name);
      if (at->is_object() && at->contains(name))
        at = &at->at(name);
      else if (at->is_array() && place && *place < at->size())
        at = &at->at(*place);
      else
        return nullptr;
    }
    return at;
  }

  const Module& module_;
  const GameCase& case_;
  std::size_t seats_ = 0;
  Json params_ = Json::object(), begin_;
  std::optional<AnyGame> game_;
  std::string stopped_;  ///< why chance cannot go on; "": it can
  std::deque<std::int64_t> dice_;
  std::map<Observer, std::deque<Face>> cards_;
  std::set<Face> named_;
  std::vector<std::vector<Face>> decks_;  ///< of each shuffle the cards that nobody has seen
  std::map<CardSlot, std::size_t> deck_of_;
  std::map<CardSlot, Face> lying_;
  std::map<Seat, Known> known_;
};

Result<CaseFile> read_file_of_cases(std::string_view text) {
  CaseFile file;
  std::istringstream stream{std::string(text)};
  std::size_t number = 0;
  for (std::string raw; std::getline(stream, raw);) {
    ++number;
    const std::string line = trimmed(raw);
    if (line.empty() || line.starts_with('#')) continue;
    const auto wrong = [&](const std::string& what) {
      return fail(Fault::bad_parameters, "line " + std::to_string(number) + ": " + what);
    };
    if (line.size() > kLineBytesMax) return wrong("a line has at most 16 kB");
    CaseLine split = split_line(number, line);
    if (split.word == "game") {
      for (const std::string& name : words_in(split.rest)) file.games.push_back(name);
      if (!file.cases.empty()) return wrong("the game stands before the cases");
    } else if (split.word == "ranks") {
      if (split.rest.size() != 13) return wrong("a deck has 13 ranks");
      file.ranks = split.rest;
    } else if (split.word == "case") {
      if (split.rest.empty()) return wrong("a case has a name: what it shows");
      file.cases.push_back(
          {.name = trimmed(line.substr(4)), .line = number, .ranks = file.ranks, .lines = {}});
    } else if (std::ranges::count(kWords, split.word) == 0) {
      return wrong("there is no '" + split.word + "'");
    } else if (file.cases.empty()) {
      return wrong("a case begins with its name: case NAME");
    } else {
      file.cases.back().lines.push_back(std::move(split));
    }
  }
  if (file.games.empty())
    return fail(Fault::bad_parameters, "line 1: a file names its game: game NAME");
  if (file.cases.empty()) return fail(Fault::bad_parameters, "line 1: there is no case");
  return file;
}

}  // namespace
}  // namespace case_lines

Result<CaseFile> read_cases(std::string_view text) { return case_lines::read_file_of_cases(text); }

Result<> run_case(const Module& module, const GameCase& one) {
  return case_lines::CaseRun(module, one).run();
}

}  // namespace fairdeal::rules
