#include "runtime/state/members.h"

#include <algorithm>

namespace fairdeal::state {
namespace {

/// After so many steps a seat that is out and has not said that it is back is gone.
constexpr std::uint64_t kStepsWithoutWord = 32;
/// A seat that plays through so many deals counts as having gone one time fewer.
constexpr std::uint32_t kPlayedForOne = 10;
constexpr std::uint32_t kDoublingsMax = 32;

/// Adds seats to those that play until there are two: first those that are due first.
template <class Due>
SeatSet filled_to_two(SeatSet play, SeatSet others, const Due& due) {
  others = others - play;
  while (play.size() < 2 && !others.empty()) {
    const auto list = others.list();
    const Seat next = *std::ranges::min_element(list, {}, due);
    play.insert(next);
    others.erase(next);
  }
  return play;
}

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

void Members::moved(Seat seat, bool careful) {
  std::uint32_t& in_a_row = standings_[seat.value].careful;
  in_a_row = careful ? in_a_row + 1 : 0;
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

void Members::let_in(Step step, SeatSet spent) {
  const auto due = [&](Seat seat) { return standing(seat).went.value + waits(seat); };
  SeatSet early;
  for (const Seat seat : (out_ & present()).list()) {
    if (!standing(seat).is_back) continue;
    if (due(seat) <= step.value)
      out_.erase(seat);
    else
      early.insert(seat);
  }
  out_ = out_ - filled_to_two(in() - spent, early - spent, due);
}

/// Why a seat whose time is not over plays only for want of another: if it stayed once it was let
/// in, a friend that misses one deal would end the wait of a seat that makes deals void for it.
SeatSet Members::may_play(std::uint64_t deals, SeatSet spent) const {
  const auto due = [&](Seat seat) { return standing(seat).missed + waits(seat); };
  SeatSet play, silent, early;
  for (const Seat seat : (present() - spent).list()) {
    const bool went_before_deals = standing(seat).missed == 0 && !out_.has(seat);
    if (due(seat) > deals + 1 && !went_before_deals)
      early.insert(seat);
    else if (out_.has(seat) && !standing(seat).is_back)
      silent.insert(seat);
    else
      play.insert(seat);
  }
  if (play.size() < 2) play = play | silent;
  return filled_to_two(play, early, due);
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
