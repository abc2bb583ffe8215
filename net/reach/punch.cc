#include "net/reach/punch.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "net/channel/limits.h"

namespace fairdeal::reach {
namespace {

// NoPunch.why; part of the protocol.
constexpr std::uint32_t kNoReflector = 1;  // of the sender
constexpr std::uint32_t kPortsChange = 2;  // on both sides
constexpr std::uint32_t kNotNow = 3;
constexpr std::uint32_t kBadAddress = 4;  // of the receiver

}  // namespace

std::string name(PunchFailure failure) {
  switch (failure) {
    case PunchFailure::no_reflector_here:
      return "no_reflector_here";
    case PunchFailure::no_reflector_there:
      return "no_reflector_there";
    case PunchFailure::ports_change_here:
      return "ports_change_here";
    case PunchFailure::ports_change_there:
      return "ports_change_there";
    case PunchFailure::ports_change_both:
      return "ports_change_both";
    case PunchFailure::time:
      return "time";
    case PunchFailure::no_answer:
      return "no_answer";
    case PunchFailure::refused:
      return "refused";
    case PunchFailure::bad_address:
      return "bad_address";
  }
  return "";
}

void PunchAttempts::on_relayed(Instant now) {
  if (std::exchange(relayed_, true)) return;
  tries_ = 0;
  next_ = now + net::kPunchAfter[0];
}

PunchAttempts::Effects PunchAttempts::on_settled() {
  relayed_ = false;
  failure_.reset();
  if (!std::exchange(attempt_, std::nullopt)) return {};
  return {Close{}};
}

/// Begins an attempt, unless there were too many.
bool PunchAttempts::begin(const Nonce& nonce, std::optional<proto::Punch> theirs, Instant now) {
  while (!begun_.empty() && now - begun_.front() >= net::kPunchesTime) begun_.pop_front();
  if (begun_.size() >= net::kPunchesMax) return false;
  begun_.push_back(now);
  attempt_ = Attempt{.nonce = nonce, .theirs = std::move(theirs)};
  return true;
}

PunchAttempts::Effects PunchAttempts::on_time(Instant now) {
  if (attempt_) {
    if (now < attempt_->until) return {};
    switch (attempt_->stage) {
      case Stage::starting:
        attempt_->stage = Stage::calling;
        attempt_->until = now + net::kPunchMax;
        return {Call{*sockets::Address::parse(attempt_->theirs->at)}};
      case Stage::calling:
        return fail(in_vain());
      default:
        return fail(PunchFailure::no_answer);
    }
  }
  if (now < deadline()) return {};
  ++tries_;
  const bool early = tries_ < net::kPunchAfter.size();
  const Duration wait =
      early ? Duration{net::kPunchAfter.at(tries_).ms - net::kPunchAfter.at(tries_ - 1).ms}
            : net::kPunchEvery;
  next_ = now + wait;
  Nonce nonce;
  rng_.fill(nonce);
  return begin(nonce, {}, now) ? Effects{Reflect{}} : Effects{};
}

Instant PunchAttempts::deadline() const {
  if (attempt_) return attempt_->until;
  return relayed_ && role_ == Role::starts ? next_ : never();
}

PunchAttempts::Effects PunchAttempts::on_reflected(const std::optional<Seen>& seen, Instant now) {
  if (!attempt_ || attempt_->stage != Stage::reflecting) return {};
  if (!seen) return refuse(attempt_->nonce, kNoReflector, PunchFailure::no_reflector_here);
  attempt_->ours = seen;
  if (attempt_->theirs && ports_of_both_change())
    return refuse(attempt_->nonce, kPortsChange, PunchFailure::ports_change_both);
  attempt_->stage = role_ == Role::starts ? Stage::asking : Stage::waiting;
  attempt_->until = now + net::kPunchAnswerMax;
  return {
      Say{proto::Punch{.nonce = attempt_->nonce, .at = seen->at.text(), .steady = seen->steady}}};
}

PunchAttempts::Effects PunchAttempts::on_message(const proto::PathMessage& message, Instant now) {
  if (!relayed_) return {};
  return std::visit([&](const auto& it) { return on(it, now); }, message);
}

PunchAttempts::Effects PunchAttempts::on(const proto::Punch& punch, Instant now) {
  const bool same = attempt_ && attempt_->nonce == punch.nonce;
  if (role_ == Role::starts) {
    if (!same || attempt_->stage != Stage::asking) return {};
    attempt_->theirs = punch;
    if (!is_callable(punch)) return refuse(punch.nonce, kBadAddress, PunchFailure::bad_address);
    if (ports_of_both_change())
      return refuse(punch.nonce, kPortsChange, PunchFailure::ports_change_both);
    attempt_->stage = Stage::going;
    attempt_->go_sent = now;
    attempt_->until = now + net::kPunchAnswerMax;
    return {
        Say{proto::Go{.nonce = punch.nonce, .in_ms = static_cast<std::uint32_t>(net::kGoIn.ms)}}};
  }
  if (same) return {};
  // A new attempt while one is under way: the peer has given that one up.
  Effects effects;
  if (attempt_) effects = fail(PunchFailure::no_answer);
  const auto say_no = [&](std::uint32_t why) {
    effects.emplace_back(Say{proto::NoPunch{.nonce = punch.nonce, .why = why}});
    return effects;
  };
  if (!is_callable(punch)) {
    effects.emplace_back(failed(PunchFailure::bad_address));
    return say_no(kBadAddress);
  }
  if (!begin(punch.nonce, punch, now)) return say_no(kNotNow);
  effects.emplace_back(
      Reflect{.v6 = sockets::Address::parse(punch.at)->host.find(':') != std::string::npos});
  return effects;
}

PunchAttempts::Effects PunchAttempts::on(const proto::Go& go, Instant now) {
  if (!attempt_ || attempt_->nonce != go.nonce) return {};
  if (role_ == Role::answers && attempt_->stage == Stage::waiting) {
    attempt_->stage = Stage::starting;
    attempt_->until = now + std::min(Duration{go.in_ms}, net::kGoInMax);
    return {Say{go}};
  }
  if (role_ == Role::starts && attempt_->stage == Stage::going) {
    const Duration round_trip = now - attempt_->go_sent;
    attempt_->stage = Stage::starting;
    attempt_->until =
        std::max(now, attempt_->go_sent + Duration{net::kGoIn.ms + round_trip.ms / 2});
  }
  return {};
}

PunchAttempts::Effects PunchAttempts::on(const proto::NoPunch& no, Instant) {
  const bool ours = attempt_ && attempt_->nonce == no.nonce;
  if (!ours) {
    // The starting side says so even before the other side has heard of an attempt.
    if (role_ == Role::answers && !attempt_ && no.why == kNoReflector)
      return {failed(PunchFailure::no_reflector_there)};
    return {};
  }
  if (attempt_->stage == Stage::calling) return {};
  return fail(no.why == kNoReflector   ? PunchFailure::no_reflector_there
              : no.why == kPortsChange ? PunchFailure::ports_change_both
              : no.why == kBadAddress  ? PunchFailure::bad_address
                                       : failure_.value_or(PunchFailure::refused));
}

bool PunchAttempts::is_callable(const proto::Punch& punch) const {
  const auto at = sockets::Address::parse(punch.at);
  return at && at->port != 0 && sockets::reach_of(at->host) && may_be_called_(*at);
}

bool PunchAttempts::ports_of_both_change() const {
  return !attempt_->ours->steady && !attempt_->theirs->steady;
}

PunchFailure PunchAttempts::in_vain() const {
  if (!attempt_->ours->steady) return PunchFailure::ports_change_here;
  if (!attempt_->theirs->steady) return PunchFailure::ports_change_there;
  return PunchFailure::time;
}

PunchAttempts::Tell PunchAttempts::failed(PunchFailure why) {
  failure_ = why;
  return Tell{why};
}

PunchAttempts::Effects PunchAttempts::fail(PunchFailure why) {
  attempt_.reset();
  return {Close{}, failed(why)};
}

PunchAttempts::Effects PunchAttempts::refuse(const Nonce& nonce, std::uint32_t why,
                                             PunchFailure meaning) {
  Effects effects = fail(meaning);
  effects.emplace_back(Say{proto::NoPunch{.nonce = nonce, .why = why}});
  return effects;
}

}  // namespace fairdeal::reach
