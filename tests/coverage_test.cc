// docs/coverage.md names every row of the inventory, and tests that are there.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>

#include <gtest/gtest.h>

namespace {

namespace fs = std::filesystem;

std::string content(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// What `pattern` finds in `text`, each with its groups.
std::vector<std::smatch> all(const std::string& text, const std::regex& pattern) {
  return {std::sregex_iterator(text.begin(), text.end(), pattern), std::sregex_iterator()};
}

/// The rows of the page's tables: ids, what shows them.
std::vector<std::pair<std::string, std::string>> rows() {
  static const std::string page = content(FD_SOURCE_DIR "/docs/coverage.md");
  static const std::regex kRow(R"(\n\| ([A-Z]{2}-\d\d[^|]*) \| ([^\n]*) \|)");
  std::vector<std::pair<std::string, std::string>> rows;
  for (const auto& row : all(page, kRow)) rows.emplace_back(row[1], row[2]);
  return rows;
}

/// The names of tests in the sources, by suite.
std::map<std::string, std::set<std::string>> tests() {
  static const std::regex kTest(R"(\bTEST(?:_F|_P)?\(\s*(\w+),\s*(\w+)\))");
  std::map<std::string, std::set<std::string>> tests;
  for (const auto& entry : fs::recursive_directory_iterator(FD_SOURCE_DIR "/tests")) {
    if (entry.path().extension() != ".cc") continue;
    const std::string text = content(entry.path());
    for (const auto& test : all(text, kTest)) tests[test[1]].insert(test[2]);
  }
  return tests;
}

TEST(Coverage, HasEveryRowOfTheInventoryOnce) {
  const std::map<std::string, int> last{{"MG", 39}, {"BS", 33}, {"LU", 67},
                                        {"GP", 18}, {"PT", 16}, {"TB", 24}};
  std::map<std::string, int> times;
  static const std::regex kIds(R"(([A-Z]{2})-(\d\d)(?: … [A-Z]{2}-(\d\d))?)");
  for (const auto& [ids, shown] : rows())
    for (const auto& id : all(ids, kIds)) {
      const int from = std::stoi(id[2]), to = id[3].matched ? std::stoi(id[3]) : from;
      for (int i = from; i <= to; ++i)
        ++times[id[1].str() + (i < 10 ? "-0" : "-") + std::to_string(i)];
    }
  std::size_t rows_of_inventory = 0;
  for (const auto& [group, count] : last)
    for (int i = 1; i <= count; ++i, ++rows_of_inventory) {
      const std::string id = group + (i < 10 ? "-0" : "-") + std::to_string(i);
      EXPECT_EQ(times[id], 1) << id;
    }
  EXPECT_EQ(times.size(), rows_of_inventory) << "an id that the inventory has not";
}

/// Suite.Name, Suite.*, and further names of the same suite after a comma.
TEST(Coverage, NamesTestsThatAreThere) {
  const auto known = tests();
  static const std::regex kName(R"(\b([A-Z]\w+)\.(\*|[A-Z]\w+)|, ([A-Z]\w{14,})\b)");
  std::size_t named = 0;
  for (const auto& [ids, shown] : rows()) {
    std::string suite;
    for (const auto& name : all(shown, kName)) {
      if (name[1].matched) suite = name[1];
      const auto found = known.find(suite);
      ASSERT_NE(found, known.end()) << ids << ": there is no suite " << suite;
      const std::string test = name[1].matched ? name[2] : name[3];
      EXPECT_TRUE(test == "*" || found->second.contains(test))
          << ids << ": " << suite << "." << test;
      ++named;
    }
  }
  EXPECT_GT(named, 40U);
}

TEST(Coverage, NamesRecordedLinesThatAreThere) {
  static const std::regex kFile(R"(\btraces/([a-z0-9-]+))");
  std::size_t named = 0;
  for (const auto& [ids, shown] : rows())
    for (const auto& file : all(shown, kFile)) {
      EXPECT_TRUE(fs::exists(FD_SOURCE_DIR "/tests/traces/" + file[1].str() + ".jsonl"))
          << ids << ": " << file[1];
      ++named;
    }
  EXPECT_GT(named, 30U);
}

/// A row is shown by something, or says why not.
TEST(Coverage, LeavesNoRowWithoutAnAnswer) {
  static const std::regex kAnswer(
      R"(\w+\.(\*|[A-Z])|traces|laws|by type|[Nn]ot (planned|needed)|waits? for|not rules|n/a|)"
      R"(language matters|optional|stubs|figure|a state is its node)");
  for (const auto& [ids, shown] : rows())
    EXPECT_TRUE(std::regex_search(shown, kAnswer)) << ids << ": " << shown;
}

}  // namespace
