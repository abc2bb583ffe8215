#include "games/poker/hand_record.h"

#include <algorithm>
#include <chrono>

#include "games/poker/history_event.h"

/// The record of a hand: its heading and its end. The events between them are noted in history.cc,
/// beside the lines that say the same.
namespace fairdeal::rules {

UtcTime UtcTime::of(std::uint64_t seconds) {
  using namespace std::chrono;
  const sys_seconds at{std::chrono::seconds(static_cast<std::int64_t>(seconds))};
  const auto day = floor<days>(at);
  const year_month_day date{day};
  const hh_mm_ss time{at - day};
  return {static_cast<int>(date.year()),
          static_cast<int>(static_cast<unsigned>(date.month())),
          static_cast<int>(static_cast<unsigned>(date.day())),
          static_cast<int>(time.hours().count()),
          static_cast<int>(time.minutes().count()),
          static_cast<int>(time.seconds().count())};
}

void HandHistoryEvent::note_heading() {
  using Kind = Action::Kind;
  HandRecord& hand = record();
  const PokerTerms& terms = before_.terms();
  hand.number = before_.hand();
  hand.variant = &before_.variant();
  hand.table = history_.table_;
  hand.time = history_.time_;
  hand.level = before_.level();
  hand.level_number = before_.level_number();
  hand.limit = terms.limit;
  hand.table_ante = before_.has_table_ante();
  hand.bomb = before_.is_bomb();
  hand.seats = before_.betting().seats;
  hand.button = before_.button();
  hand.small = before_.blinds().small;
  hand.big = before_.blinds().big;

  std::vector<Action> antes, blinds;
  for (const Seat seat : seats()) {
    const Stake& of = stake(seat);
    if (of.total() == 0) continue;
    // A seat that was out before the shuffle gets no cards, but its posted chips stay.
    const bool dealt_in = before_.pocket(seat).dealt_in || of.bet + of.paid > 0;
    hand.players.push_back({.seat = seat,
                            .name = name(seat),
                            .stack = of.total(),
                            .dealt_in = dealt_in,
                            .sits_out = !dealt_in || before_.sits_out(seat)});
    if (of.paid > 0)
      antes.push_back({.kind = hand.table_ante ? Kind::table_ante : Kind::ante,
                       .seat = seat,
                       .chips = of.paid,
                       .all_in = of.stack == 0 && (of.dead > 0 || of.bet == 0)});
  }
  for (const Blind& blind : blinds_due())
    if (const Stake& of = stake(blind.seat); of.bet > 0)
      blinds.push_back({.kind = blind.kind,
                        .seat = blind.seat,
                        .chips = of.bet,
                        .all_in = of.stack == 0 && of.dead == 0});
  auto& first = hand.table_ante ? blinds : antes;
  auto& then = hand.table_ante ? antes : blinds;
  hand.actions.insert(hand.actions.begin(), then.begin(), then.end());
  hand.actions.insert(hand.actions.begin(), first.begin(), first.end());
}

void HandHistoryEvent::note_end(const std::vector<Pot>& pots, const std::vector<Award>& awards) {
  HandRecord& hand = record();
  hand.ended = true;
  hand.given_back = !is_paid();
  if (is_paid()) {
    const auto& last = after_.last();
    hand.twice = last.second.has_value();
    for (HandRecord::Player& player : hand.players) {
      player.paid = last.paid[player.seat.value];
      player.won = last.won[player.seat.value];
    }
    for (const Pot& pot : pots) hand.pots.push_back({.chips = pot.chips});
    for (const Award& award : awards) {
      auto& wins = hand.pots[award.pot].wins;
      const auto won =
          std::ranges::find(wins, award.of.seat, [](const auto& win) { return win.first; });
      if (won != wins.end())
        won->second += award.of.chips;
      else
        wins.emplace_back(award.of.seat, award.of.chips);
    }
  }
  history_.hands_.push_back(hand);
}

std::optional<HandRecord> HandHistory::unfinished() const {
  return hand_.headed ? std::optional(hand_.record) : std::nullopt;
}

}  // namespace fairdeal::rules
