#include "tests/consensus/explore/places.h"
#include "tests/consensus/explore/progress.h"

namespace fairdeal::explore {
namespace {

/// One outcome at one place, and who votes for it.
class Deciding {
 public:
  Deciding(const Universe& universe, const Place& place, What what, std::vector<Violation>& found)
      : universe_(universe), place_(place), what_(what), found_(found) {}

  void run() {
    for (std::uint32_t bits = 0; bits < 1u << universe_.setting().voters; ++bits) {
      const SeatSet voters = SeatSet::of_bits(bits);
      try_votes(voters, {});
      for (const Seat liar : (voters & universe_.setting().liars).list())
        for (const Id id : universe_.misshapen(liar, place_)) {
          try_votes(voters, {id});
          SeatSet others = voters;
          others.erase(liar);
          try_votes(others, {id});
        }
    }
  }

 private:
  /// Everybody's vote, what a liar signed besides before them or after.
  void try_votes(SeatSet voters, const Ids& besides) {
    for (const bool before : {true, false}) {
      StepAgreement agreement = universe_.fresh();
      universe_.give(agreement, universe_.first_entry());
      const Second second = universe_.setting().records[what_ - 1u];
      if (second != Second::absent) universe_.give(agreement, universe_.second_entry(second));
      if (place_.round > 0) {
        enter(agreement);
        universe_.give(agreement, universe_.proposal(place_.round, what_, -1));
      }
      if (before) give(agreement, besides);
      for (const Seat by : voters.list())
        universe_.give(agreement, universe_.say(by, place_, code(what_, -1)));
      if (!before) give(agreement, besides);
      check(agreement, voters);
    }
  }

  void give(StepAgreement& agreement, const Ids& ids) const {
    for (const Id id : ids) universe_.give(agreement, id);
  }

  /// A member that has heard nil of all goes on to the next round.
  void enter(StepAgreement& agreement) const {
    const auto voters = universe_.quorum().voters.list();
    for (std::uint32_t r = 0; r < place_.round; ++r) {
      for (const Seat by : voters) {
        universe_.give(agreement, universe_.say(by, {r, Act::prevote}, kSaidNil));
        universe_.give(agreement, universe_.say(by, {r, Act::precommit}, kSaidNil));
      }
      static_cast<void>(agreement.advance(voters[0], kStart));
    }
  }

  void check(const StepAgreement& agreement, SeatSet voters) {
    const bool fast = place_ == Place{0, Act::prevote};
    // Nobody proposes in round 0: a record with an absence is not known there.
    const bool known =
        universe_.setting().records[what_ - 1u] != Second::absent || place_.round > 0;
    const bool expected =
        known && voters.size() >= (fast ? universe_.setting().voters : universe_.setting().needed);
    const auto decision = agreement.decision();
    if (decision.has_value() != expected)
      return found(expected ? "votes that decide do not" : "votes that do not decide do", voters);
    if (!decision) return;
    if (const auto wrong = wrong_with(universe_, *decision); !wrong.empty()) found(wrong, voters);
  }

  void found(const std::string& how, SeatSet voters) {
    std::string trail;
    for (const Seat by : voters.list())
      trail += describe(universe_, by, place_, code(what_, -1)) + "\n";
    found_.push_back({"certificate", how, trail});
  }

  const Universe& universe_;
  Place place_;
  What what_;
  std::vector<Violation>& found_;
};

}  // namespace

std::vector<Violation> explore_decisions(const Universe& universe) {
  std::vector<Violation> found;
  const auto records = static_cast<What>(universe.setting().records.size());
  for_places_before({universe.setting().rounds, Act::propose}, [&](const Place& place) {
    if (place.act == Act::precommit || place.round == 0)
      for (What w = 1; w <= records; ++w) Deciding(universe, place, w, found).run();
  });
  return found;
}

}  // namespace fairdeal::explore
