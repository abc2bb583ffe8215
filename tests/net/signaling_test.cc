#include <gtest/gtest.h>

#include "tests/net/signaling_world.h"

/// How members find each other at a relay, in virtual time and from a seed, with a connection cut
/// at each message.

namespace fairdeal::net::testing_ {
namespace {

using signaling::Agent;
using signaling::CodeFailure;
using World = SignalingWorld;

constexpr std::size_t kHost = 0, kGuest = 1;
/// Longer than any visit and any pipe takes to fail.
constexpr Duration kSettled{120'000};

proto::Ask ask_of(const World::Member& guest) {
  return {.nickname = "ann", .version = "test", .key = guest.key};
}

/// A host that offers a code, and guests.
struct CodeScene {
  explicit CodeScene(World::Options options) : world(options) {
    world.join();
    world.perform(kHost, host().agent.offer_code(2, {"192.0.2.7:7777"}, world.time_of(kHost)));
  }
  World::Member& host() { return world.member(kHost); }
  [[nodiscard]] bool shows(std::size_t count) {
    return world.run_until([&] { return host().codes.size() >= count; });
  }
  /// Adds a guest that uses this code.
  World::Member& use(const meet::InviteCode& code, Duration patience = Duration{60'000}) {
    const std::size_t at = world.join();
    auto& guest = world.member(at);
    world.perform(at, guest.agent.use_code(code, ask_of(guest), patience, world.time_of(at)));
    return guest;
  }
  const meet::InviteCode& last_code() {
    codes.push_back(meet::InviteCode::parse(host().codes.back()).value());
    return codes.back();
  }
  /// Draws other words for the number of this code.
  const meet::InviteCode& guess(const meet::InviteCode& right) {
    codes.push_back(meet::InviteCode::draw(right.nameplate(), 2, words));
    return codes.back();
  }
  /// Lets three guests try wrong words, one after another.
  void burn(const meet::InviteCode& right) {
    for (int i = 0; i < 3; ++i) {
      const auto& guest = use(guess(right));
      ASSERT_TRUE(world.run_until([&] { return guest.has_heard<Agent::Failed>(); }));
      EXPECT_EQ(guest.all<Agent::Failed>().at(0).failure.what, CodeFailure::What::wrong);
    }
  }
  std::size_t heard(meet::CodeNews::What what) {
    const auto news = host().all<Agent::News>();
    return static_cast<std::size_t>(std::ranges::count(news, what, &meet::CodeNews::what));
  }

  World world;
  SeededRng words{7};
  std::deque<meet::InviteCode> codes;  ///< outlive the guests' agents, which refer to them
};

bool has_pipe_to(const World::Member& member, const World::Member& other) {
  for (const auto& pipe : member.all<Agent::PipeOpen>())
    if (pipe.peer == other.key) return true;
  return false;
}

/// Plays a guest with the right code, and returns the world after all has settled.
struct RightCode {
  explicit RightCode(World::Options options) : scene(options) {
    if (!scene.shows(1)) return;
    guest = &scene.use(scene.last_code());
    is_in = scene.world.run_until(
        [&] { return has_pipe_to(*guest, scene.host()) && has_pipe_to(scene.host(), *guest); });
    scene.world.run_for(kSettled);
  }
  CodeScene scene;
  World::Member* guest = nullptr;
  bool is_in = false;
};

TEST(Signaling, AGuestWithTheRightCodeGetsIn) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    RightCode played({.seed = seed});
    ASSERT_TRUE(played.is_in) << "seed " << seed;
    const auto granted = played.guest->all<Agent::Granted>();
    ASSERT_EQ(granted.size(), 1u);
    EXPECT_EQ(granted[0].ticket.key, played.scene.host().key);
    EXPECT_EQ(granted[0].ticket.addresses, std::vector<std::string>{"192.0.2.7:7777"});
    const auto admitted = played.scene.host().all<Agent::Admitted>();
    ASSERT_EQ(admitted.size(), 1u);
    EXPECT_EQ(admitted[0].ask, ask_of(*played.guest));
    EXPECT_TRUE(played.guest->all<Agent::PipeOpen>().at(0).dials);
    EXPECT_FALSE(played.scene.host().all<Agent::PipeOpen>().at(0).dials);
  }
}

TEST(Signaling, ARunIsRepeatedByteForByteFromItsSeed) {
  RightCode once({.seed = 5}), again({.seed = 5}), other({.seed = 6});
  EXPECT_GT(once.scene.world.count(), 20u);
  EXPECT_EQ(once.scene.world.digest(), again.scene.world.digest());
  EXPECT_NE(once.scene.world.digest(), other.scene.world.digest());
}

/// The guest gets in whatever is lost, unless its pipe was lost after the host had granted it.
/// Nothing waits for ever.
TEST(Signaling, ACutConnectionResumes) {
  const std::size_t all = RightCode({.seed = 3}).scene.world.count();
  std::size_t granted_only = 0;
  for (std::size_t cut = 0; cut < all; ++cut) {
    SCOPED_TRACE("cut " + std::to_string(cut) + " of " + std::to_string(all));
    RightCode played({.seed = 3, .cut_at = cut});
    ASSERT_NE(played.guest, nullptr) << "no code came";
    EXPECT_TRUE(played.guest->has_heard<Agent::Granted>());
    granted_only += played.is_in ? 0 : 1;
    for (const std::size_t at : {kHost, kGuest})
      EXPECT_EQ(played.scene.world.open_sockets(at), 1u) << "its control connection alone";
  }
  // A pipe has two calls, greetings and first messages, and two words that it is open.
  EXPECT_LE(granted_only, 8u);
}

/// A connection through which nothing goes any more, which its ends do not hear of: the guest gets
/// in or is told why not, and nothing waits for ever.
TEST(Signaling, ADeadConnectionIsGivenUp) {
  const std::size_t all = RightCode({.seed = 3}).scene.world.count();
  for (std::size_t cut = 0; cut < all; ++cut) {
    SCOPED_TRACE("cut " + std::to_string(cut) + " of " + std::to_string(all));
    RightCode played({.seed = 3, .cut_at = cut, .silently = true});
    ASSERT_NE(played.guest, nullptr) << "no code came";
    EXPECT_TRUE(played.guest->has_heard<Agent::Granted>() ||
                played.guest->has_heard<Agent::Failed>());
    for (const std::size_t at : {kHost, kGuest})
      EXPECT_EQ(played.scene.world.open_sockets(at), 1u) << "its control connection alone";
  }
}

TEST(Signaling, AGuestWithAWrongCodeNeverGetsInWhateverIsCut) {
  const auto play = [](World::Options options) {
    auto scene = std::make_unique<CodeScene>(options);
    EXPECT_TRUE(scene->shows(1));
    const auto& guest = scene->use(scene->guess(scene->last_code()));
    EXPECT_TRUE(scene->world.run_until([&] { return guest.has_heard<Agent::Failed>(); }));
    scene->world.run_for(kSettled);
    EXPECT_FALSE(guest.has_heard<Agent::Granted>());
    EXPECT_FALSE(guest.has_heard<Agent::PipeOpen>());
    EXPECT_TRUE(scene->host().all<Agent::Asked>().empty());
    EXPECT_TRUE(scene->host().all<Agent::Admitted>().empty());
    for (const std::size_t at : {kHost, kGuest}) EXPECT_EQ(scene->world.open_sockets(at), 1u);
    return scene;
  };
  const auto whole = play({.seed = 4});
  EXPECT_EQ(whole->heard(meet::CodeNews::What::wrong_code), 1u);
  EXPECT_EQ(whole->host().all<Agent::Guesses>().size(), 1u);
  for (std::size_t cut = 0; cut < whole->world.count(); ++cut) {
    SCOPED_TRACE("cut " + std::to_string(cut));
    play({.seed = 4, .cut_at = cut});
  }
}

TEST(Signaling, ABurnedCodeStaysBurnedAndAnotherOneComes) {
  CodeScene scene({.seed = 2});
  ASSERT_TRUE(scene.shows(1));
  const auto& burned = scene.last_code();
  scene.burn(burned);
  EXPECT_EQ(scene.heard(meet::CodeNews::What::burned), 1u);
  ASSERT_TRUE(scene.shows(2));
  EXPECT_NE(scene.host().codes[0], scene.host().codes[1]);

  const auto& late = scene.use(burned, Duration{5'000});
  ASSERT_TRUE(scene.world.run_until([&] { return late.has_heard<Agent::Failed>(); }));
  EXPECT_NE(late.all<Agent::Failed>().at(0).failure.what, CodeFailure::What::wrong);
  EXPECT_FALSE(late.has_heard<Agent::Granted>());
  const auto& friendly = scene.use(scene.last_code());
  EXPECT_TRUE(scene.world.run_until([&] { return has_pipe_to(friendly, scene.host()); }));
}

TEST(Signaling, AfterThreeBurnedCodesNoOtherComesByItself) {
  CodeScene scene({.seed = 8});
  for (std::size_t i = 1; i <= 3; ++i) {
    ASSERT_TRUE(scene.shows(i));
    EXPECT_EQ(scene.world.occupancy().nameplates, 1u);
    scene.burn(scene.last_code());
    scene.world.run_for(Duration{60'000});  // the relay allows so many visits in a minute
  }
  EXPECT_EQ(scene.heard(meet::CodeNews::What::send_link), 1u);
  EXPECT_EQ(scene.host().codes.size(), 3u);
  EXPECT_EQ(scene.world.occupancy().nameplates, 0u) << "the number is given up";
  scene.world.perform(kHost, scene.host().agent.renew_code(scene.world.time_of(kHost)));
  EXPECT_TRUE(scene.shows(4)) << "the person asks for it";
}

TEST(Signaling, ADeniedGuestHearsWhy) {
  CodeScene scene({.seed = 9});
  ASSERT_TRUE(scene.shows(1));
  scene.host().denies = proto::CodeDeny::Why::full;
  const auto& guest = scene.use(scene.last_code());
  ASSERT_TRUE(scene.world.run_until([&] { return guest.has_heard<Agent::Failed>(); }));
  EXPECT_EQ(guest.all<Agent::Failed>().at(0).failure.what, CodeFailure::What::full);
  scene.world.run_for(kSettled);
  EXPECT_FALSE(guest.has_heard<Agent::PipeOpen>());
}

TEST(Signaling, ARelayThatAsksForWorkGetsItAndTheGuestGetsIn) {
  RightCode played({.seed = 10, .work_bits = proto::kWorkBitsMin});
  EXPECT_TRUE(played.is_in);
  EXPECT_FALSE(played.guest->has_heard<Agent::Trouble>());
}

TEST(Signaling, AfterARestartOfTheRelayTheCodeIsTheSame) {
  CodeScene scene({.seed = 11});
  ASSERT_TRUE(scene.shows(1));
  scene.world.restart_relay(Duration{20'000});
  scene.world.run_for(Duration{100'000});
  EXPECT_EQ(scene.host().all<Agent::Trouble>().size(), 1u) << "it is told once";
  EXPECT_EQ(scene.host().codes.size(), 1u);
  const auto& guest = scene.use(scene.last_code());
  EXPECT_TRUE(scene.world.run_until([&] { return has_pipe_to(guest, scene.host()); }));
}

TEST(Signaling, AGuestOfNobodyIsToldSoAndAskedNoMore) {
  World world({.seed = 12});
  const std::size_t at = world.join();
  auto& guest = world.member(at);
  SeededRng words(1);
  const auto code = meet::InviteCode::draw(4711, 2, words);
  world.perform(at, guest.agent.use_code(code, ask_of(guest), Duration{30'000}, world.time_of(at)));
  ASSERT_TRUE(world.run_until([&] { return guest.has_heard<Agent::Failed>(); }));
  world.run_for(kSettled);
  EXPECT_EQ(guest.all<Agent::Failed>().size(), 1u);
  EXPECT_EQ(world.open_sockets(at), 1u);
}

/// Two members who share a secret and seek each other.
struct Members {
  explicit Members(World::Options options, Duration clock_error = {}) : world(options) {
    ByteArray<32> secret{std::byte{5}};
    for (const std::size_t at : {std::size_t{0}, std::size_t{1}}) {
      world.join();
      if (at == 1) world.member(at).clock_error = clock_error;
      world.perform(at, world.member(at).agent.open_box(secret, world.time_of(at)));
    }
    world.perform(0, world.member(0).agent.seek(world.member(1).key, {}, world.time_of(0)));
  }
  [[nodiscard]] bool find_each_other() {
    const bool found = world.run_until([&] {
      return has_pipe_to(world.member(0), world.member(1)) &&
             has_pipe_to(world.member(1), world.member(0));
    });
    world.member(0).agent.found(world.member(1).key);
    world.run_for(kSettled);
    return found;
  }
  World world;
};

TEST(Signaling, AMemberThatKnocksIsLetInWhateverIsCut) {
  Members whole({.seed = 13});
  ASSERT_TRUE(whole.find_each_other());
  for (std::size_t cut = 0; cut < whole.world.count(); ++cut) {
    SCOPED_TRACE("cut " + std::to_string(cut));
    Members members({.seed = 13, .cut_at = cut});
    EXPECT_TRUE(members.find_each_other());
    for (const std::size_t at : {0U, 1U}) EXPECT_EQ(members.world.open_sockets(at), 1u);
  }
}

TEST(Signaling, AMemberThatKnocksIsLetInAfterADeadConnection) {
  Members whole({.seed = 15});
  ASSERT_TRUE(whole.find_each_other());
  for (std::size_t cut = 0; cut < whole.world.count(); ++cut) {
    SCOPED_TRACE("cut " + std::to_string(cut));
    Members members({.seed = 15, .cut_at = cut, .silently = true});
    EXPECT_TRUE(members.find_each_other());
    for (const std::size_t at : {0U, 1U}) EXPECT_EQ(members.world.open_sockets(at), 1u);
  }
}

TEST(Signaling, AMemberWhoseClockDiffersIsTold) {
  Members members({.seed = 14}, Duration{600'000});
  ASSERT_TRUE(members.world.run_until(
      [&] { return members.world.member(0).has_heard<Agent::ClockApart>(); }));
  const auto apart = members.world.member(0).all<Agent::ClockApart>().at(0);
  EXPECT_EQ(apart.member, members.world.member(1).key);
  EXPECT_GT(apart.ahead, Duration{590'000});
  EXPECT_LE(apart.ahead, Duration{600'000});
  EXPECT_FALSE(members.world.member(0).has_heard<Agent::PipeOpen>());
}

}  // namespace
}  // namespace fairdeal::net::testing_
