#include "net/signaling/client.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/overloaded.h"
#include "net/channel/limits.h"

namespace fairdeal::signaling {
namespace {

using Role = VisitId::Role;
using What = RelayTrouble::What;

RelayTrouble breach(std::string about) {
  return {.what = What::protocol, .error = {.fault = Fault::not_wanted, .about = std::move(about)}};
}

Bytes control_hello() { return {std::byte{0}}; }

}  // namespace

Client::Client(RelaySettings settings, Rng& rng)
    : settings_(std::move(settings)),
      rng_(&rng),
      backoff_(settings_.redial_min, settings_.redial_max) {}

// ---- The control connection

void Client::call(Effects& out) {
  redial_at_ = never();
  greeted_at_.reset();
  control_.emplace(next_socket());
  out.sockets.emplace_back(OpenSocket{control_->socket(), OpenSocket::Purpose::control});
}

void Client::on_control(ByteSpan bytes, Instant now, Effects& out) {
  if (!control_->greeted()) {
    auto greeted = control_->on_greeting(bytes);
    if (auto* trouble = std::get_if<RelayTrouble>(&greeted))
      return cut_control(std::move(*trouble), now, out);
    greeted_at_ = now;
    out.sockets.emplace_back(SendMessage{control_->socket(), control_hello()});
    send(holder_.on_connected(now), out);
    out.events.emplace_back(told::Greeting{std::get<proto::Greeting>(std::move(greeted))});
    return;
  }
  auto message = proto::decode_relay(bytes);
  if (!message) return cut_control({.what = What::protocol, .error = message.error()}, now, out);
  perform(holder_.on_message(*std::move(message), now), now, out);
}

void Client::cut_control(const RelayTrouble& why, Instant now, Effects& out) {
  out.sockets.emplace_back(CloseSocket{control_->socket(), true});
  on_lost(why, false, now, out);
}

void Client::on_lost(const RelayTrouble& why, bool renewed, Instant now, Effects& out) {
  control_.reset();
  work_.reset();
  const bool stood = greeted_at_ && now - *greeted_at_ >= settings_.redial_max;
  if (stood || renewed) backoff_.reset();
  Duration wait = renewed ? Duration{0} : backoff_.next(*rng_);
  if (why.what == What::busy && !renewed) {
    // Those whom the relay turned away come back at different times.
    const auto spread = static_cast<std::uint64_t>(settings_.busy_min.ms) + 1;
    const Duration busy{settings_.busy_min.ms + static_cast<std::int64_t>(rng_->below(spread))};
    wait = std::max(wait, busy);
  }
  redial_at_ = now + wait;
  for (auto& event : holder_.on_disconnected()) tell(event, out);
  if (!renewed) out.events.emplace_back(told::Trouble{why});
}

void Client::renew(Instant now) {
  backoff_.reset();
  renew_at_ = now;
}

void Client::send(const RelayHolder::Messages& messages, Effects& out) {
  if (!control_) return;
  for (const auto& message : messages)
    out.sockets.emplace_back(SendMessage{control_->socket(), proto::encode(message)});
}

void Client::perform(RelayHolder::Effects effects, Instant now, Effects& out) {
  send(effects.send, out);
  for (auto& event : effects.events) tell(event, out);
  if (effects.broken && control_)
    cut_control({.what = What::protocol, .error = *std::move(effects.broken)}, now, out);
  const auto owed = holder_.work_owed();
  if (owed && !work_) work_.emplace(*owed, *rng_, now);
}

/// Does the work that places cost, one after another.
void Client::work_for_places(Instant now, Effects& out) {
  if (!work_) return;
  const auto turn = work_->on_turn(*settings_.work, now);
  if (turn.is_long) out.events.emplace_back(told::LongWork{});
  if (!turn.over()) return;
  work_.reset();
  if (turn.refused) out.events.emplace_back(told::Trouble{too_much_work()});
  perform(holder_.on_worked(turn.worked, now), now, out);
}

void Client::tell(RelayHolder::Event& event, Effects& out) {
  const auto id = [](std::uint64_t visit) { return VisitId{Role::holder, visit}; };
  auto& events = out.events;
  std::visit(Overloaded{
                 [&](const RelayHolder::Claimed& c) {
                   events.emplace_back(told::Nameplate{c.nameplate, c.seconds});
                 },
                 [&](const RelayHolder::ClaimRefused& c) {
                   events.emplace_back(told::NoNameplate{c.why});
                 },
                 [&](const RelayHolder::Held& h) { events.emplace_back(told::Held{h.box}); },
                 [&](const RelayHolder::BoxRefused& b) {
                   events.emplace_back(told::NotHeld{b.box, b.why});
                 },
                 [&](RelayHolder::Visited& v) {
                   events.emplace_back(told::Visit{id(v.visit), v.place, std::move(v.body)});
                 },
                 [&](RelayHolder::Said& s) {
                   events.emplace_back(told::Said{id(s.visit), std::move(s.body)});
                 },
                 [&](const RelayHolder::Gone& g) {
                   events.emplace_back(told::Gone{id(g.visit), g.why});
                 },
             },
             event);
}

Result<void> Client::open(const proto::BoxId& box, const proto::BoxProof& proof, Effects& out) {
  FD_TRY(const auto messages, holder_.open(box, proof));
  send(messages, out);
  return {};
}

// ---- The visits that we make

Result<VisitId> Client::visit(const proto::RelayPlace& place, ByteSpan body, Instant now,
                              Effects& out) {
  CHECK(body.size() <= proto::kVisitBytesMax);
  if (made_.size() == net::kVisitsMadeMax) return fail(Fault::too_large, "visits at once");
  const std::uint64_t number = ++last_visit_;
  const SocketId socket = next_socket();
  made_.emplace(number, Made{.call = RelayCall(socket),
                             .until = now + net::kVisitMax,
                             .visit = {.visit = 0, .place = place, .body = to_bytes(body)}});
  out.sockets.emplace_back(OpenSocket{socket, OpenSocket::Purpose::control});
  return VisitId{Role::visitor, number};
}

bool Client::say(VisitId visit, ByteSpan body, Effects& out) {
  if (visit.role == Role::holder) {
    const auto messages = holder_.say(visit.number, body);
    send(messages, out);
    return !messages.empty();
  }
  CHECK(body.size() <= proto::kVisitBytesMax);
  const auto at = made_.find(visit.number);
  if (at == made_.end()) return false;
  Made& made = at->second;
  if (made.relay_number == 0 || made.messages == proto::kVisitMessagesMax) return false;
  ++made.messages;
  const proto::RelayMessage say = proto::Say{.visit = made.relay_number, .body = to_bytes(body)};
  out.sockets.emplace_back(SendMessage{made.call.socket(), proto::encode(say)});
  return true;
}

void Client::hang_up(VisitId visit, proto::Gone::Why why, Effects& out) {
  if (visit.role == Role::holder) return send(holder_.hang_up(visit.number, why), out);
  const auto at = made_.find(visit.number);
  if (at == made_.end()) return;
  out.sockets.emplace_back(CloseSocket{at->second.call.socket()});
  made_.erase(at);
}

Client::AllMade::iterator Client::made_at(SocketId socket) {
  return std::ranges::find_if(
      made_, [&](const auto& entry) { return entry.second.call.socket() == socket; });
}

void Client::on_visit(AllMade::iterator at, ByteSpan bytes, Instant now, Effects& out) {
  Made& made = at->second;
  if (!made.call.greeted()) {
    auto greeted = made.call.on_greeting(bytes);
    if (auto* trouble = std::get_if<RelayTrouble>(&greeted))
      return cut(at, std::move(*trouble), out);
    out.sockets.emplace_back(SendMessage{made.call.socket(), control_hello()});
    out.sockets.emplace_back(
        SendMessage{made.call.socket(), proto::encode(proto::RelayMessage(made.visit))});
    return;
  }
  auto message = proto::decode_relay(bytes);
  if (!message) return cut(at, {.what = What::protocol, .error = message.error()}, out);
  on_answer(at, *message, now, out);
}

void Client::on_answer(AllMade::iterator at, proto::RelayMessage& message, Instant now,
                       Effects& out) {
  Made& made = at->second;
  if (const auto* gone = std::get_if<proto::Gone>(&message)) return end(at, gone->why, out);
  if (const auto* work = std::get_if<proto::RelayWork>(&message)) {
    if (made.relay_number != 0 || made.work || work->purpose != proto::RelayWork::For::visit)
      return cut(at, breach("work for nothing that we asked"), out);
    made.work.emplace(*work, *rng_, now);
    return;
  }
  auto* say = std::get_if<proto::Say>(&message);
  const bool first = made.relay_number == 0;
  if (say == nullptr || say->visit == 0 || (!first && say->visit != made.relay_number))
    return cut(at, breach("what the relay said to a visitor"), out);
  made.relay_number = say->visit;
  if (++made.messages > proto::kVisitMessagesMax) return end(at, proto::Gone::Why::too_many, out);
  out.events.emplace_back(told::Said{{Role::visitor, at->first}, std::move(say->body)});
}

/// Does the work that visits cost, and makes them again.
void Client::work_for_visits(Instant now, Effects& out) {
  for (auto at = made_.begin(); at != made_.end();) {
    const auto here = at++;
    Made& made = here->second;
    if (!made.work) continue;
    const auto turn = made.work->on_turn(*settings_.work, now);
    if (turn.is_long) out.events.emplace_back(told::LongWork{});
    if (turn.refused) {
      end(here, too_much_work(), out);
    } else if (turn.worked) {
      made.work.reset();
      for (const auto& message :
           {proto::RelayMessage(*turn.worked), proto::RelayMessage(made.visit)})
        out.sockets.emplace_back(SendMessage{made.call.socket(), proto::encode(message)});
    }
  }
}

void Client::cut(AllMade::iterator at, RelayTrouble why, Effects& out) {
  out.sockets.emplace_back(CloseSocket{at->second.call.socket(), true});
  out.events.emplace_back(told::Gone{{Role::visitor, at->first}, std::move(why)});
  made_.erase(at);
}

void Client::end(AllMade::iterator at, const EndOfVisit& why, Effects& out) {
  out.sockets.emplace_back(CloseSocket{at->second.call.socket()});
  out.events.emplace_back(told::Gone{{Role::visitor, at->first}, why});
  made_.erase(at);
}

// ---- Pipes

SocketId Client::open_pipe(const proto::PipeToken& token, PipeSide side, Effects& out) {
  const SocketId socket = next_socket();
  const auto at = pipes_.emplace(socket, PipeCall(settings_, socket, token, side, *rng_)).first;
  perform(at, at->second.start(), out);
  return socket;
}

void Client::drop_pipe(SocketId pipe, Effects& out) {
  if (pipes_.erase(pipe) > 0) out.sockets.emplace_back(CloseSocket{pipe, true});
}

void Client::perform(Pipes::iterator at, PipeCall::Effects effects, Effects& out) {
  for (auto& effect : effects.sockets) out.sockets.push_back(std::move(effect));
  if (effects.works_long) out.events.emplace_back(told::LongWork{});
  if (effects.joined)
    out.events.emplace_back(told::PipeOpen{at->first});
  else if (effects.failed)
    out.events.emplace_back(told::PipeFailed{at->first, *std::move(effects.failed)});
  if (effects.joined || effects.failed) pipes_.erase(at);
}

// ---- Sockets and the time

void Client::on_open(SocketId socket, Instant now) {
  const Instant greet_until = now + settings_.greeting_max;
  if (control_ && control_->socket() == socket) return control_->on_open(greet_until);
  if (const auto made = made_at(socket); made != made_.end())
    return made->second.call.on_open(greet_until);
  if (const auto pipe = pipes_.find(socket); pipe != pipes_.end()) pipe->second.on_open(now);
}

void Client::on_message(SocketId socket, ByteSpan message, Instant now, Effects& out) {
  if (control_ && control_->socket() == socket) return on_control(message, now, out);
  if (const auto made = made_at(socket); made != made_.end())
    return on_visit(made, message, now, out);
  if (const auto pipe = pipes_.find(socket); pipe != pipes_.end())
    perform(pipe, pipe->second.on_message(message, now), out);
}

void Client::on_end(SocketId socket, const RelayTrouble& why, Instant now, Effects& out) {
  if (control_ && control_->socket() == socket) return on_lost(why, false, now, out);
  if (const auto made = made_at(socket); made != made_.end()) {
    out.events.emplace_back(told::Gone{{Role::visitor, made->first}, why});
    made_.erase(made);
  } else if (const auto pipe = pipes_.find(socket); pipe != pipes_.end()) {
    perform(pipe, pipe->second.on_end(why), out);
  }
}

void Client::on_time(Instant now, Effects& out) {
  if (renew_at_ && now >= *renew_at_) {
    renew_at_.reset();
    if (control_) {
      out.sockets.emplace_back(CloseSocket{control_->socket(), true});
      on_lost({}, true, now, out);
    } else {
      redial_at_ = now;
    }
  }
  if (control_ && now >= control_->deadline()) cut_control(late_answer(), now, out);
  if (!control_ && now >= redial_at_) call(out);
  work_for_places(now, out);
  for (auto at = made_.begin(); at != made_.end();) {
    const auto here = at++;
    if (now >= here->second.until)
      end(here, proto::Gone::Why::time, out);
    else if (now >= here->second.call.deadline())
      cut(here, late_answer(), out);
  }
  work_for_visits(now, out);
  for (auto at = pipes_.begin(); at != pipes_.end();) {
    const auto here = at++;
    if (now >= here->second.deadline()) perform(here, here->second.on_time(now), out);
  }
}

Instant Client::deadline() const {
  Instant due = std::min(redial_at_, renew_at_.value_or(never()));
  if (control_) due = std::min(due, control_->deadline());
  if (work_) due = std::min(due, work_->deadline());
  for (const auto& [number, made] : made_) {
    due = std::min({due, made.until, made.call.deadline()});
    if (made.work) due = std::min(due, made.work->deadline());
  }
  for (const auto& [socket, pipe] : pipes_) due = std::min(due, pipe.deadline());
  return due;
}

}  // namespace fairdeal::signaling
