#include <algorithm>

#include <gtest/gtest.h>

#include "tests/sim/trial.h"

/// At tables of each size, from each kind of step of a match on, one seat is silent, killed, killed
/// and back, or tells one of the lies, while everything else is well. The others finish and agree,
/// and name the right seat and nobody else.
namespace fairdeal::sim {
namespace {

using Incident = Faults::Incident;
using What = Incident::What;

struct Fate {
  std::string name;
  What what;
  std::optional<Duration> lasts{};
  Lie lie = Lie::nil_votes;

  friend std::ostream& operator<<(std::ostream& out, const Fate& fate) { return out << fate.name; }
};

std::vector<Fate> fates() {
  std::vector<Fate> all{{"silent", What::silent},
                        {"killed", What::kill},
                        {"killed_and_back", What::kill, Duration{3'000}}};
  for (std::size_t i = 0; i < kPlainLies; ++i) {
    const auto lie = static_cast<Lie>(i);
    std::string text = name(lie);
    std::ranges::replace(text, '-', '_');
    all.push_back({"lies_" + text, What::lies, {}, lie});
  }
  return all;
}

class Grid : public testing::TestWithParam<std::tuple<Setting, Fate>> {};

/// Checks that the members' notices name nobody but the faulty seat.
class Names : public Observer {
 public:
  explicit Names(Seat faulty) : faulty_(faulty) {}
  void on_notice(World&, Seat seat, const node::Notice& notice) override {
    if (seat == faulty_) return;
    if (const auto* changed = std::get_if<node::StandingChanged>(&notice)) {
      EXPECT_TRUE(changed->seat == faulty_ || (!changed->gone && !changed->convicted))
          << "seat " << changed->seat.value;
      convicted = convicted || changed->convicted;
    }
    if (const auto* decided = std::get_if<node::StepDecided>(&notice))
      for (const Seat absent : decided->absent) {
        EXPECT_EQ(absent, faulty_);
      }
  }
  bool convicted = false;

 private:
  Seat faulty_;
};

/// Collects the steps of a quiet match at which the fault begins: at small tables all of them, else
/// the first and the last of each kind, with and without a slot of the faulty seat.
class Kinds : public Observer {
 public:
  explicit Kinds(Seat faulty) : faulty_(faulty) {}
  void on_change(World& world, Seat seat) override {
    const state::Table& table = world.node(seat).table();
    if (table.over() || !seen_.insert(table.step()).second) return;
    const auto slots = table.slots();
    const bool its = std::ranges::count(slots, faulty_, &consensus::EntrySlot::seat) != 0;
    const auto kind = std::pair(slots.front().kind, its);
    first_.emplace(kind, table.step());
    last_.insert_or_assign(kind, table.step());
  }
  std::set<Step> steps(std::size_t seats) const {
    if (seats <= 3) return seen_;
    std::set<Step> some;
    for (const auto& [kind, step] : first_) some.insert(step);
    for (const auto& [kind, step] : last_) some.insert(step);
    return some;
  }

 private:
  Seat faulty_;
  std::set<Step> seen_;
  std::map<std::pair<proto::Kind, bool>, Step> first_;
  std::map<std::pair<proto::Kind, bool>, Step> last_;
};

TEST_P(Grid, TheOthersFinishAndNameTheRightSeat) {
  const auto& [setting, fate] = GetParam();
  const Plan quiet = plan_of(setting);
  const Seat faulty(1);
  Kinds kinds(faulty);
  ASSERT_TRUE(play(quiet, &kinds).finished);
  for (const Step step : kinds.steps(setting.seats)) {
    SCOPED_TRACE("from step " + std::to_string(step.value));
    Plan one = quiet;
    one.options.faults.incidents = {Incident{.what = fate.what,
                                             .seat = faulty,
                                             .step = step.value,
                                             .lasts = fate.lasts,
                                             .lie = fate.lie}};
    Names names(faulty);
    const TrialResult verdict = play(one, &names);
    for (const Violation& violation : verdict.violations)
      ADD_FAILURE() << violation.rule << ": " << violation.how;
    EXPECT_TRUE(verdict.finished || !must_finish(one));
    EXPECT_EQ(verdict.convicted > 0, names.convicted);
    EXPECT_LE(verdict.gone, 1u);
    if (testing::Test::HasFailure()) return;
  }
}

const Setting kSettings[] = {
    {"holdem2", "holdem", R"({"hands":1})", 2},
    {"holdem2and1witness", "holdem", R"({"hands":1})", 2, 1},
    {"holdem3", "holdem", R"({"hands":1})", 3},
    {"holdem4", "holdem", R"({"hands":1})", 4},
    {"holdem5", "holdem", R"({"hands":1})", 5},
    {"holdem6", "holdem", R"({"hands":1})", 6},
    {"kuhn", "kuhn", "{}", 2, 2},
    {"leduc", "leduc", "{}", 2, 1},
    {"pig", "pig", R"({"goal":8})", 2, 1},
    {"liars_dice", "liars-dice", R"({"dice":1})", 2, 2},
    {"odds_and_evens", "odds-and-evens", "{}", 2, 2},
};

INSTANTIATE_TEST_SUITE_P(All, Grid,
                         testing::Combine(testing::ValuesIn(kSettings), testing::ValuesIn(fates())),
                         [](const auto& one) {
                           return std::get<0>(one.param).name + "_" + std::get<1>(one.param).name;
                         });

}  // namespace
}  // namespace fairdeal::sim
