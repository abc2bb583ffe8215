#include <array>
#include <cstdio>
#include <sstream>

#include "tests/e2e/process.h"

/// Completion as the shells do it, with the scripts that the program prints for them.
namespace fairdeal::e2e {
namespace {

struct Shell {
  const char* name;
  /// Makes the shell print the words that may follow these, one a line; the script is in $SCRIPT.
  const char* asks;
};

constexpr Shell kShells[] = {
    {"bash", R"(. "$SCRIPT"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _fairdeal
                printf '%s\n' "${COMPREPLY[@]}")"},
    // Its completion system needs a terminal, so what the script calls is put in its place.
    {"zsh", R"(compdef() { }; _files() { print FILES }
               _describe() { print -rl -- "${(@P)${@[-1]}%%:*}" | grep -e "^${words[-1]}" }
               compadd() { shift 2; print -rl -- "$@" }
               words=("$@"); CURRENT=$#; . "$SCRIPT"
               _fairdeal)"},
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
    fs::create_directory(folder_ / "bin");
    fs::create_symlink(FD_PROGRAM, folder_ / "bin" / "fairdeal");
  }

  /// Returns what the shell offers after `words`, of which the last may be a beginning or "".
  std::vector<std::string> offers(const std::string& words) const {
    const std::string command = "cd " + folder_.path.string() +
                                " && HOME=$PWD XDG_DATA_HOME=$PWD PATH=$PWD/bin:$PATH "
                                "SCRIPT=$PWD/script " +
                                GetParam().name + " ./asks fairdeal " + words + " 2>&1";
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
  expect("rules ''", {"check", "perft", "solve", "evaluate", "scan", "tournament", "report"},
         {"holdem", "host"});
  expect("evidence ''", {"verify", "show"});
}

TEST_P(Completes, OptionsAndTheirValues) {
  expect("host --", {"--seats", "--admit", "--no-qr"}, {"--events-fd", "--playouts"});
  expect("host --admit ''", {"ask", "invited", "open"}, {"holdem"});
  expect("rules test --", {"--playouts"}, {"--seats-of"});
  expect("rules tournament go --kind ''", {"elimination", "tug-of-war"}, {"chess"});
  expect("bench audit --", {"--help"});
}

TEST_P(Completes, GamesAndShells) {
  expect("play ''", {"holdem", "chess"}, {"host"});
  expect("rules perft che", {"chess"}, {"holdem"});
  expect("completion ''", {"bash", "fish", "zsh"});
}

TEST_P(Completes, WordsOfACode) {
  const auto all = offers("join 123-");
  EXPECT_EQ(std::ranges::count_if(all, [](const auto& w) { return w.starts_with("123-"); }), 1024);
  expect("join 123-gui", {"123-guitar"}, {"123-igloo"});
  expect("join 123-guitar-ig", {"123-guitar-igloo"}, {"123-guitar"});
  expect("join 123-GUI", {"123-guitar"});
  expect("join --", {"--code-file"}, {"123-guitar"});
  expect("join 123-guitar-igloo@", {}, {"123-guitar-igloo"});
}

TEST_P(Completes, NamesOfContacts) {
  fs::create_directories(folder_ / "fairdeal" / "contacts");
  std::string file;
  const char* const names[] = {"Ann", "Bob", "Anna-Lena"};
  for (int i = 0; i < 3; ++i)
    file += "[[contact]]\nname = \"" + std::string(names[i]) + "\"\nkey = \"" +
            std::string(63, 'a') + std::to_string(i) + "\"\nsecret = \"" + std::string(63, 'b') +
            std::to_string(i) + "\"\n" + (i == 1 ? "blocked = true\n" : "") + "\n";
  write_file(folder_ / "fairdeal" / "contacts" / "contacts.toml", file);
  fs::permissions(folder_ / "fairdeal" / "contacts" / "contacts.toml", fs::perms::owner_read);
  expect("join A", {"Ann", "Anna-Lena"}, {"Bob"});
  expect("join an", {"Ann", "Anna-Lena"}, {"Bob"});
  expect("join ''", {"Ann", "Anna-Lena"}, {"Bob"});
  expect("contacts forget An", {"Ann", "Anna-Lena"}, {"forget"});
  expect("host holdem --invite ''", {"Ann"}, {"holdem"});
  expect("host holdem --invite Ann,an", {"Ann,Anna-Lena"});
}

INSTANTIATE_TEST_SUITE_P(By, Completes, testing::ValuesIn(kShells),
                         [](const auto& shell) { return std::string(shell.param.name); });

}  // namespace
}  // namespace fairdeal::e2e
