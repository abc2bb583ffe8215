#include "runtime/state/transition.h"

#include <utility>

#include "base/overloaded.h"
#include "runtime/state/opening.h"

namespace fairdeal::state {
namespace {

/// How many wants in a row may come true without anybody's entry. Rules that want more would go on
/// for ever.
constexpr int kFreeStepsMax = 1'000;

/// Returns the stage that answers the first want; none if the rules must be asked again what they
/// want.
stages::Next begin_stage(const Transition& t, const std::vector<rules::Want>& wants) {
  FD_TRY(takes(t.state.game.info(), t.state.lying(), wants.front()));
  const auto decrypting = [&](const auto&) { return stages::begin_decrypting(t, wants); };
  const auto coins = [&](const auto&) { return stages::begin_coins(t, wants); };
  return std::visit(
      Overloaded{[&](const rules::WantMove& want) { return stages::begin_move(t, want); },
                 [&](const rules::WantShuffle& want) { return stages::begin_shuffle(t, want); },
                 [&](const rules::WantDeal& want) { return decrypting(want); },
                 [&](const rules::WantShow& want) { return decrypting(want); },
                 [&](const rules::WantRoll&) { return stages::begin_roll(t, wants); },
                 [&](const rules::WantRollFor& want) { return coins(want); },
                 [&](const rules::WantShowDice& want) { return coins(want); }},
      wants.front());
}

/// Returns the stage that follows from what the game wants now; none if it must be asked again.
stages::Next wanted(const Transition& t) {
  PublicState& state = t.state;
  FD_TRY(t.goes_out((state.all_seats() - state.present()) |
                    std::exchange(state.recovered, SeatSet())));
  if (state.between_deals()) state.members.let_in(t.before.step.next(), state.spent());
  keep_opening(t);
  const auto wants = state.game.wants();
  if (wants.empty()) return stages::ending();
  if (state.present().empty()) {  // nobody is left to play, so the rules settle
    return t.end_as_it_stands();
  }
  if (state.deal && state.deal->asked)
    if (auto first = stages::begin_handing_over(t, wants.front())) return first;
  return begin_stage(t, wants);
}

/// Ends the match as void, because nobody is left to decide another step.
Result<> end_without_voters(const Transition& t) {
  if (!t.state.game.result()) FD_TRY(t.happens(rules::Void{t.state.all_seats()}));
  t.state.stage = stages::over();
  return {};
}

/// Tells the rules of their alarm once more than (V + f)/2 of the V voters, f of whom may lie, have
/// said that it is due. So f liars alone do not ring it.
Result<> ring(const Transition& t) {
  PublicState& state = t.state;
  const consensus::Quorum quorum = state.quorum();
  const SeatSet said = state.alarmed & quorum.voters;
  if (!state.game.alarm() || 2 * said.size() <= quorum.voters.size() + quorum.max_faulty) return {};
  ++state.alarms;
  state.alarmed = {};
  return t.happens(rules::AlarmRang{});
}

}  // namespace

/// Counts absences and convictions before it applies the stage, whose answers come from those who
/// are still there. Every peer counts them from the same record. So all agree on who votes on the
/// next step without a message about it (docs/model/README.md, Voters).
Result<> apply_record(const Transition& t) {
  FD_TRY(count_answers(t));
  t.state.members.go_without_word(t.state.opened, t.now());
  take_attached(t);
  FD_TRY(auto next, stages::apply(t.before.stage, t));
  // The record's own events come first, such as a mate that ends the match.
  if (const SeatSet seats = resigned_in(t.record); !seats.empty() && t.state.game.resigns()) {
    FD_TRY(next, t.resigned(seats));
  }
  FD_TRY(ring(t));
  return settle(t, std::move(next));
}

/// Runs through the stages in which nobody owes an entry, or only seats that are gone do, and stops
/// at the first one that needs an entry.
Result<> settle(const Transition& t, std::optional<stages::Stage> next) {
  const consensus::Record nothing{t.before.step, t.before.head, {}};
  PublicState& state = t.state;
  for (int i = 0; i < kFreeStepsMax; ++i) {
    if (!next) {
      FD_TRY(next, wanted(t));
      if (!next) continue;
    }
    state.stage = *std::move(next);
    if (!stages::is_over(state.stage) && state.quorum().voters.empty())
      return end_without_voters(t);
    if (stages::is_over(state.stage) || !stages::owing(state).empty()) {
      if (stages::asks_for_shares(state.stage)) state.deal->asked = true;
      look_ahead(t);
      return {};
    }
    const stages::Stage stage = state.stage;
    FD_TRY(next, stages::apply(stage, {state, t.before, nothing, t.events}));
  }
  return fail(Fault::rules, "the game wants one thing after another and asks nobody");
}

const proto::Entry* Transition::entry_of(Seat seat) const {
  for (const consensus::Answer& answer : record.answers)
    if (const auto* entry = std::get_if<consensus::Checked>(&answer);
        entry != nullptr && (*entry)->by() == seat)
      return &(*entry)->message();
  return nullptr;
}

Result<> Transition::happens(rules::AnyEvent event) const {
  auto next = state.game.after(event);
  if (!next) return fail(Fault::rules, next.error().about);
  state.game = *std::move(next);
  events.push_back(std::move(event));
  state.games.push_back(state.game);
  return {};
}

Result<> Transition::goes_out(SeatSet seats) const {
  state.members.goes_out(seats, now());
  return hear_out(seats - state.members.out());
}

Result<> Transition::hear_out(SeatSet seats, bool misses) const {
  for (const Seat seat : seats.list()) {
    state.members.hears_out(seat);
    const bool left = state.members.standing(seat).left();
    const bool owes = state.members.standing(seat).owes;  // so that leaving does not save the price
    // A seat that kept a share back has lost its hand, even if others could decrypt it.
    const bool opens = !left && !state.withheld.has(seat) && state.recovers(SeatSet::of({seat}));
    if (!state.game.wants().empty())
      FD_TRY(happens(
          rules::Out{.seat = seat, .left = left && !owes, .opens = opens, .owes = owes && misses}));
  }
  return {};
}

stages::Next Transition::resigned(SeatSet seats) const {
  if (seats == state.all_seats()) return end_as_it_stands();
  FD_TRY(happens(rules::Resigned{seats.list().front()}));
  drops_wanted();
  return stages::ending();
}

Result<> Transition::voids(SeatSet by) const {
  FD_TRY(happens(rules::Void{by}));
  drops_wanted();
  return {};
}

void Transition::drops_wanted() const {
  state.private_rolls.clear();
  if (state.next && state.next->wanted) state.next.reset();
}

stages::Next Transition::give_up(SeatSet by) const {
  if (by.empty()) return void_by_all();
  state.members.owe(by & state.in());
  FD_TRY(voids(by));
  const bool others_play = (state.in() - by).size() >= 2;
  state.members.spoil(by, others_play, now());
  if (others_play) {
    FD_TRY(hear_out(by - state.members.out()));
    return std::nullopt;
  }
  state.withheld = state.withheld - by;  // they play on, so they are asked again
  const std::uint64_t last = std::exchange(state.spoilt, state.deals_begun);
  const bool again = last != 0 && last == state.deals_begun;
  return again && !state.game.wants().empty() ? end_as_it_stands() : stages::Next(std::nullopt);
}

stages::Next Transition::void_by_all() const {
  FD_TRY(voids(state.all_seats()));
  return std::nullopt;
}

stages::Next Transition::end_as_it_stands() const {
  if (!state.game.wants().empty()) FD_TRY(voids(state.all_seats()));
  return stages::ending();
}

/// Where the others are gone, the match ends as it stands, for no other hand can begin.
stages::Next Transition::settle_alone() const {
  const SeatSet others = state.all_seats() - state.in();
  FD_TRY(voids(others));
  return state.present().size() > 1 ? stages::Next(std::nullopt) : end_as_it_stands();
}

/// Tells the rules that these seats are absent, each as long as its move is still wanted then. The
/// cards of a seat that answered, if only with `none` or that it leaves, are not shown.
stages::Next Transition::absent_from_move(const std::vector<Seat>& seats) const {
  for (const Seat seat : seats)
    if (const auto active = state.game.active(); std::ranges::count(active, seat) != 0)
      FD_TRY(happens(rules::Absent{
          .seat = seat,
          .opens = entry_of(seat) == nullptr && state.recovers(SeatSet::of({seat}))}));
  return std::nullopt;
}

}  // namespace fairdeal::state
