// Blinds by minutes at a table of peers. Each member says when an alarm is due by its own clock,
// and the alarm rings with the record in which more than (V + f)/2 of the V voters have said so.
// The level rises with the next hand. Whatever one liar of four says or keeps back, it changes
// nothing.
#include <nlohmann/json.hpp>

#include "tests/runtime/member.h"

namespace fairdeal::sim {
namespace {

using What = proto::Presence::What;

constexpr const char* kByMinutes =
    R"({"betting":"fixed-limit","hands":14,"level_minutes":1,)"
    R"("levels":[{"ante":0,"big":40,"small":20},{"ante":0,"big":80,"small":40}],"stack":4000})";

Options by_minutes(std::size_t seats, std::uint64_t seed) {
  Options options{.game = "holdem",
                  .params = kByMinutes,
                  .seats = seats,
                  .witnesses = seats == 3 ? 1u : 0u,
                  .seed = seed};
  options.faults.think_max = {15'000};
  options.faults.skew_max = 3'600'000;
  return options;
}

/// Notes when alarms rang, and the level of each hand, as seat 0 learned of them.
class Levels : public Observer {
 public:
  void on_notice(World& world, Seat seat, const node::Notice& notice) override {
    const auto* decided = std::get_if<node::StepDecided>(&notice);
    if (decided == nullptr || seat != Seat(0)) return;
    for (std::size_t i = 0; i < decided->events.size(); ++i) {
      const rules::Json game = decided->games.at(i).json();
      by_hand[game.at("hand").get<int>()].insert(game.at("level").get<int>());
      if (!std::holds_alternative<rules::AlarmRang>(decided->events[i])) continue;
      rang.push_back(world.now());
      due_in.push_back(game.at("hand").get<int>());
    }
  }
  std::vector<Instant> rang;
  std::vector<int> due_in;               ///< the hands during which they did
  std::map<int, std::set<int>> by_hand;  ///< all levels that were seen in each hand
};

TEST(Alarm, TheLevelRisesByMinutesWithTheNextHand) {
  for (const std::size_t seats : {2, 3, 4}) {
    Levels levels;
    World world(by_minutes(seats, seats), &levels);
    world.run();
    expect_finished(world);
    ASSERT_EQ(levels.rang.size(), 2u) << seats;
    // A move takes up to 15 s, and so long may it take until a record has the last word.
    for (const auto& [at, least] : {std::pair(levels.rang[0], 60'000), {levels.rang[1], 120'000}}) {
      EXPECT_GE(at.ms, least) << seats;
      EXPECT_LE(at.ms, least + 40'000) << seats;
    }
    for (const auto& [hand, seen] : levels.by_hand) {
      const int due = 1 + (hand > levels.due_in[0]) + (hand > levels.due_in[1]);
      EXPECT_EQ(seen, std::set<int>{due}) << "hand " << hand << " of " << seats;
    }
  }
}

/// The end of an alarm's minutes by the clock of one seat alone.
TEST(Alarm, AClockThatJumpsRingsNothingAlone) {
  for (const std::size_t seats : {2, 4}) {
    Levels levels;
    World world(by_minutes(seats, 10 + seats), &levels);
    for (int i = 0; i < 50; ++i) world.step();
    world.jump(Seat(1), Duration{3'600'000});
    world.run();
    expect_finished(world);
    ASSERT_FALSE(levels.rang.empty());
    EXPECT_GE(levels.rang.front().ms, 60'000);
  }
}

TEST(Alarm, OneThatNeverSaysItHoldsNothingBack) {
  Levels levels;
  World world(by_minutes(4, 21), &levels);
  world.corrupt(Seat(2), [](Seat, const Bytes& frame) {
    const auto message = proto::decode_message(frame);
    const auto* said = std::get_if<proto::PresenceFrame>(&*message);
    return said != nullptr ? std::vector<Bytes>() : std::vector<Bytes>{frame};
  });
  world.run();
  expect_finished(world);
  ASSERT_EQ(levels.rang.size(), 2u);
  EXPECT_LE(levels.rang.back().ms, 160'000);
}

/// The time until a restart counts as far as it is stored, and the time in which the program did
/// not run does not.
TEST(Alarm, ARestartLosesNoMoreThanTheLastMove) {
  Options options = by_minutes(2, 33);
  options.faults.incidents.push_back({.what = Faults::Incident::What::kill,
                                      .seat = Seat(1),
                                      .step = 40,
                                      .lasts = Duration{5'000}});
  Levels levels;
  World world(options, &levels);
  world.run();
  expect_finished(world);
  ASSERT_EQ(levels.rang.size(), 2u);
  EXPECT_GE(levels.rang.front().ms, 60'000);
  EXPECT_LE(levels.rang.front().ms, 105'000);
}

/// Four at a table whose first alarm nobody has said is due; a seat is to bet in hand 1.
class AlarmWords : public testing::Test {
 protected:
  explicit AlarmWords(std::size_t seats = 4, std::function<void(proto::Charter&)> terms = {})
      : world([&] {
          Options options = by_minutes(seats, 5);
          options.faults = {};
          options.change_charter = std::move(terms);
          return options;
        }()) {
    EXPECT_TRUE(run_to<state::stages::Moving>(world, Seat(0)));
    table = world.node(Seat(0)).table();
    mover = table->slots().front().seat;
  }

  proto::Attachment word(Seat by, std::uint32_t number = 1, std::optional<Step> step = {}) {
    const proto::Presence said{table->id(), step.value_or(table->step()), What::alarm, number};
    return proto::PresenceAttachment{proto::envelope(proto::sign(by, said, world.key(by)))};
  }
  proto::Signed<proto::Entry> call(std::vector<proto::Attachment> attachments) {
    return proto::sign(mover,
                       proto::Entry{table->id(), table->step(), table->head(),
                                    proto::MovePayload{R"("call")"}, std::move(attachments)},
                       world.key(mover));
  }
  /// Returns the table after the mover calls and attaches these.
  state::Table after(std::vector<proto::Attachment> attachments) {
    SeededRng rng(5);
    const auto entry = table->check(call(std::move(attachments)), rng);
    EXPECT_TRUE(entry) << describe(entry.error());
    return *table->after({table->step(), table->head(), {*entry}});
  }
  /// Returns why an entry with these attachments is refused; "": it is not.
  std::string refusal(std::vector<proto::Attachment> attachments) {
    SeededRng rng(5);
    const auto entry = table->check(call(std::move(attachments)), rng);
    return entry ? "" : entry.error().about;
  }
  std::uint32_t alarms_after(std::size_t words) {
    std::vector<proto::Attachment> attachments;
    for (std::uint32_t i = 0; i < words; ++i) attachments.push_back(word(Seat(i)));
    return after(std::move(attachments)).state().alarms;
  }

  World world;
  std::optional<state::Table> table;
  Seat mover{};
};

TEST_F(AlarmWords, ThreeOfFourRingItAndTwoDoNot) {
  EXPECT_EQ(alarms_after(0), 0u);
  EXPECT_EQ(alarms_after(2), 0u) << "one of them may lie";
  EXPECT_EQ(alarms_after(3), 1u);
  EXPECT_EQ(alarms_after(4), 1u);
}

TEST_F(AlarmWords, WordsOfSeveralRecordsCountTogetherAndStartAnew) {
  table = after({word(Seat(0)), word(Seat(1))});
  mover = table->slots().front().seat;
  EXPECT_EQ(table->state().alarmed, SeatSet::of({Seat(0), Seat(1)}));
  EXPECT_NE(table->digest(), after({}).digest());
  EXPECT_EQ(refusal({word(Seat(0))}), "an alarm that is not the next, or that its member has said");
  table = after({word(Seat(3))});
  EXPECT_EQ(table->state().alarms, 1u);
  EXPECT_TRUE(table->state().alarmed.empty());
  EXPECT_EQ(table->game().json().at("level"), 1);
  EXPECT_EQ(table->game().json().at("level_due"), 2);
  mover = table->slots().front().seat;
  EXPECT_NE(refusal({word(Seat(2), 1)}), "") << "it comes too late";
  EXPECT_EQ(refusal({word(Seat(2), 2)}), "");
}

TEST_F(AlarmWords, WrongOnesAreRefusedByName) {
  EXPECT_NE(refusal({word(Seat(0), 2)}), "") << "the second before the first";
  EXPECT_EQ(refusal({word(Seat(0), 1, table->step().next())}), "presence at a step to come");
  EXPECT_EQ(refusal({word(Seat(0), 1, Step(1))}), "") << "of an earlier step";
  EXPECT_EQ(alarms_after(1), 0u);
  EXPECT_EQ(after({word(Seat(0)), word(Seat(0)), word(Seat(0))}).state().alarms, 0u)
      << "one member counts once";
}

TEST_F(StepFour, AGameWithoutAlarmsHasNone) {
  const auto said = [&](std::uint32_t number) {
    return proto::PresenceAttachment{proto::envelope(proto::sign(
        Seat(0), proto::Presence{table->id(), kStep, What::alarm, number}, world.key(Seat(0))))};
  };
  SeededRng rng(5);
  const auto entry = table->check(
      this->said(proto::MovePayload{table->game().legal(kMover).front().action.text}, {said(1)}),
      rng);
  ASSERT_FALSE(entry);
  EXPECT_EQ(entry.error().about, "an alarm that is not the next, or that its member has said");
}

class AlarmOfAll : public AlarmWords {
 protected:
  AlarmOfAll() : AlarmWords(4, [](proto::Charter& charter) { charter.quorum = 4; }) {}
};

/// Where all must agree, all but one may lie: so all must say it.
TEST_F(AlarmOfAll, WhereAllMustAgreeAllSayIt) {
  EXPECT_EQ(alarms_after(3), 0u);
  EXPECT_EQ(alarms_after(4), 1u);
}

class AlarmOfTwo : public AlarmWords {
 protected:
  AlarmOfTwo() : AlarmWords(2) {}
};
TEST_F(AlarmOfTwo, OfTwoBothSayIt) {
  EXPECT_EQ(alarms_after(1), 0u);
  EXPECT_EQ(alarms_after(2), 1u);
}

/// A member keeps and passes on one word of each number that can still count, whatever else a liar
/// says.
TEST_F(AlarmWords, AMemberKeepsAndPassesOnOneWordOfEachAlarm) {
  Member member(world, Seat(0));
  const Seat liar(mover == Seat(1) ? 2u : 1u);
  const auto frame = [&](std::uint32_t number) {
    const proto::Presence said{table->id(), table->step(), What::alarm, number};
    return proto::PresenceFrame{proto::envelope(proto::sign(liar, said, world.key(liar)))};
  };
  EXPECT_EQ(member.node.parts().presences.news(*table).size(), 0u);
  member.hear(liar, frame(1));
  EXPECT_EQ(member.node.parts().presences.news(*table).size(), 1u);
  member.sent.clear();
  member.hear(liar, frame(1));
  for (std::uint32_t number = 3; number < 10; ++number) member.hear(liar, frame(number));
  EXPECT_TRUE(member.sent_of<proto::PresenceFrame>().empty());
  EXPECT_EQ(member.node.parts().presences.news(*table).size(), 1u);
}

TEST_F(AlarmWords, AMemberSaysItOnceWhenItsClockIsDue) {
  Member member(world, Seat(0));
  member.wait(Duration{59'000});
  EXPECT_TRUE(member.sent_of<proto::PresenceFrame>().empty());
  member.wait(Duration{61'000});
  std::set<Bytes> said;
  for (const auto& frame : member.sent_of<proto::PresenceFrame>()) said.insert(frame.envelope.body);
  ASSERT_EQ(said.size(), 1u);
  EXPECT_EQ(proto::decode_presence(*said.begin())->alarm, 1u);
}

/// At the next table of an evening a member goes on from the minutes of the table before, and a
/// restart keeps them.
TEST_F(AlarmWords, TheMinutesGoOnAtTheNextTable) {
  Member member(world, Seat(0));
  SeededRng rng(3);
  const auto played_before = [&](Duration played) {
    return *node::Node::create(
        {world.charter(), Seat(0), world.key(Seat(0)).clone(), true, {}, played}, rng);
  };
  const auto words = [&] { return member.node.parts().presences.all_own().size(); };
  member.node = played_before(Duration{50'000});
  member.writes.clear();
  member.take(member.node.start(member.now));
  member.wait(Duration{9'000});
  EXPECT_EQ(words(), 0u);
  member.restart();
  member.link_all();
  member.wait(Duration{9'000});
  EXPECT_EQ(member.node.parts().alarm.due(member.node.table()) - member.now, Duration{1'000})
      << "the nine seconds before the restart were not stored yet";
  member.node = played_before(Duration{59'500});
  member.take(member.node.start(member.now));
  member.wait(Duration{600});
  EXPECT_EQ(words(), 1u);
}

}  // namespace
}  // namespace fairdeal::sim
