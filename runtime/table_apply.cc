#include <algorithm>
#include <set>

#include <nlohmann/json.hpp>

#include "base/overloaded.h"
#include "crypto/coin.h"
#include "crypto/schnorr.h"
#include "proto/limits.h"
#include "runtime/table.h"

namespace fairdeal::runtime {
namespace {

using consensus::Answer;
using consensus::Record;
using crypto::Point;
using crypto::Purpose;

/// Rules that want more than this without needing anybody's entry would go on for ever.
constexpr int kFreeStepsMax = 10'000;

template <class P>
const P& payload(const Answer& answer) {
  return std::get<P>(std::get<consensus::Checked>(answer)->message().payload);
}

Seat author(const Answer& answer) { return std::get<consensus::Checked>(answer)->by(); }

Point sum(const std::map<Seat, Point>& shares) {
  Point total;
  for (const auto& [seat, share] : shares) total = total + share;
  return total;
}

}  // namespace

/// Makes the next Table out of a copy of the last: a record at its stage, then what the game wants.
struct Applying {
  Table& table;
  const Table& before;

  // ---- A record, by the stage it answers

  Result<> operator()(const CollectingKeys&, const Record& record) const {
    for (const Answer& answer : record.answers) {
      table.keys_.push_back(payload<proto::KeyPayload>(answer).X);
      table.sealing_keys_.push_back(payload<proto::KeyPayload>(answer).Y);
    }
    FD_TRY(table.joint_key_, crypto::joint_key(table.keys_));
    if (table.charter().recovery == 0) return next_stage();
    table.stage_ = DealingShares{};
    return {};
  }

  Result<> operator()(const DealingShares&, const Record& record) const {
    for (const Answer& answer : record.answers)
      table.dealings_.push_back(payload<proto::SharesPayload>(answer));
    return next_stage();
  }

  Result<> operator()(const Shuffling& s, const Record& record) const {
    const auto& deck = payload<proto::ShufflePayload>(record.answers.at(0)).deck;
    if (const Seat next = s.next.next(); next.value < table.seats()) {
      table.stage_ = Shuffling{s.slots, std::make_shared<const crypto::Deck>(deck), next};
      return {};
    }
    for (std::size_t i = 0; i < s.slots.size(); ++i)
      table.cards_[s.slots[i]] = Card{deck[i], {}, {}, {}};
    FD_CHECKED(happens(rules::Shuffled{s.slots}));
    return next_stage();
  }

  Result<> operator()(const Unlocking& s, const Record& record) const {
    for (const Answer& answer : record.answers) {
      const auto& shares = payload<proto::UnlockPayload>(answer).shares;
      const auto owed = before.owed(author(answer));
      for (std::size_t k = 0; k < owed.size(); ++k)
        table.cards_.at(s.openings[owed[k]].slot).shares.emplace(author(answer), shares[k]);
    }
    FD_CHECKED(open(s));
    return next_stage();
  }

  Result<> operator()(const Tossing& s, const Record& record) const {
    std::vector<std::map<Seat, Point>> shares(s.coins.size());
    for (const Answer& answer : record.answers) {
      const auto& given = payload<proto::CoinPayload>(answer).shares;
      const auto owed = before.owed(author(answer));
      for (std::size_t k = 0; k < owed.size(); ++k)
        shares[owed[k]].emplace(author(answer), given[k]);
    }
    FD_CHECKED(toss(s, shares));
    return next_stage();
  }

  Result<> operator()(const Committing& s, const Record& record) const {
    Revealing revealing{s, before.place(), {}};
    for (const Answer& answer : record.answers)
      revealing.commitments.emplace(author(answer),
                                    payload<proto::CommitPayload>(answer).commitment);
    table.stage_ = std::move(revealing);
    return {};
  }

  Result<> operator()(const Revealing& s, const Record& record) const {
    if (s.what.dice.empty()) {
      rules::MovedTogether<rules::Action> together;
      for (const Answer& answer : record.answers) {
        const Bytes& value = payload<proto::RevealPayload>(answer).value;
        together.moves.emplace(author(answer), rules::Action{std::string(as_text(value))});
      }
      FD_CHECKED(happens(std::move(together)));
    } else {
      std::vector<ByteArray<32>> values(record.answers.size());
      for (std::size_t i = 0; i < values.size(); ++i)
        std::ranges::copy(payload<proto::RevealPayload>(record.answers[i]).value,
                          values[i].begin());
      const auto context = crypto::context(s.place, crypto::kNobody, Purpose::commit);
      FD_CHECKED(
          happens(rules::Rolled{throw_dice(s.what.dice, crypto::joint_value(context, values))}));
    }
    return next_stage();
  }

  Result<> operator()(const Moving& s, const Record& record) const {
    FD_CHECKED(happens(rules::Moved<rules::Action>{
        s.seat, {payload<proto::MovePayload>(record.answers.at(0)).action}}));
    return next_stage();
  }

  Result<> operator()(const Ending&, const Record&) const {
    table.stage_ = Over{};
    return {};
  }

  Result<> operator()(const Over&, const Record&) const {
    return fail(Fault::not_wanted, "the match is over");
  }

 private:
  // ---- What happens to the game

  Result<> happens(rules::AnyEvent event) const {
    FD_TRY(table.game_, table.game_.after(event));
    table.events_.push_back(std::move(event));
    return {};
  }

  Result<> open(const Unlocking& s) const {
    for (const auto& [slot, to] : s.openings) {
      Card& card = table.cards_.at(slot);
      if (to) {
        card.dealt_to = to;
        FD_CHECKED(happens(rules::Dealt{slot, *to}));
      } else {
        const Point M = card.masked.B - sum(card.shares);
        card.face = crypto::face_of(M, table.faces_);
        if (!card.face)
          return fail(Fault::bad_proof, "no such card in slot " + std::to_string(slot.value));
        FD_CHECKED(happens(rules::Shown{slot, *card.face}));
      }
    }
    return {};
  }

  Result<> toss(const Tossing& s, std::vector<std::map<Seat, Point>>& shares) const {
    for (std::size_t i = 0; i < s.coins.size(); ++i) {
      const Coin& coin = s.coins[i];
      if (coin.for_whom == Coin::For::one) {
        table.throws_.insert_or_assign(coin.seat, PrivateThrow{coin, shares[i]});
        FD_CHECKED(happens(rules::RolledFor{coin.seat}));
        continue;
      }
      if (coin.for_whom == Coin::For::opened)
        shares[i].merge(table.throws_.extract(coin.seat).mapped().shares);
      auto values = throw_dice(coin.dice, crypto::coin_value(coin.context, sum(shares[i])));
      FD_CHECKED(coin.for_whom == Coin::For::all
                     ? happens(rules::Rolled{std::move(values)})
                     : happens(rules::Opened{coin.seat, std::move(values)}));
    }
    return {};
  }

  // ---- What the game wants next

  Result<> next_stage() const {
    for (int i = 0; i < kFreeStepsMax; ++i) {
      const auto wants = table.game_.wants();
      if (wants.empty()) {
        table.stage_ = Ending{};
        return {};
      }
      FD_TRY(table.stage_,
             std::visit([&](const auto& want) { return stage_for(want, wants); }, wants.front()));
      if (!table.slots().empty()) return {};
      // Nothing is owed by anybody: it comes true without a step.
      if (const auto* unlocking = std::get_if<Unlocking>(&table.stage_)) {
        FD_CHECKED(open(*unlocking));
      } else if (const auto* tossing = std::get_if<Tossing>(&table.stage_)) {
        std::vector<std::map<Seat, Point>> none(tossing->coins.size());
        FD_CHECKED(toss(*tossing, none));
      } else {
        return fail(Fault::not_wanted, "the rules want a move of nobody");
      }
    }
    return fail(Fault::not_wanted, "the rules go on for ever");
  }

  /// The step that decides `wants` is the next one.
  crypto::Place next_place() const { return {table.id_, before.step_.next()}; }

  Result<Stage> stage_for(const rules::WantMove& want, const std::vector<rules::Want>&) const {
    if (want.seats.size() == 1) return Stage(Moving{want.seats.front()});
    return Stage(Committing{want.seats, {}});
  }

  Result<Stage> stage_for(const rules::WantShuffle& want, const std::vector<rules::Want>&) const {
    const std::set<Slot> distinct(want.slots.begin(), want.slots.end());
    if (distinct.size() != want.slots.size() || want.slots.size() < 2 ||
        want.slots.size() > proto::kDeckMax)
      return fail(Fault::not_wanted, "a shuffle of no deck");
    if (!want.faces.empty()) {
      if (want.faces.size() != want.slots.size())
        return fail(Fault::not_wanted, "a pack that does not fit its slots");
      for (const Face face : want.faces) {
        if (face.value >= crypto::kGeneratorsMax)
          return fail(Fault::not_wanted, "a face beyond all packs");
        table.faces_ = std::max<std::size_t>(table.faces_, face.value + 1);
      }
      return Stage(Shuffling{want.slots,
                             std::make_shared<const crypto::Deck>(crypto::open_deck(want.faces)),
                             Seat(0)});
    }
    crypto::Deck deck;
    for (const Slot slot : want.slots) {
      const auto found = table.cards_.find(slot);
      if (found == table.cards_.end()) return fail(Fault::not_wanted, "a shuffle of an empty slot");
      deck.push_back(found->second.masked);
    }
    return Stage(
        Shuffling{want.slots, std::make_shared<const crypto::Deck>(std::move(deck)), Seat(0)});
  }

  /// Deals and shows that stand together are one step; a slot twice begins another.
  Result<Stage> stage_for(const rules::WantDeal&, const std::vector<rules::Want>& wants) const {
    return unlocking(wants);
  }
  Result<Stage> stage_for(const rules::WantShow&, const std::vector<rules::Want>& wants) const {
    return unlocking(wants);
  }
  Result<Stage> unlocking(const std::vector<rules::Want>& wants) const {
    Unlocking stage;
    std::set<Slot> seen;
    for (const rules::Want& want : wants) {
      Opening opening;
      if (const auto* deal = std::get_if<rules::WantDeal>(&want))
        opening = {deal->slot, deal->to};
      else if (const auto* show = std::get_if<rules::WantShow>(&want))
        opening = {show->slot, {}};
      else
        break;
      if (!seen.insert(opening.slot).second || stage.openings.size() == proto::kSharesMax) break;
      const auto card = table.cards_.find(opening.slot);
      if (card == table.cards_.end()) return fail(Fault::not_wanted, "a card from an empty slot");
      // Everybody else's share of it is public, so a second deal would show it to all.
      if (opening.to && card->second.dealt_to && card->second.dealt_to != opening.to)
        return fail(Fault::not_wanted, "a card dealt to two seats");
      stage.openings.push_back(opening);
    }
    return Stage(std::move(stage));
  }

  Result<Stage> stage_for(const rules::WantRoll& want,
                          const std::vector<rules::Want>& wants) const {
    if (table.charter().randomness == proto::Randomness::coin) return tossing(wants);
    Committing stage{{}, want.dice};
    for (std::uint32_t i = 0; i < table.seats(); ++i) stage.seats.push_back(Seat(i));
    return Stage(std::move(stage));
  }
  Result<Stage> stage_for(const rules::WantRollFor&, const std::vector<rules::Want>& wants) const {
    return tossing(wants);
  }
  Result<Stage> stage_for(const rules::WantOpen&, const std::vector<rules::Want>& wants) const {
    return tossing(wants);
  }

  /// Coins that stand together are one step, as long as their points differ: one for all, and one
  /// for each seat.
  Result<Stage> tossing(const std::vector<rules::Want>& wants) const {
    Tossing stage;
    std::set<Seat> seen;
    const auto add = [&](Coin::For for_whom, Seat seat, const std::vector<rules::Die>& dice) {
      if (!seen.insert(seat).second) return false;
      Bytes context = crypto::context(next_place(), seat, Purpose::coin);
      const Point point = crypto::coin_point(context);
      stage.coins.push_back({for_whom, seat, dice, point, std::move(context)});
      return true;
    };
    for (const rules::Want& want : wants) {
      if (const auto* all = std::get_if<rules::WantRoll>(&want)) {
        if (table.charter().randomness != proto::Randomness::coin ||
            !add(Coin::For::all, crypto::kNobody, all->dice))
          break;
      } else if (const auto* one = std::get_if<rules::WantRollFor>(&want)) {
        if (table.throws_.contains(one->seat))
          return fail(Fault::not_wanted, "a second throw before the first is opened");
        if (!add(Coin::For::one, one->seat, one->dice)) break;
      } else if (const auto* opened = std::get_if<rules::WantOpen>(&want)) {
        const auto found = table.throws_.find(opened->seat);
        if (found == table.throws_.end())
          return fail(Fault::not_wanted, "a throw to open that nobody made");
        if (!seen.insert(opened->seat).second) break;
        Coin coin = found->second.coin;
        coin.for_whom = Coin::For::opened;
        stage.coins.push_back(std::move(coin));
      } else {
        break;
      }
    }
    return Stage(std::move(stage));
  }
};

Result<Table> Table::after(const Record& record) const {
  for (const Answer& answer : record.answers)
    if (!std::holds_alternative<consensus::Checked>(answer))
      return fail(Fault::bad_certificate, "an absence that nobody can decide here");
  Table next = *this;
  next.events_.clear();
  FD_CHECKED(std::visit(
      [&](const auto& stage) {
        return Applying{next, *this}(stage, record);
      },
      stage_));
  next.step_ = step_.next();
  next.head_ = consensus::next_head(head_, {consensus::digest(record), next.digest()});
  return next;
}

}  // namespace fairdeal::runtime
