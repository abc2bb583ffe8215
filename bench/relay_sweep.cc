#include <algorithm>
#include <cstdio>
#include <ctime>
#include <vector>

#include <sys/resource.h>

#include "crypto/cpace.h"
#include "proto/relay_work.h"
#include "relay/work_gate.h"
#include "tests/relay/client.h"

/// Measures what it costs a stranger to look at all numbers of a relay for one that somebody holds:
/// `bench/relay-sweep`. The relay runs here, and nobody holds a number; the stranger has as many
/// networks as it needs, says hello at each number, and then tries words, by which it hears that
/// nobody is there. The time is that of its own thread.

namespace fairdeal::relay::testing_ {
namespace {

constexpr std::uint32_t kFirst = proto::kNameplateDrawnMin, kLast = proto::kNameplateMax;
constexpr std::size_t kConnections = 2'000;

/// How a stranger goes about it.
struct Plan {
  std::uint32_t numbers;  ///< a sample, where all would take too long
  std::uint32_t each;     ///< that one network visits; it may miss ten in a minute
  std::size_t at_once;    ///< networks: a visit lasts 5 s, and the work for all takes less
};

double thread_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

std::string address(int kind, std::size_t network) {
  return "127." + std::to_string(kind + static_cast<int>(network / 250)) + "." +
         std::to_string(network % 250) + ".1";
}

std::uint64_t solve(const proto::RelayWork& work, std::uint64_t counter) {
  while (!proto::begins_with_zeros(proto::work_digest(work, counter), work.bits)) ++counter;
  return counter;
}

/// One network of the stranger's, which visits some numbers.
class Visitor {
 public:
  Visitor(std::uint16_t port, std::size_t network, std::uint32_t first, std::uint32_t count,
          const Bytes& hello)
      : client_(port, address(100, network)), first_(first), count_(count), hello_(hello) {
    client_.come_in();
    client_.send(kControl);
    for (std::uint32_t i = 0; i < count_; ++i) visit(i);
  }
  /// Does all the work that the visits cost.
  void work() {
    while (worked_ + tried_ < count_) hear();
  }
  /// Tries words at each number.
  void try_words() {
    while (tried_ < count_) hear();
  }
  /// Waits until each number is known.
  void finish() {
    while (known_ < count_) hear();
  }
  std::uint32_t bits = 0;

 private:
  void hear() {
    const auto message = client_.hear();
    if (!message) {
      std::fputs("the relay ended the connection\n", stderr);
      std::exit(1);
    }
    if (const auto* work = std::get_if<proto::RelayWork>(&*message)) {
      bits = std::max(bits, work->bits);
      next_counter_ = solve(*work, next_counter_ + 1);
      client_.say(proto::solution(*work, next_counter_));
      visit(worked_++ % count_);  // again, if a challenge was over
    } else if (const auto* said = std::get_if<proto::Say>(&*message)) {
      client_.say(proto::Say{said->visit, to_bytes("words")});
      ++tried_;
    } else {
      const auto* gone = std::get_if<proto::Gone>(&*message);
      if (gone == nullptr || gone->why != proto::Gone::Why::no_place) {
        std::fprintf(stderr, "the relay ended a visit: %u\n",
                     gone == nullptr ? 0U : static_cast<unsigned>(gone->why));
        std::exit(1);
      }
      ++known_;
    }
  }
  void visit(std::uint32_t i) { client_.say(proto::Visit{0, first_ + i, hello_}); }

  Client client_;
  std::uint32_t first_, count_;
  const Bytes& hello_;
  std::uint64_t next_counter_ = 0;
  std::uint32_t worked_ = 0, tried_ = 0, known_ = 0;
};

void sweep(std::size_t idle, const Plan& plan) {
  Bounds bounds;
  bounds.connections = kConnections;
  bounds.silence_max = Duration{3'600'000};  // those who fill the relay do not answer its pings
  RelayUp relay(bounds);
  std::vector<std::unique_ptr<Client>> others;
  for (std::size_t i = 0; i < idle; ++i) {
    others.push_back(std::make_unique<Client>(relay.port(), address(1, i)));
    others.back()->come_in();
    others.back()->send(kControl);
  }
  SeededRng rng(1);
  const crypto::CpaceParty party(crypto::CpaceParty::Role::initiator,
                                 {.password = {}, .channel = {}, .session = {}}, rng);
  const Bytes hello = proto::encode(
      proto::CodeMessage(proto::CodeHello{.version = 1, .sid = {}, .y = party.share()}));
  const double before = thread_seconds();
  std::uint32_t at = kFirst, least = proto::kWorkBitsMax, bits = 0;
  std::size_t network = 0;
  while (at < kFirst + plan.numbers) {
    std::vector<std::unique_ptr<Visitor>> visitors;
    for (std::size_t i = 0; i < plan.at_once && at < kFirst + plan.numbers; ++i, at += plan.each)
      visitors.push_back(std::make_unique<Visitor>(relay.port(), network++, at, plan.each, hello));
    for (const auto& visitor : visitors) visitor->work();
    for (const auto& visitor : visitors) visitor->try_words();
    for (const auto& visitor : visitors) {
      visitor->finish();
      least = std::min(least, visitor->bits);
      bits = std::max(bits, visitor->bits);
    }
  }
  const double took = thread_seconds() - before;
  const double all = took * (1 + kLast - kFirst) / plan.numbers;
  std::printf(
      "{\"taken_percent\": %zu, \"bits\": [%u, %u], \"numbers\": %u, \"networks\": %zu, "
      "\"ms_a_number\": "
      "%.3f, \"core_hours_for_all\": %.5f}\n",
      100 * (idle + plan.at_once) / kConnections, least, bits, plan.numbers, network,
      1e3 * took / plan.numbers, all / 3600);
  std::fflush(stdout);
}

/// Returns the time that a relay takes to check a solution, in microseconds.
double check_us() {
  const Bounds bounds;
  WorkGate gate(bounds);
  const SourceId source = source_of(*IpAddress::parse("192.0.2.1"));
  const Instant now{1'000'000};
  const auto work = gate.ask(proto::RelayWork::For::visit, proto::kWorkBitsMin, source, now);
  constexpr std::uint64_t kChecks = 1'000;
  std::vector<proto::Worked> solved;
  std::uint64_t counter = 0;
  while (solved.size() < kChecks)
    solved.push_back(proto::solution(work, counter = solve(work, counter + 1)));
  const double before = thread_seconds();
  for (const auto& worked : solved)
    if (!gate.take(worked, source, now)) std::exit(1);
  return 1e6 * (thread_seconds() - before) / kChecks;
}

int run() {
  constexpr std::uint32_t kAll = 1 + kLast - kFirst;
  std::printf("{\"check_us\": %.2f}\n", check_us());
  std::fflush(stdout);
  const Plan all{.numbers = kAll, .each = 10, .at_once = 50};
  sweep(0, all);
  sweep(kConnections * 55 / 100, {.numbers = kAll, .each = 10, .at_once = 10});
  const Plan sample{.numbers = 100, .each = 1, .at_once = 1};
  for (const std::size_t percent : {75, 90}) sweep(kConnections * percent / 100, sample);
  sweep(kConnections - 1, sample);  // the stranger takes the last connection
  return 0;
}

}  // namespace
}  // namespace fairdeal::relay::testing_

int main() {
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &files);
  return fairdeal::relay::testing_::run();
}
