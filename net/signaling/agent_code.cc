#include <algorithm>
#include <utility>

#include "base/check.h"
#include "net/channel/limits.h"
#include "net/signaling/agent.h"

/// Codes: how a host offers one at the first relay, and how a guest uses it there.

namespace fairdeal::signaling {

using FailureOf = CodeFailure::What;

namespace {

/// How long a nameplate is asked for: longer than a code lives.
constexpr std::uint32_t kClaimMinutes = 30;

VisitId of_holder(meet::CodeVisitId number) { return {VisitId::Role::holder, number}; }

/// Returns what the end of a guest's visit means.
CodeFailure failure_of(const EndOfVisit& end) {
  if (const auto* trouble = std::get_if<RelayTrouble>(&end))
    return {FailureOf::relay, trouble->error, trouble->what};
  using Why = proto::Gone::Why;
  switch (std::get<Why>(end)) {
    case Why::no_place:
      return {FailureOf::unknown, {Fault::not_wanted, {}, "nobody holds this number"}};
    case Why::left:
    case Why::time:
      return {FailureOf::silent, {Fault::incomplete, {}, "the host does not answer"}};
    case Why::too_many:
      return {FailureOf::crowded, {Fault::not_wanted, {}, "too many call it just now"}};
    case Why::too_often:
      return {FailureOf::crowded,
              {Fault::not_wanted, {}, "you, or others in your network, called too often"}};
    case Why::refused:
      break;
  }
  return {FailureOf::altered, {Fault::not_wanted, {}, "the host hung up"}};
}

/// Returns what it means that the host denies a seat.
CodeFailure failure_of(proto::CodeDeny::Why why) {
  using Deny = proto::CodeDeny::Why;
  switch (why) {
    case Deny::wrong_code:
      return {FailureOf::wrong, {Fault::bad_proof, {}, "the code is wrong"}};
    case Deny::expired:
      return {FailureOf::expired, {Fault::not_wanted, {}, "the code is valid no more"}};
    case Deny::full:
      return {FailureOf::full, {Fault::not_wanted, {}, "the table is full"}};
    case Deny::not_welcome:
    case Deny::wait:
      break;
  }
  return {FailureOf::refused, {Fault::not_wanted, {}, "the host says no"}};
}

/// Returns whether another visit may find the host's answer.
bool is_worth_another_visit(const EndOfVisit& end) {
  using Why = proto::Gone::Why;
  if (const auto* trouble = std::get_if<RelayTrouble>(&end))
    return trouble->what == RelayTrouble::What::lost;  // it gave way to others
  const Why why = std::get<Why>(end);
  return why == Why::left || why == Why::time || why == Why::too_many;
}

}  // namespace

// ---- Host

Agent::Effects Agent::offer_code(std::size_t words, std::vector<std::string> addresses, Time time) {
  Effects out;
  addresses_ = std::move(addresses);
  if (std::exchange(words_, words) || lines_.empty()) return out;
  at(0, time, out,
     [](Client& client, Client::Effects& effects) { client.claim(kClaimMinutes, effects); });
  return out;
}

Agent::Effects Agent::renew_code(Time time) {
  Effects out;
  if (!words_) return out;
  codes_.begin_anew();
  perform(codes_.withdraw(time.now), time, out);
  claim_anew(time, out);
  return out;
}

Agent::Effects Agent::withdraw_code(Time time) {
  Effects out;
  if (!std::exchange(words_, std::nullopt) || lines_.empty()) return out;
  perform(codes_.withdraw(time.now), time, out);
  at(0, time, out,
     [](Client& client, Client::Effects& effects) { client.close_nameplate(effects); });
  return out;
}

void Agent::claim_anew(Time time, Effects& out) {
  if (lines_.empty()) return;
  at(0, time, out, [](Client& client, Client::Effects& effects) {
    client.close_nameplate(effects);
    client.claim(kClaimMinutes, effects);
  });
}

void Agent::on_nameplate(std::uint32_t number, std::uint32_t seconds, Time time, Effects& out) {
  // After a lost connection the relay mostly gives the same number again, and the code stays.
  const auto* shown = codes_.code();
  if (!words_ || codes_.stopped() || (shown != nullptr && shown->nameplate() == number)) return;
  auto code =
      meet::InviteCode::draw(number, *words_, *rng_, lines_.front().client.settings().url.text());
  const Duration held{std::int64_t{seconds} * 1000};
  const Duration lifetime = std::min(meet::CodeHost::kLifetime, held);
  perform(codes_.show(std::move(code), time.now, lifetime), time, out);
  out.events.emplace_back(CodeShown{});
}

void Agent::perform(meet::CodeHostEffects effects, Time time, Effects& out) {
  if (lines_.empty()) return;
  at(0, time, out, [&](Client& client, Client::Effects& sent) {
    for (const auto& asked : effects.asks) client.prove(of_holder(asked.visit), sent);
    for (const auto& said : effects.say) client.say(of_holder(said.visit), said.body, sent);
    for (const auto& gone : effects.hang_up) client.hang_up(of_holder(gone.visit), gone.why, sent);
  });
  for (const auto& admitted : effects.admitted) {
    out.events.emplace_back(Admitted{.ask = admitted.ask, .until = admitted.until});
    pipe(0, admitted.pipe, admitted.ask.key, PipeSide::asked, time, out);
  }
  if (effects.ask_each) out.events.emplace_back(Guesses{});
  for (const auto& news : effects.news) out.events.emplace_back(news);
  for (const auto& asked : effects.asks) out.events.emplace_back(Asked{asked.visit, asked.ask});
  if (!effects.news.empty() && codes_.code() == nullptr) out.events.emplace_back(CodeOver{});
}

Agent::Effects Agent::answer(meet::CodeVisitId visit, std::optional<proto::CodeDeny::Why> no,
                             Time time) {
  Effects out;
  if (no) {
    perform(codes_.deny(visit, *no), time, out);
    return out;
  }
  proto::Ticket ticket{.pipe = {}, .addresses = addresses_, .key = me_};
  rng_->fill(ticket.pipe);
  perform(codes_.admit(visit, ticket, time.now), time, out);
  return out;
}

Agent::Effects Agent::on_code_over(Time time) {
  Effects out;
  if (!words_ || codes_.code() != nullptr) return out;
  // An attacker that burned three codes would burn the next one, so the person asks for it.
  if (!codes_.stopped()) {
    claim_anew(time, out);
  } else if (!lines_.empty()) {
    at(0, time, out,
       [](Client& client, Client::Effects& effects) { client.close_nameplate(effects); });
  }
  return out;
}

// ---- Guest

Agent::Effects Agent::use_code(const meet::InviteCode& code, proto::Ask ask, Duration patience,
                               Time time) {
  Effects out;
  guest_.emplace(std::move(ask), *rng_);
  guest_code_ = &code;
  guest_until_ = time.now + patience;
  visit_host(time, out);
  return out;
}

void Agent::visit_host(Time time, Effects& out) {
  auto begun = guest_->begin(*guest_code_, time.now);
  // A relay that tests guesses by what a guest sends gets no more of that.
  if (!begun) return fail_code(*guest_failed_, time, out);
  at(0, time, out, [&](Client& client, Client::Effects& effects) {
    const auto visit = client.visit(guest_code_->nameplate(), *begun->send, time.now, effects);
    CHECK(visit);  // there is no other visit
    guest_visit_ = *visit;
  });
  if (guest_failed_) give_up_at_ = guest_until_;
}

bool Agent::tries_again(const CodeFailure& failure, Time time) {
  const Instant next = time.now + guest_backoff_.next(*rng_);
  if (!guest_failed_) guest_failed_ = failure;
  if (next >= guest_until_) return false;
  give_up_at_ = never();
  visit_again_at_ = next;
  return true;
}

void Agent::on_guest_due(Time time, Effects& out) {
  if (time.now >= guest_->deadline()) perform(guest_->on_time(time.now), time, out);
  if (time.now >= visit_again_at_) {
    visit_again_at_ = never();
    visit_host(time, out);
  }
  if (time.now >= give_up_at_) fail_code(*guest_failed_, time, out);
}

void Agent::perform(meet::CodeGuestEffects effects, Time time, Effects& out) {
  if (effects.send)
    at(0, time, out, [&](Client& client, Client::Effects& sent) {
      client.say(*guest_visit_, *effects.send, sent);
    });
  if (effects.waits || effects.granted) {
    guest_until_ = time.now;  // the host is there
    visit_again_at_ = give_up_at_ = never();
  }
  if (effects.waits) {
    out.events.emplace_back(Waits{});
  } else if (effects.granted) {
    const auto& ticket = effects.granted->ticket;
    pipe(0, ticket.pipe, ticket.key, PipeSide::asking, time, out);
    out.events.emplace_back(Granted{ticket});
  } else if (effects.denied) {
    fail_code(failure_of(*effects.denied), time, out);
  } else if (effects.failed) {
    const bool silent = effects.failed->fault == Fault::incomplete;
    fail_code({silent ? FailureOf::silent : FailureOf::altered, *effects.failed}, time, out);
  }
}

void Agent::on_gone(std::size_t line, const told::Gone& gone, Time time, Effects& out) {
  if (gone.visit.role == VisitId::Role::holder)
    return perform(codes_.on_gone(gone.visit.number, time.now), time, out);
  if (line != 0 || gone.visit != guest_visit_) return on_knock_gone(line, gone, out);
  if (guest_->deadline() == never()) return;  // it is over
  guest_->on_gone();
  const CodeFailure failure = failure_of(gone.why);
  if (is_worth_another_visit(gone.why) && tries_again(failure, time)) return;
  fail_code(guest_failed_.value_or(failure), time, out);
}

void Agent::fail_code(const CodeFailure& failure, Time time, Effects& out) {
  out.events.emplace_back(Failed{failure});
  visit_again_at_ = give_up_at_ = never();
  if (guest_visit_) hang_up(0, *guest_visit_, time, out);
  guest_->on_gone();
}

}  // namespace fairdeal::signaling
