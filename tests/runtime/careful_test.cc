// Moves that a program chooses for its person, who does not answer in time.
#include "tests/runtime/member.h"

namespace fairdeal::sim {
namespace {

class Asleep : public StepFour {
 protected:
  explicit Asleep(std::uint32_t allowed = 2)
      : StepFour([allowed](proto::Charter& charter) { charter.pace.careful = allowed; }) {}

  rules::Action move(std::size_t choice = 0) const {
    return table->game().legal(kMover).at(choice).action;
  }
  void wait_until(Instant when) { m.wait(when - m.now); }
  Instant from() const { return m.node.parts().clock.careful_from(); }
  std::vector<proto::Payload> answers() const {
    std::vector<proto::Payload> payloads;
    for (const auto& frame : m.sent_of<proto::EntryFrame>()) {
      auto entry = proto::decode_entry(frame.envelope.body).value();
      if (frame.envelope.by == m.me && entry.step == kStep)
        payloads.push_back(std::move(entry.payload));
    }
    return payloads;
  }
  /// Moves once for each seat from `at` on, the mover's moves by its program or by its person.
  state::Table both_move(const state::Table& at, bool careful) {
    const state::Table after = next(at, careful);
    return next(after, false);
  }
  state::Table next(const state::Table& at, bool careful) {
    const Seat seat = at.slots().front().seat;
    proto::MovePayload payload{at.game().legal(seat).front().action.text};
    payload.careful = careful;
    const auto signed_entry = proto::sign(
        seat, proto::Entry{at.id(), at.step(), at.head(), payload, {}}, world.key(seat));
    return *at.after({at.step(), at.head(), {at.assume_valid(signed_entry)}});
  }

  Member m{world, kMover};
};

TEST_F(Asleep, ItsProgramHearsItOnceBeforeItsClockEnds) {
  EXPECT_LT(from(), m.node.parts().clock.own_due());
  wait_until({from().ms - 1});
  EXPECT_TRUE(m.noticed<node::PersonLate>().empty());
  const auto early = m.node.on_action(move(), m.now, true);
  ASSERT_FALSE(early);
  EXPECT_EQ(early.error().fault, Fault::not_wanted);
  wait_until(from());
  m.wait({10});
  EXPECT_EQ(m.noticed<node::PersonLate>().size(), 1u);
}

TEST_F(Asleep, ACarefulMoveSaysThatItIsOne) {
  wait_until(from());
  m.take(m.node.on_action(move(), m.now, true).value());
  const auto said = answers();
  ASSERT_FALSE(said.empty());
  const auto* payload = std::get_if<proto::MovePayload>(&said.front());
  ASSERT_NE(payload, nullptr);
  EXPECT_TRUE(payload->careful);
  EXPECT_EQ(payload->action, move().text);
}

TEST_F(Asleep, APersonWhoMovesAtTheLastMomentMadeTheMove) {
  wait_until(from());
  m.act(move(1).text);
  ASSERT_FALSE(answers().empty());
  EXPECT_FALSE(std::get<proto::MovePayload>(answers().front()).careful);
}

TEST_F(Asleep, AProgramThatKnowsNoCarefulMoveSaysThatNothingComes) {
  wait_until(m.node.parts().clock.own_due());
  ASSERT_FALSE(answers().empty());
  EXPECT_TRUE(std::holds_alternative<proto::NonePayload>(answers().front()));
}

TEST_F(Asleep, ItIsNoAbsenceAndCountsUntilThePersonMoves) {
  const auto standing = [](const state::Table& at) { return at.members().standing(kMover); };
  const state::Table once = both_move(*table, true);
  EXPECT_EQ(standing(once).careful, 1u);
  EXPECT_EQ(standing(once).absences, 0u);
  EXPECT_NE(once.digest(), both_move(*table, false).digest());
  const state::Table twice = both_move(once, true);
  EXPECT_EQ(standing(twice).careful, 2u);
  EXPECT_EQ(standing(both_move(twice, false)).careful, 0u);
}

TEST_F(Asleep, A130_OneMoreInARowThanTheTermsAllowIsFalse) {
  const auto careful = [&](const state::Table& at) {
    proto::MovePayload payload{at.game().legal(kMover).front().action.text};
    payload.careful = true;
    SeededRng rng(5);
    return at.check(proto::sign(kMover, proto::Entry{at.id(), at.step(), at.head(), payload, {}},
                                world.key(kMover)),
                    rng);
  };
  const state::Table once = both_move(*table, true);
  EXPECT_TRUE(careful(once));
  EXPECT_FALSE(careful(both_move(once, true)));
}

class NeverCareful : public Asleep {
 protected:
  NeverCareful() : Asleep(0) {}
};

TEST_F(NeverCareful, NobodyIsAsked) {
  wait_until(m.node.parts().clock.own_due());
  EXPECT_TRUE(m.noticed<node::PersonLate>().empty());
  EXPECT_TRUE(std::holds_alternative<proto::NonePayload>(answers().front()));
}

}  // namespace
}  // namespace fairdeal::sim
