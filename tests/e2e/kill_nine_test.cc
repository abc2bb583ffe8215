#include <chrono>
#include <csignal>
#include <iostream>

#include "base/seeded_rng.h"
#include "tests/e2e/network_table.h"
#include "tests/e2e/stored.h"
#include "tests/run_size.h"

/// kill -9 at any instant of any round: whoever is killed and resumed goes on without a word that
/// contradicts what it had said.
namespace fairdeal::e2e {
namespace {

constexpr Match kMatches[] = {
    {"tic-tac-toe", "{}", 2, 1},
    {"holdem", R"({"hands":3})", 4, 0},
    {"odds-and-evens", R"({"turns":15})", 2, 2},
    {"kuhn", "{}", 2, 2},
    {"holdem", R"({"hands":3})", 3, 0},
    {"tic-tac-toe", "{}", 2, 2},
    {"odds-and-evens", R"({"turns":15})", 2, 1},
    {"holdem", R"({"hands":2})", 3, 1},
    {"kuhn", "{}", 2, 1},
};

/// The events reached, over all matches.
struct Reached {
  std::size_t matches = 0, kills = 0, at_once = 0, beside_one_stopped = 0;
  std::map<std::uint32_t, std::size_t> rounds;  ///< in which the killed had voted or proposed last
  std::map<std::string, std::size_t> after;     ///< what it had said last
  std::size_t steps = 0;

  std::string text() const {
    std::string text = std::to_string(matches) + " matches, " + std::to_string(steps) + " steps, " +
                       std::to_string(kills) + " kills: " + std::to_string(at_once) +
                       " of several at once, " + std::to_string(beside_one_stopped) +
                       " beside one that was stopped";
    for (const auto& [round, count] : rounds)
      text += ", " + std::to_string(count) + " in round " + std::to_string(round);
    for (const auto& [what, count] : after) text += ", " + std::to_string(count) + " after " + what;
    return text;
  }
};

/// One match, whose terms, network and blows are drawn from its seed.
class Drawn : protected NetworkTable {
 public:
  Drawn(std::uint64_t seed, Reached& reached)
      : NetworkTable(seed),
        rng_(seed),
        reached_(reached),
        match_(kMatches[seed % std::size(kMatches)]) {}

  void play(std::size_t kills_max) {
    try {
      play_on(kills_max);
    } catch (const std::exception& hung) {
      ADD_FAILURE() << hung.what() << what_happened();
    }
  }

 private:
  void play_on(std::size_t kills_max) {
    const Faults faults{.delay = {one_of({2, 10, 60})}, .jitter = {2}};
    sit_down(match_, [&](const std::string&) { return faults; },
             {"--work-time", std::to_string(one_of({2, 3})), "--move-time",
              std::to_string(one_of({2, 3})), "--bank", "0", "--increment", "0", "--reconnect-time",
              "1", "--round-time", "0." + std::to_string(one_of({1, 2, 5})), "--absences",
              std::to_string(one_of({2, 4}))});
    proxy_.wait_for_bytes("Bob-Ann", 2'000);  // a table is kept from its first step on
    for (std::size_t kills = 0; kills < kills_max;) {
      const std::size_t before = reached_.kills;
      if (!blow()) break;
      kills += reached_.kills - before;
    }
    if (stopped_) members_[*stopped_].process->signal(SIGCONT);
    expect_one_end();
    ++reached_.matches;
    if (!testing::Test::HasFatalFailure() && members_[0].ended->code == 0)
      reached_.steps += members_[0].ended->json().at("steps").get<std::size_t>();
  }

  std::int64_t one_of(std::initializer_list<std::int64_t> values) {
    return values.begin()[rng_.below(values.size())];
  }
  std::size_t any_but(std::optional<std::size_t> one) {
    for (;;)
      if (const auto i = rng_.below(members_.size()); i != one) return i;
  }
  /// From one frame to some steps, small numbers as likely as large ones.
  std::size_t some_bytes() { return rng_.below(std::uint64_t{64} << rng_.below(9)); }

  /// Kills some at an instant, and brings them back. False once the match has ended before.
  bool blow() {
    const bool stops = !stopped_ && rng_.below(4) == 0;
    if (stops) {
      stopped_ = rng_.below(members_.size());
      members_[*stopped_].process->signal(SIGSTOP);
      auto& other = *members_[any_but(stopped_)].process;
      if (!other.said_before_its_end("the others go on without")) return false;
    }
    if (!proxy_.wait_for_bytes(some_bytes(), ends())) return false;
    std::vector<std::size_t> whom{any_but(stopped_)};
    if (const auto more = rng_.below(8); more == 0)  // all
      for (whom.clear(); whom.size() < members_.size();) whom.push_back(whom.size());
    else if (more == 1)
      if (const auto second = any_but(stopped_); second != whom[0]) whom.push_back(second);
    for (const std::size_t i : whom) members_[i].process->signal(SIGKILL);
    for (const std::size_t i : whom) kill(i);
    if (stopped_ && whom.size() == members_.size()) stopped_.reset();
    for (const std::size_t i : whom) note(i);
    reached_.at_once += whom.size() > 1 ? whom.size() : 0;
    reached_.beside_one_stopped += stopped_ ? whom.size() : 0;
    for (const std::size_t i : whom)
      if (members_[i].ended->code != 0) resume(i);
    if (stopped_ && rng_.below(2) == 0) {
      if (!proxy_.wait_for_bytes(some_bytes(), ends())) return false;
      members_[*stopped_].process->signal(SIGCONT);
      stopped_.reset();
    }
    return true;
  }

  /// Counts what a member that was killed had said last.
  void note(std::size_t i) {
    if (members_[i].ended->code == 0) return;  // it was at the end before
    ++reached_.kills;
    const Stored stored = Stored::read(Stored::in(data(i)));
    const Step step(stored.records.size());
    std::uint32_t round = 0;
    std::string what = "nothing of its step";
    for (const auto& entry : stored.entries)
      if (entry.step == step) what = "its entry";
    for (const auto& vote : stored.votes) {
      if (vote.step != step || vote.round.value < round) continue;
      round = vote.round.value;
      what = vote.phase == proto::Phase::prevote ? "a prevote" : "a precommit";
    }
    for (const auto& proposal : stored.proposals) {
      if (proposal.step != step || proposal.round.value <= round) continue;
      round = proposal.round.value;
      what = "a proposal";
    }
    ++reached_.rounds[round];
    ++reached_.after[what];
  }

  SeededRng rng_;
  Reached& reached_;
  Match match_;
  std::optional<std::size_t> stopped_;
};

TEST(KillNine, AtAnyInstantOfAnyRoundConvictsNobodyAndTheMatchEnds) {
  const std::uint64_t kills = sizes::number_in("FD_KILLS", 24);
  const auto began = std::chrono::steady_clock::now();
  Reached reached;
  for (std::uint64_t seed = sizes::number_in("FD_SEED", 0); reached.kills < kills; ++seed) {
    SCOPED_TRACE("FD_SEED=" + std::to_string(seed));
    Drawn(seed, reached).play(std::min<std::uint64_t>(6, kills - reached.kills));
    const auto seconds = std::chrono::steady_clock::now() - began;
    std::cout << std::chrono::duration_cast<std::chrono::seconds>(seconds).count()
              << " s: " << reached.text() << std::endl;
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace fairdeal::e2e
