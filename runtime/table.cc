#include "runtime/table.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "base/check.h"
#include "base/encode.h"
#include "base/overloaded.h"
#include "crypto/coin.h"
#include "proto/envelope.h"
#include "runtime/charter.h"

namespace fairdeal::runtime {

using consensus::EntrySlot;
using proto::Kind;

Result<Table> Table::open(std::shared_ptr<const proto::SealedCharter> charter) {
  FD_TRY(rules::AnyGame game, open_game(charter->charter));
  return Table(std::move(charter), std::move(game));
}

Table::Table(std::shared_ptr<const proto::SealedCharter> charter, rules::AnyGame game)
    : charter_(std::move(charter)),
      id_(proto::table_id(charter_->raw)),
      head_(consensus::first_head(id_)),
      game_(std::move(game)) {}

std::vector<EntrySlot> Table::slots() const {
  std::vector<EntrySlot> slots;
  const auto add_if = [&](Kind kind, auto&& owes) {
    for (std::uint32_t i = 0; i < seats(); ++i)
      if (owes(Seat(i))) slots.push_back({Seat(i), kind});
  };
  const auto everybody = [](Seat) { return true; };
  const auto owes_points = [&](Seat seat) { return !owed(seat).empty(); };
  const auto among = [](const std::vector<Seat>& some) {
    return [&some](Seat seat) { return std::ranges::find(some, seat) != some.end(); };
  };
  std::visit(Overloaded{[&](const CollectingKeys&) { add_if(Kind::key, everybody); },
                        [&](const DealingShares&) { add_if(Kind::shares, everybody); },
                        [&](const Shuffling& s) {
                          slots.push_back({s.next, Kind::shuffle});
                        },
                        [&](const Unlocking&) { add_if(Kind::unlock, owes_points); },
                        [&](const Tossing&) { add_if(Kind::coin, owes_points); },
                        [&](const Committing& s) { add_if(Kind::commit, among(s.seats)); },
                        [&](const Revealing& s) { add_if(Kind::reveal, among(s.what.seats)); },
                        [&](const Moving& s) {
                          slots.push_back({s.seat, Kind::move});
                        },
                        [&](const Ending&) { add_if(Kind::end, everybody); }, [](const Over&) {}},
             stage_);
  return slots;
}

std::vector<std::size_t> Table::owed(Seat seat) const {
  std::vector<std::size_t> owed;
  if (const auto* unlocking = std::get_if<Unlocking>(&stage_)) {
    for (std::size_t i = 0; i < unlocking->openings.size(); ++i) {
      const Opening& opening = unlocking->openings[i];
      if (opening.to != seat && !cards_.at(opening.slot).shares.contains(seat)) owed.push_back(i);
    }
  }
  if (const auto* tossing = std::get_if<Tossing>(&stage_)) {
    for (std::size_t i = 0; i < tossing->coins.size(); ++i) {
      const Coin& coin = tossing->coins[i];
      const bool own = coin.seat == seat;
      if (coin.for_whom == Coin::For::all || own == (coin.for_whom == Coin::For::opened))
        owed.push_back(i);
    }
  }
  return owed;
}

std::vector<crypto::Point> Table::owed_points(Seat seat) const {
  std::vector<crypto::Point> points;
  const auto* unlocking = std::get_if<Unlocking>(&stage_);
  for (const std::size_t i : owed(seat))
    points.push_back(unlocking != nullptr ? cards_.at(unlocking->openings[i].slot).masked.A
                                          : std::get<Tossing>(stage_).coins[i].point);
  return points;
}

crypto::Digest Table::digest() const {
  Writer writer;
  writer.frame(rules::text(game_.json()));
  for (const EntrySlot& slot : slots())
    writer.u32(slot.seat.value).u8(static_cast<std::uint8_t>(slot.kind));
  return crypto::hash("state", writer.bytes());
}

std::vector<std::int64_t> throw_dice(const std::vector<rules::Die>& dice,
                                     const ByteArray<64>& value) {
  crypto::SharedRng rng(value);
  std::vector<std::int64_t> shown;
  for (const rules::Die& die : dice) {
    std::uint64_t total = 0;
    for (const std::uint32_t weight : die.weights) total += weight;
    std::uint64_t drawn = rng.below(total);
    std::size_t i = 0;
    while (drawn >= die.weights[i]) drawn -= die.weights[i++];
    shown.push_back(die.values[i]);
  }
  return shown;
}

}  // namespace fairdeal::runtime
