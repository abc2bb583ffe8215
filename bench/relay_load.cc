#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <pthread.h>
#include <unistd.h>
#include <vector>

#include <sys/resource.h>

#include "tests/relay/tls_client.h"

/// Measures how much load a relay bears. `bench/relay-load` starts a relay and this program, which
/// opens idle control connections and the two ends of a pipe for each table, and measures round
/// trips through the pipes, without attackers and with them. Each scene is played kTimes times, and
/// each time the round trips are measured without strangers, while they come, and once they are
/// there: so what else the machine does counts on both sides. The ratios are the medians of these.

namespace fairdeal::relay::testing_ {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kIdle = 2'000, kTables = 200, kAttackers = 100;
constexpr int kRounds = 25;                 // through each pipe
constexpr int kTimes = 3;                   // is each scene played
constexpr std::size_t kMessageBytes = 300;  // a vote or a small entry

/// Returns an address of this machine's loopback network, since a relay bounds what one source has.
std::string source(std::size_t number) {
  return "127." + std::to_string(1 + number / 60'000) + "." + std::to_string(number / 240 % 250) +
         "." + std::to_string(1 + number % 240);
}

bool with_tls = false;

std::unique_ptr<Client> honest(std::uint16_t port, const std::string& at) {
  if (with_tls) return std::make_unique<TlsClient>(port, 0, at);
  return std::make_unique<Client>(port, at);
}

struct Table {
  Table(std::uint16_t port, const std::string& at)
      : asking_end(honest(port, at)), asked_end(honest(port, at)) {}
  std::unique_ptr<Client> asking_end, asked_end;
  Client &asking = *asking_end, &asked = *asked_end;
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

/// Strangers that stand there during a scene, and what they say at its beginning.
using Strangers = std::vector<std::unique_ptr<Client>>;

std::unique_ptr<Client> stranger(std::uint16_t port, const std::string& at) {
  auto client = std::make_unique<Client>(port, at);
  if (client->ask(Client::request()) != 101) return nullptr;
  client->send(kControl);
  return client;
}

/// Takes what one customer may have who has a whole /48, through a proxy that the relay trusts.
std::unique_ptr<Client> in_48(std::uint16_t port, std::size_t number) {
  std::array<char, 64> header{};
  std::snprintf(header.data(), header.size(), "X-Forwarded-For: 2001:db8:1:%zx::7\r\n", number);
  auto client = std::make_unique<Client>(port);
  if (client->ask(Client::request("/fairdeal/1", "fairdeal.1", header.data())) != 101)
    return nullptr;
  client->send(kControl);
  for (std::uint8_t i = 0; i < 4; ++i) {
    proto::BoxId box{std::byte{i}, static_cast<std::byte>(number),
                     static_cast<std::byte>(number >> 8)};
    client->say(proto::Claim{.minutes = 20});
    client->say(proto::OpenBox{.box = box});
  }
  return client;
}

/// One scene: its name, how many strangers come, and what each does.
struct Scene {
  const char* name;
  std::size_t strangers;
  std::function<std::unique_ptr<Client>(std::uint16_t, std::size_t, std::uint32_t code)> comes;
};

const std::string kForeign = "none of ours";
std::string cut_frame() {
  return std::string("\x82\xfe\x0f\xff\0\0\0\0", 8) + std::string(4'000, 'x');
}
std::string network_of(std::size_t number) { return source(240 * number); }

/// Scenes at a relay that speaks TLS itself.
const std::vector<Scene> kTlsScenes{
    {"nothing", 0, {}},
    {"8192 handshakes that stop", 8'192,
     [](std::uint16_t port, std::size_t i, std::uint32_t) {
       static const std::string hello = client_hello();
       auto client = std::make_unique<Client>(port, source(20'000 + i));
       client->send_raw(hello);
       return client;
     }},
    {"4000 handshakes, each hung up", 4'000,
     [](std::uint16_t port, std::size_t i, std::uint32_t) {
       (void)TlsClient(port, 0, source(20'000 + i));
       return std::unique_ptr<Client>();
     }},
};

const std::vector<Scene> kScenes{
    {"nothing", 0, {}},
    {"8192 broken closes", 8'192,
     [](std::uint16_t port, std::size_t i, std::uint32_t) {
       auto client = stranger(port, source(20'000 + i));
       if (!client) return client;
       client->send(kForeign);
       client->send("x", static_cast<Client::Opcode>(3));
       return client;
     }},
    {"10000 unfinished messages", 10'000,
     [](std::uint16_t port, std::size_t i, std::uint32_t) {
       auto client = stranger(port, source(20'000 + i));
       if (client) client->send_raw(cut_frame());
       return client;
     }},
    {"a /48", 2'000,
     [](std::uint16_t port, std::size_t i, std::uint32_t) { return in_48(port, i); }},
    {"guessers from 2500 networks", 2'500,
     [](std::uint16_t port, std::size_t i, std::uint32_t) {
       auto client = stranger(port, network_of(100 + i));
       for (std::uint32_t j = 0; client && j < 10; ++j)
         client->say(proto::Visit{0, 1'000 + static_cast<std::uint32_t>((i * 10 + j) % 9'000), {}});
       return client;
     }},
    {"40 blockers of a code", 40,
     [](std::uint16_t port, std::size_t i, std::uint32_t code) {
       auto client = stranger(port, network_of(100 + i));
       for (int j = 0; client && j < 20; ++j) client->say(proto::Visit{0, code, {}});
       return client;
     }},
};

/// A host and a friend, as real processes.
struct Friends {
  explicit Friends(const std::string& program_given, std::uint16_t port, const std::string& name)
      : program(program_given), folder("/tmp/fairdeal-load-" + std::to_string(::getpid()) + name) {
    const std::string relay = (with_tls ? "wss" : "ws") + ("://127.0.0.1:" + std::to_string(port));
    // If its friend does not come in, it ends all the same.
    host = ::popen(
        ("timeout 60 " + program + " host kuhn --listen 127.0.0.1:0 --admit invited --relay " +
         relay + " --bot simple --nickname Ann --identity " + folder + "/ann.id --data " + folder +
         "/ann 2>&1")
            .c_str(),
        "r");
    std::array<char, 1024> line{};
    const auto begun = Clock::now();
    while (host != nullptr && ::fgets(line.data(), line.size(), host) != nullptr) {
      const std::string text = line.data();
      const auto at = text.find("for 20 minutes: ");
      if (at == std::string::npos) continue;
      code = text.substr(at + 16, text.find_last_not_of("\r\n ") - at - 15);
      break;
    }
    host_s = std::chrono::duration<double>(Clock::now() - begun).count();
  }
  ~Friends() {
    if (host != nullptr) ::pclose(host);
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
  }
  /// Joins, and plays a match. Returns how long that took in seconds; below 0 if it failed.
  double join() const {
    const auto begun = Clock::now();
    const int failed = std::system((program + " join '" + code + "' --bot simple --accept --quiet" +
                                    " --nickname Bob --timeout 10 --identity " + folder +
                                    "/bob.id --data " + folder + "/bob >/dev/null 2>&1")
                                       .c_str());
    const double took = std::chrono::duration<double>(Clock::now() - begun).count();
    return failed == 0 ? took : -1;
  }
  std::uint32_t number() const { return static_cast<std::uint32_t>(std::atoi(code.c_str())); }

  std::string program, folder, code{};
  std::FILE* host = nullptr;
  double host_s = 0;
};

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

long long value_of(std::uint16_t metrics, const std::string& series) {
  Client collector(metrics);
  collector.ask("GET /metrics HTTP/1.1\r\nHost: here\r\n\r\n");
  const std::string text = collector.rest();
  const std::string name = "\n" + series + " ";
  const auto found = text.find(name);
  return found == std::string::npos ? -1 : std::atoll(text.c_str() + found + name.size());
}

long long memory_of(std::uint16_t metrics) {
  return value_of(metrics, "process_resident_memory_bytes");
}

long long control_connections(std::uint16_t metrics) {
  return value_of(metrics, "fairdeal_relay_connections{kind=\"control\"}");
}

/// The median and the 99th percentile of round trips.
struct Times {
  double p50 = 0, p99 = 0;
  static Times of(const std::vector<double>& sorted) {
    return {.p50 = quantile(sorted, 0.5), .p99 = quantile(sorted, 0.99)};
  }
  Times operator/(const Times& other) const { return {p50 / other.p50, p99 / other.p99}; }
};

/// Returns the medians of each.
Times middle(const std::vector<Times>& all) {
  std::vector<double> p50, p99;
  for (const Times& one : all) {
    p50.push_back(one.p50);
    p99.push_back(one.p99);
  }
  std::ranges::sort(p50);
  std::ranges::sort(p99);
  return {.p50 = quantile(p50, 0.5), .p99 = quantile(p99, 0.5)};
}

std::string text_of(const Times& times, const char* format) {
  std::array<char, 80> text{};
  std::snprintf(text.data(), text.size(), format, times.p50, times.p99);
  return text.data();
}
constexpr const char* kMicroseconds = "{\"p50\": %.0f, \"p99\": %.0f}";
constexpr const char* kRatio = "{\"p50\": %.2f, \"p99\": %.2f}";

/// Lets the other threads of this machine go before this one: strangers have machines of their own,
/// and must not take the processor from those who measure.
void give_way() {
  int policy = 0;
  sched_param parameters{};
  ::pthread_getschedparam(::pthread_self(), &policy, &parameters);
  if (policy == SCHED_FIFO || policy == SCHED_RR)
    ::pthread_setschedprio(::pthread_self(), std::max(1, parameters.sched_priority - 1));
  else
    ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), 19);
}

/// How honest people fare in a scene that was played once.
struct Played {
  Times quiet, coming, there;
  std::size_t strangers = 0;
  long long memory = 0;
  double old_code_s = 0, new_code_s = 0, host_s = 0;
};

Played play_once(const Scene& scene, const std::string& program, std::uint16_t port,
                 std::uint16_t metrics, Strangers& idle,
                 std::vector<std::unique_ptr<Table>>& tables, bool friends_come) {
  for (auto& client : idle) client->send("", Client::kPong);  // so that it is not silent for long
  while (control_connections(metrics) > static_cast<long long>(kIdle)) continue;
  Played played{.quiet = Times::of(round_trips(tables)), .coming = {}, .there = {}};
  // A host that came before has a code for the blockers; another one comes meanwhile. A relay lets
  // friends from one address visit only so often.
  std::optional<Friends> before;
  if (friends_come) before.emplace(program, port, "before");
  const std::uint32_t code = before ? before->number() : 5'000;
  Strangers strangers;
  std::atomic<bool> all_came = false;
  std::thread coming([&] {
    give_way();
    for (std::size_t i = 0; i < scene.strangers; ++i)
      if (auto client = scene.comes(port, i, code)) strangers.push_back(std::move(client));
    all_came = true;
  });
  std::vector<double> times;
  do {
    const auto more = round_trips(tables);
    times.insert(times.end(), more.begin(), more.end());
  } while (!all_came);
  coming.join();
  std::ranges::sort(times);
  played.coming = Times::of(times);
  played.there = Times::of(round_trips(tables));
  played.strangers = strangers.size();
  played.memory = memory_of(metrics);
  if (!before) return played;
  played.old_code_s = before->join();
  const Friends meanwhile(program, port, "meanwhile");
  played.new_code_s = meanwhile.join();
  played.host_s = meanwhile.host_s;
  return played;
}

/// Plays one scene beside what honest people do, and says how they fare.
void play(const Scene& scene, const std::string& program, std::uint16_t port, std::uint16_t metrics,
          Strangers& idle, std::vector<std::unique_ptr<Table>>& tables) {
  std::vector<Times> quiet, there, coming, ratio_there, ratio_coming;
  Played all;  // the most strangers and memory; friends come in the last one
  for (int i = 0; i < kTimes; ++i) {
    const Played played = play_once(scene, program, port, metrics, idle, tables, i + 1 == kTimes);
    quiet.push_back(played.quiet);
    there.push_back(played.there);
    coming.push_back(played.coming);
    ratio_there.push_back(played.there / played.quiet);
    ratio_coming.push_back(played.coming / played.quiet);
    all.strangers = std::max(all.strangers, played.strangers);
    all.memory = std::max(all.memory, played.memory);
    all.old_code_s = played.old_code_s;
    all.new_code_s = played.new_code_s;
    all.host_s = played.host_s;
  }
  std::printf(
      "{\"scene\": \"%s\", \"strangers\": %zu, \"memory_mb\": %.1f,\n"
      " \"quiet_us\": %s, \"while_they_come_us\": %s, \"they_are_there_us\": %s,\n"
      " \"ratio_while_they_come\": %s, \"ratio_they_are_there\": %s,\n"
      " \"code_to_end_s\": [%.2f, %.2f], \"host_has_code_s\": %.2f}\n",
      scene.name, all.strangers, static_cast<double>(all.memory) / 1e6,
      text_of(middle(quiet), kMicroseconds).c_str(), text_of(middle(coming), kMicroseconds).c_str(),
      text_of(middle(there), kMicroseconds).c_str(), text_of(middle(ratio_coming), kRatio).c_str(),
      text_of(middle(ratio_there), kRatio).c_str(), all.old_code_s, all.new_code_s, all.host_s);
  std::fflush(stdout);
}

int run(std::uint16_t port, std::uint16_t metrics, const std::string& program,
        const std::string& only) {
  const long long empty = memory_of(metrics);
  Strangers idle;
  for (std::size_t i = 0; i < kIdle; ++i) {
    idle.push_back(honest(port, source(i)));
    idle.back()->come_in();
    idle.back()->send(kControl);
  }
  const long long with_idle = memory_of(metrics);
  std::vector<std::unique_ptr<Table>> tables;
  for (std::size_t i = 0; i < kTables; ++i) tables.push_back(open_table(port, i));
  const Times quiet = Times::of(round_trips(tables));
  const long long with_tables = memory_of(metrics);
  std::printf(
      "{\"idle\": %zu, \"tables\": %zu, \"memory_mb\": {\"empty\": %.1f, \"idle\": %.1f, "
      "\"tables\": %.1f}}\n",
      kIdle, kTables, static_cast<double>(empty) / 1e6, static_cast<double>(with_idle) / 1e6,
      static_cast<double>(with_tables) / 1e6);
  for (const Scene& scene : with_tls ? kTlsScenes : kScenes)
    if (std::string(scene.name).find(only) != std::string::npos)
      play(scene, program, port, metrics, idle, tables);
  if (!only.empty() || with_tls) return 0;

  std::atomic<bool> over = false;
  std::vector<std::thread> attackers;
  for (std::size_t i = 0; i < kAttackers; ++i)
    attackers.emplace_back([&, i] { attack(port, i, over); });
  const Times attacked = Times::of(round_trips(tables));
  const long long with_attackers = memory_of(metrics);
  over = true;
  for (auto& attacker : attackers) attacker.join();
  std::printf(
      "{\"attackers\": %zu, \"memory_mb\": %.1f, \"quiet_us\": %s, \"attacked_us\": %s, "
      "\"ratio\": %s}\n",
      kAttackers, static_cast<double>(with_attackers) / 1e6, text_of(quiet, kMicroseconds).c_str(),
      text_of(attacked, kMicroseconds).c_str(), text_of(attacked / quiet, kRatio).c_str());
  return 0;
}

}  // namespace
}  // namespace fairdeal::relay::testing_

int main(int argc, char** argv) {
  if (argc < 4 || argc > 6) {
    std::fputs("Usage: relay_load PORT METRICS_PORT PROGRAM [SCENE [tls]]\n", stderr);
    return 2;
  }
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &files);
  fairdeal::relay::testing_::with_tls = argc == 6 && std::string(argv[5]) == "tls";
  return fairdeal::relay::testing_::run(static_cast<std::uint16_t>(std::atoi(argv[1])),
                                        static_cast<std::uint16_t>(std::atoi(argv[2])), argv[3],
                                        argc > 4 ? argv[4] : "");
}
