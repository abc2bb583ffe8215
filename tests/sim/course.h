#pragma once

#include <functional>
#include <set>

#include <gtest/gtest.h>

#include "crypto/shuffle_proof.h"
#include "proto/envelope.h"
#include "tests/sim/profit.h"
#include "tests/sim/world.h"

namespace fairdeal::sim {

inline constexpr std::uint64_t kStepsMax = 400;

using state::Table;

/// Says which seats keep silent and which leave, at a table where all else is well.
struct Conduct {
  using Whether = std::function<bool(const Table&, Seat)>;
  std::string name;
  SeatSet whose{};  ///< only these seats are ever out, and each Void names none but these
  Whether silent = [](const Table&, Seat) { return false; };
  Whether leaves = [](const Table&, Seat) { return false; };
  /// Words of moves: a seat makes the first legal one that has the first of them, and so on; any
  /// move if none has one.
  std::function<std::vector<std::string>(Seat)> prefers = [](Seat) {
    return std::vector<std::string>();
  };
};

/// A match without network or clocks. Each record has the answers of all seats that are not silent.
class Course {
 public:
  Course(const World& world, Conduct conduct, std::uint64_t seed)
      : world_(&world),
        conduct_(std::move(conduct)),
        rng_(seed),
        choices_(seed),
        table_(std::make_shared<const Table>(*Table::create(world.charter()))),
        profit_(table_->game()) {
    for (std::uint32_t i = 0; i < table_->seats(); ++i) views_.emplace_back(Seat(i), rng_);
  }

  const Table& table() const { return *table_; }
  std::uint64_t steps() const { return table_->step().value; }
  /// Returns what a seat alone knows.
  const state::PrivateView& view(Seat seat) const { return views_[seat.value]; }

  /// Plays one step. Returns false if the match is over, or something failed before.
  bool step() {
    if (table_->over() || testing::Test::HasFatalFailure()) return false;
    decide();
    look();
    return true;
  }
  void run() {
    while (steps() < kStepsMax && step()) {
    }
    ASSERT_TRUE(table_->over()) << where();
  }

  std::string where() const { return conduct_.name + ", at step " + std::to_string(steps()); }

 private:
  void decide() {
    for (auto& view : views_) view.draw_keys(*table_, rng_);
    consensus::Record record{table_->step(), table_->head(), {}};
    bool attached = false;
    withheld_ = false;
    // A step of recovery is about the cards for which shares were asked at the step before.
    if (!std::holds_alternative<state::stages::Recovering>(table_->stage()))
      were_in_ = table_->members().in();
    if (const auto* decrypting = std::get_if<state::stages::Decrypting>(&table_->stage()))
      for (const auto& [slot, to, also] : decrypting->cards)
        if (!to) to_show_.insert(slot);
    for (const auto& slot : table_->slots()) {
      auto payload = conduct_.silent(*table_, slot.seat) ? std::nullopt : answer(slot);
      if (!payload) {
        record.answers.emplace_back(proto::AbsentSeat{slot.seat});
        withheld_ |= slot.kind == proto::Kind::reveal;
        continue;
      }
      proto::Entry entry{table_->id(), table_->step(), table_->head(), *std::move(payload), {}};
      if (!std::exchange(attached, true)) entry.attachments = words();
      auto statement = proto::sign(slot.seat, std::move(entry), world_->key(slot.seat));
      ASSERT_TRUE(table_->check(statement, rng_)) << where();
      record.answers.emplace_back(table_->assume_valid(std::move(statement)));
    }
    auto next = table_->after(record);
    ASSERT_TRUE(next) << where() << ": " << describe(next.error());
    table_ = std::make_shared<const Table>(*std::move(next));
    for (auto& view : views_) {
      ASSERT_TRUE(view.learn(*table_)) << where();
      view.forget(*table_);
    }
  }

  /// Returns the statements of seats that leave, and of seats that are out and not silent, which
  /// say at once that they are back.
  std::vector<proto::Attachment> words() const {
    using What = proto::Presence::What;
    std::vector<proto::Attachment> attachments;
    for (const Seat seat : SeatSet::first(table_->seats()).list()) {
      const bool leaves = conduct_.leaves(*table_, seat);
      if (!leaves && (!table_->members().awaits_word(seat) || conduct_.silent(*table_, seat)))
        continue;
      const proto::Presence word{table_->id(), table_->step(), leaves ? What::leaves : What::back};
      attachments.emplace_back(
          proto::PresenceAttachment{proto::envelope(proto::sign(seat, word, world_->key(seat)))});
    }
    return attachments;
  }

  std::optional<proto::Payload> answer(const consensus::EntrySlot& slot) {
    auto& view = views_[slot.seat.value];
    if (!view.can_answer(*table_)) {
      ADD_FAILURE() << where() << ": a seat cannot answer";
      return {};
    }
    if (slot.kind == proto::Kind::move) return view.move(*table_, choose(slot.seat), rng_);
    if (const auto* committing = std::get_if<state::stages::Committing>(&table_->stage()))
      return committing->dice.empty()
                 ? view.commit_to_move(*table_, to_bytes(choose(slot.seat)), rng_)
                 : view.commit_to_dice(*table_, rng_);
    if (const auto* shuffling = std::get_if<state::stages::Shuffling>(&table_->stage()))
      return turn(slot.seat, shuffling->deck);
    const auto make = view.contribution(table_, rng_);
    return make ? std::optional(make()) : std::nullopt;
  }

  std::string choose(Seat seat) {
    const auto legal = table_->game().legal(seat);
    for (const auto& word : conduct_.prefers(seat))
      for (const auto& move : legal)
        if (move.action.text.find(word) != std::string::npos) return move.action.text;
    return legal[choices_.below(legal.size())].action.text;
  }

  proto::ShufflePayload turn(Seat seat, const state::SharedDeck& deck) {
    const auto witness = crypto::draw_shuffle(deck.cards->size(), rng_);
    proto::ShufflePayload p{
        crypto::shuffle(*deck.cards, crypto::prepare_masks(deck.key, witness), witness), {}};
    const auto context =
        crypto::context({table_->id(), deck.place}, seat, crypto::Purpose::shuffle);
    p.proof = crypto::prove_shuffle({deck.key, *deck.cards, p.deck}, witness, context, rng_);
    return p;
  }

  // ---- Laws after every step

  void look() {
    if (const auto* revealing = std::get_if<state::stages::Revealing>(&table_->stage())) {
      EXPECT_TRUE(revealing->what.dice.empty() || revealing->commitments.size() >= 2) << where();
    }
    for (const auto& event : table_->events())
      std::visit(
          [&](const auto& e) {
            if constexpr (requires { hear(e); }) hear(e);
          },
          event);
    cards();
    EXPECT_TRUE(profit_.after(table_->events()).gained.empty()) << where();
  }

  void hear(const rules::Void& spoilt) const {
    EXPECT_TRUE((spoilt.by - conduct_.whose).empty() || table_->members().in().size() < 2)
        << where();
  }
  void hear(const rules::Out& out) const { EXPECT_TRUE(conduct_.whose.has(out.seat)) << where(); }
  /// A roll never comes true if somebody saw the others' values and withheld its own.
  void hear(const rules::Rolled&) const { EXPECT_FALSE(withheld_) << where(); }
  void hear(const rules::Shuffled& shuffled) {
    for (const CardSlot slot : shuffled.slots) {
      closed_.erase(slot);
      to_show_.erase(slot);
    }
  }
  void hear(const rules::Dealt& dealt) {
    if (!were_in_.has(dealt.to)) closed_.insert(dealt.slot);
  }

  /// Checks the cards. A card that a seat in the deal was dealt has the lock of that seat, which it
  /// gave to nobody, and that seat has shuffled the deck. Nobody in the deal gives a share of a
  /// card that was dealt to a seat that is out.
  void cards() const {
    for (const CardSlot slot : closed_)
      for (const auto& [seat, share] : table_->state().cards.at(slot).shares)
        EXPECT_TRUE(to_show_.contains(slot) || !table_->members().in().has(seat)) << where();
    for (const auto& [slot, card] : table_->state().cards) {
      if (!card.dealt_to || to_show_.contains(slot)) continue;
      const Seat owner = *card.dealt_to;
      const bool lies_in_a_hand = !table_->state().next || !table_->state().next->wanted;
      if (table_->members().in().has(owner) && lies_in_a_hand &&
          !std::holds_alternative<state::stages::Shuffling>(table_->stage())) {
        EXPECT_TRUE(card.key_holders.has(owner)) << where();
        EXPECT_FALSE(card.shares.contains(owner)) << where();
        EXPECT_TRUE(card.shuffled.has(owner)) << where();
      }
      for (std::uint32_t i = 0; i < table_->seats(); ++i)
        if (Seat(i) != owner) {
          EXPECT_FALSE(views_[i].known().faces.contains(slot)) << where();
        }
    }
  }

  const World* world_;
  Conduct conduct_;
  SeededRng rng_;
  SeededRng choices_;
  std::shared_ptr<const Table> table_;
  std::vector<state::PrivateView> views_;
  Profit profit_;
  SeatSet were_in_;
  std::set<CardSlot> closed_;   ///< the cards that were dealt to a seat that was out
  std::set<CardSlot> to_show_;  ///< the cards that were asked to be shown to all
  bool withheld_ = false;       ///< a seat did not reveal at the last step
};

}  // namespace fairdeal::sim
