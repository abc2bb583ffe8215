#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/seeded_rng.h"
#include "rules/choice_text.h"
#include "rules/laws.h"
#include "rules/params.h"
#include "rules/players/player.h"
#include "rules/registry.h"

/// Chess with the parameter `fide` (games/chess/fide.h).
namespace fairdeal::rules {
namespace {

class Fide : public testing::Test {
 protected:
  explicit Fide(const Json& params = {{"fide", true}})
      : game_(start_game("chess", params, 2).value()) {}
  void from(const std::string& fen) {
    game_ = start_game("chess", {{"fide", true}, {"fen", fen}}, 2).value();
  }

  Seat mover() const { return game_.active().at(0); }
  std::vector<Choice> choices() const { return game_.choices(mover(), {}, {}); }
  bool can(const std::string& move) const { return allows(game_, mover(), {text(Json(move))}); }
  /// As a person types it. What came of it, in words.
  std::string say(const std::string& typed) {
    const auto action = read_choice(typed, choices());
    if (!action) {
      ADD_FAILURE() << typed << ": " << describe(action.error());
      return "";
    }
    const AnyEvent event = Moved<Action>{mover(), *action};
    const AnyGame before = std::exchange(game_, game_.after(event).value());
    return before.news(event, game_);
  }
  void say_all(const std::vector<std::string>& moves) {
    for (const auto& move : moves) EXPECT_EQ(say(move), "") << move;
  }
  void expect_over(const Payoff& payoff) const {
    EXPECT_EQ(game_.result(), payoff);
    EXPECT_TRUE(game_.wants().empty());
    EXPECT_EQ(load_game("chess", game_.params(), 2, game_.json()), game_);
  }

  AnyGame game_;
};

TEST_F(Fide, WhoIsToMoveResigns) {
  say("e4");
  EXPECT_EQ(say("resign"), "Black resigns.");
  expect_over({1, -1});
}

TEST_F(Fide, ResigningTakesTheWholeWord) {
  for (const char* hasty : {"r", "res", "resig"})
    EXPECT_EQ(read_choice(hasty, choices()).error().fault, Fault::illegal_move) << hasty;
}

TEST_F(Fide, AnOfferIsAcceptedOnTheNextTurn) {
  say_all({"draw", "e4"});
  EXPECT_NE(game_.draw(Seat(1), {}).find("White offers a draw.\n"), std::string::npos);
  EXPECT_EQ(say("draw"), "A draw by agreement.");
  expect_over({0, 0});
}

TEST_F(Fide, AMoveAnswersAnOfferWithNo) {
  say_all({"offer draw", "e4", "e5"});
  EXPECT_FALSE(can("accept draw"));
  EXPECT_TRUE(can("offer draw")) << "anew";
  EXPECT_EQ(game_.draw(Seat(0), {}).find("offers"), std::string::npos);
}

TEST_F(Fide, OnlyOneOfferStands) {
  say("offer draw");
  EXPECT_FALSE(can("offer draw"));
  EXPECT_FALSE(can("accept draw")) << "one's own";
  say("e4");
  EXPECT_FALSE(can("offer draw")) << "the other's stands";
}

const std::vector<std::string> kThereAndBack = {"Nf3", "Nf6", "Ng1", "Ng8"};

TEST_F(Fide, TheThirdTimeIsClaimedAndTheFifthIsADrawAtOnce) {
  say_all(kThereAndBack);
  EXPECT_FALSE(can("claim draw")) << "twice";
  say_all(kThereAndBack);
  const AnyGame third = game_;
  EXPECT_EQ(say("draw"), "A draw, claimed: the same position for the third time.");
  expect_over({0, 0});
  game_ = third;
  say_all(kThereAndBack);
  say_all({"Nf3", "Nf6", "Ng1"});
  EXPECT_EQ(say("Ng8"), "A draw: the same position for the fifth time.");
  expect_over({0, 0});
}

TEST_F(Fide, WhereAPawnCouldOnceBeTakenThePositionIsAnother) {
  from("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1");
  say_all({"e4", "Kd8", "Kd1", "Ke8", "Ke1"});  // as after e4, but for d4xe3
  say_all({"Kd8", "Kd1", "Ke8", "Ke1"});
  EXPECT_FALSE(can("claim draw"));
  from("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  say_all({"e4", "Kd8", "Kd1", "Ke8", "Ke1"});  // nobody could have taken it
  say_all({"Kd8", "Kd1", "Ke8", "Ke1"});
  EXPECT_TRUE(can("claim draw"));
}

TEST_F(Fide, WhereCastlingIsLostThePositionIsAnother) {
  from("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  say_all({"Rg1", "Kd8", "Rh1", "Ke8", "Rg1", "Kd8", "Rh1", "Ke8"});
  EXPECT_FALSE(can("claim draw"));
  say_all({"Rg1", "Kd8", "Rh1", "Ke8"});
  EXPECT_TRUE(can("claim draw"));
}

TEST_F(Fide, FiftyMovesAreClaimedAndSeventyFiveADrawAtOnce) {
  from("7k/8/8/8/8/8/R7/K7 w - - 98 80");
  say("Ra3");
  EXPECT_FALSE(can("claim draw"));
  say("Kg7");
  const AnyGame fiftieth = game_;
  EXPECT_EQ(say("claim draw"),
            "A draw, claimed: fifty moves of each side without a capture or a pawn's move.");
  expect_over({0, 0});
  game_ = fiftieth;
  say("Ra4");
  from("7k/8/8/8/8/8/R7/K7 w - - 149 80");
  EXPECT_EQ(say("Ra3"),
            "A draw: seventy-five moves of each side without a capture or a pawn's move.");
  expect_over({0, 0});
}

TEST_F(Fide, AMateOnTheSeventyFifthMoveWins) {
  from("6k1/5ppp/8/8/8/8/8/R5K1 w - - 149 80");
  EXPECT_EQ(say("Ra8#"), "Checkmate.");
  expect_over({1, -1});
}

TEST_F(Fide, WithoutTheParameterNothingChanges) {
  game_ = start_game("chess", {}, 2).value();
  for (const char* word : {"resign", "offer draw", "claim draw", "accept draw"})
    EXPECT_FALSE(can(word));
  EXPECT_FALSE(game_.json().contains("fide"));
  EXPECT_FALSE(game_.params().contains("fide"));
  const Json among = params_among_people(game_.info(), Json::object());
  EXPECT_TRUE(among.at("fide").get<bool>());
  EXPECT_FALSE(params_among_people(game_.info(), {{"fide", false}}).at("fide").get<bool>());
}

TEST_F(Fide, ABotLeavesTheseWordsToPeople) {
  from("7k/8/8/8/8/8/8/K6R b - - 0 1");  // two moves, and two words
  ASSERT_EQ(choices().size(), 4u);
  SeededRng rng(1);
  for (int i = 0; i < 100; ++i) {
    const std::string move = random_move(game_, Seat(1), {}, rng).text;
    EXPECT_TRUE(move == R"("Kg7")" || move == R"("Kg8")") << move;
  }
}

/// Whatever is said and moved at random: laws hold, matches end, and each state is loaded as equal.
TEST_F(Fide, AnyMatchOfWordsAndMovesIsLoadedAtEachOfItsPoints) {
  const Json start = game_.json();
  std::set<std::string> ends;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SeededRng rng(seed);
    from(seed % 2 == 0 ? start.at("fen") : Json("k7/p7/8/8/8/8/7P/K7 w - - 60 1"));
    std::string told;
    while (!game_.over()) {
      const auto moves = choices();
      const AnyEvent event = Moved<Action>{mover(), moves[rng.below(moves.size())].action};
      const AnyGame before = std::exchange(game_, game_.after(event).value());
      told = before.news(event, game_);
      ASSERT_EQ(load_game("chess", game_.params(), 2, game_.json()), game_) << "seed " << seed;
    }
    ends.insert(told);
  }
  EXPECT_GE(ends.size(), 3u);
  const auto report = check_laws(*find_module("chess").value(), {{"fide", true}}, 2, 7);
  EXPECT_FALSE(report.broken) << *report.broken;
}

TEST_F(Fide, AStateThatCannotBeIsRefused) {
  say_all({"Nf3", "offer draw", "Nf6"});
  const auto refused = [&](const std::string& field, const Json& value) {
    Json state = game_.json();
    state["fide"][field] = value;
    const auto loaded = load_game("chess", game_.params(), 2, state);
    return !loaded && loaded.error().fault == Fault::bad_parameters;
  };
  EXPECT_TRUE(refused("earlier", {"x"}));
  EXPECT_TRUE(refused("earlier", Json::array({1})));
  EXPECT_TRUE(refused("earlier", std::vector<std::string>(3, "7k/8/8/8/8/8/R7/K7 w - -")));
  EXPECT_TRUE(refused("offered", "Green"));
  EXPECT_TRUE(refused("offered", 1));
  EXPECT_TRUE(refused("end", "claim draw"));
  EXPECT_TRUE(refused("end", "offer draw"));
  Json state = game_.json();
  state.erase("fide");
  EXPECT_FALSE(load_game("chess", game_.params(), 2, state));
  EXPECT_FALSE(start_game("chess", {{"fide", 1}}, 2));
}

}  // namespace
}  // namespace fairdeal::rules
