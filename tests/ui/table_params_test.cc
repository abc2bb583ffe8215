#include "ui/seat/table_params.h"

#include <gtest/gtest.h>

#include "rules/json_full.h"

/// The parameters of a table as people write them.
namespace fairdeal::seat {
namespace {

Result<rules::Json> read(const std::string& params) {
  TableOptions table;
  table.game = "holdem";
  table.params = params;
  return table_params(table);
}

TEST(TableParams, AreReadAsPairsAndAsJson) {
  const auto pairs = read("stack=500,ante=5");
  const auto json = read(R"({"stack":500,"ante":5})");
  ASSERT_TRUE(pairs && json);
  EXPECT_EQ(*pairs, *json);
  EXPECT_EQ(pairs->at("stack"), 500);
}

TEST(TableParams, AreRefusedWithTheWayToWriteThem) {
  for (const char* bad : {"", "{bad", "=5", "stack", "stack=5,,ante=1"}) {
    const auto refused = read(bad);
    ASSERT_FALSE(refused) << bad;
    EXPECT_NE(refused.error().about.find("--params stack=5"), std::string::npos) << bad;
    TableOptions table;
    table.game = "holdem";
    table.params = bad;
    const words::Failure told = could_not_start(refused.error(), "host", table);
    EXPECT_EQ(told.message, "--params are no pairs and no JSON object: " + std::string(bad) + ".");
    EXPECT_EQ(told.hint, R"(Write --params '{"stack":5}' or --params stack=5.)");
  }
  const auto twice = read("stack=500,stack=600");
  ASSERT_FALSE(twice);
  EXPECT_EQ(twice.error().about, "'stack' stands there twice");
}

TEST(TableParams, SeatsOutOfRangeAreRefusedWithTheNumberThatTheGameHas) {
  const auto refusal = [](const std::string& game, std::size_t seats) {
    TableOptions table;
    table.game = game;
    table.seats = seats;
    return could_not_start({Fault::bad_parameters, {}, "something"}, "host", table).message;
  };
  EXPECT_EQ(refusal("holdem", 11), "holdem seats 2 to 10 players, not 11.");
  EXPECT_EQ(refusal("holdem", 1), "holdem seats 2 to 10 players, not 1.");
  EXPECT_EQ(refusal("tic-tac-toe", 3), "tic-tac-toe seats 2 players, not 3.");
  EXPECT_NE(refusal("holdem", 10).find("something"), std::string::npos);
}

}  // namespace
}  // namespace fairdeal::seat
