#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <vector>

#include <sys/resource.h>

#include "tests/relay/client.h"

/// Measures how much load a relay bears. `bench/relay-load` starts a relay and this program, which
/// opens idle control connections and the two ends of a pipe for each table, and measures round
/// trips through the pipes, without attackers and with them.
namespace fairdeal::relay::testing_ {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kIdle = 2'000, kTables = 200, kAttackers = 100;
constexpr int kRounds = 25;                 // through each pipe
constexpr std::size_t kMessageBytes = 300;  // a vote or a small entry

/// Returns an address of this machine's loopback network, since a relay bounds what one source has.
std::string source(std::size_t number) {
  return "127." + std::to_string(1 + number / 60'000) + "." + std::to_string(number / 240 % 250) +
         "." + std::to_string(1 + number % 240);
}

struct Table {
  Table(std::uint16_t port, const std::string& at) : asking(port, at), asked(port, at) {}
  Client asking, asked;
};

std::unique_ptr<Table> open_table(std::uint16_t port, std::size_t number) {
  const std::string at = source(10'000 + number);
  auto table = std::make_unique<Table>(port, at);
  std::string token(16, 't');
  token[0] = static_cast<char>(number);
  token[1] = static_cast<char>(number >> 8);
  table->asking.come_in();
  table->asked.come_in();
  table->asking.send(pipe_hello(token, 0));
  table->asked.send(pipe_hello(token, 1));
  if (table->asking.message() != kBothAreThere || table->asked.message() != kBothAreThere)
    std::exit(1);
  return table;
}

/// Attacks the relay over and over again, in the way that this number stands for.
void attack(std::uint16_t port, std::size_t number, const std::atomic<bool>& over) {
  const std::string at = source(20'000 + number);
  while (!over) {
    Client client(port, at);
    switch (number % 5) {
      case 0:  // an upgrade that never ends
        client.send_raw("GET /fairdeal/1 HTTP/1.1\r\nHost:");
        for (int i = 0; i < 50 && !over && !client.write_failed(); ++i) {
          client.send_raw("x");
          std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
        break;
      case 1:  // half a message
        client.ask(Client::request());
        client.send_raw(std::string("\x82\xfe\xff\xff", 4));
        break;
      case 2:  // a pipe that nobody else knows of
        client.ask(Client::request());
        client.send(pipe_hello(std::string(16, static_cast<char>(number)), 0));
        break;
      case 3:  // visits to places that nobody holds
        client.ask(Client::request());
        client.send(kControl);
        for (int i = 0; i < 40; ++i)
          client.say(
              proto::Visit{.visit = 0, .place = proto::RelayPlace(std::uint32_t{7}), .body = {}});
        break;
      default:  // one connection after another
        break;
    }
    client.hang_up();
  }
}

/// Returns the times of round trips through all pipes, in microseconds, sorted.
std::vector<double> round_trips(std::vector<std::unique_ptr<Table>>& tables) {
  const std::string message(kMessageBytes, 'm');
  std::vector<double> times;
  for (int round = 0; round < kRounds; ++round)
    for (auto& table : tables) {
      const auto begun = Clock::now();
      table->asking.send(message);
      table->asked.stream(kMessageBytes);
      table->asked.send(message);
      table->asking.stream(kMessageBytes);
      times.push_back(std::chrono::duration<double, std::micro>(Clock::now() - begun).count());
    }
  std::ranges::sort(times);
  return times;
}

double quantile(const std::vector<double>& sorted, double share) {
  return sorted[static_cast<std::size_t>(static_cast<double>(sorted.size() - 1) * share)];
}

long long memory_of(std::uint16_t metrics) {
  Client collector(metrics);
  collector.ask("GET /metrics HTTP/1.1\r\nHost: here\r\n\r\n");
  const std::string text = collector.rest();
  const std::string name = "\nprocess_resident_memory_bytes ";
  const auto found = text.find(name);
  return found == std::string::npos ? -1 : std::atoll(text.c_str() + found + name.size());
}

int run(std::uint16_t port, std::uint16_t metrics) {
  const long long empty = memory_of(metrics);
  std::vector<std::unique_ptr<Client>> idle;
  for (std::size_t i = 0; i < kIdle; ++i) {
    idle.push_back(std::make_unique<Client>(port, source(i)));
    idle.back()->come_in();
    idle.back()->send(kControl);
  }
  const long long with_idle = memory_of(metrics);
  std::vector<std::unique_ptr<Table>> tables;
  for (std::size_t i = 0; i < kTables; ++i) tables.push_back(open_table(port, i));
  const auto quiet = round_trips(tables);
  const long long with_tables = memory_of(metrics);

  std::atomic<bool> over = false;
  std::vector<std::thread> attackers;
  for (std::size_t i = 0; i < kAttackers; ++i)
    attackers.emplace_back([&, i] { attack(port, i, over); });
  const auto attacked = round_trips(tables);
  const long long with_attackers = memory_of(metrics);
  over = true;
  for (auto& attacker : attackers) attacker.join();

  std::printf(
      "{\"idle\": %zu, \"tables\": %zu, \"attackers\": %zu,\n"
      " \"memory_mb\": {\"empty\": %.1f, \"idle\": %.1f, \"tables\": %.1f, \"attacked\": %.1f},\n"
      " \"round_trip_us\": {\"p50\": %.0f, \"p99\": %.0f},\n"
      " \"attacked_us\": {\"p50\": %.0f, \"p99\": %.0f}, \"ratio\": {\"p50\": %.2f, \"p99\": "
      "%.2f}}\n",
      kIdle, kTables, kAttackers, static_cast<double>(empty) / 1e6,
      static_cast<double>(with_idle) / 1e6, static_cast<double>(with_tables) / 1e6,
      static_cast<double>(with_attackers) / 1e6, quantile(quiet, 0.5), quantile(quiet, 0.99),
      quantile(attacked, 0.5), quantile(attacked, 0.99),
      quantile(attacked, 0.5) / quantile(quiet, 0.5),
      quantile(attacked, 0.99) / quantile(quiet, 0.99));
  return 0;
}

}  // namespace
}  // namespace fairdeal::relay::testing_

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("Usage: relay_load PORT METRICS_PORT\n", stderr);
    return 2;
  }
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &files);
  return fairdeal::relay::testing_::run(static_cast<std::uint16_t>(std::atoi(argv[1])),
                                        static_cast<std::uint16_t>(std::atoi(argv[2])));
}
