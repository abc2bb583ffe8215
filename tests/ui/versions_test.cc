// docs/versions.md says the versions that the code has.
#include <filesystem>
#include <fstream>
#include <sqlite3.h>

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "crypto/hash.h"
#include "net/channel/limits.h"
#include "proto/reach.h"
#include "proto/transcript.h"
#include "rules/native.h"
#include "rules/script_interpreter.h"
#include "runtime/node/other_history.h"
#include "runtime/node/store.h"
#include "ui/home/identity.h"
#include "ui/words/table_link.h"

namespace fairdeal::home {
namespace {

namespace fs = std::filesystem;

std::string content(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string first_line(std::string_view text) {
  return std::string(text.substr(0, text.find('\n')));
}

bool page_has(const std::string& what, const std::string& version) {
  static const std::string page = content(FD_SOURCE_DIR "/docs/versions.md");
  return page.find("\n| " + what + " | " + version + " | ") != std::string::npos;
}

/// Returns the version that a new store has on disk.
int store_version() {
  const fs::path folder = fs::path(testing::TempDir()) / "fairdeal_versions_test";
  fs::create_directories(folder);
  const std::string path = folder / "table";
  EXPECT_TRUE(node::Store::open(path));
  sqlite3* db = nullptr;
  sqlite3_stmt* statement = nullptr;
  EXPECT_EQ(sqlite3_open(path.c_str(), &db), SQLITE_OK);
  sqlite3_prepare_v2(db, "PRAGMA user_version", -1, &statement, nullptr);
  EXPECT_EQ(sqlite3_step(statement), SQLITE_ROW);
  const int version = sqlite3_column_int(statement, 0);
  sqlite3_finalize(statement);
  sqlite3_close(db);
  fs::remove_all(folder);
  return version;
}

TEST(Versions, ThePageHasThoseOfTheCode) {
  const auto code = [](std::string_view text) { return "`" + std::string(text) + "`"; };
  EXPECT_TRUE(page_has("wire", code(net::kProtocolVersion)));
  EXPECT_TRUE(page_has("relay", std::to_string(proto::kRelayVersion)));
  EXPECT_TRUE(page_has("signatures, digests, proofs", code(crypto::kVersion)));
  EXPECT_TRUE(page_has("transcript", code(first_line(proto::kTranscriptMagic))));
  EXPECT_TRUE(page_has("evidence", code(first_line(proto::kEvidenceMagic))));
  EXPECT_TRUE(page_has("signed statement", code(first_line(node::kHistoryMagic))));
  EXPECT_TRUE(page_has("interpreter of scripts", code(rules::kScriptInterpreter)));
  EXPECT_TRUE(page_has("store", std::to_string(store_version())));
  EXPECT_TRUE(page_has("a game as a library",
                       std::to_string(rules::kNativeInterface) + ", and the program's"));
  SeededRng rng(1);
  const std::string identity = encode_identity(new_identity("Ann", rng));
  EXPECT_TRUE(page_has("identity", code(first_line(identity))));
  EXPECT_TRUE(page_has("link", code(words::TableLink().text().substr(0, 11))));
}

TEST(Versions, ThePageHasTheProgramsAsTheBuildDoes) {
  const std::string build = content(FD_SOURCE_DIR "/CMakeLists.txt");
  const std::string begin = "project(fairdeal VERSION ";
  const auto at = build.find(begin) + begin.size();
  EXPECT_TRUE(page_has("program", build.substr(at, build.find(' ', at) - at)));
}

}  // namespace
}  // namespace fairdeal::home
