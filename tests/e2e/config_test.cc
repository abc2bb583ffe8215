#include "tests/e2e/process.h"

/// Settings: what real processes take from a flag, the environment and config.toml.
namespace fairdeal::e2e {
namespace {

class Config : public E2e {
 protected:
  Config() { fs::create_directories(file_.parent_path()); }

  /// Returns a setting as `fairdeal config` with these arguments lists it.
  Json setting(const std::string& key, std::vector<std::string> arguments = {}) {
    arguments.insert(arguments.begin(), {"config", "--json"});
    const auto ended = run(arguments);
    EXPECT_EQ(ended.code, 0) << ended.out;
    const Json document = ended.json();
    for (const Json& one : document.at("settings"))
      if (one.at("key") == key) return one;
    ADD_FAILURE() << "there is no setting " << key;
    return {};
  }
  std::string refusal(const std::vector<std::string>& arguments) {
    const Json error = run_refused(arguments, 2, "bad_config").json().at("error");
    return error.at("message").get<std::string>() + " " + error.at("hint").get<std::string>();
  }

  const fs::path file_ = folder_ / ".config/fairdeal/config.toml";
};

TEST_F(Config, AFlagComesBeforeTheEnvironmentAndThatBeforeTheFile) {
  EXPECT_EQ(setting("nickname").at("value"), nullptr);
  EXPECT_EQ(setting("nickname").at("origin"), "default");
  write_file(file_, "# mine\nnickname = \"File\"\n");
  EXPECT_EQ(setting("nickname").at("value"), "File");
  EXPECT_EQ(setting("nickname").at("where"), file_.string() + ":2");
  environment_["FAIRDEAL_NICKNAME"] = "Variable";
  EXPECT_EQ(setting("nickname").at("value"), "Variable");
  EXPECT_EQ(setting("nickname").at("where"), "FAIRDEAL_NICKNAME");
  const Json flag = setting("nickname", {"--nickname", "Flag"});
  EXPECT_EQ(flag.at("value"), "Flag");
  EXPECT_EQ(flag.at("where"), "--nickname");
}

TEST_F(Config, ListsEverySettingAndOnRequestItsOrigin) {
  write_file(file_, "qr = false\nrelay = [\"a.example.org\", \"b.example.org\"]\n");
  const std::string plain = run({"config"}).out, origins = run({"config", "--show-origin"}).out;
  for (const char* key : {"nickname", "identity", "data", "listen", "admit", "move-time", "bank",
                          "timeout", "relay", "relay-pass-file", "port-map", "qr", "bell",
                          "bots-think", "show-losing", "log-level", "log-file"})
    EXPECT_NE(("\n" + plain).find(std::string("\n") + key + " "), std::string::npos) << key;
  EXPECT_NE(plain.find("a.example.org, b.example.org\n"), std::string::npos) << plain;
  EXPECT_EQ(plain.find("[default]"), std::string::npos) << plain;
  EXPECT_NE(origins.find("false  [" + file_.string() + ":1]\n"), std::string::npos) << origins;
  EXPECT_NE(origins.find("off  [default]\n"), std::string::npos) << origins;
  EXPECT_EQ(setting("relay").at("value"), (Json{"a.example.org", "b.example.org"}));
}

TEST_F(Config, ATableIsPlayedByTheSettingsOfItsHost) {
  const fs::path log = folder_ / "seat.log";
  write_file(file_,
             "nickname = \"Zoe\"\nlisten = \"127.0.0.1:0\"\nmove-time = 77\ndata = \"~/t\"\n"
             "log-level = \"debug\"\nlog-file = \"" +
                 log.string() + "\"\n");
  const auto host = start({"host", "kuhn", "--bot", "simple"});
  const std::string address = "127.0.0.1:" + host->said("The table is open at 127.0.0.1:");
  host->said("1 of 2 are here: Zoe");
  environment_["FAIRDEAL_CONFIG"] = "";
  environment_["FAIRDEAL_NICKNAME"] = "Ann";
  const auto guest = run({"join", address.substr(0, address.find(". ")), "--bot", "simple",
                          "--accept", "--identity", folder_ / "ann.id", "--json"});
  EXPECT_EQ(guest.code, 0) << guest.err;
  EXPECT_EQ(guest.json().at("terms").at("move_ms"), 77'000) << guest.out;
  EXPECT_EQ(host->end().code, 0);
  EXPECT_TRUE(fs::exists(folder_ / "t"));

  const std::string logged = read_file(log);
  for (const char* type : {"\"listening\"", "\"begin\"", "\"step\"", "\"finished\""})
    EXPECT_NE(logged.find(type), std::string::npos) << logged;
  for (const char* hidden : {"127.0.0.1", "Ann", "fairdeal:"})
    EXPECT_EQ(logged.find(hidden), std::string::npos) << logged;
}

TEST_F(Config, AHostsLinkIsNotInItsLog) {
  const auto host = start({"host", "kuhn", "--listen", "127.0.0.1:0", "--admit", "invited",
                           "--log-level", "debug", "--log-file", "-"});
  const std::string link = host->said("'fairdeal:1/");
  host->said("1 of 2 are here");
  host->signal(SIGINT);
  const std::string all = host->end().err;
  const std::string token = link.substr(link.find('/') + 1, 22);
  std::size_t lines = 0;
  for (std::size_t at = 0; (at = all.find("{\"", at)) != std::string::npos; ++at, ++lines) {
    const std::string line = all.substr(at, all.find('\n', at) - at);
    EXPECT_EQ(line.find(token), std::string::npos) << line;
    EXPECT_EQ(line.find("127.0.0.1"), std::string::npos) << line;
    EXPECT_TRUE(Json::accept(line)) << line;
  }
  EXPECT_GE(lines, 4u) << all;
}

TEST_F(Config, AMistakeIsSaidWithItsPlaceByCommandsThatReadTheFile) {
  for (const auto& [text, words] : std::vector<std::pair<std::string, std::string>>{
           {"nicknam = \"Ann\"\n", ":1: there is no setting 'nicknam'. Did you mean nickname?"},
           {"\nqr = 3\n", ":2: qr is not true or false. Write for example qr = false."},
           {"qr = \n", ":1: this is not TOML: "},
           {"admit = \"some\"\n", ":1: --admit: "},
           {"timeout = -1\n", ":1: --timeout: "},
           {"bank = 1e300\n", ":1: --bank: "},
           {"nickname = \"\"\n", ":1: --nickname: "}}) {
    write_file(file_, text);
    EXPECT_NE(refusal({"config"}).find(file_.string() + words), std::string::npos)
        << text << refusal({"config"});
  }
  EXPECT_EQ(run({"host", "kuhn", "--listen", "127.0.0.1:0"}).code, 2);
  EXPECT_EQ(run({"games"}).code, 0) << "which has no settings";
  EXPECT_EQ(run({"host", "--help"}).code, 0);
  fs::remove(file_);
  environment_["FAIRDEAL_ADMIT"] = "some";
  EXPECT_NE(refusal({"config"}).find("FAIRDEAL_ADMIT: --admit: "), std::string::npos);
  EXPECT_EQ(run({"games"}).code, 0);
}

TEST_F(Config, TheEnvironmentCanNameAnotherFileOrNone) {
  write_file(file_, "nickname = \"File\"\n");
  write_file(folder_ / "other.toml", "nickname = \"Other\"\n");
  environment_["FAIRDEAL_CONFIG"] = folder_ / "other.toml";
  EXPECT_EQ(setting("nickname").at("value"), "Other");
  environment_["FAIRDEAL_CONFIG"] = "";
  EXPECT_EQ(setting("nickname").at("origin"), "default");
  environment_["FAIRDEAL_CONFIG"] = folder_ / "missing.toml";
  run_refused({"config"}, 2, "storage");
  environment_["FAIRDEAL_CONFIG"] = "/dev/zero";
  run_refused({"config"}, 2, "too_large");
  environment_["FAIRDEAL_CONFIG"] = std::nullopt;
  environment_["XDG_CONFIG_HOME"] = folder_ / "xdg";
  EXPECT_EQ(setting("nickname").at("origin"), "default");
}

/// A demo's peers and a host's bots are nobody whom the settings describe.
TEST_F(Config, PeersOfADemoHaveNoSettings) {
  write_file(file_, "admit = \"ask\"\nnickname = \"Zoe\"\nlisten = \"192.0.2.1:1\"\n");
  environment_["FAIRDEAL_ADMIT"] = "ask";
  EXPECT_EQ(run({"demo", "--game", "kuhn", "--seats", "2", "--no-input"}).code, 0);
}

}  // namespace
}  // namespace fairdeal::e2e
