#include "rules/absence_laws.h"

#include <algorithm>

#include "base/seeded_rng.h"
#include "rules/law.h"

namespace fairdeal::rules {
namespace {

constexpr std::size_t kAllSetsMax = 4;  ///< games of so many seats have every set of seats tried
constexpr int kSetsDrawn = 8;           ///< of others so many are drawn at each value

std::vector<SeatSet> sets_of(std::size_t seats, Rng& rng) {
  const SeatSet all = SeatSet::first(seats);
  std::vector<SeatSet> sets{all};
  if (seats <= kAllSetsMax) {
    for (std::uint32_t bits = 1; bits < all.bits(); ++bits) sets.push_back(SeatSet::of_bits(bits));
    return sets;
  }
  for (const Seat seat : all.list()) {
    sets.push_back(SeatSet::of({seat}));
    sets.push_back(all - SeatSet::of({seat}));
  }
  for (int i = 0; i < kSetsDrawn; ++i)
    sets.push_back(SeatSet::of_bits(1 + static_cast<std::uint32_t>(rng.below(all.bits() - 1))));
  return sets;
}

std::string words_of(SeatSet seats) {
  std::string words = "by";
  for (const Seat seat : seats.list()) words += " " + std::to_string(seat.value);
  return words;
}

Result<> check_over(const AnyGame& game) {
  for (const Seat seat : SeatSet::first(game.seats()).list())
    FD_TRY(law(!game.after(Out{seat}) && !game.after(Resigned{seat}),
               "nobody is out of a match that is over, or resigns it"));
  return law(!game.after(Void{SeatSet::first(game.seats())}),
             "a match that is over cannot be made void");
}

Result<> check_void(const AnyGame& game, SeatSet by) {
  const auto settled = game.after(Void{by});
  FD_TRY(law(settled.has_value(), "a match may be made void",
             words_of(by) + (settled ? "" : ": " + settled.error().about)));
  FD_TRY(check_result(*settled));
  if (by.size() == game.seats())
    return law(settled->over(), "a match that all make void is over then");
  const auto wants = settled->wants();
  const auto* shuffle = wants.empty() ? nullptr : std::get_if<WantShuffle>(&wants.front());
  return law(shuffle == nullptr || (shuffle->by & by).empty(),
             "who made a hand void has no lock on the deck that mends it", words_of(by));
}

/// Checks that a resignation ends the match and does not win it, where the match has any.
Result<> check_resigned(const AnyGame& game, Seat seat) {
  const auto after = game.after(Resigned{seat});
  if (!game.resigns())
    return law(!after, "a match for stakes, or of other than two seats, is not resigned");
  FD_TRY(law(after.has_value(), "a seat may resign", after ? "" : after.error().about));
  FD_TRY(check_result(*after));
  const auto result = after->result();
  return law(result && result->at(seat.value) <= 0, "who resigns does not win",
             words_of(SeatSet::of({seat})));
}

/// Checks that the match goes on if the asked seats in `seats` make their first legal move and the
/// other asked seats do not reveal one.
Result<> check_some_moved(const AnyGame& game, SeatSet seats) {
  MovedTogether<Action> revealed;
  for (const Seat seat : game.active())
    if (seats.has(seat)) revealed.moves.emplace(seat, game.legal(seat).front().action);
  const auto after = game.after(revealed);
  FD_TRY(law(after.has_value(), "moves that were revealed stand", words_of(seats)));
  return check_result(*after);
}

}  // namespace

Result<> check_absences(const AnyGame& game, Rng& rng) {
  if (game.over()) return check_over(game);
  const SeatSet all = SeatSet::first(game.seats());
  SeatSet asked;
  for (const Seat seat : game.active()) {
    asked.insert(seat);
    for (const bool opens : {false, true}) {
      const auto after = game.after(Absent{seat, opens});
      FD_TRY(law(after.has_value(), "a seat whose move is wanted may be absent",
                 after ? "" : after.error().about));
      FD_TRY(check_result(*after));
    }
  }
  for (const Seat seat : all.list()) {
    FD_TRY(check_resigned(game, seat));
    for (const Out& out :
         {Out{seat}, Out{.seat = seat, .left = true}, Out{.seat = seat, .opens = true}}) {
      const auto after = game.after(out);
      FD_TRY(law(after.has_value(), "a seat may be out",
                 words_of(SeatSet::of({seat})) + (after ? "" : ": " + after.error().about)));
      FD_TRY(check_result(*after));
    }
  }
  for (const SeatSet set : sets_of(game.seats(), rng)) {
    FD_TRY(check_void(game, set));
    if (asked.size() > 1 && !(asked - set).empty()) FD_TRY(check_some_moved(game, asked - set));
  }
  FD_TRY(law(!game.after(Void{}), "a match is made void by somebody"));
  const Seat stranger(static_cast<std::uint32_t>(game.seats()));
  return law(!game.after(Out{stranger}) && !game.after(Void{SeatSet::of({stranger})}) &&
                 !game.after(Resigned{stranger}),
             "who is not at the table is not out, makes no match void and resigns none");
}

namespace {

/// Draws the events of a match in which seats fall silent at random.
class SilentMatch {
 public:
  explicit SilentMatch(std::uint64_t seed) : dealer_(seed), rng_(seed) {}

  AnyEvent next(const AnyGame& game) {
    if (rng_.below(16) == 0) return silence(game);
    for (const Seat seat : game.active())
      if (out_.has(seat)) return Absent{seat};
    const AnyEvent event = next_event(game, dealer_, rng_);
    const auto wants = game.wants();
    const auto* shuffle = std::get_if<WantShuffle>(&wants.front());
    if (shuffle != nullptr && !shuffle->faces.empty() && shuffle->by.empty()) out_ = {};
    return event;
  }

 private:
  AnyEvent silence(const AnyGame& game) {
    const auto seats = static_cast<std::uint32_t>(game.seats());
    const Seat seat(static_cast<std::uint32_t>(rng_.below(seats)));
    const auto active = game.active();
    switch (rng_.below(3)) {
      case 0:
        if (!active.empty()) return Absent{active.front(), rng_.below(2) == 0};
        [[fallthrough]];
      case 1:
        out_.insert(seat);
        return Out{.seat = seat, .left = rng_.below(2) == 0, .opens = rng_.below(2) == 0};
      default:
        return Void{SeatSet::of({seat, Seat(static_cast<std::uint32_t>(rng_.below(seats)))})};
    }
  }

  Dealer dealer_;
  SeededRng rng_;
  SeatSet out_{};  ///< the seats that are out of the present deal
};

}  // namespace

Result<> check_silences(const Module& module, const AnyGame& start, std::uint64_t seed) {
  SilentMatch match(seed);
  AnyGame game = start;
  Lying lying(game.seats());
  for (std::size_t i = 0; i < kLawEventsMax; ++i) {
    FD_TRY(check_result(game));
    FD_TRY(check_json(module, game));
    if (game.over()) return {};
    FD_TRY(check_granted(game, lying));
    const AnyEvent event = match.next(game);
    auto after = game.after(event);
    FD_TRY(law(after.has_value(), "a match in which seats are silent can be played on",
               text(game.json())));
    lying.hear(game.wants(), event);
    game = *std::move(after);
  }
  return law(false, "a match in which seats are silent ends");
}

}  // namespace fairdeal::rules
