#include "runtime/meet/code_host.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "crypto/aead.h"
#include "crypto/keyed_hash.h"

namespace fairdeal::meet {
namespace {

using DenyWhy = proto::CodeDeny::Why;
using GoneWhy = proto::Gone::Why;

Bytes encode_deny(DenyWhy why) { return proto::encode(proto::CodeMessage(proto::CodeDeny{why})); }

/// Decodes a body that must be a message of one kind.
template <class Message>
std::optional<Message> decode_as(ByteSpan body) {
  const auto message = proto::decode_code(body);
  const auto* wanted = message ? std::get_if<Message>(&*message) : nullptr;
  return wanted != nullptr ? std::optional(*wanted) : std::nullopt;
}

Result<proto::Ask> decrypt_ask(const SecretDigest& key, ByteSpan encrypted) {
  FD_TRY(const Bytes plain, crypto::aead_decrypt(key, encrypted));
  return proto::decode_ask(plain);
}

}  // namespace

CodeHostEffects CodeHost::show(InviteCode code, Instant now, Duration lifetime) {
  CodeHostEffects out = withdraw(now);
  std::erase_if(retired_, [&](const Retired& r) { return r.nameplate == code.nameplate(); });
  code_.emplace(Shown{.code = std::move(code), .until = now + lifetime});
  return out;
}

CodeHostEffects CodeHost::withdraw(Instant now) {
  CodeHostEffects out;
  if (code_) retire(now, out);
  return out;
}

CodeHostEffects CodeHost::on_visit(CodeVisitId visit, std::uint32_t nameplate, ByteSpan body,
                                   Instant now) {
  if (find(visit) != nullptr) return on_body(visit, body, now);  // a relay that repeats itself
  CodeHostEffects out = on_time(now);
  if (!code_ || code_->code.nameplate() != nameplate) {
    if (std::ranges::count(retired_, nameplate, &Retired::nameplate) > 0)
      end(visit, DenyWhy::expired, out);
    else
      hang_up(visit, GoneWhy::no_place, out);
    return out;
  }
  const auto hello = decode_as<proto::CodeHello>(body);
  if (visits_.size() >= kVisitsMax) make_room(out);
  if (visits_.size() >= kVisitsMax)
    hang_up(visit, GoneWhy::too_many, out);
  else if (!hello || hello->version != 1)
    hang_up(visit, GoneWhy::no_place, out);  // as a number that nobody holds would
  else
    greet(visit, *hello, now, out);
  return out;
}

/// Lets the oldest visit of those who have proved nothing give way.
void CodeHost::make_room(CodeHostEffects& out) {
  const auto oldest = std::ranges::find_if(visits_, [](const Visit& v) { return !v.ask; });
  if (oldest != visits_.end()) hang_up(oldest->id, GoneWhy::too_many, out);
}

CodeHostEffects CodeHost::on_body(CodeVisitId visit, ByteSpan body, Instant now) {
  CodeHostEffects out = on_time(now);
  Visit* found = find(visit);
  if (found == nullptr) return out;
  const auto proof = decode_as<proto::CodeProof>(body);
  if (!proof || found->ask)
    hang_up(visit, GoneWhy::refused, out);
  else
    check(*found, *proof, now, out);
  return out;
}

CodeHostEffects CodeHost::on_gone(CodeVisitId visit, Instant now) {
  CodeHostEffects out;
  const Visit* found = find(visit);
  const bool in_vain = found != nullptr && !found->ask;
  forget(visit);
  if (in_vain) count_in_vain(now, out);
  return out;
}

void CodeHost::forget(CodeVisitId visit) {
  std::erase_if(visits_, [&](const Visit& v) { return v.id == visit; });
}

void CodeHost::count_in_vain(Instant now, CodeHostEffects& out) {
  if (!code_) return;
  auto& in_vain = code_->in_vain;
  in_vain.push_back(now);
  while (now - in_vain.front() > kBusyWithin) in_vain.pop_front();
  if (in_vain.size() < kBusyVisits || std::exchange(code_->told_busy, true)) return;
  out.news.push_back({CodeNews::What::busy, code_->code.nameplate()});
}

CodeHostEffects CodeHost::on_time(Instant now) {
  CodeHostEffects out;
  if (code_ && now >= code_->until) {
    out.news.push_back({CodeNews::What::expired, code_->code.nameplate()});
    retire(now, out);
  }
  std::vector<CodeVisitId> late;
  for (const Visit& visit : visits_)
    if (now >= visit.until) late.push_back(visit.id);
  for (const CodeVisitId visit : late) {
    const bool in_vain = !find(visit)->ask;
    hang_up(visit, GoneWhy::time, out);
    if (in_vain) count_in_vain(now, out);
  }
  std::erase_if(retired_, [&](const Retired& r) { return now >= r.forget; });
  return out;
}

Instant CodeHost::deadline() const {
  Instant next = code_ ? code_->until : never();
  for (const Visit& visit : visits_) next = std::min(next, visit.until);
  for (const Retired& retired : retired_) next = std::min(next, retired.forget);
  return next;
}

CodeHostEffects CodeHost::admit(CodeVisitId visit, const proto::Ticket& ticket, Instant now) {
  CodeHostEffects out = on_time(now);
  Visit* guest = find(visit);
  if (guest == nullptr || !guest->ask) return out;
  const proto::CodeGrant grant{
      .tag = guest->keys.host_tag.expose().bytes,
      .encrypted = crypto::aead_encrypt(guest->keys.host_key, proto::encode(ticket), *rng_)};
  out.say.push_back({visit, proto::encode(proto::CodeMessage(grant))});
  out.admitted.push_back({.ask = *std::move(guest->ask),
                          .pipe = ticket.pipe,
                          .until = now + kAdmittedFor,
                          .pair = std::move(guest->keys.pair)});
  hang_up(visit, GoneWhy::left, out);
  return out;
}

CodeHostEffects CodeHost::deny(CodeVisitId visit, DenyWhy why) {
  CHECK(why == DenyWhy::full || why == DenyWhy::not_welcome || why == DenyWhy::wait);
  CodeHostEffects out;
  Visit* guest = find(visit);
  if (guest == nullptr || !guest->ask) return out;
  if (why != DenyWhy::wait)
    end(visit, why, out);
  else if (guest->waits++ < kWaitsMax)
    out.say.push_back({visit, encode_deny(why)});
  return out;
}

CodeHost::Visit* CodeHost::find(CodeVisitId visit) {
  const auto found = std::ranges::find(visits_, visit, &Visit::id);
  return found != visits_.end() ? &*found : nullptr;
}

/// Ends the code, and the visits of those who have not proved that they know it.
void CodeHost::retire(Instant now, CodeHostEffects& out) {
  if (retired_.size() == kRememberedMax) retired_.erase(retired_.begin());
  retired_.push_back({code_->code.nameplate(), now + kRememberedFor});
  code_.reset();
  std::vector<CodeVisitId> unproved;
  for (const Visit& visit : visits_)
    if (!visit.ask) unproved.push_back(visit.id);
  for (const CodeVisitId visit : unproved) end(visit, DenyWhy::expired, out);
}

void CodeHost::count_guess(Instant now, CodeHostEffects& out) {
  // Only a visit of the code that is valid can be wrong: retire() ends the others.
  CHECK(code_);
  out.ask_each = true;
  const std::uint32_t nameplate = code_->code.nameplate();
  out.news.push_back({CodeNews::What::wrong_code, nameplate, ++code_->guesses});
  if (code_->guesses < kGuessesMax) return;
  ++burned_;
  out.news.push_back(
      {burned_ < kBurnedMax ? CodeNews::What::burned : CodeNews::What::send_link, nameplate});
  retire(now, out);
}

void CodeHost::greet(CodeVisitId visit, const proto::CodeHello& hello, Instant now,
                     CodeHostEffects& out) {
  CodeExchange exchange(CodeExchange::Role::responder, code_->code, hello.sid, *rng_);
  const proto::CodeAnswer answer{exchange.share()};
  auto keys = std::move(exchange).finish(hello.y);
  if (!keys) return hang_up(visit, GoneWhy::no_place, out);
  visits_.push_back(
      {.id = visit, .until = now + kUnprovedMax, .begun = now, .keys = *std::move(keys)});
  out.say.push_back({visit, proto::encode(proto::CodeMessage(answer))});
}

void CodeHost::check(Visit& visit, const proto::CodeProof& proof, Instant now,
                     CodeHostEffects& out) {
  const CodeVisitId id = visit.id;
  if (!crypto::same_in_constant_time(visit.keys.guest_tag.expose().bytes, proof.tag)) {
    end(id, DenyWhy::wrong_code, out);
    return count_guess(now, out);
  }
  // The words are right, so this is no guess, even if the carrier altered what the guest asks.
  auto ask = decrypt_ask(visit.keys.guest_key, proof.encrypted);
  if (!ask) return hang_up(id, GoneWhy::refused, out);
  visit.ask = *std::move(ask);
  visit.until = visit.begun + kVisitMax;
  out.asks.push_back({id, *visit.ask});
}

void CodeHost::end(CodeVisitId visit, DenyWhy why, CodeHostEffects& out) {
  out.say.push_back({visit, encode_deny(why)});
  hang_up(visit, GoneWhy::left, out);
}

void CodeHost::hang_up(CodeVisitId visit, GoneWhy why, CodeHostEffects& out) {
  forget(visit);
  out.hang_up.push_back({visit, why});
}

}  // namespace fairdeal::meet
