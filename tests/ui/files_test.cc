#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "net/session/transcript_file.h"
#include "net/sockets/private_file.h"
#include "proto/transcript.h"
#include "runtime/node/store.h"
#include "ui/home/machine.h"
#include "ui/home/places.h"
#include "ui/home/private_files.h"
#include "ui/home/read_file.h"
#include "ui/home/transcript_files.h"

namespace fairdeal::home {
namespace {

namespace fs = std::filesystem;

class Files : public testing::Test {
 protected:
  Files() : folder_(make_temporary_folder()) {
    std::ofstream(folder_ / "precious") << "do not overwrite";
    fs::create_symlink("precious", folder_ / "link");
    fs::create_symlink("nothing yet", folder_ / "dangling");
  }
  ~Files() override { fs::remove_all(folder_); }
  static fs::perms others(const fs::path& path) {
    return fs::status(path).permissions() & (fs::perms::group_all | fs::perms::others_all);
  }
  std::string precious() const {
    std::ifstream file(folder_ / "precious");
    return {std::istreambuf_iterator<char>(file), {}};
  }
  fs::path folder_;
};

TEST_F(Files, NothingIsWrittenThroughALink) {
  for (const char* name : {"link", "dangling"}) {
    const std::string path = folder_ / name;
    EXPECT_EQ(sockets::write_private(path, "x").error().fault, Fault::storage);
    EXPECT_EQ(session::TranscriptFile::create(path).error().fault, Fault::storage);
    EXPECT_EQ(node::Store::open(path).error().fault, Fault::storage);
    EXPECT_NE(sockets::write_private(path, "x").error().about.find("a symbolic link"),
              std::string::npos);
  }
  EXPECT_EQ(precious(), "do not overwrite");
  EXPECT_FALSE(fs::exists(folder_ / "nothing yet"));
}

TEST_F(Files, WhatIsWrittenIsForItsOwnerAlone) {
  ASSERT_TRUE(sockets::write_private(folder_ / "new", "x"));
  EXPECT_EQ(others(folder_ / "new"), fs::perms::none);
  ASSERT_TRUE(session::TranscriptFile::create(folder_ / "a.fdt"));
  EXPECT_EQ(others(folder_ / "a.fdt"), fs::perms::none);
  fs::permissions(folder_ / "precious", fs::perms::all);
  ASSERT_TRUE(session::TranscriptFile::create(folder_ / "precious"));
  EXPECT_EQ(others(folder_ / "precious"), fs::perms::none);
}

TEST_F(Files, ASizeIsLookedAtBeforeAFileIsRead) {
  const fs::path sparse = folder_ / "sparse";
  ASSERT_TRUE(sockets::write_private(sparse, proto::kTranscriptMagic));
  fs::resize_file(sparse, std::uintmax_t{1} << 40);
  EXPECT_EQ(read_file(sparse, 1 << 20).error().fault, Fault::too_large);
  // Wrong at its first part: no size makes it more so.
  SeededRng rng(1);
  const auto report = audit_file(sparse, rng);
  ASSERT_TRUE(report) << report.error().about;
  EXPECT_EQ(report->verdict, audit::Verdict::invalid);
}

TEST_F(Files, AMachineWithoutProcIsToldSo) {
  EXPECT_EQ(what_machine_lacks(folder_), "This program needs /proc");
  fs::create_directories(folder_ / "proc/self");
  std::ofstream(folder_ / "proc/self/exe") << "x";
  EXPECT_EQ(what_machine_lacks(folder_), "This program needs /dev/null");
  fs::create_directories(folder_ / "dev");
  std::ofstream(folder_ / "dev/null") << "x";
  EXPECT_EQ(what_machine_lacks(folder_), "");
}

/// Keys, contacts and tables of earlier versions have to be found.
TEST(Places, StandWhereEarlierVersionsPutThem) {
  const std::pair<const char*, const char*> variables[] = {{"XDG_DATA_HOME", "/d"},
                                                           {"XDG_CONFIG_HOME", "/c"},
                                                           {"XDG_STATE_HOME", "/s"},
                                                           {"XDG_RUNTIME_DIR", "/r"}};
  std::vector<std::optional<std::string>> before;
  for (const auto& [variable, folder] : variables) {
    const char* const value = std::getenv(variable);
    before.push_back(value != nullptr ? std::optional<std::string>(value) : std::nullopt);
    ::setenv(variable, folder, 1);
  }
  EXPECT_EQ(identity_file(), "/d/fairdeal/identity");
  EXPECT_EQ(contacts_file(identity_file()), "/d/fairdeal/contacts/contacts.toml");
  EXPECT_EQ(contacts_file("/x/ann.id"), "/x/ann.id.contacts/contacts.toml");
  EXPECT_EQ(tables_folder(), "/d/fairdeal/tables");
  EXPECT_EQ(plays_folder(), "/d/fairdeal/plays");
  EXPECT_EQ(transcripts_folder(), "/d/fairdeal/transcripts");
  EXPECT_EQ(scripts_folder(), "/d/fairdeal/scripts");
  EXPECT_EQ(config_file(), "/c/fairdeal/config.toml");
  EXPECT_EQ(log_file(), "/s/fairdeal/fairdeal.log");
  EXPECT_EQ(known_matches_file(), "/s/fairdeal/matches.json");
  EXPECT_EQ(relay_volume_file("4800"), "/s/fairdeal/relay-volume-4800");
  EXPECT_EQ(status_folder(), "/r/fairdeal/seats");
  for (const auto& [variable, folder] : variables) ::unsetenv(variable);
  EXPECT_EQ(identity_file(), home_folder() / ".local/share/fairdeal/identity");
  EXPECT_EQ(status_folder(), home_folder() / ".local/state/fairdeal/run/seats");
  for (const auto& place : {identity_file("mine"), tables_folder("mine"), log_file("mine")})
    EXPECT_EQ(place, "mine");
  for (std::size_t i = 0; i < before.size(); ++i)
    if (before[i]) ::setenv(variables[i].first, before[i]->c_str(), 1);
}

}  // namespace
}  // namespace fairdeal::home
