#include "tests/net/signaling_world.h"

#include <algorithm>
#include <utility>

#include <gtest/gtest.h>

#include "base/encode.h"
#include "base/overloaded.h"
#include "net/channel/limits.h"
#include "proto/relay_work.h"

namespace fairdeal::net::testing_ {

using signaling::RelayTrouble;
using signaling::SocketId;
using For = proto::RelayWork::For;

namespace {

constexpr std::byte kControl{0};
constexpr std::byte kJoined{1};
constexpr std::byte kWork{2};
/// The longest way of one message, in milliseconds.
constexpr std::uint64_t kLatencyMax = 80;
/// Since 1970, when the world begins: a day in 2026, at noon.
constexpr std::uint64_t kBegan = 1'795'780'800'000;

RelayTrouble trouble(RelayTrouble::What what) {
  return {.what = what, .error = {.fault = Fault::incomplete, .about = "the test's relay"}};
}

std::optional<For> purpose_of(const proto::RelayMessage& message) {
  if (std::holds_alternative<proto::Claim>(message)) return For::claim;
  if (std::holds_alternative<proto::OpenBox>(message)) return For::box;
  if (std::holds_alternative<proto::Visit>(message)) return For::visit;
  return {};
}

}  // namespace

SignalingWorld::Member::Member(std::uint64_t seed, std::size_t number)
    : rng(seed * 1000 + number),
      agent(
          [&] {
            rng.fill(key.bytes);
            return key;
          }(),
          rng) {}

/// A connection as the relay has it: new, then a control connection or the end of a pipe.
struct SignalingWorld::Served : relay::PipeEnd {
  Served(SignalingWorld& in, Name of, relay::CallerId id)
      : world(in),
        name(of),
        caller(id),
        source(relay::source_of(IpAddress::v4(0xc6336401 + static_cast<std::uint32_t>(of.first)))) {
  }

  void on_joined(std::shared_ptr<PipeEnd> other) override {
    joined = std::move(other);
    world.to_member(name, {kJoined});
  }
  void write(ByteSpan, std::function<void()> taken) override { taken(); }
  void on_end(relay::CloseCode why) override {
    gone = true;
    world.end_at_member(name, why == relay::CloseCode::nobody ? RelayTrouble::What::nobody
                                                              : RelayTrouble::What::left);
  }

  SignalingWorld& world;
  Name name;
  relay::CallerId caller;
  relay::SourceId source;
  bool control = false;
  std::optional<relay::PipeHello> pipe{};
  std::weak_ptr<PipeEnd> joined{};
  std::vector<proto::RelayWork> asked{};  ///< and not done yet
  std::optional<For> worked{};            ///< was done, and no request has used it yet
  bool gone = false;
};

SignalingWorld::SignalingWorld(Options options)
    : options_(options), rng_(options.seed), relay_rng_(options.seed + 1'000'000) {
  start_relay();
}

std::size_t SignalingWorld::join() {
  members_.push_back(std::make_unique<Member>(options_.seed, members_.size()));
  const std::size_t at = members_.size() - 1;
  perform(at, member(at).agent.add_relay({.url = *signaling::RelayUrl::parse("relay.test")}));
  return at;
}

signaling::Time SignalingWorld::time_of(std::size_t at) const {
  const auto since = static_cast<std::uint64_t>(now_.ms + members_.at(at)->clock_error.ms);
  return {.now = now_, .utc_ms = kBegan + since};
}

// ---- The network

void SignalingWorld::later(Instant at, std::function<void()> run) {
  actions_.push({at, ++last_action_, std::move(run)});
}

/// Draws when a message arrives that follows the one that arrives at `last`.
Instant SignalingWorld::arrival(Instant& last) {
  const Duration latency{static_cast<std::int64_t>(1 + rng_.below(kLatencyMax))};
  last = std::max(last, now_ + latency);
  return last;
}

bool SignalingWorld::is_cut(std::string_view what, const Name& name, ByteSpan bytes) {
  Writer writer;
  writer.frame(what).u64(static_cast<std::uint64_t>(now_.ms)).u64(name.first);
  writer.u64(name.second.value).frame(bytes);
  const Bytes line = writer.bytes();
  trace_.insert(trace_.end(), line.begin(), line.end());
  return options_.cut_at == count_++;
}

void SignalingWorld::perform(std::size_t at, Agent::Effects effects) {
  for (auto& each : effects.sockets) {
    std::visit(Overloaded{[&](const signaling::OpenSocket& o) {
                            open({at, o.socket}, o.purpose);
                          },
                          [&](signaling::SendMessage& m) {
                            send({at, m.socket}, std::move(m.message));
                          },
                          [&](const signaling::CloseSocket& c) {
                            close({at, c.socket});
                          }},
               each.effect);
  }
  for (auto& event : effects.events) tell(at, std::move(event));
}

void SignalingWorld::tell(std::size_t at, Agent::Event event) {
  Member& who = member(at);
  who.heard.push_back(event);
  if (const auto* pipe = std::get_if<Agent::PipeOpen>(&event)) {
    who.streams.push_back(pipe->socket);
    const auto found = connections_.find({at, pipe->socket});
    if (found != connections_.end()) found->second.is_stream = true;
  } else if (const auto* knock = std::get_if<Agent::Knocked>(&event)) {
    perform(at, who.agent.let_in(*knock, time_of(at)));
  } else if (const auto* asked = std::get_if<Agent::Asked>(&event)) {
    perform(at, who.agent.answer(asked->visit, who.denies, time_of(at)));
  } else if (std::holds_alternative<Agent::CodeOver>(event)) {
    perform(at, who.agent.on_code_over(time_of(at)));
  } else if (std::holds_alternative<Agent::CodeShown>(event)) {
    who.codes.push_back(who.agent.code()->text());
  }
}

SignalingWorld::Connection* SignalingWorld::alive(const Name& name) {
  const auto found = connections_.find(name);
  return found == connections_.end() || found->second.is_dead ? nullptr : &found->second;
}

void SignalingWorld::open(const Name& name, signaling::OpenSocket::Purpose purpose) {
  Connection& connection = connections_[name];
  connection.purpose = purpose;
  const bool lost = is_cut("open", name, {});
  if (lost && options_.silently) return lose(name);
  later(arrival(connection.to_relay), [this, name] { accept(name); });
  if (lost) cut(name);
}

void SignalingWorld::send(const Name& name, Bytes message) {
  Connection* connection = alive(name);
  if (connection == nullptr) return;
  if (is_cut("send", name, message)) return lose(name);
  later(arrival(connection->to_relay),
        [this, name, message = std::move(message)] { serve(name, message); });
}

void SignalingWorld::close(const Name& name) {
  const auto node = connections_.extract(name);
  if (!node) return;
  (void)is_cut("close", name, {});
  later(arrival(node.mapped().to_relay), [this, name] { leave(name); });
}

void SignalingWorld::to_member(const Name& name, Bytes message) {
  Connection* connection = alive(name);
  if (connection == nullptr) return;
  if (is_cut("say", name, message)) return lose(name);
  later(arrival(connection->to_member), [this, name, message = std::move(message)] {
    if (alive(name) == nullptr) return;
    perform(name.first,
            member(name.first).agent.on_message(0, name.second, message, time_of(name.first)));
  });
}

void SignalingWorld::end_at_member(const Name& name, RelayTrouble::What what) {
  const auto found = connections_.find(name);
  if (found == connections_.end()) return;
  later(arrival(found->second.to_member), [this, name, what] {
    const auto node = connections_.extract(name);
    if (!node || node.mapped().is_stream) return;
    perform(name.first,
            member(name.first).agent.on_end(0, name.second, trouble(what), time_of(name.first)));
  });
}

/// Loses a connection: both ends hear of it, or neither does before its socket notices.
void SignalingWorld::lose(const Name& name) {
  if (!options_.silently) return cut(name);
  Connection& connection = connections_.at(name);
  connection.is_dead = true;
  const bool pings = connection.purpose == signaling::OpenSocket::Purpose::control;
  if (connection.is_open && !pings) return;
  later(now_ + (connection.is_open ? kRelaySilenceMax : kConnectMax), [this, name] { cut(name); });
}

/// Ends a connection at both ends.
void SignalingWorld::cut(const Name& name) {
  const auto found = connections_.find(name);
  if (found == connections_.end()) return;
  later(arrival(found->second.to_relay), [this, name] { leave(name); });
  end_at_member(name, RelayTrouble::What::lost);
}

std::size_t SignalingWorld::open_sockets(std::size_t at) const {
  return static_cast<std::size_t>(std::ranges::count_if(connections_, [&](const auto& entry) {
    return entry.first.first == at && !entry.second.is_stream;
  }));
}

// ---- The relay

void SignalingWorld::start_relay() {
  sources_.emplace(bounds_);
  exchange_.emplace(bounds_, *sources_, counters_, relay_rng_,
                    [this](relay::CallerId to, const proto::RelayMessage& message) {
                      const auto name = names_.find(to);
                      if (name != names_.end()) to_member(name->second, proto::encode(message));
                    });
}

void SignalingWorld::restart_relay(Duration down_for) {
  down_ = true;
  for (const auto& [name, connection] : connections_) end_at_member(name, RelayTrouble::What::lost);
  served_.clear();
  names_.clear();
  exchange_.reset();  // before what it refers to
  start_relay();
  later(now_ + down_for, [this] { down_ = false; });
}

void SignalingWorld::accept(const Name& name) {
  const Connection* connection = alive(name);
  if (connection == nullptr) return;
  if (down_) return end_at_member(name, RelayTrouble::What::tcp);
  const relay::CallerId caller(++last_caller_);
  served_[name] = std::make_shared<Served>(*this, name, caller);
  names_[caller] = name;
  later(arrival(connections_.at(name).to_member), [this, name] {
    Connection* opened = alive(name);
    if (opened == nullptr) return;
    opened->is_open = true;
    perform(name.first, member(name.first).agent.on_open(0, name.second, time_of(name.first)));
  });
  to_member(name, proto::encode(proto::Greeting{.observed = "198.51.100.1"}));
}

void SignalingWorld::serve(const Name& name, const Bytes& bytes) {
  const auto found = served_.find(name);
  if (found == served_.end() || found->second->gone) return;
  const auto served = found->second;
  const bool first = !served->control && !served->pipe;
  if (first && bytes == Bytes{kControl}) {
    served->control = true;
  } else if (first) {
    served->pipe = relay::PipeHello::decode(bytes).value();
    if (!takes_work(*served, For::pipe, true)) exchange_->await_other(*served->pipe, served, now_);
  } else if (served->pipe && served->joined.expired()) {
    ASSERT_EQ(bytes.at(0), kWork);
    const auto message = proto::decode_relay(ByteSpan(bytes).subspan(1)).value();
    solve(*served, std::get<proto::Worked>(message));
    if (!takes_work(*served, For::pipe, true)) exchange_->await_other(*served->pipe, served, now_);
  } else if (served->control) {
    const auto message = proto::decode_relay(bytes).value();
    if (const auto* worked = std::get_if<proto::Worked>(&message)) return solve(*served, *worked);
    const auto purpose = purpose_of(message);
    if (purpose && takes_work(*served, *purpose, false)) return;
    EXPECT_TRUE(exchange_->on_message(served->caller, served->source, message, now_));
  }
}

bool SignalingWorld::takes_work(Served& served, For purpose, bool is_pipe) {
  if (options_.work_bits == 0) return false;
  if (std::exchange(served.worked, std::nullopt) == purpose) return false;
  auto& asked =
      served.asked.emplace_back(proto::RelayWork{.purpose = purpose, .bits = options_.work_bits});
  relay_rng_.fill(asked.challenge);
  const Bytes work = proto::encode(proto::RelayMessage(asked));
  Bytes message;
  if (is_pipe) message.push_back(kWork);
  message.insert(message.end(), work.begin(), work.end());
  to_member(served.name, std::move(message));
  return true;
}

void SignalingWorld::solve(Served& served, const proto::Worked& worked) {
  const auto solved = std::ranges::find_if(served.asked, [&](const proto::RelayWork& work) {
    return work.purpose == worked.purpose &&
           proto::begins_with_zeros(proto::work_digest(work, worked.counter), work.bits);
  });
  ASSERT_NE(solved, served.asked.end());
  served.asked.erase(solved);
  served.worked = worked.purpose;
}

void SignalingWorld::leave(const Name& name) {
  const auto node = served_.extract(name);
  if (!node) return;
  const Served& served = *node.mapped();
  names_.erase(served.caller);
  if (served.gone) return;
  if (served.control) exchange_->on_hang_up(served.caller, now_);
  if (served.pipe) exchange_->on_left(*served.pipe, served, now_);
}

// ---- Time

Instant SignalingWorld::next() const {
  Instant due = actions_.empty() ? never() : actions_.top().at;
  due = std::min(due, exchange_->deadline());
  for (const auto& member : members_) due = std::min(due, member->agent.deadline());
  return std::max(due, now_);
}

/// Does one thing that is due at this moment.
void SignalingWorld::step() {
  if (!actions_.empty() && actions_.top().at <= now_) {
    const auto run = actions_.top().run;
    actions_.pop();
    return run();
  }
  if (exchange_->deadline() <= now_) return exchange_->on_time(now_);
  for (std::size_t at = 0; at < members_.size(); ++at)
    if (member(at).agent.deadline() <= now_) perform(at, member(at).agent.on_time(time_of(at)));
}

bool SignalingWorld::run_until(const std::function<bool()>& holds, Duration at_most) {
  const Instant end = now_ + at_most;
  // A core that is due and does nothing would go on for ever.
  std::size_t steps = 0;
  while (!holds()) {
    const Instant due = next();
    if (due > end) {
      now_ = end;
      return false;
    }
    steps = due == now_ ? steps + 1 : 0;
    if (steps > 1'000'000) {
      ADD_FAILURE() << "time stands still";
      return false;
    }
    now_ = due;
    step();
  }
  return true;
}

void SignalingWorld::run_for(Duration time) {
  (void)run_until([] { return false; }, time);
}

}  // namespace fairdeal::net::testing_
