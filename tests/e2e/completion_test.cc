#include <array>
#include <cstdio>
#include <sstream>

#include "tests/e2e/process.h"

/// Completion as the shells do it, with the scripts that the program prints for them.
namespace fairdeal::e2e {
namespace {

struct Shell {
  const char* name;
  /// What makes the shell print what may follow these words, one a line; the script is in $SCRIPT.
  const char* asks;
};

constexpr Shell kShells[] = {
    {"bash", R"(. "$SCRIPT"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _fairdeal
                printf '%s\n' "${COMPREPLY[@]}")"},
    // Its completion system needs a terminal, so what the script calls is put in its place.
    {"zsh", R"(compdef() { }; _files() { print FILES }
               _describe() { print -rl -- "${(@P)${@[-1]}%%:*}" }
               words=("$@"); CURRENT=$#; . "$SCRIPT"
               _fairdeal | grep -e "^${words[-1]}" -e FILES)"},
    {"fish", R"(source $SCRIPT; complete -C (string join ' ' -- $argv))"},
};

class Completes : public E2e, public testing::WithParamInterface<Shell> {
 protected:
  void SetUp() override {
    const std::string shell = GetParam().name;
    if (std::system(("command -v " + shell + " >/dev/null").c_str()) != 0)
      GTEST_SKIP() << shell << " is not installed";
    write_file(folder_ / "script", run({"completion", shell}).out);
    write_file(folder_ / "asks", GetParam().asks);
    write_file(folder_ / "a.fdt", "");
  }

  /// Returns what the shell offers after `words`, of which the last may be a beginning or "".
  std::vector<std::string> offers(const std::string& words) const {
    const std::string command = "cd " + folder_.path.string() +
                                " && HOME=$PWD SCRIPT=$PWD/script " + GetParam().name +
                                " ./asks fairdeal " + words + " 2>&1";
    std::vector<std::string> found;
    std::FILE* output = ::popen(command.c_str(), "r");
    std::array<char, 4096> line{};
    while (std::fgets(line.data(), static_cast<int>(line.size()), output) != nullptr) {
      const std::string text = line.data();
      found.push_back(text.substr(0, text.find_first_of("\t\n")));
    }
    EXPECT_EQ(::pclose(output), 0) << command << testing::PrintToString(found);
    return found;
  }
  void expect(const std::string& words, const std::vector<std::string>& wanted,
              const std::vector<std::string>& unwanted = {}) const {
    const auto found = offers(words);
    for (const auto& word : wanted)
      EXPECT_EQ(std::ranges::count(found, word), 1)
          << word << " after " << words << ": " << testing::PrintToString(found);
    for (const auto& word : unwanted)
      EXPECT_EQ(std::ranges::count(found, word), 0) << word << " after " << words;
  }
};

TEST_P(Completes, CommandsAndSubcommands) {
  expect("''", {"host", "join", "config", "rules"}, {"--seats"});
  expect("ho", {"host"}, {"join"});
  expect("rules ''", {"check", "perft", "solve"}, {"holdem", "host"});
  expect("evidence ''", {"verify", "show"});
}

TEST_P(Completes, OptionsAndTheirValues) {
  expect("host --", {"--seats", "--admit", "--no-qr"}, {"--events-fd", "--playouts"});
  expect("host --admit ''", {"ask", "invited", "open"}, {"holdem"});
  expect("rules test --", {"--playouts"}, {"--seats-of"});
  expect("bench audit --", {"--help"});
}

TEST_P(Completes, GamesAndShells) {
  expect("play ''", {"holdem", "chess"}, {"host"});
  expect("rules perft che", {"chess"}, {"holdem"});
  expect("completion ''", {"bash", "fish", "zsh"});
}

INSTANTIATE_TEST_SUITE_P(By, Completes, testing::ValuesIn(kShells),
                         [](const auto& shell) { return std::string(shell.param.name); });

}  // namespace
}  // namespace fairdeal::e2e
