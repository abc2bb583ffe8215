// Bounds of terms: each just inside and just outside of each of its bounds, and refused by name.
#include "runtime/state/terms.h"

#include <algorithm>
#include <functional>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "consensus/quorum.h"
#include "proto/codec.h"
#include "proto/limits.h"
#include "rules/registry.h"
#include "runtime/state/charter.h"
#include "runtime/state/rules_digest.h"

namespace fairdeal::state {
namespace {

using proto::Pace;
using proto::Terms;

Terms terms(std::uint32_t seats = 4, std::uint32_t witnesses = 1) {
  Terms t;
  t.module = "holdem";
  t.module_version = (*rules::find_module(t.module))->info().version;
  t.rules = rules_digest(**rules::find_module(t.module));
  t.seats = seats;
  t.witnesses = witnesses;
  const auto game = rules::start_game("holdem", rules::Json::object(), std::clamp(seats, 2u, 10u));
  t.params = rules::text(game.value().params());
  set_defaults(t);
  return t;
}

/// The fault of the terms; empty: none.
std::string problem(const Terms& t) {
  const auto checked = check_terms(t);
  if (checked) return "";
  EXPECT_EQ(checked.error().fault, Fault::bad_parameters);
  return checked.error().about;
}
std::string problem_of(const std::function<void(Terms&)>& change) {
  Terms t = terms();
  change(t);
  return problem(t);
}

struct Bound {
  const char* name;
  Duration Pace::*time;
  std::int64_t min, max;
};

TEST(TermsOf, EachTimeIsTakenUpToItsBoundsAndRefusedByNameBeyond) {
  constexpr std::int64_t kDay = 86'400'000;
  for (const Bound& bound : {Bound{"work time", &Pace::work, 2'000, 600'000},
                             {"round time", &Pace::round, 100, 60'000},
                             {"move time", &Pace::move, 1'000, 30 * kDay},
                             {"reserve", &Pace::bank, 0, 30 * kDay},
                             {"increment", &Pace::increment, 0, 30 * kDay},
                             {"reconnect time", &Pace::reconnect, 0, 30 * kDay}}) {
    const auto with = [&](std::int64_t ms) {
      return problem_of([&](Terms& t) { t.pace.*bound.time = {ms}; });
    };
    EXPECT_EQ(with(bound.min), "") << bound.name;
    EXPECT_EQ(with(bound.max), "") << bound.name;
    for (const std::int64_t ms : {bound.min - 1, bound.max + 1, std::int64_t{INT64_MIN}})
      EXPECT_TRUE(with(ms).starts_with(std::string(bound.name) + " of ")) << with(ms);
    const bool is_move = bound.time == &Pace::move;
    EXPECT_EQ(with(proto::kUntimed.ms).empty(), is_move) << "only a move may be untimed";
  }
  EXPECT_EQ(problem_of([](Terms& t) { t.pace.move = {0}; }),
            "move time of 0 s, which may be 1 s to 30 days, or untimed");
}

TEST(TermsOf, AbsencesAreOneToAHundred) {
  for (const auto& [absences, ok] :
       {std::pair(0u, false), {1u, true}, {100u, true}, {101u, false}, {UINT32_MAX, false}}) {
    const auto said = problem_of([&](Terms& t) { t.pace.absences = absences; });
    EXPECT_EQ(said.empty(), ok);
    EXPECT_TRUE(ok || said.starts_with("number of absences of ")) << said;
  }
}

TEST(TermsOf, RecoveryIsOffOrByAllOthersAndOnlyFromFourSeats) {
  for (std::uint32_t seats = 1; seats <= proto::kSeatsMax; ++seats)
    for (std::uint32_t by = 0; by <= seats + 1; ++by) {
      Terms t = terms(seats);
      t.recovery = by;
      t.randomness = proto::Randomness::commit_reveal;
      const bool ok = by == 0 || (seats >= 4 && by == seats - 1);
      EXPECT_EQ(problem(t).empty(), ok) << by << " of " << seats;
      EXPECT_TRUE(ok || problem(t).starts_with("recovery of ")) << problem(t);
    }
}

TEST(TermsOf, CoinsForAllNeedRecovery) {
  for (std::uint32_t seats = 2; seats <= 5; ++seats)
    for (const bool on : {false, true}) {
      Terms t = terms(seats);
      if (on && seats < kRecoverySeatsMin) continue;
      set_recovery(t, on);
      EXPECT_EQ(problem(t), "");
      EXPECT_EQ(t.randomness == proto::Randomness::coin, on) << "what goes with it";
      t.randomness = proto::Randomness::coin;
      EXPECT_EQ(problem(t).empty(), on);
      EXPECT_TRUE(on || problem(t).starts_with("randomness of coins")) << problem(t);
    }
}

TEST(TermsOf, TheQuorumIsFromTheDefaultToAll) {
  for (std::uint32_t seats = 1; seats <= proto::kSeatsMax; ++seats)
    for (std::uint32_t witnesses = 0; witnesses <= proto::kWitnessesMax; ++witnesses)
      for (std::uint32_t quorum = 0; quorum <= seats + witnesses + 1; ++quorum) {
        Terms t = terms(seats, witnesses);
        t.quorum = quorum;
        const bool ok =
            quorum >= consensus::default_quorum(seats + witnesses) && quorum <= seats + witnesses;
        EXPECT_EQ(problem(t).empty(), ok) << quorum << " of " << seats << " + " << witnesses;
        EXPECT_TRUE(ok || problem(t).starts_with("quorum of ")) << problem(t);
      }
}

TEST(TermsOf, MembersAreAsManyAsATableHas) {
  EXPECT_TRUE(problem(terms(0)).starts_with("number of seats of 0"));
  EXPECT_TRUE(problem(terms(proto::kSeatsMax + 1)).starts_with("number of seats of 11"));
  EXPECT_TRUE(problem(terms(2, proto::kWitnessesMax + 1)).starts_with("number of witnesses of 7"));
  EXPECT_TRUE(problem(terms(UINT32_MAX, UINT32_MAX)).starts_with("number of seats of "));
}

TEST(TermsOf, DefaultsAreWithinTheBoundsAtEverySize) {
  for (std::uint32_t seats = 1; seats <= proto::kSeatsMax; ++seats)
    for (std::uint32_t witnesses = 0; witnesses <= proto::kWitnessesMax; ++witnesses)
      EXPECT_EQ(problem(terms(seats, witnesses)), "");
}

TEST(TermsOf, ATableOpensOnlyWithinThem) {
  Terms t = terms();
  EXPECT_TRUE(start_game(t));
  t.pace.work = {1'999};
  EXPECT_EQ(start_game(t).error().about, problem(t));
}

/// Every way in which two tables can differ.
const std::vector<std::pair<const char*, std::function<void(Terms&)>>>& changes() {
  static const std::vector<std::pair<const char*, std::function<void(Terms&)>>> all{
      {"game", [](Terms& t) { t.module = "kuhn"; }},
      {"version of the game", [](Terms& t) { t.module_version = "another"; }},
      {"interpreter", [](Terms& t) { t.interpreter = "another"; }},
      {"rules", [](Terms& t) { t.rules.bytes[0] ^= std::byte{1}; }},
      {"parameters", [](Terms& t) { t.params += " "; }},
      {"number of seats", [](Terms& t) { ++t.seats; }},
      {"number of witnesses", [](Terms& t) { ++t.witnesses; }},
      {"quorum", [](Terms& t) { ++t.quorum; }},
      {"recovery", [](Terms& t) { t.recovery = 0; }},
      {"randomness", [](Terms& t) { t.randomness = proto::Randomness::commit_reveal; }},
      {"work time", [](Terms& t) { ++t.pace.work.ms; }},
      {"round time", [](Terms& t) { ++t.pace.round.ms; }},
      {"move time", [](Terms& t) { t.pace.move = proto::kUntimed; }},
      {"reserve", [](Terms& t) { ++t.pace.bank.ms; }},
      {"increment", [](Terms& t) { ++t.pace.increment.ms; }},
      {"reconnect time", [](Terms& t) { ++t.pace.reconnect.ms; }},
      {"number of absences", [](Terms& t) { ++t.pace.absences; }},
  };
  return all;
}

TEST(TermsOf, WhatDiffersIsNamed) {
  EXPECT_TRUE(check_same(terms(), terms()));
  for (const auto& [name, change] : changes()) {
    Terms other = terms();
    change(other);
    ASSERT_NE(other, terms()) << name;
    for (const auto& same : {check_same(terms(), other), check_same(other, terms())}) {
      ASSERT_FALSE(same) << name;
      EXPECT_TRUE(same.error().about.starts_with(std::string(name) + " other than shown"))
          << same.error().about;
    }
  }
}

TEST(TermsOf, ACharterIsWhoTheMembersAreANonceAndTheTerms) {
  for (const auto& [name, change] : changes()) {
    Terms t = terms(2, 0);
    change(t);
    t.seats = t.witnesses = 0;  // members come later
    EXPECT_EQ(terms_of(charter_of(t)), t) << name;
    EXPECT_EQ(terms_of(*proto::decode_charter(proto::encode(charter_of(t)))), t) << name;
  }
}

TEST(TermsOf, TimesAreSaidAsPeopleSayThem) {
  for (const auto& [ms, words] : {std::pair<std::int64_t, const char*>(0, "0 s"),
                                  {100, "100 ms"},
                                  {1'500, "1 s 500 ms"},
                                  {60'000, "1 min"},
                                  {90'000, "1 min 30 s"},
                                  {86'400'000, "1 day"},
                                  {-1, "-1 ms"},
                                  {2'592'000'000, "30 days"},
                                  {5'400'000, "1 h 30 min"},
                                  {proto::kUntimed.ms, "no limit"}})
    EXPECT_EQ(in_words({ms}), words);
}

}  // namespace
}  // namespace fairdeal::state
