#include "rules/games/holdem_history.h"

#include "base/overloaded.h"
#include "rules/model.h"
#include "rules/pots.h"

namespace fairdeal::rules {
namespace {

using Kind = Holdem::Move::Kind;
using Street = Holdem::Street;

std::string number(Chips chips) { return std::to_string(chips); }

std::string cards(std::span<const Face> faces) {
  std::string text;
  for (const Face face : faces) text += (text.empty() ? "" : " ") + card_name(face);
  return text;
}

/// One event, between two values.
class Lines {
 public:
  Lines(const Holdem& before, const Holdem& after, const SeatNames& names)
      : before_(before), after_(after), names_(names) {}

  void on(const Moved<Holdem::Move>& event) { moved(event.seat, event.move, ""); }
  void on(const Shuffled&) { heading(); }
  void on(const Dealt&) {
    if (after_.street() != Street::deal) add("Before the flop");
  }
  void on(const Shown& event);
  void on(const Absent& event);
  void on(const Out& event);
  void on(const Void& event);
  template <class E>
  void on(const E&) {}

  void hand_end();
  std::string text() && { return std::move(text_); }

 private:
  void add(const std::string& line) { text_ += line + "\n"; }
  std::string name(Seat seat) const { return seat_name(names_, seat); }
  std::size_t seats() const { return before_.betting().seats; }
  /// "Ann 20, Bob 40" of those seats for which `text` says something.
  template <class Text>
  std::string each_seat(Text text) const;

  void heading();
  void moved(Seat seat, const Holdem::Move& move, const std::string& how);
  void bet(Seat seat, const Holdem::Move& move, const std::string& how);
  void uncalled(Betting betting);
  void folded(SeatSet seats_out);
  void pocket_shown(Seat seat, const Holdem::Pocket& pocket);
  void board_shown(Face face);
  std::string pot_text() const;
  std::string rank_text(Seat seat) const;

  const Holdem& before_;
  const Holdem& after_;
  const SeatNames& names_;
  std::string text_;
};

template <class Text>
std::string Lines::each_seat(Text text) const {
  std::string all;
  for (std::uint32_t i = 0; i < seats(); ++i) {
    const std::string what = text(Seat(i));
    if (!what.empty()) all += (all.empty() ? "" : ", ") + name(Seat(i)) + " " + what;
  }
  return all;
}

void Lines::heading() {
  const HoldemTerms& terms = before_.terms();
  const BlindLevel& level = terms.level(before_.hand());
  constexpr const char* kBetting[] = {"no-limit", "pot-limit", "fixed-limit"};
  const auto stake = [&](Seat seat) -> const Stake& { return before_.betting().at(seat); };
  add("Hand " + number(before_.hand()) + ": " +
      kBetting[static_cast<std::size_t>(terms.limit.kind)] + " hold'em, blinds " +
      number(level.small) + "/" + number(level.big) +
      (level.ante > 0 ? ", ante " + number(level.ante) : ""));
  add(each_seat([&](Seat seat) {
    if (stake(seat).total() == 0) return std::string();
    return number(stake(seat).total()) + (seat == before_.button() ? " (button)" : "");
  }));
  const auto antes = each_seat([&](Seat seat) {
    return stake(seat).paid > 0 ? "pays an ante of " + number(stake(seat).paid) : std::string();
  });
  const auto blinds = each_seat([&](Seat seat) {
    return stake(seat).bet > 0 ? "posts " + number(stake(seat).bet) : std::string();
  });
  if (!antes.empty()) add(antes);
  if (!blinds.empty()) add(blinds);
}

void Lines::moved(Seat seat, const Holdem::Move& move, const std::string& how) {
  const auto says = [&](const std::string& what) { add("  " + name(seat) + how + " " + what); };
  switch (move.kind) {
    case Kind::away:
      if (before_.street() != Street::seating) return bet(seat, move, how);
      return says("stays out");
    case Kind::back:
      return says("is back");
    case Kind::straddle:
      return says("straddles with " + number(after_.betting().to_meet));
    case Kind::once:
      return says("wants one board");
    case Kind::twice:
      return says("wants two boards");
    case Kind::muck:
      return says(before_.betting().in() == 1 ? "does not show" : "mucks");
    case Kind::pass:
    case Kind::show:  // the cards follow
      return;
    default:
      return bet(seat, move, how);
  }
}

void Lines::bet(Seat seat, const Holdem::Move& move, const std::string& how) {
  Betting betting = before_.betting();
  const Stake& stake = betting.at(seat);
  const Chips call = betting.to_call();
  std::string what;
  if (move.to > 0) {
    what = (move.kind == Kind::bet ? "bets " : "raises to ") + number(move.to);
    betting.raise_to(move.to);
  } else if (move.kind == Kind::fold || (move.kind == Kind::away && call > 0)) {
    what = "folds";
    betting.fold();
  } else {
    what = call == 0 ? "checks" : "calls " + number(call);
    betting.call();
  }
  if (stake.in && stake.stack == 0) what += " and is all-in";
  if (move.kind == Kind::away) what += " and sits out";
  add("  " + name(seat) + how + " " + what);
  if (!betting.turn) uncalled(betting);
}

/// `betting`: as it was when the round was over.
void Lines::uncalled(Betting betting) {
  const Betting closed = betting;
  betting.gather(1);
  for (std::uint32_t i = 0; i < seats(); ++i) {
    const Chips back = betting.at(Seat(i)).stack - closed.at(Seat(i)).stack;
    if (back > 0) add("  " + number(back) + " goes back to " + name(Seat(i)));
  }
}

void Lines::on(const Absent& event) {
  const std::string how = " does not answer:";
  switch (before_.street()) {
    case Street::seating:
      return moved(event.seat, {Kind::away}, how);
    case Street::straddle:
      return;
    case Street::run_outs:
      return moved(event.seat, {Kind::once}, how);
    case Street::showdown:
      return moved(event.seat, {Kind::muck}, how);
    default: {
      const bool leaves = before_.terms().sit_out;
      const bool free = before_.betting().to_call() == 0;
      return bet(event.seat, {leaves ? Kind::away : free ? Kind::check : Kind::fold}, how);
    }
  }
}

void Lines::on(const Out& event) {
  const Betting& before = before_.betting();
  if (!before.at(event.seat).in || before.in() == 1) return;
  add("  " + name(event.seat) + " is out of this hand: folds");
  folded(SeatSet::of({event.seat}));
}

void Lines::on(const Void& event) {
  SeatSet in;
  for (std::uint32_t i = 0; i < seats(); ++i)
    if (before_.betting().stakes[i].in) in.insert(Seat(i));
  if (in.size() == 1) return;
  if ((in - event.by).empty()) return add("The hand cannot be finished: all chips go back.");
  for (const Seat seat : (event.by & in).list()) add("  " + name(seat) + " does not answer: folds");
  folded(event.by);
  if (after_.hand() != before_.hand() || (in - event.by).size() == 1) return;
  if (after_.street() == Street::shuffle)
    add("The cards are dealt anew to the others");
  else
    add("The others show, and a new pack completes the board");
}

/// Adds a line for chips that nobody called, once no more bets are made.
void Lines::folded(SeatSet seats_out) {
  if (before_.street() < Street::preflop || before_.street() > Street::river) return;
  Betting betting = before_.betting();
  for (const Seat seat : seats_out.list()) betting.at(seat).in = false;
  if (!after_.betting().turn || after_.hand() != before_.hand()) uncalled(betting);
}

void Lines::on(const Shown& event) {
  for (std::uint32_t i = 0; i < seats(); ++i) {
    Holdem::Pocket pocket = before_.pocket(Seat(i));
    for (std::size_t card = 0; card < 2; ++card)
      if (pocket.dealt_in && pocket.slots[card] == event.slot) {
        pocket.faces[card] = event.face;
        return pocket_shown(Seat(i), pocket);
      }
  }
  board_shown(event.face);
}

void Lines::pocket_shown(Seat seat, const Holdem::Pocket& pocket) {
  const auto shown = pocket.shown();
  if (!shown) return;
  std::string line = "  " + name(seat) + " shows " + cards(*shown);
  if (before_.board().size >= 3) line += ": " + describe(Holdem::rank(before_.board(), *shown));
  add(line);
}

void Lines::board_shown(Face face) {
  const bool second = before_.board().size == before_.board().faces.size();
  Holdem::Board board = second ? *before_.second_board() : before_.board();
  board.faces[board.size++] = face;
  if (second) {
    if (board.size == 5) add("Second board " + cards(board.cards()));
    return;
  }
  if (board.size < 3) return;
  constexpr const char* kNames[] = {"Flop ", "Turn ", "River "};
  add(kNames[board.size - 3] + cards(board.cards()) + ", " + pot_text());
}

/// "pot 60", or "pots 75 for Ann, Bob, Cat; 40 for Bob, Cat".
std::string Lines::pot_text() const {
  const auto list = pots(before_.betting().stakes);
  if (list.size() == 1) return "pot " + number(list.front().chips);
  std::string text;
  for (const Pot& pot : list) {
    text += (text.empty() ? "pots " : "; ") + number(pot.chips) + " for ";
    for (std::size_t i = 0; i < pot.seats.size(); ++i)
      text += (i == 0 ? "" : ", ") + name(pot.seats[i]);
  }
  return text;
}

/// " with two pair, kings and tens", for who showed; with two boards, of both.
std::string Lines::rank_text(Seat seat) const {
  const auto& last = after_.last();
  const auto& shown = last.shown[seat.value];
  if (!shown || last.board.size < 3) return "";
  std::string text = " with " + describe(Holdem::rank(last.board, *shown));
  if (last.second) text += ", then " + describe(Holdem::rank(*last.second, *shown));
  return text;
}

void Lines::hand_end() {
  const auto& last = after_.last();
  if (last.hand == before_.last().hand) return;
  for (std::uint32_t i = 0; i < seats(); ++i)
    if (last.won[i] > 0) add(name(Seat(i)) + " wins " + number(last.won[i]) + rank_text(Seat(i)));
  add("");
}

}  // namespace

std::string history_lines(const Holdem& before, const Event<Holdem::Move>& event,
                          const Holdem& after, const SeatNames& names) {
  Lines lines(before, after, names);
  std::visit([&](const auto& e) { lines.on(e); }, event);
  lines.hand_end();
  return std::move(lines).text();
}

namespace {

Result<Event<Holdem::Move>> typed_event(const AnyEvent& event) {
  using Typed = Event<Holdem::Move>;
  return std::visit(Overloaded{[](const Moved<Action>& e) -> Result<Typed> {
                                 FD_TRY(const Json json,
                                        parse_json(e.move.text, Action::kBytesMax));
                                 FD_TRY(const auto move, Holdem::parse_move(json));
                                 return Typed(Moved<Holdem::Move>{e.seat, move});
                               },
                               [](const MovedTogether<Action>&) -> Result<Typed> {
                                 return fail(Fault::not_wanted, "hold'em has no such event");
                               },
                               [](const auto& e) -> Result<Typed> { return Typed(e); }},
                    event);
}

}  // namespace

std::string history_lines(const AnyGame& before, const AnyEvent& event, const AnyGame& after,
                          const SeatNames& names) {
  const auto* from = typed<Holdem>(before);
  const auto* to = typed<Holdem>(after);
  const auto happened = typed_event(event);
  if (from == nullptr || to == nullptr || !happened) return "";
  return history_lines(*from, *happened, *to, names);
}

}  // namespace fairdeal::rules
