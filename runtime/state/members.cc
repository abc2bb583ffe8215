#include "runtime/state/members.h"

#include <algorithm>

namespace fairdeal::state {
namespace {

/// After so many steps a seat that is out and has not said that it is back is gone.
constexpr std::uint64_t kStepsWithoutWord = 32;
/// A seat that plays through so many deals counts as having gone one time fewer.
constexpr std::uint32_t kPlayedForOne = 10;
constexpr std::uint32_t kDoublingsMax = 32;

}  // namespace

Membership Members::membership(Seat member) const {
  if (standing(member).gone()) return Membership::gone;
  return out_.has(member) ? Membership::out : Membership::in;
}

SeatSet Members::present() const {
  SeatSet seats;
  for (std::uint32_t i = 0; i < seats_; ++i)
    if (membership(Seat(i)) != Membership::gone) seats.insert(Seat(i));
  return seats;
}

SeatSet Members::in() const {
  SeatSet seats;
  for (std::uint32_t i = 0; i < seats_; ++i)
    if (membership(Seat(i)) == Membership::in) seats.insert(Seat(i));
  return seats;
}

bool Members::awaits_word(Seat member) const {
  switch (membership(member)) {
    case Membership::in:
      return false;
    case Membership::out:
      return !standing(member).is_back;
    case Membership::gone:
      return !standing(member).convicted();
  }
  return false;
}

bool Members::still_answers(Seat seat) const {
  const Standing& standing = this->standing(seat);
  return standing.why == Gone::left && standing.absences == 0;
}

consensus::Quorum Members::quorum(std::size_t needed) const {
  SeatSet voters;
  std::size_t convicted = 0;
  std::size_t left = 0;
  for (std::uint32_t i = 0; i < standings_.size(); ++i) {
    if (!standings_[i].gone()) voters.insert(Seat(i));
    if (standings_[i].left())
      ++left;
    else if (standings_[i].convicted())
      ++convicted;
  }
  return consensus::quorum_of(standings_.size(), needed, voters, convicted, left);
}

// ---- Going

void Members::absent(Seat member, std::uint32_t allowed, Moment now) {
  Standing& standing = standings_[member.value];
  if (++standing.absences >= allowed || standing.on_trial) leaves(member, Gone::silent, now);
}

void Members::convict(Seat member, Moment now) {
  leaves(member, standing(member).left() ? Gone::left_then_convicted : Gone::convicted, now);
}

void Members::leaves(Seat member, Gone why, Moment now) {
  Standing& standing = standings_[member.value];
  if (!standing.gone()) goes(member, now);
  if (!standing.gone() || why != Gone::silent) standing.why = why;
}

/// Counts that a member becomes out or gone. A member that was out, and is gone because it did not
/// say that it is back, went only once.
void Members::goes(Seat member, Moment now) {
  Standing& standing = standings_[member.value];
  standing.since = now.step;
  if (out_.has(member) && !standing.is_back) return;
  standing.is_back = false;
  standing.went = standing.since;
  standing.missed = now.deals;
  ++standing.times;
}

void Members::goes_out(SeatSet seats, Moment now) {
  for (const Seat seat : ((seats - out_) & present()).list()) goes(seat, now);
}

/// Why two: a seat that spoils a deal for a friend must lose more deals than the friend gets draws
/// (docs/model/README.md, deal.pml).
void Members::spoil(SeatSet seats, bool put_out, Moment now) {
  for (const Seat seat : seats.list()) {
    const std::uint32_t times = standing(seat).times + 2;
    if (put_out && membership(seat) == Membership::in) goes(seat, now);
    standings_[seat.value].times = times;
  }
}

void Members::go_without_word(Step opened, Moment now) {
  for (const Seat seat : (out_ & present()).list()) {
    const Standing& standing = this->standing(seat);
    if (!standing.is_back &&
        (standing.since < opened || standing.since.value + kStepsWithoutWord < now.step.value))
      leaves(seat, Gone::silent, now);
  }
}

// ---- Saying that one leaves, or is back

/// Makes a member gone by its own word, even if the others had voted it out before. Why its word is
/// needed: only then may f and the quorum shrink, since neither a partition nor a coalition can
/// bring it about (docs/model/README.md, Voters).
void Members::says_left(Seat member, Step said, Moment now) {
  Standing& standing = standings_[member.value];
  if (said < standing.since || standing.convicted() || standing.left()) return;
  standing.why = Gone::no;
  leaves(member, Gone::left, now);
  standing.absences = 0;
}

/// Makes a member that is out or gone a voter again from the next step on. When it plays again,
/// may_play() and let_in() decide. Why a convicted member may not rejoin: the quorum counts on one
/// liar fewer (docs/model/README.md, Voters). Why a statement from before `since` does not
/// count: it could be a replay of one that the member made about an earlier absence.
void Members::says_back(Seat member, Step said, Moment now) {
  Standing& standing = standings_[member.value];
  if (said < standing.since || !awaits_word(member)) return;
  standing.why = Gone::no;
  standing.absences = 0;
  standing.since = now.step;
  standing.is_back = standing.on_trial = true;
}

// ---- Coming back is earned (docs/dealing.md)

/// Returns how many deals (without decks: steps) a seat stays out before it may rejoin: 2^(k-1) at
/// the k-th time. A seat that could rejoin at once would stop every hand that it is losing, for
/// free.
std::uint64_t Members::waits(Seat seat) const {
  const std::uint32_t times = std::max(standing(seat).times, 1u);
  return std::uint64_t{1} << std::min(times - 1, kDoublingsMax);
}

void Members::let_in(Step step) {
  const bool few = in().size() < 2;
  for (const Seat seat : (out_ & present()).list()) {
    const Standing& standing = this->standing(seat);
    if (standing.is_back && (few || standing.went.value + waits(seat) <= step.value))
      out_.erase(seat);
  }
}

SeatSet Members::may_play(std::uint64_t deals) const {
  SeatSet seats = in();
  for (const Seat seat : (present() & out_).list()) {
    const Standing& standing = this->standing(seat);
    if (standing.is_back && standing.missed + waits(seat) <= deals + 1) seats.insert(seat);
  }
  return seats.size() >= 2 ? seats : present();
}

void Members::owe(SeatSet seats) {
  for (const Seat seat : seats.list()) standings_[seat.value].owes = true;
}

void Members::played_through(SeatSet seats) {
  for (const Seat seat : seats.list()) {
    Standing& standing = standings_[seat.value];
    standing.on_trial = standing.owes = false;
    if (++standing.played < kPlayedForOne) continue;
    standing.played = 0;
    standing.times -= standing.times > 0 ? 1 : 0;
  }
}

}  // namespace fairdeal::state
