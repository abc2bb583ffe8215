// A resignation ends the match with the record that holds it, on whosever turn; a mate in that
// record comes first. One of another table or of a step to come, a second one, and one of somebody
// who may not resign are refused by name.
#include "tests/runtime/member.h"

namespace fairdeal::sim {
namespace {

using What = proto::Presence::What;

class Resignation : public StepFour {
 protected:
  static constexpr Seat kOther{0}, kWitness{2};

  proto::Attachment word(Seat by, What what, Step step = kStep) {
    return word_at(table->id(), by, what, step);
  }
  proto::Attachment word_at(const crypto::Digest& id, Seat by, What what, Step step) {
    return proto::PresenceAttachment{
        proto::envelope(proto::sign(by, proto::Presence{id, step, what}, world.key(by)))};
  }
  proto::PresenceFrame frame(Seat by, Step step = kStep) {
    return {proto::envelope(
        proto::sign(by, proto::Presence{table->id(), step, What::resigns}, world.key(by)))};
  }
  Result<consensus::Checked> checked(const state::Table& at,
                                     const proto::Signed<proto::Entry>& entry) {
    SeededRng rng(5);
    return at.check(entry, rng);
  }
  /// Returns the table after the mover's entry with this move and these attachments. Requires: the
  /// entry is sound.
  state::Table after(const std::string& move, std::vector<proto::Attachment> attachments) {
    const auto entry = checked(*table, said(proto::MovePayload{move}, std::move(attachments)));
    EXPECT_TRUE(entry) << describe(entry.error());
    return *table->after({kStep, table->head(), {*entry}});
  }
  /// Returns why an entry of the mover with these attachments is refused; "": it is not.
  std::string refusal(std::vector<proto::Attachment> attachments) {
    const auto entry =
        checked(*table, said(proto::MovePayload{first_move()}, std::move(attachments)));
    if (entry) return "";
    EXPECT_EQ(entry.error().culprit, kMover) << "who signed the entry lied, and nobody else";
    return entry.error().about;
  }
  std::string first_move() const { return table->game().legal(kMover).front().action.text; }
};

TEST_F(Resignation, EndsTheMatchOnTheOthersTurnAndOnTheOwn) {
  for (const std::string& move : {std::string(), first_move()}) {
    const auto by_other = after(move, {word(kOther, What::resigns)});
    EXPECT_EQ(by_other.game().result(), (rules::Payoff{-1, 1})) << move;
    EXPECT_EQ(by_other.members().standing(kMover).absences, 0u) << move;
    const auto by_mover = after(move, {word(kMover, What::resigns)});
    EXPECT_EQ(by_mover.game().result(), (rules::Payoff{1, -1})) << move;
  }
}

TEST_F(Resignation, OfAnEarlierStepStillCounts) {
  EXPECT_EQ(after("", {word(kOther, What::resigns, Step(1))}).game().result(),
            (rules::Payoff{-1, 1}));
}

TEST_F(Resignation, OfBothAtOnceIsADraw) {
  EXPECT_EQ(after("", {word(kOther, What::resigns), word(kMover, What::resigns)}).game().result(),
            (rules::Payoff{0, 0}));
}

TEST_F(Resignation, TheRulesHearItAfterTheMoveOfItsRecord) {
  const auto ended = after(first_move(), {word(kOther, What::resigns)});
  ASSERT_EQ(ended.events().size(), 2u);
  EXPECT_EQ(ended.events().back(), rules::AnyEvent(rules::Resigned{kOther}));
}

TEST_F(Resignation, OfAnotherTableIsRefused) {
  crypto::Digest elsewhere = table->id();
  elsewhere.bytes[0] ^= std::byte{1};
  EXPECT_EQ(refusal({word_at(elsewhere, kOther, What::resigns, kStep)}), "presence");
}

TEST_F(Resignation, OfAStepToComeIsRefused) {
  EXPECT_EQ(refusal({word(kOther, What::resigns, kStep.next())}), "presence at a step to come");
}

TEST_F(Resignation, ThatAnotherSignedIsRefused) {
  auto forged = proto::envelope(
      proto::sign(kOther, proto::Presence{table->id(), kStep, What::resigns}, world.key(kMover)));
  const auto entry =
      checked(*table, said(proto::MovePayload{}, {proto::PresenceAttachment{forged}}));
  ASSERT_FALSE(entry);
  EXPECT_EQ(entry.error().fault, Fault::bad_signature);
}

TEST_F(Resignation, TwiceInOneEntryIsRefused) {
  EXPECT_EQ(refusal({word(kOther, What::resigns), word(kOther, What::resigns, Step(1))}),
            "a resignation twice");
}

TEST_F(Resignation, OfAWitnessIsRefused) {
  EXPECT_EQ(refusal({word(kWitness, What::resigns)}), "a resignation by a member without a seat");
}

TEST_F(Resignation, AfterTheEndAndAfterLeavingIsRefused) {
  const auto refused = [&](const state::Table& ended) {
    const proto::Entry end{
        ended.id(), ended.step(), ended.head(), proto::EndPayload{}, {word(kOther, What::resigns)}};
    const auto again = checked(ended, proto::sign(kMover, end, world.key(kMover)));
    return again ? "" : again.error().about;
  };
  EXPECT_EQ(refused(after("", {word(kOther, What::resigns)})),
            "a resignation of a match that is over or has none");
  EXPECT_EQ(refused(after(first_move(), {word(kOther, What::leaves)})),
            "a resignation by a seat that has left");
}

TEST_F(Resignation, AnEmptyMoveStillNeedsAReason) {
  EXPECT_FALSE(checked(*table, said(proto::MovePayload{})));
  EXPECT_FALSE(checked(*table, said(proto::MovePayload{}, {word(kOther, What::leaves)})));
}

TEST_F(Resignation, WhoeverHearsItAttachesItAndMovesNoMore) {
  Member m(world, kMover);
  m.hear(kOther, frame(kOther));
  const auto entries = m.sent_of<proto::EntryFrame>();
  ASSERT_FALSE(entries.empty());
  const auto entry = proto::verify_entry(entries.front().envelope, table->charter());
  ASSERT_TRUE(entry && checked(*table, *entry));
  EXPECT_EQ(std::get<proto::MovePayload>(entry->message().payload).action, "");
  EXPECT_EQ(entry->message().attachments.size(), 1u);
}

TEST_F(Resignation, OfAWitnessOrAStepToComeMovesNobody) {
  Member m(world, kMover);
  const std::size_t before = m.sent_of<proto::EntryFrame>().size();
  m.hear(kWitness, frame(kWitness));
  m.hear(kOther, frame(kOther, Step(1u << 30)));
  EXPECT_EQ(m.sent_of<proto::EntryFrame>().size(), before);
}

TEST_F(Resignation, IsSaidOnTheOthersTurnAndOnlyByASeat) {
  Member other(world, kOther);
  auto effects = other.node.on_resign(other.now);
  ASSERT_TRUE(effects);
  other.take(*std::move(effects));
  const auto said = other.sent_of<proto::PresenceFrame>();
  ASSERT_FALSE(said.empty());
  EXPECT_EQ(proto::decode_presence(said.front().envelope.body)->what, What::resigns);
  Member witness(world, kWitness);
  EXPECT_FALSE(witness.node.on_resign(witness.now));
}

/// The program ends after it told its person that they have resigned, and before anybody heard it.
TEST_F(Resignation, IsKeptByAProgramThatIsRestarted) {
  Member other(world, kOther);
  auto effects = other.node.on_resign(other.now);
  ASSERT_TRUE(effects);
  other.take(*std::move(effects));
  const auto said = other.sent_of<proto::PresenceFrame>().front();
  other.restart();
  other.link_all();
  const auto again = other.sent_of<proto::PresenceFrame>();
  ASSERT_FALSE(again.empty());
  EXPECT_EQ(again.front().envelope, said.envelope);
}

TEST_F(Resignation, IsSaidOnce) {
  Member other(world, kOther);
  auto effects = other.node.on_resign(other.now);
  ASSERT_TRUE(effects);
  other.take(*std::move(effects));
  EXPECT_EQ(other.node.on_resign(other.now).error().fault, Fault::not_wanted);
}

TEST_F(Resignation, OnTheOthersTurnEndsTheMatchForAllMembers) {
  std::vector<Member> all;
  for (std::uint32_t i = 0; i < world.size(); ++i) all.emplace_back(world, Seat(i));
  auto effects = all[kOther.value].node.on_resign(all[kOther.value].now);
  ASSERT_TRUE(effects);
  all[kOther.value].take(*std::move(effects));
  for (int round = 0; round < 20; ++round)
    for (Member& from : all)
      for (const auto& out : std::exchange(from.sent, {}))
        all[out.to.value].hear_bytes(from.me, out.frame);
  for (Member& one : all) {
    EXPECT_TRUE(one.node.finished()) << one.me.value;
    EXPECT_EQ(one.node.table().game().result(), (rules::Payoff{-1, 1}));
  }
}

/// Three plies of fool's mate: Black mates by Qh4.
TEST(ResignationAndMate, AMateInTheRecordComesFirst) {
  World world(
      {.game = "chess",
       .params = R"({"fen":"rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2"})",
       .seats = 2,
       .seed = 3});
  const state::Table table = world.node(Seat(0)).table();
  const Seat black{1};
  const proto::Attachment resigns = proto::PresenceAttachment{proto::envelope(proto::sign(
      black, proto::Presence{table.id(), table.step(), What::resigns}, world.key(black)))};
  SeededRng rng(5);
  for (const auto& [move, result] :
       {std::pair(R"("Qh4#")", rules::Payoff{-1, 1}), std::pair(R"("a6")", rules::Payoff{1, -1})}) {
    const auto entry = table.check(
        proto::sign(
            black,
            proto::Entry{
                table.id(), table.step(), table.head(), proto::MovePayload{move}, {resigns}},
            world.key(black)),
        rng);
    ASSERT_TRUE(entry) << describe(entry.error());
    EXPECT_EQ(table.after({table.step(), table.head(), {*entry}})->game().result(), result) << move;
  }
}

TEST(ResignationOfAMatchOfThree, IsRefused) {
  World world({.game = "liars-dice", .seats = 3, .seed = 5});
  const state::Table table = world.node(Seat(0)).table();
  EXPECT_EQ(table.state().may_resign(Seat(0)).error().about,
            "a resignation of a match that is over or has none");
}

}  // namespace
}  // namespace fairdeal::sim
