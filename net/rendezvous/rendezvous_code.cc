#include "base/overloaded.h"
#include "net/rendezvous/rendezvous_impl.h"
#include "net/sockets/clock.h"

/// Codes: how a host offers one at the first relay, and how a guest uses it there.

namespace fairdeal::rendezvous {

using FailureOf = Rendezvous::CodeFailure::What;

namespace {

/// How long a nameplate is asked for: longer than a code lives.
constexpr std::uint32_t kClaimMinutes = 30;

VisitId of_holder(meet::CodeVisitId number) { return {VisitId::Role::holder, number}; }

}  // namespace

// ---- Host

void Rendezvous::offer_code(std::size_t words, std::vector<std::string> addresses) {
  impl_->addresses = std::move(addresses);
  if (std::exchange(impl_->words, words) || impl_->lines.empty()) return;
  impl_->lines.front().client->claim(kClaimMinutes);
}

void Rendezvous::renew_code() {
  if (!impl_->words) return;
  impl_->codes.begin_anew();
  impl_->perform(impl_->codes.withdraw(sockets::now()));
  impl_->claim_anew();
}

void Rendezvous::withdraw_code() {
  if (!std::exchange(impl_->words, std::nullopt) || impl_->lines.empty()) return;
  impl_->perform(impl_->codes.withdraw(sockets::now()));
  impl_->lines.front().client->close_nameplate();
}

void Rendezvous::Impl::claim_anew() {
  RelayClient& client = *lines.front().client;
  client.close_nameplate();
  client.claim(kClaimMinutes);
}

void Rendezvous::Impl::on_nameplate(std::uint32_t number, std::uint32_t seconds) {
  // After a lost connection the relay mostly gives the same number again, and the code stays.
  if (!words || codes.stopped() || (codes.code() != nullptr && codes.code()->nameplate() == number))
    return;
  auto code = meet::InviteCode::draw(number, *words, rng, lines.front().settings.url.text());
  const Duration held{std::int64_t{seconds} * 1000};
  perform(codes.show(std::move(code), sockets::now(), std::min(meet::CodeHost::kLifetime, held)));
  handlers.on_code(*codes.code());
}

void Rendezvous::Impl::perform(meet::CodeHostEffects effects) {
  if (lines.empty()) return;
  RelayClient& client = *lines.front().client;
  for (const auto& asked : effects.asks) client.prove(of_holder(asked.visit));
  for (const auto& said : effects.say) client.say(of_holder(said.visit), said.body);
  for (const auto& gone : effects.hang_up) client.hang_up(of_holder(gone.visit), gone.why);
  arm();
  const auto alive = weak_from_this();  // a handler may destroy this object
  for (const auto& admitted : effects.admitted) {
    handlers.on_admitted(admitted.ask, admitted.until);
    if (alive.expired()) return;
    pipe(0, admitted.pipe, admitted.ask.key, PipeSide::asked);
  }
  if (effects.ask_each) handlers.on_guesses();
  for (const auto& news : effects.news) {
    if (alive.expired()) return;
    handlers.on_code_news(news);
  }
  for (const auto& asked : effects.asks)
    if (!alive.expired()) answer(asked);
  if (alive.expired() || effects.news.empty() || !words || codes.code() != nullptr) return;
  // An attacker that burned three codes would burn the next one, so the person asks for it.
  if (codes.stopped())
    client.close_nameplate();
  else
    claim_anew();
}

void Rendezvous::Impl::answer(const meet::CodeHostEffects::Asked& asked) {
  if (const auto no = handlers.decide(asked.ask)) return perform(codes.deny(asked.visit, *no));
  proto::Ticket ticket{.pipe = {}, .addresses = addresses, .key = me};
  rng.fill(ticket.pipe);
  perform(codes.admit(asked.visit, ticket, sockets::now()));
}

void Rendezvous::Impl::arm() {
  const Instant due = std::min(codes.deadline(), guest ? guest->deadline() : never());
  code_timer.expires_at(time_point(due));
  code_timer.async_wait([weak = weak_from_this()](error_code cancelled) {
    const auto self = weak.lock();
    if (cancelled || !self) return;
    if (self->guest) return self->perform(self->guest->on_time(sockets::now()));
    self->perform(self->codes.on_time(sockets::now()));
  });
}

// ---- Guest

void Rendezvous::use_code(const meet::InviteCode& code, proto::Ask ask, Duration patience) {
  impl_->guest.emplace(std::move(ask), impl_->rng);
  impl_->guest_code = &code;
  impl_->guest_until = sockets::now() + patience;
  impl_->visit_host();
}

void Rendezvous::Impl::visit_host() {
  auto begun = guest->begin(*guest_code, sockets::now());
  // A relay that tests guesses by what a guest sends gets no more of that.
  if (!begun) return fail_code(*guest_failed);
  const auto visit = lines.front().client->visit(guest_code->nameplate(), *begun->send);
  CHECK(visit);  // there is no other visit
  guest_visit = *visit;
  arm();
  if (!guest_failed) return;
  guest_timer.expires_at(time_point(guest_until));
  guest_timer.async_wait([weak = weak_from_this()](error_code cancelled) {
    const auto self = weak.lock();
    if (!cancelled && self) self->fail_code(*self->guest_failed);
  });
}

bool Rendezvous::Impl::tries_again(const CodeFailure& failure) {
  const Instant next = sockets::now() + guest_backoff.next(rng);
  if (!guest_failed) guest_failed = failure;
  if (next >= guest_until) return false;
  guest_timer.expires_at(time_point(next));
  guest_timer.async_wait([weak = weak_from_this()](error_code cancelled) {
    const auto self = weak.lock();
    if (!cancelled && self) self->visit_host();
  });
  return true;
}

void Rendezvous::Impl::perform(meet::CodeGuestEffects effects) {
  arm();
  if (effects.send) lines.front().client->say(*guest_visit, *effects.send);
  if (effects.waits || effects.granted) {
    guest_until = sockets::now();  // the host is there
    guest_timer.cancel();
  }
  if (effects.waits) return handlers.on_waits();
  if (effects.granted) {
    const auto& ticket = effects.granted->ticket;
    pipe(0, ticket.pipe, ticket.key, PipeSide::asking);
    return handlers.on_granted(ticket);
  }
  using Deny = proto::CodeDeny::Why;
  if (effects.denied == Deny::wrong_code)
    return fail_code({FailureOf::wrong, {Fault::bad_proof, {}, "the code is wrong"}});
  if (effects.denied == Deny::expired)
    return fail_code({FailureOf::expired, {Fault::not_wanted, {}, "the code is valid no more"}});
  if (effects.denied == Deny::full)
    return fail_code({FailureOf::full, {Fault::not_wanted, {}, "the table is full"}});
  if (effects.denied)
    return fail_code({FailureOf::refused, {Fault::not_wanted, {}, "the host says no"}});
  if (effects.failed)
    fail_code({effects.failed->fault == Fault::incomplete ? FailureOf::silent : FailureOf::altered,
               *effects.failed});
}

namespace {

/// Returns what the end of a guest's visit means.
Rendezvous::CodeFailure failure_of(const EndOfVisit& end) {
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

/// Returns whether another visit may find the host's answer.
bool is_worth_another_visit(const EndOfVisit& end) {
  using Why = proto::Gone::Why;
  if (const auto* trouble = std::get_if<RelayTrouble>(&end))
    return trouble->what == RelayTrouble::What::lost;  // it gave way to others
  const Why why = std::get<Why>(end);
  return why == Why::left || why == Why::time || why == Why::too_many;
}

}  // namespace

void Rendezvous::Impl::on_gone(std::size_t line, VisitId visit, const EndOfVisit& end) {
  if (visit.role == VisitId::Role::holder)
    return perform(codes.on_gone(visit.number, sockets::now()));
  if (visit != guest_visit) return on_knock_gone(line, visit, end);
  if (guest->deadline() == never()) return;  // it is over
  guest->on_gone();
  arm();
  const CodeFailure failure = failure_of(end);
  if (is_worth_another_visit(end) && tries_again(failure)) return;
  fail_code(guest_failed.value_or(failure));
}

void Rendezvous::Impl::fail_code(CodeFailure failure) {
  guest_timer.cancel();
  if (guest_visit) lines.front().client->hang_up(*guest_visit);
  guest->on_gone();
  handlers.on_failed(failure);
}

}  // namespace fairdeal::rendezvous
