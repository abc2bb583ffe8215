#include <csignal>
#include <cstdlib>
#include <regex>
#include <sstream>
#include <stdexcept>

#include "tests/e2e/process.h"
#include "tests/e2e/screen.h"

/// The terminals of people through whole evenings, as text: tests/e2e/logs. To write it
/// anew: FD_WRITE_LOGS=1 e2e_test --gtest_filter='*Logs*'.
namespace fairdeal::e2e {
namespace {

DrawnScreen drawn(const Process& process) {
  DrawnScreen screen;
  screen.write(process.said_so_far());
  return screen;
}

class Logs : public E2e {
 protected:
  Logs() {
    environment_["TERM"] = "xterm";
    environment_["LC_ALL"] = "C.UTF-8";
    environment_["NO_COLOR"] = "1";
  }

  static void expect_log(const std::string& name, const std::string& log) {
    const fs::path path = fs::path(FD_SOURCE_DIR) / "tests/e2e/logs" / (name + ".txt");
    if (std::getenv("FD_WRITE_LOGS") != nullptr) return write_file(path, log);
    EXPECT_EQ(read_file(path), log) << "what is seen has changed: see " << path;
  }

  /// The screen at each prompt of a match that its seed repeats, and what is typed there.
  void play(const std::string& game, const std::vector<std::string>& moves,
            const std::string& own) {
    const auto match = start({"play", game, "--seed", "3"}, Out::terminal);
    std::string log;
    for (const auto& move : moves) {
      match->said("Your move");
      const DrawnScreen screen = drawn(*match);
      EXPECT_TRUE(screen.shows(own)) << "its own: " << own << "\n" << screen.text();
      std::string text = screen.text();
      text.resize(text.find_last_not_of('\n') + 1);
      log += text + "\n> " + move + "\n" + std::string(DrawnScreen::kColumns, '-') + "\n";
      match->type(move + "\n");
    }
    expect_log(game, log);
  }
};

TEST_F(Logs, OfLiarsDice) { play("liars-dice", {"2x3", "list", "liar", "1x1", "liar"}, "You  "); }

TEST_F(Logs, OfChess) { play("chess", {"e2e4", "Nf3", "e2e5", "list", "Nc3", "d4"}, "1 R"); }

TEST_F(Logs, OfGoFish) {
  play("go-fish", {"ask bot 1 for twos", "ask bot 1 for threes", "list", "ask bot 1 for kings"},
       "You  ");
}

/// Four people, all of whom check or call, and lose their cards where they may. The cards are new
/// each time, so they, their chips and who wins are not in the log.
class FourAtATable : public Logs {
 protected:
  struct Person {
    std::string name;
    std::unique_ptr<Process> process{};
    std::size_t answered = 0;  ///< of what it has said
  };

  void sit_down(const std::string& name, std::vector<std::string> arguments,
                const std::string& term) {
    environment_["TERM"] = term;
    arguments.insert(arguments.end(), {"--nickname", name, "--identity", folder_ / (name + ".id"),
                                       "--data", folder_ / name});
    people_.push_back({name, start(arguments, Out::terminal)});
  }
  Person& person(const std::string& name) {
    return *std::ranges::find(people_, name, &Person::name);
  }

  /// The question that `person` has not answered yet, if there is one by now.
  static std::optional<std::string> asked(Person& person) {
    person.process->look();
    const std::string& said = person.process->said_so_far();
    const auto at = said.find("Your move", person.answered);
    if (at == std::string::npos) return {};
    const auto block = said.rfind("Hand ", at);
    const std::string question = said.substr(block, at - block);
    person.answered = said.size();
    return question;
  }
  static std::string answer(const std::string& question) {
    for (const char* move : {"muck", "check", "call"})
      if (question.find(std::string(" ") + move) != std::string::npos) return move;
    return "fold";
  }

  /// All play on until this one is asked, and does not answer.
  void play_until_asked(const std::string& name) { play_until(name, ""); }
  /// All play on until the log of this one has these words.
  void play_until_told(const std::string& name, const std::string& words) {
    play_until(name, words);
  }
  void play_until(const std::string& name, const std::string& words) {
    for (int idle = 0;; ++idle) {
      if (idle > kIdleMax) throw std::runtime_error("nobody is asked" + all_screens());
      for (Person& one : people_) {
        const auto question = asked(one);
        if (!words.empty() && person(name).process->said_so_far().find(words) != std::string::npos)
          return;
        if (!question) continue;
        if (words.empty() && one.name == name) return;
        idle = 0;
        if (one.name == "Ann") await_own_cards(one);
        one.process->type(answer(*question) + "\n");
      }
    }
  }
  std::string all_screens() const {
    std::string text;
    for (const Person& one : people_)
      text += "\n--- " + one.name + "\n" + drawn(*one.process).text();
    return text;
  }
  /// Her screen may be read while it is drawn anew: then half of it is not there yet.
  static void await_own_cards(Person& ann) {
    for (int looks = 0; !sees_own_cards(ann); ++looks) {
      if (looks > kIdleMax)
        throw std::runtime_error("no cards of her own: " + drawn(*ann.process).text());
      ann.process->look();
      ann.answered = ann.process->said_so_far().size();
    }
  }
  static bool sees_own_cards(const Person& ann) {
    const auto rows = drawn(*ann.process).rows();
    return std::ranges::any_of(rows, [](const auto& row) {
      return row.find("(you)") != std::string::npos && row.find("?") == std::string::npos;
    });
  }

  /// Looks at all, each of up to 20 ms, in which nobody was asked for a move.
  static constexpr int kIdleMax = 1'000;
  std::vector<Person> people_;
};

/// Adds a line to the lines of a log. A line of equal moves is one for each person, and the line at
/// the end of the screen, which may grow, comes again with those that joined it.
void add_line(std::vector<std::string>& log, const std::string& line) {
  static const std::regex kMoves("((?:Ann|Bob|Cat|Dan|Eve)(?:(?:, | and )\\w+)*): (.*)");
  std::vector<std::string> units;
  if (std::smatch found; std::regex_match(line, found, kMoves)) {
    static const std::regex kName("\\b[A-Z]\\w+");
    const std::string who = found[1], move = found[2];
    for (std::sregex_iterator at(who.begin(), who.end(), kName), end; at != end; ++at)
      units.push_back(at->str() + ": " + move);
  } else {
    units.push_back(line);
  }
  for (std::size_t known = std::min(units.size(), log.size()); known > 0; --known) {
    const auto tail = log.end() - static_cast<std::ptrdiff_t>(known);
    if (!std::equal(tail, log.end(), units.begin())) continue;
    units.erase(units.begin(), units.begin() + static_cast<std::ptrdiff_t>(known));
    break;
  }
  log.insert(log.end(), units.begin(), units.end());
}

/// The lines of what happened, and nothing that differs from one evening to the next.
std::string masked(const std::string& said) {
  static const std::regex kCard("[2-9TJQKA](♠|♥|♦|♣)");
  static const std::regex kTold(
      "(Ann|Bob|Cat|Dan|Eve)(:|(, \\w+)* and \\w+:| left| is back| lost contact).*|The cards are "
      "shuffled\\.|"
      "Hand [0-9]+: .*|(Flop|Turn|River): .*|Everybody is here\\..*");
  static const std::regex kResult("(Hand [0-9]+: ).*");
  static const std::regex kShuffles("(Ann|Bob|Cat|Dan|Eve): (shuffle|waits).*");
  static const std::regex kStreet("-- ((Flop|Turn|River): .*), pot .* --");
  std::vector<std::string> all;
  std::istringstream lines(said);
  for (std::string line; std::getline(lines, line);) {
    if (line.ends_with('\r')) line.pop_back();
    line = std::regex_replace(line, kStreet, "$1");
    if (!std::regex_match(line, kTold) || std::regex_match(line, kShuffles)) continue;
    if (line.ends_with(": muck") || line.ends_with(": show")) continue;  // as the cards have it
    line = std::regex_replace(line, kCard, "??");
    add_line(all, std::regex_replace(line, kResult, "$1who wins, and with what"));
  }
  std::string log;
  for (const std::string& line : all) log += line + "\n";
  return log.substr(0, log.find('\n', log.rfind("Hand ")) + 1);  // what follows is seen or not
}

TEST_F(FourAtATable, LogsOfHoldemWithWhoLeavesDropsComesBackAndPlaysAgain) {
  sit_down("Ann",
           {"host", "holdem", "--seats", "4", "--params", R"({"hands":3})", "--listen",
            "127.0.0.1:0", "--move-time", "600"},
           "xterm");
  const std::string rest = people_[0].process->said("The table is open at ");
  const std::string address = rest.substr(0, rest.find(". "));
  for (const char* name : {"Bob", "Cat", "Dan"}) {
    const std::string seats = std::to_string(people_.size() + 1);
    sit_down(name, {"join", address, "--listen", "127.0.0.1:0", "--accept"},
             name == std::string("Dan") ? "dumb" : "xterm");
    people_[0].process->said(seats + " of 4 are here");
  }
  play_until_told("Ann", "Hand 1: ");  // to the showdown
  play_until_asked("Bob");
  person("Bob").process->type("leave\n");
  person("Bob").process->said("Do you leave for good");
  person("Bob").process->type("leave\n");
  EXPECT_EQ(person("Bob").process->end().code, 0);
  std::erase_if(people_, [](const Person& one) { return one.name == "Bob"; });
  play_until_asked("Cat");
  person("Cat").process->signal(SIGKILL);
  person("Cat").process->end();
  person("Dan").process->said("Cat lost contact.");
  const Json kept = run({"resume", "--data", folder_ / "Cat", "--json"}).json().at("tables");
  std::erase_if(people_, [](const Person& one) { return one.name == "Cat"; });
  sit_down("Cat", {"resume", kept.at(0).at("store")}, "xterm");
  person("Dan").process->said("Cat is back.");
  play_until_told("Dan", "Hand 3: ");
  for (const char* name : {"Ann", "Dan"}) {
    person(name).process->said("Another match with the same people");
    person(name).process->type("y");
  }
  EXPECT_EQ(person("Cat").process->end().code, 0);
  std::erase_if(people_, [](const Person& one) { return one.name == "Cat"; });
  for (const char* name : {"Cat", "Eve"}) {
    const std::string here = std::to_string(people_.size());
    person("Ann").process->said(here + " of 4 are here");
    sit_down(name, {"join", address, "--listen", "127.0.0.1:0", "--accept"}, "xterm");
  }
  person("Dan").process->said("Everybody is here.");
  play_until_told("Eve", "Hand 1: ");
  person("Dan").process->said("Hand 1: ");
  expect_log("holdem-four", masked(person("Dan").process->said_so_far()));
}

}  // namespace
}  // namespace fairdeal::e2e
