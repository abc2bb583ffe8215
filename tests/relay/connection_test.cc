#include "relay/server/connection.h"

#include <gtest/gtest.h>

#include "base/hex.h"
#include "base/seeded_rng.h"
#include "relay/cluster/nats_exchange.h"
#include "relay/local_exchange.h"

/// Each thing that a relay counts comes back when the connection is over, even if the coroutine
/// that serves it never goes on.

namespace fairdeal::relay::server {
namespace {

/// Where the coroutine of a connection hangs for ever.
enum class At { hello, handshake, head, answer, upgrade, first_message, later_message, piece };

/// A client whose operations come to their end up to one, which never does: not even when the
/// connection is cut.
class StuckSocket final : public ClientSocket {
 public:
  StuckSocket(asio::io_context& io, At at, std::vector<Bytes> messages)
      : at_(at), messages_(std::move(messages)), never_(io, time_point(never())) {}

  asio::awaitable<bool> hear_hello() override {
    if (at_ == At::hello) co_await hang();
    co_return at_ == At::handshake;
  }
  asio::awaitable<bool> shake_hands(Handshakes& with, Handshakes::Name name,
                                    std::uint64_t rank) override {
    co_await with.compute(name, rank, [] {});
    co_await hang();
    co_return false;
  }
  asio::awaitable<std::optional<RequestHead>> read_head() override {
    if (at_ == At::head) co_await hang();
    RequestHead head{.path = "/fairdeal/1", .is_get = true, .is_upgrade = at_ != At::answer};
    co_return head;
  }
  asio::awaitable<void> answer(int, std::string, std::string) override { return hang(); }
  asio::awaitable<bool> accept() override {
    if (at_ == At::upgrade) co_await hang();
    co_return true;
  }
  asio::awaitable<Got> read(std::size_t) override {
    if (next_ == messages_.size()) co_await hang();
    last_ = messages_.at(next_++);
    co_return Got::message;
  }
  asio::awaitable<Got> read_piece(std::size_t bytes_max, std::size_t) override {
    return read(bytes_max);
  }
  ByteSpan message() const override { return last_; }
  asio::awaitable<bool> write(ByteSpan) override {
    co_await hang();
    co_return false;
  }
  void close(CloseCode) override {}
  void cut() override {}
  State on_tick(Instant) override { return State::too_slow; }

 private:
  asio::awaitable<void> hang() {
    for (;;) co_await never_.async_wait(kAwait);
  }

  At at_;
  std::vector<Bytes> messages_;
  std::size_t next_ = 0;
  Bytes last_;
  asio::steady_timer never_;
};

Bytes hello(std::uint8_t side) {
  Bytes bytes(PipeHello::kBytes, std::byte{7});
  bytes.front() = std::byte{1};
  bytes.back() = static_cast<std::byte>(side);
  return bytes;
}

struct Relay {
  Relay() {
    state.exchange =
        std::make_unique<LocalExchange>(state.bounds, state.sources, state.counters, rng,
                                        [this](CallerId to, const proto::RelayMessage& message) {
                                          const auto found = state.connections.find(to);
                                          if (found != state.connections.end())
                                            found->second->send(message);
                                        });
    state.exchange_changed = [] {};
    state.empty = [this] { ++emptied; };
    state.handshake_thread = std::make_unique<Handshakes>(io);
  }
  ~Relay() { turns->close(); }
  Relay(const Relay&) = delete;

  void connect(At at, std::vector<Bytes> messages) {
    last = last.next();
    auto socket = std::make_shared<StuckSocket>(io, at, std::move(messages));
    auto lane = std::make_shared<Turns::Lane>(Turns::Lane{.turns = turns});
    std::make_shared<Connection>(state, last, std::move(socket), std::move(lane), ip)->start();
    io.poll();
    io.restart();
  }
  void tick() {
    while (!state.connections.empty()) {
      const auto any = state.connections.begin()->second;
      any->on_tick(now());
    }
    io.poll();
    io.restart();
  }
  void expect_nothing_left() {
    EXPECT_TRUE(state.connections.empty());
    EXPECT_EQ(state.counters.new_connections, 0);
    EXPECT_EQ(state.counters.control_connections, 0);
    EXPECT_EQ(state.counters.pipe_connections, 0);
    EXPECT_EQ(state.handshakes.size(), 0u);
    const Instant later = now() + Duration{3'600'000};
    state.exchange->on_time(later);
    EXPECT_EQ(state.exchange->occupancy().nameplates, 0u);
    EXPECT_EQ(state.exchange->occupancy().boxes, 0u);
    EXPECT_EQ(state.exchange->occupancy().pipes, 0u);
    state.sources.forget_idle(later);
    EXPECT_EQ(state.sources.size(), 0u);
    EXPECT_EQ(emptied, 1);
  }

  asio::io_context io{1};
  std::shared_ptr<Turns> turns = std::make_shared<Turns>(io);
  SeededRng rng{1};
  State state{.bounds = {},
              .trusted_proxies = {},
              .reflectors = {},
              .passes = {},
              .utc_seconds = {},
              .log_address = {}};
  IpAddress ip = *IpAddress::parse("192.0.2.1");
  CallerId last{};
  int emptied = 0;
};

/// A store of keys without a bus; requests are answered when a test wants it.
class KeyStore final : public cluster::Bus {
 public:
  void start(OnEvent) override {}
  void subscribe(const std::string&) override {}
  void unsubscribe(const std::string&) override {}
  void publish(const std::string&, Bytes) override {}
  void create(cluster::KeyRequestId request, const std::string& key, const Bytes& value) override {
    if (keys_.contains(key))
      return answer({.request = request, .what = cluster::KeyAnswer::What::refused});
    put(key, value);
    answer({.request = request, .what = cluster::KeyAnswer::What::done, .revision = last_});
  }
  void update(cluster::KeyRequestId request, const std::string& key, const Bytes& value,
              std::uint64_t revision) override {
    if (keys_.at(key).first != revision)
      return answer({.request = request, .what = cluster::KeyAnswer::What::refused});
    put(key, value);
    answer({.request = request, .what = cluster::KeyAnswer::What::done, .revision = last_});
  }
  void read(cluster::KeyRequestId request, const std::string& key) override {
    ++reads;
    const auto found = keys_.find(key);
    if (found == keys_.end())
      return answer({.request = request, .what = cluster::KeyAnswer::What::none});
    answer({.request = request,
            .what = cluster::KeyAnswer::What::done,
            .revision = found->second.first,
            .value = found->second.second});
  }
  void remove(const std::string& key, std::uint64_t) override { keys_.erase(key); }

  void put(const std::string& key, const Bytes& value) { keys_[key] = {++last_, value}; }
  std::vector<cluster::KeyAnswer> answers() { return std::exchange(answers_, {}); }
  int reads = 0;

 private:
  void answer(cluster::KeyAnswer it) { answers_.push_back(std::move(it)); }
  std::map<std::string, std::pair<std::uint64_t, Bytes>> keys_;
  std::uint64_t last_ = 0;
  std::vector<cluster::KeyAnswer> answers_;
};

/// A relay that is one process of many, and has so much to do that everything costs work.
struct BusyProcess : Relay {
  BusyProcess() {
    state.bounds.work_from_percent = 0;
    auto made = std::make_unique<cluster::NatsExchange>(
        state.bounds, state.sources, state.counters, rng, store,
        [](CallerId, const proto::RelayMessage&) {}, [](CallerId) {});
    exchange = made.get();
    state.exchange = std::move(made);
    store.put("b." + to_hex(box),
              cluster::KeyValue{.process = {std::byte{9}}, .proof = proof}.encode());
  }
  ~BusyProcess() { state.exchange.reset(); }
  void open(const proto::BoxProof& shown) {
    connect(At::later_message,
            {Bytes{std::byte{0}}, proto::encode(proto::OpenBox{.box = box, .proof = shown})});
  }
  /// Lets the store answer until nobody asks any more.
  void answer_all() {
    for (auto answers = store.answers(); !answers.empty(); answers = store.answers()) {
      for (const cluster::KeyAnswer& answer : answers) exchange->on_event(answer, now());
      io.poll();
      io.restart();
    }
  }
  std::uint64_t works_asked() {
    return state.counters.denied[static_cast<std::size_t>(Denied::work)];
  }

  proto::BoxId box{std::byte{7}};
  proto::BoxProof proof{std::byte{1}};
  KeyStore store;
  cluster::NatsExchange* exchange = nullptr;
};

TEST(Connection, WhoAsksAgainAtAnotherProcessForItsPlaceIsNotAskedForWork) {
  BusyProcess process;
  process.open(process.proof);
  EXPECT_EQ(process.store.reads, 1) << "it asks the store before it asks the client";
  process.answer_all();
  EXPECT_EQ(process.works_asked(), 0u);
  EXPECT_EQ(process.state.exchange->occupancy().boxes, 1u);
  process.tick();
}

TEST(Connection, WhoDoesNotShowThePlacesProofIsAskedForWork) {
  BusyProcess process;
  process.open({std::byte{2}});
  process.answer_all();
  EXPECT_EQ(process.works_asked(), 1u);
  EXPECT_EQ(process.state.exchange->occupancy().boxes, 0u);
  process.tick();
}

TEST(Connection, A82_IsTakenAwayWhileItWaitsForTheStore) {
  BusyProcess process;
  process.open(process.proof);
  process.tick();
  process.answer_all();
  EXPECT_TRUE(process.state.connections.empty());
  EXPECT_EQ(process.state.counters.control_connections, 0);
  EXPECT_EQ(process.state.exchange->occupancy().boxes, 0u);
}

TEST(Connection, A82_IsTakenAwayWhereverItsCoroutineHangs) {
  const Bytes control{std::byte{0}};
  const std::vector<std::pair<At, std::vector<Bytes>>> cases{
      {At::hello, {}},
      {At::handshake, {}},
      {At::head, {}},
      {At::answer, {}},
      {At::upgrade, {}},
      {At::first_message, {}},
      {At::later_message, {control}},
      {At::later_message, {control, proto::encode(proto::Claim{.minutes = 20})}},
      {At::later_message, {control, proto::encode(proto::OpenBox{.box = {std::byte{1}}})}},
      {At::later_message, {control, proto::encode(proto::Visit{0, std::uint32_t{7}, {}})}},
      {At::later_message, {control, to_bytes("none of ours")}},
      {At::first_message, {to_bytes("none of ours")}},
      {At::piece, {hello(0)}}};
  for (const auto& [at, messages] : cases) {
    Relay relay;
    relay.connect(at, messages);
    EXPECT_EQ(relay.state.connections.size(), 1u);
    relay.tick();
    relay.expect_nothing_left();
  }
}

TEST(Connection, A82_AHolderAndItsVisitorAreTakenAwayWhileBothHang) {
  Relay relay;
  const Bytes control{std::byte{0}};
  const proto::BoxId box{std::byte{1}};
  relay.connect(At::later_message, {control, proto::encode(proto::OpenBox{.box = box})});
  relay.connect(At::later_message, {control, proto::encode(proto::Visit{0, box, {}})});
  EXPECT_EQ(relay.state.exchange->occupancy().boxes, 1u);
  relay.tick();
  relay.expect_nothing_left();
}

TEST(Connection, A82_BothEndsOfAPipeAreTakenAwayWhileTheyWaitForEachOther) {
  Relay relay;
  relay.connect(At::piece, {hello(0)});
  relay.connect(At::piece, {hello(1), to_bytes("a piece that is never taken")});
  EXPECT_EQ(relay.state.exchange->occupancy().pipes, 1u);
  relay.tick();
  relay.expect_nothing_left();
}

}  // namespace
}  // namespace fairdeal::relay::server
