#include <csignal>

#include "tests/e2e/process.h"

/// `fairdeal relay` as who runs it meets it. What it does for clients: tests/relay.
namespace fairdeal::e2e {
namespace {

using RelayCommand = E2e;

TEST_F(RelayCommand, SaysWhereItListensAndEndsWhenItIsTold) {
  environment_["TERM"] = "dumb";
  const auto relay = start(
      {"relay", "--listen", "127.0.0.1:0", "--reflect", "127.0.0.1:0", "--metrics", "127.0.0.1:0"},
      Out::terminal);
  const std::string rest = relay->said("The relay listens at ws://127.0.0.1:");
  const int port = std::stoi(rest);
  EXPECT_GT(port, 0);
  EXPECT_NE(rest.find("reflects at 127.0.0.1:"), std::string::npos) << rest;
  EXPECT_NE(rest.find("shows metrics at http://127.0.0.1:"), std::string::npos) << rest;
  const auto second =
      run_refused({"relay", "--listen", "127.0.0.1:" + std::to_string(port)}, 6, "cannot_listen");
  EXPECT_NE(second.out.find("already in use"), std::string::npos) << second.out;
  relay->signal(SIGTERM);
  EXPECT_EQ(relay->end().code, 0);
}

TEST_F(RelayCommand, WithJsonItSaysSoInOneLine) {
  environment_["TERM"] = "dumb";
  const auto relay = start({"relay", "--listen", "127.0.0.1:0", "--json"}, Out::terminal);
  const std::string rest = relay->said("{\"listening\":\"ws://127.0.0.1:");
  EXPECT_NE(rest.find("\"reflectors\":[]"), std::string::npos) << rest;
  relay->signal(SIGINT);
  EXPECT_EQ(relay->end().code, 0);
}

TEST_F(RelayCommand, RefusesWhatCannotBeUsed) {
  run_refused({"relay", "--listen", "localhost:4800"}, 2, "usage");
  run_refused({"relay", "--listen", "127.0.0.1"}, 2, "usage");
  run_refused({"relay", "--reflect", "127.0.0.1:70000"}, 2, "usage");
  std::vector<std::string> five{"relay"};
  for (int i = 0; i < 5; ++i) five.insert(five.end(), {"--reflect", "127.0.0.1:0"});
  run_refused(five, 2, "usage");
  run_refused({"relay", "--trust-proxy", "10.0.0.1/8"}, 2, "usage");
  run_refused({"relay", "--secret-file", folder_ / "none"}, 2, "storage");
  write_file(folder_ / "short", "secret\n");
  run_refused({"relay", "--secret-file", folder_ / "short"}, 2, "bad_secret");
}

TEST_F(RelayCommand, SaysWhyItCannotShare) {
  const auto refused =
      run({"relay", "--listen", "127.0.0.1:0", "--nats", "nats://127.0.0.1:1", "--json"});
  // The second is that of a program that was built without NATS.
  if (refused.code == 6)
    expect_error(refused, 6, "nats_down");
  else
    expect_error(refused, 2, "no_nats");
}

TEST_F(RelayCommand, TakesOnlyAddressesOfNatsServers) {
  for (const std::string none : {"http://10.0.0.1:4222", "10.0.0.1:4222", "nats://", "nats://:1"}) {
    const auto refused =
        run_refused({"relay", "--listen", "127.0.0.1:0", "--nats", none}, 2, "usage");
    EXPECT_NE(refused.out.find("no address of a NATS server"), std::string::npos) << refused.out;
  }
}

TEST_F(RelayCommand, MakesPasses) {
  write_file(folder_ / "secret", "a secret that is long enough\n");
  const auto pass = run({"relay", "pass", "--secret-file", folder_ / "secret", "--json"});
  ASSERT_EQ(pass.code, 0) << pass.out;
  const std::string text = pass.json().at("pass");
  EXPECT_EQ(text.find(std::to_string(pass.json().at("expires").get<std::uint64_t>()) + "."), 0u);
  const auto shorter =
      run({"relay", "pass", "--days", "1", "--secret-file", folder_ / "secret", "--json"});
  EXPECT_LT(shorter.json().at("expires"), pass.json().at("expires"));
  run_refused({"relay", "pass"}, 2, "usage");
  run_refused({"relay", "pass", "--days", "0", "--secret-file", folder_ / "secret"}, 2, "usage");
}

}  // namespace
}  // namespace fairdeal::e2e
