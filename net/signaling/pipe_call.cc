#include "net/signaling/pipe_call.h"

#include <algorithm>
#include <utility>

namespace fairdeal::signaling {
namespace {

constexpr std::byte kIsPipe{1};
constexpr std::byte kJoined{1};
constexpr std::byte kWork{2};

/// Returns the work that the relay asks for by this message; none if it says something else.
std::optional<proto::RelayWork> work_in(ByteSpan message) {
  if (message.empty() || message[0] != kWork) return {};
  const auto asked = proto::decode_relay(message.subspan(1));
  const auto* work = asked ? std::get_if<proto::RelayWork>(&*asked) : nullptr;
  if (work == nullptr || work->purpose != proto::RelayWork::For::pipe) return {};
  return *work;
}

}  // namespace

PipeCall::PipeCall(RelaySettings settings, SocketId socket, const proto::PipeToken& token,
                   PipeSide side, Rng& rng)
    : settings_(std::move(settings)), call_(socket), hello_{kIsPipe}, rng_(&rng) {
  hello_.insert(hello_.end(), token.begin(), token.end());
  hello_.push_back(static_cast<std::byte>(side));
}

PipeCall::Effects PipeCall::start() {
  return {.sockets = {OpenSocket{call_.socket(), OpenSocket::Purpose::pipe}}};
}

PipeCall::Effects PipeCall::fail_with(RelayTrouble why) const {
  return {.sockets = {CloseSocket{call_.socket(), true}}, .failed = std::move(why)};
}

PipeCall::Effects PipeCall::greet(ByteSpan message, Instant now) {
  auto greeted = call_.on_greeting(message);
  if (auto* trouble = std::get_if<RelayTrouble>(&greeted)) return fail_with(std::move(*trouble));
  join_until_ = now + settings_.pipe_join_max;
  return {.sockets = {SendMessage{call_.socket(), hello_}}};
}

PipeCall::Effects PipeCall::on_message(ByteSpan message, Instant now) {
  if (!call_.greeted()) return greet(message, now);
  if (!work_ && message.size() == 1 && message[0] == kJoined) return {.joined = true};
  const auto work = work_ ? std::nullopt : work_in(message);
  if (!work)
    return fail_with(
        {.what = RelayTrouble::What::protocol,
         .error = {.fault = Fault::not_canonical, .about = "a relay's word that a pipe is open"}});
  work_.emplace(*work, *rng_, now);
  return {};
}

PipeCall::Effects PipeCall::on_end(const RelayTrouble& why) { return {.failed = why}; }

PipeCall::Effects PipeCall::on_time(Instant now) {
  if (now >= std::min(call_.deadline(), join_until_)) return fail_with(late_answer());
  if (!work_) return {};
  const auto turn = work_->on_turn(*settings_.work, now);
  if (turn.refused) return fail_with(too_much_work());
  Effects out{.works_long = turn.is_long};
  if (!turn.worked) return out;
  work_.reset();
  Bytes solution{kWork};
  const Bytes encoded = proto::encode(proto::RelayMessage(*turn.worked));
  solution.insert(solution.end(), encoded.begin(), encoded.end());
  out.sockets.emplace_back(SendMessage{call_.socket(), std::move(solution)});
  return out;
}

Instant PipeCall::deadline() const {
  const Instant late = std::min(call_.deadline(), join_until_);
  return work_ ? std::min(late, work_->deadline()) : late;
}

}  // namespace fairdeal::signaling
