#include <algorithm>

#include "tests/e2e/process.h"
#include "tests/run_size.h"
#include "tests/shipped_script.h"

/// Tables of each shipped script, in processes: peers on terminals that draw what they see while
/// their workers check what others have shuffled ahead. Nobody refuses anything or ends before the
/// match, all have one history, and every audit of it says the same.
namespace fairdeal::e2e {
namespace {

using Arguments = std::vector<std::string>;

/// A script of games/, the parameters that keep its match short, and how many seats it has here.
struct ScriptAtTable {
  const char* name;
  std::size_t seats = 3;
  Arguments params = {};
};
void PrintTo(const ScriptAtTable& script, std::ostream* out) { *out << script.name; }

class ScriptTables : public E2e, public testing::WithParamInterface<ScriptAtTable> {
 protected:
  std::unique_ptr<Process> seat(std::size_t number, Arguments arguments) {
    const std::string name = "P" + std::to_string(number);
    arguments.insert(arguments.end(), {"--nickname", name, "--identity", folder_ / (name + ".id"),
                                       "--data", folder_ / name, "--transcript", transcript(number),
                                       "--bot", "simple", "--listen", "127.0.0.1:0"});
    return start(arguments, Out::terminal);
  }
  std::string transcript(std::size_t number) const {
    return folder_ / (std::to_string(table_) + "-" + std::to_string(number) + ".fdt");
  }
  void play() {
    const ScriptAtTable& script = GetParam();
    Arguments hosts{"host", sources::shipped_script(std::string(script.name) + ".lua"),
                    "--no-announce", "--seats", std::to_string(script.seats)};
    hosts.insert(hosts.end(), script.params.begin(), script.params.end());
    std::vector<std::unique_ptr<Process>> seats;
    seats.push_back(seat(1, hosts));
    const std::string rest = seats.front()->said("The table is open at ");
    const std::string address = rest.substr(0, rest.find(". "));
    while (seats.size() < script.seats)
      seats.push_back(seat(seats.size() + 1, {"join", address, "--accept"}));
    for (const auto& process : seats) {
      const Ended ended = process->end();
      EXPECT_EQ(ended.code, 0) << ended.err;
      for (const char* words : {"Refused", "should not happen", "cheat", "The rules of"})
        EXPECT_EQ(ended.err.find(words), std::string::npos) << ended.err;
    }
    std::string head;
    for (std::size_t i = 1; i <= script.seats; ++i) {
      const Ended once = run({"audit", transcript(i), "--json"});
      EXPECT_EQ(once.code, 0) << once.out;
      EXPECT_EQ(once.json().at("verdict"), "VALID");
      EXPECT_EQ(once.out, run({"audit", transcript(i), "--json"}).out);
      if (head.empty()) head = once.json().at("head");
      EXPECT_EQ(once.json().at("head"), head);
    }
  }

  std::uint64_t table_ = 0;
};

TEST_P(ScriptTables, A71_AreWithoutRefusalsAndEachAuditSaysTheSame) {
  const std::uint64_t tables = sizes::number_in("FD_TABLES", 1);
  for (table_ = 0; table_ < tables && !HasFailure(); ++table_) play();
}

INSTANTIATE_TEST_SUITE_P(
    Of, ScriptTables,
    testing::Values(ScriptAtTable{"backgammon", 2, {"--params", R"({"length":1})"}},
                    ScriptAtTable{"battleship", 2},
                    ScriptAtTable{"blackjack", 3, {"--params", R"({"rounds":3})"}},
                    ScriptAtTable{"crazy-eights"},
                    ScriptAtTable{"five-card-draw", 3, {"--params", R"({"hands":3})"}},
                    ScriptAtTable{"gin-rummy", 2, {"--params", R"({"hands":1})"}},
                    ScriptAtTable{"hanabi"}, ScriptAtTable{"higher", 2}, ScriptAtTable{"mia"},
                    ScriptAtTable{"omaha", 3, {"--params", R"({"hands":3})"}},
                    ScriptAtTable{"pieces-tic-tac-toe", 2}, ScriptAtTable{"pig"},
                    ScriptAtTable{"skull"},
                    ScriptAtTable{"spades", 4, {"--params", R"({"hands":1})"}},
                    ScriptAtTable{"stud", 3, {"--params", R"({"hands":3})"}},
                    ScriptAtTable{"tic-tac-toe", 2}, ScriptAtTable{"yahtzee"}),
    [](const auto& at) {
      std::string name = at.param.name;
      std::erase(name, '-');
      return name;
    });

}  // namespace
}  // namespace fairdeal::e2e
