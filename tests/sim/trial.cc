#include "tests/sim/trial.h"

#include <algorithm>
#include <sstream>

#include "runtime/state/charter.h"

namespace fairdeal::sim {
namespace {

/// More events than any match here needs. A match that has more is one in which a node asks to be
/// called again and again for nothing.
constexpr std::size_t kEventsMax = 3'000'000;

/// The round at which a match that need not end is given up, because later rounds show nothing new.
constexpr Round kEnoughRounds{24};

/// Passes everything on to two observers.
class Both : public Observer {
 public:
  Both(Observer& a, Observer* b) : a_(a), b_(b) {}
  void on_send(World& w, Seat from, Seat to, const Bytes& frame) override {
    a_.on_send(w, from, to, frame);
    if (b_ != nullptr) b_->on_send(w, from, to, frame);
  }
  void on_deliver(World& w, Seat from, Seat to, const Bytes& frame) override {
    a_.on_deliver(w, from, to, frame);
    if (b_ != nullptr) b_->on_deliver(w, from, to, frame);
  }
  void on_notice(World& w, Seat seat, const node::Notice& notice) override {
    a_.on_notice(w, seat, notice);
    if (b_ != nullptr) b_->on_notice(w, seat, notice);
  }
  void on_change(World& w, Seat seat) override {
    a_.on_change(w, seat);
    if (b_ != nullptr) b_->on_change(w, seat);
  }
  void on_restart(World& w, Seat seat) override {
    a_.on_restart(w, seat);
    if (b_ != nullptr) b_->on_restart(w, seat);
  }
  void on_reached(World& w, Reached what) override {
    a_.on_reached(w, what);
    if (b_ != nullptr) b_->on_reached(w, what);
  }
  void on_hang_up(World& w, Seat seat, Seat peer) override {
    a_.on_hang_up(w, seat, peer);
    if (b_ != nullptr) b_->on_hang_up(w, seat, peer);
  }
  void on_incident(World& w, const std::string& text) override {
    a_.on_incident(w, text);
    if (b_ != nullptr) b_->on_incident(w, text);
  }

 private:
  Observer& a_;
  Observer* b_;
};

class Counter : public Observer {
 public:
  explicit Counter(TrialResult& verdict) : verdict_(verdict) {}
  void on_notice(World&, Seat, const node::Notice& notice) override {
    if (const auto* began = std::get_if<node::RoundBegan>(&notice))
      verdict_.rounds = std::max<std::uint64_t>(verdict_.rounds, began->round.value);
    if (const auto* decided = std::get_if<node::StepDecided>(&notice))
      verdict_.absences += decided->absent.size();
  }

 private:
  TrialResult& verdict_;
};

/// Returns whether a liar of this kind, one of three members, may make the other two believe two
/// different stories.
bool splits(Lie lie) {
  return lie == Lie::any_field || lie == Lie::wild_votes || lie == Lie::wild_proposals ||
         lie == Lie::two_faces || lie == Lie::splits;
}

/// Returns how long a frame is on its way at most, with the time that its receiver is busy before.
Duration way_of(const Faults& f) {
  Duration more{0};
  for (const auto& way : f.long_ways) more = std::max(more, way.more);
  constexpr std::int64_t kFramesAhead = 40;
  return {f.delay_max.ms + more.ms + kFramesAhead * f.handling_max.ms + f.sync_max.ms};
}

/// Returns whether messages are fast enough for rounds, which grow to sixteen times the first, to
/// end with a decision.
bool fast_enough(const Plan& plan) {
  const Faults& f = plan.options.faults;
  return f.delay_max.ms + f.sync_max.ms <= 4 * plan.terms.pace.round.ms;
}

}  // namespace

Plan plan_of(const Setting& s) {
  Options options{
      .game = s.game, .params = s.params, .seats = s.seats, .witnesses = s.witnesses, .seed = 11};
  return {std::move(options), {.recovery = s.recovery}};
}

std::string describe(const Plan& plan) {
  const Options& o = plan.options;
  std::ostringstream text;
  text << o.game << " " << o.params << ", " << o.seats << " seats, " << o.witnesses
       << " witnesses, seed " << o.seed << describe(plan.terms)
       << (plan.schemes ? ", clocks hold" : "") << "\n"
       << describe(o.faults);
  return text.str();
}

consensus::Quorum quorum_of(const Plan& plan) {
  const std::size_t members = plan.options.seats + plan.options.witnesses;
  const std::size_t needed =
      std::min(members, consensus::default_quorum(members) + plan.terms.more_votes);
  return consensus::quorum_of(members, needed, SeatSet::first(members), 0, 0);
}

SeatSet slow(const Plan& plan) {
  const Faults& f = plan.options.faults;
  SeatSet seats;
  for (const Seat seat : quorum_of(plan).voters.list()) {
    // At each step this member checks what another made and then makes what it owes. It has five
    // work times for 32 steps.
    const std::int64_t takes = 2 * f.work_max.ms * slowness(f, seat) + f.sync_max.ms;
    if (takes + 2 * f.delay_max.ms > plan.terms.pace.work.ms * 5 / 32) seats.insert(seat);
  }
  return seats;
}

/// Returns whether a lie is told from the beginning of a step, everybody can check it in time, and
/// nothing else goes wrong. A lie that follows the truth in the last step may convict too late. So
/// may one that begins when the first member has ended the match, for the liar itself is at the
/// last step then.
bool lies_plainly(const Plan& plan, const World& world) {
  const Faults& f = plan.options.faults;
  std::uint64_t end = 0;
  for (std::uint32_t i = 0; i < world.size(); ++i)
    if (world.alive(Seat(i))) end = std::max(end, world.node(Seat(i)).table().step().value);
  const auto plain = [&](const Faults::Incident& i) { return i.after.ms == 0 && i.step < end; };
  return f.loss <= 0 && f.incidents.size() <= 1 && std::ranges::all_of(f.incidents, plain) &&
         slow(plan).empty();
}

bool must_agree(const Plan& plan) {
  const consensus::Quorum quorum = quorum_of(plan);
  const auto& incidents = plan.options.faults.incidents;
  const bool may_split = std::ranges::any_of(incidents, [&](const Faults::Incident& i) {
    return i.what == Faults::Incident::What::lies && quorum.max_faulty == 0 && splits(i.lie);
  });
  return !may_split &&
         liars(plan.options.faults).size() <= std::max<std::size_t>(1, quorum.max_faulty);
}

bool must_finish(const Plan& plan) {
  const consensus::Quorum quorum = quorum_of(plan);
  const SeatSet whole = quorum.voters - lost(plan.options.faults) - slow(plan);
  // Where all must agree, a step cannot be decided if a member lost a vote with an older copy of
  // its store and nobody else has heard that vote.
  const bool all = quorum.needed == quorum.voters.size();
  if (all && !put_back(plan.options.faults).empty()) return false;
  return whole.size() >= quorum.needed && must_agree(plan) && fast_enough(plan);
}

TrialResult play(const Plan& plan, Observer* also) {
  Options options = plan.options;
  options.change_charter = [&](proto::Charter& charter) {
    set_terms(charter, plan.terms);
    if (plan.options.change_charter) plan.options.change_charter(charter);
  };
  TrialResult verdict;
  Watch watch(liars(options.faults), lost(options.faults));
  if (!must_agree(plan)) watch.allow_forks();
  if (plan.schemes && must_agree(plan)) watch.expect_clocks(way_of(options.faults));
  Counter counter(verdict);
  Both with_counter(counter, also);
  Both all(watch, &with_counter);
  World world(options, &all);

  const SeatSet asked = SeatSet::first(world.size()) - lost(options.faults);
  const auto done = [&] {
    for (const Seat seat : asked.list())
      if (!world.alive(seat) || !world.synced(seat) || !world.node(seat).finished()) return false;
    return true;
  };
  // Members that end differently have some time to notice it.
  std::optional<Instant> done_at;
  const auto over = [&] {
    if (!done()) return false;
    if (!done_at) done_at = world.now();
    return !watch.unnoticed_fork(world) || world.now() >= *done_at + Watch::kTimeToNotice;
  };
  const bool must = must_finish(plan);
  const auto goes_round = [&] {
    return std::ranges::any_of(asked.list(), [&](Seat seat) {
      return world.alive(seat) && world.node(seat).parts().agreement().round() >= kEnoughRounds;
    });
  };
  std::size_t events = 0;
  while (!over() && watch.violations().empty() && world.step())
    if (++events % 64 == 0 && (events > kEventsMax || (!world.troubled() && watch.stuck(world)) ||
                               (!must && goes_round())))
      break;
  verdict.finished = done();
  verdict.took = world.now();
  if (watch.violations().empty()) watch.at_end(world, lies_plainly(plan, world));
  verdict.violations = watch.violations();
  verdict.reach = watch.reach();
  if (!must)
    std::erase_if(verdict.violations, [](const Violation& v) { return v.rule == "liveness"; });
  for (const Seat seat : asked.list()) {
    const auto& table = world.node(seat).table();
    verdict.steps = std::max(verdict.steps, table.step().value);
    const auto& all_standings = table.members().standings();
    verdict.gone =
        static_cast<std::size_t>(std::ranges::count(all_standings, true, &state::Standing::gone));
    verdict.convicted = static_cast<std::size_t>(
        std::ranges::count(all_standings, true, &state::Standing::convicted));
  }
  return verdict;
}

}  // namespace fairdeal::sim
