#include <algorithm>
#include <csignal>

#include "tests/e2e/process.h"

/// `fairdeal rules evaluate`, `scan`, `tournament` and `report`, which measure a game.
namespace fairdeal::e2e {
namespace {

class Measure : public E2e {
 protected:
  void refused(std::vector<std::string> words, const std::string& what,
               const std::string& name = "bad_parameters") {
    words.insert(words.begin(), "rules");
    const auto ended = run_refused(words, 2, name);
    EXPECT_NE(ended.out.find(what), std::string::npos) << ended.out;
  }
  Json measured(std::vector<std::string> words) {
    words.insert(words.begin(), "rules");
    words.emplace_back("--json");
    const auto ended = run(words);
    EXPECT_EQ(ended.code, 0) << ended.err << ended.out;
    return ended.json();
  }
};

TEST_F(Measure, EvaluateFindsTheOnlyMoveThatWins) {
  for (const char* player : {"alphabeta", "minimax", "hard", "maxn"}) {
    const Json said =
        measured({"evaluate", "tic-tac-toe", "--player", player, "--depth", "5", "--seat", "Xs",
                  "--state", R"({"board":"XX_OO____","active":["Xs"]})"});
    EXPECT_EQ(said.at("best_moves"), Json({2})) << player;
    EXPECT_EQ(said.at("move_values").size(), 5u) << player;
    EXPECT_EQ(said.at("seat"), 1);
  }
}

TEST_F(Measure, EvaluateJudgesByAHeuristicAsRecorded) {
  const Json said = measured({"evaluate", "tic-tac-toe", "--player", "minimax", "--heuristic",
                              "tic-tac-toe default", "--depth", "1", "--trace", "2"});
  EXPECT_EQ(said.at("best_moves"), Json({4}));
  EXPECT_EQ(said.at("nodes"), 9);
  EXPECT_EQ(said.at("trace").size(), 2u);
  const Json& centre = said.at("move_values").at(4);
  EXPECT_EQ(centre.at("move"), 4);
  EXPECT_EQ(centre.at("value"), "0.294117647058");  // 5 / 17
}

TEST_F(Measure, EvaluateShowsNoMoreOfItsSearchThanWasAskedFor) {
  const Json said = measured(
      {"evaluate", "connect-four", "--player", "uct", "--simulations", "300", "--trace", "4"});
  EXPECT_EQ(said.at("trace").size(), 4u);
  EXPECT_EQ(said.at("nodes"), 300);
  std::int64_t visits = 0;
  for (const Json& one : said.at("move_values")) visits += one.at("visits").get<std::int64_t>();
  EXPECT_EQ(visits, 300);
}

TEST_F(Measure, EvaluateTakesAMatchThatInspectSaved) {
  const std::string file = folder_ / "match.json";
  ASSERT_EQ(run({"inspect", "hearts", "--seed", "3"}, "random 60\nsave " + file + "\n").code, 0);
  const Json said = measured(
      {"evaluate", "hearts", "--match", file, "--player", "ismcts", "--simulations", "50"});
  EXPECT_FALSE(said.at("best_moves").empty());
  refused({"evaluate", "skull", "--match", file, "--player", "simple"}, "a match of hearts");
}

TEST_F(Measure, EvaluateRefusesWhatIsWrongInWords) {
  const std::string ttt = "tic-tac-toe";
  refused({"evaluate", ttt, "--player", "nobody"}, "nobody is none of", "unknown_bot");
  refused({"evaluate", ttt, "--player", "hard", "--seat", "7"}, "1 (Xs), 2 (Os)");
  refused({"evaluate", ttt, "--player", "hard", "--seat", "Os"}, "asked is Xs");
  refused({"evaluate", ttt, "--player", "hard", "--state", "{"}, "--state is no JSON");
  refused({"evaluate", ttt, "--player", "hard", "--heuristic", "zero"}, "--heuristic");
  refused({"evaluate", ttt, "--player", "maxn", "--heuristic", "no"}, "no heuristic 'no'");
  refused({"evaluate", ttt, "--player", "hard", "--match", "none"}, "none");
}

TEST_F(Measure, ScanCountsAllOfASmallTree) {
  const Json said = measured({"scan", "tic-tac-toe", "--length", "3", "--width", "1000000"});
  EXPECT_EQ(said.at("aborted"), 9 * 8 * 7);
  const Json& width = said.at("roles").at("Xs").at("width");
  EXPECT_EQ(width.at("count"), 1 + 9 * 8);  // at plies 0 and 2
  EXPECT_EQ(width.at("max"), 9);
  EXPECT_EQ(width.at("min"), 7);
}

TEST_F(Measure, ScanSamplesAGameThatHidesByMatches) {
  const std::vector<std::string> words{"scan", "hearts", "--width", "3", "--length", "100"};
  const Json said = measured(words);
  EXPECT_EQ(said.at("sampled"), "matches");
  EXPECT_EQ(said.at("roles").at("1").at("length").at("count"), 3);
  EXPECT_EQ(measured(words), said) << "the same seed scans the same";
  refused({"scan", "hearts", "--seats", "9"}, "seats");
}

TEST_F(Measure, ATournamentGivesFiguresOfEachPlayerInEachRole) {
  const std::string svg = folder_ / "plot.svg";
  const Json said = measured({"tournament", "tic-tac-toe", "--players", "alphabeta,random",
                              "--deals", "6", "--simulations", "2000", "--svg", svg});
  EXPECT_EQ(said.at("matches"), 12);
  ASSERT_EQ(said.at("results").size(), 6u);
  const Json& all = said.at("results").at(0);
  EXPECT_EQ(all.at("player"), "alphabeta");
  EXPECT_EQ(all.at("role"), nullptr);
  EXPECT_EQ(all.at("won").get<int>() + all.at("drawn").get<int>() + all.at("lost").get<int>(), 12);
  EXPECT_GT(all.at("mean").get<double>(), 0);
  EXPECT_EQ(said.at("comparisons").at(0).at("deals"), 6);
  const std::string plot = read_file(svg);
  EXPECT_TRUE(plot.starts_with("<svg")) << plot;
  EXPECT_EQ(std::count(plot.begin(), plot.end(), '<'), std::count(plot.begin(), plot.end(), '>'));
}

TEST_F(Measure, ATournamentGoesOnWithTheMatchesOfItsFile) {
  const std::string file = folder_ / "matches.jsonl";
  const std::vector<std::string> words{"tournament", "tic-tac-toe", "--players", "simple,random",
                                       "--deals",    "5",           "--out",     file};
  const Json first = measured(words);
  const std::string whole = read_file(file);
  EXPECT_EQ(std::count(whole.begin(), whole.end(), '\n'), 1 + 10);

  // The program ended in the middle of the seventh match's line.
  std::size_t end = 0;
  for (int i = 0; i < 7; ++i) end = whole.find('\n', end) + 1;
  write_file(file, whole.substr(0, end + 10));
  Json again = measured(words);
  EXPECT_EQ(again.at("from_file"), 6);
  EXPECT_EQ(again.at("results"), first.at("results"));
  EXPECT_EQ(again.at("comparisons"), first.at("comparisons"));
  again = measured(words);
  EXPECT_EQ(again.at("from_file"), 10);

  auto other = words;
  other[3] = "random,simple";
  refused(other, "another tournament");
  write_file(file, "my letters\n");
  refused(words, "no file of a tournament");
  EXPECT_EQ(read_file(file), "my letters\n");
}

TEST_F(Measure, CtrlCLeavesAWholeFileWithWhichTheTournamentGoesOn) {
  const std::string file = folder_ / "matches.jsonl";
  const auto tournament = start({"rules", "tournament", "connect-four", "--players",
                                 "simple,random", "--deals", "100000", "--out", file});
  tournament->said(" of 200,000 matches");
  tournament->signal(SIGINT);
  const Ended ended = tournament->end();
  EXPECT_EQ(ended.code, 130);
  EXPECT_NE(ended.err.find("The same command goes on"), std::string::npos) << ended.err;
  const std::string text = read_file(file);
  ASSERT_FALSE(text.empty());
  EXPECT_EQ(text.back(), '\n');
}

TEST_F(Measure, EachKindOfTournamentEndsAsItShould) {
  const Json knock_out =
      measured({"tournament", "tic-tac-toe", "--players", "simple,random,random,random", "--kind",
                "elimination", "--deals", "4"});
  EXPECT_EQ(knock_out.at("winners"), Json({"simple"}));
  EXPECT_EQ(knock_out.at("matches"), 3 * 4 * 2);
  const Json rope = measured({"tournament", "hearts", "--players", "simple,random", "--kind",
                              "tug-of-war", "--deals", "50", "--lead", "2"});
  EXPECT_EQ(rope.at("winners"), Json({"simple"}));
  EXPECT_EQ(rope.at("matches").get<int>() % 4, 0);
  EXPECT_LT(rope.at("matches").get<int>(), 50 * 4);
  const Json measurement = measured({"tournament", "hearts", "--players", "simple,random", "--kind",
                                     "measurement", "--deals", "2"});
  EXPECT_EQ(measurement.at("matches"), 2 * 4);
}

TEST_F(Measure, HowLongEachPlayerThinksAboutAMove) {
  const Json said = Json::parse(run({"bench", "players", "--runs", "1", "--json"}).out);
  std::map<std::string, std::set<std::string>> players;
  for (const Json& row : said.at("players")) {
    EXPECT_TRUE(row.at("microseconds").is_number()) << row;
    EXPECT_NE(row.contains("plies"), row.contains("simulations")) << row;
    players[row.at("game")].insert(row.at("player"));
  }
  EXPECT_EQ(players.size(), 11U);
  EXPECT_EQ(players.at("chess"),
            (std::set<std::string>{"alphabeta", "minimax", "montecarlo", "uct"}));
  EXPECT_EQ(players.at("hearts"), std::set<std::string>{"ismcts"});
  EXPECT_TRUE(players.at("holdem").contains("ranges"));
  // The bots that --bots takes for a game are named where the game is told about.
  const Json kuhn = Json::parse(run({"games", "kuhn", "--json"}).out);
  EXPECT_NE(std::ranges::count(kuhn.at("bots"), Json("cfr")), 0) << kuhn.at("bots");
  EXPECT_NE(run({"games", "chess"}).out.find("Bots: random, simple, easy"), std::string::npos);
}

TEST_F(Measure, ATournamentRefusesWhatIsWrongInWords) {
  const std::string ttt = "tic-tac-toe";
  refused({"tournament", ttt, "--players", "simple,nobody"}, "nobody is none of", "unknown_bot");
  refused({"tournament", ttt, "--players", "simple", "--kind", "measurement"}, "after the first");
  refused({"tournament", ttt, "--players", "simple", "--kind", "elimination"}, "needs 2 players");
  refused({"tournament", ttt, "--players", "simple", "--kind", "tug-of-war"}, "two players");
  refused({"tournament", ttt, "--players", "simple", "--kind", "war"}, "--kind", "usage");
  refused({"tournament", ttt, "--players", "simple", "--jobs", "0"}, "--jobs", "usage");
  refused({"tournament", ttt, "--players", "simple", "--params", "{"}, "--params is no JSON");
  refused({"tournament", ttt, "--players", "simple", "--out", "none/x"}, "none/x");
}

TEST_F(Measure, AReportTellsOfSkillAndOfTheFirstSeat) {
  const std::string html = folder_ / "report.html";
  const Json said = measured(
      {"report", "tic-tac-toe", "--matches", "20", "--simulations", "300", "--html", html});
  EXPECT_EQ(said.at("matches"), 20);
  const Json& first = said.at("first_seat");
  EXPECT_LE(first.at("low").get<double>(), first.at("mean").get<double>());
  ASSERT_EQ(said.at("skill").size(), 2u);
  for (const Json& one : said.at("skill")) {
    EXPECT_EQ(one.at("better"), "hard");
    EXPECT_EQ(one.at("more").at("count"), 10) << one;
  }
  const Json& chance = said.at("skill").at(1);
  EXPECT_EQ(chance.at("weaker"), "random");
  EXPECT_EQ(chance.at("more").at("mean").get<double>() > 0,
            chance.at("won").get<int>() > chance.at("lost").get<int>());
  EXPECT_EQ(said.at("branching").at("max"), 9);
  EXPECT_EQ(said.at("dead_ends"), Json::array());
  EXPECT_NE(read_file(html).find("Is tic-tac-toe fair?"), std::string::npos);
}

}  // namespace
}  // namespace fairdeal::e2e
