#include "relay/local_exchange.h"

#include <algorithm>

namespace fairdeal::relay {

Result<PipeHello> PipeHello::decode(ByteSpan bytes) {
  if (bytes.size() != kBytes || bytes[0] != std::byte{1} || bytes.back() > std::byte{1})
    return fail(Fault::not_canonical, "the first message of a pipe");
  PipeHello hello{.side = std::to_integer<std::uint8_t>(bytes.back())};
  std::ranges::copy(bytes.subspan(1, hello.token.size()), hello.token.begin());
  return hello;
}

Result<> LocalExchange::on_message(CallerId from, const SourceId& source,
                                   const proto::RelayMessage& message, Instant now) {
  FD_TRY(const auto deliveries, places_.on_message(from, source, message, now));
  deliver(deliveries);
  return {};
}

void LocalExchange::on_hang_up(CallerId from, Instant now) {
  deliver(places_.on_hang_up(from, now));
}

void LocalExchange::deliver(const Places::Deliveries& deliveries) const {
  for (const Delivery& delivery : deliveries) deliver_(delivery.to, delivery.message);
}

void LocalExchange::await_other(const PipeHello& hello, std::shared_ptr<PipeEnd> end, Instant now) {
  const EndName name(hello.token, hello.side);
  const EndName other_name(hello.token, static_cast<std::uint8_t>(1 - hello.side));
  if (const auto older = waiting_.find(name); older != waiting_.end())
    take(older).end->on_end(CloseCode::nobody);
  const auto found = waiting_.find(other_name);
  const bool dead = dead_.contains(hello.token) || joined_.contains(hello.token);
  if (found == waiting_.end() || dead) {
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

void LocalExchange::on_left(const PipeHello& hello, const PipeEnd& end, Instant now) {
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
  joined[1 - hello.side]->on_end(CloseCode::other_left);
}

LocalExchange::Waiting LocalExchange::take(std::map<EndName, Waiting>::iterator at) {
  const auto [name, waiting] = *at;
  gives_up_.erase({gives_up(waiting), name});
  waiting_.erase(at);
  return waiting;
}

void LocalExchange::bury(const proto::PipeToken& token, Instant now) {
  if (!dead_.insert(token).second) return;
  forget_.emplace_back(now + bounds_.dead_token_for, token);
  while (!forget_.empty() &&
         (forget_.front().first <= now || forget_.size() > bounds_.dead_tokens)) {
    dead_.erase(forget_.front().second);
    forget_.pop_front();
  }
}

Instant LocalExchange::deadline() const {
  const Instant end = gives_up_.empty() ? never() : gives_up_.begin()->first;
  return std::min(end, places_.deadline());
}

void LocalExchange::on_time(Instant now) {
  deliver(places_.on_time(now));
  while (!gives_up_.empty() && gives_up_.begin()->first <= now)
    take(waiting_.find(gives_up_.begin()->second)).end->on_end(CloseCode::nobody);
}

Occupancy LocalExchange::occupancy() const {
  Occupancy occupancy = places_.occupancy();
  occupancy.pipes = joined_.size();
  return occupancy;
}

}  // namespace fairdeal::relay
