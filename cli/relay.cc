#include "cli/relay.h"

#include <csignal>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>

#include "cli/relay_setup.h"
#include "crypto/system_rng.h"
#include "relay/cluster/nkey.h"
#include "rules/json_full.h"
#include "ui/home/service_manager.h"
#include "ui/sandbox/confine.h"

namespace fairdeal::cli {
namespace {

/// Descriptors that the relay needs beside one for each client: its ports, the reflectors' callers
/// and the standard streams.
constexpr std::size_t kOtherDescriptors = 1200;
constexpr std::uint64_t kDaySeconds{24 * 3600};
/// How long clients have to read that the relay ends, once it was told twice.
constexpr Duration kLastWordMax{250};

int print_pass(const RelayOptions& options, const words::Output& output) {
  if (options.secret_file.empty())
    return output.failed({words::Exit::usage, "usage",
                          "A pass is made with the secret of the relay.",
                          "Name its file: --secret-file FILE"});
  if (!options.pass_name.empty() && !relay::PassKey::is_name(options.pass_name))
    return output.failed({words::Exit::usage, "usage",
                          "'" + options.pass_name + "' cannot be the name of a pass.",
                          "A name begins with a letter, and has letters, digits, - and _."});
  const auto key = pass_key_of(options.secret_file);
  if (!key) return output.failed(key.error());
  const std::uint64_t expires = utc_seconds() + options.days * kDaySeconds;
  const std::string pass = key->pass(expires, options.pass_name);
  words::Json document{{"v", 1}, {"pass", pass}, {"expires", expires}};
  if (!options.pass_name.empty()) document["name"] = options.pass_name;
  output.result(document);
  output.result(pass);
  return 0;
}

int print_nkey(const words::Output& output) {
  crypto::SystemRng rng;
  const relay::cluster::Nkey nkey = relay::cluster::Nkey::draw(rng);
  output.result(words::Json{{"v", 1}, {"seed", nkey.seed_text()}, {"user", nkey.user_text()}});
  output.result(nkey.seed_text());
  output.note("The servers know it by this name: { nkey: " + nkey.user_text() + " }");
  return 0;
}

int print_limits(const RelayOptions& options, const words::Output& output) {
  const auto file = with_file(options);
  if (!file) return output.failed(file.error());
  std::string text = relay_file_text(*file);
  text.pop_back();
  output.result(words::Json{{"v", 1}, {"relay.toml", text}});
  output.result(text);
  return 0;
}

/// Says where the relay listens, with the ports that it took.
void announce_relay(const relay::server::Server& server, bool tls, const words::Output& output) {
  const std::string url = (tls ? "wss://" : "ws://") + server.address().text();
  words::Json document = {{"v", 1}, {"listening", url}, {"reflectors", words::Json::array()}};
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

/// Does what the operator tells a running relay by signals.
class SignalledRelay {
 public:
  SignalledRelay(boost::asio::io_context& io, relay::server::Server& server,
                 const RelayOptions& options, const home::ServiceManager& manager,
                 const words::Output& output)
      : io_(io), server_(server), options_(options), manager_(manager), output_(output) {}

  void on_signal(int number) {
    if (number == SIGHUP) return renew();
    if (std::exchange(ends_, true)) return server_.stop([this] { io_.stop(); }, kLastWordMax);
    manager_.tell("STOPPING=1");
    server_.drain([this] { io_.stop(); });
    if (const std::size_t pipes = server_.pipes(); pipes > 0)
      output_.note("The relay takes nobody any more. " + std::to_string(pipes) +
                   (pipes == 1 ? " pipe goes" : " pipes go") +
                   " on for a minute; the same signal ends it at once.");
  }

 private:
  void renew() {
    auto files = read_relay_files(options_);
    if (!files)
      return output_.note(files.error().message + " The relay keeps what it has. " +
                          files.error().hint);
    server_.renew(*std::move(files));
    output_.note("The relay has read its certificate and lists again.");
  }

  boost::asio::io_context& io_;
  relay::server::Server& server_;
  const RelayOptions& options_;
  const home::ServiceManager& manager_;
  const words::Output& output_;
  bool ends_ = false;
};

void await_relay_signal(boost::asio::signal_set& signals, SignalledRelay& relay) {
  signals.async_wait([&](boost::system::error_code error, int number) {
    if (error) return;
    relay.on_signal(number);
    await_relay_signal(signals, relay);
  });
}

int serve(const RelayFile& file, const words::Output& output) {
  auto config = config_of(file, output);
  if (!config) return output.failed(config.error());
  const std::size_t descriptors = sandbox::descriptors_max();
  if (descriptors > 2 * kOtherDescriptors)
    config->bounds.connections =
        std::min(config->bounds.connections, descriptors - kOtherDescriptors);

  boost::asio::io_context io(1);
  crypto::SystemRng rng;
  boost::asio::signal_set signals(io, SIGINT, SIGTERM, SIGHUP);
  const home::ServiceManager manager;
  // The unit of a service manager confines more strictly, and its list of system calls may leave
  // out those by which confine() does so. It comes before NATS, which has threads.
  const RelayFolders folders = folders_of(file.options);
  if (!manager.is_there()) sandbox::confine(folders.own, folders.read_only);
  if (!file.options.nats.empty()) {
    if (const auto failed = use_nats(file.options, io, rng, output, *config))
      return output.failed(*failed);
  }
  const bool tls = config->files.tls.has_value();
  const auto server = relay::server::Server::open(io, *std::move(config), rng);
  if (!server)
    return output.failed({words::Exit::unreachable, "cannot_listen",
                          "Could not open a port: " + server.error().about + ".",
                          "Another program may have it: choose another port."});
  SignalledRelay signalled(io, **server, file.options, manager, output);
  await_relay_signal(signals, signalled);
  announce_relay(**server, tls, output);
  manager.tell("READY=1");
  io.run();
  return 0;
}

}  // namespace

int run_relay(const RelayOptions& options, const words::Output& output) {
  switch (options.task) {
    case RelayOptions::Task::pass:
      return print_pass(options, output);
    case RelayOptions::Task::limits:
      return print_limits(options, output);
    case RelayOptions::Task::status:
      return show_relay_status(options, output);
    case RelayOptions::Task::nkey:
      return print_nkey(output);
    case RelayOptions::Task::run:
      break;
  }
  const auto file = with_file(options);
  if (!file) return output.failed(file.error());
  for (const std::string& text : file->options.nats)
    if (!is_nats_address(text))
      return output.failed({words::Exit::usage, "usage",
                            "'" + text + "' is no address of a NATS server.",
                            "Write it as nats://10.0.0.1:4222."});
  return serve(*file, output);
}

}  // namespace fairdeal::cli
