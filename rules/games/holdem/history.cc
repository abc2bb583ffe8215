#include "rules/games/holdem/history.h"

#include <algorithm>

#include "rules/pots.h"

namespace fairdeal::rules {
namespace {

using Kind = Holdem::Move::Kind;
using Street = Holdem::Street;

std::string number(Chips chips) { return std::to_string(chips); }

/// "[Ks 4h]".
std::string cards(std::span<const Face> faces) {
  std::string text;
  for (const Face face : faces) text += (text.empty() ? "" : " ") + card_name(face);
  return "[" + text + "]";
}

/// What `pot` of so many is called, before the word pot: "main ", "side-1 " is "side pot-1".
std::string pot_name(std::size_t pot, std::size_t count, const char* main, const char* side) {
  if (pot == 0) return main;
  return side + std::string("pot") + (count > 2 ? "-" + std::to_string(pot) : "");
}

}  // namespace

/// One event, between two values.
class HandHistoryEvent {
 public:
  HandHistoryEvent(HandHistory& history, const Holdem& before, const Holdem& after)
      : history_(history),
        hand_(history.hand_),
        before_(before),
        after_(after),
        closed_(before.betting()) {}

  void on(const Moved<Holdem::Move>& event) { moved(event.seat, event.move); }
  void on(const Shuffled&) {
    if (!hand_.headed) add_heading();
  }
  void on(const Dealt&) {
    if (after_.street() != Street::deal) add("*** HOLE CARDS ***");
  }
  void on(const Shown& event);
  void on(const Absent& event);
  void on(const Out& event);
  void on(const Void& event);
  template <class E>
  void on(const E&) {}

  /// What follows from the event; all lines that can be told now.
  std::string finish() &&;

 private:
  /// Chips of one pot that one seat wins.
  struct Award {
    Seat seat;
    Chips chips;
    std::size_t pot;
    bool second;  ///< by the second board
  };

  void add(const std::string& line) { text_ += line + "\n"; }
  std::string name(Seat seat) const { return seat_name(history_.names_, seat); }
  void says(Seat seat, const std::string& what) { add(name(seat) + ": " + what); }
  std::vector<Seat> seats() const;
  const Stake& stake(Seat seat) const { return before_.betting().at(seat); }
  bool is_left(Seat seat) const {
    return stake(seat).total() > 0 && before_.presence(seat) != Holdem::Presence::here &&
           !before_.pocket(seat).dealt_in;
  }
  bool hand_ends() const {
    return after_.hand() != before_.hand() ||
           (after_.street() == Street::over && before_.street() != Street::over);
  }
  bool is_paid() const { return after_.last().hand != before_.last().hand; }

  void add_heading();
  void add_button();
  void add_antes();
  void add_blind(Seat seat, const char* which, Chips due);
  void moved(Seat seat, const Holdem::Move& move);
  void bet(Seat seat, const Holdem::Move& move);
  void leaves(Seat seat);
  void mucks(Seat seat);
  void begin_showdown(const char* which);
  void pocket_shown(Seat seat, const Holdem::Pocket& pocket);
  void board_shown(Face face);
  void return_uncalled();
  void return_all();
  void end_hand();
  std::vector<Pot> final_pots() const;
  std::vector<Award> awards(const std::vector<Pot>& pots) const;
  void collect(const std::vector<Pot>& pots);
  void summarize(const std::vector<Pot>& pots);
  std::string seat_words(Seat seat) const;
  std::string rank_words(Seat seat) const;

  HandHistory& history_;
  HandHistory::Hand& hand_;
  const Holdem& before_;
  const Holdem& after_;
  Betting closed_;     ///< after the event, and before chips are gathered and paid
  bool anew_ = false;  ///< whether the blinds are posted anew: nothing has happened yet
  std::string text_;
};

std::vector<Seat> HandHistoryEvent::seats() const {
  std::vector<Seat> seats;
  for (std::uint32_t i = 0; i < before_.betting().seats; ++i) seats.emplace_back(i);
  return seats;
}

// ---- The heading

void HandHistoryEvent::add_heading() {
  hand_.headed = true;
  const std::string early = std::exchange(text_, "");
  const HoldemTerms& terms = before_.terms();
  const BlindLevel& level = terms.level(before_.hand());
  constexpr const char* kLimits[] = {"No Limit", "Pot Limit", "Limit"};
  add("Fairdeal Hand #" + number(before_.hand()) + ": Hold'em " +
      kLimits[static_cast<std::size_t>(terms.limit.kind)] + " (" + number(level.small) + "/" +
      number(level.big) + ")" + (history_.time_.empty() ? "" : " - " + history_.time_));
  add_button();
  for (const Seat seat : seats())
    if (stake(seat).total() > 0)
      add("Seat " + number(seat.value + 1) + ": " + name(seat) + " (" +
          number(stake(seat).total()) + " in chips)" +
          (before_.sits_out(seat) || !before_.pocket(seat).dealt_in ? " is sitting out" : ""));
  if (!terms.table_ante) add_antes();
  add_blind(before_.blinds().small, "small", level.small);
  add_blind(before_.blinds().big, "big", level.big);
  if (terms.table_ante) add_antes();
  text_ += std::exchange(hand_.before_shuffle, "") + early;
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

void HandHistoryEvent::add_blind(Seat seat, const char* which, Chips due) {
  const Stake& of = stake(seat);
  if (of.bet > 0)
    says(seat, std::string("posts ") + which + " blind " + number(of.bet) +
                   (of.stack == 0 && of.dead == 0 ? " and is all-in" : ""));
  else if (due > 0 && (is_left(seat) || of.total() == 0))
    add(std::string("No ") + which + " blind: seat " + number(seat.value + 1) + " is " +
        (is_left(seat) ? "left" : "empty"));
}

// ---- What seats do

void HandHistoryEvent::moved(Seat seat, const Holdem::Move& move) {
  switch (move.kind) {
    case Kind::away:
      if (before_.street() != Street::seating) bet(seat, move);
      return add(name(seat) + " is sitting out");
    case Kind::back:
      return add(name(seat) + " has returned");
    case Kind::straddle:
      return says(seat, "posts straddle " + number(after_.betting().to_meet));
    case Kind::once:
      return says(seat, "wants one board");
    case Kind::twice:
      return says(seat, "wants two boards");
    case Kind::muck:
      return mucks(seat);
    case Kind::pass:
    case Kind::show:  // the cards follow
      return;
    default:
      return bet(seat, move);
  }
}

void HandHistoryEvent::bet(Seat seat, const Holdem::Move& move) {
  const Stake& of = closed_.at(seat);
  const Chips call = closed_.to_call();
  std::string what;
  if (move.to > 0) {
    what = move.kind == Kind::bet
               ? "bets " + number(move.to)
               : "raises " + number(move.to - closed_.to_meet) + " to " + number(move.to);
    closed_.raise_to(move.to);
  } else if (move.kind == Kind::fold || (move.kind == Kind::away && call > 0)) {
    return leaves(seat);
  } else {
    what = call == 0 ? "checks" : "calls " + number(call);
    closed_.call();
  }
  says(seat, what + (of.stack == 0 ? " and is all-in" : ""));
}

/// The seat folds, on its move or not.
void HandHistoryEvent::leaves(Seat seat) {
  closed_.at(seat).in = false;
  hand_.folded[seat.value] = before_.board().size;
  says(seat, "folds");
}

void HandHistoryEvent::mucks(Seat seat) {
  if (before_.betting().in() == 1) return says(seat, "doesn't show hand");
  begin_showdown("");
  closed_.at(seat).in = false;
  hand_.mucked[seat.value] = true;
  says(seat, "mucks hand");
}

void HandHistoryEvent::on(const Absent& event) {
  if (before_.street() == Street::straddle) return;
  const Kind kind = [&] {
    switch (before_.street()) {
      case Street::seating:
        return Kind::away;
      case Street::run_outs:
        return Kind::once;
      case Street::showdown:
        return event.opens && before_.betting().in() > 1 ? Kind::show : Kind::muck;
      default:
        if (before_.terms().sit_out) return Kind::away;
        return closed_.to_call() == 0 ? Kind::check : Kind::fold;
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
  add(name(event.seat) + " is out of this hand");
  leaves(event.seat);
}

void HandHistoryEvent::on(const Void& event) {
  if (before_.betting().in() == 1) return;
  SeatSet in;
  for (const Seat seat : seats())
    if (stake(seat).in) in.insert(seat);
  if ((in - event.by).empty() || event.by.size() == before_.betting().seats) return;
  for (const Seat seat : (event.by & in).list()) {
    add(name(seat) + " has timed out");
    leaves(seat);
  }
  if (hand_ends() || (in - event.by).size() == 1) return;
  add(after_.street() == Street::shuffle ? "The cards are dealt anew to the others"
                                         : "The others show, and a new deck completes the board");
}

// ---- Cards

void HandHistoryEvent::begin_showdown(const char* which) {
  if (!hand_.at_showdown || *which != 0) add(std::string("*** ") + which + "SHOW DOWN ***");
  hand_.at_showdown = true;
}

void HandHistoryEvent::on(const Shown& event) {
  for (const Seat seat : seats()) {
    Holdem::Pocket pocket = before_.pocket(seat);
    for (std::size_t card = 0; card < 2; ++card)
      if (pocket.dealt_in && pocket.slots[card] == event.slot) {
        pocket.faces[card] = event.face;
        return pocket_shown(seat, pocket);
      }
  }
  board_shown(event.face);
}

void HandHistoryEvent::pocket_shown(Seat seat, const Holdem::Pocket& pocket) {
  const auto shown = pocket.shown();
  if (!shown) return;
  const auto& board = before_.board();
  if (board.size == board.faces.size() && before_.betting().in() > 1) begin_showdown("");
  const bool ranked = board.size >= 3;
  says(seat, "shows " + cards(*shown) +
                 (ranked ? " (" + describe(Holdem::rank(board, *shown)) + ")" : ""));
}

void HandHistoryEvent::board_shown(Face face) {
  const bool second = before_.board().size == before_.board().faces.size();
  Holdem::Board board = second ? *before_.second_board() : before_.board();
  board.faces[board.size++] = face;
  if (board.size < 3) return;
  constexpr const char* kNames[] = {"FLOP", "TURN", "RIVER"};
  const std::string which = !before_.second_board() ? "" : second ? "SECOND " : "FIRST ";
  const auto all = board.cards();
  const std::string line = "*** " + which + kNames[board.size - 3] + " *** ";
  if (board.size == 3) return add(line + cards(all));
  add(line + cards(all.first(board.size - 1)) + " " + cards(all.last(1)));
}

// ---- Chips

/// Tells of chips that nobody called.
void HandHistoryEvent::return_uncalled() {
  for (const Seat seat : seats()) {
    const auto put_in = [seat](const Betting& betting) {
      return betting.at(seat).bet + betting.at(seat).paid;
    };
    const Chips left = is_paid() ? after_.last().paid[seat.value] : put_in(after_.betting());
    const Chips back = put_in(closed_) - left;
    if (back > 0) add("Uncalled bet (" + number(back) + ") returned to " + name(seat));
  }
}

void HandHistoryEvent::return_all() {
  add("The hand cannot be finished: all chips go back");
  for (const Seat seat : seats())
    if (const Chips back = stake(seat).bet + stake(seat).paid; back > 0)
      add("Uncalled bet (" + number(back) + ") returned to " + name(seat));
}

std::vector<Pot> HandHistoryEvent::final_pots() const {
  if (!is_paid()) return {};
  Betting betting = closed_;
  const bool seating = before_.street() <= Street::seating && betting.in() > 1;
  for (const Seat seat : seats()) {
    Stake& of = betting.at(seat);
    of.paid = after_.last().paid[seat.value];
    if (seating && after_.sits_out(seat)) of.in = false;
  }
  return pots(betting.stakes);
}

std::vector<HandHistoryEvent::Award> HandHistoryEvent::awards(const std::vector<Pot>& pots) const {
  const auto& last = after_.last();
  std::vector<Award> awards;
  const auto award = [&](std::size_t pot, Chips chips, const Holdem::Board& board, bool second) {
    std::vector<Seat> winners;
    HandRank best;
    Seat seat = before_.button();
    for (std::size_t i = 0; i < before_.betting().seats; ++i) {
      seat = before_.betting().after(seat);
      if (!std::ranges::binary_search(pots[pot].seats, seat)) continue;
      const bool alone = pots[pot].seats.size() == 1;
      const HandRank rank = alone ? best : Holdem::rank(board, last.shown[seat.value].value());
      if (rank > best) winners.clear();
      best = std::max(best, rank);
      if (rank == best) winners.push_back(seat);
    }
    const auto parts = split(chips, winners.size());
    for (std::size_t i = 0; i < winners.size(); ++i)
      if (parts[i] > 0) awards.push_back({winners[i], parts[i], pot, second});
  };
  for (std::size_t pot = 0; pot < pots.size(); ++pot) {
    const Chips to_second = last.second ? pots[pot].chips / 2 : 0;
    award(pot, pots[pot].chips - to_second, last.board, false);
    if (last.second) award(pot, to_second, *last.second, true);
  }
  return awards;
}

void HandHistoryEvent::collect(const std::vector<Pot>& pots) {
  const auto list = awards(pots);
  const bool twice = after_.last().second.has_value();
  for (const bool second : {false, true}) {
    if (second && !twice) break;
    if (twice)
      begin_showdown(second ? "SECOND " : "FIRST ");
    else if (std::ranges::any_of(pots, [](const Pot& pot) { return pot.seats.size() > 1; }))
      begin_showdown("");
    for (const Award& award : list)
      if (award.second == second)
        add(name(award.seat) + " collected " + number(award.chips) + " from " +
            pot_name(award.pot, pots.size(), pots.size() == 1 ? "pot" : "main pot", "side "));
  }
}

// ---- The end of a hand

void HandHistoryEvent::summarize(const std::vector<Pot>& pots) {
  add("*** SUMMARY ***");
  Chips total = 0;
  for (const Pot& pot : pots) total += pot.chips;
  std::string line = "Total pot " + number(total);
  for (std::size_t pot = 0; pots.size() > 1 && pot < pots.size(); ++pot)
    line +=
        " " + pot_name(pot, pots.size(), "Main pot", "Side ") + " " + number(pots[pot].chips) + ".";
  add(line + " | Rake 0");
  const auto& board = is_paid() ? after_.last().board : before_.board();
  const auto& second = is_paid() ? after_.last().second : before_.second_board();
  if (second) add("Hand was run twice");
  if (board.size > 0) add((second ? "FIRST Board " : "Board ") + cards(board.cards()));
  if (second) add("SECOND Board " + cards(second->cards()));
  for (const Seat seat : seats()) {
    const bool small = seat == before_.blinds().small, big = seat == before_.blinds().big;
    const bool has_chips = stake(seat).total() > 0;
    if (!has_chips && seat != before_.button()) continue;
    add("Seat " + number(seat.value + 1) + ": " + (has_chips ? name(seat) : "empty") +
        (seat == before_.button() ? " (button)" : "") +
        (small && has_chips ? " (small blind)" : "") + (big ? " (big blind)" : "") +
        (has_chips ? " " + seat_words(seat) : ""));
  }
}

/// "showed [Ks 4h] and won (700) with two pair, kings and fours", to follow its name.
std::string HandHistoryEvent::seat_words(Seat seat) const {
  if (const auto folded = hand_.folded[seat.value]) {
    if (*folded < 3)
      return std::string("folded before Flop") +
             (stake(seat).bet + stake(seat).paid == 0 ? " (didn't bet)" : "");
    return std::string("folded on the ") + (*folded == 3   ? "Flop"
                                            : *folded == 4 ? "Turn"
                                                           : "River");
  }
  if (hand_.mucked[seat.value]) return "mucked";
  const auto& last = after_.last();
  if (!is_paid()) return "took its chips back";
  const Chips won = last.won[seat.value];
  const auto& shown = last.shown[seat.value];
  if (shown && last.board.size >= 3)
    return "showed " + cards(*shown) + (won > 0 ? " and won (" + number(won) + ")" : " and lost") +
           rank_words(seat);
  const bool away = before_.street() <= Street::seating && after_.sits_out(seat);
  const bool in = won > 0 || (closed_.at(seat).in && !away);
  return in ? "collected (" + number(won) + ")" : "sat out";
}

/// " with two pair, kings and tens"; with two boards, of both.
std::string HandHistoryEvent::rank_words(Seat seat) const {
  const auto& last = after_.last();
  const auto& shown = *last.shown[seat.value];
  std::string text = " with " + describe(Holdem::rank(last.board, shown));
  if (last.second) text += ", then " + describe(Holdem::rank(*last.second, shown));
  return text;
}

void HandHistoryEvent::end_hand() {
  const auto pots = final_pots();
  if (is_paid()) collect(pots);
  summarize(pots);
  add("");
}

std::string HandHistoryEvent::finish() && {
  if (anew_) return "";
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

std::string HandHistory::on(const Holdem& before, const Event<Holdem::Move>& event,
                            const Holdem& after) {
  HandHistoryEvent lines(*this, before, after);
  std::visit([&](const auto& e) { lines.on(e); }, event);
  return std::move(lines).finish();
}

}  // namespace fairdeal::rules
