#pragma once

#include <algorithm>

#include "runtime/table.h"

namespace fairdeal::runtime {

/// Makes the next Table out of a copy of the last. Included by runtime/table_*.cc only.
///
///   table_standing.cc   who was absent, who is convicted, who leaves or is back
///   table_deals.cc      deals: opened, kept or dropped, foreseen
///   table_apply.cc      a record at its stage
///   table_decks.cc      decks: opened, shuffled
///   table_wants.cc      what the game wants next: the stage of the next step
struct Applying {
  Table& table;
  const Table& before;
  const consensus::Record& record;

  /// The valid payload of kind P that a seat answered with; null if it gave none.
  template <class P>
  const P* given(Seat seat) const {
    for (const consensus::Answer& answer : record.answers)
      if (const auto* entry = std::get_if<consensus::Checked>(&answer);
          entry != nullptr && (*entry)->by() == seat)
        return std::get_if<P>(&(*entry)->message().payload);
    return nullptr;
  }

  /// Whether the seat itself answered, even if only with "nothing from me here".
  bool said_something(Seat seat) const {
    return std::ranges::any_of(record.answers, [&](const consensus::Answer& answer) {
      const auto* entry = std::get_if<consensus::Checked>(&answer);
      return entry != nullptr && (*entry)->by() == seat;
    });
  }

  Result<> run() const;
  /// Goes on until a stage needs somebody's entry.
  Result<> settle(std::optional<Stage> next) const;

  // ---- Standings
  Result<> count_answers() const;
  Result<> take_attachment(Seat author, const proto::Attachment& attachment) const;
  void complaint(Seat by, const proto::Complaint& complaint) const;
  void presence(const proto::Signed<proto::Presence>& presence) const;
  void leave(Seat member, bool convicted) const;
  void goes(Seat member) const;
  Result<> goes_out(SeatSet seats) const;
  Result<> hear_out(SeatSet seats) const;
  void go_without_word() const;
  void let_in() const;
  void played_through(SeatSet seats) const;
  std::uint64_t waits(Seat seat) const;

  // ---- A record, by the stage it answers: the stage that follows, or none: what the game wants
  using Next = Result<std::optional<Stage>>;
  Next operator()(const CollectingKeys&) const;
  Next operator()(const DealingShares&) const;
  Next operator()(const Shuffling& s) const;
  Next operator()(const Decrypting& s) const;
  Next operator()(const Rolling& s) const;
  Next operator()(const Recovering& s) const;
  Next operator()(const HandingOver& s) const;
  Next operator()(const Committing& s) const;
  Next operator()(const Revealing& s) const;
  Next operator()(const Moving& s) const;
  Next operator()(const Ending&) const;
  Next operator()(const Over&) const;

  Next show_or_recover(const Decrypting& s) const;
  Next roll_or_recover(const Rolling& s, std::vector<std::map<Seat, crypto::Point>> shares) const;
  Next recover(Recovering stage) const;
  Next moved_together(const Revealing& s) const;
  Next rolled_together(const Revealing& s) const;
  Next absent_from_move(const std::vector<Seat>& seats) const;
  Result<> end_without_voters() const;
  Next give_up(SeatSet by) const;
  Next settle_alone() const;
  std::optional<Stage> hand_over(const rules::Want& next) const;
  Result<> happens(rules::AnyEvent event) const;
  Result<> show(const Decrypting& s) const;
  Result<> roll(const Rolling& s, std::vector<std::map<Seat, crypto::Point>> shares) const;

  // ---- Deals (table_deals.cc)
  SeatSet may_play() const;
  void begin_deal(SeatSet members, bool wanted) const;
  void keep_opening() const;
  void take_key(Seat seat, const proto::KeyPayload& key) const;
  void take_attached() const;
  std::optional<Stage> opening() const;
  std::optional<Stage> deal_for_those_in() const;
  bool begins_deal(const rules::WantShuffle& want) const;
  Next begin_deal(const rules::WantShuffle& want) const;
  bool lies_in_vain() const;
  void joins_deal() const;
  Next begin_anew() const;
  void look_ahead() const;

  // ---- Decks (table_decks.cc)
  Result<SharedDeck> new_deck(const rules::WantShuffle& want, SeatSet key_holders, const Deal& deal,
                              Step place) const;
  Result<SharedDeck> begin_shuffle(const rules::WantShuffle& want, crypto::Deck deck,
                                   SeatSet key_holders, const Deal& deal, Step place) const;
  Next join_deal(const rules::WantShuffle& want) const;
  Next shuffle_again(const rules::WantShuffle& want) const;
  void take_attached_turns(SharedDeck& deck, SeatSet takers) const;

  // ---- What the game wants next
  using Wants = std::vector<rules::Want>;
  Next wanted() const;
  Result<Stage> stage_for(const rules::WantMove& want, const Wants&) const;
  Next stage_for(const rules::WantShuffle& want, const Wants&) const;
  Next stage_for(const rules::WantDeal&, const Wants& wants) const;
  Next stage_for(const rules::WantShow&, const Wants& wants) const;
  Next decrypting(const Wants& wants) const;
  Next stage_for(const rules::WantRoll& want, const Wants& wants) const;
  Next stage_for(const rules::WantRollFor&, const Wants& wants) const;
  Next stage_for(const rules::WantShowDice&, const Wants& wants) const;
  Next rolling(const Wants& wants) const;
  /// Seats that can hold locks of a deck that joins this deal, or shares of a coin.
  SeatSet key_holders() const { return table.deal_->members & table.in(); }
  SeatSet all_seats() const { return SeatSet::first(table.seats()); }
};

}  // namespace fairdeal::runtime
