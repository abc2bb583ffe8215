// Members that hold back their votes from one other member, show decisions to all others alone, or
// answer just before each time-out.
#include "proto/codec.h"
#include "tests/runtime/match.h"
#include "tests/sim/world.h"

namespace fairdeal::sim {
namespace {

constexpr Seat kVictim(0), kOther(1), kLiar(3);

/// Sends the liar's own votes to all but the victim.
void keep_votes_from_victim(World& world) {
  world.corrupt(kLiar, [](Seat to, const Bytes& frame) -> std::vector<Bytes> {
    const auto message = proto::decode_message(frame);
    const auto* vote = message ? std::get_if<proto::VoteFrame>(&*message) : nullptr;
    if (to == kVictim && vote != nullptr && vote->envelope.by == kLiar) return {};
    return {frame};
  });
}

/// How often the victim moved and was called absent, in several matches of a player who makes each
/// move half a second before its own clock runs out.
struct Moves {
  int made = 0;
  int absent = 0;
};
Moves moves_in_the_last_half_second(std::size_t witnesses) {
  Moves moves;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    World world({.game = "tic-tac-toe",
                 .witnesses = witnesses,
                 .seed = seed,
                 .faults = {.delay_min = {5},
                            .delay_max = {50},
                            .skew_max = 60'000,
                            .last_moment = {{kVictim, Duration{500}}}}});
    keep_votes_from_victim(world);
    world.run();
    EXPECT_TRUE(world.node(kOther).finished()) << seed;
    for (const auto& decided : noticed<node::StepDecided>(world, kOther)) {
      if (std::ranges::count(decided.absent, kVictim) > 0) ++moves.absent;
      for (const auto& event : decided.events) {
        const auto* moved = std::get_if<rules::Moved<rules::Action>>(&event);
        if (moved != nullptr && moved->seat == kVictim) ++moves.made;
      }
    }
  }
  return moves;
}

TEST(KeptVotes, A78_AMoveInTimeIsNoAbsence) {
  for (const std::size_t witnesses : {2u, 4u}) {
    const Moves moves = moves_in_the_last_half_second(witnesses);
    EXPECT_GE(moves.made, 22) << witnesses;
    EXPECT_EQ(moves.absent, 0) << witnesses;
  }
}

// ---- Members that learn of a step late

/// Notes when each member comes to each step.
struct Arrivals : Observer {
  void on_change(World& world, Seat seat) override {
    const Step step = world.node(seat).table().step();
    if (!at[step].try_emplace(seat, world.now()).second || seat != tells_at_once) return;
    // It tells all but the victim what it has just decided.
    const auto* last =
        step > Step(0) ? world.node(seat).parts().history.find(Step(step.value - 1)) : nullptr;
    if (last == nullptr) return;
    for (std::uint32_t i = 0; i < world.size(); ++i)
      if (Seat(i) != kVictim && Seat(i) != seat)
        world.inject(seat, Seat(i), proto::encode(proto::Message(last->how.decided)));
  }
  /// Returns how long after the first honest member the victim came to a step, at most.
  Duration latest(Seat liar) const {
    Duration most{0};
    for (const auto& [step, seats] : at) {
      if (!seats.contains(kVictim)) continue;
      for (const auto& [seat, when] : seats)
        if (seat != liar) most = std::max(most, seats.at(kVictim) - when);
    }
    return most;
  }
  std::optional<Seat> tells_at_once{};
  std::map<Step, std::map<Seat, Instant>> at;
};

/// Returns whether a liar's frame shows its receiver that a step is decided, or helps to decide it.
bool shows_decision(const Bytes& frame) {
  const auto message = proto::decode_message(frame);
  return vote_in(frame) || (message && (std::holds_alternative<proto::Decided>(*message) ||
                                        std::holds_alternative<proto::Status>(*message)));
}

/// Plays matches of people who think for some time with a liar, who sends the members in `kept`
/// nothing that helps to decide. Returns how late the victim came to a step, at most.
Duration late_by(SeatSet kept, bool tells_at_once, std::size_t witnesses) {
  Duration most{0};
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    Arrivals arrivals;
    if (tells_at_once) arrivals.tells_at_once = kLiar;
    World world({.witnesses = witnesses,
                 .seed = seed,
                 .faults = {.delay_min = {5}, .delay_max = {20}, .think_max = {20'000}}},
                &arrivals);
    world.corrupt(kLiar, [kept](Seat to, const Bytes& frame) -> std::vector<Bytes> {
      if (kept.has(to) && shows_decision(frame)) return {};
      return {frame};
    });
    world.run();
    EXPECT_TRUE(world.node(kOther).finished()) << seed;
    most = std::max(most, arrivals.latest(kLiar));
  }
  return most;
}

/// How long the victim may wait: a round for the liar, whose turn may come first, and some ways.
constexpr Duration kARound{proto::Pace().round.ms + 200};

TEST(Late, AMemberThatIsAmongThoseWhoSendADecisionIsSentItByTheOthers) {
  for (const std::size_t witnesses : {2u, 3u, 5u})
    EXPECT_LE(late_by(SeatSet::of({kVictim}), false, witnesses), kARound) << witnesses;
}

TEST(Late, WhoFollowedADecisionSendsItOn) {
  // The liar keeps its votes from all, and shows all but one what they decide.
  for (const std::size_t witnesses : {2u, 3u, 5u})
    EXPECT_LE(late_by(SeatSet::first(10), true, witnesses), kARound) << witnesses;
}

// ---- A drip

/// Makes a seat's program answer a moment before the others stop waiting for it. Its person moves
/// at once.
void answer_before_each_time_out(World& world, Seat seat) {
  world.corrupt(seat, [&world, seat](Seat to, const Bytes& frame) -> std::vector<Bytes> {
    constexpr Duration kMargin{150};
    const auto entry = entry_in(frame);
    if (!entry || std::holds_alternative<proto::MovePayload>(entry->payload) ||
        std::holds_alternative<proto::CommitPayload>(entry->payload))
      return {frame};
    const node::Node& node = world.node(to);
    const Duration left = node.parts().clock.entries_due() - world.clock(to);
    if (node.table().step() != entry->step || left.ms <= kMargin.ms) return {frame};
    world.inject_after(Duration{left.ms - kMargin.ms}, seat, to, frame);
    return {};
  });
}

struct Played {
  std::int64_t ms = 0;
  std::int64_t steps = 0;
};
Played play_turns(bool drips) {
  World world({.game = "odds-and-evens",
               .params = R"({"turns":60})",
               .witnesses = 2,
               .seed = 5,
               .faults = {.delay_min = {5}, .delay_max = {20}}});
  if (drips) answer_before_each_time_out(world, kOther);
  while (!world.node(kVictim).finished() && world.now() < Instant{36'000'000} && world.step()) {
  }
  EXPECT_TRUE(world.node(kVictim).finished());
  return {world.now().ms, static_cast<std::int64_t>(world.node(kVictim).table().step().value)};
}

TEST(Drip, A80_CostsAReserveOnceAndWhatIsFreeInEachStep) {
  const Played honest = play_turns(false);
  const Played slow = play_turns(true);
  using Clock = node::MoveClock;
  const proto::Pace pace{};
  const std::int64_t reserve =
      pace.work.ms + slow.steps / Clock::kAnswersForRefill * Clock::kRefill.ms;
  EXPECT_LE(slow.ms, honest.ms + reserve + slow.steps * (Clock::kFree.ms + pace.round.ms));
  EXPECT_GE(slow.ms, honest.ms + pace.work.ms) << "it used what it has";
}

/// Counts the notices that a member's votes are waited for no longer.
struct Notices : Observer {
  void on_notice(World&, Seat seat, const node::Notice& notice) override {
    if (const auto* late = std::get_if<node::VotesLate>(&notice)) told[seat].push_back(*late);
  }
  std::map<Seat, std::vector<node::VotesLate>> told;
};

/// Plays with a witness whose votes come a round and a half after the others'.
std::int64_t with_late_votes(Notices& notices, bool late) {
  World world({.game = "odds-and-evens",
               .params = R"({"turns":60})",
               .witnesses = 2,
               .seed = 5,
               .faults = {.delay_min = {5}, .delay_max = {20}}},
              &notices);
  const Duration round = world.charter()->charter.pace.round;
  if (late)
    world.corrupt(kLiar, [&world, round](Seat to, const Bytes& frame) -> std::vector<Bytes> {
      const auto message = proto::decode_message(frame);
      if (message && std::holds_alternative<proto::Decided>(*message)) return {};
      if (!vote_in(frame)) return {frame};
      world.inject_after(Duration{round.ms * 3 / 2}, kLiar, to, frame);
      return {};
    });
  world.run();
  EXPECT_TRUE(world.node(kVictim).finished());
  return world.now().ms;
}

TEST(Drip, A80_AVoterThatIsLateAgainAndAgainIsWaitedForNoLongerAndAllAreTold) {
  Notices none, notices;
  const std::int64_t honest = with_late_votes(none, false);
  const std::int64_t slow = with_late_votes(notices, true);
  EXPECT_TRUE(none.told.empty());
  EXPECT_LE(slow, honest + 20 * proto::Pace().round.ms) << "not a round for each of 120 steps";
  for (const Seat seat : {Seat(0), Seat(1), Seat(2)}) {
    ASSERT_FALSE(notices.told[seat].empty()) << seat.value;
    EXPECT_EQ(notices.told[seat].front().seat, kLiar);
    EXPECT_GE(notices.told[seat].front().waited, proto::Pace().round * 8);
  }
}

}  // namespace
}  // namespace fairdeal::sim
