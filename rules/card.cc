#include "rules/card.h"

namespace fairdeal::rules {
namespace {

constexpr std::string_view kRankLetters = "23456789TJQKA";
constexpr std::string_view kSuits = "cdhs";
constexpr std::string_view kSymbols[] = {"♣", "♦", "♥", "♠"};

}  // namespace

std::string card_name(Face face) {
  const Card card = card_of(face);
  return {kRankLetters[card.rank], kSuits[card.suit]};
}

std::string card_symbol(Face face) {
  const Card card = card_of(face);
  return kRankLetters[card.rank] + std::string(kSymbols[card.suit]);
}

Result<Face> parse_card(std::string_view name) {
  const std::size_t rank = name.size() == 2 ? kRankLetters.find(name[0]) : kRankLetters.npos;
  const std::size_t suit = name.size() == 2 ? kSuits.find(name[1]) : kSuits.npos;
  if (rank == kRankLetters.npos || suit == kSuits.npos)
    return fail(Fault::not_canonical, "a card is like Ah or Td, not '" + std::string(name) + "'");
  return Card{static_cast<std::uint32_t>(rank), static_cast<std::uint32_t>(suit)}.face();
}

}  // namespace fairdeal::rules
