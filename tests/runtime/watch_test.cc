// Spectators of a table, and the times at which they see its steps.
#include "proto/limits.h"
#include "runtime/node/spectator.h"
#include "runtime/node/watch_service.h"
#include "tests/runtime/member.h"

namespace fairdeal::sim {
namespace {

using node::WatchRelease;
using node::WatchService;

constexpr Instant kBegin{1'000'000};

class Release : public testing::Test {
 protected:
  void decided(std::uint64_t here, std::uint64_t deals, bool over = false) {
    release.on_decided(Step(here), deals, over, now);
  }
  void pass(std::int64_t seconds) { now = now + Duration{1000 * seconds}; }
  std::uint64_t until() { return release.until(now).value; }

  WatchRelease release{proto::WatchDelay{.hands = 1, .seconds = 60}};
  Instant now = kBegin;
};

TEST_F(Release, ShowsAHandOnceItHasEndedAndTheTimeHasPassed) {
  release.start(Step(0), 1, false, now);
  for (std::uint64_t step = 1; step < 10; ++step) decided(step, 1);
  pass(3600);
  EXPECT_EQ(until(), 0u) << "the first hand goes on";
  decided(10, 2);
  EXPECT_EQ(until(), 9u) << "its last step was decided just now";
  pass(60);
  EXPECT_EQ(until(), 10u);
  for (std::uint64_t step = 11; step < 20; ++step) decided(step, 2);
  pass(3600);
  EXPECT_EQ(until(), 10u) << "the second hand goes on";
  decided(20, 3);
  pass(60);
  EXPECT_EQ(until(), 20u);
}

TEST_F(Release, IsAsManyHandsBehindAsWasAgreed) {
  release = WatchRelease(proto::WatchDelay{.hands = 3, .seconds = 1});
  release.start(Step(0), 1, false, now);
  for (std::uint64_t hand = 2; hand <= 8; ++hand) {
    decided(10 * hand, hand);
    pass(2);
    EXPECT_EQ(until(), hand < 4 ? 0 : 10 * (hand - 2)) << hand;
  }
}

TEST_F(Release, WithoutDecksTheTimeDecides) {
  release.start(Step(0), 0, false, now);
  for (std::uint64_t step = 1; step <= 1000; ++step) {
    now = now + Duration{250};
    decided(step, 0);
    const std::uint64_t shown = until();
    EXPECT_LE(shown + 240, std::max<std::uint64_t>(step, 240)) << "60 s are 240 steps";
    EXPECT_GE(shown + 248, step) << "and not much more";
  }
  pass(60);
  EXPECT_EQ(until(), 1000u) << "though nothing more was decided";
}

TEST_F(Release, AfterTheLastStepEverythingIsShownAtOnce) {
  release.start(Step(0), 1, false, now);
  decided(1, 1);
  decided(2, 1, true);
  EXPECT_EQ(until(), 2u);
  WatchRelease resumed{proto::WatchDelay{}};
  resumed.start(Step(2), 1, true, now);
  EXPECT_EQ(resumed.until(now), Step(2));
}

TEST_F(Release, WithoutADelayNobodySeesAnything) {
  release = WatchRelease(std::nullopt);
  release.start(Step(0), 1, false, now);
  decided(1, 2, true);
  pass(3600);
  EXPECT_EQ(until(), 0u);
}

TEST_F(Release, ARestartedMemberWaitsForAHandToEnd) {
  release.start(Step(50), 5, false, now);
  pass(3600);
  EXPECT_EQ(until(), 0u) << "perhaps it was restarted a moment after a hand ended";
  decided(60, 6);
  pass(60);
  EXPECT_EQ(until(), 60u);
}

/// Sends a spectator what seat 0 lets it see, after everything that seat 0 takes in, and remembers
/// how far both were.
class Shown : public Observer {
 public:
  struct Moment {
    Step live, seen;
    bool over;
  };
  void on_change(World& world, Seat seat) override {
    if (seat != Seat(0)) return;
    const auto& node = world.node(Seat(0));
    if (spectator.table() == nullptr) {
      ASSERT_TRUE(spectator.on_charter(*world.charter()));
    }
    for (Step& next = seen; next < node.parts().release.until(world.clock(Seat(0)));
         next = next.next()) {
      const Bytes* stored = world.disk(Seat(0)).get(state::Put::Space::record,
                                                    state::text_of(state::kept::Record{next}));
      if (stored == nullptr) break;
      sent.push_back(*stored);
      const auto part = *proto::decode_transcript_part(*stored);
      const auto followed = spectator.on_decided(std::get<proto::Decided>(part), rng);
      ASSERT_TRUE(followed) << describe(followed.error());
    }
    moments.push_back({node.table().step(), seen, node.finished()});
  }

  node::Spectator spectator;
  Step seen{0};
  std::vector<Bytes> sent;
  std::vector<Moment> moments;
  SeededRng rng{5};
};

/// The sent records are those that everybody may read in the transcript, and none of them before
/// its own hand is over.
TEST(Watched, A107_NothingOfARunningHandIsShown) {
  for (const std::uint64_t seed : {1u, 2u}) {
    Shown shown;
    Options options{.game = "holdem",
                    .params = R"({"betting":"fixed-limit","hands":4,"stack":10000})",
                    .seats = 3,
                    .seed = seed,
                    .watch = proto::WatchDelay{.hands = 1, .seconds = 1}};
    options.faults.think_max = Duration{500};
    World world(options, &shown);
    world.run();
    expect_finished(world);

    // The hand of each record, from the public transcript.
    std::vector<std::uint64_t> hand_of;
    std::uint64_t hand = 1;
    SeededRng rng(9);
    const Bytes transcript = world.transcript(Seat(0));
    const auto report = audit::audit(transcript, rng, [&](const audit::Audited& audited) {
      if (audited.table.step() > Step(0)) hand_of.push_back(hand);
      hand = std::max<std::uint64_t>(1, audited.table.state().deals_begun);
    });
    ASSERT_EQ(report.verdict, audit::Verdict::valid);
    const auto end = hand_of.size();
    std::set<std::uint64_t> seen_on_the_way;
    for (const auto& [live, seen, over] : shown.moments) {
      if (over) continue;
      const std::uint64_t running = hand_of.at(live.value);
      for (std::uint64_t record = 0; record < seen.value; ++record)
        EXPECT_LT(hand_of[record], running) << "record " << record << " at step " << live.value;
      if (seen > Step(0)) seen_on_the_way.insert(hand_of[seen.value - 1]);
    }
    EXPECT_GE(seen_on_the_way.size(), 2u) << "and it does see hands while others are played";
    ASSERT_EQ(shown.sent.size(), end) << "in the end it has everything";
    EXPECT_EQ(shown.spectator.table()->head(), world.node(Seat(0)).table().head());
    const std::string public_text(as_text(transcript));
    for (const Bytes& record : shown.sent)
      EXPECT_NE(public_text.find(as_text(record)), std::string::npos) << "nothing else was sent";
  }
}

class Service : public StepFour {
 protected:
  static proto::PublicKey key_of(std::uint64_t seed) {
    SeededRng rng(1000 + seed);
    return crypto::SigningKey::generate(rng).public_key();
  }
  std::optional<proto::Refusal> asks(std::uint64_t who, const proto::Watch& watch = {},
                                     const meet::LinkId& link = {}) {
    const auto refused = service.admit(key_of(who), watch, link, *table, now);
    return refused ? std::optional(refused->reason) : std::nullopt;
  }
  std::vector<std::uint64_t> sends(std::uint64_t who, Step until, std::size_t bytes) {
    std::vector<std::uint64_t> steps;
    while (const auto step = service.due(key_of(who), until, false, now)) {
      steps.push_back(step->value);
      service.sent(key_of(who), bytes, now);
    }
    return steps;
  }

  proto::PublicKey host = key_of(0);
  WatchService service{host, std::nullopt};
  Instant now = kBegin;
};

TEST_F(Service, AWatcherGetsTheStepsInOrderUpToTheDelay) {
  EXPECT_EQ(asks(1), std::nullopt);
  EXPECT_EQ(sends(1, Step(0), 100), std::vector<std::uint64_t>{});
  EXPECT_EQ(sends(1, Step(2), 100), (std::vector<std::uint64_t>{0, 1}));
  EXPECT_TRUE(service.owes(Step(3)));
  EXPECT_EQ(sends(1, Step(3), 100), (std::vector<std::uint64_t>{2}));
  EXPECT_FALSE(service.owes(Step(3)));
  EXPECT_EQ(asks(2, {.table = table->id(), .from = Step(2)}), std::nullopt);
  EXPECT_EQ(sends(2, Step(3), 100), (std::vector<std::uint64_t>{2}));
}

TEST_F(Service, A107_AsksOfTheFutureTwiceOrForAnotherTableAreRefused) {
  using proto::Refusal;
  EXPECT_EQ(asks(1, {.from = table->step().next()}), Refusal::not_welcome);
  EXPECT_EQ(asks(1, {.table = crypto::hash("table", {})}), Refusal::not_welcome);
  EXPECT_FALSE(service.has(key_of(1)));
  EXPECT_EQ(asks(1, {.from = table->step()}), std::nullopt);
  EXPECT_EQ(sends(1, table->step(), 1), std::vector<std::uint64_t>{}) << "and nothing before it";
  EXPECT_EQ(asks(1), Refusal::not_welcome) << "twice";
}

TEST_F(Service, A107_OnlyWhoWasInvitedWatches) {
  const meet::Token token{std::byte{7}};
  const meet::LinkId link{std::byte{1}}, other{std::byte{2}};
  service = WatchService(host, token);
  node::Spectator spectator;
  const auto right = spectator.ask(token, link, host, key_of(1));
  EXPECT_EQ(asks(1), proto::Refusal::not_invited);
  EXPECT_EQ(asks(2, right, link), proto::Refusal::not_invited) << "another's proof";
  EXPECT_EQ(asks(1, right, other), proto::Refusal::not_invited) << "of another connection";
  EXPECT_EQ(asks(1, spectator.ask(meet::Token{}, link, host, key_of(1)), link),
            proto::Refusal::not_invited);
  EXPECT_EQ(asks(1, right, link), std::nullopt);
}

TEST_F(Service, A107_EightWatchAtOneMember) {
  for (std::uint64_t i = 1; i <= proto::kWatchersMax; ++i) EXPECT_EQ(asks(i), std::nullopt);
  EXPECT_EQ(asks(9), proto::Refusal::full);
  service.remove(key_of(3));
  EXPECT_EQ(asks(9), std::nullopt);
  EXPECT_EQ(service.all().size(), proto::kWatchersMax);
}

TEST_F(Service, A107_EachGetsItsShareOfASecondAndAllAtTheEnd) {
  ASSERT_EQ(asks(1), std::nullopt);
  constexpr std::size_t kLarge = WatchService::kBytesPerSecond / 2;
  EXPECT_EQ(sends(1, Step(100), kLarge).size(), 3u) << "the third is a debt";
  EXPECT_EQ(sends(1, Step(100), kLarge).size(), 0u);
  now = now + Duration{1'000};
  EXPECT_EQ(sends(1, Step(100), kLarge).size(), 2u);
  EXPECT_TRUE(service.due(key_of(1), Step(100), true, now)) << "nobody plays any more";
}

TEST_F(Service, A107_WhoDoesNotReadLosesItsPlace) {
  ASSERT_EQ(asks(1), std::nullopt);
  EXPECT_FALSE(service.is_stuck(key_of(1), now));
  now = now + Duration{29'999};
  EXPECT_FALSE(service.is_stuck(key_of(1), now));
  service.sent(key_of(1), 1, now);
  EXPECT_FALSE(service.is_stuck(key_of(1), now)) << "it has read again";
  now = now + WatchService::kUnreadMax;
  EXPECT_TRUE(service.is_stuck(key_of(1), now));
}

/// A spectator is told by a host what no table decided.
TEST_F(Service, A107_ASpectatorBelievesOnlyWhatWasDecided) {
  node::Spectator spectator;
  SeededRng rng(3);
  const auto record = [&](std::uint64_t step) {
    const Bytes* stored = world.disk(Seat(0)).get(state::Put::Space::record,
                                                  state::text_of(state::kept::Record{Step(step)}));
    return std::get<proto::Decided>(*proto::decode_transcript_part(*stored));
  };
  EXPECT_FALSE(spectator.on_decided(record(0), rng)) << "before there is a table";
  proto::SignedCharter forged = *world.charter();
  std::swap(forged.signatures[0], forged.signatures[1]);
  EXPECT_FALSE(spectator.on_charter(forged));
  ASSERT_TRUE(spectator.on_charter(*world.charter()));
  EXPECT_FALSE(spectator.on_decided(record(1), rng)) << "out of order";
  proto::Decided uncertain = record(0);
  uncertain.certificate.pop_back();
  uncertain.certificate.pop_back();
  EXPECT_FALSE(spectator.on_decided(uncertain, rng));
  ASSERT_TRUE(spectator.on_decided(record(0), rng));
  EXPECT_FALSE(spectator.on_decided(record(0), rng)) << "twice";
  EXPECT_EQ(spectator.table()->step(), Step(1));
}

TEST_F(StepFour, A107_AMemberThatWatchesIsNone) {
  Member m{world, Seat(0)};
  m.link(kMover, true);
  EXPECT_FALSE(m.hear(kMover, proto::Watch{})) << "its connection ends";
  EXPECT_TRUE(m.hear(kMover, proto::Watchers{})) << "at this table nobody watches";
  EXPECT_TRUE(m.noticed<node::Watching>().empty());
}

}  // namespace
}  // namespace fairdeal::sim
