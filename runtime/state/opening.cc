#include "runtime/state/opening.h"

#include "crypto/generators.h"
#include "runtime/state/terms.h"

namespace fairdeal::state {
namespace {

/// Returns the seats that may play a deal that begins now.
SeatSet may_play(const PublicState& state) {
  return state.members.may_play(state.deals_begun, state.spent());
}

/// Returns the stage that collects what the opening lacks next; none if all keys and recovery
/// shares are there.
std::optional<stages::Stage> awaited(const Deal& deal) {
  if (!deal.owe_keys().empty()) return stages::collect_keys();
  if (!deal.owe_shares().empty()) return stages::deal_shares();
  return {};
}

bool is_alone(const PublicState& state, const Deal& deal) {
  return deal.members.size() < 2 && state.seats() > 1;
}

}  // namespace

void begin_deal(const Transition& t, SeatSet members, bool wanted) {
  Deal deal;
  deal.number = t.state.deals_made++;
  deal.members = members;
  deal.X.resize(t.state.seats());
  deal.Y.assign(t.state.seats(), crypto::pedersen_h());
  deal.wanted = wanted;
  t.state.next = std::move(deal);
  t.state.opened = t.before.step.next();
}

/// A member that goes before its key is there is taken off the list, and nothing is dropped. Nor is
/// anything dropped because another seat came back, and a member need not have been let in so
/// early.
void keep_opening(const Transition& t) {
  auto& next = t.state.next;
  if (!next) return;
  const SeatSet here = next->wanted ? t.state.in() : may_play(t.state);
  const SeatSet lost = next->members - here - t.state.in();
  if ((lost & next->keyed).empty()) {
    next->members = next->members - lost;
  } else {
    const Deal dropped = *next;
    begin_deal(t, here, dropped.wanted);
    next->anew = dropped.anew;
    if (dropped.anew) next->want = dropped.want;
  }
  // With three members, two others could open a hand: that is too few (runtime/state/terms.h).
  if (t.state.charter().recovery != 0 && next->owe_keys().empty() && next->recovery == 0 &&
      next->members.size() >= kRecoverySeatsMin)
    next->recovery = next->members.size() - 1;
}

/// Takes the first part of each author; further ones do not count.
void take_attached(const Transition& t) {
  auto& next = t.state.next;
  if (!t.before.next || !next) return;
  t.for_each_passed([&](Seat author, const proto::Passed& passed) {
    if (passed.place != next->place()) return;
    if (const auto* key = std::get_if<proto::KeyPayload>(&passed.part))
      stages::take_key(t, author, *key);
    if (const auto* shares = std::get_if<proto::SharesPayload>(&passed.part))
      next->dealings.emplace(author, *shares);
  });
  if (next->deck) stages::take_attached_turns(t, *next->deck, next->members);
}

std::optional<stages::Stage> deal_for_those_in(const Transition& t) {
  PublicState& state = t.state;
  const bool as_it_was =
      state.deal && state.deal->members == state.in() && (state.withheld & state.in()).empty();
  if (state.deal && (!state.nothing_lies() || as_it_was)) return {};
  if (!state.next || !state.next->wanted) begin_deal(t, state.in(), true);
  if (auto first = awaited(*state.next)) return first;
  state.deal = *std::exchange(state.next, std::nullopt);
  state.withheld = {};
  return {};
}

bool begins_deal(const PublicState& state, const rules::WantShuffle& want) {
  return rules::begins_deal(state.lying(), want);
}

stages::Next begin_wanted_deal(const Transition& t, const rules::WantShuffle& want) {
  PublicState& state = t.state;
  auto& next = state.next;
  if (!next || next->anew || (!next->wanted && next->members.size() < 2))
    begin_deal(t, may_play(state), false);
  if (!std::exchange(next->wanted, true)) {
    if (state.deal && !std::exchange(state.deal->counted, true))
      state.members.played_through(state.deal->members & state.in());
    state.withheld = {};
    ++state.deals_begun;
    state.members.begins_deal();
    const SeatSet others = state.all_seats() - state.spent() - next->members;
    FD_TRY(t.hear_out(others, true));
    if (!others.empty())
      return std::nullopt;  // having heard that, the rules may want another thing
  }
  if (is_alone(state, *next)) return t.settle_alone();
  if (auto first = awaited(*next)) return first;
  if (next->deck && (next->deck->slots != want.slots || next->deck->faces != want.faces)) {
    begin_deal(t, state.in(), true);  // the rules foresaw another deck than they want
    return std::nullopt;
  }
  if (!next->deck) {
    auto deck = stages::new_deck(state, want, next->members, *next, next->place());
    if (!deck) return t.give_up(next->members);
    next->deck = *std::move(deck);
  }
  next->want = want;
  return stages::shuffle(*std::exchange(next->deck, std::nullopt));
}

bool lies_in_vain(const PublicState& state) {
  if (state.next && state.next->anew) return true;
  const auto& deal = state.deal;
  return deal && deal->want && !deal->asked && !(deal->members - state.in()).empty();
}

void joins_deal(PublicState& state) {
  if (state.next && state.next->anew) state.next.reset();
  if (state.deal) state.deal->want.reset();
}

stages::Next begin_anew(const Transition& t) {
  auto& next = t.state.next;
  if (!next || !next->anew) {
    begin_deal(t, t.state.in(), true);
    next->anew = true;
    next->want = t.state.deal->want;
  }
  if (is_alone(t.state, *next)) return t.settle_alone();
  if (auto first = awaited(*next)) return first;
  auto deck = stages::new_deck(t.state, *next->want, next->members, *next, next->place());
  if (!deck) return t.give_up(next->members);
  return stages::shuffle(*std::move(deck));
}

void look_ahead(const Transition& t) {
  keep_opening(t);
  PublicState& state = t.state;
  auto& next = state.next;
  if (next && next->wanted) return;
  const auto want = state.game.foresees();
  if (!want || want->faces.empty() || !want->by.empty()) return next.reset();
  if (!next && (!state.deal || state.deal->asked)) begin_deal(t, may_play(state), false);
  if (!next || next->deck || !next->is_open() || is_alone(state, *next)) return;
  if (!takes(state.game.info(), state.lying(), *want)) return;  // it is refused when it is wanted
  auto deck = stages::new_deck(state, *want, next->members, *next, next->place());
  if (deck) next->deck = *std::move(deck);
}

}  // namespace fairdeal::state
