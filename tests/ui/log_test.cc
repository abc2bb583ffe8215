// A seat's log: what is in it, and what never is.
#include "ui/home/log.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/seeded_rng.h"
#include "ui/home/private_files.h"
#include "ui/words/table_link.h"

namespace fairdeal::home {
namespace {

namespace fs = std::filesystem;

TEST(Redacted, IsWhateverOthersCouldUse) {
  for (const auto& [text, shown] : std::vector<std::pair<std::string, std::string>>{
           {"use 'fairdeal:1/abc/def?a=192.0.2.7:7777' now", "use '[link]' now"},
           {"192.0.2.7:7777 is gone", "[address] is gone"},
           {"at 192.0.2.7.", "at [address]."},
           {"[2001:db8::7]:7777: refused", "[address]: refused"},
           {"fe80::1%eth0 and ::1", "[address] and [address]"},
           {"ann.example.org:7000, localhost:1", "[address], [address]"},
           {"wss://relay.example.org/fairdeal/1 closed", "[address] closed"},
           {"relay.example.org is down", "[address] is down"},
           {"code 7-cobalt-otter, or 12-cobalt-otter-lamp", "code [code], or [code]"},
           {"token AAECAwQFBgcICQoLDA0ODw", "token [secret]"},
           {"key " + std::string(64, 'a'), "key [secret]"},
           {std::string(5000, ' ') + "192.0.2.7", "[too long]"}})
    EXPECT_EQ(redacted(text), shown);
}

TEST(Redacted, IsNothingThatHelpsToFindAFault) {
  for (const char* text : {"Gave up after 20 s of waiting for Bob to move.", "table.fdt: full",
                           "step 412 of holdem, version 1.2", "Connection refused", "", "12:30"})
    EXPECT_EQ(redacted(text), std::string(text) == "12:30" ? "[address]" : text);
}

TEST(Redacted, IsAnyLinkAndItsParts) {
  SeededRng rng(1);
  for (int i = 0; i < 200; ++i) {
    words::TableLink link;
    rng.fill(link.host.bytes);
    rng.fill(link.token);
    link.addresses = {{.host = "192.0.2." + std::to_string(i), .port = 7777}};
    EXPECT_EQ(redacted("a " + link.text()), "a [link]");
    const std::string bare = link.text().substr(words::TableLink::kBegins.size());
    EXPECT_EQ(redacted(bare).find(bare.substr(2, 12)), std::string::npos) << redacted(bare);
    EXPECT_EQ(redacted(bare).find("192.0.2"), std::string::npos) << redacted(bare);
  }
}

TEST(LogLine, HasOnlyDetailsThatAreKnownToBeHarmless) {
  const Json details = {{"link", "fairdeal:1/x"},
                        {"nickname", "Ann"},
                        {"key", "ab"},
                        {"words", "guitar ocean"},
                        {"address", "192.0.2.7:1"},
                        {"cards", {"As"}},
                        {"step", 3},
                        {"message", "no way to 192.0.2.7:1"},
                        {"why", 7}};
  const Json line = Json::parse(log_line("failed", details, 9, {1'764'000'000'123}));
  EXPECT_EQ(line, (Json{{"v", 1},
                        {"seq", 9},
                        {"t", "2025-11-24T16:00:00.123Z"},
                        {"level", "error"},
                        {"type", "failed"},
                        {"step", 3},
                        {"message", "no way to [address]"}}));
}

TEST(Levels, AreNamedAndOrdered) {
  EXPECT_EQ(log_level_named("warn"), LogLevel::warn);
  EXPECT_EQ(log_level_named("loud"), std::nullopt);
  EXPECT_EQ(log_level_of("failed"), LogLevel::error);
  EXPECT_EQ(log_level_of("lost"), LogLevel::warn);
  EXPECT_EQ(log_level_of("begin"), LogLevel::info);
  EXPECT_EQ(log_level_of("step"), LogLevel::debug);
}

class LogFile : public testing::Test {
 protected:
  ~LogFile() override { fs::remove_all(folder_); }
  std::string content() const {
    std::ifstream file(path_);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void log(LogLevel level) const {
    auto log = Log::open(level, path_.string());
    ASSERT_TRUE(log) << describe(log.error());
    for (const char* type : {"step", "begin", "lost", "failed"}) log->event(type, Json::object());
  }
  std::size_t lines() const {
    const std::string text = content();
    return static_cast<std::size_t>(std::ranges::count(text, '\n'));
  }
  fs::path folder_ = make_temporary_folder();
  fs::path path_ = folder_ / "new" / "fairdeal.log";
};

TEST_F(LogFile, HasTheEventsUpToItsLevel) {
  log(LogLevel::off);
  EXPECT_FALSE(fs::exists(path_));
  std::size_t expected = 0;
  for (const auto level : {LogLevel::error, LogLevel::warn, LogLevel::info, LogLevel::debug}) {
    log(level);
    expected += static_cast<std::size_t>(level);
    EXPECT_EQ(lines(), expected) << "and those of earlier runs";
  }
  EXPECT_EQ(fs::status(path_).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(LogFile, ThatGrewTooLargeIsPutAside) {
  log(LogLevel::error);
  fs::resize_file(path_, Log::kBytesMax + 1);
  log(LogLevel::error);
  EXPECT_EQ(lines(), 1u);
  EXPECT_EQ(fs::file_size(path_.string() + ".1"), Log::kBytesMax + 1);
}

TEST_F(LogFile, ThatCannotBeOpenedIsAnError) {
  EXPECT_EQ(Log::open(LogLevel::info, "/dev/null/log").error().fault, Fault::storage);
  fs::create_directories(path_.parent_path());
  fs::create_symlink("elsewhere", path_);
  EXPECT_EQ(Log::open(LogLevel::info, path_.string()).error().fault, Fault::storage);
}

}  // namespace
}  // namespace fairdeal::home
