#pragma once

#include <map>
#include <memory>
#include <set>

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "relay/cluster/nats_exchange.h"

/// Processes of a relay, their message bus and its store, all in one thread and under one clock: a
/// test says what is lost, doubled, delayed and reordered.

namespace fairdeal::relay {

/// The faults, in percent of messages or requests.
struct BusFaults {
  std::uint64_t lost = 0, doubled = 0, late = 0;
  std::uint64_t unanswered = 0;  ///< requests whose answer is lost; half of them are carried out
  Duration late_max{40};
};

/// An end of a pipe that is a client. It takes what it is written at once, unless it is slow.
struct ClientEnd final : PipeEnd {
  void on_joined(std::shared_ptr<PipeEnd> joined) override { other = std::move(joined); }
  void write(ByteSpan piece, std::function<void()> taken) override {
    text += as_text(piece);
    if (slow)
      taken_later = std::move(taken);
    else
      taken();
  }
  void on_end(CloseCode why) override {
    end = why;
    other.reset();
  }
  /// Takes the piece that it was written, if it is slow.
  bool take() {
    if (!taken_later) return false;
    std::exchange(taken_later, {})();
    return true;
  }

  std::shared_ptr<PipeEnd> other;
  std::string text;
  std::optional<CloseCode> end;
  bool slow = false;
  std::function<void()> taken_later;
};

class BusWorld {
 public:
  class Line;
  /// A process of the relay.
  struct Process {
    Process(BusWorld& world, std::uint64_t seed);
    Bounds bounds;
    Sources sources{bounds};
    Counters counters;
    SeededRng rng;
    std::unique_ptr<Line> line;
    std::vector<Delivery> delivered;
    std::vector<CallerId> hung_up;
    std::unique_ptr<cluster::NatsExchange> exchange;
    bool dead = false;
  };

  explicit BusWorld(std::uint64_t seed = 1, std::size_t processes = 2) : rng(seed) {
    for (std::size_t i = 0; i < processes; ++i)
      all.push_back(std::make_unique<Process>(*this, 1000 * seed + i));
  }
  /// The two ends of a pipe that has not ended keep each other.
  ~BusWorld() {
    for (const auto& weak : ends) {
      const auto end = weak.lock();
      if (!end) continue;
      end->other.reset();
      end->taken_later = {};
    }
  }
  BusWorld(const BusWorld&) = delete;
  Process& operator[](std::size_t i) { return *all.at(i); }

  void run_for(std::int64_t ms);
  bool percent(std::uint64_t chance) { return rng.below(100) < chance; }
  Duration delay() {
    const bool late = percent(faults.late);
    return {1 + (late ? static_cast<std::int64_t>(
                            rng.below(static_cast<std::uint64_t>(faults.late_max.ms)))
                      : 0)};
  }
  void publish(const std::string& subject, const Bytes& bytes);

  // Clients, each by its number at a process.
  void say(std::size_t at, std::uint64_t caller, const proto::RelayMessage& message);
  /// Returns what this client has been told since the last time.
  std::vector<proto::RelayMessage> heard(std::size_t at, std::uint64_t caller);
  std::shared_ptr<ClientEnd> come(std::size_t at, unsigned char token, std::uint8_t side);
  static PipeHello hello(unsigned char token, std::uint8_t side) {
    return {.token = {std::byte{token}}, .side = side};
  }
  void leave(std::size_t at, unsigned char token, std::uint8_t side, const ClientEnd& end) {
    (*this)[at].exchange->on_left(hello(token, side), end, now);
  }
  void event(std::size_t at, cluster::BusEvent event) {
    (*this)[at].exchange->on_event(event, now);
  }

  struct Value {
    Bytes bytes;
    std::uint64_t revision = 0;
    Instant expires;
  };
  SeededRng rng;
  Instant now{1'000'000};
  BusFaults faults;
  bool store_away = false;
  std::vector<std::pair<std::string, Bytes>> published;                   ///< all that ever was
  std::function<bool(const std::string& subject, const Bytes&)> swallow;  ///< loses this message
  std::map<std::string, Value> store;
  std::uint64_t last_revision = 0;
  std::vector<std::unique_ptr<Process>> all;
  std::vector<std::weak_ptr<ClientEnd>> ends;  ///< all that ever came
  std::multimap<Instant, std::function<void()>> queue;
};

/// The connection of one process to the bus.
class BusWorld::Line final : public cluster::Bus {
 public:
  Line(BusWorld& world, Process& process) : world_(world), process_(process) {}
  void start(OnEvent) override {}
  void subscribe(const std::string& subject) override {
    EXPECT_TRUE(subjects.insert(subject).second) << subject;
  }
  void unsubscribe(const std::string& subject) override {
    EXPECT_EQ(subjects.erase(subject), 1u) << subject;
  }
  void publish(const std::string& subject, Bytes bytes) override { world_.publish(subject, bytes); }
  void create(cluster::KeyRequestId request, const std::string& key, const Bytes& value) override {
    ask(request, [this, key, value] {
      return [this, key, value] { return present(key) != nullptr ? refused() : put(key, value); };
    });
  }
  void update(cluster::KeyRequestId request, const std::string& key, const Bytes& value,
              std::uint64_t revision) override {
    ask(request, [this, key, value, revision] {
      const Value* old = present(key);
      const bool may = old != nullptr && old->revision == revision;
      return [this, key, value, may] { return may ? put(key, value) : refused(); };
    });
  }
  void remove(const std::string& key, std::uint64_t revision) override {
    if (world_.store_away || world_.percent(world_.faults.unanswered)) return;
    world_.queue.emplace(world_.now + world_.delay(), [this, key, revision] {
      const Value* old = present(key);
      if (old != nullptr && old->revision <= revision) world_.store.erase(key);
    });
  }
  void read(cluster::KeyRequestId request, const std::string& key) override {
    ask(request, [this, key] {
      return [this, key] {
        const Value* value = present(key);
        if (value == nullptr)
          return cluster::KeyAnswer{.request = {}, .what = cluster::KeyAnswer::What::none};
        return cluster::KeyAnswer{.request = {},
                                  .what = cluster::KeyAnswer::What::done,
                                  .revision = value->revision,
                                  .value = value->bytes};
      };
    });
  }

  std::set<std::string> subjects;

 private:
  Value* present(const std::string& key) {
    const auto found = world_.store.find(key);
    return found == world_.store.end() || found->second.expires <= world_.now ? nullptr
                                                                              : &found->second;
  }
  static cluster::KeyAnswer refused() {
    return {.request = {}, .what = cluster::KeyAnswer::What::refused};
  }
  cluster::KeyAnswer put(const std::string& key, const Bytes& value) {
    world_.store[key] = {value, ++world_.last_revision, world_.now + kKeyLifetime};
    return {
        .request = {}, .what = cluster::KeyAnswer::What::done, .revision = world_.last_revision};
  }
  /// A request arrives after a while, is carried out a moment later, and answered after that. An
  /// update compares revisions when it arrives, as in a cluster of nats-server 2.9. If no answer
  /// comes, the request may arrive long afterwards.
  using CarryOut = std::function<cluster::KeyAnswer()>;
  void ask(cluster::KeyRequestId request, std::function<CarryOut()> arrive) {
    const bool unanswered = world_.store_away || world_.percent(world_.faults.unanswered);
    const auto answer = [this, request](cluster::KeyAnswer it) {
      it.request = request;
      if (!process_.dead) process_.exchange->on_event(it, world_.now);
    };
    Duration when = world_.delay();
    if (unanswered) {
      world_.queue.emplace(world_.now + Duration{500}, [answer] {
        answer({.request = {}, .what = cluster::KeyAnswer::What::unavailable});
      });
      if (world_.store_away || world_.percent(50)) return;
      when = {static_cast<std::int64_t>(world_.rng.below(20'000))};
    }
    world_.queue.emplace(world_.now + when, [this, arrive, answer, unanswered] {
      world_.queue.emplace(
          world_.now + Duration{2}, [this, answer, unanswered, carry_out = arrive()] {
            const cluster::KeyAnswer it = carry_out();
            if (!unanswered)
              world_.queue.emplace(world_.now + Duration{1}, [answer, it] { answer(it); });
          });
    });
  }

  BusWorld& world_;
  Process& process_;
};

inline BusWorld::Process::Process(BusWorld& world, std::uint64_t seed)
    : rng(seed), line(std::make_unique<Line>(world, *this)) {
  bounds.visits_burst = {1'000'000, 1'000'000, 1'000'000};
  bounds.misses_per_minute = 1'000'000;
  exchange = std::make_unique<cluster::NatsExchange>(
      bounds, sources, counters, rng, *line,
      [this](CallerId to, const proto::RelayMessage& message) {
        delivered.push_back({to, message});
      },
      [this](CallerId who) { hung_up.push_back(who); });
}

inline void BusWorld::publish(const std::string& subject, const Bytes& bytes) {
  published.emplace_back(subject, bytes);
  if (swallow && swallow(subject, bytes)) return;
  const int times = percent(faults.lost) ? 0 : percent(faults.doubled) ? 2 : 1;
  for (int i = 0; i < times; ++i)
    queue.emplace(now + delay(), [this, subject, bytes] {
      for (const auto& process : all)
        if (!process->dead && process->line->subjects.contains(subject))
          process->exchange->on_event(cluster::BusMessage{subject, bytes}, now);
    });
}

inline void BusWorld::run_for(std::int64_t ms) {
  const Instant end = now + Duration{ms};
  for (;;) {
    Instant next = queue.empty() ? never() : queue.begin()->first;
    for (const auto& process : all)
      if (!process->dead) next = std::min(next, process->exchange->deadline());
    if (next > end) break;
    now = std::max(now, next);
    if (!queue.empty() && queue.begin()->first <= now) {
      const auto it = queue.extract(queue.begin());
      it.mapped()();
      continue;
    }
    for (const auto& process : all)
      if (!process->dead) process->exchange->on_time(now);
  }
  now = end;
}

inline void BusWorld::say(std::size_t at, std::uint64_t caller,
                          const proto::RelayMessage& message) {
  SourceId source;
  source.prefix[0] = static_cast<std::byte>(caller);
  EXPECT_TRUE((*this)[at].exchange->on_message(CallerId(caller), source, message, now));
}

inline std::vector<proto::RelayMessage> BusWorld::heard(std::size_t at, std::uint64_t caller) {
  std::vector<proto::RelayMessage> mine;
  std::erase_if((*this)[at].delivered, [&](const Delivery& delivery) {
    if (delivery.to != CallerId(caller)) return false;
    mine.push_back(delivery.message);
    return true;
  });
  return mine;
}

inline std::shared_ptr<ClientEnd> BusWorld::come(std::size_t at, unsigned char token,
                                                 std::uint8_t side) {
  auto end = std::make_shared<ClientEnd>();
  ends.push_back(end);
  (*this)[at].exchange->await_other(hello(token, side), end, now);
  return end;
}

}  // namespace fairdeal::relay
