// The settings: what config.toml may say, and which value holds.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "ui/home/offered_relays.h"
#include "ui/home/private_files.h"
#include "ui/home/settings.h"

namespace fairdeal::home {
namespace {

using Values = std::vector<std::string>;

ConfigFile read(const std::string& text) {
  const auto file = parse_config(text, "/c.toml");
  EXPECT_TRUE(file) << file.error().message;
  return file ? *file : ConfigFile{};
}

/// Returns what is wrong with a file of this text, and what to do.
std::string refused(const std::string& text) {
  const auto file = parse_config(text, "/c.toml");
  if (file) return "accepted";
  EXPECT_EQ(file.error().code, words::Exit::usage);
  EXPECT_EQ(file.error().name.find(' '), std::string::npos);
  return file.error().message + " " + file.error().hint;
}

TEST(ConfigFile, EveryExampleOfASettingIsRead) {
  std::string text;
  for (const Setting& setting : settings())
    text += std::string(setting.key) + " = " + setting.example + "\n";
  const auto file = read(text);
  std::size_t line = 1;
  for (const Setting& setting : settings()) {
    ASSERT_TRUE(file.values.contains(setting.key)) << setting.key;
    EXPECT_EQ(file.values.at(setting.key).line, line++) << setting.key;
  }
}

TEST(ConfigFile, ValuesBecomeWhatTheirOptionsTake) {
  const auto file = read(
      "# mine\nnickname = \"Zoë\"\nqr = false\nmove-time = 12.5\nbank = 0\n"
      "relay = [\"a.example.org\", \"b.example.org\"]\n");
  EXPECT_EQ(file.values.at("nickname").texts, Values{"Zoë"});
  EXPECT_EQ(file.values.at("qr").texts, Values{"false"});
  EXPECT_EQ(file.values.at("move-time").texts, Values{"12.5"});
  EXPECT_EQ(file.values.at("bank").texts, Values{"0"});
  EXPECT_EQ(file.values.at("relay").texts, (Values{"a.example.org", "b.example.org"}));
  EXPECT_TRUE(read("relay = []\n").values.at("relay").texts.empty());
  EXPECT_TRUE(read("").values.empty());
}

TEST(ConfigFile, WhatIsWrongIsSaidWithItsLineAndWhatToWrite) {
  for (const auto& [text, words] : std::vector<std::pair<std::string, std::string>>{
           {"\nnicknam = \"Ann\"",
            "/c.toml:2: there is no setting 'nicknam'. Did you mean "
            "nickname? fairdeal config lists all settings."},
           {"colour-of-the-deck = 1",
            "/c.toml:1: there is no setting 'colour-of-the-deck'. "
            "fairdeal config lists all settings."},
           {"move_time = 1", "Did you mean move-time?"},
           {"nickname = 7",
            "/c.toml:1: nickname is not a text in quotes. Write for example "
            "nickname = \"Ann\"."},
           {"qr = \"no\"", "qr is not true or false. Write for example qr = false."},
           {"timeout = true", "timeout is not a number."},
           {"relay = \"a\"", "relay is not a list of texts in brackets."},
           {"relay = [1]", "relay is not a list of texts in brackets."},
           {"data = \"tables\"", "data is not a path in quotes that begins with / or ~/."},
           {"[host]\nlisten = \"[::]:1\"", "/c.toml:1: there is no setting 'host'."},
           {"nickname = \"Ann\"\nnickname Bob", "/c.toml:2: this is not TOML: "},
           {"qr = true\nqr = true", "/c.toml:2: this is not TOML: "}})
    EXPECT_NE(refused(text).find(words), std::string::npos) << text << "\n" << refused(text);
}

TEST(ConfigFile, BytesOfAnyKindAreReadOrRefused) {
  for (int byte = 0; byte < 256; ++byte) {
    const std::string text = "nickname = \"" + std::string(1, static_cast<char>(byte)) + "\"";
    const auto file = parse_config(text, "/c.toml");
    EXPECT_TRUE(file || file.error().code == words::Exit::usage) << byte;
  }
  EXPECT_NE(refused("relay = " + std::string(30000, '[')), "accepted");
}

TEST(OfferedRelays, AreTheLinesOfTheFirstFileThatNameOne) {
  const auto folder = make_temporary_folder();
  std::filesystem::create_directories(folder / "b" / "fairdeal");
  std::ofstream(folder / "b" / "fairdeal" / "relays")
      << "# ours\n\n  relay.example.org \nhttp://no.example\nrelay.example.org\r\n"
         "ws://192.168.1.20:4800\n";
  const std::string dirs = (folder / "a").string() + ":b:" + (folder / "b").string();
  ::setenv("XDG_DATA_DIRS", dirs.c_str(), 1);
  EXPECT_EQ(offered_relays(), (Values{"relay.example.org", "ws://192.168.1.20:4800"}));
  std::ofstream many(folder / "b" / "fairdeal" / "relays");
  for (int i = 0; i < 100; ++i) many << "r" << i << ".example.org\n";
  many.close();
  EXPECT_EQ(offered_relays().size(), kOfferedRelaysMax);
  std::filesystem::remove_all(folder);
  EXPECT_TRUE(offered_relays().empty());
  ::unsetenv("XDG_DATA_DIRS");
}

TEST(ConfigFile, ASettingIsReplacedWhereItStandsAndAllElseStays) {
  const Setting& relay = setting_of("relay");
  const std::string before = "# mine\nrelay = [  # two\n  \"a\",\n  \"b\"\n]\nqr = false  # no\n";
  const std::string after = with_setting(before, relay, {"c.example.org", "d"});
  EXPECT_EQ(read(after).values.at("relay").texts, (Values{"c.example.org", "d"}));
  EXPECT_EQ(after.substr(0, 7), "# mine\n");
  EXPECT_TRUE(after.ends_with("\nqr = false  # no\n")) << after;
  EXPECT_EQ(std::ranges::count(after, '\n'), 3);
  // No relay is a choice, which is kept.
  EXPECT_EQ(with_setting(before, relay, {}), "# mine\nrelay = []\nqr = false  # no\n");
  EXPECT_TRUE(read("relay = []\n").values.at("relay").texts.empty());
  const Setting& losing = setting_of("show-losing");
  EXPECT_EQ(with_setting("", losing, {"true"}), "show-losing = true\n");
  EXPECT_EQ(with_setting("show-losing = true\n", losing, {"false"}), "show-losing = false\n");
  EXPECT_EQ(read("show-losing = false\n").values.at("show-losing").texts, Values{"false"});
  const std::string odd = "An\"n\\ 'O";
  for (const std::string text : {"", "qr = true", "nickname = \"Bob\"\n"})
    EXPECT_EQ(read(with_setting(text, setting_of("nickname"), {odd})).values.at("nickname").texts,
              Values{odd});
}

TEST(Precedence, IsEnvironmentThenFileThenDefault) {
  const Setting& listen = setting_of("listen");
  const auto file = read("\nlisten = \"[::1]:5\"");
  const auto by_environment = in_force(listen, "[::1]:6", file);
  EXPECT_EQ(by_environment.values, Values{"[::1]:6"});
  EXPECT_EQ(by_environment.where, "FAIRDEAL_LISTEN");
  const auto by_file = in_force(listen, "", file);
  EXPECT_EQ(by_file.values, Values{"[::1]:5"});
  EXPECT_EQ(by_file.where, "/c.toml:2");
  EXPECT_EQ(by_file.origin, Origin::file);
  const auto by_default = in_force(listen, nullptr, {});
  EXPECT_EQ(by_default.values, Values{listen.fallback});
  EXPECT_EQ(by_default.origin, Origin::fallback);
  EXPECT_TRUE(in_force(setting_of("nickname"), nullptr, {}).values.empty());
}

TEST(Precedence, ListsOfTheEnvironmentHaveCommas) {
  EXPECT_EQ(in_force(setting_of("relay"), "a,b", read("relay = [\"c\"]")).values,
            (Values{"a", "b"}));
  EXPECT_EQ(in_force(setting_of("nickname"), "a,b", {}).values, Values{"a,b"});
}

}  // namespace
}  // namespace fairdeal::home
