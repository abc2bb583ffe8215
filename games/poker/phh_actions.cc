#include "games/poker/phh_actions.h"

#include <algorithm>
#include <utility>

namespace fairdeal::rules {
namespace {

using Done = HandRecord::Action::Kind;

constexpr const char* kAlone = "The hand ends here, since all others are silent or have left";
constexpr const char* kSittingOut = "sits out";
constexpr const char* kOutOfTurn = "A hand was folded out of turn, and its bet stays in the pot";
constexpr const char* kNotAsked = "is not asked, since nobody else can bet";
constexpr const char* kBombPot = "is not asked, since this is a bomb pot";

}  // namespace

std::string phh_cards(std::span<const Face> faces) {
  std::string text;
  for (const Face face : faces) text += card_name(face);
  return text;
}

PhhActions::PhhActions(const HandRecord& hand)
    : hand_(hand), begun_(!hand.variant->has_bring_in()) {
  for (std::size_t i = 1; i <= hand.seats; ++i) {
    const Seat seat(static_cast<std::uint32_t>((hand.button.value + i) % hand.seats));
    if (const auto* player = hand.player(seat); player != nullptr && player->dealt_in)
      players_.push_back(*player);
  }
  post();
  if (!hand.dealt) {
    lines_.emplace_back("# Nobody was dealt cards");
    return;
  }
  if (!hand.variant->has_bring_in()) deal();
  std::string why;
  for (const Action& action : hand.actions)
    if (why = take(action); !why.empty()) break;
  deal_new();
  show_hands();
  if (why.empty() && hand.given_back) why = "The hand cannot be finished: all chips go back";
  if (why.empty() && hand.ended && betting_.in() > 1 && !showdown_ && !begin_showdown())
    why = kAlone;
  if (!why.empty()) lines_.push_back("# " + why);
}

std::optional<std::uint32_t> PhhActions::place(Seat seat) const {
  const auto found = std::ranges::find(players_, seat, &HandRecord::Player::seat);
  if (found == players_.end()) return {};
  return static_cast<std::uint32_t>(found - players_.begin());
}

/// Posts as hand.cc does. A short stack posts what it has, which readers find out by themselves;
/// but they take an ante before the blind, so that an ante for the table is written as it was paid.
void PhhActions::post() {
  const std::size_t n = players_.size();
  betting_.seats = n;
  betting_.limit = hand_.limit;
  betting_.raise_min = hand_.level.big;
  antes_.assign(n, hand_.table_ante ? 0 : hand_.level.ante);
  blinds_.assign(n, 0);
  silent_.assign(n, "");
  open_.assign(n, {});
  cards_.assign(n, 0);
  for (std::uint32_t i = 0; i < n; ++i) {
    betting_.stakes[i] = {.stack = players_[i].stack, .in = true};
    if (players_[i].sits_out) silent_[i] = kSittingOut;
    if (!hand_.table_ante) betting_.post_ante(Seat(i), hand_.level.ante);
  }
  if (hand_.variant->has_bring_in()) return;
  if (hand_.bomb) return betting_.begin(Seat(0));  // readers have a round before the flop
  for (const auto& [seat, chips] :
       {std::pair(hand_.small, hand_.level.small), std::pair(hand_.big, hand_.level.big)}) {
    if (const auto at = place(seat)) {
      betting_.post_blind(Seat(*at), chips);
      blinds_[*at] = chips;
    } else {
      betting_.miss_blind(chips);
    }
  }
  auto last = place(hand_.big);
  for (const Action& action : hand_.actions) {
    const auto at = place(action.seat);
    if (!at) continue;
    if (action.kind == Done::table_ante) {
      betting_.post_table_ante(Seat(*at), action.chips);
      antes_[*at] = action.chips;
    }
    if (action.kind == Done::straddle) {
      betting_.post_blind(Seat(*at), action.to);
      blinds_[*at] = action.to;
      last = at;
      if (hand_.limit.kind != BetLimit::Kind::fixed) betting_.raise_min = betting_.to_meet;
    }
  }
  betting_.count_blinds(last && last != place(hand_.big) ? 2 : 1);
  if (n > 0) betting_.begin(betting_.after(Seat(last.value_or(static_cast<std::uint32_t>(n - 1)))));
  if (n == 2) {
    std::ranges::reverse(antes_);
    std::ranges::reverse(blinds_);
  }
}

void PhhActions::deal() {
  for (std::uint32_t i = 0; i < players_.size(); ++i) {
    const auto& own = players_[i].own;
    std::string cards;
    for (std::size_t card = 0; card < hand_.variant->hole_by(0); ++card)
      cards += card < own.size() && own[card] ? card_name(*own[card]) : "??";
    lines_.push_back("d dh p" + std::to_string(i + 1) + " " + cards);
  }
}

void PhhActions::say(Seat player, const std::string& what, const std::string& comment) {
  lines_.push_back("p" + std::to_string(player.value + 1) + " " + what +
                   (comment.empty() ? "" : " # " + comment));
}

std::string PhhActions::take(const Action& action) {
  if (action.kind == Done::board) return open_board(action);
  if (action.kind == Done::anew)
    return "The hand goes on with another deck, without those who left";
  const auto at = place(action.seat);
  if (!at) return "";
  const Seat player(*at);
  if (action.kind == Done::deal) return deal_card(action, player);
  if (action.kind == Done::discard) return discard(action, player);
  if (drawing_ && action.kind == Done::fold && changed_ < betting_.in())
    return "A hand was folded while others changed their cards";
  deal_new();
  if (action.kind >= Done::bring_in && action.kind <= Done::raise && !begun_) begin_betting();
  switch (action.kind) {
    case Done::bring_in:
      if (!reach(player)) return kOutOfTurn;
      say(player, "pb", action.absent ? "does not answer" : "");
      betting_.bring_in(hand_.level.small);
      return "";
    case Done::fold:
      if (showdown_) return "A hand is folded after the betting, since its seat does not answer";
      if (betting_.turn == player) {
        say(player, "f", action.absent ? "does not answer" : "");
        betting_.fold();
      } else {
        silent_[*at] = "is out of the hand";
      }
      return "";
    case Done::check:
    case Done::call:
    case Done::bet:
    case Done::raise:
      return bet(action, player);
    case Done::show:
    case Done::muck:
      return show(action, player);
    default:
      return "";  // posted
  }
}

/// Writes which cards a player changes. In the format all do so before the new cards are dealt.
std::string PhhActions::discard(const Action& action, Seat player) {
  if (drawing_ && changed_ >= betting_.in()) deal_new();  // nobody bet since the draw before
  if (!drawing_) {
    if (!close_round()) return kOutOfTurn;
    if (betting_.in() < 2) return "The hand ends here";
    if (has_silent()) return "A hand was folded out of turn, which readers would ask for its cards";
    ++street_;
    betting_.gather(bet_min(street_));
    if (betting_.able() > 1) betting_.begin(Seat(0));
    drawing_ = true;
    changed_ = 0;
  }
  ++changed_;
  std::string cards;
  if (action.cards.size() == action.count)
    cards = phh_cards(action.cards);
  else
    for (std::size_t card = 0; card < action.count; ++card) cards += "??";
  say(player, "sd" + (cards.empty() ? "" : " " + cards), action.absent ? "does not answer" : "");
  return "";
}

/// Writes the cards that came for those that were changed.
void PhhActions::deal_new() {
  for (const std::string& line : std::exchange(new_cards_, {})) lines_.push_back(line);
  drawing_ = false;
}

bool PhhActions::has_silent() const {
  for (std::uint32_t i = 0; i < players_.size(); ++i)
    if (betting_.stakes[i].in && !silent_[i].empty()) return true;
  return false;
}

/// Writes a card that comes to a player, perhaps as the first one of the next street.
std::string PhhActions::deal_card(const Action& action, Seat player) {
  const PokerVariant& variant = *hand_.variant;
  if (drawing_) {
    const std::string line = "d dh p" + std::to_string(player.value + 1) + " ";
    const std::string name = action.cards.empty() ? "??" : phh_cards(action.cards);
    if (!new_cards_.empty() && new_cards_.back().starts_with(line))
      new_cards_.back() += name;
    else
      new_cards_.push_back(line + name);
    return "";
  }
  const std::size_t card = cards_[player.value]++;
  const std::size_t street = variant.street_of(card);
  if (!showdown_ && street > street_) {
    if (!close_round()) return kOutOfTurn;
    betting_.gather(bet_min(street));
    if (betting_.in() < 2) return "The hand ends here";
    street_ = street;
    begun_ = false;
  }
  const std::string name = action.cards.empty() ? "??" : phh_cards(action.cards);
  for (Show& shown : shows_)
    if (shown.player == player)
      shown.cards.insert(shown.cards.end(), action.cards.begin(), action.cards.end());
  if (variant.is_up(card) && !action.cards.empty()) open_[player.value].add(action.cards.front());
  const std::string line = "d dh p" + std::to_string(player.value + 1) + " ";
  // All that a player gets on the first street stands in one line.
  const auto begun = std::ranges::find_if(
      lines_, [&](const std::string& other) { return street == 0 && other.starts_with(line); });
  if (begun != lines_.end())
    *begun += name;
  else
    lines_.push_back(line + name);
  return "";
}

/// Gives the turn to the player whose open cards are to speak, as soon as all have their cards.
void PhhActions::begin_betting() {
  const PokerVariant& variant = *hand_.variant;
  std::optional<std::uint32_t> first;
  for (std::uint32_t i = 0; i < players_.size(); ++i) {
    if (!betting_.stakes[i].in) continue;
    if (cards_[i] < variant.hole_by(street_)) return;
    const bool before = first && (street_ == 0 ? variant.brings_in_before(open_[i], open_[*first])
                                               : variant.speaks_before(open_[i], open_[*first]));
    if (!first || before) first = i;
  }
  begun_ = true;
  if (betting_.able() > 1 && first) betting_.begin(Seat(*first));
}

Chips PhhActions::bet_min(std::size_t street) const {
  const bool doubled =
      hand_.limit.kind == BetLimit::Kind::fixed && hand_.variant->streets[street].doubled;
  return (doubled ? 2 : 1) * hand_.level.big;
}

/// Returns whether all who are left have all cards that they will have.
bool PhhActions::is_complete() const {
  if (hand_.variant->board() > 0) return board_ == hand_.variant->board();
  if (hand_.variant->has_draws()) return street_ + 1 == hand_.variant->streets.size();
  for (std::uint32_t i = 0; i < players_.size(); ++i)
    if (betting_.stakes[i].in && cards_[i] < hand_.variant->hole()) return false;
  return true;
}

std::string PhhActions::bet(const Action& action, Seat player) {
  if (!reach(player)) return "A hand was folded out of turn, and nobody waited for it";
  const std::string comment = action.absent ? "does not answer" : "";
  if (action.to > 0 && !can_be_called(player)) {
    say(player, "cc", "raises to " + std::to_string(action.to) + ", which nobody can call");
    betting_.call();
  } else if (action.to > 0) {
    say(player, "cbr " + std::to_string(action.to), comment);
    betting_.raise_to(action.to);
  } else if (betting_.to_call() != action.chips) {
    return "A call costs less here, since a hand was folded out of turn";
  } else {
    say(player, "cc", comment);
    betting_.call();
  }
  return "";
}

/// Returns whether anybody else has the chips for more than the present bet. Otherwise a raise
/// comes back as a whole, and readers refuse it.
bool PhhActions::can_be_called(Seat player) const {
  for (std::uint32_t i = 0; i < betting_.seats; ++i)
    if (const Stake& of = betting_.stakes[i];
        Seat(i) != player && of.in && of.bet + of.stack > betting_.to_meet)
      return true;
  return false;
}

bool PhhActions::reach(Seat player) {
  while (betting_.turn && betting_.turn != player && !silent_[betting_.turn->value].empty()) {
    say(*betting_.turn, "f", silent_[betting_.turn->value]);
    betting_.fold();
  }
  return betting_.turn == player;
}

bool PhhActions::close_round() {
  while (betting_.turn) {
    const Seat turn = *betting_.turn;
    if (!silent_[turn.value].empty()) {
      say(turn, "f", silent_[turn.value]);
      betting_.fold();
    } else if (betting_.to_call() == 0) {
      say(turn, "cc", hand_.bomb && board_ == 0 ? kBombPot : kNotAsked);
      betting_.call();
    } else {
      return false;
    }
  }
  return !has_lost_bet();
}

/// Returns whether a silent seat has bet more than anybody called: that stays in the pot, but
/// readers of the format give it back.
bool PhhActions::has_lost_bet() const {
  const auto bets = std::span(betting_.stakes).first(betting_.seats);
  const auto highest = std::ranges::max_element(bets, {}, &Stake::bet);
  if (highest == bets.end() || !highest->in ||
      silent_[static_cast<std::size_t>(highest - bets.begin())].empty())
    return false;
  return std::ranges::count(bets, highest->bet, &Stake::bet) == 1 && highest->bet > 0;
}

std::string PhhActions::open_board(const Action& action) {
  if (hand_.twice && showdown_) {
    std::string boards = "Two boards are dealt: first board";
    for (const bool second : {false, true}) {
      boards += second ? "; the second board's own cards" : "";
      for (const Action& other : hand_.actions)
        if (other.kind == Done::board && other.second == second)
          boards += " " + phh_cards(other.cards);
    }
    return boards;
  }
  if (!showdown_) {
    if (!close_round()) return kOutOfTurn;
    board_ += action.cards.size();
    betting_.gather(bet_min(board_ - 2));
    if (betting_.in() < 2) return "The hand ends here";
    if (betting_.able() > 1) betting_.begin(Seat(0));
  }
  lines_.push_back("d db " + phh_cards(action.cards));
  return "";
}

bool PhhActions::begin_showdown() {
  if (!close_round()) return false;
  if (betting_.in() < 2) return true;
  // Without all cards nothing is compared: then readers deal them, unless all of the others have
  // folded.
  std::size_t silent = 0;
  for (std::uint32_t i = 0; i < players_.size(); ++i)
    silent += betting_.stakes[i].in && !silent_[i].empty();
  if (!is_complete() && (betting_.able() > 1 || betting_.in() <= silent + 1)) return false;
  showdown_ = true;
  for (std::uint32_t i = 0; i < players_.size(); ++i)
    if (betting_.stakes[i].in && !silent_[i].empty()) say(Seat(i), "sm", silent_[i]);
  return true;
}

std::string PhhActions::show(const Action& action, Seat player) {
  if (!showdown_ && !begin_showdown()) return kAlone;
  shows_.push_back({player, action.cards, action.absent});
  if (!hand_.variant->has_bring_in()) show_hands();
  return "";
}

/// Writes the hands that are shown or mucked. Where cards come after the betting, readers want to
/// see them with the last of these.
void PhhActions::show_hands() {
  for (const Show& shown : std::exchange(shows_, {}))
    say(shown.player, "sm" + (shown.cards.empty() ? "" : " " + phh_cards(shown.cards)),
        shown.absent ? "does not answer" : "");
}

}  // namespace fairdeal::rules
