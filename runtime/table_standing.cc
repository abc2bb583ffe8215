#include <algorithm>

#include "base/overloaded.h"
#include "consensus/equivocation.h"
#include "crypto/encrypt.h"
#include "crypto/vss.h"
#include "proto/envelope.h"
#include "runtime/applying.h"

namespace fairdeal::runtime {

using consensus::Answer;

namespace {

/// A seat that is out and says nothing for so many steps is gone.
constexpr std::uint64_t kStepsWithoutWord = 32;
/// The deals that make an absence forgotten.
constexpr std::uint32_t kPlayedForOne = 10;
constexpr std::uint32_t kDoublingsMax = 32;

}  // namespace

/// Counts absences, convicts who signed something false, and acts on what authors attached.
Result<> Applying::count_answers() const {
  const auto slots = before.slots();
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const Seat seat = slots[i].seat;
    Standing& standing = table.standings_[seat.value];
    const Answer& answer = record.answers[i];
    if (std::holds_alternative<consensus::InvalidEntry>(answer)) {
      leave(seat, true);
    } else if (!consensus::is_absence(answer)) {
      standing.absences = 0;
      if (before.between_deals() && before.in().has(seat)) played_through(SeatSet::of({seat}));
    } else if (++standing.absences >= table.charter().pace.absences || standing.on_trial) {
      leave(seat, false);
    }
  }
  for (const Answer& answer : record.answers)
    if (const auto* entry = std::get_if<consensus::Checked>(&answer))
      for (const proto::Attachment& attachment : (*entry)->message().attachments)
        FD_TRY(take_attachment((*entry)->by(), attachment));
  return {};
}

/// Requires an attachment that Table::check accepted.
Result<> Applying::take_attachment(Seat author, const proto::Attachment& attachment) const {
  return std::visit(
      Overloaded{
          [&](const proto::Equivocation& evidence) -> Result<> {
            FD_TRY(const Seat liar, consensus::verify(evidence, table.charter()));
            leave(liar, true);
            return {};
          },
          [&](const proto::Complaint& c) -> Result<> {
            complaint(author, c);
            return {};
          },
          [&](const proto::PresenceAttachment& p) -> Result<> {
            FD_TRY(const auto verified, proto::verify_presence(p.envelope, table.charter()));
            presence(verified);
            return {};
          },
          [](const proto::PassedAttachment&) -> Result<> { return {}; }},  // take_attached_turns
      attachment);
}

/// The share lies open now: either it is wrong, or who called it wrong is.
void Applying::complaint(Seat by, const proto::Complaint& c) const {
  const Deal& deal = *before.disputed(by);
  const auto share = crypto::decrypt(
      deal.encrypted(c.dealer, by), deal.Y[by.value], crypto::Secret(c.K),
      crypto::context({table.id_, deal.place()}, c.dealer, crypto::Purpose::recover));
  const bool sound =
      share && crypto::share_fits(deal.dealings.at(c.dealer).commitments, by, *share);
  // A deal of coins has no turn that is a receipt. Its recovery ends here, for it takes all others:
  // the receiver cannot stand in for the dealer, nor the dealer, who is gone, for anybody.
  if (!sound && before.deal_ && &deal == &*before.deal_) table.deal_->recovery = 0;
  leave(sound ? by : c.dealer, true);
}

/// Of two statements the later counts; one from before the last change is old news.
void Applying::presence(const proto::Signed<proto::Presence>& presence) const {
  Standing& standing = table.standings_[presence.by().value];
  if (presence.message().step < standing.since || standing.convicted) return;
  const bool leaves = presence.message().what == proto::Presence::What::leaves;
  if (leaves ? standing.left : !table.awaits_word(presence.by())) return;
  if (leaves) {
    standing.gone = false;  // whom the others voted out goes by its own word from now on
    leave(presence.by(), false);
    standing.left = true;
    standing.absences = 0;
    return;
  }
  // It votes from the next step on. When it plays again, may_play and let_in say.
  standing.gone = standing.left = false;
  standing.absences = 0;
  standing.since = before.step_.next();
  standing.is_back = standing.on_trial = true;
}

/// They play no more of this deal.
Result<> Applying::goes_out(SeatSet seats) const {
  for (const Seat seat : (seats - table.out_).list())
    if (table.present().has(seat)) goes(seat);
  return hear_out(seats - table.out_);
}

/// Once a deal.
Result<> Applying::hear_out(SeatSet seats) const {
  for (const Seat seat : seats.list()) {
    table.out_.insert(seat);
    const bool left = table.standing(seat).left;
    if (!table.game_.wants().empty())
      FD_TRY(happens(rules::Out{
          .seat = seat, .left = left, .opens = !left && table.recovers(SeatSet::of({seat}))}));
  }
  return {};
}

void Applying::leave(Seat member, bool convicted) const {
  Standing& standing = table.standings_[member.value];
  if (!standing.gone) goes(member);
  standing.gone = true;
  standing.convicted = standing.convicted || convicted;
}

// ---- Coming back is earned (docs/dealing.md)

/// It becomes out or gone. Who is gone because it was out and said no word went only once.
void Applying::goes(Seat member) const {
  Standing& standing = table.standings_[member.value];
  standing.since = before.step_.next();
  if (table.out_.has(member) && !standing.is_back) return;
  standing.is_back = false;
  standing.went = standing.since;
  standing.missed = table.deals_begun_;
  ++standing.times;
}

/// A seat that is out and has not said that it is back is gone when the next opening has begun.
void Applying::go_without_word() const {
  for (const Seat seat : (table.out_ & table.present()).list()) {
    const Standing& standing = table.standing(seat);
    if (!standing.is_back && (standing.since < table.opened_ ||
                              standing.since.value + kStepsWithoutWord <= table.step_.value))
      leave(seat, false);
  }
}

/// How many deals (without decks: steps) a seat stays out before it may rejoin: 2^(k-1) at the k-th
/// time. A seat that could rejoin at once would stop every hand that it is losing, for free.
std::uint64_t Applying::waits(Seat seat) const {
  const std::uint32_t times = std::max(table.standing(seat).times, 1u);
  return std::uint64_t{1} << std::min(times - 1, kDoublingsMax);
}

/// Between deals, lets in again each seat that said it is back and has waited long enough, or all
/// of them where fewer than two are left to play.
void Applying::let_in() const {
  if (!table.between_deals()) return;
  const bool few = table.in().size() < 2;
  for (const Seat seat : (table.out_ & table.present()).list()) {
    const Standing& standing = table.standing(seat);
    if (standing.is_back && (few || standing.went.value + waits(seat) <= before.step_.next().value))
      table.out_.erase(seat);
  }
}

/// The seats that may play the next deal.
SeatSet Applying::may_play() const {
  SeatSet seats = table.in();
  for (const Seat seat : (table.present() & table.out_).list()) {
    const Standing& standing = table.standing(seat);
    if (standing.is_back && standing.missed + waits(seat) <= table.deals_begun_ + 1)
      seats.insert(seat);
  }
  return seats.size() >= 2 ? seats : table.present();
}

void Applying::played_through(SeatSet seats) const {
  for (const Seat seat : seats.list()) {
    Standing& standing = table.standings_[seat.value];
    standing.on_trial = false;
    if (++standing.played < kPlayedForOne) continue;
    standing.played = 0;
    standing.times -= standing.times > 0 ? 1 : 0;
  }
}

}  // namespace fairdeal::runtime
