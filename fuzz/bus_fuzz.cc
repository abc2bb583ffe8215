// Fuzzes what the processes of one relay hear from their message bus. Two of them have clients; the
// bus delivers, alters, repeats and loses what they say as it likes, says things of its own, and
// gives any answer about the keys that they share. A client is written pieces of a stream within
// their bound, one after another, and none after the end; nothing that is too long is published.
#include <deque>

#include "base/check.h"
#include "base/seeded_rng.h"
#include "fuzz/edits.h"
#include "fuzz/target.h"
#include "relay/cluster/nats_exchange.h"

namespace fairdeal::relay {
namespace {

constexpr proto::BoxId kBox{std::byte{7}};
constexpr PipeHello kPipe{.token = {std::byte{9}}};
constexpr std::size_t kHeadMax = 64;  // of a message on the bus

/// A client's end of the pipe.
struct FuzzedEnd final : PipeEnd {
  void on_joined(std::shared_ptr<PipeEnd> joined) override {
    CHECK(!ended && !other);
    other = std::move(joined);
  }
  void write(ByteSpan piece, std::function<void()> then) override {
    CHECK(!ended && !taken && !piece.empty() && piece.size() <= proto::kPipeBytesMax);
    taken = std::move(then);
  }
  void on_end(CloseCode) override {
    CHECK(!std::exchange(ended, true));
    other.reset();
    taken = nullptr;
  }
  void take() {
    if (const auto then = std::exchange(taken, nullptr)) then();
  }

  std::shared_ptr<PipeEnd> other;
  std::function<void()> taken;
  bool ended = false, writes = false;
};

/// A process and its line to the bus, which keeps all that it says.
class FuzzedProcess final : public cluster::Bus {
 public:
  explicit FuzzedProcess(std::uint64_t seed) : rng_(seed) {}
  ~FuzzedProcess() override {
    for (const auto& each : ends) {  // the two ends of a pipe hold each other
      each->other.reset();
      each->taken = nullptr;
    }
  }

  void start(OnEvent) override {}
  void subscribe(const std::string& subject) override { subjects.push_back(subject); }
  void unsubscribe(const std::string& subject) override {
    CHECK(std::erase(subjects, subject) == 1);
  }
  void publish(const std::string& subject, Bytes bytes) override {
    CHECK(bytes.size() <= kHeadMax + proto::kPipeBytesMax);
    said.push_back({subject, std::move(bytes)});
  }
  void create(cluster::KeyRequestId request, const std::string&, const Bytes& value) override {
    asked.emplace_back(request, value);
  }
  void update(cluster::KeyRequestId request, const std::string&, const Bytes& value,
              std::uint64_t) override {
    asked.emplace_back(request, value);
  }
  void read(cluster::KeyRequestId request, const std::string&) override {
    asked.emplace_back(request, Bytes{});
  }
  void remove(const std::string&, std::uint64_t) override {}

  std::vector<std::string> subjects;
  std::vector<cluster::BusMessage> said;
  std::deque<std::pair<cluster::KeyRequestId, Bytes>> asked;
  std::shared_ptr<FuzzedEnd> end;
  std::vector<std::shared_ptr<FuzzedEnd>> ends;   // that one, and those before
  CallerId callers[2]{CallerId(1), CallerId(2)};  // clients that are connected
  std::vector<CallerId> hung_up;                  // by the exchange

  /// Ends a client's connection; another client comes, with a number that nobody had.
  void end_caller(CallerId caller, Instant now) {
    exchange.on_hang_up(caller, now);
    for (CallerId& each : callers)
      if (each == caller) each = last_caller_ = last_caller_.next();
  }

 private:
  CallerId last_caller_{2};
  Bounds bounds_;
  Sources sources_{bounds_};
  Counters counters_;
  SeededRng rng_;

 public:
  cluster::NatsExchange exchange{bounds_,
                                 sources_,
                                 counters_,
                                 rng_,
                                 *this,
                                 [](CallerId, const proto::RelayMessage&) {},
                                 [this](CallerId caller) { hung_up.push_back(caller); }};
};

class FuzzedBus {
 public:
  void step(Script& script) {
    FuzzedProcess& process = processes_[script.below(2)];
    FuzzedProcess& other = processes_[&process == processes_ ? 1 : 0];
    for (auto& each : processes_)
      for (const CallerId caller : std::exchange(each.hung_up, {})) each.end_caller(caller, now_);
    switch (script.below(8)) {
      case 0:
        return act(process, script);
      case 1:
      case 2:  // what the other one said
        return deliver(process, other, script, false);
      case 3:
        return deliver(process, script.below(2) == 0 ? other : process, script, true);
      case 4:
        return hear(process, script, to_bytes(script.bytes()));
      case 5:
        return answer(process, other, script);
      case 6:
        now_ = now_ + Duration{static_cast<std::int64_t>(script.below(128)) * 250};
        for (auto& each : processes_) each.exchange.on_time(now_);
        return;
      case 7:
        return process.exchange.on_event(script.below(2) == 0
                                             ? cluster::BusEvent(cluster::BusLost{})
                                             : cluster::BusEvent(cluster::BusBack{}),
                                         now_);
    }
  }

 private:
  void act(FuzzedProcess& process, Script& script) {
    const bool first = &process == processes_;
    const CallerId caller = process.callers[script.below(2)];
    const auto say = [&](const proto::RelayMessage& message) {
      (void)process.exchange.on_message(caller, {}, message, now_);
    };
    const Bytes body = to_bytes("body");
    switch (script.below(8)) {
      case 0:
        return say(proto::OpenBox{kBox, {}});
      case 1:
        return say(proto::Claim{.minutes = 20});
      case 2:
        return say(proto::Visit{.visit = 0, .place = kBox, .body = body});
      case 3:
        return say(proto::Say{.visit = script.below(4), .body = body});
      case 4:
        return say(proto::ClosePlace{kBox});
      case 5:
        return process.end_caller(caller, now_);
      case 6:
        if (process.end && !process.end->ended) return write(process.end);
        process.end = process.ends.emplace_back(std::make_shared<FuzzedEnd>());
        return process.exchange.await_other(side(first), process.end, now_);
      case 7:
        if (process.end) process.end->take();
        return;
    }
  }
  static PipeHello side(bool first) {
    return {.token = kPipe.token, .side = static_cast<std::uint8_t>(first ? 0 : 1)};
  }
  void write(const std::shared_ptr<FuzzedEnd>& end) {
    if (!end->other || std::exchange(end->writes, true)) return;
    const auto other = end->other;  // it may leave meanwhile
    other->write(piece_, [end] { end->writes = false; });
  }
  void deliver(FuzzedProcess& to, FuzzedProcess& from, Script& script, bool altered) {
    if (from.said.empty()) return;
    cluster::BusMessage message = from.said[script.below(from.said.size())];
    if (altered) edit(message.bytes, script);
    to.exchange.on_event(message, now_);
  }
  void hear(FuzzedProcess& process, Script& script, Bytes bytes) {
    const auto& subjects = process.subjects;
    process.exchange.on_event(
        cluster::BusMessage{.subject = subjects[script.below(subjects.size())],
                            .bytes = std::move(bytes)},
        now_);
  }
  /// Answers the oldest request with the value that was put, that of the other process, or another.
  void answer(FuzzedProcess& process, FuzzedProcess& other, Script& script) {
    if (process.asked.empty()) return;
    auto [request, value] = process.asked.front();
    process.asked.pop_front();
    using What = cluster::KeyAnswer::What;
    constexpr What kWhat[] = {What::done, What::refused, What::none, What::unavailable};
    const What what = kWhat[script.below(4)];
    if (script.below(2) == 0 && !other.asked.empty()) value = other.asked.back().second;
    if (script.below(4) == 0) edit(value, script);
    process.exchange.on_event(cluster::KeyAnswer{.request = request,
                                                 .what = what,
                                                 .revision = script.below(4),
                                                 .value = std::move(value)},
                              now_);
  }

  Instant now_{1'000'000};
  const Bytes piece_ = Bytes(1000, std::byte{1});
  FuzzedProcess processes_[2]{FuzzedProcess(1), FuzzedProcess(2)};
};

}  // namespace
}  // namespace fairdeal::relay

void fairdeal::fuzz(ByteSpan input) {
  Script script(input);
  relay::FuzzedBus bus;
  for (int i = 0; !script.done() && i < 200; ++i) bus.step(script);
}
