#include "net/reach/machine_watch.h"

#include <gtest/gtest.h>

namespace fairdeal::reach {
namespace {

std::vector<sockets::LanInterface> at(const std::string& address) {
  return {{.name = "eth0",
           .index = 2,
           .prefixes = {{.own = *sockets::LanIp::parse(address), .bits = 120}}}};
}

struct Watched {
  MachineWatch watch{at("192.168.1.20"), Instant{1'000}};
  Instant now{1'000};
  MachineWatch::News after(Duration time,
                           std::optional<std::vector<sockets::LanInterface>> found = {}) {
    now = now + time;
    return watch.look(std::move(found), now);
  }
};

TEST(MachineWatch, ASleepIsALookThatComesMuchTooLate) {
  Watched machine;
  for (int i = 0; i < 10; ++i) EXPECT_FALSE(machine.after(kLookEvery));
  EXPECT_FALSE(machine.after({kLookEvery.ms + kSleptMin.ms - 1})) << "a busy machine";
  const auto news = machine.after({kLookEvery.ms + 60'000});
  EXPECT_EQ(news.slept, Duration{60'000});
  EXPECT_FALSE(machine.after(kLookEvery)) << "told once";
}

TEST(MachineWatch, OtherAddressesAreAMove) {
  Watched machine;
  EXPECT_FALSE(machine.watch.wants_interfaces({machine.now.ms + kInterfacesLookEvery.ms - 1}));
  EXPECT_TRUE(machine.watch.wants_interfaces(machine.now + kInterfacesLookEvery));
  EXPECT_FALSE(machine.after(kInterfacesLookEvery, at("192.168.1.20")));
  EXPECT_FALSE(machine.watch.wants_interfaces(machine.now + kLookEvery));
  EXPECT_TRUE(machine.after(kLookEvery, at("10.0.0.7")).moved);
  EXPECT_FALSE(machine.after(kLookEvery, at("10.0.0.7")).moved) << "told once";
  EXPECT_TRUE(machine.after(kLookEvery, std::vector<sockets::LanInterface>{}).moved)
      << "the cable is out";
}

}  // namespace
}  // namespace fairdeal::reach
