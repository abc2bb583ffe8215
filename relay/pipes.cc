#include "relay/pipes.h"

#include <algorithm>

namespace fairdeal::relay {

Result<PipeHello> PipeHello::decode(ByteSpan bytes) {
  if (bytes.size() != kBytes || bytes[0] != std::byte{1} || bytes.back() > std::byte{1})
    return fail(Fault::not_canonical, "the first message of a pipe");
  PipeHello hello{.side = std::to_integer<std::uint8_t>(bytes.back())};
  std::ranges::copy(bytes.subspan(1, hello.token.size()), hello.token.begin());
  return hello;
}

void Pipes::await_other(const PipeHello& hello, std::shared_ptr<PipeEnd> end, Instant now) {
  const EndName name(hello.token, hello.side);
  const EndName other_name(hello.token, static_cast<std::uint8_t>(1 - hello.side));
  if (const auto older = waiting_.find(name); older != waiting_.end())
    take(older).end->on_end(CloseCode::nobody);
  const auto found = waiting_.find(other_name);
  if (found == waiting_.end() || is_dead(hello.token)) {
    const Waiting waiting{.end = std::move(end), .since = now};
    gives_up_.emplace(gives_up(waiting), name);
    waiting_.emplace(name, waiting);
    return;
  }
  Waiting other = take(found);
  counters_.count_wait(now - other.since);
  // From here on a third end with this token waits for nobody.
  bury(hello.token, now);
  Joined& joined = joined_[hello.token];
  joined[hello.side] = end;
  joined[other_name.second] = other.end;
  other.end->on_joined(end);
  end->on_joined(std::move(other.end));
}

void Pipes::on_left(const PipeHello& hello, const PipeEnd& end, Instant now, CloseCode why) {
  const auto waits = waiting_.find({hello.token, hello.side});
  if (waits != waiting_.end() && waits->second.end.get() == &end) {
    take(waits);
    return;
  }
  const auto found = joined_.find(hello.token);
  if (found == joined_.end() || found->second[hello.side].get() != &end) return;
  const Joined joined = found->second;
  joined_.erase(found);
  bury(hello.token, now);  // if it was forgotten in a long pipe
  joined[1 - hello.side]->on_end(why);
}

bool Pipes::is_waiting(const PipeHello& hello) const {
  return waiting_.contains({hello.token, hello.side}) && !is_dead(hello.token);
}

Pipes::Waiting Pipes::take(std::map<EndName, Waiting>::iterator at) {
  const auto [name, waiting] = *at;
  gives_up_.erase({gives_up(waiting), name});
  waiting_.erase(at);
  return waiting;
}

void Pipes::bury(const proto::PipeToken& token, Instant now) {
  if (!dead_.insert(token).second) return;
  forget_.emplace_back(now + bounds_.dead_token_for, token);
  while (!forget_.empty() &&
         (forget_.front().first <= now || forget_.size() > bounds_.dead_tokens)) {
    dead_.erase(forget_.front().second);
    forget_.pop_front();
  }
}

void Pipes::on_time(Instant now) {
  while (!gives_up_.empty() && gives_up_.begin()->first <= now)
    take(waiting_.find(gives_up_.begin()->second)).end->on_end(CloseCode::nobody);
}

}  // namespace fairdeal::relay
