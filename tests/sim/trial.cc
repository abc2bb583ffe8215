#include "tests/sim/trial.h"

#include <algorithm>
#include <array>
#include <sstream>

#include "base/check.h"

namespace fairdeal::sim {
namespace {

using Incident = Faults::Incident;
using What = Incident::What;

struct GameChoice {
  const char* name;
  const char* params;
  std::size_t seats_max;
};
constexpr GameChoice kGames[] = {
    {"holdem", R"({"hands":1})", 6},
    {"kuhn", "{}", 2},
    {"leduc", "{}", 2},
    {"pig", R"({"goal":12})", 2},
    {"pig", R"({"goal":12})", 2},
    {"odds-and-evens", "{}", 2},
    {"tic-tac-toe", "{}", 2},
};

/// More than any match here needs: a node that asks to be called again and again, for nothing.
constexpr std::size_t kEventsMax = 3'000'000;

class Planner {
 public:
  Planner(std::uint64_t seed, const Wish& wish) : rng_(seed ^ 0x5eedf001), wish_(wish) {
    plan_.options.seed = seed;
  }

  Plan make() {
    Options& o = plan_.options;
    std::vector<GameChoice> games;
    for (const auto& game : kGames)
      if (!wish_.game || *wish_.game == game.name) games.push_back(game);
    if (games.empty()) games.push_back({wish_.game->c_str(), "{}", 2});
    const GameChoice& game = games[rng_.below(games.size())];
    o.game = game.name;
    o.params = game.params;
    o.seats = wish_.seats.value_or(2 + rng_.below(game.seats_max - 1));
    // A table of two with witnesses can outvote a member as well as a larger one can.
    o.witnesses = wish_.witnesses.value_or(o.seats >= 4 ? 0 : rng_.below(4));
    if (o.game == "pig" && heads()) plan_.randomness = proto::Randomness::coin;
    plan_.unanimous = rng_.below(16) == 0;
    if (wish_.faults) {
      network();
      const std::uint64_t incidents = rng_.below(4);
      for (std::uint64_t i = 0; i < incidents; ++i) passing();
      if (heads()) lasting();
    }
    return plan_;
  }

 private:
  Faults& faults() { return plan_.options.faults; }
  bool heads() { return rng_.below(2) == 0; }
  Seat member() {
    return Seat(
        static_cast<std::uint32_t>(rng_.below(plan_.options.seats + plan_.options.witnesses)));
  }
  Duration between(std::int64_t least, std::int64_t most) {
    return {least +
            static_cast<std::int64_t>(rng_.below(static_cast<std::uint64_t>(most - least + 1)))};
  }

  void network() {
    Faults& f = faults();
    constexpr std::array kLosses{0.0, 0.0, 0.02, 0.1, 0.3};
    f.loss = kLosses[rng_.below(kLosses.size())];
    f.duplicate = kLosses[rng_.below(kLosses.size())];
    constexpr std::array<std::int64_t, 5> kDelays{0, 40, 200, 1'000, 3'000};
    f.delay_min = between(1, 50);
    f.delay_max = {f.delay_min.ms + kDelays[rng_.below(kDelays.size())]};
    if (heads()) f.sync_max = between(0, 30);
    if (heads()) f.skew_max = 30'000;
    if (heads()) f.drift_max = 20;
    if (rng_.below(4) == 0) f.think_max = between(0, 20'000);
    if (f.loss > 0 || f.duplicate > 0) f.calm = Instant{60'000};
  }

  Incident incident(What what) {
    Incident i{.what = what, .seat = member()};
    do i.other = member();
    while (i.other == i.seat);
    i.step = rng_.below(heads() ? 8 : 30);
    if (heads()) i.after = between(0, 100);
    return i;
  }

  /// Something that is over after a while.
  void passing() {
    constexpr std::array kWhat{What::cut,  What::partition, What::one_way, What::frozen,
                               What::kill, What::kill,      What::silent,  What::leaves};
    Incident i = incident(kWhat[rng_.below(kWhat.size())]);
    const bool long_lasting = rng_.below(4) == 0;
    i.lasts = long_lasting ? between(30'000, 400'000) : between(1, 10'000);
    if (i.what == What::leaves) i.step = std::max<std::uint64_t>(i.step, 1);
    if (i.what == What::partition)
      i.group = SeatSet::of_bits(static_cast<std::uint32_t>(
          1 + rng_.below((1u << (plan_.options.seats + plan_.options.witnesses)) - 2)));
    faults().incidents.push_back(i);
  }

  /// Somebody is lost.
  void lasting() {
    constexpr std::array kWhat{What::kill, What::silent, What::frozen};
    Incident i = incident(kWhat[rng_.below(kWhat.size())]);
    if (wish_.lies && rng_.below(4) != 0) {
      i.what = What::lies;
      i.lie = static_cast<Lie>(rng_.below(kLies));
      if (heads()) i.step = 0;
    }
    faults().incidents.push_back(i);
  }

  SeededRng rng_;
  Wish wish_;
  Plan plan_;
};

/// Both see it all.
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
  void on_notice(World& w, Seat seat, const runtime::Notice& notice) override {
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
  explicit Counter(Verdict& verdict) : verdict_(verdict) {}
  void on_notice(World&, Seat, const runtime::Notice& notice) override {
    if (const auto* began = std::get_if<runtime::RoundBegan>(&notice))
      verdict_.rounds = std::max<std::uint64_t>(verdict_.rounds, began->round.value);
    if (const auto* decided = std::get_if<runtime::StepDecided>(&notice))
      verdict_.absences += decided->absent.size();
  }

 private:
  Verdict& verdict_;
};

}  // namespace

Plan plan_of(const Setting& s) {
  Options options{
      .game = s.game, .params = s.params, .seats = s.seats, .witnesses = s.witnesses, .seed = 11};
  if (!s.recovery) options.change_charter = [](proto::Charter& charter) { charter.recovery = 0; };
  return {std::move(options), s.randomness};
}

Plan plan_of(std::uint64_t seed, const Wish& wish) { return Planner(seed, wish).make(); }

std::string describe(const Plan& plan) {
  const Options& o = plan.options;
  std::ostringstream text;
  text << o.game << " " << o.params << ", " << o.seats << " seats, " << o.witnesses
       << " witnesses, seed " << o.seed;
  if (plan.randomness)
    text << (*plan.randomness == proto::Randomness::coin ? ", coins" : ", commit and reveal");
  if (plan.unanimous) text << ", unanimous";
  text << "\n" << describe(o.faults);
  return text.str();
}

bool must_finish(const Plan& plan) {
  const std::size_t members = plan.options.seats + plan.options.witnesses;
  const std::size_t needed = plan.unanimous ? members : consensus::default_quorum(members);
  return lost(plan.options.faults).size() <= members - needed;
}

Verdict play(const Plan& plan, Observer* also) {
  Options options = plan.options;
  options.change_charter = [&](proto::Charter& charter) {
    if (plan.randomness) charter.randomness = *plan.randomness;
    if (plan.unanimous) charter.quorum = static_cast<std::uint32_t>(charter.validators());
    if (plan.options.change_charter) plan.options.change_charter(charter);
  };
  Verdict verdict;
  Watch watch(liars(options.faults), lost(options.faults));
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
  std::size_t events = 0;
  while (!done() && watch.violations().empty() && world.step())
    if (++events % 64 == 0 && (events > kEventsMax || (!world.troubled() && watch.stuck(world))))
      break;
  verdict.finished = done();
  verdict.took = world.now();
  if (watch.violations().empty())
    watch.at_end(world, options.faults.loss <= 0 && options.faults.incidents.size() <= 1);
  verdict.violations = watch.violations();
  verdict.reach = watch.reach();
  for (const Seat seat : asked.list()) {
    const auto& table = world.node(seat).table();
    verdict.steps = std::max(verdict.steps, table.step().value);
    const auto& all_standings = table.standings();
    verdict.gone =
        static_cast<std::size_t>(std::ranges::count(all_standings, true, &runtime::Standing::gone));
    verdict.convicted = static_cast<std::size_t>(
        std::ranges::count(all_standings, true, &runtime::Standing::convicted));
  }
  return verdict;
}

// ---- The shortest schedule that still fails

namespace {

/// Each way of leaving one thing out.
std::vector<Plan> simpler(const Plan& plan) {
  std::vector<Plan> plans;
  const Faults& f = plan.options.faults;
  const auto add = [&](auto change) {
    Plan& copy = plans.emplace_back(plan);
    change(copy.options.faults, copy);
  };
  for (std::size_t i = 0; i < f.incidents.size(); ++i)
    add([&](Faults& g, Plan&) { g.incidents.erase(g.incidents.begin() + static_cast<long>(i)); });
  if (f.loss > 0) add([](Faults& g, Plan&) { g.loss = 0; });
  if (f.duplicate > 0) add([](Faults& g, Plan&) { g.duplicate = 0; });
  if (f.delay_max > f.delay_min) add([](Faults& g, Plan&) { g.delay_max = g.delay_min; });
  if (f.delay_min.ms > 1)
    add([](Faults& g, Plan&) {
      g.delay_max.ms -= g.delay_min.ms - 1;
      g.delay_min.ms = 1;
    });
  if (f.sync_max.ms > 0) add([](Faults& g, Plan&) { g.sync_max = {}; });
  if (f.skew_max > 0) add([](Faults& g, Plan&) { g.skew_max = 0; });
  if (f.drift_max > 0) add([](Faults& g, Plan&) { g.drift_max = 0; });
  if (f.think_max.ms > 0) add([](Faults& g, Plan&) { g.think_max = {}; });
  for (std::size_t i = 0; i < f.incidents.size(); ++i) {
    const Incident& incident = f.incidents[i];
    if (incident.after.ms > 0) add([&](Faults& g, Plan&) { g.incidents[i].after = {}; });
    if (incident.lasts && incident.lasts->ms > 1)
      add([&](Faults& g, Plan&) { g.incidents[i].lasts->ms /= 2; });
    if (incident.step > 0) add([&](Faults& g, Plan&) { g.incidents[i].step /= 2; });
    if (incident.step > 0) add([&](Faults& g, Plan&) { --g.incidents[i].step; });
  }
  if (plan.options.witnesses > 0) add([](Faults&, Plan& p) { --p.options.witnesses; });
  if (plan.unanimous) add([](Faults&, Plan& p) { p.unanimous = false; });
  // Members that are no longer there have nothing happen to them.
  std::erase_if(plans, [](const Plan& p) {
    const std::size_t members = p.options.seats + p.options.witnesses;
    return std::ranges::any_of(p.options.faults.incidents, [&](const Incident& i) {
      return i.seat.value >= members || i.other.value >= members;
    });
  });
  return plans;
}

}  // namespace

Shrunk shrink(Plan plan) {
  Shrunk best{plan, play(plan), 1};
  CHECK(!best.verdict.good());
  const std::string rule = best.verdict.violations.front().rule;
  for (bool better = true; better && best.tries < 2'000;) {
    better = false;
    for (Plan& candidate : simpler(best.plan)) {
      ++best.tries;
      Verdict verdict = play(candidate);
      if (verdict.good() || verdict.violations.front().rule != rule) continue;
      best.plan = std::move(candidate);
      best.verdict = std::move(verdict);
      better = true;
      break;
    }
  }
  return best;
}

}  // namespace fairdeal::sim
