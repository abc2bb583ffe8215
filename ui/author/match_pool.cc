#include "ui/author/match_pool.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <exception>
#include <mutex>
#include <thread>

#include "base/seeded_rng.h"
#include "rules/players/contest.h"
#include "rules/registry.h"
#include "ui/seat/bot_names.h"

namespace fairdeal::author {
namespace {

std::atomic<bool> interrupt_came{false};
static_assert(std::atomic<bool>::is_always_lock_free);

/// Thrown out of a match that is to be played no further.
struct MatchStopped {};
struct MatchTooLong {};

/// Returns the opponent with no more than the plan allows it.
rules::Opponent limited(rules::Opponent opponent, const PoolPlan& plan) {
  rules::Budget& budget = opponent.budget;
  const auto least = [](auto own, auto most) { return own == 0 ? most : std::min(own, most); };
  if (plan.think_ms > 0) budget.milliseconds = least(budget.milliseconds, plan.think_ms);
  if (plan.simulations > 0) {
    budget.simulations = least(budget.simulations, plan.simulations);
    budget.milliseconds = 0;
  }
  opponent.thinker = [inner = std::move(opponent.thinker)](const rules::SeatSight& sight,
                                                           const rules::Budget& given,
                                                           const rules::GoOn&, Rng& rng) {
    const auto end =
        std::chrono::steady_clock::now() + std::chrono::milliseconds(given.milliseconds);
    return inner(
        sight, given,
        [&](const rules::Progress&) {
          if (interrupt_came) return false;
          return given.milliseconds == 0 || std::chrono::steady_clock::now() < end;
        },
        rng);
  };
  return opponent;
}

std::uint64_t seed_of(std::uint64_t seed, std::uint64_t deal) {
  return SeededRng(SeededRng(seed).next() + deal).next();
}

/// One thread's game and players.
class Table {
 public:
  Table(rules::AnyGame game, const PoolPlan& plan) : game_(std::move(game)), plan_(plan) {}

  /// Returns the match that was played; none after Ctrl-C.
  Result<std::optional<MatchPlayed>> play(const MatchToPlay& match) {
    std::vector<rules::Opponent> players;
    for (const std::string& name : match.seats) {
      FD_TRY(auto player, seat::bot_named(name, game_));
      players.push_back(limited(std::move(player), plan_));
    }
    MatchPlayed played{.seats = match.seats, .deal = match.deal};
    try {
      const auto end = rules::play_contest(game_, players, seed_of(plan_.seed, match.deal), {},
                                           [&](const rules::Report& report) {
                                             if (interrupt_came) throw MatchStopped();
                                             note(report, played);
                                           });
      if (interrupt_came) return std::nullopt;
      if (end)
        played.result = *end->result();
      else
        played.failed = end.error().about.empty() ? "the rules failed" : end.error().about;
    } catch (const MatchStopped&) {
      return std::nullopt;
    } catch (const MatchTooLong&) {
      played.failed = "it was not over after " + std::to_string(kMatchPliesMax) + " plies";
    }
    return played;
  }

 private:
  void note(const rules::Report& report, MatchPlayed& played) const {
    if (report.event != nullptr) {
      played.plies += std::holds_alternative<rules::Moved<rules::Action>>(*report.event) ||
                      std::holds_alternative<rules::MovedTogether<rules::Action>>(*report.event);
      if (played.plies > kMatchPliesMax) throw MatchTooLong();
    }
    if (!plan_.counts_width) return;
    for (const Seat seat : report.game.active()) {
      const std::size_t legal = report.game.legal(seat).size();
      played.width.add(static_cast<std::int64_t>(legal));
      played.forced += legal == 1;
    }
  }

  rules::AnyGame game_;
  PoolPlan plan_;
};

/// Returns the same game for another thread: a script gets a process of its own.
Result<rules::AnyGame> game_for_thread(const rules::AnyGame& game) {
  FD_TRY(const rules::Module* module, rules::find_module(game.info().name));
  if (module->script.empty()) return game;
  FD_TRY(const rules::Module own, rules::script_host().load(game.info().name, module->script));
  return rules::start_game(own, game.params(), game.seats());
}

}  // namespace

Interruptible::Interruptible() {
  interrupt_came = false;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    std::signal(signal, [](int) { interrupt_came = true; });
}

Interruptible::~Interruptible() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_DFL);
}

bool Interruptible::interrupted() { return interrupt_came; }

Result<> play_matches(const rules::AnyGame& game, const PoolPlan& plan,
                      const std::vector<MatchToPlay>& matches,
                      const std::function<Result<>(MatchPlayed)>& played) {
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;  // guards the next two, and calls of `played`
  Result<> outcome;
  std::exception_ptr thrown;
  const auto stop = [&] { next = matches.size(); };
  const auto work = [&]() -> Result<> {
    FD_TRY(rules::AnyGame own, game_for_thread(game));
    Table table(std::move(own), plan);
    for (std::size_t i = next++; i < matches.size(); i = next++) {
      FD_TRY(auto match, table.play(matches[i]));
      if (!match) return {};
      const std::scoped_lock lock(mutex);
      FD_TRY(played(*std::move(match)));
    }
    return {};
  };
  const auto run = [&] {
    try {
      if (const auto worked = work(); !worked) {
        const std::scoped_lock lock(mutex);
        if (outcome) outcome = worked;
        stop();
      }
    } catch (...) {
      const std::scoped_lock lock(mutex);
      if (!thrown) thrown = std::current_exception();
      stop();
    }
  };
  const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t jobs = std::min(plan.jobs == 0 ? cores : plan.jobs, matches.size());
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < jobs; ++i) threads.emplace_back(run);
  }
  if (thrown) std::rethrow_exception(thrown);
  return outcome;
}

}  // namespace fairdeal::author
