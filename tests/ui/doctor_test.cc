#include <filesystem>
#include <fstream>
#include <set>

#include <gtest/gtest.h>

#include "crypto/system_rng.h"
#include "tools/doctor_findings.h"
#include "ui/home/identity.h"
#include "ui/home/private_files.h"

namespace fairdeal::tools {
namespace {

using State = Finding::State;

sockets::LanInterface interface(const std::string& address) {
  return {.name = "eth0",
          .index = 2,
          .prefixes = {{.own = *sockets::LanIp::parse(address), .bits = 120}}};
}

/// A folder for one test, gone after it.
struct ScratchFolder {
  ~ScratchFolder() { std::filesystem::remove_all(path); }
  const std::filesystem::path path = home::make_temporary_folder();
};

TEST(Doctor, TheVerdictIsTheBestWayThatThereIs) {
  const auto home = interface("192.168.1.20"), provider = interface("100.64.0.7");
  const auto everywhere = interface("203.0.114.7"), v6 = interface("2a00:1450::7");
  EXPECT_EQ(verdict_on({}, {}), Reachability::none);
  EXPECT_EQ(verdict_on({home}, {}), Reachability::local);
  EXPECT_EQ(verdict_on({home, provider}, {}), Reachability::local);
  EXPECT_EQ(verdict_on({home}, {"203.0.114.7"}), Reachability::relay);
  EXPECT_EQ(verdict_on({everywhere}, {}), Reachability::direct);
  EXPECT_EQ(verdict_on({home, v6}, {"203.0.114.7"}), Reachability::direct);
}

TEST(Doctor, AnIdentityIsNamedMissedOrFoundToBeWrong) {
  const ScratchFolder folder;
  const std::string path = folder.path / "ann.id";
  EXPECT_EQ(look_at_identity(path).state, State::good) << "the first table makes it";
  crypto::SystemRng rng;
  ASSERT_TRUE(home::save_identity(home::new_identity("Ann", rng), path));
  EXPECT_EQ(look_at_identity(path).state, State::good);
  EXPECT_NE(look_at_identity(path).says.find("Ann"), std::string::npos);
  std::filesystem::permissions(path, std::filesystem::perms::others_read,
                               std::filesystem::perm_options::add);
  EXPECT_EQ(look_at_identity(path).state, State::warning);
  std::ofstream(path) << "nothing";
  EXPECT_EQ(look_at_identity(path).state, State::bad);
}

TEST(Doctor, TheFolderOfTablesMayBeStillToBeMade) {
  const ScratchFolder folder;
  EXPECT_EQ(look_at_disk(folder.path / "not" / "yet").state, State::good);
  EXPECT_EQ(look_at_disk("/proc/none").state, State::bad);
}

TEST(Doctor, ARelayThatCannotBeUsedSaysHowFarTheCallCame) {
  const signaling::RelaySettings relay{.url = *signaling::RelayUrl::parse("relay.example.org")};
  using What = signaling::RelayTrouble::What;
  std::set<std::string> next;
  for (const What what :
       {What::name, What::tcp, What::tls, What::upgrade, What::version, What::busy}) {
    const auto finding = describe(
        relay, {.trouble = signaling::RelayTrouble{what, Error{Fault::incomplete, {}, "because"}}});
    EXPECT_EQ(finding.state, State::bad);
    EXPECT_NE(finding.says.find("relay.example.org cannot be used: because"), std::string::npos)
        << finding.says;
    EXPECT_TRUE(next.insert(finding.next).second) << finding.next;
  }
  const auto good = describe(
      relay, {.greeting = proto::Greeting{.observed = "203.0.113.7", .notice = "hi\x1b[2J"}});
  EXPECT_EQ(good.state, State::good);
  EXPECT_NE(good.says.find("203.0.113.7"), std::string::npos);
  EXPECT_EQ(good.says.find('\x1b'), std::string::npos)
      << "what a relay writes cannot steer the terminal";
}

TEST(Doctor, WhetherTheRouterKeepsOnePortIsSaidWithWhatWasSeen) {
  using Answer = reach::Reflection::Answer;
  const sockets::Address one{"203.0.114.7", 40000}, two{"203.0.114.7", 40001};
  const struct {
    std::size_t reflectors;
    Answer answer;
    State state;
    const char* what;
  } rows[] = {
      {0, {}, State::warning, "unknown"},           {2, {}, State::warning, "unknown"},
      {2, {{one}}, State::warning, "unknown"},      {2, {{one, one}}, State::good, "steady"},
      {3, {{one, two}}, State::warning, "changes"},
  };
  for (const auto& row : rows) {
    const auto finding = look_at_ports(row.reflectors, row.answer);
    EXPECT_EQ(finding.state, row.state) << finding.says;
    EXPECT_EQ(finding.what, row.what) << finding.says;
    EXPECT_EQ(finding.seen.size(), row.answer.seen.size());
    EXPECT_EQ(finding.next.empty(), row.state == State::good);
  }
}

class SaysItsAddress final : public reach::RouterProtocol {
 public:
  SaysItsAddress(const char* name, Result<IpAddress> address)
      : name_(name), address_(std::move(address)) {}
  const char* name() const override { return name_; }
  Result<IpAddress> address() override { return address_; }
  Result<Granted> map(std::uint16_t, Duration) override {
    ADD_FAILURE() << "nothing is to be changed";
    return fail(Fault::not_wanted);
  }
  void unmap() override { ADD_FAILURE(); }

 private:
  const char* name_;
  Result<IpAddress> address_;
};

TEST(Doctor, ARouterIsAskedAndLeftAsItIs) {
  const auto look = [](const Result<IpAddress>& a, const Result<IpAddress>& b) {
    std::vector<std::unique_ptr<reach::RouterProtocol>> protocols;
    protocols.push_back(std::make_unique<SaysItsAddress>("A", a));
    protocols.push_back(std::make_unique<SaysItsAddress>("B", b));
    return look_at_router(std::move(protocols));
  };
  const Result<IpAddress> silent = fail(Fault::incomplete, "no router answers");
  const auto good = look(silent, IpAddress::parse("203.0.114.7"));
  EXPECT_EQ(good.state, State::good) << good.says;
  EXPECT_EQ(good.what, "B");
  EXPECT_EQ(good.seen, std::vector<std::string>{"203.0.114.7"});
  const auto inner = look(IpAddress::parse("100.64.0.7"), silent);
  EXPECT_EQ(inner.state, State::warning);
  EXPECT_NE(inner.next.find("in between"), std::string::npos) << inner.next;
  const auto none = look(silent, silent);
  EXPECT_EQ(none.state, State::warning);
  EXPECT_EQ(none.what, "none");
}

}  // namespace
}  // namespace fairdeal::tools
