#include "games/hearts/hearts_tricks.h"

#include <algorithm>
#include <array>

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

/// Returns the seat that has said falsely that it has not the two of clubs, or else has led another
/// card in its place; none: there is none. A seat that had to lead, as the three before it said
/// that they have not that card, is not to blame for their lie.
std::optional<HandOfHearts::Declined> kept_two_of_clubs(const HandOfHearts& played) {
  if (!played.two_leads) return {};
  const auto two = std::ranges::find(played.cards, kTwoOfClubs, &TrickCard::face);
  for (const auto& declined : played.declined)
    if (two != played.cards.end() && two->seat == declined.seat) return declined;
  const TrickCard& lead = played.cards.front();
  if (lead.face == kTwoOfClubs) return {};
  return HandOfHearts::Declined{.seat = lead.seat,
                                .chosen = std::ranges::count(played.unchosen, 0U) == 0};
}

std::vector<Renounce> renounces_in(const HandOfHearts& played, std::uint32_t hand) {
  std::vector<Renounce> found;
  if (const auto kept = kept_two_of_clubs(played); kept && kept->chosen)
    found.push_back({hand, kept->seat, 0, kTwoOfClubs, Wrong::kept_two_of_clubs});
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
  std::array<std::optional<Seat>, kHeartsCards> takes{};  // by trick: who broke the rules unasked
  for (const std::size_t i : played.unchosen)
    if (wrong_at(played.cards, i)) takes[i / kHeartsSeats] = played.cards[i].seat;

  if (const auto kept = kept_two_of_clubs(played)) takes[0] = kept->seat;

  for (std::size_t i = 0; i < played.cards.size(); i += kHeartsSeats) {
    const auto trick = std::span(played.cards).subspan(i, kHeartsSeats);
    const Seat taker = takes[i / kHeartsSeats].value_or(trick_winner(trick));
    for (const TrickCard& card : trick) points[taker.value] += hearts_points(card.face);
  }
  const auto all = std::ranges::find(points, kPointsOfHand);
  if (all == points.end()) return points;
  const Seat shooter(static_cast<std::uint32_t>(all - points.begin()));
  if (std::ranges::count(takes, std::optional(shooter)) > 0) return points;
  for (std::int64_t& of_seat : points) of_seat = kPointsOfHand - of_seat;
  return points;
}

}  // namespace fairdeal::rules
