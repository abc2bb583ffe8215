#include <algorithm>
#include <chrono>
#include <csignal>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>

#include "apps/commands.h"
#include "apps/confine.h"
#include "apps/read_file.h"
#include "apps/service_manager.h"
#include "crypto/system_rng.h"
#include "crypto/wipe.h"
#include "net/address.h"
#include "proto/reach.h"
#include "relay/nats_bus.h"
#include "relay/server.h"
#include "rules/json_full.h"

namespace fairdeal::apps {
namespace {

/// Descriptors that the relay needs beside one for each client: its ports, the reflectors' callers
/// and the standard streams.
constexpr std::size_t kOtherDescriptors = 1200;
constexpr std::uint64_t kDaySeconds = 24 * 3600;

std::uint64_t utc_seconds() {
  using namespace std::chrono;
  return static_cast<std::uint64_t>(
      duration_cast<seconds>(system_clock::now().time_since_epoch()).count());
}

Failure wrong_address(const std::string& text) {
  return {Exit::usage, "usage", "'" + text + "' is no IP address with a port.",
          "Write it as 127.0.0.1:4800 or [::1]:4800."};
}

Result<relay::RelayAddress> address_of(const std::string& text) {
  FD_TRY(const net::Address address, net::Address::parse(text));
  FD_TRY(const IpAddress ip, IpAddress::parse(address.host));
  return relay::RelayAddress{.ip = ip, .port = address.port};
}

Result<relay::PassKey> pass_key(const std::string& file) {
  FD_TRY(Bytes secret, read_file(file, relay::PassKey::kSecretBytesMax + 1));
  auto key = relay::PassKey::from(as_text(secret));
  crypto::wipe(secret);
  return key;
}

Failure no_secret(const Error& error) {
  return error.fault == Fault::bad_parameters || error.fault == Fault::too_large
             ? Failure{Exit::usage, "bad_secret",
                       "The secret file cannot be used: " + error.about + ".",
                       "Make one: head -c 32 /dev/urandom | base64 > FILE"}
             : failure_of(error, "Could not read the secret file");
}

int print_pass(const RelayOptions& options, const Output& output) {
  if (options.secret_file.empty())
    return output.failed({Exit::usage, "usage", "A pass is made with the secret of the relay.",
                          "Name its file: --secret-file FILE"});
  const auto key = pass_key(options.secret_file);
  if (!key) return output.failed(no_secret(key.error()));
  const std::uint64_t expires = utc_seconds() + options.days * kDaySeconds;
  const std::string pass = key->pass(expires);
  output.result(Json{{"v", 1}, {"pass", pass}, {"expires", expires}});
  output.result(pass);
  return 0;
}

/// Makes the relay's configuration of the options. Returns none if one of them cannot be used; then
/// `status` is the exit code.
std::optional<relay::RelayConfig> config_of(const RelayOptions& options, const Output& output,
                                            int& status) {
  relay::RelayConfig config;
  config.utc_seconds = utc_seconds;
  const auto read = [&](const std::string& text, auto use) {
    const auto address = address_of(text);
    if (address)
      use(*address);
    else
      status = output.failed(wrong_address(text));
    return address.has_value();
  };
  if (options.reflect.size() > proto::kReflectorsMax) {
    status = output.failed(
        {Exit::usage, "usage",
         "There are at most " + std::to_string(proto::kReflectorsMax) + " reflectors."});
    return {};
  }
  if (!read(options.listen, [&](const auto& a) { config.listen = a; })) return {};
  for (const std::string& text : options.reflect)
    if (!read(text, [&](const auto& a) { config.reflect.push_back(a); })) return {};
  if (!options.metrics.empty() &&
      !read(options.metrics, [&](const auto& a) { config.metrics = a; }))
    return {};
  for (const std::string& text : options.trust_proxy) {
    const auto network = relay::IpNetwork::parse(text);
    if (!network) {
      status = output.failed({Exit::usage, "usage", "'" + text + "' is no network.",
                              "Write it as 127.0.0.1 or 10.0.0.0/8."});
      return {};
    }
    config.trusted_proxies.push_back(*network);
  }
  // A relay that listens on this machine alone has a proxy in front of it.
  const auto v4 = *relay::IpNetwork::parse("127.0.0.1"), v6 = *relay::IpNetwork::parse("::1");
  const auto loopback = *relay::IpNetwork::parse("127.0.0.0/8");
  if (options.trust_proxy.empty() &&
      (loopback.contains(config.listen.ip) || v6.contains(config.listen.ip)))
    config.trusted_proxies = {v4, v6};
  config.on_stray_proxy = [&output](const std::string& ip) {
    output.note(ip +
                " sends X-Forwarded-For, and is no proxy that this relay trusts. If it is "
                "yours: --trust-proxy " +
                ip);
  };
  if (!options.secret_file.empty()) {
    auto key = pass_key(options.secret_file);
    if (!key) {
      status = output.failed(no_secret(key.error()));
      return {};
    }
    config.passes = *std::move(key);
  }
  if (options.log_addresses)
    config.log_address = [&output](const std::string& ip) { output.note("connection of " + ip); };
  return config;
}

/// Returns whether this is an address of a NATS server. The library would call whatever host it
/// finds in one of a web server, and say that nobody answers there.
bool is_nats_address(const std::string& text) {
  for (const std::string scheme : {"nats://", "tls://"}) {
    if (!text.starts_with(scheme)) continue;
    const auto password = text.rfind('@');
    const std::string at =
        text.substr(password == std::string::npos ? scheme.size() : password + 1);
    const bool has_port = at.find(':') != std::string::npos;  // 4222, if it has none
    return has_port ? net::Address::parse(at).has_value() : !at.empty();
  }
  return false;
}

Failure no_nats(const Error& error) {
  const std::string install = "The page docs/relay.md says what a relay of many processes needs.";
  switch (error.fault) {
    case Fault::unknown_module:
      return {Exit::usage, "no_nats", "This program was built without NATS.",
              "Install libnats-dev, and build it again; or leave --nats out."};
    case Fault::bad_parameters:
      return {Exit::usage, "usage", "A NATS address cannot be read: " + error.about + ".",
              "Write it as nats://10.0.0.1:4222."};
    case Fault::not_wanted:
      return {Exit::unreachable, "nats_store",
              "A NATS server answers, and has no store for this relay: " + error.about + ".",
              "It takes a cluster of three servers with JetStream. " + install};
    default:
      return {Exit::unreachable, "nats_down", "No NATS server answers: " + error.about + ".",
              "Start the servers first. " + install};
  }
}

/// Says where the relay listens, with the ports that it took.
void announce(const relay::RelayServer& server, const Output& output) {
  const std::string url = "ws://" + server.address().text();
  Json document = {{"v", 1}, {"listening", url}, {"reflectors", Json::array()}};
  std::string line = "The relay listens at " + url;
  for (const auto& reflector : server.reflectors()) {
    document["reflectors"].push_back(reflector.text());
    line += ", reflects at " + reflector.text();
  }
  if (const auto metrics = server.metrics()) {
    const std::string page = "http://" + metrics->text() + "/metrics";
    document["metrics"] = page;
    line += ", shows metrics at " + page;
  }
  output.line(document);
  output.result(line + ".");
}

}  // namespace

int run_relay(const RelayOptions& options, const Output& output) {
  if (options.pass) return print_pass(options, output);
  for (const std::string& text : options.nats)
    if (!is_nats_address(text))
      return output.failed({Exit::usage, "usage", "'" + text + "' is no address of a NATS server.",
                            "Write it as nats://10.0.0.1:4222."});
  int status = 0;
  auto config = config_of(options, output, status);
  if (!config) return status;
  const std::size_t descriptors = descriptors_max();
  if (descriptors > 2 * kOtherDescriptors)
    config->bounds.connections =
        std::min(config->bounds.connections, descriptors - kOtherDescriptors);

  boost::asio::io_context io(1);
  crypto::SystemRng rng;
  boost::asio::signal_set signals(io, SIGINT, SIGTERM);
  const ServiceManager manager;
  // The unit of a service manager confines more strictly, and its list of system calls may leave
  // out those by which confine() does so. It comes before NATS, which has threads.
  if (!manager.is_there()) confine({});
  if (!options.nats.empty()) {
    auto bus = relay::connect_nats(io, options.nats, rng);
    if (!bus) return output.failed(no_nats(bus.error()));
    config->bus = *std::move(bus);
    const bool shows_itself = std::ranges::all_of(
        options.nats, [](const auto& address) { return address.find('@') != std::string::npos; });
    if (!shows_itself)
      output.note(
          "The NATS servers ask for no password. A stranger that reaches them can do what this "
          "relay does, and end all that it does: give them one (docs/relay.md).");
    config->on_bus = [&output](bool connected) {
      output.note(connected ? "The connection to NATS is there again."
                            : "The connection to NATS was lost; it is tried again all the while.");
    };
  }
  const auto server = relay::RelayServer::open(io, *std::move(config), rng);
  if (!server)
    return output.failed({Exit::unreachable, "cannot_listen",
                          "Could not open a port: " + server.error().about + ".",
                          "Another program may have it: choose another port."});
  signals.async_wait([&](boost::system::error_code error, int) {
    if (error) return;
    manager.tell("STOPPING=1");
    (*server)->stop([&io] { io.stop(); });
  });
  announce(**server, output);
  manager.tell("READY=1");
  io.run();
  return 0;
}

}  // namespace fairdeal::apps
