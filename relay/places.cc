#include "relay/places.h"

#include <algorithm>

#include "base/overloaded.h"
#include "crypto/cpace.h"
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

/// Counts a visit. Returns false if the source has made too many, or looks for numbers that nobody
/// holds: then it learns of none whether somebody holds it.
bool may_visit(Sources& sources, const SourceId& source, const proto::RelayPlace& place,
               Instant now) {
  const bool is_number = std::holds_alternative<std::uint32_t>(place);
  return (!is_number || sources.may_miss(source, now)) && sources.take_visit(source, now);
}

/// Returns whether a body begins a visit by a code, so that a host would answer it.
bool is_hello(ByteSpan body) {
  const auto message = proto::decode_code(body);
  const auto* hello = message ? std::get_if<proto::CodeHello>(&*message) : nullptr;
  if (hello == nullptr || hello->version != 1) return false;
  const auto y = crypto::Point::decode(hello->y);
  return y && !(*y == crypto::Point());
}

/// Returns what a host answers to a Hello, but for the words of its code: a random share.
Bytes answer_of_nobody(Rng& rng) {
  ByteArray<16> nothing{};
  rng.fill(nothing);
  const crypto::CpaceParty party(crypto::CpaceParty::Role::responder,
                                 {.password = nothing, .channel = {}, .session = {}}, rng);
  return proto::encode(proto::CodeMessage(proto::CodeAnswer{party.share()}));
}

VisitEnd counted_as(Why why) {
  switch (why) {
    case Why::no_place:
      return VisitEnd::no_place;
    case Why::time:
      return VisitEnd::time;
    case Why::too_many:
    case Why::too_often:
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
      std::holds_alternative<proto::Held>(message) ||
      std::holds_alternative<proto::RelayWork>(message))
    return fail(Fault::not_wanted, "what only a relay says");
  std::visit(Overloaded{[&](const proto::Claim& m) { claim(from, source, m, now); },
                        [&](const proto::OpenBox& m) { open(from, source, m, now); },
                        [&](const proto::ClosePlace& m) { close(from, m.place); },
                        [&](const proto::Visit& m) {
                          if (!may_visit(sources_, source, m.place, now))
                            return refuse(from, Why::too_often, Denied::visits);
                          visit(from, source, m, now);
                        },
                        [&](const proto::Say& m) { say(from, m, now); },
                        [&](const proto::Gone& m) { hang_up(from, m, now); },
                        [&](const proto::Proved& m) { prove(from, m); }, [](const auto&) {}},
             message);
  return take_out(now);
}

Places::Deliveries Places::begin_visit(CallerId from, const SourceId& source,
                                       const proto::Visit& visited, Instant now) {
  visit(from, source, visited, now);
  return take_out(now);
}

Places::Deliveries Places::no_such_place(CallerId from, const SourceId& source,
                                         const proto::Visit& visited, Instant now) {
  miss(from, source, visited, now);
  return take_out(now);
}

Places::Deliveries Places::take_out(Instant now) {
  if (!next_sweep_ && !places_.empty()) next_sweep_ = now + kSweepEvery;
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
              .began = last_name_,
              .proof = make_keep(*number, rng_),
              .until = now + lifetime};
  held_by_[from].insert(*number);
  answer(*places_.emplace(*number, std::move(place)).first);
}

/// Returns a random nameplate of four digits that is free. Returns the one that `keep` names if it
/// is free, and none if all are taken.
std::optional<std::uint32_t> Places::free_nameplate(const std::optional<proto::Keep>& keep,
                                                    Instant now) {
  constexpr std::uint32_t kFirst = proto::kNameplateDrawnMin, kLast = proto::kNameplateMax;
  if (keep) {
    const std::uint32_t number = nameplate_in(*keep);
    const bool possible = number >= kFirst && number <= kLast;
    if (possible && find(number, now) == places_.end()) return number;
  }
  std::vector<bool> is_taken(kLast + 1);
  // Nameplates come before boxes in the order of a RelayPlace.
  for (const auto& [place, unused] : places_) {
    const auto* number = std::get_if<std::uint32_t>(&place);
    if (number == nullptr) break;
    is_taken[*number] = true;
  }
  std::erase_if(avoided_, [&](const auto& each) { return each.second <= now; });
  for (const auto& [number, unused] : avoided_) is_taken[number] = true;
  const auto free = std::count(is_taken.begin() + kFirst, is_taken.end(), false);
  if (free == 0) return {};
  auto skip = rng_.below(static_cast<std::uint64_t>(free));
  for (std::uint32_t number = kFirst; number <= kLast; ++number)
    if (!is_taken[number] && skip-- == 0) return number;
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
  places_.emplace(open.box, Place{.holder = from,
                                  .source = source,
                                  .share = *std::move(share),
                                  .began = last_name_,
                                  .proof = open.proof});
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

bool Places::renews(const proto::RelayMessage& message, Instant now) {
  const auto shows = [&](const proto::RelayPlace& place, ByteSpan proof) {
    const auto known = find(place, now);
    return known != places_.end() && crypto::same_in_constant_time(known->second.proof, proof);
  };
  if (const auto* open = std::get_if<proto::OpenBox>(&message))
    return shows(open->box, open->proof);
  const auto* claim = std::get_if<proto::Claim>(&message);
  return claim != nullptr && claim->keep && shows(nameplate_in(*claim->keep), *claim->keep);
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

Instant Places::answer_time(Instant now) {
  const auto span = static_cast<std::uint64_t>(bounds_.answer_max.ms - bounds_.answer_min.ms);
  return now + Duration{bounds_.answer_min.ms + static_cast<std::int64_t>(rng_.below(span + 1))};
}

void Places::answer_no_place(CallerId to, Instant now) {
  const Telling telling{answer_time(now), ++last_telling_};
  no_place_.emplace(telling, to);
  no_place_of_[to].insert(telling);
}

void Places::visit(CallerId from, const SourceId& source, const proto::Visit& visit, Instant now) {
  const auto found = find(visit.place, now);
  if (found == places_.end() || !found->second.holder) return miss(from, source, visit, now);
  Place& place = found->second;
  if ((place.visits >= bounds_.visits_per_place && !end_one(place.unproved.gives_way())) ||
      (visits_.size() >= bounds_.visits && !end_one(unproved_.gives_way())))
    return refuse(from, Why::too_many, Denied::visits);
  const CallerId holder = *place.holder;
  const std::uint64_t number = begin(from, holder, source, visit.place, now);
  ++place.visits;
  place.unproved.add(last_name_, source);
  visits_of_[holder].insert(number);
  send(holder, proto::Visit{.visit = number, .place = visit.place, .body = visit.body});
}

/// Answers a visit to a place that nobody holds.
void Places::miss(CallerId from, const SourceId& source, const proto::Visit& visit, Instant now) {
  const bool is_number = std::holds_alternative<std::uint32_t>(visit.place);
  if (is_number && !sources_.take_miss(source, now))
    return refuse(from, Why::too_often, Denied::visits);
  if (!is_number || !is_hello(visit.body)) return answer_no_place(from, now);
  if (visits_.size() >= bounds_.visits && !end_one(unproved_.gives_way()))
    return refuse(from, Why::too_many, Denied::visits);
  const std::uint64_t number = begin(from, {}, source, visit.place, now);
  Ongoing& begun = visits_.at(number);
  ++begun.messages;
  begun.first_answer = proto::Say{.visit = number, .body = answer_of_nobody(rng_)};
  answers_.emplace(begun.answer_at, number);
}

std::uint64_t Places::begin(CallerId visitor, std::optional<CallerId> holder,
                            const SourceId& source, const proto::RelayPlace& place, Instant now) {
  std::uint64_t number = rng_.u64();
  while (number == 0 || visits_.contains(number)) number = rng_.u64();
  const bool is_number = std::holds_alternative<std::uint32_t>(place);
  auto& begun = visits_
                    .emplace(number, Ongoing{.visitor = visitor,
                                             .holder = holder,
                                             .place = place,
                                             .name = ++last_name_,
                                             .begun = now,
                                             .until = never(),
                                             .answer_at = is_number ? answer_time(now) : now})
                    .first->second;
  set_until(number, begun, now + bounds_.unproved_visit_max);
  unproved_.add(begun.name, source);
  numbers_.emplace(begun.name, number);
  visits_of_[visitor].insert(number);
  ++visits_at_[place];
  return number;
}

/// Sends the first answer, which had to wait.
void Places::answer(std::uint64_t number, Ongoing& visit) {
  answers_.erase({visit.answer_at, number});
  visit.answered = true;
  send(visit.visitor, *std::exchange(visit.first_answer, std::nullopt));
}

bool Places::end_one(std::optional<ShortLived::Name> name) {
  if (!name) return false;
  counters_.count(Denied::visits);
  end(numbers_.at(*name), Why::too_many);
  return true;
}

void Places::set_until(std::uint64_t number, Ongoing& visit, Instant until) {
  visit_ends_.erase({visit.until, number});
  visit.until = until;
  visit_ends_.emplace(until, number);
}

/// A holder says that the visitor knows its code: it may take its time now.
void Places::prove(CallerId from, const proto::Proved& proved) {
  const auto found = visits_.find(proved.visit);
  if (found == visits_.end() || found->second.holder != from || found->second.proved) return;
  Ongoing& visit = found->second;
  visit.proved = true;
  set_until(proved.visit, visit, visit.begun + bounds_.visit_max);
  unproved_.remove(visit.name);
  numbers_.erase(visit.name);
  if (const auto place = places_.find(visit.place); place != places_.end())
    place->second.unproved.remove(visit.name);
}

void Places::say(CallerId from, const proto::Say& say, Instant now) {
  const auto found = visits_.find(say.visit);
  if (found == visits_.end()) return;
  Ongoing& visit = found->second;
  const bool by_holder = visit.holder == from;
  const bool by_visitor = visit.visitor == from && visit.answered;
  if (!by_holder && !by_visitor) return;
  if (visit.messages >= proto::kVisitMessagesMax) return end(say.visit, Why::too_many);
  ++visit.messages;
  if (!visit.holder) {
    misses_.emplace(answer_time(now), say.visit);
    return;
  }
  if (by_holder && !visit.answered) {
    if (visit.first_answer) answer(say.visit, visit);  // a second one came before its time
    if (!visit.answered && visit.answer_at > now) {
      visit.first_answer = say;
      answers_.emplace(visit.answer_at, say.visit);
      return;
    }
  }
  visit.answered = visit.answered || by_holder;
  // A visitor to its own place sends everything to itself.
  send(by_holder ? visit.visitor : *visit.holder, say);
}

void Places::hang_up(CallerId from, const proto::Gone& gone, Instant now) {
  const bool said = gone.why == Why::refused || gone.why == Why::no_place;
  const Why why = said ? gone.why : Why::left;
  const auto mine = visits_of_.find(from);
  if (mine == visits_of_.end()) return;
  // A holder may have a thousand visits, and names one of them.
  std::set<std::uint64_t> numbers;
  if (gone.visit == 0)
    numbers = mine->second;
  else if (mine->second.contains(gone.visit))
    numbers.insert(gone.visit);
  for (const std::uint64_t number : numbers) {
    const Ongoing& visit = visits_.at(number);
    const bool unanswered = visit.visitor == from && !visit.answered;
    const bool named = unanswered && visit.holder != from ? gone.visit == 0 : gone.visit == number;
    if (!named) continue;
    // A host that cannot read a visit's first message says so as a number that nobody holds does.
    const bool unread = why == Why::no_place && visit.holder == from && !visit.answered;
    const CallerId visitor = visit.visitor;
    end(number, why, from, unread ? Tell::nobody : Tell::both);
    if (unread) answer_no_place(visitor, now);
  }
}

void Places::end(std::uint64_t number, Why why, std::optional<CallerId> left, Tell tell) {
  const auto found = visits_.find(number);
  if (found->second.first_answer) answer(number, found->second);
  const Ongoing visit = found->second;
  visits_.erase(found);
  visit_ends_.erase({visit.until, number});
  unproved_.remove(visit.name);
  numbers_.erase(visit.name);
  if (const auto at = visits_at_.find(visit.place); --at->second == 0) visits_at_.erase(at);
  // Another holder may have the place by now, with visits of its own.
  if (const auto place = places_.find(visit.place);
      visit.holder && place != places_.end() && place->second.began < visit.name) {
    place->second.unproved.remove(visit.name);
    --place->second.visits;
  }
  for (const CallerId each : {visit.visitor, visit.holder.value_or(visit.visitor)})
    if (const auto of = visits_of_.find(each); of != visits_of_.end()) {
      of->second.erase(number);
      if (of->second.empty()) visits_of_.erase(of);
    }
  if (tell == Tell::nobody) return;
  counters_.count(counted_as(why));
  if (left != visit.visitor)
    send(visit.visitor, proto::Gone{.visit = visit.answered ? number : 0, .why = why});
  if (visit.holder && left != visit.holder && visit.holder != visit.visitor)
    send(*visit.holder, proto::Gone{.visit = number, .why = why});
}

std::size_t Places::visits_at(const proto::RelayPlace& place) const {
  const auto found = visits_at_.find(place);
  return found == visits_at_.end() ? 0 : found->second;
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
  if (const auto told = no_place_of_.extract(from))
    for (const Telling& telling : told.mapped()) no_place_.erase(telling);
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
  const Instant answer = no_place_.empty() ? never() : no_place_.begin()->first.first;
  Instant visit = never();
  for (const auto* times : {&visit_ends_, &answers_, &misses_})
    if (!times->empty()) visit = std::min(visit, times->begin()->first);
  return std::min({answer, visit, next_sweep_.value_or(never())});
}

Places::Deliveries Places::on_time(Instant now) {
  for (std::size_t i = 0; i < kDueTogether; ++i) {
    if (!no_place_.empty() && no_place_.begin()->first.first <= now) {
      tell_no_place();
    } else if (!answers_.empty() && answers_.begin()->first <= now) {
      const std::uint64_t number = answers_.begin()->second;
      answer(number, visits_.at(number));
    } else if (!misses_.empty() && misses_.begin()->first <= now) {
      const std::uint64_t number = misses_.begin()->second;
      misses_.erase(misses_.begin());
      if (visits_.contains(number)) end(number, Why::no_place);
    } else if (!visit_ends_.empty() && visit_ends_.begin()->first <= now) {
      end(visit_ends_.begin()->second, Why::time);
    } else {
      break;
    }
  }
  if (next_sweep_ && *next_sweep_ <= now) sweep(now);
  return std::exchange(out_, {});
}

void Places::tell_no_place() {
  const auto [telling, to] = *no_place_.begin();
  no_place_.erase(no_place_.begin());
  const auto of = no_place_of_.find(to);
  of->second.erase(telling);
  if (of->second.empty()) no_place_of_.erase(of);
  counters_.count(VisitEnd::no_place);
  send(to, proto::Gone{.visit = 0, .why = Why::no_place});
}

/// Removes places whose time is over, a part of them at a time.
void Places::sweep(Instant now) {
  auto at = swept_to_ ? places_.lower_bound(*swept_to_) : places_.begin();
  for (std::size_t i = 0; i < kSweptTogether && at != places_.end(); ++i)
    at = at->second.until <= now || at->second.kept_until <= now ? remove(at) : std::next(at);
  swept_to_.reset();
  if (at != places_.end()) {
    swept_to_ = at->first;
    return;
  }
  next_sweep_.reset();
  if (!places_.empty()) next_sweep_ = now + kSweepEvery;
}

Occupancy Places::occupancy() const {
  return {
      .nameplates = places_.size() - boxes_, .boxes = boxes_, .pipes = 0, .visits = visits_.size()};
}

}  // namespace fairdeal::relay
