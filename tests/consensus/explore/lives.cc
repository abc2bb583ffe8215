#include "tests/consensus/explore/lives.h"

#include <bitset>
#include <chrono>
#include <deque>
#include <memory>
#include <unordered_set>

#include "base/seeded_rng.h"
#include "consensus/equivocation.h"
#include "tests/consensus/explore/fingerprint.h"
#include "tests/consensus/explore/progress.h"

namespace fairdeal::explore {
namespace {

using Clock = std::chrono::steady_clock;
using Heard = std::bitset<512>;

/// One member's life so far.
struct Member {
  StepAgreement agreement;
  Instant now = kStart;
  Heard heard;  ///< since it was last restarted
  Ids said;
};

/// The events so far, for the trail.
struct Event {
  enum class What : std::uint8_t { hears, answers, waits, restarts, says };
  What what;
  std::uint8_t who;
  Id message = 0;
};

struct State {
  std::vector<std::shared_ptr<const Member>> members;
  Heard available;  ///< what somebody signed
  unsigned restarts = 0;
  std::vector<Event> trail;
};

class Lives {
 public:
  Lives(const Universe& universe, const LivesLimits& limits, std::ostream* log)
      : universe_(universe),
        limits_(limits),
        log_(log),
        honest_(universe.setting().honest()),
        rng_(limits.seed) {}

  LivesReport run() {
    report_.by_round.resize(universe_.setting().rounds + 1);
    if (limits_.walks > 0)
      walk();
    else
      search();
    report_.seconds = seconds();
    report_.complete = limits_.walks == 0 && report_.left == 0 && report_.violations.empty();
    return std::move(report_);
  }

 private:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - began_).count(); }
  bool going() const {
    return report_.violations.size() < limits_.violations && seconds() < limits_.minutes * 60;
  }

  State first() const {
    State state;
    for (std::size_t i = 0; i < honest_.size(); ++i) {
      Member member{universe_.fresh(), kStart, {}, {}};
      universe_.give(member.agreement, universe_.first_entry());
      state.members.push_back(std::make_shared<const Member>(std::move(member)));
    }
    for (const Second second : universe_.setting().records)
      if (second != Second::absent && !universe_.setting().author_is_honest())
        state.available.set(universe_.second_entry(second));
    for (const Id id : universe_.of_liars()) state.available.set(id);
    return state;
  }

  // ---- All ways

  /// From each state, each member in turn takes in any part of what it can in any order, until it
  /// says something: a new state. What it takes in without speaking concerns nobody else yet.
  void search() {
    std::unordered_set<Fingerprint, FingerprintHash> seen;
    std::deque<State> open{first()};
    std::size_t bytes = 0;
    while (!open.empty() && going() && bytes < limits_.bytes) {
      const State state = std::move(open.front());
      open.pop_front();
      for (std::size_t i = 0; i < honest_.size() && going(); ++i)
        live_on(state, i, [&](State next) {
          ++report_.transitions;
          if (!seen.insert(print_of(next)).second) return;
          reached(next);
          open.push_back(std::move(next));
        });
      bytes = seen.size() * 48 + open.size() * kStateBytes;
      if (log_ != nullptr && report_.states / 20'000 != told_) tell(open.size());
    }
    report_.left = open.size();
  }

  template <class Found>
  void live_on(const State& state, std::size_t i, Found found) {
    std::unordered_set<Fingerprint, FingerprintHash> seen;
    std::vector<State> open;
    const auto go = [&](State next) {
      if (!seen.insert(fingerprint(next.members[i]->agreement)).second) return;
      ++report_.between;
      open.push_back(std::move(next));
    };
    go(state);
    while (!open.empty() && going()) {
      const State here = std::move(open.back());
      open.pop_back();
      for (const Event& event : events(here, i)) {
        State next = here;
        if (happens(next, event))
          found(std::move(next));
        else
          go(std::move(next));
      }
    }
  }

  // ---- Random ways

  void walk() {
    for (std::uint64_t n = 0; n < limits_.walks && going(); ++n) {
      State state = first();
      const std::uint64_t steps = 10 + below(120);
      for (std::uint64_t k = 0; k < steps && going(); ++k) {
        const std::size_t i = below(honest_.size());
        const auto all = events(state, i);
        if (all.empty()) continue;
        ++report_.transitions;
        if (happens(state, all[below(all.size())])) reached(state);
      }
    }
  }

  std::size_t below(std::size_t n) { return rng_.next() % n; }

  // ---- Possible events

  std::vector<Event> events(const State& state, std::size_t i) {
    const Member& member = *state.members[i];
    std::vector<Event> all;
    if (member.agreement.decision() || member.agreement.round().value >= universe_.setting().rounds)
      return all;
    const auto who = static_cast<std::uint8_t>(i);
    const Heard fresh = state.available & ~member.heard;
    for (Id id = 0; id < fresh.size(); ++id)
      if (fresh[id]) all.push_back({Event::What::hears, who, id});
    if (honest_[i] == Seat(1) && universe_.setting().author_is_honest() &&
        !member.agreement.answered(Seat(1)))
      for (const Second second : universe_.setting().records)
        if (second != Second::absent)
          all.push_back({Event::What::answers, who, universe_.second_entry(second)});
    if (member.agreement.deadline(honest_[i]) != never()) all.push_back({Event::What::waits, who});
    if (state.restarts < limits_.restarts && !member.said.empty())
      all.push_back({Event::What::restarts, who});
    return all;
  }

  /// Whether somebody says something.
  bool happens(State& state, const Event& event) {
    Member member = *state.members[event.who];
    state.trail.push_back(event);
    if (event.what == Event::What::hears) {
      member.heard.set(event.message);
      universe_.give(member.agreement, event.message);
    } else if (event.what == Event::What::answers) {
      member.heard.set(event.message);
      state.available.set(event.message);
      universe_.give(member.agreement, event.message);
    } else if (event.what == Event::What::waits) {
      member.now = std::max(member.now, member.agreement.deadline(honest_[event.who]));
    } else {
      ++state.restarts;
      member.agreement = universe_.restarted(member.agreement, honest_[event.who]);
      member.heard = {};
    }
    const bool spoke = speaks(state, member, event.who);
    state.members[event.who] = std::make_shared<const Member>(std::move(member));
    return spoke || event.what == Event::What::answers;
  }

  bool speaks(State& state, Member& member, std::uint8_t who) {
    bool spoke = false;
    while (const auto due = member.agreement.advance(honest_[who], member.now)) {
      const auto id = universe_.find(honest_[who], *due);
      if (!id) {  // of a round or a record that is not explored
        ++report_.beyond;
        return spoke;
      }
      state.trail.push_back({Event::What::says, who, *id});
      compare(state, member, *id);
      if (std::ranges::find(member.said, *id) == member.said.end()) member.said.push_back(*id);
      state.available.set(*id);
      member.heard.set(*id);
      universe_.give(member.agreement, *id);
      spoke = true;
      if (const auto* vote = universe_.signed_vote(*id);
          vote != nullptr && vote->message().phase == Phase::precommit && vote->message().outcome &&
          !member.agreement.lock(honest_[who], vote->message().round))
        violated("lock", "it does not hold what its precommit rests on", state);
      if (!going()) return spoke;
    }
    return spoke;
  }

  // ---- Checks

  void compare(const State& state, const Member& member, Id said) {
    for (const Id before : member.said)
      if (universe_.contradict(before, said))
        violated("once", "it contradicts what it said before", state);
  }

  void reached(const State& state) {
    ++report_.states;
    std::uint32_t round = 0;
    bool beyond = false;
    for (const auto& member : state.members) {
      round = std::max(round, member->agreement.round().value);
      beyond = beyond || member->agreement.round().value >= universe_.setting().rounds;
    }
    ++report_.by_round[std::min<std::size_t>(round, report_.by_round.size() - 1)];
    check_decisions(state);
    if (limits_.progress_every > 0 && report_.states % limits_.progress_every == 0 && !beyond)
      go_on(state);
  }

  void check_decisions(const State& state) {
    std::optional<What> first;
    for (const auto& member : state.members) {
      const auto decision = member->agreement.decision();
      if (!decision) continue;
      if (const auto wrong = wrong_with(universe_, *decision); !wrong.empty())
        return violated("certificate", wrong, state);
      const What what = universe_.what(digest(decision->record));
      if (first && *first != what && universe_.setting().agreement)
        return violated("agreement", "two members decide differently", state);
      first = what;
    }
  }

  void go_on(const State& state) {
    ++report_.continued;
    std::vector<StepAgreement> members;
    Instant now = kStart;
    for (const auto& member : state.members) {
      members.push_back(member->agreement);
      now = std::max(now, member->now);
    }
    const Continued continued = explore::go_on(universe_, std::move(members), now);
    if (!continued.wrong.empty()) violated(continued.rule, continued.wrong, state);
  }

  void violated(std::string rule, std::string how, const State& state) {
    if (report_.violations.size() < limits_.violations)
      report_.violations.push_back({std::move(rule), std::move(how), trail(state)});
  }

  std::string trail(const State& state) const {
    std::string text;
    for (const Event& event : state.trail) {
      const std::string who = std::to_string(honest_[event.who].value);
      if (event.what == Event::What::hears)
        text += who + " hears: " + universe_.describe(event.message) + "\n";
      else if (event.what == Event::What::answers)
        text += who + " signs: " + universe_.describe(event.message) + "\n";
      else if (event.what == Event::What::waits)
        text += who + " waits for its timer\n";
      else if (event.what == Event::What::restarts)
        text += who + " is restarted\n";
      else
        text += universe_.describe(event.message) + "\n";
    }
    return text;
  }

  Fingerprint print_of(const State& state) const {
    Fingerprint all{{state.restarts, 7}};
    for (const auto& member : state.members) {
      const Fingerprint one = fingerprint(member->agreement);
      all.words[0] = mix(all.words[0] + one.words[0] + (member->now >= kDue));
      all.words[1] = mix(all.words[1] ^ one.words[1]);
      for (const Id id : member->said) all.words[0] = mix(all.words[0] + id);
    }
    return all;
  }

  void tell(std::size_t open) {
    told_ = report_.states / 20'000;
    *log_ << universe_.setting().name << ": " << report_.states << " states, " << report_.between
          << " between, " << open << " open, " << seconds() << " s" << std::endl;
  }

  static constexpr std::size_t kStateBytes = 20'000;  // about, with what it points to

  const Universe& universe_;
  LivesLimits limits_;
  std::ostream* log_;
  std::vector<Seat> honest_;
  SeededRng rng_;
  Clock::time_point began_ = Clock::now();
  std::uint64_t told_ = 0;
  LivesReport report_;
};

}  // namespace

LivesReport explore_lives(const Universe& universe, const LivesLimits& limits, std::ostream* log) {
  return Lives(universe, limits, log).run();
}

}  // namespace fairdeal::explore
