#include "net/signaling/relay_holder.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/overloaded.h"
#include "net/channel/limits.h"

namespace fairdeal::signaling {

RelayHolder::Messages RelayHolder::if_connected(proto::RelayMessage message) const {
  if (!connected_) return {};
  return {std::move(message)};
}

RelayHolder::Messages RelayHolder::ask(Asked asked, proto::RelayMessage message) {
  if (connected_) asked_.push_back(asked);
  return if_connected(std::move(message));
}

bool RelayHolder::asked(const Asked& what) const {
  return std::ranges::find(asked_, what) != asked_.end();
}

RelayHolder::Messages RelayHolder::claim(std::uint32_t minutes) {
  CHECK(minutes >= 1 && minutes <= proto::kClaimMinutesMax);
  Messages out = close_nameplate();
  nameplate_ = Nameplate{.minutes = minutes};
  for (auto& message : ask({}, proto::Claim{.minutes = minutes})) out.push_back(std::move(message));
  return out;
}

RelayHolder::Messages RelayHolder::close_nameplate() {
  const auto closed = std::exchange(nameplate_, std::nullopt);
  if (!closed || !closed->claimed) return {};  // it is closed when the answer to its Claim comes
  return if_connected(proto::ClosePlace{closed->claimed->nameplate});
}

Result<RelayHolder::Messages> RelayHolder::open(const proto::BoxId& box,
                                                const proto::BoxProof& proof) {
  if (!boxes_.contains(box) && boxes_.size() == net::kBoxesMax)
    return fail(Fault::too_large, "boxes at one relay");
  boxes_[box] = proof;
  return ask(box, proto::OpenBox{.box = box, .proof = proof});
}

RelayHolder::Messages RelayHolder::close(const proto::BoxId& box) {
  if (boxes_.erase(box) == 0) return {};
  return if_connected(proto::ClosePlace{box});
}

RelayHolder::Messages RelayHolder::say(std::uint64_t visit, ByteSpan body) {
  CHECK(body.size() <= proto::kVisitBytesMax);
  const auto it = guests_.find(visit);
  if (it == guests_.end() || it->second.messages == proto::kVisitMessagesMax) return {};
  ++it->second.messages;
  return {proto::Say{.visit = it->second.relay_number, .body = to_bytes(body)}};
}

RelayHolder::Messages RelayHolder::hang_up(std::uint64_t visit, proto::Gone::Why why) {
  const auto it = guests_.find(visit);
  if (it == guests_.end()) return {};
  const std::uint64_t number = it->second.relay_number;
  guests_.erase(it);
  return {proto::Gone{.visit = number, .why = why}};
}

RelayHolder::Messages RelayHolder::prove(std::uint64_t visit) {
  const auto it = guests_.find(visit);
  if (it == guests_.end()) return {};
  return {proto::Proved{.visit = it->second.relay_number}};
}

/// Returns the message that asks for what is wanted; none if it is wanted no more.
std::optional<proto::RelayMessage> RelayHolder::question(const Asked& asked, Instant now) const {
  if (const auto* box = std::get_if<proto::BoxId>(&asked)) {
    const auto wanted = boxes_.find(*box);
    if (wanted == boxes_.end()) return {};
    return proto::OpenBox{.box = wanted->first, .proof = wanted->second};
  }
  if (!nameplate_) return {};
  proto::Claim claim{.minutes = nameplate_->minutes};
  if (nameplate_->claimed) {
    constexpr std::int64_t kMinute = 60'000;
    const std::int64_t left = std::max<std::int64_t>((nameplate_->ends - now).ms, 1);
    claim.minutes = static_cast<std::uint32_t>((left + kMinute - 1) / kMinute);
    claim.keep = nameplate_->claimed->keep;
  }
  return claim;
}

std::optional<proto::RelayWork> RelayHolder::work_owed() const {
  if (owed_.empty()) return {};
  return owed_.front().work;
}

RelayHolder::Effects RelayHolder::on_worked(const std::optional<proto::Worked>& worked,
                                            Instant now) {
  Effects out;
  if (owed_.empty()) return out;
  const Asked about = owed_.front().asked;
  owed_.pop_front();
  if (asked(about)) return out;  // there is a newer Claim, or the box was opened again
  if (!worked) {
    refuse(about, proto::Gone::Why::too_many, out);
  } else if (auto again = question(about, now)) {
    asked_.push_back(about);
    out.send = {*worked, *std::move(again)};
  }
  return out;
}

RelayHolder::Messages RelayHolder::on_connected(Instant now) {
  connected_ = true;
  Messages out;
  if (nameplate_ && now >= nameplate_->ends) nameplate_.reset();
  const auto ask = [&](const Asked& asked) {
    asked_.push_back(asked);
    out.push_back(*question(asked, now));
  };
  if (nameplate_) ask({});
  for (const auto& [box, proof] : boxes_) ask(box);
  return out;
}

RelayHolder::Effects RelayHolder::on_message(proto::RelayMessage message, Instant now) {
  Effects out;
  end_old_visits(now, out);
  const auto never_said = [&](const char* what) {
    out.broken = Error{.fault = Fault::not_wanted, .about = what};
  };
  std::visit(Overloaded{
                 [&](const proto::Claimed& claimed) { on(claimed, now, out); },
                 [&](const proto::Held& held) { on(held, out); },
                 [&](proto::Visit& visit) { on(visit, now, out); },
                 [&](proto::Say& say) { on(say, out); },
                 [&](const proto::Gone& gone) { on(gone, out); },
                 [&](const proto::Claim&) { never_said("a relay that claims a nameplate"); },
                 [&](const proto::OpenBox&) { never_said("a relay that opens a box"); },
                 [&](const proto::ClosePlace&) { never_said("a relay that closes a place"); },
                 [&](const proto::Proved&) { never_said("a relay that proves a visit"); },
                 [&](const proto::RelayWork& work) { on(work, out); },
                 [&](const proto::Worked&) { never_said("a relay that has worked"); },
             },
             message);
  return out;
}

void RelayHolder::on(const proto::Claimed& claimed, Instant now, Effects& out) {
  if (asked_.empty() || asked_.front() != Asked{}) {
    out.broken = Error{.fault = Fault::not_wanted, .about = "a nameplate that nobody claimed"};
    return;
  }
  asked_.pop_front();
  if (!nameplate_ || asked(Asked{})) {  // the answer to a Claim that we gave up
    out.send.emplace_back(proto::ClosePlace{claimed.nameplate});
    return;
  }
  const Instant wanted = now + Duration{std::int64_t{nameplate_->minutes} * 60'000};
  const Instant granted = now + Duration{std::int64_t{claimed.seconds} * 1'000};
  nameplate_->ends = std::min({nameplate_->ends, wanted, granted});
  nameplate_->claimed = claimed;
  const std::int64_t left = std::max<std::int64_t>((nameplate_->ends - now).ms, 0);
  out.events.emplace_back(
      Claimed{.nameplate = claimed.nameplate, .seconds = static_cast<std::uint32_t>(left / 1'000)});
}

void RelayHolder::on(const proto::Held& held, Effects& out) {
  if (asked_.empty() || asked_.front() != Asked{held.box}) {
    out.broken = Error{.fault = Fault::not_wanted, .about = "a box that nobody opened"};
    return;
  }
  asked_.pop_front();
  if (boxes_.contains(held.box)) out.events.emplace_back(Held{held.box});
}

void RelayHolder::on(const proto::RelayWork& work, Effects& out) {
  using For = proto::RelayWork::For;
  const bool is_box = !asked_.empty() && std::holds_alternative<proto::BoxId>(asked_.front());
  if (asked_.empty() || work.purpose != (is_box ? For::box : For::claim)) {
    out.broken = Error{.fault = Fault::not_wanted, .about = "work for nothing that we asked"};
    return;
  }
  owed_.push_back({.asked = asked_.front(), .work = work});
  asked_.pop_front();
}

void RelayHolder::on(const proto::Gone& gone, Effects& out) {
  if (gone.visit == 0) return on_refused(gone.why, out);
  const auto it = guest(gone.visit);
  if (it == guests_.end()) return;
  out.events.emplace_back(Gone{.visit = it->first, .why = gone.why});
  guests_.erase(it);
}

void RelayHolder::on_refused(proto::Gone::Why why, Effects& out) {
  if (asked_.empty()) {
    out.broken = Error{.fault = Fault::not_wanted, .about = "a refusal of nothing"};
    return;
  }
  const Asked refused = asked_.front();
  asked_.pop_front();
  if (asked(refused)) return;  // there is a newer Claim, or the box was opened again
  refuse(refused, why, out);
}

void RelayHolder::refuse(const Asked& refused, proto::Gone::Why why, Effects& out) {
  if (const auto* box = std::get_if<proto::BoxId>(&refused)) {
    if (boxes_.erase(*box) > 0) out.events.emplace_back(BoxRefused{.box = *box, .why = why});
  } else if (nameplate_) {
    nameplate_.reset();
    out.events.emplace_back(ClaimRefused{why});
  }
}

void RelayHolder::on(proto::Visit& visit, Instant now, Effects& out) {
  if (visit.visit == 0 || guest(visit.visit) != guests_.end()) {
    out.broken = Error{.fault = Fault::not_wanted, .about = "a visit whose number is 0 or in use"};
    return;
  }
  using Why = proto::Gone::Why;
  const bool full = guests_.size() == net::kVisitsHeldMax;
  if (full || !holds(visit.place)) {  // the place may have been closed while the visit came
    out.send.emplace_back(
        proto::Gone{.visit = visit.visit, .why = full ? Why::too_many : Why::no_place});
    return;
  }
  const std::uint64_t number = next_visit_++;
  guests_.emplace(number, Guest{.relay_number = visit.visit, .since = now});
  out.events.emplace_back(
      Visited{.visit = number, .place = visit.place, .body = std::move(visit.body)});
}

void RelayHolder::on(proto::Say& say, Effects& out) {
  const auto it = guest(say.visit);
  if (it == guests_.end()) return;
  if (++it->second.messages <= proto::kVisitMessagesMax) {
    out.events.emplace_back(Said{.visit = it->first, .body = std::move(say.body)});
    return;
  }
  using Why = proto::Gone::Why;
  out.send.emplace_back(proto::Gone{.visit = say.visit, .why = Why::too_many});
  out.events.emplace_back(Gone{.visit = it->first, .why = Why::too_many});
  guests_.erase(it);
}

void RelayHolder::end_old_visits(Instant now, Effects& out) {
  std::erase_if(guests_, [&](const auto& entry) {
    const auto& [number, guest] = entry;
    if (now < guest.since + net::kVisitMax) return false;
    out.events.emplace_back(Gone{.visit = number, .why = proto::Gone::Why::time});
    return true;
  });
}

std::vector<RelayHolder::Event> RelayHolder::on_disconnected() {
  connected_ = false;
  asked_.clear();
  owed_.clear();
  std::vector<Event> events;
  for (const auto& [number, guest] : std::exchange(guests_, {}))
    events.emplace_back(Gone{.visit = number, .why = proto::Gone::Why::left});
  return events;
}

RelayHolder::Guests::iterator RelayHolder::guest(std::uint64_t relay_number) {
  return std::ranges::find_if(
      guests_, [&](const auto& entry) { return entry.second.relay_number == relay_number; });
}

bool RelayHolder::holds(const proto::RelayPlace& place) const {
  if (const auto* box = std::get_if<proto::BoxId>(&place)) return boxes_.contains(*box);
  return nameplate_ && nameplate_->claimed &&
         nameplate_->claimed->nameplate == std::get<std::uint32_t>(place);
}

}  // namespace fairdeal::signaling
