#include <algorithm>
#include <fstream>

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "rules/json_full.h"
#include "rules/lua/script.h"
#include "rules/match.h"
#include "rules/players/player.h"
#include "tests/shipped_script.h"

/// The calls of a script that are made at once: they cost one round trip to the script's process,
/// and say and count what they do one by one.
namespace fairdeal::rules {
namespace {

/// The requests that a process would get, and how many calls each may have.
class CountedEngine final : public ScriptEngine {
 public:
  CountedEngine(std::unique_ptr<ScriptEngine> engine, std::size_t at_once, int& requests)
      : engine_(std::move(engine)), at_once_(at_once), requests_(requests) {}

  const ScriptMembers& members() const override { return engine_->members(); }
  Result<Json> call(const std::string& function, std::span<const Json> arguments,
                    std::int64_t& fuel) override {
    ++requests_;
    return engine_->call(function, arguments, fuel);
  }
  std::vector<ScriptAnswered> call_each(const ScriptCalls& calls, std::size_t first,
                                        std::int64_t fuel_max) override {
    ++requests_;
    ScriptCalls some = calls;
    some.varied.resize(std::min(calls.varied.size(), first + at_once_));
    return engine_->call_each(some, first, fuel_max);
  }
  Result<ScriptPlayouts> playouts(const Json& params, std::size_t seats, std::uint64_t seed,
                                  std::uint64_t count) override {
    return engine_->playouts(params, seats, seed, count);
  }

 private:
  std::unique_ptr<ScriptEngine> engine_;
  std::size_t at_once_;
  int& requests_;
};

struct Counted {
  int requests = 0;
  std::shared_ptr<Script> script;
  Module module;

  Counted(const std::string& text, std::size_t at_once)
      : script(Script::of("counted.lua", text,
                          std::make_unique<CountedEngine>(local_engine("counted.lua", text).value(),
                                                          at_once, requests))
                   .value()),
        module(module_of_script(script)) {}
};

constexpr std::size_t kAll = 1'000'000;

/// A game whose one seat has `moves` moves, each of which tells all that a move can tell.
std::string text_with(const std::string& moves, const std::string& label = "'to ' .. move.to") {
  return R"(
local game = {name = "many", version = "1", about = "Many moves.", seats = {1, 1}, zero_sum = false}
function game.start() return {at = 0} end
function game.wants(state)
  if state.at > 0 then return {} end
  return {{type = "move", seats = {1}}}
end
function game.legal()
  local moves = {}
  for i = 1, )" +
         moves + R"( do moves[i] = {to = i} end
  return moves
end
function game.label(state, seat, move, known, names) return )" +
         label + R"( end
function game.range(state, seat, move) return {min = move.to, max = move.to + 5} end
function game.facts(state, seat, move) return {price = move.to, main = move.to == 7} end
function game.after(state, event)
  if event.type == "absent" then return {at = 400} end
  return {at = event.move.to}
end
function game.result(state) if state.at > 0 then return {0} end end
return game
)";
}

/// A machine that is too busy to draw: only what a step waits for is answered.
class BusyEngine final : public ScriptEngine {
 public:
  explicit BusyEngine(std::unique_ptr<ScriptEngine> engine) : engine_(std::move(engine)) {}

  const ScriptMembers& members() const override { return engine_->members(); }
  Result<Json> call(const std::string& function, std::span<const Json> arguments,
                    std::int64_t& fuel) override {
    return engine_->call(function, arguments, fuel);
  }
  std::vector<ScriptAnswered> call_each_shown(const ScriptCalls&, std::size_t,
                                              std::int64_t) override {
    return {{fail(Fault::no_answer, "nothing came back in time"), 0}};
  }
  Result<ScriptPlayouts> playouts(const Json& params, std::size_t seats, std::uint64_t seed,
                                  std::uint64_t count) override {
    return engine_->playouts(params, seats, seed, count);
  }

 private:
  std::unique_ptr<ScriptEngine> engine_;
};

/// The person of battleship was asked for the true answer where the program's own came too late for
/// a drawing.
TEST(ScriptMoves, AreSaidOnABusyMachineToo) {
  const std::string text = R"(return {name = "answers", seats = {1, 1}, zero_sum = false,
    start = function() return {n = 0} end,
    wants = function(s) return s.n == 0 and {{type = "move", seats = {1}}} or {} end,
    legal = function() return {"hit", "miss"} end,
    after = function(s) s.n = 1; return s end,
    result = function(s) return s.n == 1 and {0} or nil end,
    obvious = function() return "miss" end,
    careful = function() return "miss" end,
    bot = function() return "hit" end})";
  const auto script = Script::of(
      "answers.lua", text, std::make_unique<BusyEngine>(local_engine("answers.lua", text).value()));
  ASSERT_TRUE(script) << script.error().about;
  const AnyGame game = module_of_script(*script).start(Json::object(), 1).value();
  Known known;
  known.answers = true;
  EXPECT_EQ(game.obvious(Seat(0), known).value_or(Action{}).text, R"("miss")");
  EXPECT_EQ(game.careful(Seat(0), known).value_or(Action{}).text, R"("miss")");
  EXPECT_EQ(game.suggested(Seat(0), known).value_or(Action{}).text, R"("hit")");
}

TEST(ScriptCallsAtOnce, FourHundredMovesTakeAFewRoundTrips) {
  Counted counted(text_with("400"), kAll);
  const AnyGame game = counted.module.start(Json::object(), 1).value();
  EXPECT_LE(counted.requests, 6) << "start, wants, result, legal, label, range";
  counted.requests = 0;
  const auto choices = game.choices(Seat(0), {}, {"Ann"});
  ASSERT_EQ(choices.size(), 400u);
  EXPECT_EQ(choices[6].label, "to 7");
  EXPECT_TRUE(choices[6].facts.main);
  EXPECT_EQ(choices[399].facts.price, 400);
  EXPECT_EQ(choices[399].range, (Range{400, 405, 1}));
  EXPECT_EQ(counted.requests, 2) << "label and facts";
  EXPECT_EQ(game.choices(Seat(0), {}, {"Ann"}), choices);
  EXPECT_EQ(counted.requests, 2) << "what was said is kept";
  const auto absent = game.move_of_absent(Seat(0));
  ASSERT_TRUE(absent);
  EXPECT_EQ(absent->action.text, R"({"to":400})");
  EXPECT_LE(counted.requests, 2 + 1 + (400 + 31) / 32);
}

TEST(ScriptCallsAtOnce, AFailureOfOneCostsNoneOfTheOthers) {
  std::string fails = text_with("9");
  fails.replace(fails.find("return {price = move.to"), 0, "if move.to == 4 then error('no') end ");
  Counted failing(fails, kAll);
  const auto choices = failing.module.start(Json::object(), 1).value().choices(Seat(0), {});
  EXPECT_EQ(choices[2].facts.price, 3);
  EXPECT_EQ(choices[3].facts.price, std::nullopt);
  EXPECT_EQ(choices[4].facts.price, 5);
  EXPECT_NE(failing.script->take_failure().find("no"), std::string::npos);
}

/// A state that takes too much is refused by everybody, however many calls a process makes at once.
TEST(ScriptCallsAtOnce, AreRefusedAtTheSameInstructionAsOneByOne) {
  const std::string slow = "(function() for i = 1, 24000 do end return 'go' end)()";
  int refused = 0;
  for (int moves = 350; moves <= 430; moves += 8) {
    std::vector<Result<AnyGame>> made;
    for (const std::size_t at_once : {std::size_t{1}, std::size_t{7}, kAll})
      made.push_back(
          Counted(text_with(std::to_string(moves), slow), at_once).module.start(Json::object(), 1));
    for (const auto& one : made) {
      ASSERT_EQ(one.has_value(), made.front().has_value()) << moves;
      if (!one) {
        EXPECT_EQ(one.error().about, made.front().error().about);
      }
    }
    refused += !made.front().has_value();
  }
  EXPECT_GT(refused, 0);
  EXPECT_LT(refused, 11);
}

class ShippedCalls : public testing::TestWithParam<std::string> {};

/// A random match: the same values, labels and facts, whether each call is made alone or not.
TEST_P(ShippedCalls, SayTheSameAtOnceAsOneByOne) {
  std::ifstream in(sources::shipped_script(GetParam()));
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  Counted one(text, 1), all(text, kAll);
  const std::size_t seats = one.module.info().seats_max;
  const SeatNames names(seats, "Ann");
  Match alone(start_game(one.module, Json::object(), seats).value(), Dealer(7));
  Match at_once(start_game(all.module, Json::object(), seats).value(), Dealer(7));
  for (Match* match : {&alone, &at_once}) {
    const auto begun = match->begin();
    ASSERT_TRUE(begun) << describe(begun.error());
  }
  SeededRng rng(7);
  for (int turn = 0; turn < 30 && !alone.game().over(); ++turn) {
    std::map<Seat, Action> moves;
    for (const Seat seat : alone.game().active()) {
      Known known = alone.dealer().known(seat);
      known.answers = true;
      const auto choices = alone.game().choices(seat, known, names);
      ASSERT_EQ(at_once.game().choices(seat, known, names), choices);
      ASSERT_EQ(at_once.game().move_of_absent(seat), alone.game().move_of_absent(seat));
      moves[seat] = random_move(alone.game(), seat, known, rng);
    }
    for (Match* match : {&alone, &at_once}) {
      const auto moved = match->move(moves);
      ASSERT_TRUE(moved) << describe(moved.error());
    }
    ASSERT_EQ(at_once.game().digested(), alone.game().digested());
  }
  EXPECT_LE(all.requests, one.requests);
}

INSTANTIATE_TEST_SUITE_P(Games, ShippedCalls, testing::ValuesIn(sources::all_scripts()),
                         [](const auto& at) {
                           std::string test = at.param.substr(0, at.param.find('.'));
                           std::ranges::replace(test, '-', '_');
                           return test;
                         });

}  // namespace
}  // namespace fairdeal::rules
