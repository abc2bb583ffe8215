#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ui/words/report.h"

namespace fairdeal::cli {

struct RelayOptions {
  std::string config;  ///< a relay.toml; empty: none
  // These are keys of that file, too (cli/relay_file.h). An empty one was not given.
  std::string listen;  ///< empty: kRelayListen
  std::vector<std::string> reflect;
  std::string metrics;  ///< an address; empty: none
  std::vector<std::string> trust_proxy;
  std::string tls_cert, tls_key;  ///< files
  std::string secret_file, revoked_file, block_file;
  std::string rate, month;            ///< bytes a second and a month, such as "20M" and "500G"
  std::string volume_file;            ///< keeps what was sent in the month
  std::vector<std::string> nats;      ///< addresses of servers; empty: this process is the relay
  std::string nats_creds, nats_nkey;  ///< files by which the servers know this relay
  std::string nats_ca, nats_cert, nats_key;  ///< files for TLS to them
  std::string cluster_key;                   ///< a file with what all its processes share
  bool log_addresses = false;
  bool log_refusals = false;

  enum class Task { run, pass, status, limits, nkey };
  Task task = Task::run;
  std::uint64_t days = 30;
  std::string pass_name;  ///< empty: a pass without a name
};
inline constexpr const char* kRelayListen = "127.0.0.1:4800";
inline constexpr const char* kRelayMetrics = "127.0.0.1:4803";

/// Runs a relay until SIGINT or SIGTERM, or does another task of its operator.
int run_relay(const RelayOptions& options, const words::Output& output);

}  // namespace fairdeal::cli
