#include "relay/cluster/remote_pipes.h"

#include <optional>
#include <vector>

#include "base/hex.h"
#include "relay/cluster/remote_end.h"

namespace fairdeal::relay::cluster {
namespace {

/// How often pipes are looked at.
constexpr Duration kPipeTick{1'000};

std::uint64_t number_in(ByteSpan bytes, std::size_t at) {
  std::uint64_t number = 0;
  for (const std::byte b : bytes.subspan(at, 8))
    number = number << 8 | std::to_integer<std::uint64_t>(b);
  return number;
}

PipeHello other_side(const PipeHello& hello) {
  return {.token = hello.token, .side = static_cast<std::uint8_t>(1 - hello.side)};
}

}  // namespace

struct RemotePipes::Message {
  PipeWord word;
  std::uint64_t from, to;
  std::uint64_t number = 0;  ///< of a piece, or of bytes
  std::uint64_t lost = 0;
  ByteSpan piece{};

  static std::optional<Message> decode(ByteSpan bytes) {
    constexpr std::size_t kHead = 1 + 8 + 8;
    if (bytes.size() < kHead) return {};
    Message message{.word = static_cast<PipeWord>(bytes[0]),
                    .from = number_in(bytes, 1),
                    .to = number_in(bytes, 9)};
    const ByteSpan rest = bytes.subspan(kHead);
    const bool has_number = rest.size() >= 8;
    if (has_number) message.number = number_in(rest, 0);
    switch (message.word) {
      case PipeWord::hello:
      case PipeWord::hello_ack:
        return rest.empty() ? std::optional(message) : std::nullopt;
      case PipeWord::credit:
        return rest.size() == 8 ? std::optional(message) : std::nullopt;
      case PipeWord::end:
        if (rest.size() != 16) return {};
        message.lost = number_in(rest, 8);
        return message;
      case PipeWord::data:
        if (rest.size() <= 8 || rest.size() > 8 + proto::kPipeBytesMax) return {};
        message.piece = rest.subspan(8);
        return message;
    }
    return {};
  }
};

std::string RemotePipes::subject(const PipeHello& hello) {
  return "fd.p." + to_hex(hello.token) + "." + std::to_string(hello.side);
}

/// The two ends of a pipe keep each other.
RemotePipes::~RemotePipes() {
  for (const auto& [name, here] : ends_)
    if (here.other != nullptr) here.other->stop();
}

// ---- Ends here

void RemotePipes::on_await(const PipeHello& hello, Instant now) {
  if (!pipes_.is_waiting(hello)) {
    // It has found the other end here, or its token is dead.
    on_left(other_side(hello));
    return;
  }
  const std::string name = subject(hello);
  const auto [at, is_new] = ends_.try_emplace(name, Here{.hello = hello});
  if (is_new) bus_.subscribe(name);
  at->second.id = rng_.u64();  // of two that claim to be the same end, the newest counts
  at->second.known.clear();
  say_hello(at->second);
  set_due(at, now + kHelloEvery);
}

void RemotePipes::on_left(const PipeHello& hello) {
  const auto found = ends_.find(subject(hello));
  if (found == ends_.end()) return;
  // Not if this was an older one that claimed to be the same end.
  const auto& other = found->second.other;
  if (other != nullptr ? !other->has_stopped() : pipes_.is_waiting(hello)) return;
  forget(found);
}

void RemotePipes::say_hello(const Here& here) {
  const PipeRoute route{.subject = subject(other_side(here.hello)), .from = here.id};
  bus_.publish(route.subject, route.message(PipeWord::hello));
}

void RemotePipes::set_due(Ends::iterator at, Instant due) {
  due_.erase({at->second.due, at->first});
  at->second.due = due;
  if (due != never()) due_.emplace(due, at->first);
}

void RemotePipes::forget(Ends::iterator at) {
  set_due(at, never());
  bus_.unsubscribe(at->first);
  ends_.erase(at);
}

void RemotePipes::join(Ends::iterator at, std::uint64_t other, Instant now) {
  Here& here = at->second;
  const PipeHello hello = other_side(here.hello);
  here.other = std::make_shared<RemoteEnd>(
      bus_, PipeRoute{.subject = subject(hello), .from = here.id, .to = other});
  set_due(at, now + kPipeTick);
  pipes_.await_other(hello, here.other, now);
}

/// Ends a pipe from which bytes were lost.
void RemotePipes::lose(Ends::iterator at, Instant now) {
  ++counters_.nats_gaps;
  at->second.other->on_end(CloseCode::lost_bytes);  // tells the other process
  end(at, CloseCode::lost_bytes, now);
}

void RemotePipes::end(Ends::iterator at, CloseCode why, Instant now) {
  const PipeHello hello = other_side(at->second.hello);
  const std::shared_ptr<RemoteEnd> other = at->second.other;
  forget(at);
  other->stop();
  pipes_.on_left(hello, *other, now, why);
}

// ---- Messages

void RemotePipes::on_message(const std::string& subject, ByteSpan bytes, Instant now) {
  const auto at = ends_.find(subject);
  if (at == ends_.end()) return;  // it has just left
  Here& here = at->second;
  const auto message = Message::decode(bytes);
  if (!message || (message->word != PipeWord::hello && message->to != here.id)) {
    if (!message) ++counters_.nats_ignored;
    return;
  }
  if (here.other == nullptr && !pipes_.is_waiting(here.hello)) return forget(at);
  if (message->word == PipeWord::hello) {
    const bool joined = here.other != nullptr;
    if (joined ? here.other->route().to != message->from
               : !here.known.contains(message->from) && here.known.size() >= kHellosMax)
      return;
    const PipeRoute route{.subject = RemotePipes::subject(other_side(here.hello)),
                          .from = here.id,
                          .to = message->from};
    bus_.publish(route.subject, route.message(PipeWord::hello_ack));
    // So that it answers at once, and not at our next Hello.
    if (here.known.insert(message->from).second && !joined) say_hello(here);
    return;
  }
  const bool acknowledged = message->word == PipeWord::hello_ack ||
                            (message->word == PipeWord::data && here.known.contains(message->from));
  if (here.other == nullptr && acknowledged) join(at, message->from, now);
  if (here.other != nullptr && here.other->route().to == message->from) on_other(at, *message, now);
}

void RemotePipes::on_other(Ends::iterator at, const Message& message, Instant now) {
  RemoteEnd& other = *at->second.other;
  switch (message.word) {
    case PipeWord::data:
      if (!other.on_data(message.number, message.piece)) lose(at, now);
      break;
    case PipeWord::credit:
      other.on_credit(message.number);
      break;
    case PipeWord::end:
      if (message.lost != 0)
        end(at, CloseCode::lost_bytes, now);
      else if (!other.on_other_left(message.number))
        lose(at, now);
      else if (other.is_over())
        end(at, CloseCode::other_left, now);
      break;
    case PipeWord::hello:
    case PipeWord::hello_ack:
      break;
  }
}

void RemotePipes::on_lost_bus(Instant now) {
  std::vector<std::string> joined;
  for (const auto& [name, here] : ends_)
    if (here.other != nullptr) joined.push_back(name);
  for (const std::string& name : joined)
    if (const auto at = ends_.find(name); at != ends_.end()) lose(at, now);
}

void RemotePipes::on_time(Instant now) {
  while (!due_.empty() && due_.begin()->first <= now) {
    const auto at = ends_.find(due_.begin()->second);
    const Here& here = at->second;
    if (here.other == nullptr && pipes_.is_waiting(here.hello)) {
      say_hello(here);
      set_due(at, now + kHelloEvery);
    } else if (here.other == nullptr) {
      forget(at);
    } else if (here.other->is_over()) {
      end(at, CloseCode::other_left, now);
    } else if (!here.other->on_tick(now)) {
      lose(at, now);
    } else {
      set_due(at, now + kPipeTick);
    }
  }
}

}  // namespace fairdeal::relay::cluster
