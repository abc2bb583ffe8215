#include "runtime/table.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "base/check.h"
#include "base/encode.h"
#include "base/overloaded.h"
#include "crypto/coin.h"
#include "crypto/generators.h"
#include "proto/envelope.h"
#include "proto/limits.h"
#include "runtime/charter.h"

namespace fairdeal::runtime {

using consensus::EntrySlot;
using proto::Kind;

namespace {

SeatSet all_of(const std::vector<Seat>& seats) {
  SeatSet set;
  for (const Seat seat : seats) set.insert(seat);
  return set;
}

SeatSet those_who_committed(const Revealing& stage) {
  SeatSet set;
  for (const auto& [seat, commitment] : stage.commitments) set.insert(seat);
  return set;
}

}  // namespace

Result<Table> Table::create(std::shared_ptr<const proto::SignedCharter> charter) {
  FD_TRY(rules::AnyGame game, open_game(charter->charter));
  Table table(std::move(charter), std::move(game));
  FD_TRY(table.begin());
  return table;
}

Table::Table(std::shared_ptr<const proto::SignedCharter> charter, rules::AnyGame game)
    : charter_(std::move(charter)),
      id_(proto::table_id(charter_->raw)),
      head_(consensus::first_head(id_)),
      game_(std::move(game)),
      standings_(charter_->charter.validators()) {}

SeatSet Table::present() const {
  SeatSet seats;
  for (std::uint32_t i = 0; i < this->seats(); ++i)
    if (!standings_[i].gone) seats.insert(Seat(i));
  return seats;
}

SeatSet Table::helpers(SeatSet missing) const {
  if (!deal_ || deal_->recovery == 0) return {};
  return (deal_->members & present()) - missing;
}

bool Table::recovers(SeatSet missing) const {
  return deal_ && deal_->recovery != 0 && helpers(missing).size() >= deal_->recovery;
}

const Deal* Table::disputed(Seat receiver) const {
  if (next_ && next_->recovery != 0) {
    const auto* shuffling = std::get_if<Shuffling>(&stage_);
    const SharedDeck* deck = next_->deck ? &*next_->deck
                             : shuffling && shuffling->deck.place == next_->place()
                                 ? &shuffling->deck
                                 : nullptr;
    const bool turned = deck != nullptr && deck->turns.has(receiver);
    return next_->members.has(receiver) && !turned ? &*next_ : nullptr;
  }
  const bool coins = deal_ && deal_->recovery != 0 && cards_.empty();
  return coins && deal_->members.has(receiver) ? &*deal_ : nullptr;
}

bool Table::still_answers(Seat seat) const {
  const Standing& standing = this->standing(seat);
  return standing.left && !standing.convicted && standing.absences == 0;
}

bool Table::needs(Seat seat) const {
  if (!still_answers(seat)) return false;
  const auto asked = slots();
  if (std::ranges::any_of(asked, [&](const auto& slot) { return slot.seat == seat; })) return true;
  if (between_deals() || recovers(SeatSet::of({seat})) || game_.done(seat)) return false;
  const auto hidden = [&](const auto& card) {
    return card.second.dealt_to == seat && !card.second.face;
  };
  return private_rolls_.contains(seat) || std::ranges::any_of(cards_, hidden);
}

bool Table::may_attach(Seat member, Step step) const {
  return !standing(member).convicted && step <= step_ &&
         step_.value - step.value <= proto::kHistoryMax;
}

consensus::Quorum Table::quorum() const {
  SeatSet voters;
  std::size_t convicted = 0;
  std::size_t left = 0;
  for (std::uint32_t i = 0; i < standings_.size(); ++i) {
    if (!standings_[i].gone) voters.insert(Seat(i));
    if (standings_[i].left)
      ++left;
    else if (standings_[i].convicted)
      ++convicted;
  }
  return consensus::quorum_of(standings_.size(), charter().quorum, voters, convicted, left);
}

bool Table::awaits_word(Seat member) const {
  const Standing& standing = this->standing(member);
  return !standing.convicted && (standing.gone || (out_.has(member) && !standing.is_back));
}

std::vector<EntrySlot> Table::slots() const {
  std::vector<EntrySlot> slots;
  const SeatSet here = present();
  const auto add = [&](Kind kind, SeatSet seats) {
    for (const Seat seat : (seats & here).list()) slots.push_back({seat, kind});
  };
  const auto add_those_who_owe = [&](Kind kind) {
    for (const Seat seat : SeatSet::first(seats()).list()) {
      const bool asked = here.has(seat) || (still_answers(seat) && !recovers(SeatSet::of({seat})));
      if (asked && !withheld_.has(seat) && !owed(seat).empty()) slots.push_back({seat, kind});
    }
  };
  std::visit(Overloaded{[&](const CollectingKeys&) { add(Kind::key, next_->owe_keys()); },
                        [&](const DealingShares&) { add(Kind::shares, next_->owe_shares()); },
                        [&](const Shuffling& s) {
                          if (const auto due = s.deck.due(in()))
                            add(Kind::shuffle, SeatSet::of({*due}));
                        },
                        [&](const Decrypting&) { add_those_who_owe(Kind::decrypt); },
                        [&](const Rolling&) { add_those_who_owe(Kind::coin); },
                        [&](const Recovering& s) { add(Kind::recover, helpers(s.missing)); },
                        [&](const HandingOver& s) {
                          for (const auto& [seat, cards] : s.cards)
                            slots.push_back({seat, Kind::decrypt});
                        },
                        [&](const Committing& s) { add(Kind::commit, all_of(s.seats) & in()); },
                        [&](const Revealing& s) {
                          for (const Seat seat : those_who_committed(s).list())
                            if (here.has(seat) || still_answers(seat))
                              slots.push_back({seat, Kind::reveal});
                        },
                        [&](const Moving& s) { add(Kind::move, SeatSet::of({s.seat}) & in()); },
                        [&](const Ending&) { add(Kind::end, here); }, [](const Over&) {}},
             stage_);
  return slots;
}

bool Table::is_opening() const {
  if (!next_ || !next_->wanted) return false;
  const auto* shuffling = std::get_if<Shuffling>(&stage_);
  return std::holds_alternative<CollectingKeys>(stage_) ||
         std::holds_alternative<DealingShares>(stage_) ||
         (shuffling != nullptr && shuffling->deck.place == next_->place());
}

bool Table::commits_to_dice() const {
  const auto* committing = std::get_if<Committing>(&stage_);
  return committing != nullptr && !committing->dice.empty();
}

const SharedDeck* Table::deck() const {
  if (const auto* shuffling = std::get_if<Shuffling>(&stage_)) return &shuffling->deck;
  return next_ && next_->deck && next_->deck->due(takers()) ? &*next_->deck : nullptr;
}

std::vector<std::size_t> Table::owed(Seat seat) const {
  std::vector<std::size_t> owed;
  const auto of_cards = [&](const Decrypting& stage) {
    for (std::size_t i = 0; i < stage.cards.size(); ++i) {
      const CardToDecrypt& target = stage.cards[i];
      const Card& card = cards_.at(target.slot);
      if (target.to && !in().has(*target.to)) continue;  // it stays closed to all
      if (target.to != seat && card.key_holders.has(seat) && !card.shares.contains(seat))
        owed.push_back(i);
    }
  };
  const auto of_coins = [&](const Rolling& stage) {
    for (std::size_t i = 0; i < stage.coins.size(); ++i) {
      const Coin& coin = stage.coins[i];
      const bool own = coin.seat == seat;
      if (coin.key_holders.has(seat) &&
          (coin.for_whom == Coin::For::all || own == (coin.for_whom == Coin::For::shown)))
        owed.push_back(i);
    }
  };
  std::visit(Overloaded{of_cards, of_coins,
                        [&](const Recovering& s) {
                          std::visit(Overloaded{of_cards, of_coins}, s.what);
                        },
                        [&](const HandingOver& s) {
                          if (s.cards.contains(seat))
                            for (std::size_t i = 0; i < s.cards.at(seat).size(); ++i)
                              owed.push_back(i);
                        },
                        [](const auto&) {}},
             stage_);
  return owed;
}

std::vector<crypto::Point> Table::owed_points(Seat seat) const {
  std::vector<crypto::Point> points;
  if (std::holds_alternative<Moving>(stage_)) {
    for (const CardSlot slot : handed_over(seat)) points.push_back(cards_.at(slot).masked.A);
    return points;
  }
  if (const auto* leaving = std::get_if<HandingOver>(&stage_)) {
    for (const CardSlot slot : leaving->cards.at(seat)) points.push_back(cards_.at(slot).masked.A);
    return points;
  }
  const auto* recovering = std::get_if<Recovering>(&stage_);
  const auto* decrypting = recovering != nullptr ? std::get_if<Decrypting>(&recovering->what)
                                                 : std::get_if<Decrypting>(&stage_);
  const auto* rolling = recovering != nullptr ? std::get_if<Rolling>(&recovering->what)
                                              : std::get_if<Rolling>(&stage_);
  for (const std::size_t i : owed(seat))
    points.push_back(decrypting != nullptr ? cards_.at(decrypting->cards[i].slot).masked.A
                                           : rolling->coins[i].point);
  return points;
}

std::vector<CardSlot> Table::handed_over(Seat seat) const {
  std::vector<CardSlot> slots;
  for (const auto& [slot, card] : cards_)
    if (card.key_holders.has(seat) && !card.shares.contains(seat) && !card.dealt_to && !card.face &&
        slots.size() < proto::kSharesMax)
      slots.push_back(slot);
  return slots;
}

bool Table::hands_over(Seat seat, const rules::AnyGame& after) const {
  return !game_.done(seat) && after.done(seat) && !handed_over(seat).empty();
}

std::vector<std::int64_t> roll_dice(const std::vector<rules::Die>& dice,
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
