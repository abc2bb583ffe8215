#include "rules/scene/scene.h"

#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "rules/json_full.h"
#include "rules/json_reader.h"
#include "rules/laws.h"
#include "rules/lua/script.h"
#include "rules/match.h"
#include "rules/params.h"
#include "tests/shipped_script.h"

/// Scenes of scripts: what a game says of its table is judged at each state of `rules test`.
namespace fairdeal::rules {
namespace {

std::string source_of(const std::string& file) {
  std::ifstream in(sources::shipped_script(file));
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string replaced(std::string text, const std::string& old, const std::string& put) {
  const auto at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return text.replace(at, old.size(), put);
}

Module module_with(const std::string& text) {
  return module_of_script(Script::load("scene.lua", text).value());
}

/// Returns the law that a script breaks, in words; "" if none.
std::string broken_by(const std::string& text) {
  return check_laws(module_with(text), Json::object(), 2, 1).broken.value_or("");
}

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(ScriptScene, OfAnExampleObeysTheLaws) {
  EXPECT_EQ(broken_by(source_of("lantern-walk.lua")), "");
}

TEST(ScriptScene, WithAFaultIsToldToItsWriter) {
  const std::string text = source_of("lantern-walk.lua");
  EXPECT_TRUE(
      says(broken_by(replaced(text, R"(put("l" .. each, "path")", R"(put("l" .. each, "paht")")),
           "a page can draw the scene: thing l1 lies in paht, which is no place"));
  EXPECT_TRUE(says(broken_by(replaced(text, R"("0," .. at - 1, face)", R"("1," .. at - 1, face)")),
                   "thing l1 lies at 1,0, outside path (1 by 12)"));
  EXPECT_TRUE(says(broken_by(replaced(text, R"(colour = "orange")", R"(colour = "pink")")),
                   "face lantern1: no colour is called pink"));
}

TEST(ScriptScene, ThatFailsIsToldToItsWriter) {
  const std::string text = replaced(source_of("lantern-walk.lua"), "local scene = {",
                                    "error('no picture') local scene = {");
  EXPECT_TRUE(says(broken_by(text), "no picture"));
  const Module module = module_with(text);
  const AnyGame game = module.start(Json::object(), 2).value();
  EXPECT_TRUE(says(scene_problem(game.scene({}, {}), 2), "no picture"));
}

TEST(ScriptScene, ThatIsTooLongOrNoTableIsToldToItsWriter) {
  for (const auto& [scene, fault] :
       {std::pair("table_of_texts()", "a scene has at most 32 kB as text"),
        std::pair("'a picture'", "a scene is a table")}) {
    const std::string texts =
        "local function table_of_texts() local all = {} for i = 1, 10 do "
        "all[i] = ('x'):rep(7000) end return all end ";
    const Module module = module_with(
        texts + replaced(source_of("lantern-walk.lua"), "local scene = {",
                         "if state then return " + std::string(scene) + " end local scene = {"));
    const AnyGame game = module.start(Json::object(), 2).value();
    EXPECT_TRUE(says(scene_problem(game.scene({}, {}), 2), fault)) << fault;
  }
}

/// Returns the game of higher cards with a scene; `face` is what it shows of the card in slot 0.
std::string higher_with(const std::string& face, const std::string& more = "") {
  return replaced(source_of("higher.lua"), "  laws = function(state)",
                  R"(  scene = function(state, seat, known)
    local face = )" + face +
                      R"(
    return {
      seats = { {}, {} },
      places = { { id = "hand", kind = "hand", rank = 1, owner = 0 } },
      things = state.dealt > 0 and { { "c0", "hand", 0, face } } or {},
      moves = { )" + more +
                      R"( },
    }
  end,
  laws = function(state))");
}

TEST(ScriptScene, ShowsACardOnlyToThoseWhoHaveSeenIt) {
  const std::string own =
      "seat == 1 and known.faces['0'] and name_of(known.faces['0']) or state.faces[1] ~= null and "
      "#state.slots[1] == 1 and name_of(state.faces[1]) or null";
  EXPECT_EQ(broken_by(higher_with(own)), "");
  EXPECT_TRUE(says(broken_by(higher_with("'As'")),
                   "thing c0 shows a face that everybody has not been shown"));
  EXPECT_TRUE(says(broken_by(higher_with("seat == 2 and 'As' or null")),
                   "thing c0 shows a face that seat 2 has not been shown"));
}

TEST(ScriptScene, DependsOnNothingThatTheViewDoesNotShow) {
  const std::string text = replaced(source_of("lantern-walk.lua"), "  draw = function(state",
                                    "  view = function() return {} end,\n  draw = function(state");
  EXPECT_TRUE(says(broken_by(text), "differs where its view does not"));
}

TEST(ScriptScene, NamesNoMoveByWhatItsSeatAloneKnows) {
  const std::string label = "{ id = 'keep', label = next_word(known), short = 'k' }";
  const std::string secret =
      replaced(higher_with("null", label), "return {\n  name",
               "local function next_word(known) for _ in pairs(known.faces) do return 'mine' end "
               "return 'keep it' end\nreturn {\n  name");
  const Module module = module_with(secret);
  const AnyGame game = module.start(Json::object(), 2).value();
  Known known;
  known.faces[CardSlot(0)] = Face(3);
  const auto move_of = [](const Json& scene) {
    return JsonReader(scene).at_path("/moves/0").json();
  };
  EXPECT_EQ(move_of(game.scene(Seat(0), {})),
            (Json{{"id", "keep"}, {"label", "keep it"}, {"short", "k"}}));
  EXPECT_EQ(move_of(game.scene(Seat(0), known)), (Json{{"id", "keep"}, {"short", "k"}}));
}

/// Two moves that look alike would tell by which of them a touch makes.
TEST(ScriptScene, LeadsToNoMoveByWhatItsSeatAloneKnows) {
  const std::string touches = "{ id = 'keep', touches = touched(known), short = 'k' }";
  const Module module = module_with(
      replaced(higher_with("null", touches), "return {\n  name",
               "local function touched(known) for _ in pairs(known.faces) do return { 'c0' } end "
               "return { 'c1' } end\nreturn {\n  name"));
  const AnyGame game = module.start(Json::object(), 2).value();
  Known known;
  known.faces[CardSlot(0)] = Face(3);
  const Json open = game.scene(Seat(0), {}), scene = game.scene(Seat(0), known);
  EXPECT_EQ(JsonReader(open).at_path("/moves/0").json(),
            (Json{{"id", "keep"}, {"touches", {"c1"}}, {"short", "k"}}));
  EXPECT_EQ(JsonReader(scene).at_path("/moves/0").json(), (Json{{"id", "keep"}, {"short", "k"}}));
}

/// A match of a shipped script between bots.
class ShippedMatch {
 public:
  explicit ShippedMatch(const std::string& file, std::size_t seats = 2)
      : module_(module_with(source_of(file))),
        match_(
            module_.start(complete_params(module_.info(), Json::object()).value(), seats).value(),
            Dealer(1)) {
    EXPECT_TRUE(match_.begin());
  }

  const AnyGame& game() const { return match_.game(); }
  Json scene(Observer seat = {}) const {
    return game().scene(seat, seat ? match_.dealer().known(*seat) : Known());
  }
  Known known(Seat seat) const { return match_.dealer().known(seat); }

  /// Makes the bots' moves for the seats that are asked.
  void step() {
    std::map<Seat, Action> moves;
    for (const Seat seat : game().active())
      moves.emplace(seat, simple_move(game(), seat, known(seat), rng_));
    ASSERT_TRUE(match_.move(moves));
  }

 private:
  Module module_;
  Match match_;
  SeededRng rng_{1};
};

/// Returns the things of a scene that lie in a place.
std::vector<JsonReader> lying_in(const JsonReader& scene, const std::string& place) {
  std::vector<JsonReader> things;
  for (const JsonReader& thing : scene.member("things").elements())
    if (thing.element(1).is(place)) things.push_back(thing);
  return things;
}

struct Asking {
  const char* script;
  std::size_t seats;
};
void PrintTo(const Asking& game, std::ostream* out) { *out << game.script; }
class AskingScenes : public testing::TestWithParam<Asking> {};

/// A seat that is not to move gets no question.
TEST_P(AskingScenes, TellTheSeatsThatAreToMoveWhatTheyAreAsked) {
  ShippedMatch match(GetParam().script, GetParam().seats);
  for (int turn = 0; turn < 150 && !match.game().over(); ++turn) {
    const auto active = match.game().active();
    for (std::uint32_t i = 0; i < GetParam().seats; ++i) {
      const Json scene = match.scene(Seat(i));
      const auto ask = JsonReader(scene).member("ask").text();
      EXPECT_EQ(ask.has_value(), std::ranges::count(active, Seat(i)) == 1)
          << "seat " << i << " in turn " << turn << ": " << ask.value_or("");
      EXPECT_EQ(scene_problem(scene, GetParam().seats), "");
    }
    const Json open = match.scene();
    EXPECT_FALSE(JsonReader(open).member("ask").exists());
    match.step();
  }
}

INSTANTIATE_TEST_SUITE_P(Shipped, AskingScenes,
                         testing::Values(Asking{"backgammon.lua", 2}, Asking{"battleship.lua", 2},
                                         Asking{"blackjack.lua", 2}, Asking{"gin-rummy.lua", 2},
                                         Asking{"hanabi.lua", 3}, Asking{"skull.lua", 3},
                                         Asking{"spades.lua", 4}, Asking{"yahtzee.lua", 2}),
                         [](const auto& of) {
                           std::string name = of.param.script;
                           std::erase_if(name, [](char c) { return std::isalpha(c) == 0; });
                           return name;
                         });

TEST(BlackjackScene, HidesTheSecondCardOfTheDealer) {
  ShippedMatch match("blackjack.lua");
  const Json before = match.scene();
  EXPECT_TRUE(lying_in(JsonReader(before), "dealer").empty()) << "before the bets";
  match.step();
  const Json scene = match.scene(Seat(0));
  const auto cards = lying_in(JsonReader(scene), "dealer");
  ASSERT_EQ(cards.size(), 2U);
  EXPECT_TRUE(cards[0].element(3).text());
  EXPECT_TRUE(cards[1].element(3).is_null());
}

/// People look at the end of a round while they bet on the next one.
TEST(BlackjackScene, KeepsTheCardsOfARoundUntilTheNextBets) {
  ShippedMatch match("blackjack.lua");
  Json view;
  do {
    match.step();
    view = match.game().view({}, {});
  } while (JsonReader(view).member("round").number() == 1);
  const Json over = match.scene();
  const auto cards = lying_in(JsonReader(over), "dealer");
  ASSERT_GE(cards.size(), 2U);
  for (const JsonReader& card : cards) EXPECT_TRUE(card.element(3).text());
  match.step();
  const Json next = match.scene();
  for (const JsonReader& card : lying_in(JsonReader(next), "dealer"))
    EXPECT_NE(card.element(0).text(), cards[0].element(0).text()) << "an id of another round";
}

/// Returns the move of a scene with this id.
JsonReader move_of(const JsonReader& scene, const std::string& id) {
  for (const JsonReader& move : scene.member("moves").elements())
    if (move.member("id").is(id)) return move;
  ADD_FAILURE() << "no move " << id;
  return scene.member("moves");
}

TEST(HanabiScene, ShowsTheHandsOfOthersAndNotOnesOwn) {
  const ShippedMatch match("hanabi.lua");
  const Json scene = match.scene(Seat(0)), open = match.scene();
  const auto shown_in = [](const Json& of, const std::string& hand) {
    std::size_t shown = 0;
    for (const JsonReader& card : lying_in(JsonReader(of), hand))
      shown += card.element(3).text() ? 1 : 0;
    return shown;
  };
  EXPECT_EQ(shown_in(scene, "hand1"), 0U);
  EXPECT_EQ(shown_in(scene, "hand2"), 5U);
  EXPECT_EQ(shown_in(open, "hand1") + shown_in(open, "hand2"), 0U) << "a spectator";
}

/// Any card that a clue is about leads to it.
TEST(HanabiScene, LeadsToAClueByEachOfItsCards) {
  const ShippedMatch match("hanabi.lua");
  const Json scene = match.scene(Seat(0));
  const JsonReader reader(scene);
  for (int rank = 1; rank <= 5; ++rank) {
    std::string touches;
    for (const JsonReader& card : lying_in(reader, "hand2"))
      if (card.element(3).text()->back() == '0' + rank)
        touches += (touches.empty() ? "" : "|") + *card.element(0).text();
    const JsonReader move =
        move_of(reader, R"({"about":)" + std::to_string(rank) + R"(,"seat":2})");
    EXPECT_EQ(move.member("touches").element(0).text(), touches.empty() ? "clues" : touches);
  }
}

TEST(HanabiScene, TellsUnderACardWhatCluesSayOfIt) {
  ShippedMatch match("hanabi.lua");
  std::size_t told = 0, denied = 0;
  for (int turn = 0; turn < 12 && !match.game().over(); ++turn) {
    match.step();
    const Json scene = match.scene();
    for (const JsonReader& thing : JsonReader(scene).member("things").elements())
      for (const JsonReader& note : thing.element(4).member("notes").elements())
        ++(note.text()->starts_with("not ") ? denied : told);
  }
  EXPECT_GT(told, 0U);
  EXPECT_GT(denied, 0U);
}

/// The ships of a fleet are seen by its owner alone until all cards are shown.
TEST(BattleshipScene, ShowsAFleetToItsOwnerAlone) {
  ShippedMatch match("battleship.lua");
  const auto ships_in = [](const Json& scene, const std::string& place) {
    std::size_t ships = 0;
    for (const JsonReader& thing : lying_in(JsonReader(scene), place))
      ships += thing.element(3).is("ship") ? 1 : 0;
    return ships;
  };
  const Json choice = match.scene(Seat(0));
  EXPECT_EQ(ships_in(choice, "first"), 4U);
  EXPECT_EQ(ships_in(choice, "second"), 4U);
  match.step();
  match.step();
  const Json mine = match.scene(Seat(0)), open = match.scene();
  EXPECT_EQ(ships_in(mine, "own"), 4U);
  EXPECT_EQ(ships_in(mine, "theirs") + ships_in(open, "own") + ships_in(open, "theirs"), 0U);
  while (!match.game().over()) match.step();
  EXPECT_EQ(ships_in(match.scene(), "own") + ships_in(match.scene(), "theirs"), 8U);
}

TEST(BattleshipScene, MakesAShotByATouchOfItsCell) {
  ShippedMatch match("battleship.lua");
  match.step();
  const Json scene = match.scene(Seat(0));
  EXPECT_EQ(move_of(JsonReader(scene), "10").member("touches").element(0).text(), "theirs:1,2");
  EXPECT_EQ(JsonReader(scene).member("moves").size(), 64U);
  const Json waits = match.scene(Seat(1));
  EXPECT_EQ(JsonReader(waits).member("moves").size(), 0U) << "the other seat's turn";
}

}  // namespace
}  // namespace fairdeal::rules
