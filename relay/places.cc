#include "relay/places.h"

#include <algorithm>

#include "base/overloaded.h"
#include "crypto/keyed_hash.h"

namespace fairdeal::relay {
namespace {

using Why = proto::Gone::Why;
using Holding = Sources::Holding;

Holding kind_of(const proto::RelayPlace& place) {
  return std::holds_alternative<std::uint32_t>(place) ? Holding::nameplate : Holding::box;
}

proto::Keep make_keep(std::uint32_t nameplate, Rng& rng) {
  proto::Keep keep;
  rng.fill(keep);
  keep[0] = static_cast<std::byte>(nameplate >> 8);
  keep[1] = static_cast<std::byte>(nameplate);
  return keep;
}

VisitEnd counted_as(Why why) {
  switch (why) {
    case Why::no_place:
      return VisitEnd::no_place;
    case Why::time:
      return VisitEnd::time;
    case Why::too_many:
      return VisitEnd::too_many;
    case Why::left:
    case Why::refused:
      break;
  }
  return VisitEnd::left;
}

}  // namespace

std::uint32_t Places::nameplate_in(const proto::Keep& keep) {
  return std::to_integer<std::uint32_t>(keep[0]) << 8 | std::to_integer<std::uint32_t>(keep[1]);
}

Result<Places::Deliveries> Places::on_message(CallerId from, const SourceId& source,
                                              const proto::RelayMessage& message, Instant now) {
  const auto* visits = std::get_if<proto::Visit>(&message);
  if (visits != nullptr && visits->visit != 0) return fail(Fault::not_wanted, "a visitor's number");
  if (std::holds_alternative<proto::Claimed>(message) ||
      std::holds_alternative<proto::Held>(message))
    return fail(Fault::not_wanted, "what only a relay says");
  std::visit(Overloaded{[&](const proto::Claim& m) { claim(from, source, m, now); },
                        [&](const proto::OpenBox& m) { open(from, source, m, now); },
                        [&](const proto::ClosePlace& m) { close(from, m.place); },
                        [&](const proto::Visit& m) {
                          if (!sources_.take_visit(source, now))
                            return refuse(from, Why::too_many, Denied::visits);
                          visit(from, m, now);
                        },
                        [&](const proto::Say& m) { say(from, m); },
                        [&](const proto::Gone& m) { hang_up(from, m); }, [](const auto&) {}},
             message);
  return take_out(now);
}

Places::Deliveries Places::begin_visit(CallerId from, const proto::Visit& visited, Instant now) {
  visit(from, visited, now);
  return take_out(now);
}

Places::Deliveries Places::no_such_place(CallerId from, Instant now) {
  answer_no_place(from, now);
  return take_out(now);
}

Places::Deliveries Places::take_out(Instant now) {
  if (!next_sweep_ && (!places_.empty() || !visits_.empty())) next_sweep_ = now + kSweepEvery;
  return std::exchange(out_, {});
}

// ---- Places

void Places::claim(CallerId from, const SourceId& source, const proto::Claim& claim, Instant now) {
  const Duration lifetime{std::int64_t{claim.minutes} * 60'000};
  const auto answer = [&](const Held::value_type& at) {
    send(from, proto::Claimed{.nameplate = std::get<std::uint32_t>(at.first),
                              .seconds = static_cast<std::uint32_t>(lifetime.ms / 1000),
                              .keep = at.second.proof});
  };
  if (claim.keep) {
    const auto known = find(nameplate_in(*claim.keep), now);
    if (known != places_.end() && crypto::same_in_constant_time(known->second.proof, *claim.keep)) {
      if (!hand_over(known, from, source, now))
        return refuse(from, Why::too_many, Denied::nameplates);
      known->second.until = now + lifetime;
      return answer(*known);
    }
  }
  const auto number = free_nameplate(claim.keep, now);
  auto share = number ? sources_.take(Holding::nameplate, source, now) : std::nullopt;
  if (!share) return refuse(from, Why::too_many, Denied::nameplates);
  Place place{.holder = from,
              .source = source,
              .share = *std::move(share),
              .proof = make_keep(*number, rng_),
              .until = now + lifetime};
  held_by_[from].insert(*number);
  answer(*places_.emplace(*number, std::move(place)).first);
}

/// Returns a random nameplate that is free, as short as the number of those that are taken allows:
/// of 1 to 99 while less than half of these are taken, then of 1 to 999, then of all. Returns the
/// one that `keep` names if it is free, and none if all are taken.
std::optional<std::uint32_t> Places::free_nameplate(const std::optional<proto::Keep>& keep,
                                                    Instant now) {
  if (keep) {
    const std::uint32_t number = nameplate_in(*keep);
    const bool possible = number >= 1 && number <= proto::kNameplateMax;
    if (possible && find(number, now) == places_.end()) return number;
  }
  std::vector<bool> is_taken(proto::kNameplateMax + 1);
  // Nameplates come before boxes in the order of a RelayPlace.
  for (const auto& [place, unused] : places_) {
    const auto* number = std::get_if<std::uint32_t>(&place);
    if (number == nullptr) break;
    is_taken[*number] = true;
  }
  std::erase_if(avoided_, [&](const auto& each) { return each.second <= now; });
  for (const auto& [number, unused] : avoided_) is_taken[number] = true;
  for (const std::uint32_t most : {99U, 999U, proto::kNameplateMax}) {
    const auto taken =
        static_cast<std::uint32_t>(std::count(is_taken.begin(), is_taken.begin() + most + 1, true));
    const bool above_half = 2 * taken > most;
    if ((above_half && most < proto::kNameplateMax) || taken == most) continue;
    auto skip = rng_.below(most - taken);
    for (std::uint32_t number = 1; number <= most; ++number)
      if (!is_taken[number] && skip-- == 0) return number;
  }
  return {};
}

void Places::open(CallerId from, const SourceId& source, const proto::OpenBox& open, Instant now) {
  if (const auto known = find(open.box, now); known != places_.end()) {
    if (!crypto::same_in_constant_time(known->second.proof, open.proof))
      return refuse(from, Why::refused, Denied::box_proof);
    if (!hand_over(known, from, source, now)) return refuse(from, Why::too_many, Denied::boxes);
    return send(from, proto::Held{open.box});
  }
  auto share = boxes_ < bounds_.boxes ? sources_.take(Holding::box, source, now) : std::nullopt;
  if (!share) return refuse(from, Why::too_many, Denied::boxes);
  ++boxes_;
  places_.emplace(
      open.box,
      Place{.holder = from, .source = source, .share = *std::move(share), .proof = open.proof});
  held_by_[from].insert(open.box);
  send(from, proto::Held{open.box});
}

bool Places::hand_over(Held::iterator at, CallerId to, const SourceId& source, Instant now) {
  auto& [name, place] = *at;
  if (place.source != source) {
    auto share = sources_.take(kind_of(name), source, now);
    if (!share) return false;
    place.share = *std::move(share);
    place.source = source;
  }
  if (place.holder) held_by_[*place.holder].erase(name);
  place.holder = to;
  place.kept_until = never();
  held_by_[to].insert(name);
  return true;
}

void Places::close(CallerId from, const proto::RelayPlace& place) {
  const auto found = places_.find(place);
  if (found != places_.end() && found->second.holder == from) remove(found);
}

Places::Held::iterator Places::find(const proto::RelayPlace& place, Instant now) {
  const auto found = places_.find(place);
  if (found == places_.end()) return found;
  if (found->second.until > now && found->second.kept_until > now) return found;
  remove(found);
  return places_.end();
}

std::optional<CallerId> Places::drop(const proto::RelayPlace& place) {
  const auto found = places_.find(place);
  if (found == places_.end()) return {};
  const auto holder = found->second.holder;
  remove(found);
  return holder;
}

/// Visits that have begun go on: their two know each other already.
Places::Held::iterator Places::remove(Held::iterator at) {
  const auto& [name, place] = *at;
  if (kind_of(name) == Holding::box) --boxes_;
  if (place.holder) held_by_[*place.holder].erase(name);
  return places_.erase(at);
}

// ---- Visits

void Places::answer_no_place(CallerId to, Instant now) {
  const auto span = static_cast<std::uint64_t>((bounds_.no_place_max.ms - bounds_.no_place_min.ms));
  const Duration wait{bounds_.no_place_min.ms + static_cast<std::int64_t>(rng_.below(span + 1))};
  no_place_.emplace(now + wait, to);
}

void Places::visit(CallerId from, const proto::Visit& visit, Instant now) {
  const auto found = find(visit.place, now);
  if (found == places_.end() || !found->second.holder) return answer_no_place(from, now);
  Place& place = found->second;
  if (place.visits.size() >= bounds_.visits_per_place)
    return refuse(from, Why::too_many, Denied::visits);
  std::uint64_t number = rng_.u64();
  while (number == 0 || visits_.contains(number)) number = rng_.u64();
  const CallerId holder = *place.holder;
  visits_.emplace(number, Ongoing{.visitor = from,
                                  .holder = holder,
                                  .place = visit.place,
                                  .until = now + bounds_.visit_max});
  place.visits.insert(number);
  visits_of_[from].insert(number);
  visits_of_[holder].insert(number);
  send(holder, proto::Visit{.visit = number, .place = visit.place, .body = visit.body});
}

void Places::say(CallerId from, const proto::Say& say) {
  const auto found = visits_.find(say.visit);
  if (found == visits_.end()) return;
  Ongoing& visit = found->second;
  const bool by_holder = visit.holder == from;
  const bool by_visitor = visit.visitor == from && visit.answered;
  if (!by_holder && !by_visitor) return;
  if (visit.messages >= proto::kVisitMessagesMax) return end(say.visit, Why::too_many);
  ++visit.messages;
  visit.answered = visit.answered || by_holder;
  // Who visits itself says everything to itself.
  send(by_holder ? visit.visitor : visit.holder, say);
}

void Places::hang_up(CallerId from, const proto::Gone& gone) {
  const Why why = gone.why == Why::refused ? Why::refused : Why::left;
  const auto mine = visits_of_.find(from);
  if (mine == visits_of_.end()) return;
  const std::set<std::uint64_t> numbers = mine->second;
  for (const std::uint64_t number : numbers) {
    const Ongoing& visit = visits_.at(number);
    const bool unanswered = visit.visitor == from && !visit.answered;
    const bool named = unanswered && visit.holder != from ? gone.visit == 0 : gone.visit == number;
    if (named) end(number, why, from);
  }
}

void Places::end(std::uint64_t number, Why why, std::optional<CallerId> left) {
  const auto found = visits_.find(number);
  const Ongoing visit = found->second;
  visits_.erase(found);
  if (const auto place = places_.find(visit.place); place != places_.end())
    place->second.visits.erase(number);
  for (const CallerId each : {visit.visitor, visit.holder})
    if (const auto of = visits_of_.find(each); of != visits_of_.end()) {
      of->second.erase(number);
      if (of->second.empty()) visits_of_.erase(of);
    }
  counters_.count(counted_as(why));
  if (left != visit.visitor)
    send(visit.visitor, proto::Gone{.visit = visit.answered ? number : 0, .why = why});
  if (left != visit.holder && visit.holder != visit.visitor)
    send(visit.holder, proto::Gone{.visit = number, .why = why});
}

void Places::send(CallerId to, proto::RelayMessage message) {
  out_.push_back({to, std::move(message)});
}

void Places::refuse(CallerId to, Why why, Denied counted) {
  counters_.count(counted);
  send(to, proto::Gone{.visit = 0, .why = why});
}

// ---- Time

Places::Deliveries Places::on_hang_up(CallerId from, Instant now) {
  if (const auto mine = visits_of_.find(from); mine != visits_of_.end()) {
    const std::set<std::uint64_t> numbers = mine->second;
    for (const std::uint64_t number : numbers) end(number, Why::left, from);
  }
  std::erase_if(no_place_, [&](const auto& each) { return each.second == from; });
  if (const auto held = held_by_.extract(from)) {
    for (const proto::RelayPlace& name : held.mapped()) {
      Place& place = places_.at(name);
      place.holder.reset();
      place.kept_until = now + bounds_.kept_for;
    }
  }
  return std::exchange(out_, {});
}

Instant Places::deadline() const {
  const Instant answer = no_place_.empty() ? never() : no_place_.begin()->first;
  return std::min(answer, next_sweep_.value_or(never()));
}

Places::Deliveries Places::on_time(Instant now) {
  while (!no_place_.empty() && no_place_.begin()->first <= now) {
    counters_.count(VisitEnd::no_place);
    send(no_place_.begin()->second, proto::Gone{.visit = 0, .why = Why::no_place});
    no_place_.erase(no_place_.begin());
  }
  if (next_sweep_ && *next_sweep_ <= now) {
    for (auto at = places_.begin(); at != places_.end();)
      at = at->second.until <= now || at->second.kept_until <= now ? remove(at) : std::next(at);
    std::vector<std::uint64_t> over;
    for (const auto& [number, visit] : visits_)
      if (visit.until <= now) over.push_back(number);
    for (const std::uint64_t number : over) end(number, Why::time);
    next_sweep_.reset();
    if (!places_.empty() || !visits_.empty()) next_sweep_ = now + kSweepEvery;
  }
  return std::exchange(out_, {});
}

Occupancy Places::occupancy() const {
  return {.nameplates = places_.size() - boxes_, .boxes = boxes_, .pipes = 0};
}

}  // namespace fairdeal::relay
