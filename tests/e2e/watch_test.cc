#include <sstream>

#include "tests/e2e/process.h"

/// `fairdeal watch`: a table as somebody sees it who has no seat there.
namespace fairdeal::e2e {
namespace {

class Watch : public E2e {
 protected:
  using Arguments = std::vector<std::string>;

  std::unique_ptr<Process> seat(const std::string& name, Arguments arguments) {
    arguments.insert(arguments.end(), {"--nickname", name, "--identity", folder_ / (name + ".id"),
                                       "--data", folder_ / name, "--json"});
    return start(arguments);
  }
  /// Opens a table of hold'em for a bot and a guest.
  std::unique_ptr<Process> host(const Arguments& more) {
    Arguments arguments{"host",     "holdem",
                        "--bot",    "simple",
                        "--listen", "127.0.0.1:0",
                        "--params", R"({"hands":4,"betting":"fixed-limit","stack":100000})"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    auto process = seat("Ann", arguments);
    const std::string rest = process->said("The table is open at ");
    address = rest.substr(0, rest.find(". "));
    return process;
  }
  /// Sits down as a person, at whose move the table waits until plays_on().
  std::unique_ptr<Process> guest() {
    return seat("Bob", {"join", address, "--accept", "--listen", "127.0.0.1:0"});
  }
  static void plays_on(Process& guest) { guest.type("away\n"); }
  Arguments watch(const std::string& where, const std::string& name) {
    return {"watch",        where,
            "--identity",   folder_ / (name + ".id"),
            "--transcript", folder_ / (name + ".fdt")};
  }

  std::string address;
};

TEST_F(Watch, ShowsTheTableAndWritesAValidTranscript) {
  const auto ann = host({"--watch", "open", "--watch-seconds", "1"});
  const auto cat = start(watch(address, "Cat"));
  cat->said("The table has not begun yet");
  const auto bob = guest();
  bob->said("Others may watch this table, 1 hand and at least 1 s behind.");
  cat->said("holdem: Ann, Bob.");
  ann->said("Watching, at Ann: ");
  bob->said("Watching, at Ann: ");
  EXPECT_EQ(cat->said_so_far().find("Hand 1"), std::string::npos) << "it is not over";
  plays_on(*bob);
  const auto seen = cat->end();
  EXPECT_EQ(seen.code, 0) << seen.err;
  EXPECT_NE(seen.err.find("Hand 4: "), std::string::npos) << seen.err;
  // Each hand and each street has one heading, as at a seat's own terminal.
  for (const char* heading :
       {"-- Hand 1, before the flop, pot 30 --\n", "-- Hand 4, before the flop, pot 30 --\n"}) {
    const auto at = seen.err.find(heading);
    ASSERT_NE(at, std::string::npos) << heading << seen.err;
    EXPECT_EQ(seen.err.find(heading, at + 1), std::string::npos) << heading;
  }
  const auto a = ann->end(), b = bob->end();
  EXPECT_EQ(a.code, 0) << a.err;
  EXPECT_EQ(b.code, 0) << b.err;
  const auto audit = run({"audit", folder_ / "Cat.fdt", "--json"});
  EXPECT_EQ(audit.code, 0) << audit.out;
  EXPECT_EQ(audit.json().at("head"), a.json().at("head"));
}

TEST_F(Watch, TellsAProgramOneLineForEachEvent) {
  const auto ann = host({"--watch", "open", "--watch-seconds", "1"});
  Arguments arguments = watch(address, "Cat");
  arguments.emplace_back("--json-lines");
  const auto cat = start(arguments);
  const auto bob = guest();
  ann->said("Watching, at Ann: ");
  plays_on(*bob);
  const auto seen = cat->end();
  EXPECT_EQ(seen.code, 0) << seen.err;
  EXPECT_TRUE(seen.err.empty()) << seen.err;
  std::istringstream lines(seen.out);
  std::uint64_t count = 0, steps = 0;
  std::string last;
  for (std::string line; std::getline(lines, line);) {
    const Json event = Json::parse(line);
    EXPECT_EQ(event.at("v"), 1);
    EXPECT_EQ(event.at("seq"), ++count);
    last = event.at("type");
    if (last != "step") continue;
    EXPECT_EQ(event.at("step"), steps++);
    EXPECT_TRUE(event.at("view").is_object());
  }
  EXPECT_EQ(last, "finished");
  const auto a = ann->end();
  EXPECT_EQ(a.json().at("steps"), steps);
  EXPECT_EQ(bob->end().code, 0);
}

TEST_F(Watch, ByALinkOfItsOwnByWhichNobodySitsDown) {
  const auto ann = host({"--watch", "invited"});
  const std::string rest = ann->said("'fairdeal:");
  const std::string link = "fairdeal:" + rest.substr(0, rest.find('\''));
  const auto sits = seat("Dan", {"join", link, "--accept", "--bot", "simple"})->end();
  expect_error(sits, 2, "bad_link");
  const auto bob = guest();
  bob->said("Your move");
  auto stranger = watch(address, "Eve");
  stranger.emplace_back("--json");
  const auto refused = run(stranger);
  expect_error(refused, 8, "not_invited");
  const std::string hint = refused.json().at("error").at("hint");
  EXPECT_TRUE(hint.starts_with("The host's program says: \"")) << hint;
  const auto cat = start(watch(link, "Cat"));
  ann->said("Watching, at Ann: ");
  plays_on(*bob);
  const auto seen = cat->end();
  EXPECT_EQ(seen.code, 0) << seen.err;
  EXPECT_EQ(bob->end().code, 0);
  EXPECT_EQ(ann->end().code, 0);
}

TEST_F(Watch, NobodyMayByDefault) {
  const auto ann = host({});
  const auto bob = guest();
  bob->said("Your move");
  auto arguments = watch(address, "Cat");
  arguments.emplace_back("--json");
  expect_error(run(arguments), 8, "refused");
  EXPECT_FALSE(fs::exists(folder_ / "Cat.fdt"));
  plays_on(*bob);
  EXPECT_EQ(bob->end().code, 0);
  EXPECT_EQ(ann->end().code, 0);
}

}  // namespace
}  // namespace fairdeal::e2e
