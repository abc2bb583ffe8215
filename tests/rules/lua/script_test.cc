#include "rules/lua/script.h"

#include <filesystem>
#include <fstream>
#include <set>

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "rules/json_full.h"
#include "rules/laws.h"
#include "rules/lua/interpreter.h"
#include "rules/lua/limits.h"
#include "rules/lua/plain_text.h"
#include "rules/match.h"
#include "rules/players/player.h"

/// Games as scripts.
namespace fairdeal::rules {
namespace {

std::string text_of(const std::string& file) {
  std::ifstream in(std::string(FD_SOURCE_DIR "/games/") + file);
  return {std::istreambuf_iterator<char>(in), {}};
}

class Scripts : public testing::TestWithParam<std::string> {
 protected:
  Module module_ = module_of_script(Script::load(GetParam(), text_of(GetParam())).value());
};

TEST_P(Scripts, ObeyTheLaws) {
  const auto& info = module_.info();
  for (const std::size_t seats : std::set{info.seats_min, info.seats_max})
    for (std::uint64_t seed = 0; seed < 2; ++seed) {
      const LawReport report = check_laws(module_, Json::object(), seats, seed);
      ASSERT_FALSE(report.broken) << *report.broken << " (seed " << seed << ")";
    }
}

std::vector<std::string> shipped_scripts() {
  std::vector<std::string> files;
  for (const auto& file : std::filesystem::directory_iterator(FD_SOURCE_DIR "/games"))
    if (file.path().extension() == ".lua") files.push_back(file.path().filename().string());
  std::ranges::sort(files);
  return files;
}

/// A game in one file that a person can read through: with its rules, a bot and laws of its own.
TEST_P(Scripts, AreShortAndWhole) {
  const std::string text = text_of(GetParam());
  EXPECT_LE(std::ranges::count(text, '\n'), 300);
  EXPECT_TRUE(text.starts_with("-- "));
  EXPECT_NE(text.find("-- Shows: "), std::string::npos);
  EXPECT_FALSE(module_.info().rules.empty());
  EXPECT_FALSE(module_.info().hint.empty());
  const auto script = Script::load(GetParam(), text).value();
  EXPECT_TRUE(script->has("bot"));
  EXPECT_TRUE(script->has("laws"));
}

INSTANTIATE_TEST_SUITE_P(Games, Scripts, testing::ValuesIn(shipped_scripts()), [](const auto& at) {
  const std::string name = at.param;
  std::string test = name.substr(0, name.find('.'));
  std::ranges::replace(test, '-', '_');
  return test;
});

/// The same states, moves and results as the game that is built in.
TEST(Script, OfTicTacToeGoesThroughTheStatesOfTheOther) {
  const Module module = module_of_script(Script::load("t.lua", text_of("tic-tac-toe.lua")).value());
  SeededRng rng(1);
  for (int match = 0; match < 100; ++match) {
    AnyGame ours = module.start(Json::object(), 2).value();
    AnyGame other = start_game("tic-tac-toe", Json::object(), 2).value();
    while (!other.over()) {
      ASSERT_EQ(text(ours.json()), text(other.json()));
      const Seat seat = other.active().front();
      const auto moves = other.legal(seat);
      ASSERT_EQ(ours.legal(seat).size(), moves.size());
      const Moved<Action> move{seat, moves[rng.below(moves.size())].action};
      ours = ours.after(move).value();
      other = other.after(move).value();
    }
    ASSERT_EQ(text(ours.json()), text(other.json()));
    EXPECT_EQ(ours.result(), other.result());
  }
}

/// Nothing that a script says moves a terminal's cursor or turns the direction of writing.
TEST(Script, SaysNothingThatSteersATerminal) {
  EXPECT_EQ(plain_text("a\x1b[2J\rb\x7f\n", 100, true), "a?[2J?b?\n");
  EXPECT_EQ(plain_text("a\nb", 100, false), "a?b");
  EXPECT_EQ(plain_text("Q\u2660 \u202e\u200b\u2066\u0085", 100, false), "Q\u2660 ????");
  EXPECT_EQ(plain_text("\xff\xc3", 100, false), "??");
  EXPECT_EQ(plain_text("ab\u00e9", 3, false), "ab") << "no half of a character";
}

Result<AnyGame> start_of(const std::string& text) {
  FD_TRY(auto script, Script::load("bad.lua", text));
  return module_of_script(std::move(script)).start(Json::object(), 2);
}

/// Nobody else can make such a move, so a random one has to.
TEST(Script, MayLeaveAllMovesToPeople) {
  const auto script = Script::load("p.lua", R"(
    return {name = 'people', left_to_people = {'a', 'b'}, start = function() return {} end,
            wants = function() return {{type = 'move', seats = {1}}} end,
            legal = function() return {'a', 'b'} end,
            after = function(s) return s end, result = function() end})");
  const AnyGame game = module_of_script(script.value()).start(Json::object(), 2).value();
  SeededRng rng(1);
  EXPECT_TRUE(allows(game, Seat(0), random_move(game, Seat(0), {}, rng)));
}

/// A view is made of what its seat may know, so it cannot tell more; but it can hide something.
TEST(Script, ThatHidesCardsFromTheirSeatBreaksALaw) {
  std::string text = text_of("new/new-game.lua");
  const std::string line = "table.insert(state.own, name_of(face))";
  ASSERT_NE(text.find(line), std::string::npos);
  text.replace(text.find(line), line.size(), "do end");
  const auto script = Script::load("lies.lua", text);
  const LawReport report = check_laws(module_of_script(script.value()), Json::object(), 2, 1);
  ASSERT_TRUE(report.broken);
  EXPECT_NE(report.broken->find("a seat sees its own hidden faces"), std::string::npos)
      << *report.broken;
}

/// A label for everybody names no card that only its seat knows.
TEST(Script, NamesASeatsOwnCardsInItsOwnLabels) {
  const auto script = Script::load("l.lua", R"(
    return {name = 'labels', start = function() return {} end,
            wants = function() return {{type = 'move', seats = {1}}} end,
            legal = function() return {1, 2} end,
            label = function(_, seat, move, known, names)
              if known.faces['9'] then error('nine') end
              local card = known.faces[tostring(move)] or 'card ' .. move
              return (names[seat] or '') .. 'play ' .. card
            end,
            after = function(s) return s end, result = function() end})");
  ASSERT_TRUE(script) << describe(script.error());
  const AnyGame game = module_of_script(*script).start(Json::object(), 2).value();
  const auto label = [&](const Known& known, const SeatNames& names) {
    return game.choices(Seat(0), known, names).front().label;
  };
  EXPECT_EQ(game.legal(Seat(0)).front().label, "play card 1");
  EXPECT_EQ(label({}, {}), "play card 1");
  Known known;
  known.faces[CardSlot(1)] = Face(40);
  EXPECT_EQ(label(known, {"Ann", "Bob"}), "Annplay 40");
  known.faces[CardSlot(9)] = Face(1);
  EXPECT_EQ(label(known, {}), "play card 1") << "a label that fails costs only what it would show";
  EXPECT_NE(game.broken_law().find("nine"), std::string::npos) << "and rules test tells of it";
}

/// Rules that never ask anybody for a move have an end: the same one at a table, whose members
/// count alike.
TEST(Script, ThatWantsChanceForEverIsStopped) {
  for (const int rolls : {2'000, 2'001}) {
    const auto script = Script::load(
        "r.lua", "return {name = 'rolls-" + std::to_string(rolls) + R"(', chance = true,
                  start = function() return {n = 0} end,
                  wants = function(s)
                    return s.n < )" +
                     std::to_string(rolls) +
                     R"( and {{type = 'roll', dice = {{min = 1, max = 6}}}} or {}
                  end,
                  after = function(s) return {n = s.n + 1} end,
                  result = function(s) if s.n == )" +
                     std::to_string(rolls) + " then return {0, 0} end end}");
    ASSERT_TRUE(script) << describe(script.error());
    Match match(module_of_script(*script).start(Json::object(), 2).value(), Dealer(1));
    const auto done = match.begin();
    EXPECT_EQ(done.has_value(), rolls <= kScriptQuietMax);
    EXPECT_EQ(done ? Fault::rules : done.error().fault, Fault::rules);
  }
}

TEST(Script, OfTheThirdAuditThatRollsForEverIsStopped) {
  const std::string text = text_of("../tests/rules/lua/cases/endless.lua");
  const auto script = Script::load("endless.lua", text).value();
  Match match(module_of_script(script).start(Json::object(), 2).value(), Dealer(1));
  const auto done = match.begin();
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().fault, Fault::rules);
  EXPECT_NE(done.error().about.find("2,000 events in a row"), std::string::npos);
  const auto played = script->playouts(Json::object(), 2, 1, 1);
  ASSERT_FALSE(played);
  EXPECT_NE(played.error().about.find("does not end"), std::string::npos);
}

TEST(Script, WithAViewOfMoreThan64KBShowsItsStateAndRulesTestSaysSo) {
  const auto script = Script::load("v.lua", R"(
    local m = {name = 'wide', seats = 2}
    function m.start() return {n = 0} end
    function m.wants(s) return {{type = 'move', seats = {1}}} end
    function m.legal() return {'go'} end
    function m.after(s) return s end
    function m.result() end
    function m.view(s, seat)
      local t = {}
      for i = 1, seat == 1 and 9 or 8 do t[i] = ('x'):rep(8000) end
      return t
    end
    return m)")
                          .value();
  const auto game = module_of_script(script).start(Json::object(), 2).value();
  EXPECT_EQ(game.view(Seat(1), {}).size(), 8U);
  EXPECT_EQ(game.broken_law(), "");
  EXPECT_EQ(text(game.view(Seat(0), {})), R"({"n":0})");
  EXPECT_NE(game.broken_law().find("64 kB"), std::string::npos);
}

/// A card for seats 3 and 1, in this order.
TEST(Script, DealsACardToSeveralSeats) {
  const auto script = Script::load("d.lua", R"(
    local m = {name = 'two-see', seats = 3, chance = true, hidden = true}
    function m.start() return {n = 0} end
    function m.wants(s)
      if s.n == 0 then return {{type = 'shuffle', slots = {0, 1}, faces = {0, 1}}} end
      if s.n == 1 then return {{type = 'deal', slot = 1, to = {3, 1}}} end
      return {}
    end
    function m.legal() return {} end
    function m.after(s, event) s.n = s.n + 1; s.to = event.to; return s end
    function m.result(s) if s.n == 2 then return {0, 0, 0} end end
    return m)");
  ASSERT_TRUE(script) << describe(script.error());
  AnyGame game = module_of_script(*script).start(Json::object(), 3).value();
  game = game.after(Shuffled{{CardSlot(0), CardSlot(1)}}).value();
  const WantDeal want{CardSlot(1), Seat(2), SeatSet::of({Seat(0)})};
  EXPECT_EQ(game.wants(), std::vector<Want>{want});
  EXPECT_FALSE(game.after(Dealt{want.slot, want.to}));
  const auto after = game.after(Dealt{want.slot, want.to, want.also});
  ASSERT_TRUE(after) << describe(after.error());
  EXPECT_EQ(after->json().at("to"), Json({3, 1}));
}

struct BadModule {
  const char* name;
  const char* members;
  const char* expect;
};
void PrintTo(const BadModule& module, std::ostream* out) { *out << module.name; }
class BadModules : public testing::TestWithParam<BadModule> {};

/// The error says which function says what it must not.
TEST_P(BadModules, AreRefused) {
  const std::string text = std::string(
                               "local m = {name = 'bad', start = function() return {} end, "
                               "wants = function() return {{type = 'move', seats = {1}}} end, "
                               "legal = function() return {'x'} end, "
                               "after = function(s) return s end, "
                               "result = function() end}\n") +
                           GetParam().members + "\nreturn m";
  const auto game = start_of(text);
  ASSERT_FALSE(game);
  EXPECT_NE(game.error().about.find(GetParam().expect), std::string::npos) << game.error().about;
}

INSTANTIATE_TEST_SUITE_P(
    All, BadModules,
    testing::Values(
        BadModule{"no_name", "m.name = nil", "name has small letters"},
        BadModule{"name_with_escapes", "m.name = '\\27[31m'", "name has small letters"},
        BadModule{"name_like_an_option", "m.name = '--help'", "name has small letters"},
        BadModule{"version_of_two_lines", "m.version = '1\\nsigned'", "version is one line"},
        BadModule{"flag_that_is_none", "m.hidden = 'yes'", "hidden is true or false"},
        BadModule{"bounds_that_are_none", "m.bounds = 5", "bounds is {least, greatest}"},
        BadModule{"bounds_reversed", "m.bounds = {1, -1}", "bounds is {least, greatest}"},
        BadModule{"huge_bounds", "m.bounds = {math.mininteger, 1}", "bounds is {least, greatest}"},
        BadModule{"too_few_roles", "m.roles = {'one'}", "roles has a name for each seat"},
        BadModule{"roles_like_seats", "m.roles = {'2', '1'}", "roles are different texts"},
        BadModule{"one_role_twice", "m.roles = {'x', 'x'}", "roles are different texts"},
        BadModule{"params_that_are_none", "m.params = {'goal'}", "a parameter is {name = "},
        BadModule{"param_with_a_bad_limit", "m.params = {{name = 'goal', value = 1, min = 'x'}}",
                  "a parameter's min is a number"},
        BadModule{"param_out_of_its_limits", "m.params = {{name = 'goal', value = 9, max = 3}}",
                  "the value of the parameter goal is not from min to max"},
        BadModule{"want_whose_type_is_a_number", "m.wants = function() return {{type = 1}} end",
                  "in wants(): a want's type is"},
        BadModule{"range_of_nothing", "m.range = function() return {} end",
                  "in range(): it returns {min = "},
        BadModule{"range_of_a_plain_move", "m.range = function() return {min = 1, max = 2} end",
                  "in range(): the move \"x\" is none of {name = least number}"},
        BadModule{
            "slots_foreseen_twice",
            "m.chance = true m.foresees = function() return {slots = {0, 0}, faces = {0, 1}} end",
            "in foresees(): "},
        BadModule{"long_about", "m.about = ('x'):rep(300)", "about is a text of at most"},
        BadModule{"many_seats", "m.seats = 99", "seats is a number"},
        BadModule{"no_after", "m.after = nil", "no function after"},
        BadModule{"unknown_want", "m.wants = function() return {{type = 'cheat'}} end",
                  "in wants(): a want's type is"},
        BadModule{"seat_that_is_not_there",
                  "m.wants = function() return {{type = 'move', seats = {3}}} end",
                  "in wants(): seats has numbers from 1 to 2"},
        BadModule{"seats_twice",
                  "m.wants = function() return {{type = 'move', seats = {1, 1}}} end",
                  "each seat once"},
        BadModule{"a_card_for_nobody",
                  "m.wants = function() return {{type = 'deal', slot = 0, to = {}}} end",
                  "to is a seat, or a list of different ones"},
        BadModule{"a_card_twice_for_a_seat",
                  "m.wants = function() return {{type = 'deal', slot = 0, to = {1, 1}}} end",
                  "to is a seat, or a list of different ones"},
        BadModule{"a_die_unannounced",
                  "m.wants = function() return {{type = 'roll', dice = {{min = 1, max = 2}}}} end",
                  "in wants(): cards or dice are wanted, and chance is not true"},
        BadModule{"a_card_unannounced",
                  "m.chance = true m.wants = function() return {{type = 'shuffle', slots = {0, 1}, "
                  "faces = {0, 1}}, {type = 'deal', slot = 0, to = 1}} end",
                  "in wants(): a seat gets what others do not see, and hidden is not true"},
        BadModule{"moves_at_once_unannounced",
                  "m.wants = function() return {{type = 'move', seats = {1, 2}}} end",
                  "in wants(): moves are made together, and simultaneous is not true"},
        BadModule{"no_moves", "m.legal = function() return {} end",
                  "in legal(): a seat that is asked has 1 to 4,000 moves"},
        BadModule{"a_move_twice", "m.legal = function() return {'x', 'x'} end",
                  "in legal(): a move stands twice: \"x\""},
        BadModule{"long_move", "m.legal = function() return {('x'):rep(300)} end",
                  "a move has at most 256 bytes"},
        BadModule{"result_too_early", "m.result = function() return {1, -1} end",
                  "a result exactly when nothing is wanted"},
        BadModule{"no_result", "m.wants = function() return {} end",
                  "a result exactly when nothing is wanted"},
        BadModule{"result_out_of_bounds",
                  "m.wants = function() end m.result = function() return {5, -5} end",
                  "beyond the bounds"},
        BadModule{"sum", "m.wants = function() end m.result = function() return {1, 1} end",
                  "do not sum to zero"},
        BadModule{"large_state",
                  "m.start = function() local t = {} for i = 1, 20 do t[i] = ('x'):rep(8000) end "
                  "return t end",
                  "at most 64 kB"},
        BadModule{"failing_start", "m.start = function() error('no luck') end",
                  "in start(): bad.lua:2: no luck"},
        BadModule{"die_without_sides",
                  "m.wants = function() return {{type = 'roll', dice = {{}}}} end",
                  "in wants(): a die is {min = 1, max = 6}"}),
    [](const auto& at) { return at.param.name; });

TEST(Script, IsRunByOneReleaseOfLua) {
  EXPECT_TRUE(check_lua("$LuaVersion: Lua 5.4.4  Copyright (C) 1994-2022 Lua.org, PUC-Rio $"));
  const auto other = check_lua("$LuaVersion: Lua 5.4.6  Copyright (C) 1994-2023 Lua.org $");
  ASSERT_FALSE(other);
  EXPECT_TRUE(other.error().about.ends_with("this machine has Lua 5.4.6")) << other.error().about;
  EXPECT_FALSE(check_lua("$LuaVersion: Lua 5.4.40 $"));
  for (const char* odd : {"", "Lua", "Lua ", "nothing"}) EXPECT_FALSE(check_lua(odd)) << odd;
}

TEST(Script, HasALimitOfItsText) {
  EXPECT_EQ(Script::load("long.lua", std::string(kScriptBytesMax + 1, ' ')).error().fault,
            Fault::too_large);
}

}  // namespace
}  // namespace fairdeal::rules
