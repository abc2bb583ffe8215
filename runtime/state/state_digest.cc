#include <nlohmann/json.hpp>

#include "base/encode.h"
#include "runtime/state/public_state.h"

/// The digest of the public state (docs/protocol.md, Digests). It leaves out points, because they
/// are in the records, which the head covers, too.

namespace fairdeal::state {
namespace {

constexpr std::uint32_t kNone = 0xffffffff;

void add(Writer& writer, const std::optional<SharedDeck>& deck) {
  writer.u8(deck ? 1 : 0);
  if (deck)
    writer.u64(deck->place.value)
        .u32(deck->key_holders.bits())
        .u32(deck->left.bits())
        .raw(deck->digest.bytes);
}

void add(Writer& writer, const std::optional<Deal>& deal) {
  writer.u8(deal ? 1 : 0);
  if (!deal) return;
  SeatSet dealers;
  for (const auto& [dealer, dealing] : deal->dealings) dealers.insert(dealer);
  writer.u64(deal->number)
      .u32(deal->members.bits())
      .u32(deal->keyed.bits())
      .u32(dealers.bits())
      .u32(static_cast<std::uint32_t>(deal->recovery))
      .u8(static_cast<std::uint8_t>((deal->wanted ? 1 : 0) | (deal->asked ? 2 : 0) |
                                    (deal->anew ? 4 : 0) | (deal->want ? 8 : 0)));
  add(writer, deal->deck);
}

SeatSet givers(const std::map<Seat, crypto::Point>& shares) {
  SeatSet seats;
  for (const auto& [seat, share] : shares) seats.insert(seat);
  return seats;
}

/// Adds which cards have copies. It adds nothing if none has, as in games that deal each card to
/// one seat.
void add_copies(Writer& writer, const std::map<CardSlot, PublicCard>& cards) {
  for (const auto& [slot, card] : cards) {
    if (card.also.empty() && card.copies.empty()) continue;
    writer.u32(slot.value)
        .u32(card.also.bits())
        .u32(static_cast<std::uint32_t>(card.copies.size()));
    for (const auto& [seat, copy] : card.copies)
      writer.u32(seat.value).u32(givers(copy.shares).bits());
  }
}

std::uint8_t flags(const Standing& standing, bool out, bool alarmed) {
  return static_cast<std::uint8_t>((standing.gone() ? 1 : 0) | (standing.convicted() ? 2 : 0) |
                                   (standing.left() ? 4 : 0) | (standing.is_back ? 8 : 0) |
                                   (out ? 16 : 0) | (standing.on_trial ? 32 : 0) |
                                   (standing.owes ? 64 : 0) | (alarmed ? 128 : 0));
}

}  // namespace

crypto::Digest digest(const PublicState& state) {
  Writer writer;
  writer.frame(state.game.digested());
  const auto slots = stages::owing(state);
  writer.u32(static_cast<std::uint32_t>(slots.size()));
  for (const consensus::EntrySlot& slot : slots)
    writer.u32(slot.seat.value).u8(static_cast<std::uint8_t>(slot.kind));
  const auto& standings = state.members.standings();
  for (std::uint32_t i = 0; i < standings.size(); ++i)
    writer.u8(flags(standings[i], state.members.out().has(Seat(i)), state.alarmed.has(Seat(i))))
        .u32(standings[i].absences)
        .u32(standings[i].careful)
        .u64(standings[i].since.value)
        .u32(standings[i].times)
        .u32(standings[i].played)
        .u64(standings[i].went.value)
        .u64(standings[i].missed);
  writer.u32(state.withheld.bits()).u32(state.recovered.bits()).u64(state.spoilt);
  const auto quorum = state.quorum();
  writer.u32(quorum.voters.bits()).u32(static_cast<std::uint32_t>(quorum.needed));
  writer.u64(state.deals_made).u64(state.deals_begun).u64(state.opened.value).u64(state.rolls_made);
  const SharedDeck* shuffled = stages::shuffled_deck(state.stage);
  add(writer, shuffled != nullptr ? std::optional(*shuffled) : std::nullopt);
  add(writer, state.deal);
  add(writer, state.next);
  writer.u32(static_cast<std::uint32_t>(state.cards.size()));
  for (const auto& [slot, card] : state.cards)
    writer.u32(slot.value)
        .u32(card.key_holders.bits())
        .u32(givers(card.shares).bits())
        .u32(card.dealt_to ? card.dealt_to->value : kNone)
        .u32(card.face ? card.face->value : kNone);
  writer.u32(static_cast<std::uint32_t>(state.private_rolls.size()));
  for (const auto& [seat, rolled] : state.private_rolls)
    writer.u32(seat.value).u32(givers(rolled.shares).bits());
  add_copies(writer, state.cards);
  if (state.rules_fault) writer.u8(1);
  return crypto::hash("state", writer.bytes());
}

}  // namespace fairdeal::state
