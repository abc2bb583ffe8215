#include "tests/e2e/process.h"

/// `fairdeal stats`: results and luck out of one's own transcripts.
namespace fairdeal::e2e {
namespace {

class Stats : public E2e {
 protected:
  using Arguments = std::vector<std::string>;

  /// The arguments of a command by this person, with an identity, tables and state of its own.
  Arguments of(const std::string& name, Arguments arguments) {
    environment_["XDG_STATE_HOME"] = folder_ / (name + ".state");
    arguments.insert(arguments.end(),
                     {"--identity", folder_ / (name + ".id"), "--data", folder_ / name});
    return arguments;
  }
  Json stats_of(const std::string& name, Arguments more = {}) {
    more.insert(more.begin(), {"stats", "--json"});
    const Ended ended = run(of(name, more));
    EXPECT_EQ(ended.code, 0) << ended.out << ended.err;
    return ended.json().at("games");
  }
};

/// The dice that followed the moves of a seat: how many, and their sum.
struct Dice {
  int count = 0, sum = 0;
};
Dice dice_of(const Json& exported, int seat) {
  Dice dice;
  int moved = -1;
  for (const Json& frame : exported.at("frames"))
    for (const Json& event : frame.at("events")) {
      if (event.contains("moved")) moved = event["moved"].at("seat");
      if (!event.contains("rolled") || moved != seat) continue;
      for (const Json& value : event["rolled"]) {
        ++dice.count;
        dice.sum += value.get<int>();
      }
    }
  return dice;
}

TEST_F(Stats, AreEmptyBeforeTheFirstMatchIsOver) {
  EXPECT_EQ(stats_of("Ann"), Json::array());
  EXPECT_NE(run(of("Ann", {"stats"})).out.find("No such match of yours is over yet."),
            std::string::npos);
}

TEST_F(Stats, OfAGameThatIsNotThereNameTheOneThatWasMeant) {
  const Ended ended = run_refused(of("Ann", {"stats", "--game", "holdm"}), 2, "unknown_game");
  EXPECT_NE(ended.out.find("Did you mean holdem?"), std::string::npos) << ended.out;
  EXPECT_EQ(run(of("Ann", {"stats", "--game", "holdem"})).code, 0);
}

TEST_F(Stats, AreToldWhereNothingCanBeKept) {
  environment_["XDG_STATE_HOME"] = "/proc/nowhere";
  fs::create_directories(folder_ / "Ann");
  write_file(folder_ / "Ann" / "00-seat-0.fdt", "no transcript");
  const Ended ended = run({"stats", "--data", folder_ / "Ann", "--json"});
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(ended.json().at("unreadable"), 1);
  EXPECT_NE(ended.err.find("What was read is not kept"), std::string::npos) << ended.err;
}

/// Two who play pig at a table: each has its own dice, and one has won.
TEST_F(Stats, TellWhatEachWonAndRolled) {
  const auto ann = start(of("Ann", {"host", "pig", "--listen", "127.0.0.1:0", "--admit", "open",
                                    "--bot", "simple", "--nickname", "Ann"}));
  const std::string rest = ann->said("The table is open at ");
  const Ended bob = run(of("Bob", {"join", rest.substr(0, rest.find(". ")), "--bot", "simple",
                                   "--accept", "--nickname", "Bob"}));
  EXPECT_EQ(bob.code, 0) << bob.err;
  EXPECT_EQ(ann->end().code, 0);
  int won = 0, seat = 0;
  for (const std::string name : {"Ann", "Bob"}) {
    const Json games = stats_of(name);
    ASSERT_EQ(games.size(), 1u) << games;
    const Json& pig = games.at(0);
    EXPECT_EQ(pig.at("game"), "pig");
    EXPECT_EQ(pig.at("matches"), 1);
    EXPECT_EQ(pig.at("per_match"), nullptr) << "one match tells nothing of the next";
    won += pig.at("won").get<int>();
    fs::path transcript;
    for (const auto& file : fs::directory_iterator(folder_ / name))
      if (file.path().extension() == ".fdt") transcript = file.path();
    const Dice dice = dice_of(run({"export", "--format", "json", transcript}).json(), seat++);
    const Json& rolled = pig.at("luck").at("dice");
    EXPECT_GT(dice.count, 5);
    EXPECT_EQ(rolled.at("count"), dice.count) << name;
    EXPECT_EQ(rolled.at("sum"), dice.sum) << name;
    EXPECT_EQ(rolled.at("expected"), 3.5 * dice.count);
    EXPECT_EQ(stats_of(name, {"--with", name == "Ann" ? "Bob" : "Ann"}), games);
    EXPECT_EQ(stats_of(name, {"--with", name}), Json::array()) << "nobody plays with itself";
    EXPECT_EQ(stats_of(name, {"--game", "chess"}), Json::array());
  }
  EXPECT_EQ(won, 1);
}

}  // namespace
}  // namespace fairdeal::e2e
