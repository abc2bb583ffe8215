#include "games/poker/history.h"

#include <algorithm>
#include <cstdio>

#include "base/ascii.h"
#include "games/poker/history_event.h"

namespace fairdeal::rules {
namespace {

using Kind = Poker::Move::Kind;
using Street = Poker::Street;
using Done = HandRecord::Action::Kind;

/// Formats a time: "2026/11/23 20:15:09 UTC".
std::string time_words(std::uint64_t seconds) {
  const UtcTime time = UtcTime::of(seconds);
  std::array<char, 80> text{};
  std::snprintf(text.data(), text.size(), "%04d/%02d/%02d %02d:%02d:%02d UTC", time.year,
                time.month, time.day, time.hour, time.minute, time.second);
  return text.data();
}

}  // namespace

std::string HandHistoryEvent::cards(std::span<const Face> faces) {
  std::string text;
  for (const Face face : faces) text += (text.empty() ? "" : " ") + card_name(face);
  return "[" + text + "]";
}

std::vector<Seat> HandHistoryEvent::seats() const {
  std::vector<Seat> seats;
  for (std::uint32_t i = 0; i < before_.betting().seats; ++i) seats.emplace_back(i);
  return seats;
}

// ---- The heading

void HandHistoryEvent::add_heading() {
  hand_.headed = true;
  note_heading();
  const std::string early = std::exchange(text_, "");
  const PokerTerms& terms = before_.terms();
  const BlindLevel level = before_.level();
  constexpr const char* kLimits[] = {"No Limit", "Pot Limit", "Limit"};
  add("Fairdeal Hand #" + number(before_.hand()) + ": " + before_.variant().title + " " +
      kLimits[static_cast<std::size_t>(terms.limit.kind)] + " (" + stakes_words(level) + ")" +
      (history_.time_ ? " - " + time_words(*history_.time_) : ""));
  add_button();
  for (const Seat seat : seats())
    if (stake(seat).total() > 0)
      add("Seat " + number(seat.value + 1) + ": " + name(seat) + " (" +
          number(stake(seat).total()) + " in chips)" +
          (before_.sits_out(seat) || !before_.pocket(seat).dealt_in ? " is sitting out" : ""));
  if (!before_.has_table_ante()) add_antes();
  for (const Blind& blind : blinds_due()) add_blind(blind);
  if (before_.has_table_ante()) add_antes();
  text_ += std::exchange(hand_.before_shuffle, "") + early;
}

/// "10/20"; with a button blind "button blind 20"; with a bring-in "bet 20, bring-in 5"; "bomb pot,
/// ante 40".
std::string HandHistoryEvent::stakes_words(const BlindLevel& level) const {
  if (before_.is_bomb()) return "bomb pot, ante " + number(level.ante);
  if (before_.variant().has_bring_in())
    return "bet " + number(level.big) + ", bring-in " + number(level.small);
  if (!before_.variant().has_blinds()) return "button blind " + number(level.big);
  return number(level.small) + "/" + number(level.big);
}

void HandHistoryEvent::add_button() {
  const Seat button = before_.button();
  add("Table '" + history_.table_ + "' " + number(std::ssize(seats())) + "-max Seat #" +
      number(button.value + 1) + " is the button" +
      (is_left(button)              ? " (left)"
       : stake(button).total() == 0 ? " (empty)"
                                    : ""));
}

void HandHistoryEvent::add_antes() {
  for (const Seat seat : seats())
    if (const Stake& of = stake(seat); of.paid > 0)
      says(seat, "posts the ante " + number(of.paid) +
                     (of.stack == 0 && (of.dead > 0 || of.bet == 0) ? " and is all-in" : ""));
}

std::vector<HandHistoryEvent::Blind> HandHistoryEvent::blinds_due() const {
  const BlindLevel level = before_.level();
  const BlindSeats& seats = before_.blinds();
  if (before_.variant().has_bring_in() || before_.is_bomb()) return {};
  if (!before_.variant().has_blinds())
    return {{seats.button, Action::Kind::big_blind, "button blind", level.big}};
  return {{seats.small, Action::Kind::small_blind, "small blind", level.small},
          {seats.big, Action::Kind::big_blind, "big blind", level.big}};
}

void HandHistoryEvent::add_blind(const Blind& blind) {
  const Seat seat = blind.seat;
  const Stake& of = stake(seat);
  if (of.bet > 0)
    says(seat, std::string("posts ") + blind.name + " " + number(of.bet) +
                   (of.stack == 0 && of.dead == 0 ? " and is all-in" : ""));
  else if (blind.due > 0 && (is_left(seat) || of.total() == 0))
    add(std::string("No ") + blind.name + ": seat " + number(seat.value + 1) + " is " +
        (is_left(seat) ? "left" : "empty"));
}

// ---- Acts of seats

void HandHistoryEvent::moved(Seat seat, const Poker::Move& move) {
  switch (move.kind) {
    case Kind::away:
      if (before_.street() != Street::seating) moved(seat, {before_.move_of_silence()});
      return add(name(seat) + " is sitting out");
    case Kind::back:
      return add(name(seat) + " has returned");
    case Kind::straddle:
      note({.kind = Done::straddle,
            .seat = seat,
            .chips = after_.betting().to_meet,
            .to = after_.betting().to_meet,
            .all_in = after_.betting().at(seat).stack == 0});
      return says(seat, "posts straddle " + number(after_.betting().to_meet) +
                            (after_.betting().at(seat).stack == 0 ? " and is all-in" : ""));
    case Kind::once:
      return says(seat, "wants one board");
    case Kind::twice:
      return says(seat, "wants two boards");
    case Kind::muck:
      return mucks(seat);
    case Kind::choose:
      return says(seat, std::string("chooses ") + after_.variant().title);
    case Kind::pass:
    case Kind::show:  // the cards follow
      return;
    case Kind::change:
    case Kind::keep:
      return discards(seat, move);
    default:
      return bet(seat, move);
  }
}

void HandHistoryEvent::bet(Seat seat, const Poker::Move& move) {
  const Stake& of = closed_.at(seat);
  const Chips call = closed_.to_call(), had = of.stack;
  std::string what;
  Action action{.seat = seat, .absent = absent_};
  if (move.kind == Kind::bring_in) {
    closed_.bring_in(before_.level().small);
    what = "brings in for " + number(had - of.stack);
    action.kind = Done::bring_in;
  } else if (move.to > 0) {
    what = move.kind == Kind::bet
               ? "bets " + number(move.to)
               : "raises " + number(move.to - closed_.to_meet) + " to " + number(move.to);
    action.kind = move.kind == Kind::bet ? Done::bet : Done::raise;
    action.to = move.to;
    closed_.raise_to(move.to);
  } else if (move.kind == Kind::fold) {
    return leaves(seat);
  } else {
    what = call == 0 ? "checks" : "calls " + number(call);
    action.kind = call == 0 ? Done::check : Done::call;
    closed_.call();
  }
  action.chips = had - of.stack;
  action.all_in = of.stack == 0;
  note(action);
  says(seat, what + (of.stack == 0 ? " and is all-in" : ""));
}

void HandHistoryEvent::discards(Seat seat, const Poker::Move& move) {
  const std::size_t number = before_.street_number();
  if (hand_.street != number) add_heading_of(before_.variant().streets[number].draw);
  hand_.street = number;
  Action action{.kind = Done::discard, .seat = seat, .absent = absent_};
  const Poker::Pocket& pocket = before_.pocket(seat);
  for (std::size_t card = 0; card < pocket.size; ++card) {
    if ((move.cards >> card & 1) == 0) continue;
    ++action.count;
    const auto face = history_.own_ ? history_.own_(pocket.slots[card]) : std::nullopt;
    if (face && face->value < Card::kFaces) action.cards.push_back(*face);
  }
  says(seat, action.count == 0   ? "stands pat"
             : action.count == 1 ? "discards 1 card"
                                 : "discards " + std::to_string(action.count) + " cards");
  note(std::move(action));
}

/// The seat is gone, and its bring-in is posted all the same.
void HandHistoryEvent::owed_bring_in(Seat seat) {
  absent_ = true;
  closed_.turn = seat;
  bet(seat, {Kind::bring_in});
}

/// The seat folds, on its move or not.
void HandHistoryEvent::leaves(Seat seat) {
  closed_.at(seat).in = false;
  // A board that is dealt after the betting makes no street on which a seat could fold.
  const std::size_t board = before_.board().size;
  hand_.folded[seat.value] =
      before_.variant().board() > 0 ? std::max<std::size_t>(board, 2) - 2 : before_.street_number();
  note({.kind = Done::fold, .seat = seat, .absent = absent_});
  says(seat, "folds");
}

void HandHistoryEvent::mucks(Seat seat) {
  if (before_.betting().in() == 1) return says(seat, "doesn't show hand");
  begin_showdown("");
  closed_.at(seat).in = false;
  hand_.mucked[seat.value] = true;
  note({.kind = Done::muck, .seat = seat, .absent = absent_});
  says(seat, "mucks hand");
}

void HandHistoryEvent::on(const Absent& event) {
  if (before_.street() == Street::straddle) return;
  absent_ = true;
  if (before_.street() == Street::choice) return moved(event.seat, before_.next_game());
  const Kind kind = [&] {
    switch (before_.street()) {
      case Street::seating:
        return Kind::away;
      case Street::run_outs:
        return Kind::once;
      case Street::showdown:
        return event.opens && before_.betting().in() > 1 ? Kind::show : Kind::muck;
      default:
        return before_.terms().sit_out ? Kind::away : before_.move_of_silence();
    }
  }();
  add(name(event.seat) + " has timed out");
  moved(event.seat, {kind});
}

void HandHistoryEvent::on(const Out& event) {
  if (!stake(event.seat).in || before_.betting().in() == 1) return;
  anew_ = event.left && before_.street() == Street::shuffle && !hand_.headed;
  const bool stays = !hand_ends() && after_.betting().at(event.seat).in;
  if (anew_ || stays) return;
  absent_ = true;
  add(name(event.seat) + " is out of this hand");
  if (before_.owes_bring_in(event.seat)) owed_bring_in(event.seat);
  leaves(event.seat);
  end_deal();
}

void HandHistoryEvent::out_before(const Poker& posted) {
  absent_ = true;
  for (const Seat seat : seats()) {
    if (!stake(seat).in || posted.pocket(seat).dealt_in) continue;
    add(name(seat) + " is out of this hand");
    leaves(seat);
  }
}

void HandHistoryEvent::on(const Void& event) {
  if (before_.betting().in() == 1) return;
  SeatSet in;
  for (const Seat seat : seats())
    if (stake(seat).in) in.insert(seat);
  if ((in - event.by).empty() || event.by.size() == before_.betting().seats) return;
  absent_ = true;
  for (const Seat seat : (event.by & in).list()) {
    add(name(seat) + " has timed out");
    if (before_.owes_bring_in(seat)) owed_bring_in(seat);
    leaves(seat);
  }
  if (hand_ends() || (in - event.by).size() == 1) return;
  note({.kind = Done::anew});
  add(after_.street() == Street::shuffle ? "The cards are dealt anew to the others"
                                         : "The others show, and a new deck completes the board");
}

// ---- Cards

void HandHistoryEvent::on(const Dealt& event) {
  if (!std::exchange(record().dealt, true))
    for (HandRecord::Player& player : record().players)
      player.sits_out = !before_.betting().at(player.seat).in && !hand_.folded[player.seat.value];
  const auto face = history_.own_ ? history_.own_(event.slot) : std::nullopt;
  const bool on_the_deal = before_.street() == Street::deal;
  for (HandRecord::Player& player : record().players) {
    if (!face || face->value >= Card::kFaces || player.seat != event.to || !on_the_deal) continue;
    const Poker::Pocket& pocket = before_.pocket(event.to);
    player.own.resize(pocket.size);
    player.own[static_cast<std::size_t>(std::ranges::find(pocket.slots, event.slot) -
                                        pocket.slots.begin())] = face;
  }
  if (before_.variant().has_bring_in() || !on_the_deal) return card_dealt(event.to, face);
  if (after_.street() != Street::deal) add("*** HOLE CARDS ***");
}

/// Writes the heading of a street that has cards for the seats alone: "*** FOURTH STREET ***".
void HandHistoryEvent::begin_street() {
  const std::size_t number = before_.street_number();
  if (before_.street() >= Street::run_outs || hand_.street == number) return;
  hand_.street = number;
  add_heading_of(before_.variant().streets[number].part);
}

void HandHistoryEvent::add_heading_of(std::string part) {
  std::ranges::transform(part, part.begin(), ascii::upper);
  add("*** " + part + " ***");
}

void HandHistoryEvent::card_dealt(Seat seat, const std::optional<Face>& face) {
  if (before_.variant().has_bring_in()) begin_street();
  const bool is_known = face && face->value < Card::kFaces;
  note({.kind = Done::deal,
        .seat = seat,
        .cards = is_known ? std::vector{*face} : std::vector<Face>()});
}

void HandHistoryEvent::begin_showdown(const char* which) {
  if (!hand_.at_showdown || *which != 0) add(std::string("*** ") + which + "SHOW DOWN ***");
  hand_.at_showdown = true;
}

void HandHistoryEvent::on(const Shown& event) {
  face_shown(event);
  end_deal();
}

/// After the last open card, a seat that has folded brings in if its card is to. Its chips may lie
/// in the pots already, if nobody can bet any more.
void HandHistoryEvent::end_deal() {
  if (before_.street() != Street::deal || after_.street() == Street::deal || hand_ends()) return;
  for (const Seat seat : seats())
    if (!stake(seat).in && after_.betting().at(seat).stack < stake(seat).stack) owed_bring_in(seat);
}

void HandHistoryEvent::face_shown(const Shown& event) {
  for (const Seat seat : seats()) {
    Poker::Pocket pocket = before_.pocket(seat);
    for (std::size_t card = 0; card < pocket.size; ++card)
      if (pocket.dealt_in && pocket.slots[card] == event.slot) {
        pocket.faces[card] = event.face;
        if (before_.variant().has_bring_in() && before_.lacks(seat, card))
          card_dealt(seat, event.face);
        if (!pocket.tabled) return add("Dealt to " + name(seat) + " " + cards({&event.face, 1}));
        return pocket_shown(seat, pocket);
      }
  }
  board_shown(event.face);
}

void HandHistoryEvent::pocket_shown(Seat seat, const Poker::Pocket& pocket) {
  note_shown(seat, pocket);
  const auto shown = pocket.shown();
  if (!shown) return;
  const auto& board = before_.board();
  const PokerVariant& variant = before_.variant();
  if (board.size == variant.board() && before_.betting().in() > 1) begin_showdown("");
  says(seat,
       "shows " + cards(shown->cards()) +
           (variant.ranks(board, *shown) ? " (" + variant.describe(board, *shown) + ")" : ""));
}

/// Notes that a seat shows its hand, once all of it that was dealt is shown. Cards that come later,
/// as nobody can bet any more, are dealt open.
void HandHistoryEvent::note_shown(Seat seat, const Poker::Pocket& pocket) {
  const auto& actions = record().actions;
  const auto shows = [seat](const Action& action) {
    return action.kind == Done::show && action.seat == seat;
  };
  if (std::ranges::any_of(actions, shows)) return;
  Action action{.kind = Done::show, .seat = seat};
  for (std::size_t card = 0; card < pocket.size; ++card) {
    if (before_.lacks(seat, card)) continue;
    if (!pocket.faces[card]) return;
    action.cards.push_back(*pocket.faces[card]);
  }
  note(std::move(action));
}

void HandHistoryEvent::board_shown(Face face) {
  const bool second = before_.board().size == before_.variant().board();
  Poker::Board board = second ? *before_.second_board() : before_.board();
  board.add(face);
  if (board.size < 3) return;
  constexpr const char* kNames[] = {"FLOP", "TURN", "RIVER"};
  const std::string which = !before_.second_board() ? "" : second ? "SECOND " : "FIRST ";
  const auto all = board.cards();
  const auto fresh = all.last(board.size == 3 ? 3 : 1);
  note({.kind = Done::board, .cards = {fresh.begin(), fresh.end()}, .second = second});
  const std::string line = "*** " + which + kNames[board.size - 3] + " *** ";
  if (board.size == 3) return add(line + cards(all));
  add(line + cards(all.first(board.size - 1)) + " " + cards(all.last(1)));
}

std::string HandHistoryEvent::finish() && {
  if (anew_) {
    record().actions.clear();
    return "";
  }
  const bool ends = hand_ends();
  if (ends && !is_paid())
    return_all();
  else
    return_uncalled();
  if (ends && !hand_.headed) add_heading();
  if (ends) end_hand();
  if (!hand_.headed) hand_.before_shuffle += std::exchange(text_, "");
  if (ends) hand_ = {};
  return std::move(text_);
}

HandHistory::HandHistory(SeatNames names, std::string table)
    : names_(std::move(names)), table_(std::move(table)) {}

/// The hand has ended; the cards that would have come belong to its record, and to the end of its
/// summary.
std::string HandHistory::rabbit_hunt(const Event<Poker::Move>& event, const Poker& after) {
  std::vector<Face>& cards = hands_.back().rabbit;
  if (const auto* shown = std::get_if<Shown>(&event)) cards.push_back(shown->face);
  if (after.street() == Poker::Street::rabbit) return "";
  return (cards.empty() ? "" : "Rabbit hunt " + HandHistoryEvent::cards(cards) + "\n") + "\n";
}

std::string HandHistory::on(const Poker& before, const Event<Poker::Move>& event,
                            const Poker& after) {
  if (before.street() == Poker::Street::rabbit) return rabbit_hunt(event, after);
  // A hand whose game is still to be chosen begins before a seat can be out of it.
  const bool moves =
      std::holds_alternative<Moved<Poker::Move>>(event) || std::holds_alternative<Absent>(event);
  const auto* out = std::get_if<Out>(&event);
  const bool ends_anew = out != nullptr && out->left && before.street() == Street::shuffle &&
                         !hand_.headed && after.last().hand == before.hand();
  if (ends_anew) hand_ = {};
  const Poker begun = ends_anew ? before.posted_anew(out->seat) : moves ? before : before.begun();
  HandHistoryEvent lines(*this, begun, after);
  if (ends_anew) lines.out_before(before);
  std::visit([&](const auto& e) { lines.on(e); }, event);
  return std::move(lines).finish();
}

}  // namespace fairdeal::rules
