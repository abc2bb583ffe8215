#include "rules/secrets.h"

#include <algorithm>

#include "base/overloaded.h"

namespace fairdeal::rules {
namespace {

using Deals = Secrecy::Deals;
using Shuffles = Secrecy::Shuffles;
using Rolls = Secrecy::Rolls;

/// The two bits of a member that is one of three.
enum Place { kDeals = 0, kShuffles = 2, kRolls = 4, kDone = 6, kAnswers = 7 };

template <class Enum>
std::uint32_t bits_of(Enum value, Place place) {
  return static_cast<std::uint32_t>(value) << place;
}
template <class Enum>
Enum at(std::uint32_t bits, Place place) {
  return static_cast<Enum>(bits >> place & 3);
}

}  // namespace

void Secrecy::add(const Secrecy& other) {
  deals = std::max(deals, other.deals);
  shuffles = std::max(shuffles, other.shuffles);
  rolls = std::max(rolls, other.rolls);
  done = done || other.done;
  answers = answers || other.answers;
}

std::uint32_t Secrecy::bits() const {
  return bits_of(deals, kDeals) | bits_of(shuffles, kShuffles) | bits_of(rolls, kRolls) |
         bits_of(done, kDone) | bits_of(answers, kAnswers);
}

Secrecy Secrecy::of_bits(std::uint32_t bits) {
  return {.deals = at<Deals>(bits, kDeals),
          .shuffles = at<Shuffles>(bits, kShuffles),
          .rolls = at<Rolls>(bits, kRolls),
          .done = (bits >> kDone & 1) != 0,
          .answers = (bits >> kAnswers & 1) != 0};
}

Secrecy secrets_of(const Want& want) {
  return std::visit(
      Overloaded{[](const WantShuffle& w) {
                   return Secrecy{.shuffles = w.by.empty() ? Shuffles::all : Shuffles::named};
                 },
                 [](const WantDeal& w) {
                   return Secrecy{.deals = w.also.empty() ? Deals::one : Deals::several};
                 },
                 [](const WantRoll&) { return Secrecy{.rolls = Rolls::open}; },
                 [](const WantRollFor&) { return Secrecy{.rolls = Rolls::own}; },
                 [](const auto&) { return Secrecy{}; }},
      want);
}

std::string undeclared(const Secrecy& declared, const Secrecy& used) {
  if (used.deals > declared.deals)
    return used.deals == Deals::one
               ? "a card is dealt to a seat, and secrets.dealt_to is not \"one\""
               : "a card is dealt to several seats, and secrets.dealt_to is not \"several\"";
  if (used.shuffles > declared.shuffles)
    return used.shuffles == Shuffles::all
               ? "cards are shuffled by all, and secrets.shuffled_by is not \"all\""
               : "seats are named that shuffle, and secrets.shuffled_by is not \"named\"";
  if (used.rolls > declared.rolls)
    return used.rolls == Rolls::open
               ? "dice are rolled, and secrets.rolled_for is not \"all\""
               : "dice are rolled for one seat, and secrets.rolled_for is not \"one\"";
  if (used.done && !declared.done) return "a seat is done, and secrets.done is not true";
  if (used.answers && !declared.answers)
    return "an answer depends on hidden cards, and secrets.answers is not true";
  return "";
}

std::vector<std::string> unused(const Secrecy& declared, const Secrecy& used) {
  std::vector<std::string> lines;
  if (declared.deals > used.deals)
    lines.emplace_back(declared.deals == Deals::one
                           ? "secrets.dealt_to is declared, and no card was dealt to a seat"
                           : "secrets.dealt_to is \"several\", and no card was dealt to several "
                             "seats");
  if (declared.shuffles > used.shuffles)
    lines.emplace_back(declared.shuffles == Shuffles::all
                           ? "secrets.shuffled_by is declared, and nothing was shuffled"
                           : "secrets.shuffled_by is \"named\", and no seats were named that "
                             "shuffle");
  if (declared.rolls > used.rolls)
    lines.emplace_back(declared.rolls == Rolls::open
                           ? "secrets.rolled_for is declared, and no dice were rolled"
                           : "secrets.rolled_for is \"one\", and no dice were rolled for one seat");
  if (declared.done && !used.done) lines.emplace_back("secrets.done is true, and no seat was done");
  if (declared.answers && !used.answers)
    lines.emplace_back("secrets.answers is true, and no answer depended on hidden cards");
  return lines;
}

}  // namespace fairdeal::rules
