#include "games/hearts/hearts_tricks.h"

#include <algorithm>

#include "base/check.h"

namespace fairdeal::rules {
namespace {

constexpr std::uint32_t kHearts = 2;  // the suit
constexpr Face kQueenOfSpades = Card{10, 3}.face();
constexpr std::int64_t kPointsOfHand = 26;

bool is_heart(Face face) { return card_of(face).suit == kHearts; }
bool has_points(Face face) { return hearts_points(face) > 0; }

}  // namespace

Seat trick_winner(std::span<const TrickCard> trick) {
  CHECK(!trick.empty());
  TrickCard best = trick.front();
  for (const TrickCard& card : trick)
    if (card_of(card.face).suit == card_of(best.face).suit && card.face > best.face) best = card;
  return best.seat;
}

std::int64_t hearts_points(Face face) {
  if (face == kQueenOfSpades) return 13;
  return is_heart(face) ? 1 : 0;
}

const char* words_of(Wrong wrong) {
  switch (wrong) {
    case Wrong::renounced:
      return "renounced";
    case Wrong::led_hearts_early:
      return "led hearts early";
    case Wrong::gave_points_in_first_trick:
      return "gave points in the first trick";
    case Wrong::kept_two_of_clubs:
      return "kept the two of clubs";
    case Wrong::led_in_its_place:
      return "led in place of the two of clubs";
  }
  CHECK(false);
}

std::optional<Wrong> wrong_with(Face card, std::span<const TrickCard> before,
                                std::span<const Face> others) {
  const std::size_t position = before.size() % kHeartsSeats;
  if (position > 0) {
    const auto led = card_of(before[before.size() - position].face).suit;
    if (card_of(card).suit == led) return {};
    if (std::ranges::any_of(others, [&](Face face) { return card_of(face).suit == led; }))
      return Wrong::renounced;
  } else if (is_heart(card) && std::ranges::none_of(before, is_heart, &TrickCard::face) &&
             !std::ranges::all_of(others, is_heart)) {
    return Wrong::led_hearts_early;
  }
  if (before.size() < kHeartsSeats && has_points(card) && !std::ranges::all_of(others, has_points))
    return Wrong::gave_points_in_first_trick;
  return {};
}

namespace {

/// Says which rule the i-th card of a whole hand broke, if any.
std::optional<Wrong> wrong_at(std::span<const TrickCard> cards, std::size_t i) {
  std::vector<Face> others;  // what the seat played later it held now
  for (const TrickCard& later : cards.subspan(i + 1))
    if (later.seat == cards[i].seat) others.push_back(later.face);
  return wrong_with(cards[i].face, cards.first(i), others);
}

}  // namespace

/// Returns what seats did against the rule that the holder of the two of clubs leads it. A seat
/// that had to lead, as the three before it said that they have not that card, is not to blame for
/// their lie.
std::vector<Renounce> against_two_of_clubs(const HandOfHearts& played, std::uint32_t hand) {
  std::vector<Renounce> found;
  if (!played.two_leads) return found;
  const auto two = std::ranges::find(played.cards, kTwoOfClubs, &TrickCard::face);
  for (const auto& declined : played.declined)
    if (two != played.cards.end() && two->seat == declined.seat && declined.chosen)
      found.push_back({hand, declined.seat, 0, kTwoOfClubs, Wrong::kept_two_of_clubs});
  const TrickCard& lead = played.cards.front();
  const bool had_to_lead = played.declined.size() + 1 == kHeartsSeats;
  if (lead.face != kTwoOfClubs && !had_to_lead && std::ranges::count(played.unchosen, 0U) == 0)
    found.push_back({hand, lead.seat, 0, lead.face, Wrong::led_in_its_place});
  return found;
}

/// Returns the seat with the two of clubs if it was absent when it should have led this card.
std::optional<Seat> absent_with_two_of_clubs(const HandOfHearts& played) {
  const auto two = std::ranges::find(played.cards, kTwoOfClubs, &TrickCard::face);
  if (!played.two_leads || two == played.cards.end() || two == played.cards.begin()) return {};
  const bool was_asked =
      std::ranges::count(played.declined, HandOfHearts::Declined{two->seat, false}) > 0;
  const bool led =
      played.cards.front().seat == two->seat && std::ranges::count(played.unchosen, 0U) > 0;
  return was_asked || led ? std::optional(two->seat) : std::nullopt;
}

/// Returns the seats that broke a rule because they were absent.
SeatSet wrong_by_absence(const HandOfHearts& played) {
  SeatSet seats;
  for (const std::size_t i : played.unchosen)
    if (wrong_at(played.cards, i)) seats.insert(played.cards[i].seat);
  if (const auto seat = absent_with_two_of_clubs(played)) seats.insert(*seat);
  return seats;
}

/// Returns the points of each seat if the winner of each trick takes those of its cards.
Payoff points_of_tricks(std::span<const TrickCard> cards) {
  Payoff points(kHeartsSeats, 0);
  for (std::size_t i = 0; i < cards.size(); i += kHeartsSeats) {
    const auto trick = cards.subspan(i, kHeartsSeats);
    for (const TrickCard& card : trick)
      points[trick_winner(trick).value] += hearts_points(card.face);
  }
  return points;
}

std::vector<Renounce> renounces_in(const HandOfHearts& played, std::uint32_t hand) {
  std::vector<Renounce> found = against_two_of_clubs(played, hand);
  for (std::size_t i = 0; i < played.cards.size(); ++i) {
    const auto& [seat, card] = played.cards[i];
    if (std::ranges::count(found, seat, &Renounce::seat) > 0) continue;
    if (std::ranges::count(played.unchosen, i) > 0) continue;
    if (const auto wrong = wrong_at(played.cards, i))
      found.push_back({hand, seat, static_cast<std::uint32_t>(i / kHeartsSeats), card, *wrong});
  }
  return found;
}

Payoff points_of_hand(const HandOfHearts& played, std::span<const Renounce> renounces) {
  Payoff points(kHeartsSeats, 0);
  for (const Renounce& renounce : renounces) points[renounce.seat.value] = kPointsOfHand;
  if (!renounces.empty()) return points;
  points = points_of_tricks(played.cards);
  const SeatSet silent = wrong_by_absence(played);
  if (const auto all = std::ranges::find(points, kPointsOfHand); all != points.end()) {
    const Seat shooter(static_cast<std::uint32_t>(all - points.begin()));
    if (silent.empty())
      for (std::int64_t& of_seat : points) of_seat = kPointsOfHand - of_seat;
    else if (!silent.has(shooter))
      *all = 0;
  }
  for (const Seat seat : silent.list()) points[seat.value] = kPointsOfHand;
  return points;
}

}  // namespace fairdeal::rules
