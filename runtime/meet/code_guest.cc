#include "runtime/meet/code_guest.h"

#include "base/overloaded.h"
#include "crypto/aead.h"
#include "crypto/keyed_hash.h"

namespace fairdeal::meet {

Result<CodeGuestEffects> CodeGuest::begin(const InviteCode& code, Instant now) {
  if (code.nameplate() != nameplate_) unanswered_ = 0;
  if (unanswered_ >= kUnansweredMax)
    return fail(Fault::not_wanted, "too many attempts with this code; the host can make a new one");
  nameplate_ = code.nameplate();
  until_ = now + kVisitMax;
  CodeSession session;
  rng_->fill(session);
  CodeExchange exchange(CodeExchange::Role::initiator, code, session, *rng_);
  const proto::CodeHello hello{.version = 1, .sid = session, .y = exchange.share()};
  state_.emplace<Greeting>(std::move(exchange));
  CodeGuestEffects out;
  out.send = proto::encode(proto::CodeMessage(hello));
  return out;
}

CodeGuestEffects CodeGuest::on_body(ByteSpan body) {
  if (idle()) return {};  // the visit is over, and this came late
  const auto message = proto::decode_code(body);
  if (!message) return end(message.error());
  return std::visit(Overloaded{[&](const proto::CodeAnswer& answer) { return on(answer); },
                               [&](const proto::CodeGrant& grant) { return on(grant); },
                               [&](const proto::CodeDeny& deny) { return on(deny); },
                               [&](const proto::CodeHello&) { return out_of_place(); },
                               [&](const proto::CodeProof&) { return out_of_place(); }},
                    *message);
}

CodeGuestEffects CodeGuest::on_time(Instant now) {
  if (now < deadline()) return {};
  return end({Fault::incomplete, std::nullopt, "the host's answer did not come in time"});
}

CodeGuestEffects CodeGuest::on(const proto::CodeAnswer& answer) {
  auto* greeting = std::get_if<Greeting>(&state_);
  if (greeting == nullptr) return out_of_place();
  auto keys = std::move(greeting->exchange).finish(answer.y);
  if (!keys) return end(keys.error());
  CodeGuestEffects out;
  out.send = proto::encode(proto::CodeMessage(proto::CodeProof{
      .tag = keys->guest_tag.expose().bytes,
      .encrypted = crypto::aead_encrypt(keys->guest_key, proto::encode(ask_), *rng_)}));
  state_.emplace<Proving>(*std::move(keys));
  ++unanswered_;
  return out;
}

CodeGuestEffects CodeGuest::on(const proto::CodeGrant& grant) {
  auto* proving = std::get_if<Proving>(&state_);
  if (proving == nullptr) return out_of_place();
  CodeKeys& keys = proving->keys;
  if (!crypto::same_in_constant_time(keys.host_tag.expose().bytes, grant.tag))
    return end({Fault::bad_proof, std::nullopt, "who answered does not know the code"});
  const auto plain = crypto::aead_decrypt(keys.host_key, grant.encrypted);
  if (!plain) return end(plain.error());
  auto ticket = proto::decode_ticket(*plain);
  if (!ticket) return end(ticket.error());
  unanswered_ = 0;
  CodeGuestEffects out;
  out.granted = CodeGranted{.ticket = *std::move(ticket), .pair = std::move(keys.pair)};
  state_ = Idle{};
  return out;
}

CodeGuestEffects CodeGuest::on(const proto::CodeDeny& deny) {
  CodeGuestEffects out;
  if (deny.why == proto::CodeDeny::Why::wait) {
    if (!std::holds_alternative<Proving>(state_)) return out_of_place();
    out.waits = true;
    return out;
  }
  state_ = Idle{};
  out.denied = deny.why;
  return out;
}

CodeGuestEffects CodeGuest::out_of_place() {
  return end({Fault::not_wanted, std::nullopt, "a message of a code's visit"});
}

CodeGuestEffects CodeGuest::end(Error error) {
  state_ = Idle{};
  CodeGuestEffects out;
  out.failed = std::move(error);
  return out;
}

}  // namespace fairdeal::meet
