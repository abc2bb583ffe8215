#include <algorithm>

#include "base/overloaded.h"
#include "consensus/equivocation.h"
#include "crypto/seal.h"
#include "crypto/vss.h"
#include "proto/envelope.h"
#include "runtime/applying.h"

namespace fairdeal::runtime {

using consensus::Answer;

/// Counts absences, convicts who signed something false, and acts on what authors noted.
Result<> Applying::count_answers() const {
  const auto slots = before.slots();
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const Seat seat = slots[i].seat;
    Standing& standing = table.standings_[seat.value];
    const Answer& answer = record.answers[i];
    if (std::holds_alternative<consensus::Wrong>(answer)) {
      leave(seat, true);
    } else if (!consensus::is_absence(answer)) {
      standing.absences = 0;
    } else if (++standing.absences >= table.charter().pace.absences) {
      leave(seat, false);
    }
  }
  for (const Answer& answer : record.answers)
    if (const auto* entry = std::get_if<consensus::Checked>(&answer))
      for (const proto::Note& note : (*entry)->message().notes)
        FD_CHECKED(take_note((*entry)->by(), note));
  return {};
}

/// Requires a note that Table::check accepted.
Result<> Applying::take_note(Seat author, const proto::Note& note) const {
  return std::visit(
      Overloaded{[&](const proto::Equivocation& evidence) -> Result<> {
                   FD_TRY(const Seat liar, consensus::verify(evidence, table.charter()));
                   leave(liar, true);
                   return {};
                 },
                 [&](const proto::Complaint& c) -> Result<> {
                   complaint(author, c);
                   return {};
                 },
                 [&](const proto::PresenceNote& p) -> Result<> {
                   FD_TRY(const auto opened, proto::open_presence(p.envelope, table.charter()));
                   presence(opened);
                   return {};
                 },
                 [](const proto::PassedNote&) -> Result<> { return {}; }},  // take_noted_turns
      note);
}

/// The share lies open now: either it is wrong, or who called it wrong is.
void Applying::complaint(Seat by, const proto::Complaint& c) const {
  const proto::SharesPayload& dealing = table.dealings_.at(c.dealer);
  const auto share = crypto::open_sealed(
      dealing.sealed[by.value], table.sealing_keys_[by.value], crypto::Secret(c.K),
      crypto::context(table.dealings_place(), c.dealer, crypto::Purpose::recover));
  const bool sound = share && crypto::share_fits(dealing.commitments, by, *share);
  if (!sound) table.unserved_[c.dealer].insert(by);
  leave(sound ? by : c.dealer, true);
}

/// Of two statements the later counts; one from before the last change is old news.
void Applying::presence(const proto::Signed<proto::Presence>& presence) const {
  Standing& standing = table.standings_[presence.by().value];
  if (presence.message().step < standing.since || standing.convicted) return;
  const bool leaves = presence.message().what == proto::Presence::What::leaves;
  if (leaves ? standing.left : !standing.gone && !table.out_.has(presence.by())) return;
  if (leaves) {
    standing.gone = false;  // whom the others voted out goes by its own word from now on
    leave(presence.by(), false);
    standing.left = true;
    standing.absences = 0;
    return;
  }
  if (standing.gone)
    standing.returning = table.may_return(presence.by());
  else if (table.between_deals())
    table.out_.erase(presence.by());
  let_back({});
}

/// Whoever returns is back where each card has its lock, those in `shuffled` soon: a card dealt to
/// it without would lie open to all others, and so would one of which it gave its share away.
void Applying::let_back(const std::vector<Slot>& shuffled) const {
  const auto* shuffling = shuffled.empty() ? std::get_if<Shuffling>(&before.stage_) : nullptr;
  const auto* handing_over = std::get_if<HandingOver>(&before.stage_);
  for (std::uint32_t i = 0; i < table.standings_.size(); ++i) {
    const Standing& standing = table.standings_[i];
    if (!standing.returning) continue;
    if (handing_over != nullptr && handing_over->cards.contains(Seat(i))) continue;
    if (i < table.seats() && shuffling != nullptr && !shuffling->pack.holders.has(Seat(i)))
      continue;
    const bool locked = std::ranges::all_of(table.cards_, [&](const auto& one) {
      const auto& [slot, card] = one;
      // Who was asked for shares as it left, and was absent, may have sent them all the same.
      const bool given_away = (standing.left && standing.absences > 0) ||
                              (!card.dealt_to && !card.face && card.shares.contains(Seat(i)));
      return (card.holders.has(Seat(i)) && !given_away) || std::ranges::count(shuffled, slot) != 0;
    });
    if (i < table.seats() && !locked) continue;
    table.standings_[i] = {.since = before.step_.next()};
    if (table.between_deals()) table.out_.erase(Seat(i));
  }
}

/// They play no more of this deal, and the rules hear it once.
Result<> Applying::goes_out(SeatSet seats) const {
  for (const Seat seat : (seats - table.out_).list()) {
    table.out_.insert(seat);
    if (table.present().has(seat)) table.standings_[seat.value].since = before.step_.next();
    if (!table.game_.wants().empty()) FD_CHECKED(happens(rules::Out{seat}));
  }
  return {};
}

/// All who are here play the next deal, unless they miss a turn of its shuffle.
Result<> Applying::begin_deal() const {
  table.out_ = {};
  table.deal_begun_ = true;
  return goes_out(all_seats() - table.present());
}

void Applying::leave(Seat member, bool convicted) const {
  Standing& standing = table.standings_[member.value];
  if (!standing.gone) standing.since = before.step_.next();
  standing.gone = true;
  standing.returning = false;
  standing.convicted = standing.convicted || convicted;
}

}  // namespace fairdeal::runtime
