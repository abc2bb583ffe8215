#include "tests/sim/watch.h"

#include <algorithm>
#include <numeric>

#include <nlohmann/json.hpp>

#include "base/check.h"
#include "base/overloaded.h"
#include "crypto/vss.h"
#include "proto/codec.h"
#include "proto/limits.h"
#include "runtime/audit/audit.h"
#include "tests/sim/secrets.h"
#include "tests/sim/terms.h"

namespace fairdeal::sim {
namespace {

using Space = state::Put::Space;

Bytes bytes_of(const crypto::Point& point) {
  const auto encoded = point.encode();
  return {encoded.begin(), encoded.end()};
}

crypto::Point point_of(const Bytes& bytes) {
  return *crypto::Point::decode(std::span<const std::byte, 32>(bytes));
}

std::int64_t sum(const rules::Json& list) {
  std::int64_t total = 0;
  for (const auto& value : list) total += value.get<std::int64_t>();
  return total;
}

/// Returns whether `after` forgets the precommit that `before` is (docs/model/README.md, Evidence):
/// it is a later prevote for another record, and no lock proof of that round or a later one allows
/// it. This is written anew here, so that the checker does not depend on what it checks.
bool forgot(const proto::Vote& before, const proto::Vote& after) {
  return before.phase == proto::Phase::precommit && after.phase == proto::Phase::prevote &&
         before.round < after.round && before.outcome && after.outcome &&
         *before.outcome != *after.outcome && (!after.proved || *after.proved < before.round);
}

/// Returns whether a frame is a message of this kind, by its first byte.
template <class M>
bool begins(const Bytes& frame) {
  static const std::byte kFirst = proto::encode(proto::Message(M())).front();
  return !frame.empty() && frame.front() == kFirst;
}

}  // namespace

std::string Watch::text_of(const Place& place) {
  std::string text = seat_text(place.by) + ", ";
  if (place.what == What::entry) return text + "entry of " + step_text(place.step);
  const std::string where = step_text(place.step) + ", round " + std::to_string(place.round.value);
  if (place.what == What::proposal) return text + "proposal of " + where;
  return text + (place.phase == proto::Phase::prevote ? "prevote of " : "precommit of ") + where;
}

void Watch::broken(const World& world, std::string rule, std::string how) {
  if (violations_.size() < 20)
    violations_.push_back({std::move(rule), std::move(how), world.now()});
}

// ---- Frames of honest members

/// Treats a member as a liar from now on.
void Watch::excuse(const World& world, Seat seat) {
  liars_.insert(seat);
  const auto quorum = world.node(seat).table().quorum();
  if (liars_.size() > quorum.max_faulty) allow_forks();
}

/// Notes what a member signed at a place. Returns whether this is the first statement there; a
/// second, different one breaks the rule "once".
bool Watch::signed_once(const World& world, const Place& place, const proto::Envelope& envelope) {
  const auto [held, fresh] = signed_.emplace(place, envelope.body);
  if (fresh || held->second == envelope.body) return fresh;
  if (world.excused(place.by, held->second))
    excuse(world, place.by);
  else
    broken(world, "once", "two of: " + text_of(place));
  return false;
}

void Watch::sent(World& world, Seat from, const proto::EntryFrame& frame) {
  if (frame.envelope.by != from) return;
  const auto entry = proto::decode_entry(frame.envelope.body);
  if (!entry) return;
  signed_once(world, {from, entry->step, What::entry}, frame.envelope);
  note_in_time(world, from, *entry);
  published(world, from, *entry);
}

void Watch::sent(World& world, Seat from, const proto::VoteFrame& frame) {
  if (frame.envelope.by != from) return;
  const auto vote = proto::decode_vote(frame.envelope.body);
  if (!vote) return;
  const Place place{from, vote->step, What::vote, vote->round, vote->phase};
  if (!signed_once(world, place, frame.envelope)) return;
  auto& others = votes_[{from, vote->step}];
  for (const auto& other : others)
    if (forgot(other, *vote) || forgot(*vote, other)) {
      if (world.excused(from, proto::encode(other))) return excuse(world, from);
      broken(world, "once", text_of(place) + " forgets a precommit");
    }
  others.push_back(*vote);
}

void Watch::sent(World& world, Seat from, const proto::ProposalFrame& frame) {
  for (const auto& grounds : frame.votes) sent(world, from, proto::VoteFrame{grounds});
  if (frame.envelope.by != from) return;
  if (const auto proposal = proto::decode_proposal(frame.envelope.body))
    signed_once(world, {from, proposal->step, What::proposal, proposal->round}, frame.envelope);
}

/// Checks a frame that `from` sends. A frame that goes to several members is checked once.
void Watch::on_send(World& world, Seat from, Seat, const Bytes& frame) {
  const bool looked_at = begins<proto::EntryFrame>(frame) || begins<proto::VoteFrame>(frame) ||
                         begins<proto::ProposalFrame>(frame);
  if (!honest(from) || !looked_at || last_sent_[from] == frame) return;
  last_sent_[from] = frame;
  const auto message = proto::decode_message(frame);
  if (!message) return broken(world, "blame", seat_text(from) + " sends what is no message");
  std::visit(
      [&]<class M>(const M& m) {
        if constexpr (requires { sent(world, from, m); }) sent(world, from, m);
      },
      *message);
}

// ---- Secrecy

/// Notes the points that would show a card that was dealt to `owner`: its own share, and honest
/// members' shares of its key times the card.
void Watch::guard(const World& world, const state::Table& table, Seat owner, const Bytes& card) {
  if (!guarded_.insert(card).second) return;
  const state::Deal& deal = *table.state().deal;
  const auto keys = keys_of(world, owner, deal);
  if (!keys) return;
  const crypto::Point A = point_of(card);
  forbidden_[bytes_of(keys->first * A)] = {owner, card};
  // Each honest member's share of the owner's key, times the card, is forbidden, too.
  if (!deal.dealings.contains(owner)) return;
  for (const Seat member : (deal.members - SeatSet::of({owner})).list()) {
    const auto helper = keys_of(world, member, deal);
    if (!honest(member) || !helper) continue;
    const auto& encrypted = deal.encrypted(owner, member);
    const auto share = crypto::decrypt(
        encrypted, deal.Y[member.value], crypto::Secret(helper->second * encrypted.E),
        crypto::context({table.id(), deal.place()}, owner, crypto::Purpose::recover));
    if (share) forbidden_[bytes_of(share->expose() * A)] = {owner, card};
  }
}

/// Returns whether a card has its owner's lock, and the owner has not given that away.
bool Watch::locks(const state::Table& table, Seat owner, const Bytes& A) {
  return std::ranges::any_of(table.state().cards, [&](const auto& one) {
    const state::PublicCard& card = one.second;
    const auto locked = [&](const auto& masked) {
      return bytes_of(masked.masked.A) == A && masked.key_holders.has(owner) &&
             !masked.shares.contains(owner);
    };
    return locked(card) ||
           std::ranges::any_of(card.copies, [&](const auto& copy) { return locked(copy.second); });
  });
}

/// Notes which cards a step opens, and to whom.
void Watch::note_openings(const state::Table& table, Showing& showing) {
  const state::stages::Decrypting* decrypting =
      std::get_if<state::stages::Decrypting>(&table.stage());
  if (const auto* recovering = std::get_if<state::stages::Recovering>(&table.stage()))
    decrypting = std::get_if<state::stages::Decrypting>(&recovering->what);
  if (decrypting == nullptr) return;
  for (const auto& [slot, to, deal] : decrypting->cards) {
    const state::PublicCard& card = table.state().cards.at(slot);
    const auto& masked = decrypting->opened.empty() ? card.masked : card.copies.at(*to).masked;
    showing.openings[bytes_of(masked.A)] = to;
  }
}

/// Returns whether a point is the author's own share of some card. That says nothing about another
/// seat's lock; in the toy group two such points are equal once in a million matches.
bool Watch::is_own_share(const World& world, Seat by, const crypto::Point& point) {
  const state::Table& table = world.node(by).table();
  const auto keys = table.state().deal ? keys_of(world, by, *table.state().deal) : std::nullopt;
  return keys && std::ranges::any_of(table.state().cards, [&](const auto& card) {
           return keys->first * card.second.masked.A == point ||
                  std::ranges::any_of(card.second.copies, [&](const auto& copy) {
                    return keys->first * copy.second.masked.A == point;
                  });
         });
}

/// Checks that nothing in an honest member's entry shows a card that is not opened at this step.
void Watch::published(World& world, Seat by, const proto::Entry& entry) {
  if (forked_) return;
  const auto showing = showings_.find(entry.step);
  if (showing == showings_.end()) {
    waiting_.emplace_back(by, entry);
    return;
  }
  const auto look = [&](const crypto::Point& point) {
    const auto found = forbidden_.find(bytes_of(point));
    if (found == forbidden_.end()) return;
    const auto& [owner, card] = found->second;
    if (owner != by && is_own_share(world, by, point)) return;
    const auto opening = showing->second.openings.find(card);
    if (opening == showing->second.openings.end() || opening->second)
      broken(world, "secrecy",
             seat_text(by) + " publishes at " + step_text(entry.step) + " what shows a card of " +
                 seat_text(owner));
  };
  std::visit(
      Overloaded{[&](const proto::DecryptPayload& p) { std::ranges::for_each(p.shares, look); },
                 [&](const proto::CoinPayload& p) { std::ranges::for_each(p.shares, look); },
                 [&](const proto::MovePayload& p) {
                   if (p.locks) std::ranges::for_each(p.locks->shares, look);
                 },
                 [&](const proto::RecoverPayload& p) {
                   for (const auto& one : p.shares) std::ranges::for_each(one.shares, look);
                 },
                 [](const auto&) {}},
      entry.payload);
}

/// Notes that a member is sent a decided step, by which it may catch up, or a late move.
void Watch::on_deliver(World& world, Seat, Seat to, const Bytes& frame) {
  const bool entry = way_ && begins<proto::EntryFrame>(frame);
  if (!honest(to) || !(entry || begins<proto::Decided>(frame))) return;
  const auto message = proto::decode_message(frame);
  if (!message) return;
  if (entry) return note_in_grace(world, to, std::get<proto::EntryFrame>(*message));
  const auto& decided = std::get<proto::Decided>(*message);
  told_decided_.emplace(to, decided.step);
  if (decided.record.empty() && world.node(to).table().step() == decided.step)
    tally_.reach.count(Reached::decided_without);
}

// ---- Findings of honest members

void Watch::on_notice(World& world, Seat seat, const node::Notice& notice) {
  if (!honest(seat)) return;
  const auto accused = [&](Seat culprit, const std::string& what) {
    if (honest(culprit)) broken(world, "blame", seat_text(seat) + " says: " + what);
  };
  std::visit(
      Overloaded{[&](const node::Refused& r) {
                   if (r.error.culprit) accused(*r.error.culprit, describe(r.error));
                 },
                 [&](const node::Equivocated& e) {
                   accused(e.seat, seat_text(e.seat) + " contradicts itself");
                   if (const auto of = consensus::step_of(e.evidence))
                     known_.try_emplace(e.seat, Known{*of})
                         .first->second.by.try_emplace(seat, world.node(seat).table().step());
                 },
                 [&](const node::StandingChanged& s) {
                   if (s.convicted) accused(s.seat, seat_text(s.seat) + " is convicted");
                 },
                 [&](const node::FollowsLate&) { tally_.reach.count(Reached::follows_late); },
                 [&](const node::VotesLate&) { tally_.reach.count(Reached::not_waited_for); },
                 [&](const node::TookLong&) { tally_.reach.count(Reached::took_long); },
                 [&](const node::Arrived& a) {
                   const Step step = world.node(seat).table().step();
                   if (in_grace_.erase({seat, a.seat, step}) > 0)
                     tally_.reach.count(Reached::out_of_grace);
                 },
                 [&](const node::Forked& f) {
                   constexpr std::uint64_t kAtOnce = 8;
                   const std::uint64_t age = world.node(seat).table().step().value - f.step.value;
                   tally_.reach.count(Reached::fork_noticed);
                   tally_.reach.count(age <= kAtOnce              ? Reached::fork_at_once
                                      : age <= proto::kHistoryMax ? Reached::fork_later
                                                                  : Reached::fork_old);
                 },
                 [&](const node::Halted& h) {
                   if (forks_allowed_) return;
                   if (h.error.fault == Fault::state_differs && outvoted(world, seat)) return;
                   if (h.error.fault == Fault::forked && divided(world, seat)) return;
                   broken(world, "blame", seat_text(seat) + " stops: " + describe(h.error));
                 },
                 [](const auto&) {}},
      notice);
}

void Watch::on_restart(World& world, Seat seat) {
  if (!honest(seat)) return;
  tally_.restarted(world.node(seat).parts().agreement().round());
  disks_[seat] = Disk();  // the next life may begin with another copy
  disks_[seat].restarted = true;
}

void Watch::on_hang_up(World& world, Seat seat, Seat peer) {
  if (honest(seat) && honest(peer))
    broken(world, "blame", seat_text(seat) + " hangs up on " + seat_text(peer));
}

/// Checks the rule "company" when a program may end. Since clocks differ a little it asks for half
/// of the time only. Nobody needs to wait for a member that left by its own word.
void Watch::ended(World& world, Seat seat) {
  const std::string last = std::to_string(world.node(seat).table().step().value - 1);
  // It counts, too, if the member had the end before an older copy of its store was put back.
  const auto has_the_end = [&](Seat other) {
    return std::ranges::any_of(world.stored(other), [&](const state::Put& put) {
      return put.space == Space::record && put.key == last;
    });
  };
  for (std::uint32_t i = 0; i < world.size(); ++i)
    if (const Seat other(i); honest(other) && !lost_.has(other) && !has_the_end(other) &&
                             !world.node(other).halted() &&
                             !world.node(seat).table().members().standing(other).left() &&
                             world.near(seat, other, {node::Peers::kNear.ms / 2}))
      broken(world, "company", seat_text(seat) + " does not stay for " + seat_text(other));
}

void Watch::on_change(World& world, Seat seat) {
  if (!honest(seat)) return;
  asks(world, seat);
  if (node::all_finished(world.node(seat), world.clock(seat))) ended(world, seat);
  if (read_disk(world, seat)) {
    resume_copy(world, seat);
    keys_of_old_deals(world, seat);
  }
  const state::Table& table = world.node(seat).table();
  auto [entered, fresh] = entered_.try_emplace(seat, Entered{table.step(), world.now()});
  if (!fresh && entered->second.step == table.step()) return;
  if (told_decided_.contains({seat, entered->second.step})) tally_.reach.count(Reached::caught_up);
  entered->second = {table.step(), world.now()};
  if (world.has_older_copy(seat)) forget_after(seat, table.step());
  const auto [known, first] = heads_.emplace(table.step(), Head{table.head(), {}});
  Head& head = known->second;
  head.known_to.insert(seat);
  if (divided(world, seat)) divided_at_.insert(table.step());
  if (head.digest != table.head()) {
    // Where members were voted out or left, liars may be all that two quorums share.
    if (divided_at_.contains(Step(table.step().value - 1))) allow_forks();
    forked_ = forks_allowed_;
  }
  if (forked_) return;
  learned_late(world, seat, table.step());
  if (head.digest != table.head())
    broken(world, "agreement", seat_text(seat) + " is elsewhere at " + step_text(table.step()));
  if (first) first_at(world, seat);
  for (const auto& [slot, face] : world.node(seat).known().faces)
    if (const auto& card = table.state().cards.at(slot);
        card.dealt_to != seat && !card.also.has(seat))
      broken(world, "secrecy", seat_text(seat) + " knows a card that it was not dealt");
}

/// Forgets the decisions after `step` that only `seat` knew: they are gone with its store.
void Watch::forget_after(Seat seat, Step step) {
  for (auto one = heads_.upper_bound(step); one != heads_.end(); ++one)
    one->second.known_to.erase(seat);
  std::erase_if(heads_, [](const auto& one) { return one.second.known_to.empty(); });
}

/// Checks a step when the first honest member reaches it, since it must be the same for all.
void Watch::first_at(World& world, Seat seat) {
  const state::Table& table = world.node(seat).table();
  Showing& showing = showings_[table.step()];
  note_openings(table, showing);
  for (const auto& [card, to] : showing.openings) {
    if (!to || !honest(*to)) continue;
    if (table.members().standing(*to).left()) continue;  // it plays no card of this deal any more
    if (locks(table, *to, card))
      guard(world, table, *to, card);
    else if (table.members().in().has(*to))
      broken(world, "secrecy", seat_text(*to) + " is dealt a card that lies open to others");
  }
  const auto& next = table.state().next;
  const bool last_hands =
      std::holds_alternative<state::stages::Shuffling>(table.stage()) || (next && next->wanted);
  for (const auto& [slot, card] : table.state().cards)
    if (!last_hands && card.dealt_to && honest(*card.dealt_to) && !card.face &&
        table.members().in().has(*card.dealt_to) && !card.key_holders.has(*card.dealt_to))
      broken(world, "secrecy", seat_text(*card.dealt_to) + " plays a card without its lock");
    else if (!last_hands && card.dealt_to && honest(*card.dealt_to) && !card.face &&
             table.members().in().has(*card.dealt_to) && !card.shuffled.has(*card.dealt_to))
      broken(world, "secrecy", seat_text(*card.dealt_to) + " plays a card that it did not shuffle");
  chips(world, table);
  for (const auto& [by, entry] : std::exchange(waiting_, {})) published(world, by, entry);
}

void Watch::chips(const World& world, const state::Table& table) {
  if (table.game().info().name == "holdem") {
    const auto json = table.game().json();
    const std::int64_t total = sum(json.at("stacks")) + sum(json.at("bets")) + sum(json.at("paid"));
    if (chips_.value_or(total) != total)
      broken(world, "chips",
             step_text(table.step()) + ": " + std::to_string(*chips_) + " chips become " +
                 std::to_string(total));
    chips_ = total;
  }
  const auto result = table.game().result();
  if (result && table.game().info().zero_sum &&
      std::accumulate(result->begin(), result->end(), std::int64_t{0}) != 0)
    broken(world, "chips", "the results do not add up to nothing");
}

}  // namespace fairdeal::sim
