#include "games/holdem/holdem.h"

#include <algorithm>
#include <numeric>

#include "base/check.h"
#include "rules/json_full.h"
#include "rules/model.h"

/// The wants and moves of hold'em, and what events do. The course of a hand is in hand.cc,
/// what silence does to it in silence.cc.
namespace fairdeal::rules {
namespace {

constexpr const char* kHoldemHint =
    R"({"cards":{"seats":{"layout":"oval","number":"/stacks/{seat}","bet":"/bets/{seat}",)"
    R"("in":"/in/{seat}","cards":"/pockets/{seat}","backs":2,"marks":{"D":"/button"}},)"
    R"("zones":[{"at":"centre","cards":"/board","places":5},)"
    R"({"at":"centre","chips":"/pots/*/chips","seats":"/pots/*/seats"}],)"
    R"("mine":{"cards":"/pockets/{me}","words":"/own_rank"},)"
    R"("showdown":{"hand":"/last/hand","board":"/last/board","cards":"/last/shown/{seat}",)"
    R"("won":"/last/won/{seat}","paid":"/last/paid/{seat}","ranks":"/last/ranks/{seat}"}},)"
    R"("moves":{"order":["fold","check","call","bet","raise"],)"
    R"("keys":{"f":"fold","c":["check","call"],"r":["bet","raise"]},)"
    R"("number":{"bet":{"presets":["min","1/3 pot","1/2 pot","pot","max"]},)"
    R"("raise":{"presets":["min","1/3 pot","1/2 pot","pot","max"]}}}})";

WantShuffle deck() { return {all_cards<CardSlot>(), all_cards<Face>()}; }

}  // namespace

const GameInfo& Holdem::info() {
  static const GameInfo kInfo{
      .name = "holdem",
      .version = "5",
      .about = "Texas hold'em, no-limit, pot-limit or fixed-limit; the last seat with chips wins.",
      .seats_min = 2,
      .seats_max = Betting::kSeatsMax,
      .roles = {},
      .params = HoldemTerms::params(),
      .hidden = true,
      .chance = true,
      .shelf = "poker",
      .hint = kHoldemHint,
      .secrets = Secrecy{.deals = Secrecy::Deals::one,
                         .shuffles = Secrecy::Shuffles::named,  // a new deck after a void
                         .done = true},
      .move_order = poker_order()};
  return kInfo;
}

Result<Holdem> Holdem::start(const Json& params, std::size_t seats) {
  Holdem game;
  FD_TRY(game.terms_, HoldemTerms::read(params, seats));
  game.betting_.seats = seats;
  game.betting_.limit = game.terms_.limit;
  for (std::size_t i = 0; i < seats; ++i) game.betting_.stakes[i].stack = game.terms_.stacks[i];
  game.blinds_ = first_blinds(seats);
  game.begin_hand();
  return game;
}

std::optional<Seat> Holdem::turn() const { return is_betting() ? betting_.turn : decides_; }

std::vector<Seat> Holdem::players() const {
  std::vector<Seat> players;
  Seat seat = blinds_.button;
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
    pockets_[order[i].value].slots = {CardSlot(i), CardSlot(count + i)};
}

std::size_t Holdem::board_due() const {
  switch (street_) {
    case Street::flop:
      return 3;
    case Street::turn:
      return 4;
    case Street::river:
      return 5;
    case Street::showdown:  // of cards; who is left alone has no need of the rest of the board
      return betting_.in() > 1 ? 5 : board_.size;
    default:
      return board_.size;
  }
}

CardSlot Holdem::board_slot(bool second, std::size_t card) const {
  const std::size_t pockets = 2 * players().size();
  return CardSlot(static_cast<std::uint32_t>(pockets + (second ? board_.faces.size() : 0) + card));
}

std::vector<CardSlot> Holdem::hands_to_show() const {
  std::vector<CardSlot> slots;
  if (street_ < Street::preflop) return slots;
  for (const Seat seat : players())
    for (std::size_t card = 0; card < 2; ++card)
      if (pocket(seat).tabled && !pocket(seat).faces[card])
        slots.push_back(pocket(seat).slots[card]);
  return slots;
}

std::vector<CardSlot> Holdem::to_show() const {
  std::vector<CardSlot> slots = hands_to_show();
  if (street_ < Street::preflop) return slots;
  for (std::size_t card = board_.size; card < board_due(); ++card)
    slots.push_back(board_slot(false, card));
  for (std::size_t card = second_ ? second_->size : 5; card < 5; ++card)
    slots.push_back(board_slot(true, card));
  return slots;
}

std::optional<Seat> Holdem::asked() const { return to_show().empty() ? turn() : std::nullopt; }

std::vector<Want> Holdem::wants() const {
  switch (street_) {
    case Street::over:
      return {};
    case Street::shuffle:
      return {spoilt_ ? deck_of_those_in() : deck()};
    case Street::deal: {
      const auto deals = to_deal();
      return {deals.begin(), deals.end()};
    }
    default: {
      std::vector<Want> wants;
      for (const CardSlot slot : spoilt_ ? hands_to_show() : to_show())
        wants.emplace_back(WantShow{slot});
      if (!wants.empty()) return wants;
      if (spoilt_) return {deck_of_those_in()};
      return {WantMove{{turn().value()}}};
    }
  }
}

std::vector<WantDeal> Holdem::to_deal() const {
  std::vector<WantDeal> deals;
  const auto order = players();
  for (std::uint32_t card = dealt_; card < 2 * order.size(); ++card)
    if (const Seat seat = order[card % order.size()]; betting_.at(seat).in)
      deals.push_back({CardSlot(card), seat});
  return deals;
}

bool Holdem::done(Seat seat) const {
  const bool is_played = street_ >= Street::deal && street_ <= Street::showdown;
  return is_played && board_.size < 5 && betting_.in() > 1 && !betting_.at(seat).in;
}

std::optional<WantShuffle> Holdem::foresees() const {
  const bool last_hand = terms_.hands != 0 && hand_ >= terms_.hands;
  if (last_hand || street_ == Street::shuffle || street_ == Street::over || spoilt_) return {};
  return deck();
}

std::vector<Holdem::Move> Holdem::legal(Seat seat) const {
  using Kind = Move::Kind;
  if (asked() != seat) return {};
  switch (street_) {
    case Street::seating:
      return {{Kind::away}, {Kind::back}};
    case Street::straddle:
      return {{Kind::pass}, {Kind::straddle}};
    case Street::run_outs:
      return {{Kind::once}, {Kind::twice}};
    case Street::showdown:
      return {{Kind::muck}, {Kind::show}};
    default:
      return legal_bets();
  }
}

std::vector<Holdem::Move> Holdem::legal_bets() const {
  using Kind = Move::Kind;
  std::vector<Move> moves;
  if (const auto raises = betting_.raises())
    moves.push_back({betting_.to_meet == 0 ? Kind::bet : Kind::raise, raises->min});
  if (terms_.sit_out) moves.push_back({Kind::away});
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
  FD_TRY(std::visit([&](const auto& e) { return next.on(e); }, event));
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
  const Seat seat = *turn();
  switch (move.kind) {
    case Move::Kind::bet:
    case Move::Kind::raise:
      return betting_.raise_to(move.to);
    case Move::Kind::call:
    case Move::Kind::check:
      return betting_.call();
    case Move::Kind::fold:
      return betting_.fold();
    case Move::Kind::away:
    case Move::Kind::back:
      away_[seat.value] = move.kind == Move::Kind::away;
      if (street_ == Street::seating)
        decides_ = next_away(seat);
      else if (betting_.to_call() == 0)
        betting_.call();
      else
        betting_.fold();
      return;
    case Move::Kind::straddle:
      straddle_ = seat;
      betting_.post_blind(seat, 2 * level().big);
      [[fallthrough]];
    case Move::Kind::pass:
      decides_.reset();
      return;
    case Move::Kind::once:
    case Move::Kind::twice:
      return run_out_move(move.kind == Move::Kind::twice);
    case Move::Kind::muck:
    case Move::Kind::show:
      return showdown_move(move.kind == Move::Kind::show);
  }
}

Result<> Holdem::on(const Shuffled&) {
  spoilt_ = false;
  if (street_ == Street::showdown) return {};
  for (Presence& presence : presence_)
    if (presence == Presence::left_before) presence = Presence::waits;
  street_ = Street::seating;
  decides_ = next_away({});
  return {};
}

Result<> Holdem::on(const Dealt& event) {
  dealt_ = event.slot.value + 1;
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
  Board& board = event.slot < board_slot(true, 0) ? board_ : second_.value();
  board.faces[board.size++] = event.face;
  return {};
}

CardSet Holdem::seen() const {
  CardSet seen;
  for (const Face face : board_.cards()) seen |= CardSet::of(face);
  if (second_)
    for (const Face face : second_->cards()) seen |= CardSet::of(face);
  for (const Pocket& pocket : pockets_)
    for (const auto& face : pocket.faces)
      if (face) seen |= CardSet::of(*face);
  return seen;
}

Result<> Holdem::on(const Absent& event) {
  using Kind = Move::Kind;
  if (terms_.sit_out) away_[event.seat.value] = true;
  switch (street_) {
    case Street::seating:
      make_move({Kind::away});
      break;
    case Street::straddle:
      make_move({Kind::pass});
      break;
    case Street::run_outs:
      make_move({Kind::once});
      break;
    case Street::showdown:
      make_move({event.opens && betting_.in() > 1 ? Kind::show : Kind::muck});
      break;
    default:
      make_move({betting_.to_call() == 0 ? Kind::check : Kind::fold});
  }
  return {};
}

template <class E>
Result<> Holdem::on(const E&) {
  return fail(Fault::not_wanted, "hold'em has no such event");
}

std::optional<Payoff> Holdem::result() const {
  if (street_ != Street::over) return {};
  Payoff payoff;
  for (std::size_t i = 0; i < betting_.seats; ++i)
    payoff.push_back(betting_.stakes[i].stack - terms_.stacks[i]);
  return payoff;
}

Range Holdem::bounds() const {
  const auto [least, most] = std::ranges::minmax(terms_.stacks);
  return {-most, terms_.total() - least};
}

Seat Holdem::next_first() const { return betting_.after(blinds_.button); }

/// Returns the next match's parameters. A seat without chips buys in again; once one seat has them
/// all, all do.
Json Holdem::next_params(const Json& params) const {
  Json next = params;
  next.erase("stacks");
  const auto stakes = std::span(betting_.stakes).first(betting_.seats);
  if (std::ranges::count_if(stakes, [](const Stake& stake) { return stake.stack > 0; }) < 2)
    return next;
  Seat seat = next_first();
  Json stacks = Json::array();
  for (std::size_t i = 0; i < betting_.seats; ++i, seat = betting_.after(seat)) {
    const Chips stack = betting_.at(seat).stack;
    stacks.push_back(stack > 0 ? Json(stack) : params.at("stack"));
  }
  next["stacks"] = std::move(stacks);
  return next;
}

Json Holdem::newcomer_params(const Json& params, SeatSet newcomers) {
  Json next = params;
  const auto stacks = next.find("stacks");
  if (stacks == next.end()) return next;
  for (std::uint32_t i = 0; i < stacks->size(); ++i)
    if (newcomers.has(Seat(i))) (*stacks)[i] = params.at("stack");
  return next;
}

std::optional<Payoff> Holdem::scores() const {
  Payoff stacks;
  for (std::size_t i = 0; i < betting_.seats; ++i) stacks.push_back(betting_.stakes[i].stack);
  return stacks;
}

extern const Module kHoldem;
const Module kHoldem = module_of<Holdem>();

}  // namespace fairdeal::rules
