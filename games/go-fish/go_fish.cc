#include "games/go-fish/go_fish.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "base/overloaded.h"
#include "rules/json_full.h"
#include "rules/model.h"
#include "rules/settle.h"

namespace fairdeal::rules {
namespace {

constexpr std::uint32_t kRanks = 13;
constexpr std::int64_t kPenalty = 13;

}  // namespace

const GameInfo& GoFish::info() {
  static const GameInfo kInfo{
      .name = "go-fish",
      .version = "3",
      .about = "Ask for cards, and collect all four of a rank.",
      .seats_min = 2,
      .seats_max = 6,
      .roles = {},
      .params = {},
      .hidden = true,
      .chance = true,
      .shelf = "cards",
      .hint = R"({"cards":{"seats":{"layout":"row"},)"
              R"("mine":{"pairs":"/own","sort":["c","d","s","h"],)"
              R"("fan":true}}})",
      .rules = R"(Two or three players get seven cards each, more players five. On your turn ask
another player for a rank of which you hold a card. That player gives you all
their cards of the rank, and you ask again. If they have none, you draw a card
from the deck, and they ask next.

Four cards of a rank are a book. The match ends when the deck or a hand is
empty. Then all cards are shown, and the most books win: a player wins or loses
the difference of books to each of the others.

Your cards are hidden, so nothing stops you from asking for a rank that you do
not hold, or from keeping a card back. Everybody sees it at the end, and you
count as a player who has lost thirteen books.

If you do not move in time, your program asks or answers for you by your cards.
If your program is gone, too, it may break a rule in this way. A player who
leaves counts as one who has lost thirteen books, and if two play the match
ends. So it does if a card cannot be shown because of a player.)",
      .secrets = kOwnCards};
  return kInfo;
}

Result<GoFish> GoFish::start(const Json&, std::size_t seats) {
  GoFish game;
  game.seats_ = seats;
  return game;
}

Range GoFish::bounds() const {
  const auto n = static_cast<std::int64_t>(seats_);
  return {-kPenalty * n, 2 * kPenalty * (n - 1)};
}

// --- where the game stands ---

bool GoFish::has_rank(CardSlot slot, std::uint32_t rank) const {
  return is_open(slot) && card_of(*faces_[slot.value]).rank == rank;
}

bool GoFish::fruitful(const Turn& turn) const {
  return !turn.gives.empty() && has_rank(turn.gives.front(), turn.rank);
}

/// The last asker has got nothing, and no card for it yet.
bool GoFish::draws() const {
  if (turns_.empty() || answers()) return false;
  const auto fruitless = std::ranges::count_if(turns_, [&](const Turn& t) { return !fruitful(t); });
  return owners_.size() < first_deal() + static_cast<std::size_t>(fruitless);
}

bool GoFish::finished() const {
  if (owners_.size() < first_deal() || answers() || draws()) return false;
  if (owners_.size() == Card::kFaces) return true;
  for (std::uint32_t i = 0; i < seats(); ++i)
    if (std::ranges::count(owners_, Seat(i)) == 0) return true;
  return false;
}

std::vector<CardSlot> GoFish::hidden() const {
  std::vector<CardSlot> slots;
  for (std::uint32_t k = 0; k < owners_.size(); ++k)
    if (!is_open(CardSlot(k))) slots.push_back(CardSlot(k));
  return slots;
}

bool GoFish::over() const { return settled_ || (finished() && hidden().empty()); }

std::optional<CardSlot> GoFish::given_unseen() const {
  if (!answers() || turns_.back().gives.empty() || is_open(turns_.back().gives.back())) return {};
  return turns_.back().gives.back();
}

Seat GoFish::next_asker() const {
  if (turns_.empty()) return Seat(0);
  return fruitful(turns_.back()) ? turns_.back().asker : turns_.back().asked;
}

std::optional<Seat> GoFish::turn() const {
  if (settled_ || owners_.size() < first_deal() || given_unseen()) return {};
  if (answers()) return turns_.back().asked;
  if (draws() || finished()) return {};
  return next_asker();
}

std::vector<Want> GoFish::wants() const {
  if (over()) return {};
  if (!shuffled_) return {WantShuffle{all_cards<CardSlot>(), all_cards<Face>()}};
  std::vector<Want> wants;
  for (auto k = static_cast<std::uint32_t>(owners_.size()); k < first_deal(); ++k)
    wants.emplace_back(WantDeal{CardSlot(k), first_owner(k)});
  if (!wants.empty()) return wants;
  if (const auto slot = given_unseen()) return {WantShow{*slot}};
  if (const auto seat = turn()) return {WantMove{{*seat}}};
  if (draws())
    return {WantDeal{CardSlot(static_cast<std::uint32_t>(owners_.size())), turns_.back().asker}};
  for (const CardSlot slot : hidden()) wants.emplace_back(WantShow{slot});
  return wants;
}

// --- moves ---

std::vector<GoFish::Move> GoFish::legal(Seat seat) const {
  std::vector<Move> moves;
  if (turn() != seat) return moves;
  std::vector<CardSlot> held;
  for (std::uint32_t k = 0; k < owners_.size(); ++k)
    if (owners_[k] == seat) held.push_back(CardSlot(k));
  if (const auto rank = asked_rank()) {
    bool has_it = false;  // as everybody sees
    for (const CardSlot slot : held) {
      has_it |= has_rank(slot, *rank);
      if (!is_open(slot) || has_rank(slot, *rank)) moves.push_back({Move::Kind::give, slot.value});
    }
    if (!has_it) moves.push_back({Move::Kind::fish});
    return moves;
  }
  for (std::uint32_t i = 0; i < seats(); ++i)
    for (std::uint32_t rank = 0; i != seat.value && rank < kRanks; ++rank)
      if (std::ranges::any_of(held, [&](CardSlot s) { return !is_open(s) || has_rank(s, rank); }))
        moves.push_back({Move::Kind::ask, i, rank});
  return moves;
}

std::optional<GoFish::Move> GoFish::careful(Seat seat, const Known& known) const {
  const auto held = hand(seat, known);
  const auto cards = [&](Seat other) { return std::ranges::count(owners_, other); };
  if (legal(seat).empty() || static_cast<std::ptrdiff_t>(held.size()) != cards(seat)) return {};
  if (const auto asked = asked_rank()) {
    for (const auto& [slot, face] : held)
      if (card_of(face).rank == *asked) return Move{Move::Kind::give, slot.value};
    return Move{Move::Kind::fish};
  }
  std::array<int, kRanks> worth{};  // of the ranks: all four are a book, of which nobody has more
  for (const auto& [slot, face] : held) worth[card_of(face).rank] += 2;
  std::ranges::replace(worth, 8, 1);
  std::optional<Seat> richest;
  for (const Seat other : SeatSet::first(seats_).list())
    if (other != seat && (!richest || cards(other) > cards(*richest))) richest = other;
  const auto rank = std::ranges::max_element(worth) - worth.begin();
  return Move{Move::Kind::ask, richest->value, static_cast<std::uint32_t>(rank)};
}

/// A card of another rank stays where it is, and nothing else is given.
void GoFish::settle_gift() {
  Turn& turn = turns_.back();
  const CardSlot slot = turn.gives.back();
  if (!is_open(slot)) return;
  if (has_rank(slot, turn.rank))
    owners_[slot.value] = turn.asker;
  else
    turn.over = true;
  if (std::ranges::count(owners_, turn.asked) == 0) turn.over = true;
}

void GoFish::move(Seat seat, const Move& move) {
  switch (move.kind) {
    case Move::Kind::ask:
      turns_.push_back({seat, Seat(move.a), move.b});
      break;
    case Move::Kind::fish:
      turns_.back().over = true;
      break;
    case Move::Kind::give:
      turns_.back().gives.push_back(CardSlot(move.a));
      settle_gift();
      break;
  }
}

Result<GoFish> GoFish::after(const Event<Move>& event) const {
  GoFish next = *this;
  return std::visit(
      Overloaded{[&](const Shuffled&) -> Result<GoFish> {
                   next.shuffled_ = true;
                   return next;
                 },
                 [&](const Dealt& e) -> Result<GoFish> {
                   next.owners_.push_back(e.to);
                   return next;
                 },
                 [&](const Moved<Move>& e) -> Result<GoFish> {
                   if (!std::ranges::binary_search(legal(e.seat), e.move))
                     return fail(Fault::illegal_move, text(move_json(e.move)));
                   next.move(e.seat, e.move);
                   return next;
                 },
                 [&](const Shown& e) -> Result<GoFish> {
                   if (e.face.value >= Card::kFaces || std::ranges::count(faces_, e.face) > 0)
                     return fail(Fault::not_wanted, "a card that cannot be there");
                   next.faces_[e.slot.value] = e.face;
                   if (answers()) next.settle_gift();
                   return next;
                 },
                 [&](const Absent& e) -> Result<GoFish> {
                   const auto moves = legal(e.seat);
                   next.move(e.seat, answers() ? moves.back() : moves.front());
                   return next;
                 },
                 [&](const Void& e) -> Result<GoFish> {
                   next.settled_ = settled_without(e.by);
                   return next;
                 },
                 [](const auto&) -> Result<GoFish> {
                   return fail(Fault::not_wanted, "go fish has no such event");
                 }},
      event);
}

GoFish GoFish::without(const Out& out) const {
  GoFish next = *this;
  if (result()) return next;
  if (seats_ == 2)
    next.settled_ = settled_without(SeatSet::of({out.seat}));
  else
    next.gone_.insert(out.seat);
  return next;
}

// --- the end, where all is seen ---

std::vector<std::int64_t> GoFish::books() const {
  std::vector<std::int64_t> books(seats_, 0);
  for (std::uint32_t i = 0; i < seats(); ++i)
    for (std::uint32_t rank = 0; rank < kRanks; ++rank) {
      int cards = 0;
      for (std::uint32_t k = 0; k < owners_.size(); ++k)
        cards += owners_[k] == Seat(i) && has_rank(CardSlot(k), rank) ? 1 : 0;
      books[i] += cards == 4 ? 1 : 0;
    }
  return books;
}

std::vector<GoFish::Named> GoFish::named() const {
  std::vector<Named> named;
  if (!over() || settled_) return named;
  std::vector<Seat> owners;  // as they were, turn by turn
  for (std::uint32_t k = 0; k < first_deal(); ++k) owners.push_back(first_owner(k));
  const auto holds = [&](Seat seat, std::uint32_t rank) {
    for (std::uint32_t k = 0; k < owners.size(); ++k)
      if (owners[k] == seat && has_rank(CardSlot(k), rank)) return true;
    return false;
  };
  const auto name = [&](Seat seat, std::size_t turn, bool asked) {
    if (std::ranges::count(named, seat, &Named::seat) == 0) named.push_back({seat, turn, asked});
  };
  for (std::size_t t = 0; t < turns_.size(); ++t) {
    const Turn& turn = turns_[t];
    if (!holds(turn.asker, turn.rank)) name(turn.asker, t, true);
    for (const CardSlot slot : turn.gives)
      if (has_rank(slot, turn.rank)) owners[slot.value] = turn.asker;
    if (holds(turn.asked, turn.rank)) name(turn.asked, t, false);
    if (!fruitful(turn)) owners.push_back(turn.asker);
  }
  return named;
}

namespace {

/// Each seat's points times the number of seats, less the sum of all: these add up to zero.
Payoff balance(Payoff points) {
  const auto sum = std::accumulate(points.begin(), points.end(), std::int64_t{0});
  for (std::int64_t& of_seat : points) of_seat = std::ssize(points) * of_seat - sum;
  return points;
}

}  // namespace

/// The seats in `by` lose as who is named does, and the others share all books; the books left over
/// go one each to the first of them.
Payoff GoFish::settled_without(SeatSet by) const {
  if (by.size() == seats_) return draw_all(seats_);
  by = by | gone_;
  if (by.size() == seats_) return draw_all(seats_);
  const auto others = static_cast<std::int64_t>(seats_ - by.size());
  Payoff points;
  std::int64_t first = 0;
  for (std::uint32_t i = 0; i < seats(); ++i)
    points.push_back(by.has(Seat(i)) ? -kPenalty
                                     : kRanks / others + (first++ < kRanks % others ? 1 : 0));
  return balance(std::move(points));
}

std::optional<Payoff> GoFish::result() const {
  if (settled_) return settled_;
  if (!over()) return {};
  Payoff points = books();
  for (const Named& one : named()) points[one.seat.value] = -kPenalty;
  for (const Seat seat : gone_.list()) points[seat.value] = -kPenalty;
  return balance(std::move(points));
}

// --- what a seat knows ---

std::optional<std::uint32_t> GoFish::asked_rank() const {
  if (!answers()) return {};
  return turns_.back().rank;
}

std::map<CardSlot, Face> GoFish::hand(Seat seat, const Known& known) const {
  std::map<CardSlot, Face> cards;
  for (std::uint32_t k = 0; k < owners_.size(); ++k) {
    if (owners_[k] != seat) continue;
    const auto own = known.faces.find(CardSlot(k));
    if (is_open(CardSlot(k)))
      cards.emplace(CardSlot(k), *faces_[k]);
    else if (own != known.faces.end())
      cards.emplace(CardSlot(k), own->second);
  }
  return cards;
}

extern const Module kGoFish;
const Module kGoFish = module_of<GoFish>();

}  // namespace fairdeal::rules
