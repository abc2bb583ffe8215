#include "apps/doctor.h"

#include <filesystem>
#include <fstream>
#include <set>

#include <gtest/gtest.h>

#include "apps/identity.h"
#include "apps/paths.h"
#include "crypto/system_rng.h"

namespace fairdeal::apps {
namespace {

using State = Finding::State;

net::LanInterface interface(const std::string& address) {
  return {
      .name = "eth0", .index = 2, .prefixes = {{.own = *net::LanIp::parse(address), .bits = 120}}};
}

/// A folder for one test, gone after it.
struct ScratchFolder {
  ~ScratchFolder() { std::filesystem::remove_all(path); }
  const std::filesystem::path path = make_temporary_folder();
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
  ASSERT_TRUE(save_identity(new_identity("Ann", rng), path));
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
  const net::RelaySettings relay{.url = *net::RelayUrl::parse("relay.example.org")};
  using What = net::RelayTrouble::What;
  std::set<std::string> next;
  for (const What what :
       {What::name, What::tcp, What::tls, What::upgrade, What::version, What::busy}) {
    const auto finding = describe(
        relay, {.trouble = net::RelayTrouble{what, Error{Fault::incomplete, {}, "because"}}});
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

}  // namespace
}  // namespace fairdeal::apps
