#include "rules/hand_rank.h"

#include <bit>

namespace fairdeal::rules {
namespace {

/// A set of ranks: bit r for rank r.
using Ranks = std::uint32_t;

constexpr HandRank rank_of(HandCategory category, Ranks major, Ranks minor) {
  return {static_cast<std::uint32_t>(category) << 26 | major << 13 | minor};
}

/// Returns the set of the highest rank in `ranks`; the empty set for the empty set.
constexpr Ranks highest(Ranks ranks) { return std::bit_floor(ranks); }

constexpr Ranks without_lowest(Ranks ranks, unsigned count) {
  for (; count > 0; --count) ranks &= ranks - 1;
  return ranks;
}

/// Returns the set of the highest rank of the best straight; the empty set if there is none.
constexpr Ranks straight(Ranks ranks) {
  const Ranks with_low_ace = ranks << 1 | ranks >> 12;
  const Ranks runs_of_two = with_low_ace & with_low_ace >> 1;
  const Ranks runs_of_four = runs_of_two & runs_of_two >> 2;
  const Ranks lowest_of_five = runs_of_four & with_low_ace >> 4;
  // with_low_ace has every rank one place higher, and the bits left in lowest_of_five stand for the
  // lowest rank of a run of five. Its highest rank is four places above, so three are left.
  return lowest_of_five == 0 ? 0 : highest(lowest_of_five) << 3;
}

/// Counts the bits in each 16 bits of `x`. Each count stands where its 16 bits were.
constexpr std::uint64_t count_in_16s(std::uint64_t x) {
  x -= x >> 1 & 0x5555'5555'5555'5555;
  x = (x & 0x3333'3333'3333'3333) + (x >> 2 & 0x3333'3333'3333'3333);
  x = (x + (x >> 4)) & 0x0f0f'0f0f'0f0f'0f0f;
  return (x + (x >> 8)) & 0x001f'001f'001f'001f;
}

/// Returns the rank of a hand that has a flush or a straight flush. Among at most seven cards there
/// is then neither a full house nor four of a kind.
HandRank rank_flush(Ranks suited, unsigned count) {
  if (const Ranks top = straight(suited)) return rank_of(HandCategory::straight_flush, top, 0);
  return rank_of(HandCategory::flush, without_lowest(suited, count - 5), 0);
}

}  // namespace

HandRank rank_hand(CardSet cards) {
  const std::uint64_t counts = count_in_16s(cards.bits);
  // Adding three to a count sets the bit for eight exactly if the count is five or more.
  const std::uint64_t flush = (counts + 0x0003'0003'0003'0003) & 0x0008'0008'0008'0008;
  if (flush != 0) {
    const int shift = std::countr_zero(flush) & ~15;
    return rank_flush(cards.bits >> shift & 0x1fff, counts >> shift & 7);
  }
  const unsigned surplus = static_cast<unsigned>(counts * 0x0001'0001'0001'0001 >> 48) - 5;

  const Ranks c = cards.bits & 0x1fff;
  const Ranks d = cards.bits >> 16 & 0x1fff;
  const Ranks h = cards.bits >> 32 & 0x1fff;
  const Ranks s = cards.bits >> 48 & 0x1fff;
  const Ranks one_or_more = c | d | h | s;
  const Ranks two_or_more = (c & d) | (h & s) | ((c | d) & (h | s));
  const Ranks three_or_more = (c & d & (h | s)) | (h & s & (c | d));
  if (three_or_more != 0) {
    if (const Ranks four = c & d & h & s)
      return rank_of(HandCategory::four_of_a_kind, four, highest(one_or_more ^ four));
    const Ranks three = highest(three_or_more);
    if (const Ranks pairs = two_or_more ^ three)
      return rank_of(HandCategory::full_house, three, highest(pairs));
  }
  if (const Ranks top = straight(one_or_more)) return rank_of(HandCategory::straight, top, 0);
  // From here on every card beyond the fifth is one rank too many among the kickers, so
  // without_lowest leaves just those that complete the five.
  if (three_or_more != 0)
    return rank_of(HandCategory::three_of_a_kind, three_or_more,
                   without_lowest(one_or_more ^ three_or_more, surplus));
  // No pair, one or two pairs are handled without a branch, because the processor could not predict
  // it. A third pair takes two of seven cards but is only one rank, so there is one rank less to
  // drop.
  const Ranks first = highest(two_or_more);
  const Ranks second = highest(two_or_more ^ first);
  const Ranks pairs = first | second;
  const unsigned third = two_or_more != pairs;
  const int category = (first != 0) + (second != 0);
  return rank_of(static_cast<HandCategory>(category), pairs,
                 without_lowest(one_or_more ^ pairs, surplus - third));
}

namespace {

std::string rank_name(Ranks ranks) {
  static constexpr const char* kNames[] = {"deuce", "three", "four", "five", "six",
                                           "seven", "eight", "nine", "ten",  "jack",
                                           "queen", "king",  "ace"};
  return ranks == 0 ? "nothing" : kNames[std::bit_width(ranks) - 1];
}

std::string plural(Ranks ranks) {
  const std::string name = rank_name(ranks);
  return name + (name == "six" ? "es" : "s");
}

}  // namespace

std::string describe(HandRank rank) {
  const Ranks major = rank.major();
  switch (rank.category()) {
    case HandCategory::high_card:
      return rank_name(rank.minor()) + " high";
    case HandCategory::pair:
      return "a pair of " + plural(major);
    case HandCategory::two_pair:
      return "two pair, " + plural(major) + " and " + plural(major ^ highest(major));
    case HandCategory::three_of_a_kind:
      return "three " + plural(major);
    case HandCategory::straight:
      return "a straight to the " + rank_name(major);
    case HandCategory::flush:
      return "a flush, " + rank_name(major) + " high";
    case HandCategory::full_house:
      return "a full house, " + plural(major) + " full of " + plural(rank.minor());
    case HandCategory::four_of_a_kind:
      return "four " + plural(major);
    case HandCategory::straight_flush:
      return "a straight flush to the " + rank_name(major);
  }
  return {};
}

}  // namespace fairdeal::rules
