#include "rules/profit_law.h"

#include <algorithm>
#include <optional>

#include "base/random_index.h"
#include "base/seeded_rng.h"
#include "rules/law.h"

namespace fairdeal::rules {
namespace {

constexpr std::size_t kProfitEventsMax = 2'000;  ///< so many events are played of each match
constexpr std::size_t kDealsMax = 200;
constexpr std::size_t kEndsTried = 6;  ///< so many ends of deals are looked at in each match

std::string seats_text(SeatSet seats) {
  std::string words;
  for (const Seat seat : seats.list())
    words += (words.empty() ? "seat " : ", seat ") + std::to_string(seat.value);
  return words;
}

bool is_deal(const std::vector<Want>& wants) {
  const auto* shuffle = wants.empty() ? nullptr : std::get_if<WantShuffle>(&wants.front());
  return shuffle != nullptr && !shuffle->faces.empty() && shuffle->by.empty();
}

SeatSet spent_seats(const AnyGame& game) {
  SeatSet spent;
  for (const Seat seat : SeatSet::first(game.seats()).list())
    if (game.spent(seat)) spent.insert(seat);
  return spent;
}

/// The results of an honest match of a game.
struct Honest {
  std::size_t events = 0;
  /// Whether seats play for stakes, which they keep when they leave: a result is then what a seat's
  /// score has become more.
  bool stakes = false;
  std::int64_t least = INT64_MAX;  ///< the least that a seat lost of its score in one event
};

/// A table in one place, whose seats move at random and may fall silent.
class QuietTable {
 public:
  QuietTable(const AnyGame& start, std::uint64_t seed) : game_(start), dealer_(seed), rng_(seed) {}

  const AnyGame& game() const { return game_; }
  std::size_t events() const { return events_; }
  std::size_t deals() const { return deals_; }
  bool over() const { return game_.over() || events_ >= kProfitEventsMax || deals_ >= kDealsMax; }
  SeatSet present() const { return SeatSet::first(game_.seats()) - gone_ - spent_seats(game_); }
  /// Returns how many new decks mended a void deal.
  std::size_t mended() const { return mended_; }
  /// Returns whether chance decides next, so that a share of somebody is needed.
  bool wants_chance() const { return !game_.over() && game_.active().empty(); }

  Result<> leave(Seat seat) {
    gone_.insert(seat);
    if (game_.over()) return {};
    FD_TRY(happen(Out{.seat = seat, .left = true}));
    return {};
  }
  /// Makes what is wanted void by these seats, which are out of all deals from then on.
  Result<> make_void(SeatSet by) {
    gone_ = gone_ | by;
    owing_ = owing_ | by;
    return happen(Void{by});
  }
  /// Goes on by one event.
  Result<> step() {
    if (wants_chance() && is_alone()) return settle_alone();
    if (is_deal(game_.wants()) && !told_) {
      told_ = true;
      ++deals_;
      for (const Seat seat : gone_.list()) {
        const bool owes = owing_.has(seat);
        if (!game_.over()) FD_TRY(happen(Out{.seat = seat, .left = !owes, .owes = owes}));
      }
      return {};
    }
    for (const Seat seat : game_.active())
      if (gone_.has(seat)) return happen(Absent{seat});
    const AnyEvent event = next_event(game_, dealer_, rng_);
    if (std::holds_alternative<Shuffled>(event)) {
      const auto wants = game_.wants();
      const auto& shuffle = std::get<WantShuffle>(wants.front());
      if (is_deal(wants)) told_ = false;
      if (!owing_.empty() && !shuffle.faces.empty() && !shuffle.by.empty()) ++mended_;
    }
    return happen(event);
  }
  /// Plays on to the end, or as far as matches are played here.
  Result<> finish() {
    while (!over()) FD_TRY(step());
    return {};
  }
  /// Plays on as far as chance decides and the deal lasts.
  Result<> see() {
    while (!over() && wants_chance() && !is_deal(game_.wants())) FD_TRY(step());
    return {};
  }

 private:
  bool is_alone() const { return game_.seats() > 1 && present().size() < 2; }
  Result<> settle_alone() {
    const SeatSet all = SeatSet::first(game_.seats());
    FD_TRY(happen(Void{present().empty() ? all : all - present()}));
    if (!game_.over()) FD_TRY(happen(Void{all}));
    return {};
  }
  Result<> happen(const AnyEvent& event) {
    ++events_;
    auto after = game_.after(event);
    FD_TRY(law(after.has_value(), "a match in which seats are silent can be played on",
               text_of(event) + (after ? "" : ": " + after.error().about)));
    game_ = *std::move(after);
    return {};
  }

  AnyGame game_;
  Dealer dealer_;
  SeededRng rng_;
  SeatSet gone_{}, owing_{};
  bool told_ = false;  ///< the seats that are gone were told so before this deck
  std::size_t events_ = 0, deals_ = 0, mended_ = 0;
};

/// Plays an honest match; none if that is too long.
Result<std::optional<Honest>> honest_match(const AnyGame& start, std::uint64_t seed) {
  QuietTable table(start, seed);
  Honest honest;
  const auto first = start.scores();
  for (auto before = first; !table.over(); before = table.game().scores()) {
    FD_TRY(table.step());
    const auto now = table.game().scores();
    for (std::size_t i = 0; before && now && i < now->size(); ++i)
      if ((*before)[i] > (*now)[i]) honest.least = std::min(honest.least, (*before)[i] - (*now)[i]);
  }
  if (!table.game().result()) return std::optional<Honest>();
  honest.events = table.events();
  const auto last = table.game().scores();
  honest.stakes = first && last;
  // The result is what a seat has, less what all began with. The first state may have less than
  // that: what seats put in as the match begins, which may be all of one seat's chips but not of
  // all. Points that all begin with at 0 and that are compared with their mean are no stakes.
  const bool some_left =
      first && std::ranges::any_of(*first, [](std::int64_t chips) { return chips > 0; });
  for (std::size_t i = 0; honest.stakes && i < last->size(); ++i) {
    const std::int64_t stack = (*last)[i] - (*table.game().result())[i];
    honest.stakes =
        stack == last->front() - table.game().result()->front() &&
        ((*first)[i] == stack || (some_left && (*first)[i] >= 0 && (*first)[i] < stack));
  }
  // Chips that people own are stakes, also where these begin with different stacks.
  honest.stakes = honest.stakes || (first && last && start.has_chips());
  return std::optional(honest);
}

Result<QuietTable> played(const AnyGame& start, std::uint64_t seed, std::size_t events) {
  QuietTable table(start, seed);
  while (!table.over() && table.events() < events) FD_TRY(table.step());
  return table;
}

std::int64_t has(const AnyGame& game, Seat seat) { return game.scores()->at(seat.value); }

std::int64_t sum_of(const AnyGame& game, SeatSet seats) {
  std::int64_t chips = 0;
  for (const Seat seat : seats.list()) chips += has(game, seat);
  return chips;
}

/// Returns what these seats have at the beginning of a deal, with what they have posted for it: who
/// posts a blind depends on who is still there, and is no fruit of the deal before.
std::int64_t chips_of(const AnyGame& game, SeatSet seats) {
  if (!game.has_chips()) return sum_of(game, seats);
  const auto all = game.chips();
  std::int64_t chips = 0;
  for (const Seat seat : seats.list()) chips += all.at(seat.value);
  return chips;
}

SeatSet some_of(SeatSet seats, std::size_t count, Rng& rng) {
  SeatSet chosen;
  for (auto list = seats.list(); count > 0 && !list.empty(); --count) {
    const auto at = list.begin() + static_cast<std::ptrdiff_t>(random_index(rng, list.size()));
    chosen.insert(*at);
    list.erase(at);
  }
  return chosen;
}

// --- leaving ---

/// Checks the end of a match that these seats left. `had` is what each had when their last deal was
/// over, if they play for stakes.
Result<> check_gone(const QuietTable& table, SeatSet gone, const std::optional<Payoff>& had) {
  const AnyGame& game = table.game();
  for (const Seat seat : gone.list())
    FD_TRY(law(!had || has(game, seat) <= had->at(seat.value),
               "a seat that is gone wins nothing more", seats_text(gone)));
  if (had || !game.result()) return {};
  for (const Seat left : gone.list())
    for (const Seat stayed : (SeatSet::first(game.seats()) - gone).list())
      FD_TRY(law(game.result()->at(left.value) <= game.result()->at(stayed.value),
                 "no seat ranks behind one that is gone", seats_text(gone)));
  return {};
}

/// One seat leaves at some time and the others play on or, with `all`, leave one after another.
Result<> check_leaving(const AnyGame& start, const Honest& honest, std::uint64_t seed, bool all) {
  SeededRng rng(seed + 7);
  FD_TRY(QuietTable table, played(start, seed, random_index(rng, honest.events)));
  SeatSet gone;
  while (!table.over() && table.present().size() > 1 && (all || gone.empty())) {
    const SeatSet leaver = some_of(table.present(), 1, rng);
    gone = gone | leaver;
    FD_TRY(table.leave(leaver.list().front()));
    for (std::size_t i = random_index(rng, 8); all && i > 0 && !table.over(); --i)
      FD_TRY(table.step());
  }
  // The deal in which a seat left may still bring it something.
  const std::size_t deals = table.deals();
  while (!table.over() && table.deals() == deals) FD_TRY(table.step());
  const auto had = honest.stakes ? table.game().scores() : std::nullopt;
  FD_TRY(table.finish());
  return check_gone(table, gone, had);
}

// --- what chance has decided ---

/// Checks that no seat that has lost the match by what comes now does better by making it void.
Result<> check_end(const QuietTable& now) {
  QuietTable played_on = now;
  FD_TRY(played_on.see());
  if (!played_on.game().result()) return {};
  const Payoff lost = *played_on.game().result();
  for (const Seat seat : now.present().list()) {
    if (lost[seat.value] >= 0 && now.game().info().zero_sum) continue;
    QuietTable silent = now;
    FD_TRY(silent.make_void(SeatSet::of({seat})));
    FD_TRY(silent.finish());
    FD_TRY(
        law(!silent.game().result() || silent.game().result()->at(seat.value) <= lost[seat.value],
            "a seat that has lost does no better by silence", seats_text(SeatSet::of({seat}))));
  }
  return {};
}

/// Checks that a void which no new deck mends gives nothing to those who made it and a friend.
Result<> check_unmended(const QuietTable& now, SeatSet by) {
  const auto is_over = [](const AnyGame& game) { return game.over() || is_deal(game.wants()); };
  QuietTable played_on = now, silent = now;
  FD_TRY(played_on.see());
  FD_TRY(silent.make_void(by));
  FD_TRY(silent.see());
  if (!is_over(played_on.game()) || !is_over(silent.game()) || silent.mended() > 0) return {};
  for (const Seat helped : (now.present() - by).list()) {
    const SeatSet together = by | SeatSet::of({helped});
    if (together == now.present()) continue;
    FD_TRY(law(chips_of(silent.game(), together) <= chips_of(played_on.game(), together),
               "a void without a fresh draw brings nothing", seats_text(by)));
  }
  return {};
}

Result<> check_ends(const AnyGame& start, const Honest& honest, std::uint64_t seed) {
  SeededRng rng(seed + 11);
  for (std::size_t tried = 0; tried < kEndsTried; ++tried) {
    // The last events of a match are tried more often: there chance decides who has won.
    const std::size_t from =
        tried % 2 == 0 ? 0 : honest.events - std::min<std::size_t>(honest.events, 12);
    FD_TRY(QuietTable now, played(start, seed, from + random_index(rng, honest.events - from)));
    while (!now.over() && !now.wants_chance()) FD_TRY(now.step());
    if (now.over() || is_deal(now.game().wants())) continue;
    FD_TRY(check_end(now));
    if (!honest.stakes) continue;
    FD_TRY(check_unmended(now, some_of(now.present(), 1 + random_index(rng, 3), rng)));
  }
  return {};
}

// --- the price of a void ---

/// Some seats make a deal void, and miss the following ones.
Result<> check_price(const AnyGame& start, const Honest& honest, std::uint64_t seed,
                     std::size_t count) {
  SeededRng rng(seed + 13 + count);
  FD_TRY(QuietTable table, played(start, seed, random_index(rng, honest.events)));
  while (!table.over() && !table.wants_chance()) FD_TRY(table.step());
  if (table.over() || table.present().size() < count + 2) return {};
  const SeatSet by = some_of(table.present(), count, rng);
  FD_TRY(table.make_void(by));
  while (!table.over() && !is_deal(table.game().wants())) FD_TRY(table.step());
  FD_TRY(law(table.mended() <= 1, "a void brings one fresh draw", seats_text(by)));
  if (table.over()) return {};
  const Payoff had = *table.game().scores();
  const std::size_t deals = table.deals() + table.game().seats() + 1;
  while (!table.over() && table.deals() < deals) FD_TRY(table.step());
  if (table.deals() < deals) return {};  // the match ended before
  for (const Seat seat : by.list())
    FD_TRY(
        law(table.game().spent(seat) || has(table.game(), seat) <= had[seat.value] - honest.least,
            "a seat pays for a deal that it made void", seats_text(by)));
  return {};
}

}  // namespace

Result<> check_profit(const AnyGame& start, std::uint64_t seed) {
  if (start.seats() < 2) return {};
  FD_TRY(const auto honest, honest_match(start, seed));
  if (!honest || honest->events == 0) return {};
  for (const bool all : {false, true}) FD_TRY(check_leaving(start, *honest, seed, all));
  FD_TRY(check_ends(start, *honest, seed));
  for (std::size_t count = 1; honest->stakes && count <= 3; ++count)
    FD_TRY(check_price(start, *honest, seed, count));
  return {};
}

}  // namespace fairdeal::rules
