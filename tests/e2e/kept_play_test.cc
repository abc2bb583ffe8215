#include <csignal>

#include "tests/e2e/process.h"

/// Matches against bots that were interrupted, of games that are scripts or libraries: each goes on
/// by the rules with which it began.
namespace fairdeal::e2e {
namespace {

/// A game of one seat that counts to three; `word` is in each label.
std::string counting_script(const std::string& word) {
  return "return {name = 'counting', seats = 1, zero_sum = false,\n"
         "start = function() return {n = 0} end,\n"
         "wants = function(s) return s.n < 3 and {{type = 'move', seats = {1}}} or {} end,\n"
         "legal = function() return {'on', 'off'} end,\n"
         "after = function(s) s.n = s.n + 1; return s end,\n"
         "label = function(s, seat, move) return '" +
         word +
         " ' .. move .. ' at ' .. s.n end,\n"
         "result = function(s) return s.n >= 3 and {1} or nil end}\n";
}

class KeptPlays : public E2e {
 protected:
  static bool has(const std::string& text, const std::string& words) {
    return text.find(words) != std::string::npos;
  }
  /// Makes the first move of a match, and interrupts it. Returns its name and what is said of it.
  std::string interrupted(const std::string& game, const std::string& move) {
    const auto match = start({"play", game, "--seed", "4"}, Out::terminal);
    match->said("Your move");
    match->type(move + "\n");
    match->said("Your move");
    return interrupted(*match);
  }
  /// Returns the name by which a match goes on that was just interrupted, and what is said of it.
  static std::string interrupted(Process& match) {
    match.signal(SIGINT);
    const Ended ended = match.end();
    EXPECT_EQ(ended.code, 130);
    const std::string command = "To go on: fairdeal resume ";
    const auto at = ended.err.find(command);
    if (at == std::string::npos) return "not kept: " + ended.err;
    std::string name = ended.err.substr(at + command.size());
    name.resize(name.find_first_of("\r\n"));
    return name;
  }
  fs::path kept(const std::string& name) {
    return folder_ / "data/fairdeal/plays" / (name + ".json");
  }
  std::string script(const std::string& text) {
    write_file(folder_ / "counting.lua", text);
    return folder_ / "counting.lua";
  }
};

TEST_F(KeptPlays, OfAScriptGoOnWithTheTextThatTheyBeganWith) {
  const std::string file = script(counting_script("old"));
  const std::string name = interrupted(file, "1");
  EXPECT_TRUE(name.starts_with("counting-")) << name;
  EXPECT_EQ(fs::status(kept(name)).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  script(counting_script("new"));
  EXPECT_TRUE(has(run({"resume", "--json"}).out, name));
  const Ended changed = run({"resume", name}, "1\n");
  EXPECT_TRUE(has(changed.err + changed.out, "old on at 1")) << changed.err << changed.out;
  EXPECT_FALSE(has(changed.err + changed.out, "new on")) << changed.err;
  fs::remove(file);
  const Ended gone = run({"resume", name}, "1\n");
  EXPECT_EQ(gone.code, 0) << gone.err;
  EXPECT_TRUE(has(gone.err + gone.out, "old on at 2")) << gone.err;
  EXPECT_FALSE(fs::exists(kept(name))) << "it is over";
}

/// A person cannot have a bot move again by leaving and coming back.
TEST_F(KeptPlays, HaveTheBotsMovesToo) {
  const std::string name = interrupted("tic-tac-toe", "1");
  const Json play = Json::parse(read_file(kept(name)));
  EXPECT_EQ(play.at("match").at("moves").size(), 2U) << play;
}

/// Bots that think are named by their strength, and come back with the match.
TEST_F(KeptPlays, HaveTheSameBots) {
  const auto match = start({"play", "connect-four", "--bots", "easy"}, Out::terminal);
  match->said("Your move");
  match->type("d1\n");
  match->said("Bot easy 1: ");
  match->said("Your move");
  const std::string name = interrupted(*match);
  EXPECT_EQ(Json::parse(read_file(kept(name))).at("bot"), "easy");
  const auto resumed = start({"resume", name}, Out::terminal);
  const std::string begins = resumed->said("Your move");
  EXPECT_FALSE(has(begins, "You: d1")) << "it was told before";
  resumed->type("log\n");
  resumed->said("You: d1");
  resumed->said("Bot easy 1: ");
  resumed->type("a1\n");
  resumed->said("Bot easy 1: ");
  resumed->signal(SIGINT);
  EXPECT_EQ(resumed->end().code, 130);
}

/// Returns the name of a bot whose engine plays in this way.
std::string engine_that(const std::string& way) { return "uci:" FD_HOSTILE_ENGINE " play " + way; }

TEST_F(KeptPlays, MayBeAgainstAnEngine) {
  const auto match = start({"play", "chess", "--bots", engine_that("move e7e5")}, Out::terminal);
  match->said("Your move");
  match->type("e4\n");
  match->said("1. e4 e5");
  match->said("Your move");
  const std::string name = interrupted(*match);
  // Here the engine's only move is not legal any more: the bot says so, and plays a simple one.
  const auto resumed = start({"resume", name}, Out::terminal);
  resumed->said("Your move");
  resumed->type("d4\n");
  resumed->said("The bot erred: hostile_engine: its move e7e5 is not legal");
  resumed->said("Bot hostile_en 1: 2... ");
  resumed->said("Your move");
  resumed->signal(SIGINT);
  EXPECT_EQ(resumed->end().code, 130);
}

/// An engine sits at a table like any other bot: in a process that is confined, as its own is.
TEST_F(KeptPlays, HaveEnginesAtTablesToo) {
  const Ended ended = run({"host", "chess", "--bots", "1:" + engine_that("move a7a6"), "--bot",
                           engine_that("move e1e8"), "--params",
                           R"({"fen": "6k1/p4ppp/8/8/8/8/8/4R1K1 b - - 0 1"})", "--think", "0",
                           "--bots-think", "0"});
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_TRUE(has(ended.out + ended.err, "Bot hostile_en 1: 1... a6")) << ended.out;
  EXPECT_TRUE(has(ended.out + ended.err, "2. Re8#")) << ended.out << ended.err;
}

TEST_F(KeptPlays, AreRefusedWithEnginesThatCannotPlay) {
  const auto bots = [&](const std::string& game, const std::string& name) {
    run_refused({"play", game, "--bots", name}, 2, "unknown_bot");
    run_refused({"host", game, "--bots", "1:" + name}, 2, "unknown_bot");
  };
  bots("chess", "uci:/nowhere/engine");
  bots("connect-four", engine_that("silent"));
  run_refused({"play", "chess", "--bots", "uci:stockfish,skill=99"}, 2, "unknown_bot");
  run_refused({"join", "127.0.0.1:9", "--bot", "uci:"}, 2, "usage");
}

TEST_F(KeptPlays, GiveHintsAndTakeMovesBack) {
  const auto match = start({"play", "connect-four", "--bots", "easy"}, Out::terminal);
  match->said("Your move");
  match->type("undo\n");
  match->said("No move of yours can be taken back");
  match->type("hint\n");
  match->said("A hard bot would choose: ");
  match->type("d1\n");
  match->said("Bot easy 1: ");
  match->said("Your move");
  match->type("undo\n");
  match->said("You took back your last move.");
  match->said("Your move");
  match->type("a1\n");  // the disc at d1 is gone, and so is that of the bot
  match->said("You: a1");
  match->said("Bot easy 1: ");
  match->signal(SIGINT);
  EXPECT_EQ(match->end().code, 130);
}

/// "restart" keeps the start, "new" makes another match, and both keep or choose who begins.
TEST_F(KeptPlays, BeginAnewAsThePersonLikes) {
  const auto match = start(
      {"play", "connect-four", "--bots", "easy", "--first", "bot", "--seed", "3"}, Out::terminal);
  match->said("Bot easy 1: ");
  match->said("Your move");
  match->type("a1\n");
  match->said("You: a1");
  match->said("Your move");
  match->type("restart\n");
  match->said("The match begins once more.");
  match->said("Bot easy 1: ");
  match->said("Your move");
  match->type("undo\n");
  match->said("No move of yours can be taken back");
  match->type("new you\n");
  match->said("after new you may say who begins");
  match->type("new me\n");
  match->said("A new match begins.");
  match->said("Your move");
  match->type("d1\n");
  match->said("You: d1");
  match->said("Bot easy 1: ");
  match->type("new bot\n");
  match->said("Bot easy 1: ");
  match->said("Your move");
  match->type("g1\n");
  match->said("You: g1");
  match->said("Your move");
  const std::string name = interrupted(*match);
  // The match that is kept is the last one, with the person's seat.
  Json play = Json::parse(read_file(kept(name)));
  EXPECT_EQ(play.at("person"), 1);
  EXPECT_EQ(play.at("match").at("moves").size(), 3U);
  const auto resumed = start({"resume", name}, Out::terminal);
  resumed->said("Your move");
  resumed->type("a1\n");
  resumed->said("You: a1");
  resumed->signal(SIGINT);
  EXPECT_EQ(resumed->end().code, 130);
  play["person"] = 2;
  write_file(kept(name), play.dump());
  run_refused({"resume", name}, 2, "damaged");
}

TEST_F(KeptPlays, WithBotsThatCannotPlayDoNotBegin) {
  run_refused({"play", "connect-four", "--first", "you"}, 2, "usage");
  run_refused({"play", "connect-four", "--bots", "clever"}, 2, "unknown_bot");
  run_refused({"play", "tic-tac-toe", "--bots", "hard,easy"}, 2, "wrong_bots");
  run_refused({"host", "connect-four", "--bots", "1:clever"}, 2, "unknown_bot");
}

TEST_F(KeptPlays, OfAScriptThatIsKeptByItsNameGoOnWithoutIt) {
  const std::string file = script(counting_script("old"));
  EXPECT_EQ(run({"games", "add", file}).code, 0);
  const std::string name = interrupted("counting", "1");
  EXPECT_EQ(run({"games", "remove", "counting"}).code, 0);
  const Ended gone = run({"resume", name}, "1\n1\n");
  EXPECT_EQ(gone.code, 0) << gone.err;
}

TEST_F(KeptPlays, OfAScriptThatIsNoneAnyMoreAreToldSo) {
  const std::string name = interrupted(script(counting_script("old")), "1");
  Json play = Json::parse(read_file(kept(name)));
  EXPECT_EQ(play.at("script"), counting_script("old"));
  play["script"] = "return {";
  write_file(kept(name), play.dump());
  run_refused({"resume", name}, 2, "bad_parameters");
  play["script"] = counting_script("old") + "-- " + std::string(70'000, 'x');
  write_file(kept(name), play.dump());
  run_refused({"resume", name}, 2, "too_large");
}

#ifdef FD_NATIVE_NIM
TEST_F(KeptPlays, OfALibraryTakeTheLibraryAgain) {
  const std::string said = interrupted(FD_NATIVE_NIM, "1");
  EXPECT_TRUE(said.starts_with("nim-")) << said;
  EXPECT_TRUE(said.ends_with(" --library FILE.so")) << said;
  const std::string name = said.substr(0, said.find(' '));
  const Ended without = run_refused({"resume", name}, 2, "unknown_module");
  EXPECT_TRUE(has(without.out, "--library ./FILE.so")) << without.out;
  const Ended again = run({"resume", name, "--library", FD_NATIVE_NIM}, "1\n");
  EXPECT_TRUE(has(again.err + again.out, "The input ended")) << again.err;
  Json play = Json::parse(read_file(kept(name)));
  play["library"] = std::string(64, '0');
  write_file(kept(name), play.dump());
  run_refused({"resume", name, "--library", FD_NATIVE_NIM}, 2, "unknown_module");
}
#endif

}  // namespace
}  // namespace fairdeal::e2e
