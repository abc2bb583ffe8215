#include "rules/missed_move_law.h"

#include <algorithm>
#include <optional>

#include "base/random_index.h"
#include "base/seeded_rng.h"
#include "rules/law.h"

namespace fairdeal::rules {
namespace {

constexpr std::size_t kMissedEventsMax = 2'000;  ///< so many events are played of a match
constexpr std::size_t kMovesCompared = 12;
constexpr std::uint64_t kMissesOneIn = 10;

/// The facts about scores that a match without misses shows.
struct Scoring {
  std::int64_t sign = 1;   ///< −1 if fewer points are better, as in hearts
  std::int64_t stake = 0;  ///< the most points that a seat lost at one event
};

/// Returns whether more points go with better results (positive) or fewer (negative).
std::int64_t agreement(const AnyGame& over) {
  const auto scores = over.scores(), result = over.result();
  std::int64_t agreeing = 0;
  for (std::size_t i = 0; scores && result && i < scores->size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if ((*scores)[i] != (*scores)[k] && (*result)[i] != (*result)[k])
        agreeing += ((*scores)[i] > (*scores)[k]) == ((*result)[i] > (*result)[k]) ? 1 : -1;
  return agreeing;
}

Result<Scoring> scoring_of(AnyGame game, std::uint64_t seed) {
  Dealer dealer(seed);
  SeededRng rng(seed);
  std::int64_t rise = 0, drop = 0;
  auto before = game.scores();
  for (std::size_t i = 0; i < kMissedEventsMax && !game.over(); ++i) {
    FD_TRY(game, game.after(next_event(game, dealer, rng)));
    const auto now = game.scores();
    for (std::size_t k = 0; before && now && k < now->size(); ++k) {
      rise = std::max(rise, (*now)[k] - (*before)[k]);
      drop = std::max(drop, (*before)[k] - (*now)[k]);
    }
    before = now;
  }
  return agreement(game) < 0 ? Scoring{-1, rise} : Scoring{1, drop};
}

/// The numbers that a move, or its absence, brings a seat in this turn. More is better in both.
struct Brings {
  std::optional<std::int64_t> score;   ///< none: there are no scores
  std::optional<std::int64_t> result;  ///< none: the match goes on
};

/// The comparison of one seat's absence with its moves, at one value of a match.
class MissedMove {
 public:
  MissedMove(const AnyGame& game, const Dealer& dealer, Seat seat, const Scoring& scoring)
      : game_(game), dealer_(dealer), seat_(seat), scoring_(scoring) {
    for (const Seat other : game.active())
      if (other != seat) others_.moves.emplace(other, game.legal(other).front().action);
  }

  Result<> check(Rng& rng) const {
    const AnyEvent absence = others_.moves.empty() ? AnyEvent(Absent{seat_}) : AnyEvent(others_);
    FD_TRY(const AnyGame missed, game_.after(absence));
    const Brings absent = brings(missed);
    std::optional<std::int64_t> poorest = brings(game_).score, poorest_end;
    auto choices = game_.choices(seat_, dealer_.known(seat_));
    while (choices.size() > kMovesCompared)
      choices.erase(choices.begin() +
                    static_cast<std::ptrdiff_t>(random_index(rng, choices.size())));
    for (const Choice& choice : choices) {
      auto moves = others_.moves;
      moves[seat_] = choice.action;
      FD_TRY(const AnyGame after, game_.after(moved(moves)));
      const Brings move = brings(after);
      if (!brings_no_more(absent, move)) {
        FD_TRY(const AnyGame later, end_of_turn(after));
        FD_TRY(law(brings_no_more(absent, brings(later)),
                   "a missed move brings no more than a legal move",
                   text_of() + ", " + choice.action.text));
      }
      if (move.score) poorest = std::min(poorest.value_or(*move.score), *move.score);
      if (move.result) poorest_end = std::min(poorest_end.value_or(*move.result), *move.result);
    }
    FD_TRY(law(!absent.score || !poorest || *absent.score >= *poorest - scoring_.stake,
               "a missed move costs no more than the stake of one turn", text_of()));
    const bool is_lost = missed.over() && (!poorest_end || *absent.result < *poorest_end);
    return is_lost && !is_by_scores(missed) ? check_loss(missed) : Result<>();
  }

 private:
  std::string text_of() const { return "seat " + std::to_string(seat_.value); }

  Brings brings(const AnyGame& after) const {
    Brings now;
    if (const auto scores = after.scores()) now.score = scoring_.sign * scores->at(seat_.value);
    if (const auto result = after.result()) now.result = result->at(seat_.value);
    return now;
  }

  /// Returns the game after what chance answers until a seat is asked or a new deck is wanted.
  Result<AnyGame> end_of_turn(AnyGame game) const {
    Dealer dealer = dealer_;
    while (!game.over() && game.active().empty()) {
      const auto wants = game.wants();
      const auto* shuffle = std::get_if<WantShuffle>(&wants.front());
      if (shuffle != nullptr && !shuffle->faces.empty()) break;
      FD_TRY(game, game.after(event_of<Action>(dealer.answer(wants.front()))));
    }
    return game;
  }

  bool brings_no_more(const Brings& absent, const Brings& move) const {
    const auto holds = [](const auto& mine, const auto& theirs) {
      return !mine || !theirs || *mine <= *theirs;
    };
    const bool go_on = !absent.result && !move.result;
    const bool brings_nothing = holds(absent.score, brings(game_).score);
    return holds(absent.result, move.result) &&
           (!go_on || brings_nothing || holds(absent.score, move.score));
  }

  /// Returns whether the seat stands to each other seat by its result as by its score.
  bool is_by_scores(const AnyGame& missed) const {
    const auto scores = missed.scores();
    const Payoff result = *missed.result();
    for (std::size_t i = 0; scores && i < result.size(); ++i)
      if ((result[seat_.value] <=> result[i]) !=
          (scoring_.sign * (*scores)[seat_.value] <=> scoring_.sign * (*scores)[i]))
        return false;
    return scores.has_value();
  }

  Result<> check_loss(const AnyGame& missed) const {
    const GameInfo& info = missed.info();
    FD_TRY(law(info.shelf == "reference" || info.rules.find(kLosesTheMatch) != std::string::npos,
               "a missed move ends a match only if the rules say: you lose the match", text_of()));
    const Payoff result = *missed.result();
    return law(result.at(seat_.value) <= std::ranges::min(result),
               "a seat that loses the match by a missed move leaves no seat behind", text_of());
  }

  const AnyGame& game_;
  const Dealer& dealer_;
  Seat seat_;
  Scoring scoring_;
  MovedTogether<Action> others_;
};

}  // namespace

Result<> check_missed_moves(const AnyGame& start, std::uint64_t seed) {
  FD_TRY(const Scoring scoring, scoring_of(start, seed));
  AnyGame game = start;
  Dealer dealer(seed);
  SeededRng rng(seed), sample(seed + 17);
  for (std::size_t i = 0; i < kMissedEventsMax && !game.over(); ++i) {
    const auto active = game.active();
    for (const Seat seat : active) FD_TRY(MissedMove(game, dealer, seat, scoring).check(sample));
    const bool misses = !active.empty() && sample.below(kMissesOneIn) == 0;
    FD_TRY(game,
           game.after(misses ? AnyEvent(Absent{active.front()}) : next_event(game, dealer, rng)));
  }
  return {};
}

}  // namespace fairdeal::rules
