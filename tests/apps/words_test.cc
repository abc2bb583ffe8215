#include "apps/words.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "apps/terms_words.h"
#include "rules/match.h"
#include "rules/registry.h"
#include "runtime/charter.h"
#include "runtime/terms.h"

/// What happened, in words.
namespace fairdeal::apps {
namespace {

using rules::Json;

/// A game of two after all have made these moves, one after another.
rules::AnyGame after(const char* name, const Json& params, std::vector<std::string> moves) {
  rules::Match match(rules::start_game(name, params, 2).value(), rules::Dealer(3));
  EXPECT_TRUE(match.begin());
  for (auto& move : moves)
    EXPECT_TRUE(match.move({{match.game().active().front(), {std::move(move)}}})) << move;
  return match.game();
}

TEST(LastHand, SaysWhoWonWithWhat) {
  const Names names({"Ann", "Bob"});
  std::vector<std::string> moves{R"("call")"};
  moves.resize(8, R"("check")");
  moves.insert(moves.end(), 2, R"("show")");
  const std::string text = describe_last_hand(after("holdem", {{"hands", 2}}, moves), names);
  EXPECT_TRUE(text.starts_with("Hand 1: ")) << text;
  EXPECT_NE(text.find(" wins 40 with "), std::string::npos) << text;
  EXPECT_NE(text.find(". Board "), std::string::npos) << text;
}

TEST(LastHand, ThatNobodyCalledHasNoRank) {
  const Names names({"Ann", "Bob"});
  const std::string text =
      describe_last_hand(after("holdem", {{"hands", 2}}, {R"("fold")"}), names);
  EXPECT_NE(text.find(" wins "), std::string::npos) << text;
  EXPECT_EQ(text.find(" with "), std::string::npos) << text;
}

TEST(LastHand, IsOfHoldemAlone) {
  for (const char* game : {"kuhn", "leduc", "tic-tac-toe"})
    EXPECT_EQ(describe_last_hand(rules::start_game(game, Json::object(), 2).value(),
                                 Names({"Ann", "Bob"})),
              "");
}

/// What the row of docs/agreement.md that is a table's says to who sits down.
TEST(Votes, SayWhatTheTableSurvives) {
  const auto said = [](std::uint32_t seats, const std::string& words) {
    proto::Terms terms;
    terms.module = "holdem";
    terms.params = "{}";
    terms.seats = seats;
    runtime::set_defaults(terms);
    const auto lines = describe_terms(terms);
    return std::ranges::any_of(
        lines, [&](const auto& line) { return line.find(words) != std::string::npos; });
  };
  EXPECT_TRUE(said(2, "nobody can be called absent"));
  EXPECT_TRUE(said(3, "One liar can split the other two"));
  EXPECT_TRUE(said(4, "3 of the 4 members"));
  EXPECT_TRUE(said(4, "while 1 of them is silent."));
  EXPECT_TRUE(said(9, "while 2 of them are silent."));
}

}  // namespace
}  // namespace fairdeal::apps
