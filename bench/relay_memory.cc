#include <cstdio>
#include <memory>
#include <vector>

#include <sys/resource.h>

#include "tests/relay/tls_client.h"

/// Says what a connection takes of a relay's memory: bench/relay-memory starts the relay. Control
/// connections that hold a box come, as those of members do, and nothing more is said.

namespace fairdeal::relay::testing_ {
namespace {

constexpr std::size_t kConnections = 2'000;

long long memory_of(std::uint16_t metrics) {
  Client collector(metrics);
  collector.ask("GET /metrics HTTP/1.1\r\nHost: here\r\n\r\n");
  const std::string text = collector.rest(), name = "\nprocess_resident_memory_bytes ";
  const auto found = text.find(name);
  return found == std::string::npos ? -1 : std::atoll(text.c_str() + found + name.size());
}

std::unique_ptr<Client> come(std::uint16_t port, bool tls, std::size_t number) {
  const std::string at =
      "127.1." + std::to_string(number / 200) + "." + std::to_string(1 + number % 200);
  std::unique_ptr<Client> client;
  if (tls)
    client = std::make_unique<TlsClient>(port, 0, at);
  else
    client = std::make_unique<Client>(port, at);
  client->come_in();
  client->send(kControl);
  client->say(proto::OpenBox{
      .box = {static_cast<std::byte>(number), static_cast<std::byte>(number >> 8)}, .proof = {}});
  client->hear_a<proto::Held>();
  return client;
}

int run(std::uint16_t port, std::uint16_t metrics, bool tls) {
  const long long before = memory_of(metrics);
  std::vector<std::unique_ptr<Client>> clients;
  for (std::size_t i = 0; i < kConnections; ++i) clients.push_back(come(port, tls, i));
  const long long with = memory_of(metrics);
  if (before < 0 || with < 0) return 1;
  std::printf("{\"tls\": %s, \"connections\": %zu, \"empty_mb\": %.1f, \"kb_each\": %.1f}\n",
              tls ? "true" : "false", kConnections, static_cast<double>(before) / 1e6,
              static_cast<double>(with - before) / 1e3 / kConnections);
  return 0;
}

}  // namespace
}  // namespace fairdeal::relay::testing_

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fputs("Usage: relay_memory PORT METRICS_PORT tls|plain\n", stderr);
    return 2;
  }
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &files);
  return fairdeal::relay::testing_::run(static_cast<std::uint16_t>(std::atoi(argv[1])),
                                        static_cast<std::uint16_t>(std::atoi(argv[2])),
                                        std::string(argv[3]) == "tls");
}
