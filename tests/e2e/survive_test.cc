#include <csignal>

#include "base/seeded_rng.h"
#include "tests/e2e/network_table.h"
#include "tests/e2e/stored.h"

/// Faults of an honest member's machine: it is stopped and goes on, it is put back to an older
/// state of its disk, or runs twice. (kill -9 by itself: kill_nine_test.cc.)
namespace fairdeal::e2e {
namespace {

Faults honest_line(const std::string&) { return {.delay = {5}, .jitter = {2}}; }

class Survive : public testing::Test, protected NetworkTable {
 protected:
  Process& process(std::size_t i) { return *members_[i].process; }

  /// Waits until a member says that it has waited for so long.
  void has_waited(std::size_t i, int seconds) {
    for (;;) {
      const std::string rest = process(i).said("waiting for ");
      const auto at = rest.rfind('(');
      if (at != rest.npos && std::stoi(rest.substr(at + 1)) >= seconds) return;
    }
  }

  /// To how many slots a member answered itself that nothing comes from it.
  std::size_t nothing_came_from(std::size_t i) {
    const Stored stored = Stored::read(Stored::in(data(i)));
    return static_cast<std::size_t>(std::ranges::count(
        stored.entries, proto::Kind::none,
        [](const proto::Entry& entry) { return proto::kind_of(entry.payload); }));
  }

  /// Nothing but a lock proof makes a member vote for a record that has it absent.
  void expect_no_vote_for_its_own_absence(std::size_t i) {
    const Stored stored = Stored::read(Stored::in(data(i)));
    for (const proto::Decided& decided : stored.records) {
      const proto::Answer absent = proto::AbsentSeat{Seat(static_cast<std::uint32_t>(i))};
      if (std::ranges::count(decided.record, absent) == 0) continue;
      for (const proto::Vote& vote : stored.votes) {
        const bool prevote = vote.step == decided.step && vote.phase == proto::Phase::prevote;
        if (!prevote || vote.proved) continue;
        EXPECT_NE(vote.outcome, outcome_of(decided))
            << members_[i].name << " votes itself absent at step " << vote.step.value;
      }
    }
  }
};

// ---- Stopped and continued

TEST_F(Survive, WhoIsStoppedForLongerThanItsTimeComesBackAndIsNotConvicted) {
  // With limits on bets nobody loses all its chips before Cat is back.
  sit_down({"holdem", R"({"hands":6,"betting":"fixed-limit"})", 4, 0}, honest_line, kHaste);
  proxy_.wait_for_bytes("Cat-Ann", 5'000);
  process(2).signal(SIGSTOP);
  process(0).said("Cat did not answer and sits out.");
  process(2).signal(SIGCONT);
  process(0).said("Cat is back and plays again after a short wait.");
  expect_good_end();
  expect_no_vote_for_its_own_absence(2);
}

TEST_F(Survive, TwoOfFourThatAreStoppedForLongerThanTheirTimeGoOnWhereTheyWere) {
  sit_down({"odds-and-evens", R"({"turns":40})", 2, 2}, honest_line, kHaste);
  proxy_.wait_for_bytes("Bob-Ann", 5'000);
  process(1).signal(SIGSTOP);
  process(2).signal(SIGSTOP);
  has_waited(0, 5);
  process(1).signal(SIGCONT);
  process(2).signal(SIGCONT);
  expect_one_end();
  expect_no_vote_for_its_own_absence(1);
}

TEST_F(Survive, ASleepingPersonBesideADeadMemberSaysThatNothingComes) {
  is_person("Bob");
  sit_down({"tic-tac-toe", "{}", 2, 2}, honest_line, kHaste);
  process(1).said("Your move");
  kill(3);
  process(0).said("Bob did not answer");
  resume(3);
  expect_one_end();
  expect_no_vote_for_its_own_absence(1);
  EXPECT_GE(nothing_came_from(1), 1u);
}

// ---- Resumed

TEST_F(Survive, TwoOfFourThatAreResumedSignNothing) {
  is_person("Bob");
  sit_down({"tic-tac-toe", "{}", 2, 2}, honest_line);
  process(0).said("waiting for Bob to move");  // what came before is on the disks
  for (std::size_t i = 0; i < members_.size(); ++i) kill(i);
  const Stored before[] = {Stored::read(Stored::in(data(0))), Stored::read(Stored::in(data(1)))};

  is_bot("Bob");
  resume(0);
  resume(1);
  process(0).said("waiting for the programs of Wim and Xia");
  for (const std::size_t i : {0u, 1u}) {
    kill(i);
    const Stored after = Stored::read(Stored::in(data(i)));
    EXPECT_EQ(after.entries.size(), before[i].entries.size()) << "an answer before any question";
    EXPECT_EQ(after.votes.size(), before[i].votes.size());
  }
  for (std::size_t i = 0; i < members_.size(); ++i) resume(i);
  expect_good_end();
}

TEST_F(Survive, ATableThatRunsIsNotResumedFromTheSameFolder) {
  is_person("Bob");
  sit_down({"tic-tac-toe", "{}", 2, 1}, honest_line);
  process(1).said("Your move");
  const Ended second = member("Bob", {"resume", Stored::in(data(1))})->end();
  expect_error(second, 8, "in_use");
  EXPECT_NE(second.out.find("in use by another process"), std::string::npos) << second.out;
}

// ---- Copies of a folder

/// A match, a member and instants, drawn from a seed. Bots play.
class Copied : public Survive, public testing::WithParamInterface<std::uint64_t> {
 protected:
  void sit_down_somewhere() {
    constexpr Match kPlayed[] = {{"odds-and-evens", R"({"turns":30})", 2, 2},
                                 {"holdem", R"({"hands":4})", 4, 0},
                                 {"odds-and-evens", R"({"turns":30})", 2, 1},
                                 {"holdem", R"({"hands":4})", 3, 0}};
    sit_down(kPlayed[GetParam() % std::size(kPlayed)], honest_line, kHaste);
    proxy_.wait_for_bytes("Bob-Ann", 2'000);  // a table is kept from its first step on
    who_ = rng_.below(members_.size());
  }
  [[nodiscard]] bool plays_on() {
    return proxy_.wait_for_bytes(rng_.below(std::uint64_t{1'000} << rng_.below(5)), ends());
  }

  SeededRng rng_{GetParam()};
  std::size_t who_ = 0;
};

class OlderCopy : public Copied {};
TEST_P(OlderCopy, AsksAndContradictsNothingThatItsOwnerHadSaid) {
  sit_down_somewhere();
  ASSERT_TRUE(plays_on());
  if (rng_.below(2) == 0) {
    process(who_).signal(SIGSTOP);
    copy_folder(data(who_), folder_ / "older");
    process(who_).signal(SIGCONT);
  } else {
    kill(who_);
    copy_folder(data(who_), folder_ / "older");
    resume(who_);
  }
  ASSERT_TRUE(plays_on());
  kill(who_);
  copy_folder(folder_ / "older", data(who_));
  resume(who_);
  expect_one_end();
}
INSTANTIATE_TEST_SUITE_P(Of, OlderCopy, testing::Range<std::uint64_t>(0, 8));

/// With four members one may lie, as this one does against its will.
class TwoCopies : public Copied {};
TEST_P(TwoCopies, OfOneFolderThatRunHurtNobodyElse) {
  sit_down_somewhere();
  ASSERT_TRUE(plays_on());
  kill(who_);
  copy_folder(data(who_), folder_ / "again");
  resume(who_);
  const auto again = member(members_[who_].name, {"resume", Stored::in(folder_ / "again")});
  for (std::size_t i = 0; i < members_.size(); ++i)
    if (i != who_) end(i);
  kill(who_);
  again->signal(SIGKILL);
  expect_one_end({who_});
}
INSTANTIATE_TEST_SUITE_P(Of, TwoCopies, testing::Values(0, 1, 4, 5, 8, 9));

TEST_F(Survive, WhoseDiskForgotACommitmentSaysThatNothingComesAndIsNotConvicted) {
  is_person("Bob");
  sit_down({"odds-and-evens", R"({"turns":3})", 2, 2}, honest_line, {"--work-time", "3"});
  const auto ann_has_chosen = [&] {
    process(1).said("Your move");
    process(2).said("waiting for Bob to choose");
  };
  ann_has_chosen();
  kill(0);
  copy_folder(data(0), folder_ / "older");
  resume(0);
  process(1).type("1\n");
  ann_has_chosen();
  kill(0);
  ASSERT_EQ(Stored::read(Stored::in(data(0))).entries.back().payload.index(),
            static_cast<std::size_t>(proto::Kind::commit));
  copy_folder(folder_ / "older", data(0));
  resume(0);
  process(0).said("waiting for Bob to choose");
  do process(1).type("1\n");
  while (process(1).said_before_its_end("Your move"));
  expect_one_end();
  EXPECT_EQ(nothing_came_from(0), 1u) << "in place of what it had committed to";
}

}  // namespace
}  // namespace fairdeal::e2e
