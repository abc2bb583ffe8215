#include <cstdlib>

#include <gtest/gtest.h>

#include "proto/codec.h"
#include "proto/envelope.h"
#include "tests/sim/watch.h"

/// The shortest attack on agreement that the model finds where the unlock rule, (d) 3, is missing
/// (docs/model/README.md), played on whole nodes. It fails on the real ones. On a mutant without
/// the rule it succeeds, and the checker from outside sees that.
namespace fairdeal::sim {
namespace {

using proto::Phase;

constexpr Seat kAlone(0), kLiar(1), kThird(2), kFourth(3);

/// The step at which it is the liar's move. The liar leads its round 1.
constexpr Step kStep(4);

class Attack : public testing::Test {
 protected:
  const state::Table& table() const { return before; }

  /// Everybody prevotes the liar's first move. Only one honest member hears all these votes, and
  /// decides the move. The other two hear nil from the liar, and nothing from the first.
  void decide_for_one() {
    world.link(kAlone, kThird, false);
    world.link(kAlone, kFourth, false);
    world.corrupt(kLiar, [](Seat to, const Bytes& frame) -> std::vector<Bytes> {
      if (to == kAlone) return {frame};
      const auto message = proto::decode_message(frame);
      const auto* entry = std::get_if<proto::EntryFrame>(&*message);
      return entry != nullptr && entry->envelope.by == kLiar ? std::vector<Bytes>{frame}
                                                             : std::vector<Bytes>();
    });
    while (world.node(kAlone).table().step() == kStep) ASSERT_TRUE(world.step());
    say_to_two(vote(Round(0), Phase::prevote, {}));
    say_to_two(vote(Round(0), Phase::precommit, {}));
  }

  /// In the next round the liar proposes its other move, and votes for it.
  void propose_another() {
    while (world.node(kThird).parts().agreement().round() == Round(0) ||
           world.node(kFourth).parts().agreement().round() == Round(0))
      ASSERT_TRUE(world.step());
    const auto& legal = table().game().legal(kLiar);
    proto::Proposal proposal{table().id(), kStep, Round(1), {}, {}};
    std::optional<proto::Outcome> outcome;
    std::vector<proto::Answer> answers;
    for (const auto& choice : legal) {
      const auto entry = proto::sign(
          kLiar,
          proto::Entry{
              table().id(), kStep, table().head(), proto::MovePayload{choice.action.text}, {}},
          world.key(kLiar));
      const consensus::Record record{kStep, table().head(), {table().assume_valid(entry)}};
      outcome = {consensus::digest(record), table().after(record)->digest()};
      proposal.record = outcome->record;
      answers = {proto::envelope(entry)};
      if (outcome->record != decided_record()) break;
    }
    say_to_two(proto::ProposalFrame{
        proto::envelope(proto::sign(kLiar, std::move(proposal), world.key(kLiar))), {}, answers});
    say_to_two(vote(Round(1), Phase::prevote, outcome));
    say_to_two(vote(Round(1), Phase::precommit, outcome));
  }

  crypto::Digest decided_record() const {
    for (const auto& put : world.stored(kAlone))
      if (put.space == state::Put::Space::record && put.key == std::to_string(kStep.value)) {
        const auto part = *proto::decode_transcript_part(put.value);
        const auto& answer = std::get<proto::Decided>(part).record.front();
        const auto entry =
            proto::verify_entry(std::get<proto::Envelope>(answer), table().charter());
        return consensus::digest({kStep, table().head(), {table().assume_valid(*entry)}});
      }
    return {};
  }

  proto::VoteFrame vote(Round round, Phase phase, std::optional<proto::Outcome> outcome) {
    return {proto::envelope(proto::sign(
        kLiar, proto::Vote{table().id(), kStep, round, phase, outcome}, world.key(kLiar)))};
  }
  void say_to_two(const proto::Message& message) {
    for (const Seat to : {kThird, kFourth}) world.inject(kLiar, to, proto::encode(message));
  }

  Watch watch{set_of(kLiar), set_of(kLiar)};
  World world{{.game = "chess",  // black, which the liar plays, moves first
               .params = R"({"fen":"4k3/pppp4/8/8/8/8/4PPPP/4K3 b - - 0 1"})",
               .seats = 2,
               .witnesses = 2,
               .seed = 3},
              &watch};
  state::Table before = at_step();

 private:
  static SeatSet set_of(Seat seat) {
    SeatSet set;
    set.insert(seat);
    return set;
  }
  state::Table at_step() {
    for (const Seat seat : {kAlone, kThird, kFourth, kLiar})
      while (world.node(seat).table().step() < kStep) EXPECT_TRUE(world.step());
    return world.node(kAlone).table();
  }
};

TEST_F(Attack, AnotherMoveAfterOneHonestMemberDecided) {
  decide_for_one();
  propose_another();
  world.run(world.now() + Duration{10'000});
  world.link(kAlone, kThird, true);
  world.link(kAlone, kFourth, true);
  world.run(world.now() + Duration{1'000'000});
  if (const char* broken = std::getenv("FD_BROKEN_RULES")) {  // this is a mutant
    ASSERT_FALSE(watch.violations().empty());
    EXPECT_EQ(watch.violations().front().rule, broken);
    return;
  }
  watch.at_end(world, false);
  for (const Violation& violation : watch.violations())
    ADD_FAILURE() << violation.rule << ": " << violation.how;
  for (const Seat seat : {kAlone, kThird, kFourth}) {
    EXPECT_TRUE(world.node(seat).finished()) << seat.value;
    EXPECT_TRUE(world.node(seat).table().members().standing(kLiar).convicted()) << seat.value;
  }
}

}  // namespace
}  // namespace fairdeal::sim
