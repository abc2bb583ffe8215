// Fuzzes what is shown of a game whose hint, views and moves have any shape, as a stranger's script
// may make them. The page gets a message, the screen of a terminal a drawing, a program that plays
// by lines the same message, and a terminal that has no screen lines; nobody's program ends. The
// input is a JSON document {"hint", "params", "views", "moves", "drawn"}, or bytes by which the
// hint, view and moves of a game of this program are altered.
#include "base/check.h"
#include "fuzz/target.h"
#include "rules/choice_text.h"
#include "rules/hint.h"
#include "rules/registry.h"
#include "tests/ui/shown_game.h"
#include "ui/front/page_moves.h"
#include "ui/front/screen_view.h"
#include "ui/words/printable.h"
#include "ui/words/words.h"

namespace fairdeal {
namespace {

using rules::Json;
using rules::JsonReader;
using words::Shown;

constexpr std::size_t kDocumentMax = 64 * 1024;
constexpr std::size_t kMovesMax = 60;

/// The choices of the fuzzer, a byte each.
class Wishes {
 public:
  explicit Wishes(ByteSpan bytes) : bytes_(bytes) {}
  bool empty() const { return at_ == bytes_.size(); }
  std::size_t below(std::size_t bound) {
    return empty() ? 0 : static_cast<std::size_t>(bytes_[at_++]) % bound;
  }
  template <class List>
  const auto& one_of(const List& list) {
    return list[below(std::size(list))];
  }

 private:
  ByteSpan bytes_;
  std::size_t at_ = 0;
};

constexpr const char* kTexts[] = {
    "",      "/",      "x",    "/bets",   "/bets/0",    "/pots",      "grid",   "cells",
    "index", "column", "rows", "columns", "row,column", "column,row", "/~1/~0", "to_meet",
    "chips", "Ah",     "As",   "raise",   "/board/-1",  "/*/chips",   "stack",  "\xf0\x9f\x82\xa1"};
constexpr std::int64_t kNumbers[] = {0,
                                     1,
                                     2,
                                     7,
                                     33,
                                     -1,
                                     1024,
                                     INT64_MAX,
                                     INT64_MIN,
                                     std::int64_t{1} << 53,
                                     1 - (std::int64_t{1} << 53)};

Json any_value(Wishes& wishes, int depth) {
  switch (wishes.below(depth == 0 ? 6 : 8)) {
    case 0:
      return nullptr;
    case 1:
      return wishes.below(2) == 1;
    case 2:
      return UINT64_MAX - wishes.below(3);
    case 3:
    case 4:
      return wishes.one_of(kNumbers);
    case 5:
      return wishes.one_of(kTexts);
    case 6: {
      Json list = Json::array();
      for (std::size_t left = wishes.below(5); left > 0; --left)
        list.push_back(any_value(wishes, depth - 1));
      return list;
    }
    default: {
      Json object = Json::object();
      for (std::size_t left = wishes.below(4); left > 0; --left) {
        const std::string name = wishes.one_of(kTexts);
        object[name] = any_value(wishes, depth - 1);
      }
      return object;
    }
  }
}

/// Puts any value in the place of one that is there.
void alter(Json& value, Wishes& wishes) {
  Json* place = &value;
  while (place->is_structured() && !place->empty() && wishes.below(8) != 0) {
    auto member = place->begin();
    std::advance(member, static_cast<std::ptrdiff_t>(wishes.below(place->size())));
    place = &*member;
  }
  *place = any_value(wishes, 3);
}

/// The first states of the games that have a hint.
const std::vector<Shown>& honest_games() {
  static const std::vector<Shown> kGames = [] {
    std::vector<Shown> games;
    for (const rules::Module& module : rules::modules()) {
      if (module.info().hint.empty()) continue;
      const auto game = rules::start_game(module, Json::object(), module.info().seats_min);
      Shown shown{.hint = rules::usable_hint(module.info().hint), .params = game->params()};
      shown.views = {game->view({}, {}), game->view(Seat(0), {}), game->view(Seat(1), {})};
      for (const Seat seat : game->active())
        for (const rules::Choice& choice : game->choices(seat, {}))
          if (shown.moves.size() < kMovesMax) {
            Json move = {{"move", rules::json_or_null(choice.action.text)},
                         {"label", choice.label}};
            if (choice.range) move.update({{"min", choice.range->min}, {"max", choice.range->max}});
            shown.moves.push_back(std::move(move));
          }
      if (shown.moves.empty()) {  // chance comes first
        shown.moves.emplace_back("fold");
        shown.moves.push_back(
            {{"move", {{"raise", 40}}}, {"label", "raise to 40"}, {"min", 40}, {"max", 900}});
      }
      games.push_back(std::move(shown));
    }
    return games;
  }();
  return kGames;
}

Shown altered(ByteSpan input) {
  Wishes wishes(input);
  Shown shown = wishes.one_of(honest_games());
  while (!wishes.empty()) {
    const std::size_t what = wishes.below(8);
    if (what < 3)
      alter(shown.hint, wishes);
    else if (what < 6)
      alter(shown.views[wishes.below(shown.views.size())], wishes);
    else if (what == 6)
      alter(shown.moves[wishes.below(shown.moves.size())], wishes);
    else
      alter(shown.params, wishes);
  }
  return shown;
}

Shown document(const JsonReader& json) {
  Shown shown{.hint = json.member("hint").json(), .params = json.member("params").json()};
  for (const JsonReader& view : json.member("views").elements()) shown.views.push_back(view.json());
  for (const JsonReader& move : json.member("moves").elements()) shown.moves.push_back(move.json());
  shown.drawn = json.member("drawn").text().value_or("");
  return shown;
}

void show(const rules::AnyGame& game, rules::Observer observer) {
  const front::PageFacts facts = words::facts_of_shown(game, observer);
  const Json message = rules::json_or_null(front::page_state_text(facts));
  const JsonReader state = JsonReader(message).member("state");
  CHECK(state.exists() &&
        state.member("moves").size() == game.choices(Seat(0), {}).size() * (observer ? 1 : 0));
  CHECK(rules::hint_problem(state.member("hint").json()).empty() || state.member("hint").is_null());
  for (const JsonReader& move : state.member("moves").elements()) {
    CHECK(move.member("touches").texts().has_value());
    // A page that names a move gets this move back, and no other.
    const auto said = front::parse_from_page(
        rules::text({{"v", 1}, {"step", 1}, {"move", move.member("move").json()}}));
    if (said) CHECK(said->chosen->action.text == rules::text(move.member("move").json()));
  }
  auto scene = front::ScreenScene::of(facts, {{1, "event", "It begins."}});
  front::ScreenInput input;
  for (const auto& [rows, columns] : {std::pair<std::size_t, std::size_t>{24, 80}, {40, 160}})
    (void)front::draw_screen(scene, input, rows, columns, true);
  input.typed = "1";
  (void)front::draw_screen(scene, input, 24, 80, false);
}

/// Shows the game to somebody who plays by lines, and takes moves of any shape from there.
void show_lines(const rules::AnyGame& game) {
  const auto choices = game.choices(Seat(0), {});
  const std::string drawing = words::drawing_of(game, Seat(0), {}, {});
  CHECK(game.is_script());
  for (std::size_t at = 0; at < drawing.size(); at = drawing.find('\n', at) + 1)
    CHECK(drawing.compare(at, 2, "| ") == 0);
  for (const bool all : {false, true})
    (void)words::in_ascii(words::colour_cards(drawing + rules::list_choices(choices, all)));
  std::vector<std::string> typed{"", "1", "all in", "9999999999999999999", "1 -1", "raise to 0"};
  for (std::size_t i = 0; i < choices.size(); ++i)
    for (const std::string& words : {choices[i].label, rules::choice_number(choices, i)})
      typed.insert(typed.end(), {words, words + " 7", words.substr(0, words.size() / 2)});
  for (const std::string& line : typed)
    if (const auto move = rules::read_choice(line, choices))
      CHECK(rules::allows(game, Seat(0), *move));
  for (const Json& said : {game.view({}, {}), game.view(Seat(0), {}), game.params()})
    (void)rules::allows(game, Seat(0), {rules::text(said)});
}

}  // namespace

void fuzz(ByteSpan input) {
  const auto json = rules::parse_json(as_text(input), kDocumentMax);
  if (input.size() > 512 && !json) return;
  const auto game = words::ShownGame::of(json && json->is_object() ? document(JsonReader(*json))
                                                                   : altered(input));
  show(game, {});
  for (std::uint32_t i = 0; i < game.seats(); ++i) show(game, Seat(i));
  show_lines(game);
}

}  // namespace fairdeal
