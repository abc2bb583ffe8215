#include "rules/lua/script.h"

#include <atomic>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "rules/card.h"
#include "rules/choice_text.h"
#include "rules/json_full.h"
#include "rules/json_reader.h"
#include "rules/law.h"
#include "rules/laws.h"
#include "rules/lua/interpreter.h"
#include "rules/lua/limits.h"
#include "rules/lua/plain_text.h"
#include "rules/lua/script_codec.h"
#include "rules/match.h"
#include "rules/model.h"
#include "rules/params.h"
#include "rules/players/player.h"
#include "rules/profit_law.h"
#include "rules/registry.h"
#include "tests/shipped_script.h"

/// Games as scripts.
namespace fairdeal::rules {
namespace {

std::string read(const std::string& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string text_of(const std::string& file) { return read(sources::shipped_script(file)); }

class Scripts : public testing::TestWithParam<std::string> {
 protected:
  Module module_ = module_of_script(Script::load(GetParam(), text_of(GetParam())).value());
};

/// A cup that was believed is shown later, when the verdict on another cup is old news.
TEST(Mia, TellsAVerdictOnce) {
  const Module module = module_of_script(Script::load("mia.lua", text_of("mia.lua")).value());
  AnyGame before = start_game(module, Json::object(), 2).value();
  int verdicts = 0, shown = 0;
  Match match(before, Dealer(1), [&](const Report& report) {
    if (report.event == nullptr) return;
    shown += std::holds_alternative<DiceShown>(*report.event) ? 1 : 0;
    verdicts += before.news(*report.event, report.game).empty() ? 0 : 1;
    before = report.game;
  });
  ASSERT_TRUE(match.begin());
  for (const auto& [seat, move] : std::vector<std::pair<std::uint32_t, const char*>>{
           {0, "31"}, {1, R"("believe")"}, {1, "32"}, {0, R"("doubt")"}}) {
    const auto moved = match.move({{Seat(seat), Action{move}}});
    ASSERT_TRUE(moved) << describe(moved.error());
  }
  EXPECT_EQ(verdicts, 1);
  EXPECT_EQ(shown, 2) << "the doubted cup, and the one that was believed";
}

/// A game in one file that a person can read through: with its rules, a bot and laws of its own.
TEST_P(Scripts, AreShortAndWhole) {
  const std::string text = text_of(GetParam());
  EXPECT_TRUE(text.starts_with("-- "));
  EXPECT_NE(text.find("-- Shows: "), std::string::npos);
  EXPECT_FALSE(module_.info().rules.empty());
  const auto script = Script::load(GetParam(), text).value();
  EXPECT_TRUE(script->has("bot"));
  EXPECT_TRUE(script->has("laws"));
}

INSTANTIATE_TEST_SUITE_P(Games, Scripts, testing::ValuesIn(sources::all_scripts()),
                         [](const auto& at) {
                           const std::string name = at.param;
                           std::string test = name.substr(0, name.find('.'));
                           std::ranges::replace(test, '-', '_');
                           return test;
                         });

/// A person trusts the program's own scripts as the program. Another script, of which the first
/// letter differs, could tell by a careful move what a sleeping person holds.
TEST(CarefulMove, HearsThePersonsCardsInAScriptThatTheProgramShips) {
  const std::string text = text_of("spades.lua");
  int asked = 0, told = 0;
  for (const bool shipped : {true, false}) {
    const auto script = Script::load("spades.lua", shipped ? text : "-- " + text).value();
    AnyGame game = start_game(module_of_script(script), Json::object(), 4).value();
    Dealer dealer(1);
    SeededRng rng(1);
    for (int event = 0; event < 80; ++event) {
      for (const Seat seat : game.active()) {
        const auto action = game.model().careful(seat, dealer.known(seat));
        EXPECT_EQ(action.has_value(), shipped);
        ++(shipped ? asked : told);
      }
      game = game.after(next_event(game, dealer, rng)).value();
    }
  }
  EXPECT_GT(asked, 10);
  EXPECT_EQ(asked, told);
}

Module found_module(const std::string& file) {
  std::ifstream in(std::string(FD_SOURCE_DIR "/tests/rules/lua/found/") + file);
  return module_of_script(Script::load(file, {std::istreambuf_iterator<char>(in), {}}).value());
}

TEST(Label, OfAMoveWithANumberHasThatNumberInPlaceOfTheLeastOneAlone) {
  const AnyGame bids = found_module("bid.lua").start(Json::object(), 2).value();
  EXPECT_EQ(bids.label(Seat(0), {R"({"bid":3})"}), "bid 3 of 10 tricks");
  EXPECT_EQ(bids.label(Seat(0), {R"({"bid":0})"}), "bid 0 of 10 tricks");
  EXPECT_EQ(bids.label(Seat(0), {R"({"bid":10})"}), "bid 10 of 10 tricks");
}

/// A game's labels for one of its moves with a number of 0 to 10, and the program's label for 3.
std::string label_of_three(const std::string& lua) {
  const auto script = Script::load("l.lua", R"(
    return {name = 'l', start = function() return {} end,
            wants = function() return {{type = 'move', seats = {1}}} end,
            legal = function() return {{bid = 0}} end,
            range = function() return {min = 0, max = 10} end,
            label = function(_, _, move) return )" +
                                                lua + R"( end,
            after = function(s) return s end, result = function() end})");
  return module_of_script(script.value())
      .start(Json::object(), 2)
      ->label(Seat(0), {R"({"bid":3})"});
}

TEST(Label, IsTheGamesOwnWhereThatTellsNumbersApart) {
  EXPECT_EQ(label_of_three("'I say ' .. move.bid .. ' of 10'"), "I say 3 of 10");
  EXPECT_EQ(label_of_three("'my bid'"), "my bid 3");
  EXPECT_EQ(label_of_three("'0 of 100 tricks'"), "3 of 100 tricks");
  EXPECT_EQ(label_of_three("'0 now, 0 before'"), "bid 3") << "nobody knows which 0 is meant";
}

TEST(Facts, OfAMoveAreWhatTheScriptSaysWhateverItsWords) {
  const auto script = Script::load("l.lua", R"(
    return {name = 'l', start = function() return {} end, left_to_people = {'c'},
            wants = function() return {{type = 'move', seats = {1}}} end,
            legal = function() return {'a', 'b', 'c', {pay = 2}} end,
            range = function(_, _, move)
              if type(move) == 'table' then return {min = 2, max = 9} end
            end,
            label = function(_, _, move) return 'fold' end,
            facts = function(_, _, move)
              if move == 'a' then return {price = 0, main = true} end
              if move == 'b' then return {careful = true, doubt = true} end
            end,
            after = function(s) return s end, result = function() end})");
  const AnyGame game = module_of_script(script.value()).start(Json::object(), 2).value();
  std::map<std::string, MoveFacts> facts;
  for (const Choice& choice : game.choices(Seat(0), {})) facts[choice.kind] = choice.facts;
  EXPECT_EQ(facts["a"], (MoveFacts{.price = 0, .main = true}));
  EXPECT_EQ(facts["b"], (MoveFacts{.careful = true, .doubt = true}));
  EXPECT_EQ(facts["c"], MoveFacts{.careful = true}) << "it is left to people";
  EXPECT_EQ(facts["pay"], MoveFacts());
}

TEST(Facts, OfPokerAreThePricesOfACheckAndOfACall) {
  for (const char* file : {"omaha.lua", "stud.lua", "five-card-draw.lua"}) {
    const Module module = module_of_script(Script::load(file, text_of(file)).value());
    Match match(start_game(module, Json::object(), 2).value(), Dealer(1));
    ASSERT_TRUE(match.begin());
    const Seat seat = match.game().active().front();
    for (const Choice& choice : match.game().choices(seat, match.dealer().known(seat))) {
      EXPECT_EQ(choice.facts.main, choice.kind == "check" || choice.kind == "call") << file;
      EXPECT_EQ(choice.facts.price.has_value(), choice.facts.main) << file;
      if (choice.kind != "call") continue;
      EXPECT_EQ(choice.label, "call " + std::to_string(choice.facts.price.value_or(-1)));
    }
  }
}

TEST(Moves, AreListedAsTheScriptListsThem) {
  const auto listed = [](const std::string& moves, const std::string& more) {
    const Module module = module_of_script(
        Script::load("l.lua",
                     "return {name = 'l', start = function() return {} end, wants = "
                     "function() return {{type = 'move', seats = {2}}} end, " +
                         more + "legal = function() return " + moves +
                         " end, after = function(s) return s end, "
                         "result = function() end}")
            .value());
    const AnyGame game = module.start(Json::object(), 2).value();
    std::string labels;
    for (const Choice& choice : game.choices(Seat(1), {})) labels += choice.label + " ";
    std::vector<Json> sorted;
    for (const Choice& choice : game.legal(Seat(1)))
      sorted.push_back(json_or_null(choice.action.text));
    EXPECT_TRUE(std::ranges::is_sorted(sorted, std::less<>()));
    return labels;
  };
  EXPECT_EQ(listed("{'raise', 'fold', 'call', 'all in'}", ""), "raise fold call all in ");
  EXPECT_EQ(listed("{3, 1, 2}", ""), "3 1 2 ");
  EXPECT_EQ(listed("{'c', 'a', 'b'}", "label = function(_, _, m) return m .. m end, "),
            "cc aa bb ");
  EXPECT_EQ(
      listed("{'c', 'a', 'b'}",
             "hint = {moves = {order = {'b'}}, grid = {rows = 1, columns = 1, cells = '/x'}}, "),
      "b c a ")
      << "the hint's order comes first";
}

TEST(Moves, AreListedInTheOrderOfTheirKindsWhateverTheirWords) {
  const AnyGame order = start_game(found_module("order.lua"), Json::object(), 2).value();
  const auto choices = order.choices(Seat(0), {});
  ASSERT_EQ(choices.size(), 3u);
  EXPECT_EQ(choices[0].label, "ask for a card");
  EXPECT_EQ(choices[1].label, "bet nothing on it, pass");
  EXPECT_EQ(choices[2].label, "call your partner");
  EXPECT_FALSE(read_choice("all in", choices)) << "this is no game of poker";
  const Module module = module_of_script(Script::load("omaha.lua", text_of("omaha.lua")).value());
  const AnyGame omaha = start_game(module, Json::object(), 2).value();
  EXPECT_EQ(omaha.info().move_order.front(), "fold") << "as the hint for the page has it";
}

// --- what a void costs (docs/writing-a-game.md, Silence) ---

/// Plays until chance decides in a hand in which all three have bet, or some of them.
class Void3 : public testing::TestWithParam<const char*> {
 protected:
  AnyGame start_ =
      start_game(module_of_script(Script::load(GetParam(), text_of(GetParam())).value()),
                 Json::object(), 3)
          .value();
};

TEST_P(Void3, IsMendedByAFreshDeckOfThoseWhoAreLeft) {
  std::size_t mended = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    AnyGame game = start_;
    Dealer dealer(seed);
    SeededRng rng(seed);
    const auto hand = [](const AnyGame& of) { return of.json().at("hand"); };
    const std::size_t events = 30 + rng.below(40);
    for (std::size_t i = 0; !game.over() && (i < events || !game.active().empty()); ++i) {
      const auto next = game.after(next_event(game, dealer, rng));
      ASSERT_TRUE(next) << next.error().about;
      game = *next;
    }
    if (game.over() || std::holds_alternative<WantShuffle>(game.wants().front())) continue;
    const Seat spoiler(static_cast<std::uint32_t>(rng.below(3)));
    const Json before = game.json();
    const auto mended_by = game.after(Void{SeatSet::of({spoiler})});
    ASSERT_TRUE(mended_by) << mended_by.error().about;
    game = *mended_by;
    if (hand(game) != before.at("hand") || game.over()) continue;  // one was left, and won
    SeatSet left;
    for (std::uint32_t i = 0; i < 3; ++i)
      if (game.json().at("round").at("folded").at(i) == 0) left.insert(Seat(i));
    EXPECT_FALSE(left.has(spoiler));
    std::set<Face> shown;
    while (std::holds_alternative<WantShow>(game.wants().front())) {
      const auto event = event_of<Action>(dealer.answer(game.wants().front()));
      shown.insert(std::get<Shown>(event).face);
      game = game.after(event).value();
      if (hand(game) != before.at("hand") || game.over()) break;
    }
    if (hand(game) != before.at("hand") || game.over()) continue;  // no card was lacking
    const auto wants = game.wants();
    const auto* deck = std::get_if<WantShuffle>(&wants.front());
    ASSERT_NE(deck, nullptr) << GetParam() << ", seed " << seed;
    EXPECT_EQ(deck->by, left);
    for (const Face face : deck->faces) EXPECT_FALSE(shown.contains(face));
    ++mended;
  }
  EXPECT_GT(mended, 5u) << GetParam();
}

INSTANTIATE_TEST_SUITE_P(Poker, Void3,
                         testing::Values("omaha.lua", "stud.lua", "five-card-draw.lua"));

AnyGame yahtzee(std::size_t seats) {
  return module_of_script(Script::load("yahtzee.lua", text_of("yahtzee.lua")).value())
      .start(Json::object(), seats)
      .value();
}

TEST(Yahtzee, WhoLeadsAndLeavesHasLost) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    AnyGame game = yahtzee(2);
    Dealer dealer(seed);
    SeededRng rng(seed);
    for (std::size_t i = 0; i < 60 || (*game.scores())[0] == (*game.scores())[1]; ++i) {
      ASSERT_FALSE(game.over());
      game = game.after(next_event(game, dealer, rng)).value();
    }
    const Seat leads((*game.scores())[0] > (*game.scores())[1] ? 0 : 1);
    game = game.after(Out{.seat = leads, .left = true}).value();
    ASSERT_TRUE(game.over()) << "the other is alone";
    EXPECT_EQ(game.result()->at(leads.value), -1);
  }
}

/// A false clue would leave nobody any points; whoever gave it cannot save them by silence.
TEST(Hanabi, AClueThatIsNotProvedLeavesNothingAfterAVoid) {
  const Module hanabi = module_of_script(Script::load("hanabi.lua", text_of("hanabi.lua")).value());
  AnyGame game = hanabi.start(Json::object(), 3).value();
  Dealer dealer(3);
  while (game.active().empty())
    game = *game.after(event_of<Action>(dealer.answer(game.wants().front())));
  game = *game.after(Moved<Action>{Seat(0), {R"({"about":1,"seat":2})"}});
  game = *game.after(Moved<Action>{Seat(0), game.legal(Seat(0)).front().action});
  Json state = game.json();
  state["stacks"] = {1, 1, 1, 1, 1};
  game = hanabi.load(Json::object(), 3, state).value();
  const auto after_void = [&](std::uint32_t by) {
    return *game.after(Void{SeatSet::of({Seat(by)})})->result();
  };
  EXPECT_EQ(after_void(0), (Payoff{0, 0, 0}));
  EXPECT_EQ(after_void(1), (Payoff{5, 0, 5})) << "it gave no clue";
}

/// Returns the first law that one of eight matches of a script breaks.
std::string broken(const std::string& text, std::size_t seats) {
  const auto script = Script::load("p.lua", text);
  std::string found;
  for (std::uint64_t seed = 0; seed < 8 && found.empty(); ++seed)
    found = check_laws(module_of_script(script.value()), Json::object(), seats, seed)
                .broken.value_or("");
  return found;
}

/// Returns the text of a shipped script in which `line` is replaced.
std::string changed(const char* script, const std::string& line, const std::string& by) {
  std::string text = text_of(script);
  const auto at = text.find(line);
  return at == std::string::npos ? "" : text.replace(at, line.size(), by);
}

/// Pig in which a missed move holds, or loses the match; and a game that no longer says that it
/// does so.
TEST(MissedMoves, BiteWhereTheyBringMoreThanAMoveOrCostMoreThanATurn) {
  const std::string absent = "event.type == \"absent\" then\n      return pass(state)";
  const auto pig = [&](const char* then) {
    return broken(changed("pig.lua", absent, "event.type == \"absent\" then " + std::string(then)),
                  2);
  };
  EXPECT_NE(pig("return hold(state)").find("brings no more than a legal move"), std::string::npos);
  EXPECT_NE(pig("return remove(state, { event.seat })").find("only if the rules say"),
            std::string::npos);
  const std::string loses = "state.scores[event.seat] = 0 - 50 return pass(state)";
  EXPECT_NE(pig(loses.c_str()).find("costs no more than the stake"), std::string::npos);
  EXPECT_NE(broken(changed("tic-tac-toe.lua", "you lose the match", "you lose"), 2)
                .find("only if the rules say"),
            std::string::npos);
}

/// Returns what the law of profit finds in a script at a table of so many seats; "" for nothing.
std::string profit(const std::string& text, std::size_t seats) {
  const Module module = module_of_script(Script::load("p.lua", text).value());
  const AnyGame start =
      module.start(complete_params(module.info(), Json::object()).value(), seats).value();
  Result<> checked;
  for (std::uint64_t seed = 0; seed < 8 && checked; ++seed) checked = check_profit(start, seed);
  return checked ? "" : checked.error().about;
}

/// A script in which whoever leads can leave and has won, and one that draws again for nothing.
TEST(ProfitLaw, BitesWhereSilencePays) {
  const std::string leads = changed("pig.lua", "won_by(state, left[1] or 0)",
                                    "won_by(state, state.scores[1] < state.scores[2] and 2 or 1)");
  EXPECT_NE(profit(leads, 2).find("ranks behind one that is gone"), std::string::npos);

  const std::string free = changed(
      "blackjack.lua", "state.chips[seat] - math.min(2, state.chips[seat])", "state.chips[seat]");
  EXPECT_NE(profit(free, 5).find("a seat pays for a deal that it made void"), std::string::npos);
}

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
  EXPECT_EQ(plain_text("\u061c\u00ad\u034f\u115f\u3164\u180e\ufeff\U000e0041", 100, false),
            "????????");
  EXPECT_EQ(plain_text("\xff\xc3", 100, false), "??");
  EXPECT_EQ(plain_text("ab\u00e9", 3, false), "ab") << "no half of a character";
}

Result<AnyGame> start_of(const std::string& text) {
  FD_TRY(auto script, Script::load("bad.lua", text));
  return module_of_script(std::move(script)).start(Json::object(), 2);
}

/// Returns a game of one move, "good" or "bad", at which after() fails. Its bot has this body.
Module game_with_bot(const std::string& body, const std::string& more = "") {
  return module_of_script(
      Script::load("bot.lua", "return {name = 'bot', seats = 2, " + more +
                                  "start = function() return {n = 0} end,\n"
                                  "wants = function(s) if s.n > 0 then return {} end "
                                  "return {{type = 'move', seats = {1}}} end,\n"
                                  "legal = function() return {'bad', 'good'} end,\n"
                                  "after = function(s, e) if e.move == 'bad' then "
                                  "error('no') end s.n = 1 return s end,\n"
                                  "result = function(s) if s.n > 0 then return {0, 0} end "
                                  "end,\n"
                                  "bot = function(s, seat, known) " +
                                  body + " end}\n")
          .value());
}

/// Plays a bot's move as a table and `fairdeal play` do. Returns the move that the rules take, and
/// how many were tried.
std::pair<std::string, std::size_t> played_by_bot(const Module& module) {
  const AnyGame game = start_game(module, Json::object(), 2).value();
  SeededRng rng(1);
  std::set<Action> failed;
  for (;;) {
    const auto move = next_best_move(simple_move, game, Seat(0), {}, rng, failed);
    if (!move) return {"", failed.size()};
    if (game.after(Moved<Action>{Seat(0), *move})) return {move->text, failed.size() + 1};
    if (!failed.insert(*move).second) return {"again", failed.size()};
  }
}

TEST(Bot, A71_AtWhoseMoveTheRulesFailPlaysItsNextBestOne) {
  using Played = std::pair<std::string, std::size_t>;
  EXPECT_EQ(played_by_bot(game_with_bot("return 'bad'")), (Played{"\"good\"", 2}));
  EXPECT_EQ(played_by_bot(game_with_bot("return 'bad'", "left_to_people = {'good'}, ")),
            (Played{"\"good\"", 2}))
      << "no other move is left";
}

TEST(Bot, A71_ThatErrsOrNamesNoLegalMovePlaysAnotherOne) {
  for (const char* body :
       {"error('no idea')", "return 'ugly'", "return {}", "return 7", "while true do end",
        "return nil", "return ('x'):rep(5000)", "return {good = {good = 'good'}}"})
    EXPECT_EQ(played_by_bot(game_with_bot(body)).first, "\"good\"") << body;
}

/// A text that stands between the program's own words has no lines of its own, and what cannot be
/// seen is shown as a ?.
TEST(Script, HasLinesInItsRulesAlone) {
  const std::string sly = "a\nDo you agree? yes\u202e";
  const std::string shown = "a?Do you agree? yes?";
  const Json param = {{"name", "goal"}, {"about", sly}, {"value", sly}};
  const Json zone = {{"at", "centre"}, {"name", sly}};
  const Json module = {{"name", "sly"},
                       {"about", sly},
                       {"shelf", "x\ny"},
                       {"rules", sly},
                       {"roles", Json::array({sly, "b"})},
                       {"params", Json::array({param})},
                       {"hint", {{"cards", {{"zones", Json::array({zone})}}}}}};
  const auto info = info_of_script(module);
  ASSERT_TRUE(info) << info.error().about;
  EXPECT_EQ(info->about, shown);
  EXPECT_EQ(info->shelf, "x?y");
  EXPECT_EQ(info->rules, "a\nDo you agree? yes?");
  EXPECT_EQ(info->roles[0], shown);
  EXPECT_EQ(info->params[0].about, shown);
  EXPECT_EQ(info->params[0].value, text(Json(shown)));
  EXPECT_NE(info->hint.find(shown), std::string::npos) << info->hint;
}

TEST(Script, ShowsNoNameOfAMemberThatCannotBeSeen) {
  EXPECT_EQ(text(plain_json(Json::parse(R"({"a\u202eb":["\u0007",{"\n":1}],"c":"x\ny"})"), true)),
            R"({"a?b":["?",{"?":1}],"c":"x\ny"})");
}

/// A drawing that takes three tenths of what may be shown of one state.
constexpr const char* kSlowDrawing =
    "return {name = 'slow-drawing', version = '1', seats = 2, zero_sum = false,\n"
    "start = function() return {n = 0} end,\n"
    "wants = function(s) return s.n < 2 and {{type = 'move', seats = {1}}} or {} end,\n"
    "legal = function() return {'go'} end,\n"
    "after = function(s) s.n = s.n + 1; return s end,\n"
    "result = function(s) return s.n == 2 and {0, 0} or nil end,\n"
    "draw = function(s, seat, known, names)\n"
    "  for i = 1, 100000 do end\n"
    "  return 'drawn for ' .. names[1] .. '\\n'\n"
    "end}\n";

TEST(Script, A71_WhatIsShownOfAStateHasATenthOfItsInstructions) {
  const Module module = module_of_script(Script::load("slow.lua", kSlowDrawing).value());
  const AnyGame game = module.start(Json::object(), 2).value();
  const auto draws = [&](const AnyGame& at, Observer reader, const std::string& name) {
    return at.draw(reader, {}, {name, "Bob"}) == "drawn for " + name + "\n";
  };
  int drawn = 0;
  while (drawn < 100 &&
         draws(game, Seat(0),
               std::string(1, static_cast<char>('a' + drawn % 26)) + std::to_string(drawn)))
    ++drawn;
  EXPECT_GE(drawn, 1);
  EXPECT_LT(drawn, 20) << "it is given up";
  EXPECT_TRUE(draws(game, Seat(0), "a0")) << "what was drawn is still there";
  EXPECT_TRUE(draws(game, Seat(1), "a0")) << "another reader has as much";
  EXPECT_EQ(game.choices(Seat(0), {}).size(), 1u) << "a move can still be typed";
  const auto next = game.after(Moved<Action>{Seat(0), {"\"go\""}});
  ASSERT_TRUE(next);
  EXPECT_TRUE(draws(*next, Seat(0), "Ann")) << "so has another state";
}

/// Two threads may look at one state, and one of them may go on from it.
TEST(Script, A71_MayBeAskedByAnyThread) {
  const Module module = module_of_script(Script::load("pig.lua", text_of("pig.lua")).value());
  const Json params = complete_params(module.info(), Json::object()).value();
  const AnyGame game = module.start(params, 2).value();
  const std::string expected = game.draw(Seat(0), {}, {"Ann", "Bob"});
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 3; ++thread)
    threads.emplace_back([&, thread] {
      for (int i = 0; i < 50; ++i) {
        AnyGame at = game;
        if (thread == 0 && !at.after(Absent{at.active().front()})) ++wrong;
        if (thread > 0 && at.draw(Seat(0), {}, {"Ann", "Bob"}) != expected) ++wrong;
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

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

TEST(Script, HasOtherParametersAtATableOfPeople) {
  const Module spades = module_of_script(Script::load("spades", text_of("spades.lua")).value());
  const auto hands = [&](const Json& given) {
    return complete_params(spades.info(), given).value().at("hands").get<int>();
  };
  EXPECT_EQ(hands(Json::object()), 1);
  EXPECT_EQ(hands(params_among_people(spades.info(), Json::object())), 100);
  EXPECT_EQ(hands(params_among_people(spades.info(), {{"hands", 2}})), 2);
}

/// A view is made of what its seat may know, so it cannot tell more; but it can hide something.
TEST(Script, ThatHidesCardsFromTheirSeatBreaksALaw) {
  std::string text = read(FD_SOURCE_DIR "/games/new/new-game.lua");
  const std::string line = "table.insert(state.own, name_of(face))";
  ASSERT_NE(text.find(line), std::string::npos);
  text.replace(text.find(line), line.size(), "do end");
  const auto script = Script::load("lies.lua", text);
  const LawReport report = check_laws(module_of_script(script.value()), Json::object(), 2, 1);
  ASSERT_TRUE(report.broken);
  EXPECT_NE(report.broken->find("a seat sees its own hidden faces"), std::string::npos)
      << *report.broken;
}

/// Returns the pauses of a match of random moves, by whether the event ended a hand.
std::map<bool, std::set<std::int64_t>> pauses_of(const std::string& file, std::uint64_t seed) {
  const auto script = Script::load(file, text_of(file)).value();
  std::optional<AnyGame> before;
  std::map<bool, std::set<std::int64_t>> pauses;
  const auto last_of = [](const AnyGame& game) { return text(game.json().at("last")); };
  Match match(
      start_game(module_of_script(script), Json::object(), 3).value(), Dealer(seed),
      [&](const Report& report) {
        if (before)
          pauses[last_of(*before) != last_of(report.game)].insert(report.game.pause(*before));
        before = report.game;
      });
  SeededRng rng(seed);
  EXPECT_TRUE(match.begin());
  for (int moves = 0; moves < 100 && !match.game().over(); ++moves) {
    const Seat seat = match.game().active().front();
    const auto move = random_move(match.game(), seat, match.dealer().known(seat), rng);
    EXPECT_TRUE(match.move({{seat, move}}));
  }
  return pauses;
}

TEST(ScriptPause, IsAsLongAsPeopleLookAtAShowdownAndShortWhereNobodyShows) {
  for (const char* file : {"omaha.lua", "stud.lua", "five-card-draw.lua"}) {
    std::map<bool, std::set<std::int64_t>> all;
    for (std::uint64_t seed = 1; seed <= 2; ++seed)
      for (const auto& [ends, pauses] : pauses_of(file, seed))
        all[ends].insert(pauses.begin(), pauses.end());
    EXPECT_EQ(all[false], std::set<std::int64_t>{0}) << file;
    EXPECT_EQ(all[true], (std::set<std::int64_t>{1'200, 4'000})) << file;
  }
}

TEST(ScriptPause, OfMoreThanFourSecondsIsNone) {
  const auto script = Script::load("p.lua", R"(
    return {name = 'pauses', start = function() return {n = 0} end,
            wants = function() return {{type = 'move', seats = {1}}} end,
            legal = function() return {4000, 4001, -1, 0} end,
            after = function(_, event) return {n = event.move} end,
            pause = function(before, after) return after.n - before.n end,
            result = function() end})")
                          .value();
  const AnyGame game = module_of_script(script).start(Json::object(), 2).value();
  const auto pause = [&](const char* move) {
    return game.after(moved({{Seat(0), Action{move}}})).value().pause(game);
  };
  EXPECT_EQ(pause("4000"), 4'000);
  EXPECT_EQ(pause("0"), 0);
  EXPECT_EQ(game.broken_law(), "");
  EXPECT_EQ(pause("-1"), 0);
  EXPECT_EQ(pause("4001"), 0);
  EXPECT_NE(game.broken_law().find("from 0 to 4000"), std::string::npos);
}

/// A label for everybody names no card that only its seat knows.
TEST(Script, NamesASeatsOwnCardsInItsOwnLabels) {
  const auto script = Script::load("l.lua", R"(
    return {name = 'labels', secrets = {answers = true}, start = function() return {} end,
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
  Known known{.faces = {}, .dice = {}, .answers = true};
  known.faces[CardSlot(1)] = Face(40);
  EXPECT_EQ(label(known, {"Ann", "Bob"}), "Annplay 40");
  known.faces[CardSlot(9)] = Face(1);
  EXPECT_EQ(label(known, {}), "play card 1") << "a label that fails costs only what it would show";
  EXPECT_NE(game.broken_law().find("nine"), std::string::npos) << "and rules test tells of it";
}

/// Returns the labels of the moves 1 and 2 for a seat that has 9c and Ah there. `view` is the body
/// of the script's view.
std::vector<std::string> labels_by_cards(const std::string& view) {
  const auto script = Script::load("c.lua", R"(
    return {name = 'cards', hint = {cards = {seats = {layout = 'row'}, mine = {pairs = '/own'}}},
            start = function() return {} end,
            wants = function() return {{type = 'move', seats = {1}}} end,
            legal = function() return {1, 2} end,
            label = function(_, _, move) return 'play card ' .. move end,
            view = function(_, seat, known) )" + view +
                                                R"( end,
            after = function(s) return s end, result = function() end})");
  EXPECT_TRUE(script) << describe(script.error());
  const AnyGame game = module_of_script(*script).start(Json::object(), 2).value();
  Known known;
  known.faces = {{CardSlot(1), parse_card("9c").value()}, {CardSlot(2), parse_card("Ah").value()}};
  std::vector<std::string> labels;
  for (const Choice& choice : game.choices(Seat(0), known)) labels.push_back(choice.label);
  return labels;
}

TEST(Script, NoOtherMoveHasTheNameOfAnOwnCard) {
  const auto script = Script::load("c.lua", R"(
    return {name = 'cards', hint = {cards = {seats = {layout = 'row'}, mine = {pairs = '/own'}}},
            start = function() return {} end,
            wants = function() return {{type = 'move', seats = {1}}} end,
            legal = function() return {1, 2, 'fold'} end,
            label = function(_, _, move)
              return move == 'fold' and '9C' or move == 2 and '9♣' or 'play card ' .. move
            end,
            view = function(_, seat, known)
              local own = {}
              for slot, face in pairs(known.faces) do
                table.insert(own, {tonumber(slot), face == 0 and '2c' or '9c'})
              end
              return {own = own}
            end,
            after = function(s) return s end, result = function() end})");
  ASSERT_TRUE(script) << describe(script.error());
  const AnyGame game = module_of_script(*script).start(Json::object(), 2).value();
  Known known;
  known.faces = {{CardSlot(1), parse_card("9c").value()}};
  const auto choices = game.choices(Seat(0), known);
  for (const char* typed : {"9c", "9C", "9♣", "play 9♣"})
    EXPECT_EQ(read_choice(typed, choices).value().text, "1") << typed;
  EXPECT_EQ(read_choice("fold", choices).value().text, R"("fold")");
}

TEST(Script, ItsMovesAreNamedByTheCardsThatAreThere) {
  const std::vector<std::string> named{"play 9♣", "play A♥"}, unnamed{"play card 1", "play card 2"};
  // A name of the face that the script is given, as the deck of 52 has it.
  const std::string names = R"(
    local own = {}
    for slot, face in pairs(known.faces) do
      local name = ('23456789TJQKA'):sub(face // 4 + 1, face // 4 + 1) ..
          ('cdhs'):sub(face % 4 + 1, face % 4 + 1)
      table.insert(own, {tonumber(slot), name})
    end
  )";
  EXPECT_EQ(labels_by_cards(names + "return {own = own}"), named);
  EXPECT_EQ(labels_by_cards("return {own = {{1, 'Ah'}, {2, '9c'}}}"), unnamed) << "cards that lie";
  EXPECT_EQ(labels_by_cards("return {own = {{1, '9c'}, {2, 'Ah'}}}"), unnamed)
      << "cards that do not come from the faces";
  EXPECT_EQ(labels_by_cards("return {own = {{1, 'a club'}, {2, 7}, 3, {}}}"), unnamed);
  EXPECT_EQ(labels_by_cards("return {}"), unnamed);
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
  const std::string text = read(FD_SOURCE_DIR "/tests/rules/lua/cases/endless.lua");
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

struct Undeclared {
  const char* name;
  const char* members;
  const char* wants;
  const char* expect;
};
void PrintTo(const Undeclared& one, std::ostream* out) { *out << one.name; }
class UndeclaredWants : public testing::TestWithParam<Undeclared> {};

/// The match goes no further, and no seat is blamed: whoever moved before did nothing wrong.
TEST_P(UndeclaredWants, A74_AreRefusedByWhoeverIsAsked) {
  const auto game = start_of(std::string("return {name = 'more', ") + GetParam().members +
                             ", start = function() return {} end, "
                             "legal = function() return {'x'} end, "
                             "after = function(s) return s end, result = function() end, "
                             "wants = function() return {" +
                             GetParam().wants + "} end}");
  ASSERT_TRUE(game) << game.error().about;
  const auto wanted = declared(game->info(), game->wants().front());
  ASSERT_FALSE(wanted);
  EXPECT_EQ(wanted.error().fault, Fault::not_wanted);
  EXPECT_FALSE(wanted.error().culprit);
  EXPECT_NE(wanted.error().about.find(GetParam().expect), std::string::npos)
      << wanted.error().about;
  const auto begun = Match(*game, Dealer(1)).begin();
  ASSERT_FALSE(begun);
  EXPECT_EQ(begun.error().fault, Fault::rules);
  EXPECT_NE(begun.error().about.find(GetParam().expect), std::string::npos);
}

constexpr const char* kCards = "hidden = true, chance = true, secrets = {shuffled_by = 'all'}";
constexpr const char* kDice = "hidden = true, chance = true, secrets = {rolled_for = 'all'}";
INSTANTIATE_TEST_SUITE_P(
    All, UndeclaredWants,
    testing::Values(
        Undeclared{"a_die", "version = '1'", "{type = 'roll', dice = {{min = 1, max = 2}}}",
                   "chance is not true"},
        Undeclared{"moves_at_once", "version = '1'", "{type = 'move', seats = {1, 2}}",
                   "simultaneous is not true"},
        Undeclared{"a_hidden_card", "chance = true", "{type = 'deal', slot = 0, to = 1}",
                   "hidden is not true"},
        Undeclared{"a_card", kCards, "{type = 'deal', slot = 0, to = 1}",
                   "a card is dealt to a seat, and secrets.dealt_to is not \"one\""},
        Undeclared{"a_card_for_two", "hidden = true, chance = true",
                   "{type = 'deal', slot = 0, to = {1, 2}}",
                   "a card is dealt to several seats, and secrets.dealt_to is not \"several\""},
        Undeclared{"a_shuffle", kDice, "{type = 'shuffle', slots = {0, 1}, faces = {0, 1}}",
                   "cards are shuffled by all, and secrets.shuffled_by is not \"all\""},
        Undeclared{"a_shuffle_by_one", kCards,
                   "{type = 'shuffle', slots = {0, 1}, faces = {0, 1}, by = {1}}",
                   "seats are named that shuffle, and secrets.shuffled_by is not \"named\""},
        Undeclared{"open_dice", kCards, "{type = 'roll', dice = {{min = 1, max = 2}}}",
                   "dice are rolled, and secrets.rolled_for is not \"all\""},
        Undeclared{"hidden_dice", kDice,
                   "{type = 'roll_for', seat = 1, dice = {{min = 1, max = 2}}}",
                   "dice are rolled for one seat, and secrets.rolled_for is not \"one\""}),
    [](const auto& one) { return std::string(one.param.name); });

/// A table that declares nothing is held to the least, and what is declared is told if it is not
/// used.
TEST(Script, DeclaresItsSecrets) {
  GameInfo least;
  least.chance = true;
  EXPECT_EQ(secrets_of(least),
            (Secrecy{.shuffles = Secrecy::Shuffles::all, .rolls = Secrecy::Rolls::open}));
  const auto script = Script::load("d.lua", R"(
    return {name = 'd', hidden = true, chance = true,
            secrets = {dealt_to = 'several', shuffled_by = 'named', rolled_for = 'one',
                       done = true, answers = true},
            start = function() return {n = 0} end, legal = function() return {'x'} end,
            wants = function(s) return s.n == 0 and {{type = 'move', seats = {1}}} or {} end,
            after = function(s) s.n = 1 return s end,
            result = function(s) return s.n == 1 and {0, 0} or nil end})");
  ASSERT_TRUE(script) << script.error().about;
  const Secrecy all = secrets_of((*script)->info());
  EXPECT_EQ(Secrecy::of_bits(all.bits()), all);
  const LawReport report = check_laws(module_of_script(*script), Json::object(), 2, 1);
  ASSERT_FALSE(report.broken) << *report.broken;
  EXPECT_EQ(unused(all, report.used).size(), 5U);
  EXPECT_TRUE(unused(all, all).empty());
}

TEST(Script, A73_GetsAHiddenCardForAnAnswerOnlyIfItDeclaresThatAndThePersonAgrees) {
  const std::string text = R"(
    return {name = 'leak', %s hidden = true, chance = true, start = function() return {} end,
            wants = function() return {{type = 'move', seats = {1}}} end,
            legal = function() return {1, 2} end,
            label = function(_, _, move, known)
              return known.faces['0'] == move and 'it' or 'no' end,
            obvious = function(_, _, known) return known.faces['0'] end,
            after = function(s) return s end, result = function() end})";
  for (const bool declares : {false, true})
    for (const bool agrees : {false, true}) {
      const Known known{.faces = {{CardSlot(0), Face(2)}}, .dice = {}, .answers = agrees};
      std::string one = text;
      one.replace(one.find("%s"), 2, declares ? "secrets = {answers = true}," : "");
      const AnyGame game = start_of(one).value();
      EXPECT_EQ(game.obvious(Seat(0), known).has_value(), declares && agrees);
      EXPECT_EQ(game.choices(Seat(0), known)[1].label, declares && agrees ? "it" : "no");
    }
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
        BadModule{"move_with_a_line_break", "m.legal = function() return {'a\\nAnn says: b'} end",
                  "a move has characters that cannot be seen"},
        BadModule{"move_that_turns_the_writing",
                  "m.legal = function() return {{['\u202eraise'] = 5}} end",
                  "a move has characters that cannot be seen"},
        BadModule{"moves_that_are_one", "m.legal = function() return {'\u202e', '\u202e'} end",
                  "a move stands twice: \"?\""},
        BadModule{"name_with_escapes", "m.name = '\\27[31m'", "name has small letters"},
        BadModule{"name_like_an_option", "m.name = '--help'", "name has small letters"},
        BadModule{"version_of_two_lines", "m.version = '1\\nsigned'", "version is 1 to 16 letters"},
        BadModule{"version_that_says_more", "m.version = '1, signed by Ann'",
                  "version is 1 to 16 letters"},
        BadModule{"version_of_nothing", "m.version = ''", "version is 1 to 16 letters"},
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
        BadModule{"param_among_people_of_another_kind",
                  "m.params = {{name = 'goal', value = 1, among_people = 'x'}}",
                  "among_people of the parameter goal is of the value's kind"},
        BadModule{"param_among_people_out_of_its_limits",
                  "m.params = {{name = 'goal', value = 1, max = 3, among_people = 4}}",
                  "among_people of the parameter goal is of the value's kind, from min to max"},
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
        BadModule{"secrets_that_are_none", "m.secrets = 'none'", "secrets is a table"},
        BadModule{"secrets_misspelt", "m.secrets = {deal_to = 'one'}", "secrets has dealt_to, "},
        BadModule{"dealt_to_a_number", "m.hidden = true m.chance = true m.secrets = {dealt_to = 1}",
                  "secrets.dealt_to is \"one\" or \"several\""},
        BadModule{"done_that_is_no_flag", "m.chance = true m.secrets = {done = 'yes'}",
                  "secrets.done is true or false"},
        BadModule{"secrets_without_hidden", "m.chance = true m.secrets = {dealt_to = 'one'}",
                  "hidden is not true"},
        BadModule{"secrets_without_chance", "m.secrets = {shuffled_by = 'all'}",
                  "chance is not true"},
        BadModule{"done_undeclared", "m.chance = true m.done = function() return true end",
                  "done() gives locks away, and secrets.done is not true"},
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
