#include "games/poker/poker.h"

#include <algorithm>
#include <numeric>

#include "base/check.h"
#include "rules/json_full.h"

/// The wants and moves of poker, and what events do. The course of a hand is in hand.cc,
/// what silence does to it in silence.cc.
namespace fairdeal::rules {

Result<Poker> Poker::start(const PokerVariant& variant, const Json& params, std::size_t seats) {
  Poker game;
  game.variant_ = &variant;
  FD_TRY(game.terms_, PokerTerms::read(variant, params, seats));
  game.betting_.seats = seats;
  game.betting_.limit = game.terms_.limit;
  for (std::size_t i = 0; i < seats; ++i) game.betting_.stakes[i].stack = game.terms_.stacks[i];
  if (game.is_mixed()) game.set_game(0);
  if (game.terms_.dealers_choice) game.game_left_ = 0;
  const SeatSet here = game.with_chips(Presence::here);
  const BlindSeats first = game.has_blind_seats() ? first_blinds(seats) : BlindSeats{};
  game.set_blinds(blinds_without(first, seats, here, {}));
  game.begin_hand();
  return game;
}

std::optional<Seat> Poker::turn() const {
  return is_betting() && !decides_ ? betting_.turn : decides_;
}

std::vector<Seat> Poker::players() const {
  std::vector<Seat> players;
  Seat seat = blinds_.button;
  for (std::size_t i = 0; i < betting_.seats; ++i) {
    seat = betting_.after(seat);
    if (pocket(seat).dealt_in) players.push_back(seat);
  }
  return players;
}

std::optional<Seat> Poker::asked() const { return cards_wanted().empty() ? turn() : std::nullopt; }

std::vector<Want> Poker::wants() const {
  if (street_ == Street::over) return {};
  if (street_ == Street::shuffle) return {spoilt_ ? deck_of_those_in() : deck()};
  auto wants = cards_wanted();
  if (!wants.empty()) return wants;
  if (spoilt_) return {deck_of_those_in()};
  return {WantMove{{turn().value()}}};
}

bool Poker::done(Seat seat) const {
  const bool is_played = street_ >= Street::deal && street_ <= Street::showdown;
  return is_played && betting_.in() > 1 && !betting_.at(seat).in && cards_come();
}

std::optional<WantShuffle> Poker::foresees() const {
  const bool last_hand = terms_.hands != 0 && hand_ >= terms_.hands;
  if (street_ == Street::choice) return deck();
  if (last_hand || street_ == Street::shuffle || street_ == Street::over || spoilt_) return {};
  return deck();
}

std::vector<Poker::Move> Poker::legal(Seat seat) const {
  using Kind = Move::Kind;
  if (asked() != seat) return {};
  switch (street_) {
    case Street::choice:
      return legal_games();
    case Street::seating:
      return {{Kind::away}, {Kind::back}};
    case Street::straddle:
      return {{Kind::pass}, {Kind::straddle}};
    case Street::run_outs:
      return {{Kind::once}, {Kind::twice}};
    case Street::showdown:
      return {{Kind::muck}, {Kind::show}};
    case Street::rabbit:
      return {{Kind::pass}, {Kind::rabbit}};
    default:
      return decides_ ? legal_changes() : legal_bets();
  }
}

/// Each set of cards, in the order of their texts: "change 1", "change 1 2", "change 1 2 3", …
std::vector<Poker::Move> Poker::legal_changes() const {
  std::vector<Move> moves;
  const std::size_t size = pocket(*decides_).size;
  const auto add = [&](const auto& self, unsigned cards, std::size_t from) -> void {
    for (std::size_t card = from; card < size; ++card) {
      const unsigned more = cards | 1u << card;
      moves.push_back({.kind = Move::Kind::change, .cards = static_cast<std::uint8_t>(more)});
      self(self, more, card + 1);
    }
  };
  add(add, 0, 0);
  moves.push_back({Move::Kind::keep});
  return moves;
}

bool Poker::must_bring_in() const {
  return variant_->has_bring_in() && street_ == Street::first && level().small > 0 &&
         betting_.to_meet == 0;
}

bool Poker::owes_bring_in(Seat seat) const {
  return must_bring_in() && turn() == seat && brings_in() == seat;
}

std::vector<Poker::Move> Poker::legal_bets() const {
  using Kind = Move::Kind;
  std::vector<Move> moves;
  // A seat that has no more than the bring-in has no bet beside it.
  const auto raises = betting_.raises();
  if (raises && (!must_bring_in() || raises->max > level().small))
    moves.push_back({betting_.to_meet == 0 ? Kind::bet : Kind::raise, raises->min});
  if (terms_.sit_out) moves.push_back({Kind::away});
  if (must_bring_in()) {
    moves.push_back({Kind::bring_in});
    if (!owes_bring_in(*turn())) moves.push_back({Kind::fold});
    return moves;
  }
  moves.push_back({betting_.to_call() == 0 ? Kind::check : Kind::call});
  moves.push_back({Kind::fold});
  return moves;
}

std::optional<Range> Poker::range(Seat, const Move& move) const {
  return move.to == 0 ? std::nullopt : betting_.raises();
}

Result<Poker> Poker::after(const Event<Move>& event) const {
  Poker next = *this;
  FD_TRY(std::visit([&](const auto& e) { return next.on(e); }, event));
  next.proceed();
  return next;
}

Result<> Poker::on(const Moved<Move>& event) {
  const auto moves = legal(event.seat);
  const bool allowed = std::ranges::any_of(moves, [&](const Move& legal_move) {
    const auto numbers = range(event.seat, legal_move);
    return legal_move.kind == event.move.kind && legal_move.cards == event.move.cards &&
           legal_move.game == event.move.game &&
           (numbers ? event.move.to >= numbers->min && event.move.to <= numbers->max
                    : event.move.to == 0);
  });
  if (!allowed) return fail(Fault::illegal_move, text(move_json(event.move)));
  make_move(event.move);
  return {};
}

void Poker::make_move(const Move& move) {
  const Seat seat = *turn();
  switch (move.kind) {
    case Move::Kind::bet:
    case Move::Kind::raise:
      return betting_.raise_to(move.to);
    case Move::Kind::bring_in:
      return betting_.bring_in(level().small);
    case Move::Kind::call:
    case Move::Kind::check:
      return betting_.call();
    case Move::Kind::change:
    case Move::Kind::keep:
      return change(seat, move.cards);
    case Move::Kind::choose:
      return choose(move);
    case Move::Kind::fold:
      return betting_.fold();
    case Move::Kind::away:
    case Move::Kind::back:
      away_[seat.value] = move.kind == Move::Kind::away;
      if (street_ == Street::seating)
        decides_ = next_away(seat);
      else
        make_move({move_of_silence()});
      return;
    case Move::Kind::straddle:
      straddle_ = seat;
      betting_.post_blind(seat, 2 * level().big);
      decides_.reset();
      return;
    case Move::Kind::pass:
      if (street_ == Street::rabbit) return rabbit_move(false);
      decides_ = next_straddler(seat);
      return;
    case Move::Kind::rabbit:
      return rabbit_move(true);
    case Move::Kind::once:
    case Move::Kind::twice:
      return run_out_move(move.kind == Move::Kind::twice);
    case Move::Kind::muck:
    case Move::Kind::show:
      return showdown_move(move.kind == Move::Kind::show);
  }
}

Result<> Poker::on(const Shuffled&) {
  spoilt_ = false;
  if (street_ == Street::showdown) return {};
  if (is_betting()) {
    shuffle_thrown();
    return {};
  }
  for (Presence& presence : presence_)
    if (presence == Presence::left_before) presence = Presence::waits;
  street_ = Street::seating;
  decides_ = next_away({});
  return {};
}

Result<> Poker::on(const Dealt& event) {
  got(event.slot);
  return {};
}

Result<> Poker::on(const Shown& event) {
  if (event.face.value < variant_->first_face || event.face.value >= Card::kFaces ||
      seen().overlaps(CardSet::of(event.face)))
    return fail(Fault::not_wanted, "a card that cannot be there");
  for (Pocket& pocket : pockets_)
    for (std::size_t card = 0; pocket.dealt_in && card < pocket.size; ++card)
      if (pocket.slots[card] == event.slot) {
        pocket.faces[card] = event.face;
        if (street_ < Street::run_outs && event.slot.value >= dealt_) got(event.slot);
        return {};
      }
  Board& board = event.slot < board_slot(true, 0) ? board_ : second_.value();
  board.faces[board.size++] = event.face;
  return {};
}

CardSet Poker::seen() const {
  CardSet seen;
  for (const Face face : board_.cards()) seen |= CardSet::of(face);
  if (second_)
    for (const Face face : second_->cards()) seen |= CardSet::of(face);
  for (const Pocket& pocket : pockets_)
    for (const auto& face : pocket.faces)
      if (face) seen |= CardSet::of(*face);
  return seen;
}

Result<> Poker::on(const Absent& event) {
  using Kind = Move::Kind;
  if (terms_.sit_out && street_ != Street::rabbit) away_[event.seat.value] = true;
  switch (street_) {
    case Street::choice:
      make_move(next_game());
      break;
    case Street::seating:
      make_move({Kind::away});
      break;
    case Street::straddle:
    case Street::rabbit:
      make_move({Kind::pass});
      break;
    case Street::run_outs:
      make_move({Kind::once});
      break;
    case Street::showdown:
      make_move({event.opens && betting_.in() > 1 ? Kind::show : Kind::muck});
      break;
    default:
      make_move({move_of_silence()});
  }
  return {};
}

/// Keeps all cards, brings in if nobody else can, or checks; else folds.
Poker::Move::Kind Poker::move_of_silence() const {
  if (decides_) return Move::Kind::keep;
  if (must_bring_in()) return owes_bring_in(*turn()) ? Move::Kind::bring_in : Move::Kind::fold;
  return betting_.to_call() == 0 ? Move::Kind::check : Move::Kind::fold;
}

template <class E>
Result<> Poker::on(const E&) {
  return fail(Fault::not_wanted, "poker has no such event");
}

std::optional<Payoff> Poker::result() const {
  if (street_ != Street::over) return {};
  Payoff payoff;
  for (std::size_t i = 0; i < betting_.seats; ++i)
    payoff.push_back(betting_.stakes[i].stack - terms_.stacks[i]);
  return payoff;
}

Range Poker::bounds() const {
  const auto [least, most] = std::ranges::minmax(terms_.stacks);
  return {-most, terms_.total() - least};
}

Seat Poker::next_first() const { return betting_.after(blinds_.button); }

/// Returns the next match's parameters. A seat without chips buys in again; once one seat has them
/// all, all do.
Json Poker::next_params(const Json& params) const {
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

Json Poker::newcomer_params(const Json& params, SeatSet newcomers) {
  Json next = params;
  const auto stacks = next.find("stacks");
  if (stacks == next.end()) return next;
  for (std::uint32_t i = 0; i < stacks->size(); ++i)
    if (newcomers.has(Seat(i))) (*stacks)[i] = params.at("stack");
  return next;
}

std::vector<std::optional<Seat>> Poker::next_seats(SeatSet staying, std::size_t newcomers) const {
  std::vector<std::optional<Seat>> circle(newcomers);  // from the one who pays next
  Seat seat = has_blind_seats() ? blinds_.big : blinds_.button;
  for (std::size_t i = 0; i < betting_.seats; ++i)
    if (seat = betting_.after(seat); staying.has(seat)) circle.emplace_back(seat);
  if (circle.empty()) return circle;
  const std::size_t payer =
      has_blind_seats() && circle.size() > 1 ? first_blinds(circle.size()).big.value : 0;
  std::ranges::rotate(circle, circle.end() - static_cast<std::ptrdiff_t>(payer % circle.size()));
  return circle;
}

std::vector<std::int64_t> Poker::chips() const {
  std::vector<std::int64_t> chips;
  for (const Stake& stake : std::span(betting_.stakes).first(betting_.seats))
    chips.push_back(street_ == Street::over ? stake.stack : stake.total());
  return chips;
}

Json Poker::params_with_chips(const Json& params, const std::vector<std::int64_t>& chips) const {
  Json next = params;
  // A hand that is not over, since the rules failed in it, counts for nothing.
  const std::int64_t played =
      street_ == Street::over ? hand_ : std::max<std::int64_t>(hand_ - 1, 0);
  const std::size_t level =
      terms_.level_minutes > 0 ? level_due_ : terms_.level_number(played + 1) - 1;
  if (street_ == Street::over || played > 0 || level > 0)
    terms_.put_levels_from(level, played,
                           is_mixed() ? PokerVariant::Forced::of_the_game : variant_->forced, next);
  next.erase("stacks");
  if (!chips.empty()) next["stacks"] = chips;
  return next;
}

std::optional<Payoff> Poker::scores() const {
  Payoff stacks;
  for (std::size_t i = 0; i < betting_.seats; ++i) stacks.push_back(betting_.stakes[i].stack);
  return stacks;
}

}  // namespace fairdeal::rules
