#include <nlohmann/json.hpp>

#include "base/encode.h"
#include "runtime/table.h"

/// The digest of the public state (docs/protocol.md, Digests). Points are not in it: they stand in
/// the records, which the head covers as well.
namespace fairdeal::runtime {
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

std::uint8_t flags(const Standing& standing, bool out) {
  return static_cast<std::uint8_t>((standing.gone ? 1 : 0) | (standing.convicted ? 2 : 0) |
                                   (standing.left ? 4 : 0) | (standing.is_back ? 8 : 0) |
                                   (out ? 16 : 0) | (standing.on_trial ? 32 : 0));
}

}  // namespace

crypto::Digest Table::state_digest() const {
  Writer writer;
  writer.frame(rules::text(game_.json()));
  const auto slots = this->slots();
  writer.u32(static_cast<std::uint32_t>(slots.size()));
  for (const consensus::EntrySlot& slot : slots)
    writer.u32(slot.seat.value).u8(static_cast<std::uint8_t>(slot.kind));
  for (std::uint32_t i = 0; i < standings_.size(); ++i)
    writer.u8(flags(standings_[i], out_.has(Seat(i))))
        .u32(standings_[i].absences)
        .u64(standings_[i].since.value)
        .u32(standings_[i].times)
        .u32(standings_[i].played)
        .u64(standings_[i].went.value)
        .u64(standings_[i].missed);
  writer.u32(withheld_.bits());
  const auto quorum = this->quorum();
  writer.u32(quorum.voters.bits()).u32(static_cast<std::uint32_t>(quorum.needed));
  writer.u64(deals_made_).u64(deals_begun_).u64(opened_.value).u64(rolls_made_);
  const auto* shuffling = std::get_if<Shuffling>(&stage_);
  add(writer, shuffling != nullptr ? std::optional(shuffling->deck) : std::nullopt);
  add(writer, deal_);
  add(writer, next_);
  writer.u32(static_cast<std::uint32_t>(cards_.size()));
  for (const auto& [slot, card] : cards_)
    writer.u32(slot.value)
        .u32(card.key_holders.bits())
        .u32(givers(card.shares).bits())
        .u32(card.dealt_to ? card.dealt_to->value : kNone)
        .u32(card.face ? card.face->value : kNone);
  writer.u32(static_cast<std::uint32_t>(private_rolls_.size()));
  for (const auto& [seat, rolled] : private_rolls_)
    writer.u32(seat.value).u32(givers(rolled.shares).bits());
  return crypto::hash("state", writer.bytes());
}

}  // namespace fairdeal::runtime
