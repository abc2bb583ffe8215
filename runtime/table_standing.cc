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
  const Deal& deal = *before.disputed(by);
  const auto share = crypto::open_sealed(
      deal.sealed(c.dealer, by), deal.Y[by.value], crypto::Secret(c.K),
      crypto::context({table.id_, deal.place()}, c.dealer, crypto::Purpose::recover));
  const bool sound =
      share && crypto::share_fits(deal.dealings.at(c.dealer).commitments, by, *share);
  if (!sound && &deal == &*before.deal_) table.deal_->unserved[c.dealer].insert(by);
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
  // It votes from the next step on. No card lies with its lock, so it plays from the next deal on.
  if (standing.gone) standing = {.since = before.step_.next()};
  if (table.between_deals()) table.out_.erase(presence.by());
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

void Applying::leave(Seat member, bool convicted) const {
  Standing& standing = table.standings_[member.value];
  if (!standing.gone) standing.since = before.step_.next();
  standing.gone = true;
  standing.convicted = standing.convicted || convicted;
}

}  // namespace fairdeal::runtime
