#include "rules/scene/scene.h"

#include <fstream>
#include <set>
#include <sstream>

#include "base/random_index.h"
#include "base/seeded_rng.h"
#include "gtest/gtest.h"
#include "rules/card.h"
#include "rules/json_full.h"
#include "rules/json_reader.h"
#include "rules/match.h"
#include "rules/registry.h"

namespace fairdeal::rules {
namespace {

/// Scenes of nine games, as docs/scenes.md has the language.
constexpr const char* kScenes[] = {"backgammon",   "hanabi", "yahtzee", "battleship", "spades",
                                   "lantern-walk", "gin",    "skull",   "blackjack"};

Json scene_of(const std::string& name) {
  std::ifstream file(FD_SOURCE_DIR "/tests/rules/scenes/" + name + ".json");
  std::stringstream all;
  all << file.rdbuf();
  return json_or_null(all.str());
}

std::size_t seats_of(const Json& scene) { return JsonReader(scene).member("seats").size(); }
std::string problem_of(const Json& scene) { return scene_problem(scene, seats_of(scene)); }

TEST(Scene, OfNineGamesIsAccepted) {
  for (const char* name : kScenes) {
    const Json scene = scene_of(name);
    ASSERT_FALSE(scene.is_null()) << name;
    EXPECT_EQ(problem_of(scene), "") << name;
  }
}

/// A scene of lantern-walk in which one value is another.
struct Slip {
  const char* at;     ///< a JSON pointer
  const char* value;  ///< JSON; "": the value is removed
  const char* said;
};

void PrintTo(const Slip& slip, std::ostream* out) { *out << slip.said; }

class FaultyScene : public testing::TestWithParam<Slip> {};

TEST_P(FaultyScene, IsRefusedInWordsForItsWriter) {
  const Slip& slip = GetParam();
  const Json scene = scene_of("lantern-walk");
  const bool is_there = scene.contains(Json::json_pointer(slip.at));
  const Json edit = *slip.value == '\0' ? Json{{{"op", "remove"}, {"path", slip.at}}}
                                        : Json{{{"op", is_there ? "replace" : "add"},
                                                {"path", slip.at},
                                                {"value", json_or_null(slip.value)}}};
  EXPECT_EQ(scene_problem(scene.patch(edit), 3), slip.said);
}

INSTANTIATE_TEST_SUITE_P(
    All, FaultyScene,
    testing::Values(
        Slip{"/things/-", R"(["l9", "paht", 0, "me"])", "thing l9 lies in paht, which is no place"},
        Slip{"/things/0/2", R"("1,4")", "thing l0 lies at 1,4, outside path (1 by 12)"},
        Slip{"/faces/me/colour", R"("pink")", "face me: no colour is called pink"},
        Slip{"/faces/me/name", "", "face me has no name: people who hear the page need one"},
        Slip{"/faces/me/mark", "", "face me is told by its colour alone: give it a mark or a text"},
        Slip{"/places/1/fan", "true", "place market: a tray has no fan"},
        Slip{"/moves/0/touches/0", R"("l77")",
             "move step 4 touches l77, which is not in the scene"},
        Slip{"/moves/0/touches/0", R"("l0|l77")",
             "move step 4 touches l77, which is not in the scene"},
        Slip{"/things/1/0", R"("l0")", "two things are called l0"},
        Slip{"/places/0/rows", "40", "board path: 40 by 12, at most 32 by 32"},
        Slip{"/things/0/3", R"("nobody")", "thing l0 shows nobody, which is no face"},
        Slip{"/places/5/ranc", "1", "place hand: a hand has no ranc"},
        Slip{"/places/5/rank", "", "place hand has no rank"},
        Slip{"/places/5/rank", "10", "place hand: rank is a whole number from 1 to 9"},
        Slip{"/places/5/kind", R"("chest")", "place hand: no kind is called chest"},
        Slip{"/places/1/id", R"("hand")", "two places are called hand"},
        Slip{"/places/5/owner", "3", "place hand belongs to seat 4, and the match has 3"},
        Slip{"/things/0/4", R"({"marks": ["bright"]})",
             "thing l0: no mark of a thing is called bright"},
        Slip{"/things/0/4", R"({"notes": ["a", "b", "c", "d", "e", "f", "g"]})",
             "thing l0: 7 notes, at most 6 are allowed"},
        Slip{"/things/0/4", R"({"turn": 45})", "thing l0: turn is a multiple of 90 from 0 to 270"},
        Slip{"/things/0/4", R"({"span": [1, 9]})", "thing l0 lies at 0,4, outside path (1 by 12)"},
        Slip{"/things/4/1", R"("wind")", "thing well lies in wind, which is a counter"},
        Slip{"/moves/2/picks", R"(["m9"])", "move buy b3 picks m9, which is not in the scene"},
        Slip{"/moves/2/touches", R"(["l0", "l0", "l0", "l0"])",
             "move buy b3: 4 touches, at most 3 are allowed"},
        Slip{"/seats/-", "{}", "the scene has 4 seats, and the match has 3"},
        Slip{"/seats/1/number", R"("7")",
             "seat 2: number is a whole number from -1000000000 to 1000000000"},
        Slip{"/places/0/marks", R"({"0,12": "legal"})",
             "board path: marks has 0,12, outside path (1 by 12)"},
        Slip{"/faces/me/text", R"("four")", "face me: text is a text of at most 3 letters"},
        Slip{"/ask", "7", "the scene: ask is a text of at most 60 letters"},
        Slip{"/ask", R"("Play a card, or two, or three, or four, or five, or six, or so")",
             "the scene: ask is a text of at most 60 letters"},
        Slip{"/html", R"("<b>")", "the scene: a scene has no html"},
        Slip{"/places", "", "the scene has no places"}));

TEST(Scene, WithMoreThingsThanAllowedIsRefused) {
  Json scene = scene_of("lantern-walk");
  for (int i = 0; scene["things"].size() < 312; ++i)
    scene["things"].push_back({"x" + std::to_string(i), "market", 0, "r1"});
  EXPECT_EQ(problem_of(scene), "312 things, at most 200 are allowed");
}

TEST(Scene, MayHaveAnEmptyListForAnEmptyObject) {
  Json scene = scene_of("lantern-walk");
  scene["notes"] = Json::array();
  scene["things"][0].push_back(Json::array());
  EXPECT_EQ(problem_of(scene), "");
}

TEST(Scene, OfMoreBytesThanAllowedIsRefused) {
  Json scene = scene_of("lantern-walk");
  for (int i = 0; i < 200; ++i) {
    Json move = {{"id", std::string(200, 'x') + std::to_string(i)}};
    scene["moves"].push_back(std::move(move));
  }
  EXPECT_NE(problem_of(scene).find("bytes, at most 32768 are allowed"), std::string::npos);
}

TEST(Scene, ShowsNoCardThatItsObserverHasNotSeen) {
  const Json scene = scene_of("hanabi");  // c3 lies face up, c40 face down
  const auto all = [](CardSlot) { return true; };
  const auto all_but_c3 = [](CardSlot slot) { return slot != CardSlot(3); };
  const auto all_but_c40 = [](CardSlot slot) { return slot != CardSlot(40); };
  EXPECT_EQ(hidden_face_problem(scene, Seat(0), all), "");
  EXPECT_EQ(hidden_face_problem(scene, Seat(0), all_but_c40), "");
  EXPECT_EQ(hidden_face_problem(scene, Seat(0), all_but_c3),
            "thing c3 shows a face that seat 1 has not been shown");
  Json of_a_deal = scene;
  of_a_deal["things"][4][0] = "c3.2";
  EXPECT_EQ(hidden_face_problem(of_a_deal, {}, all_but_c3),
            "thing c3.2 shows a face that everybody has not been shown");
}

// --- scenes of compiled games ---

/// Returns the move of a scene with this id; null if it has none.
Json move_in_scene(const Json& scene, const std::string& id) {
  for (const Json& move : scene.value("moves", Json::array()))
    if (move.at("id") == id) return move;
  return {};
}

Match match_with_scene(const char* game, std::size_t seats) {
  Match match(start_game(game, Json::object(), seats).value(), Dealer(1));
  EXPECT_TRUE(match.begin());
  return match;
}

/// Each side has its own first row below: a1 and e5 are the lower left corners.
TEST(GameScene, OfBahabIsSeenFromEachSide) {
  const Match match = match_with_scene("bahab", 2);
  const Json first = match.game().scene(Seat(0), {}), second = match.game().scene(Seat(1), {});
  EXPECT_EQ(move_in_scene(first, "[[1,0],[2,1]]").at("touches"), Json({"on a2", "board:2,1"}));
  EXPECT_TRUE(second.at("moves").empty()) << "the other seat's turn";
  EXPECT_EQ(first.at("things").at(0), Json({"on a1", "board", "4,0", "piece-B"}));
  EXPECT_EQ(second.at("things").at(0), Json({"on a1", "board", "0,4", "piece-B"}));
}

TEST(GameScene, OfToadsAndFrogsMovesTheAnimalThatIsTouched) {
  Match match = match_with_scene("toads-and-frogs", 2);
  EXPECT_EQ(move_in_scene(match.game().scene(Seat(0), {}), "2").at("touches"), Json({"2"}));
  ASSERT_TRUE(match.move({{Seat(0), Action{"2"}}}));
  EXPECT_EQ(move_in_scene(match.game().scene(Seat(1), {}), "4").at("touches"), Json({"5"}));
}

/// A question for a rank that the seat does not hold is asked about first; any other is not.
TEST(GameScene, OfGoFishAsksBeforeARuleIsBroken) {
  const Match match = match_with_scene("go-fish", 3);
  const Known& known = match.dealer().known(Seat(0));
  std::set<std::uint32_t> held;
  for (const auto& [slot, face] : known.faces) held.insert(card_of(face).rank);
  const Json scene = match.game().scene(Seat(0), known, {"Ann", "Bob", "Cal"});
  for (std::uint32_t rank = 0; rank < 13; ++rank) {
    const Json move = move_in_scene(scene, "[1," + std::to_string(rank + 2) + "]");
    ASSERT_TRUE(move.is_object()) << rank;
    EXPECT_EQ(move.contains("ask"), !held.contains(rank)) << rank;
    EXPECT_EQ(move.at("touches").at(0) == "pool", !held.contains(rank)) << rank;
  }
}

// --- any scene ---

/// Returns whether an accepted scene is within the bounds of the language.
bool is_within_bounds(const Json& scene) {
  const JsonReader reader(scene);
  bool within = reader.member("things").size() <= 200 && reader.member("places").size() <= 24 &&
                reader.member("faces").size() <= 64 && reader.member("moves").size() <= 400;
  for (const JsonReader& thing : reader.member("things").elements())
    within = within && thing.element(0).text() && thing.element(1).text() &&
             thing.element(4).member("notes").size() <= 6;
  for (const JsonReader& move : reader.member("moves").elements())
    within = within && move.member("touches").size() <= 3;
  return within;
}

/// Replaces, removes or doubles a value anywhere in a scene.
Json mutated(const Json& scene, Rng& rng) {
  const Json places = scene.flatten();
  auto place = places.begin();
  std::advance(place, random_index(rng, places.size()));
  Json::json_pointer at(place.key());
  while (rng.below(3) == 0 && !at.parent_pointer().empty()) at = at.parent_pointer();
  const Json values[] = {nullptr,
                         -1,
                         0,
                         1,
                         250,
                         INT64_MAX,
                         INT64_MIN,
                         "",
                         "0,0",
                         "99,99",
                         std::string(5000, 'x'),
                         true,
                         Json::array(),
                         Json::object(),
                         Json::array({Json::array({Json::array()})}),
                         scene};
  Json changed = scene;
  if (rng.below(4) == 0) {
    Json& parent = changed.at(at.parent_pointer());
    const std::size_t most = 40 * rng.below(10);
    if (parent.is_array() && !parent.empty())
      for (std::size_t i = 0; i < most; ++i) parent.push_back(parent.front());
  } else {
    changed.at(at) = values[random_index(rng, std::size(values))];
  }
  return changed;
}

TEST(Scene, OfAnyShapeIsJudgedWithoutAnException) {
  std::size_t accepted = 0, refused = 0;
  std::vector<Json> scenes;
  for (const char* name : kScenes) scenes.push_back(scene_of(name));
  for (std::uint64_t seed = 0; seed < 2'000; ++seed) {
    SeededRng rng(seed);
    const Json& scene = scenes[seed % scenes.size()];
    Json changed = mutated(scene, rng);
    if (rng.below(2) == 0 && changed.is_object() && !changed.empty())
      changed = mutated(changed, rng);
    const std::string problem = scene_problem(changed, seats_of(scene));
    ++(problem.empty() ? accepted : refused);
    if (problem.empty()) {
      EXPECT_TRUE(is_within_bounds(changed)) << seed;
    }
  }
  EXPECT_GT(accepted, 100U);
  EXPECT_GT(refused, 500U);
}

}  // namespace
}  // namespace fairdeal::rules
