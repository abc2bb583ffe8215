#include <algorithm>
#include <csignal>

#include <sys/resource.h>

#include "tests/e2e/process.h"

/// Messages about the machine that the program runs on: its terminal, its files and its disk.
namespace fairdeal::e2e {
namespace {

using Machine = E2e;

/// All that these commands write to a terminal that shows only ASCII.
class AsciiTerminal : public E2e, public testing::WithParamInterface<std::vector<std::string>> {
 protected:
  AsciiTerminal() {
    environment_["LC_ALL"] = "C";
    environment_["TERM"] = "xterm";
  }
  static void expect_ascii(const std::string& text) {
    EXPECT_TRUE(std::ranges::all_of(text, [](char c) { return (c & 0x80) == 0; })) << text;
  }
};

TEST_P(AsciiTerminal, IsGivenAsciiByEveryCommand) {
  const auto ended = start(GetParam(), Out::terminal)->end();
  expect_ascii(ended.err);
  EXPECT_FALSE(ended.err.empty());
}
using List = std::vector<std::string>;
INSTANTIATE_TEST_SUITE_P(
    Commands, AsciiTerminal,
    testing::Values(List{"games"}, List{"games", "show", "holdem"}, List{"join", "--help"},
                    List{"watch", "--help"}, List{"games", "--json"}, List{"audit", "Käse.fdt"},
                    List{"join", "fairdeal:1/…"},
                    List{"demo", "--game", "holdem", "--no-input", "--seats", "3"}));

TEST_F(AsciiTerminal, IsGivenALinkAndNoQrCode) {
  const auto host = start(
      {"host", "kuhn", "--listen", "127.0.0.1:0", "--nickname", "Jürgen", "--admit", "invited"},
      Out::terminal);
  host->said("waiting for others to join");
  EXPECT_NE(host->said_so_far().find("Juergen"), std::string::npos) << host->said_so_far();
  EXPECT_NE(host->said_so_far().find("fairdeal:"), std::string::npos);
  EXPECT_EQ(host->said_so_far().find("##"), std::string::npos) << host->said_so_far();
  expect_ascii(host->said_so_far());
  host->signal(SIGINT);
  host->end();
}

TEST_F(Machine, AFolderInPlaceOfAFileIsToldSoWithAFileInIt) {
  fs::create_directory(folder_ / "matches");
  write_file(folder_ / "matches/a.fdt", "");
  const std::string matches = folder_ / "matches";
  for (const char* command : {"audit", "replay", "export", "inspect"}) {
    const auto ended = run({command, matches});
    EXPECT_EQ(ended.code, 2) << command;
    EXPECT_EQ(ended.err, "fairdeal: " + matches + " is a folder; name a .fdt file in it. " +
                             "For example " + matches + "/a.fdt.\n")
        << command;
  }
}

/// Lets a process write no more than this to a file.
class SmallFiles {
 public:
  SmallFiles() {
    ::getrlimit(RLIMIT_FSIZE, &was_);
    const rlimit small{.rlim_cur = 100, .rlim_max = was_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
  }
  ~SmallFiles() { ::setrlimit(RLIMIT_FSIZE, &was_); }
  SmallFiles(const SmallFiles&) = delete;

 private:
  rlimit was_{};
};

TEST_F(Machine, AFileWithoutRoomIsToldSoAndNothingHalfWrittenStays) {
  const std::string report = folder_ / "report.txt";
  std::unique_ptr<Process> process;
  {
    const SmallFiles small;
    process = start({"report", report});
  }
  const auto ended = process->end();
  EXPECT_EQ(ended.code, 2);
  EXPECT_NE(ended.err.find("could not be written"), std::string::npos) << ended.err;
  EXPECT_FALSE(fs::exists(report));
}

TEST_F(Machine, APageThatWasThereStaysWholeIfTheNewOneHasNoRoom) {
  const std::string transcript = folder_ / "a.fdt";
  ASSERT_EQ(run({"demo", "--game", "kuhn", "--no-input", "--transcript", transcript}).code, 0);
  const std::string page = folder_ / "page.html";
  write_file(page, "old");
  std::unique_ptr<Process> process;
  {
    const SmallFiles small;
    process = start({"audit", transcript, "--html", page});
  }
  const auto ended = process->end();
  EXPECT_NE(ended.err.find("could not be written"), std::string::npos) << ended.err;
  EXPECT_EQ(read_file(page), "old");
  EXPECT_FALSE(fs::exists(page + ".part"));
}

}  // namespace
}  // namespace fairdeal::e2e
