#include <algorithm>
#include <bit>

#include "games/poker/variant.h"

/// The orders of poker hands beside the usual one, which is in rules/hand_rank.
namespace fairdeal::rules {
namespace {

constexpr std::size_t kHandCards = 5;
constexpr std::uint32_t kRankCount = 13;

/// Returns a card's rank with the ace as the lowest, from 0 on.
std::uint32_t low_rank_of(Face face) { return (card_of(face).rank + 1) % kRankCount; }

HandRank rank_of(HandCategory category, std::uint32_t major, std::uint32_t minor) {
  return {static_cast<std::uint32_t>(category) << 26 | major << 13 | minor};
}

/// Turns an order round: the lowest rank becomes the highest one.
HandRank turned(HandRank rank) { return {~rank.value}; }

CardSet set_of(std::span<const Face> cards) {
  CardSet set;
  for (const Face card : cards) set |= CardSet::of(card);
  return set;
}

/// Returns the next larger number with as many ones; `bits` is not 0.
/// Source: Hacker's Delight, 2nd ed., section 2-1 (HAKMEM 175).
std::uint32_t next_of_as_many(std::uint32_t bits) {
  const std::uint32_t lowest = bits & (0 - bits);
  const std::uint32_t carried = bits + lowest;
  return (((carried ^ bits) >> 2) / lowest) | carried;
}

/// Calls `use` with each choice of `count` of the cards, of which there are at least so many;
/// `count` ≥ 1.
template <class Use>
void each_choice(std::span<const Face> cards, std::size_t count, Use use) {
  std::array<Face, CardList::kMax + CardList::kMax> chosen{};
  const std::uint32_t end = 1u << cards.size();
  for (std::uint32_t bits = (1u << count) - 1; bits < end; bits = next_of_as_many(bits)) {
    std::size_t size = 0;
    for (std::size_t i = 0; i < cards.size(); ++i)
      if ((bits >> i & 1) != 0) chosen[size++] = cards[i];
    use(std::span<const Face>(chosen).first(size));
  }
}

// ---- The deck of 36

constexpr std::uint32_t kNineLow = 1u << 12 | 0xfu << 4;  // A 6 7 8 9

/// Lets flush and full house change places.
HandCategory swapped(HandCategory category) {
  if (category == HandCategory::flush) return HandCategory::full_house;
  return category == HandCategory::full_house ? HandCategory::flush : category;
}

HandRank with_swapped(HandRank rank) {
  return rank_of(swapped(rank.category()), rank.major(), rank.minor());
}

HandRank rank_short(std::span<const Face> cards) {
  std::array<std::uint32_t, 4> suits{};
  for (const Face face : cards) suits[card_of(face).suit] |= 1u << card_of(face).rank;
  HandRank best = rank_hand(set_of(cards));
  const auto straight = [&](std::uint32_t ranks, HandCategory category) {
    if ((ranks & kNineLow) == kNineLow) best = std::max(best, rank_of(category, 1u << 7, 0));
  };
  for (const std::uint32_t suit : suits) straight(suit, HandCategory::straight_flush);
  straight(suits[0] | suits[1] | suits[2] | suits[3], HandCategory::straight);
  return with_swapped(best);
}

// ---- Low hands

/// Returns the rank of five cards without straights and flushes, with the ace low.
HandRank unturned_low(std::span<const Face> five) {
  std::array<std::uint32_t, kRankCount> counts{};
  for (const Face face : five) ++counts[low_rank_of(face)];
  std::array<std::uint32_t, 5> sets{};  // the ranks of which there are so many
  for (std::uint32_t rank = 0; rank < kRankCount; ++rank)
    if (counts[rank] > 0) sets[counts[rank]] |= 1u << rank;
  if (sets[4] != 0) return rank_of(HandCategory::four_of_a_kind, sets[4], sets[1]);
  if (sets[3] != 0 && sets[2] != 0) return rank_of(HandCategory::full_house, sets[3], sets[2]);
  if (sets[3] != 0) return rank_of(HandCategory::three_of_a_kind, sets[3], sets[1]);
  const int pairs = std::popcount(sets[2]);
  return rank_of(static_cast<HandCategory>(pairs), sets[2], sets[1]);
}

/// Here the ace is high, so A 2 3 4 5 is no straight.
HandRank unturned_deuce(std::span<const Face> five) {
  constexpr std::uint32_t kWheel = 1u << 12 | 0xfu;
  constexpr std::uint32_t kFive = 1u << 3;
  const HandRank rank = rank_hand(set_of(five));
  if (rank.category() == HandCategory::straight && rank.major() == kFive)
    return rank_of(HandCategory::high_card, 0, kWheel);
  if (rank.category() == HandCategory::straight_flush && rank.major() == kFive)
    return rank_of(HandCategory::flush, kWheel, 0);
  return rank;
}

template <class Rank>
HandRank lowest(std::span<const Face> cards, Rank rank) {
  HandRank best{};
  each_choice(cards, kHandCards,
              [&](std::span<const Face> five) { best = std::max(best, turned(rank(five))); });
  return best;
}

/// The number of a badugi's cards leads its rank, before their ranks.
HandRank rank_badugi(std::span<const Face> cards) {
  HandRank best{};
  for (std::size_t count = 1; count <= 4; ++count)
    each_choice(cards, count, [&](std::span<const Face> chosen) {
      std::uint32_t ranks = 0, suits = 0;
      for (const Face face : chosen) {
        ranks |= 1u << low_rank_of(face);
        suits |= 1u << card_of(face).suit;
      }
      const auto size = static_cast<int>(count);
      if (std::popcount(ranks) != size || std::popcount(suits) != size) return;
      best = std::max(best, {static_cast<std::uint32_t>(count) << 13 | (~ranks & 0x1fff)});
    });
  return best;
}

// ---- Words

/// "8-6-4-3-A": the highest of these ranks first.
std::string dashed(std::uint32_t ranks, std::string_view letters) {
  std::string line;
  for (std::uint32_t rank = kRankCount; rank-- > 0;)
    if ((ranks >> rank & 1) != 0) line += (line.empty() ? "" : "-") + std::string(1, letters[rank]);
  return line;
}

constexpr std::string_view kAceLow = "A23456789TJQK";
constexpr std::string_view kAceHigh = "23456789TJQKA";

std::string describe_low(HandRank low, std::string_view letters) {
  if (low.category() == HandCategory::high_card) return "a low of " + dashed(low.minor(), letters);
  // A rank's names have the ace as the highest.
  const auto named = [&](std::uint32_t ranks) {
    return letters == kAceHigh ? ranks : ranks >> 1 | (ranks & 1) << 12;
  };
  return describe(rank_of(low.category(), named(low.major()), named(low.minor())));
}

std::string describe_badugi(HandRank rank) {
  constexpr const char* kSizes[] = {"no card", "one card", "two cards", "three cards", "a badugi"};
  return std::string(kSizes[rank.value >> 13]) + ", " + dashed(~rank.value & 0x1fff, kAceLow);
}

}  // namespace

std::optional<HandRank> rank_by(HandOrder order, std::span<const Face> cards) {
  switch (order) {
    case HandOrder::high:
      return rank_hand(set_of(cards));
    case HandOrder::short_deck:
      return rank_short(cards);
    case HandOrder::ace_to_five:
      return lowest(cards, unturned_low);
    case HandOrder::eight_or_better: {
      const HandRank rank = lowest(cards, unturned_low);
      const HandRank low = turned(rank);
      const bool qualifies = low.category() == HandCategory::high_card && low.minor() < 1u << 8;
      return qualifies ? std::optional(rank) : std::nullopt;
    }
    case HandOrder::deuce_to_seven:
      return lowest(cards, unturned_deuce);
    case HandOrder::badugi:
      return rank_badugi(cards);
  }
  return {};
}

std::string describe(HandOrder order, HandRank rank) {
  switch (order) {
    case HandOrder::high:
      return describe(rank);
    case HandOrder::short_deck:
      return describe(with_swapped(rank));
    case HandOrder::eight_or_better:
      return dashed(turned(rank).minor(), kAceLow);
    case HandOrder::ace_to_five:
      return describe_low(turned(rank), kAceLow);
    case HandOrder::deuce_to_seven:
      return describe_low(turned(rank), kAceHigh);
    case HandOrder::badugi:
      return describe_badugi(rank);
  }
  return {};
}

namespace {

CardList joined(std::span<const Face> a, std::span<const Face> b) {
  CardList all;
  for (const Face face : a) all.add(face);
  for (const Face face : b) all.add(face);
  return all;
}

}  // namespace

bool PokerVariant::ranks(const CardList& board, const CardList& hand) const {
  if (this->board() > 0) return board.size >= 3;
  return hand.size >= (order == HandOrder::badugi ? 4 : kHandCards);
}

HandRank PokerVariant::rank(const CardList& board, const CardList& hand) const {
  return *rank_hands(order, board, hand);
}

std::optional<HandRank> PokerVariant::low_rank(const CardList& board, const CardList& hand) const {
  return low ? rank_hands(*low, board, hand) : std::nullopt;
}

std::optional<HandRank> PokerVariant::rank_hands(HandOrder by, const CardList& board,
                                                 const CardList& hand) const {
  if (!two_of_hand) return rank_by(by, joined(board.cards(), hand.cards()).cards());
  std::optional<HandRank> best;
  each_choice(hand.cards(), 2, [&](std::span<const Face> own) {
    each_choice(board.cards(), 3, [&](std::span<const Face> common) {
      best = std::max(best, rank_by(by, joined(own, common).cards()));
    });
  });
  return best;
}

std::string PokerVariant::describe(const CardList& board, const CardList& hand) const {
  std::string words = rules::describe(order, rank(board, hand));
  if (const auto second = low_rank(board, hand))
    words += ", and " + rules::describe(*low, *second) + " low";
  return words;
}

/// Groups of more cards of one rank come first, then higher ranks. All cards of the same number are
/// compared, so no group stands in place of another.
std::uint64_t PokerVariant::open_rank(std::span<const Face> open) const {
  const bool aces_low = order == HandOrder::ace_to_five;
  std::array<std::uint32_t, kRankCount> counts{};
  for (const Face face : open) ++counts[aces_low ? low_rank_of(face) : card_of(face).rank];
  std::uint64_t sizes = 0, ranks = 0;
  for (std::uint32_t count = 4; count > 0; --count)
    for (std::uint32_t rank = kRankCount; rank-- > 0;)
      if (counts[rank] == count) {
        sizes = 8 * sizes + count;
        ranks = 16 * ranks + rank;
      }
  while (sizes != 0 && sizes >> 9 == 0) sizes *= 8;
  return sizes << 32 | ranks;
}

bool PokerVariant::speaks_before(const CardList& open, const CardList& than) const {
  const std::uint64_t rank = open_rank(open.cards()), other = open_rank(than.cards());
  return order == HandOrder::ace_to_five ? rank < other : rank > other;
}

bool PokerVariant::brings_in_before(const CardList& open, const CardList& than) const {
  const auto rank = [this](const CardList& cards) {
    return open_rank(cards.cards()) * 4 + card_of(cards.faces[0]).suit;
  };
  return order == HandOrder::ace_to_five ? rank(open) > rank(than) : rank(open) < rank(than);
}

}  // namespace fairdeal::rules
