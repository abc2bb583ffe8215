#include "rules/games/holdem.h"

#include <algorithm>
#include <numeric>

#include <nlohmann/json.hpp>

#include "base/check.h"
#include "rules/model.h"

/// The course of a match. Who shows and who wins is in holdem_showdown.cc.
namespace fairdeal::rules {
namespace {

constexpr Chips kStackMax = 1'000'000'000'000;

/// 0 … 51: the slots of the deck, or the faces of the pack.
template <class Id>
std::vector<Id> numbered() {
  std::vector<Id> ids;
  for (std::uint32_t k = 0; k < Card::kFaces; ++k) ids.push_back(Id(k));
  return ids;
}

WantShuffle pack() { return {numbered<Slot>(), numbered<Face>()}; }

}  // namespace

const GameInfo& Holdem::info() {
  static const GameInfo kInfo{
      .name = "holdem",
      .version = "1",
      .about =
          "No-limit Texas hold'em: blinds, side pots, showdown; the last seat with chips wins.",
      .seats_min = 2,
      .seats_max = Betting::kSeatsMax,
      .roles = {},
      .params = {{"stack", "chips of each seat at the start", "1000", 1, kStackMax},
                 {"small_blind", "chips", "10", 0, kStackMax},
                 {"big_blind", "chips", "20", 1, kStackMax},
                 {"ante", "chips that each seat pays each hand", "0", 0, kStackMax},
                 {"hands", "how many hands are played; 0: until one seat has all the chips", "0", 0,
                  1'000'000}},
      .hidden = true,
      .chance = true};
  return kInfo;
}

Result<Holdem> Holdem::start(const Json& params, std::size_t seats) {
  Holdem game;
  game.terms_ = {.stack = params.at("stack").get<Chips>(),
                 .small_blind = params.at("small_blind").get<Chips>(),
                 .big_blind = params.at("big_blind").get<Chips>(),
                 .ante = params.at("ante").get<Chips>(),
                 .hands = params.at("hands").get<std::int64_t>()};
  if (game.terms_.small_blind > game.terms_.big_blind)
    return fail(Fault::bad_parameters, "small_blind is at most big_blind");
  game.betting_.seats = seats;
  for (std::size_t i = 0; i < seats; ++i) game.betting_.stakes[i].stack = game.terms_.stack;
  game.small_ = Seat(seats == 2 ? 0 : 1);
  game.big_ = game.betting_.after(game.small_);
  game.begin_hand();
  return game;
}

std::optional<Seat> Holdem::turn() const {
  return street_ == Street::showdown ? shows_next_ : betting_.turn;
}

std::vector<Seat> Holdem::players() const {
  std::vector<Seat> players;
  Seat seat = button_;
  for (std::size_t i = 0; i < betting_.seats; ++i) {
    seat = betting_.after(seat);
    if (pocket(seat).dealt_in) players.push_back(seat);
  }
  return players;
}

void Holdem::place_pockets() {
  const auto order = players();
  const auto count = static_cast<std::uint32_t>(order.size());
  for (std::uint32_t i = 0; i < count; ++i)
    pockets_[order[i].value].slots = {Slot(i), Slot(count + i)};
}

std::size_t Holdem::board_due() const {
  switch (street_) {
    case Street::flop:
      return 3;
    case Street::turn:
      return 4;
    case Street::river:
    case Street::showdown:
      return 5;
    default:
      return board_.size;
  }
}

std::vector<Slot> Holdem::to_show() const {
  std::vector<Slot> slots;
  if (street_ == Street::shuffle || street_ == Street::deal) return slots;
  const auto order = players();
  for (const Seat seat : order)
    for (std::size_t card = 0; card < 2; ++card)
      if (pocket(seat).tabled && !pocket(seat).faces[card])
        slots.push_back(pocket(seat).slots[card]);
  for (std::size_t card = board_.size; card < board_due(); ++card)
    slots.push_back(Slot(static_cast<std::uint32_t>(2 * order.size() + card)));
  return slots;
}

std::optional<Seat> Holdem::asked() const { return to_show().empty() ? turn() : std::nullopt; }

std::vector<Want> Holdem::wants() const {
  switch (street_) {
    case Street::over:
      return {};
    case Street::shuffle:
      return {pack()};
    case Street::deal: {
      std::vector<Want> deals;
      const auto order = players();
      for (std::uint32_t card = dealt_; card < 2 * order.size(); ++card)
        deals.emplace_back(WantDeal{Slot(card), order[card % order.size()]});
      return deals;
    }
    default: {
      std::vector<Want> wants;
      for (const Slot slot : to_show()) wants.emplace_back(WantShow{slot});
      if (wants.empty()) wants.emplace_back(WantMove{{turn().value()}});
      return wants;
    }
  }
}

std::optional<WantShuffle> Holdem::foresees() const {
  const bool last_hand = terms_.hands != 0 && hand_ >= terms_.hands;
  if (last_hand || street_ == Street::shuffle || street_ == Street::over) return {};
  return pack();
}

std::vector<Holdem::Move> Holdem::legal(Seat seat) const {
  using Kind = Move::Kind;
  if (asked() != seat) return {};
  if (street_ == Street::showdown) return {{Kind::muck}, {Kind::show}};
  std::vector<Move> moves;
  if (const auto raises = betting_.raises())
    moves.push_back({betting_.to_meet == 0 ? Kind::bet : Kind::raise, raises->min});
  if (betting_.to_call() == 0) {
    moves.push_back({Kind::check});
  } else {
    moves.push_back({Kind::call});
    moves.push_back({Kind::fold});
  }
  return moves;
}

std::optional<Range> Holdem::range(Seat, const Move& move) const {
  return move.to == 0 ? std::nullopt : betting_.raises();
}

Result<Holdem> Holdem::after(const Event<Move>& event) const {
  Holdem next = *this;
  FD_CHECKED(std::visit([&](const auto& e) { return next.on(e); }, event));
  next.proceed();
  return next;
}

Result<> Holdem::on(const Moved<Move>& event) {
  const auto moves = legal(event.seat);
  const bool allowed = std::ranges::any_of(moves, [&](const Move& legal_move) {
    const auto numbers = range(event.seat, legal_move);
    return legal_move.kind == event.move.kind &&
           (numbers ? event.move.to >= numbers->min && event.move.to <= numbers->max
                    : event.move.to == 0);
  });
  if (!allowed) return fail(Fault::illegal_move, text(move_json(event.move)));
  make_move(event.move);
  return {};
}

void Holdem::make_move(const Move& move) {
  switch (move.kind) {
    case Move::Kind::bet:
    case Move::Kind::raise:
      return betting_.raise_to(move.to);
    case Move::Kind::call:
    case Move::Kind::check:
      return betting_.call();
    case Move::Kind::fold:
      return betting_.fold();
    case Move::Kind::muck:
    case Move::Kind::show:
      return showdown_move(move.kind == Move::Kind::show);
  }
}

Result<> Holdem::on(const Shuffled&) {
  street_ = Street::deal;
  return {};
}

Result<> Holdem::on(const Dealt&) {
  ++dealt_;
  return {};
}

Result<> Holdem::on(const Shown& event) {
  if (event.face.value >= Card::kFaces || seen().overlaps(CardSet::of(event.face)))
    return fail(Fault::not_wanted, "a card that cannot be there");
  for (Pocket& pocket : pockets_)
    for (std::size_t card = 0; card < 2; ++card)
      if (pocket.dealt_in && pocket.slots[card] == event.slot) {
        pocket.faces[card] = event.face;
        return {};
      }
  board_.faces[board_.size++] = event.face;
  return {};
}

CardSet Holdem::seen() const {
  CardSet seen;
  for (const Face face : board_.cards()) seen |= CardSet::of(face);
  for (const Pocket& pocket : pockets_)
    for (const auto& face : pocket.faces)
      if (face) seen |= CardSet::of(*face);
  return seen;
}

Result<> Holdem::on(const Absent&) {
  if (street_ == Street::showdown)
    make_move({Move::Kind::muck});
  else
    make_move({betting_.to_call() == 0 ? Move::Kind::check : Move::Kind::fold});
  return {};
}

Result<> Holdem::on(const Void&) {
  for (Stake& stake : betting_.stakes) stake = {.stack = stake.total()};
  betting_.turn.reset();
  street_ = Street::over;
  return {};
}

template <class E>
Result<> Holdem::on(const E&) {
  return fail(Fault::not_wanted, "hold'em has no such event");
}

bool Holdem::waits() const {
  switch (street_) {
    case Street::shuffle:
    case Street::over:
      return true;
    case Street::deal:
      return dealt_ < 2 * players().size();
    default:
      return turn() || !to_show().empty();
  }
}

void Holdem::proceed() {
  while (!waits()) end_street();
}

void Holdem::end_street() {
  if (street_ == Street::deal) {
    street_ = Street::preflop;
    return betting_.begin(betting_.after(big_));
  }
  if (street_ == Street::showdown) return end_hand();
  const auto aggressor = betting_.aggressor;
  betting_.gather(terms_.big_blind);
  if (betting_.in() == 1) return end_hand();
  if (street_ == Street::river || betting_.able() <= 1) return begin_showdown(aggressor);
  street_ = static_cast<Street>(static_cast<int>(street_) + 1);
  betting_.begin(betting_.after(button_));
}

void Holdem::begin_hand() {
  ++hand_;
  street_ = Street::shuffle;
  dealt_ = 0;
  board_ = {};
  for (std::size_t i = 0; i < betting_.seats; ++i) {
    betting_.stakes[i].in = betting_.stakes[i].stack > 0;
    pockets_[i] = {.dealt_in = betting_.stakes[i].in};
  }
  place_pockets();
  betting_.raise_min = terms_.big_blind;
  for (const Seat seat : players()) betting_.post_ante(seat, terms_.ante);
  betting_.post_blind(small_, terms_.small_blind);
  betting_.post_blind(big_, terms_.big_blind);
}

void Holdem::move_blinds() {
  const auto has_chips = [this](Seat seat) { return betting_.at(seat).stack > 0; };
  const auto next_with_chips = [&](Seat seat) {
    do seat = betting_.after(seat);
    while (!has_chips(seat));
    return seat;
  };
  button_ = small_;
  small_ = big_;
  big_ = next_with_chips(big_);
  if (with_chips() == 2) button_ = small_ = next_with_chips(big_);
}

std::size_t Holdem::with_chips() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(betting_.stakes, [](const Stake& stake) { return stake.stack > 0; }));
}

void Holdem::end_hand() {
  pay_pots();
  const bool last_hand = terms_.hands != 0 && hand_ >= terms_.hands;
  if (last_hand || with_chips() == 1) {
    street_ = Street::over;
    return;
  }
  move_blinds();
  begin_hand();
}

std::optional<Payoff> Holdem::result() const {
  if (street_ != Street::over) return {};
  Payoff payoff;
  for (std::size_t i = 0; i < betting_.seats; ++i)
    payoff.push_back(betting_.stakes[i].stack - terms_.stack);
  return payoff;
}

Range Holdem::bounds() const {
  return {-terms_.stack, terms_.stack * static_cast<Chips>(betting_.seats - 1)};
}

std::optional<Payoff> Holdem::scores() const {
  Payoff stacks;
  for (std::size_t i = 0; i < betting_.seats; ++i) stacks.push_back(betting_.stakes[i].stack);
  return stacks;
}

extern const Module kHoldem;
const Module kHoldem = module_of<Holdem>();

}  // namespace fairdeal::rules
