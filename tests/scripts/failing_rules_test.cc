#include "rules/lua/script.h"
#include "runtime/audit/evidence.h"
#include "tests/runtime/member.h"
#include "tests/runtime/transcript_parts.h"

/// Rules that fail, and machines that cannot ask them: A71 of docs/attacks.md. None of that is
/// anybody's lie.
namespace fairdeal::sim {
namespace {

/// Each seat in turn says "go", or "spoil", at which the rules fail. They count absences, and fail
/// at these, too, if `fails_at_absence` says so.
std::string fragile(const std::string& name, bool fails_at_absence = false) {
  return "return {name = '" + name +
         "', seats = {2, 4}, zero_sum = false, bounds = {0, 9},\n"
         "start = function(params, seats) return {n = 0, absent = 0, seats = seats} end,\n"
         "wants = function(s)\n"
         "  if s.n < 9 then return {{type = 'move', seats = {s.n % s.seats + 1}}} end\n"
         "  return {}\n"
         "end,\n"
         "legal = function() return {'go', 'spoil'} end,\n"
         "after = function(s, e)\n"
         "  if e.type == 'moved' and e.move == 'spoil' then error('spoilt') end\n"
         "  if e.type == 'absent' then s.absent = s.absent + 1 end\n" +
         (fails_at_absence ? "  if e.type == 'absent' then error('spoilt again') end\n" : "") +
         "  s.n = s.n + 1\n"
         "  return s\n"
         "end,\n"
         "result = function(s)\n"
         "  if s.n < 9 then return end\n"
         "  local r = {}\n"
         "  for i = 1, s.seats do r[i] = s.absent end\n"
         "  return r\n"
         "end}\n";
}

std::string added(const std::string& text) {
  auto module = rules::module_of_script(rules::Script::load("test.lua", text).value());
  return rules::add_module(std::move(module)).value()->info().name;
}

constexpr Seat kSpoiler{1};

/// A table of three where one seat's own entries are held back, so that the only one that others
/// get is its spoilt one.
struct SpoiltTable {
  explicit SpoiltTable(const std::string& text) : world({.game = added(text), .seats = 3}) {
    world.corrupt(kSpoiler, [](Seat, const Bytes& frame) {
      const auto entry = entry_in(frame);
      const bool moves = entry && std::holds_alternative<proto::MovePayload>(entry->payload);
      return moves ? std::vector<Bytes>{} : std::vector<Bytes>{frame};
    });
    const std::function<bool(const state::stages::Moving&)> its =
        [](const state::stages::Moving& stage) { return stage.seat == kSpoiler; };
    EXPECT_TRUE(run_to<state::stages::Moving>(world, Seat(0), its));
  }
  const state::Table& table() { return world.node(Seat(0)).table(); }
  proto::Signed<proto::Entry> spoilt() {
    return proto::sign(
        kSpoiler,
        proto::Entry{
            table().id(), table().step(), table().head(), proto::MovePayload{"\"spoil\"", {}}, {}},
        world.key(kSpoiler));
  }
  World world;
  SeededRng rng{5};
};

TEST(FailingRules, A71_AMoveAtWhichTheyFailIsAnAbsenceOfItsAuthorAndNoLie) {
  SpoiltTable at(fragile("fragile-move"));
  const auto& table = at.table();
  auto checked = table.check(at.spoilt(), at.rng);
  ASSERT_TRUE(checked) << describe(checked.error());
  EXPECT_EQ(table.check_invalid(at.spoilt(), at.rng).error(), (Error{Fault::not_wanted, {}, ""}));

  const auto next = table.after({table.step(), table.head(), {*std::move(checked)}}).value();
  EXPECT_FALSE(next.over());
  ASSERT_TRUE(next.state().failed_moves);
  EXPECT_EQ(next.state().failed_moves->by, SeatSet::of({kSpoiler}));
  EXPECT_NE(next.state().failed_moves->why.find("spoilt"), std::string::npos);
  ASSERT_EQ(next.events().size(), 1u);
  EXPECT_EQ(std::get<rules::Absent>(next.events().front()).seat, kSpoiler);
  EXPECT_FALSE(next.members().standing(kSpoiler).convicted());
}

TEST(FailingRules, A71_NobodyIsConvictedByThemAndTheTableGoesOn) {
  SpoiltTable at(fragile("fragile-table"));
  at.world.inject(Seat(2), Seat(0),
                  forged(at.world, kSpoiler, proto::MovePayload{"\"spoil\"", {}}));
  at.world.run();
  for (const Seat seat : {Seat(0), Seat(2)}) {
    EXPECT_TRUE(at.world.node(seat).finished());
    const auto& table = at.world.node(seat).table();
    EXPECT_FALSE(table.rules_fault());
    EXPECT_FALSE(table.members().standing(kSpoiler).convicted());
    EXPECT_EQ(verdict(at.world.transcript(seat)), audit::Verdict::valid);
  }
}

TEST(FailingRules, A71_EvidenceOfSuchAMoveConvictsNobody) {
  SpoiltTable at(fragile("fragile-evidence"));
  const auto parts = parts_of(at.world.transcript(Seat(0)));
  audit::Evidence evidence{at.world.charter(), {}, proto::WrongEntry{envelope(at.spoilt())}};
  for (std::size_t i = 1; i < parts.size(); ++i)
    if (const auto decided = decided_in(parts[i]); decided.step < at.table().step())
      evidence.history.push_back(decided);
  const auto verified = audit::verify(evidence, at.rng);
  ASSERT_FALSE(verified) << *verified;
  EXPECT_FALSE(verified.error().culprit);
}

TEST(FailingRules, A71_IfTheyFailAtTheAbsenceTooTheMatchIsOverByNobody) {
  SpoiltTable at(fragile("fragile-twice", true));
  const auto& table = at.table();
  auto checked = table.check(at.spoilt(), at.rng).value();
  const auto next = table.after({table.step(), table.head(), {std::move(checked)}}).value();
  EXPECT_TRUE(next.over());
  EXPECT_FALSE(next.state().failed_moves);
  ASSERT_TRUE(next.rules_fault());
  EXPECT_NE(next.rules_fault()->find("test.lua"), std::string::npos) << *next.rules_fault();
  EXPECT_FALSE(next.game().result());
  EXPECT_FALSE(next.members().standing(kSpoiler).convicted());
  EXPECT_FALSE(next.members().standing(kSpoiler).gone());
}

/// The simulated people choose among both moves, so they often want to make the one that fails.
TEST(FailingRules, A71_AnHonestMemberIsAskedForAnotherMoveAndIsNotAbsent) {
  World world({.game = added(fragile("fragile-honest")), .seats = 3});
  world.run();
  expect_finished(world);
  std::size_t failed = 0;
  for (std::uint32_t i = 0; i < 3; ++i)
    for (const auto& notice : world.notices(Seat(i)))
      failed += std::holds_alternative<node::MoveFailed>(notice);
  EXPECT_GT(failed, 0u);
  EXPECT_EQ(world.node(Seat(0)).table().game().result(), (rules::Payoff{0, 0, 0}));
}

/// "spoil" leads to a want that no table can fulfil: the others would count the move as an absence.
TEST(FailingRules, A71_AMoveAfterWhichTheyWantWhatCannotBeIsNotSentEither) {
  std::string text = fragile("fragile-want");
  const std::string fails = "error('spoilt')", wants = "wants = function(s)\n";
  text.replace(text.find(fails), fails.size(), "s.spoilt = true");
  text.insert(text.find(wants) + wants.size(),
              "  if s.spoilt then return {{type = 'show', slot = 7}} end\n");
  World world({.game = added(text), .seats = 3});
  world.run();
  expect_finished(world);
  std::size_t failed = 0;
  for (std::uint32_t i = 0; i < 3; ++i)
    for (const auto& notice : world.notices(Seat(i)))
      failed += std::holds_alternative<node::MoveFailed>(notice);
  EXPECT_GT(failed, 0u);
  EXPECT_EQ(world.node(Seat(0)).table().game().result(), (rules::Payoff{0, 0, 0}));
}

/// Moves made together: nobody knows whose fault it was, so all are absent alike.
TEST(FailingRules, A71_MovesMadeTogetherAtWhichTheyFailCountForNobody) {
  const std::string name = added(
      "return {name = 'fragile-together', simultaneous = true, zero_sum = false, bounds = {0, 9},\n"
      "start = function() return {n = 0, absent = 0} end,\n"
      "wants = function(s) return s.n == 0 and {{type = 'move', seats = {1, 2}}} or {} end,\n"
      "legal = function() return {'go'} end,\n"
      "after = function(s, e)\n"
      "  if e.type == 'moved_together' then error('spoilt') end\n"
      "  s.absent = s.absent + 1\n"
      "  if s.absent == 2 then s.n = 1 end\n"
      "  return s\n"
      "end,\n"
      "result = function(s) return s.n == 1 and {s.absent, s.absent} or nil end}\n");
  World world({.game = name, .seats = 2});
  world.run();
  expect_finished(world);
  EXPECT_EQ(world.node(Seat(0)).table().game().result(), (rules::Payoff{2, 2}));
  EXPECT_FALSE(world.node(Seat(0)).table().rules_fault());
}

TEST(FailingRules, A71_AMachineThatCannotAskThemStopsAloneAndSignsNothing) {
  World world({.game = added(fragile("fragile-machine")), .seats = 3});
  ASSERT_TRUE(run_to<state::stages::Moving>(world, Seat(0)));
  Member member(world, Seat(0));
  const auto lose = []() -> node::Done::RulesLost {
    throw rules::ScriptLost("its process is gone");
  };
  const auto asked = node::asking_rules(member.node.table().step(), lose);
  const std::size_t sent = member.sent.size(), written = member.writes.size();
  member.take(member.node.on_done(asked(), member.now));
  ASSERT_TRUE(member.node.halted());
  EXPECT_EQ(*member.node.halted(), (Error{Fault::machine, {}, ""}));
  EXPECT_EQ(member.sent.size(), sent);
  EXPECT_EQ(member.writes.size(), written);
  EXPECT_EQ(member.node.deadline(), never());
}

}  // namespace
}  // namespace fairdeal::sim
