#include "cli/relay_setup.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <ctime>

#include <boost/asio/ip/tcp.hpp>

#include "crypto/wipe.h"
#include "net/sockets/address.h"
#include "proto/reach.h"
#include "relay/cluster/nats_bus.h"
#include "relay/cluster/nkey.h"
#include "rules/json_full.h"
#include "rules/json_reader.h"
#include "ui/home/places.h"
#include "ui/home/private_files.h"
#include "ui/home/read_file.h"
#include "ui/sandbox/confine.h"
#include "ui/words/printable.h"

namespace fairdeal::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kCertificateBytesMax{256 * 1024};
constexpr std::uint64_t kSizeMax = std::uint64_t{1} << 60;
/// How long `relay status` waits for an answer.
constexpr std::chrono::seconds kRelayPatience{5};

tl::unexpected<words::Failure> refused_relay(words::Failure failure) {
  return tl::unexpected(std::move(failure));
}

words::Failure usage(const std::string& what, const std::string& instead = "") {
  return {words::Exit::usage, "usage", what, instead};
}

home::OrFailure<relay::Address> relay_address(const std::string& text) {
  const auto read = [&]() -> Result<relay::Address> {
    FD_TRY(const sockets::Address address, sockets::Address::parse(text));
    FD_TRY(const IpAddress ip, IpAddress::parse(address.host));
    return relay::Address{.ip = ip, .port = address.port};
  };
  if (auto address = read()) return *address;
  return refused_relay(usage("'" + text + "' is no IP address with a port.",
                             "Write it as 127.0.0.1:4800 or [::1]:4800."));
}

words::Failure no_secret(const Error& error) {
  return error.fault == Fault::bad_parameters || error.fault == Fault::too_large
             ? words::Failure{words::Exit::usage, "bad_secret",
                              "The secret file cannot be used: " + error.about + ".",
                              "Make one: (umask 077; head -c 32 /dev/urandom | base64 > FILE)"}
             : words::failure_of(error, "Could not read the secret file");
}

home::OrFailure<std::string> text_of_file(const std::string& file, std::size_t bytes_max) {
  const auto bytes = home::read_regular_file(file, bytes_max);
  if (!bytes) return refused_relay(words::failure_of(bytes.error(), "Could not read " + file));
  return std::string(as_text(*bytes));
}

/// Reads a list of the operator's, a line an item.
template <class List>
std::optional<words::Failure> read_relay_list(const std::string& file, List& list) {
  if (file.empty()) return {};
  const auto text = text_of_file(file, relay::BlockList::kBytesMax);
  if (!text) return text.error();
  auto read = List::parse(*text);
  if (!read)
    return words::Failure{words::Exit::usage, "bad_list", file + ", " + read.error().about + ".",
                          "There is one a line; what follows a # is a comment."};
  list = *std::move(read);
  return {};
}

/// Returns a moment as "2026-11-27T04:30:00Z".
std::string utc_text(std::uint64_t seconds) {
  const auto moment = static_cast<std::time_t>(seconds);
  std::tm parts{};
  ::gmtime_r(&moment, &parts);
  std::array<char, 32> text{};
  const auto length = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return {text.data(), length};
}

// ---- The month's volume

/// Returns the file that keeps what was sent; empty for a relay that need not know.
fs::path volume_file(const RelayOptions& options) {
  if (!options.volume_file.empty()) return fs::absolute(options.volume_file);
  const char* given = std::getenv("STATE_DIRECTORY");  // of a service manager's unit
  const std::string folder = given == nullptr ? "" : given;
  if (!folder.empty()) return fs::path(folder.substr(0, folder.find(':'))) / "volume";
  if (options.month.empty()) return {};
  const std::string listen = options.listen.empty() ? kRelayListen : options.listen;
  return home::relay_volume_file(listen.substr(listen.rfind(':') + 1));
}

std::optional<words::Failure> read_volume(const fs::path& file, relay::MonthVolume& volume) {
  std::error_code none;
  if (file.empty() || !fs::exists(file, none)) return {};
  const auto text = text_of_file(file.string(), 100);
  if (!text) return text.error();
  const auto read = relay::MonthVolume::parse(*text);
  if (!read)
    return words::Failure{words::Exit::usage, "bad_volume",
                          file.string() + " does not say what was sent in a month.",
                          "Write for example 2026-11 0 into it, or remove it."};
  volume = *read;
  return {};
}

/// Keeps the volume so that a crash leaves the file as it was before or as it is after.
void keep_volume(const fs::path& file, const relay::MonthVolume& volume,
                 const words::Output& output) {
  const fs::path next = file.string() + ".new";
  std::error_code failed;
  if (!home::write_synced(next, volume.text())) failed = std::make_error_code(std::errc::io_error);
  if (!failed) fs::rename(next, file, failed);
  if (failed) output.note("The month's volume could not be written to " + file.string() + ".");
}

std::optional<words::Failure> use_traffic(const RelayOptions& options,
                                          relay::server::Config& config,
                                          const words::Output& output) {
  const auto sized = [](const std::string& text, const char* option, auto& bound) {
    if (text.empty()) return std::optional<words::Failure>();
    const auto size = read_size(text);
    if (!size || *size == 0)
      return std::optional(usage("'" + text + "' is no number of bytes for " + option + ".",
                                 "Write it as 20M or 500G."));
    bound = static_cast<typename std::decay_t<decltype(bound)>::value_type>(*size);
    return std::optional<words::Failure>();
  };
  if (auto failed = sized(options.rate, "--rate", config.traffic.bytes_per_second)) return failed;
  if (auto failed = sized(options.month, "--month", config.traffic.bytes_per_month)) return failed;
  const fs::path file = volume_file(options);
  if (file.empty()) return {};
  if (auto failed = read_volume(file, config.volume)) return failed;
  config.keep_volume = [file, &output, kept = config.volume](const auto& volume) mutable {
    if (volume != kept) keep_volume(file, volume, output);
    kept = volume;
  };
  return {};
}

// ---- Addresses

std::optional<words::Failure> use_addresses(const RelayOptions& options,
                                            relay::server::Config& config) {
  if (options.reflect.size() > proto::kReflectorsMax)
    return usage("There are at most " + std::to_string(proto::kReflectorsMax) + " reflectors.");
  const auto listen = relay_address(options.listen.empty() ? kRelayListen : options.listen);
  if (!listen) return listen.error();
  config.listen = *listen;
  for (const std::string& text : options.reflect) {
    const auto address = relay_address(text);
    if (!address) return address.error();
    config.reflect.push_back(*address);
  }
  if (options.metrics.empty()) return {};
  const auto metrics = relay_address(options.metrics);
  if (!metrics) return metrics.error();
  config.metrics = *metrics;
  return {};
}

std::optional<words::Failure> use_proxies(const RelayOptions& options,
                                          relay::server::Config& config) {
  for (const std::string& text : options.trust_proxy) {
    const auto network = relay::IpNetwork::parse(text);
    if (!network)
      return usage("'" + text + "' is no network.", "Write it as 127.0.0.1 or 10.0.0.0/8.");
    config.trusted_proxies.push_back(*network);
  }
  // A relay that listens on this machine alone has a proxy in front of it.
  const auto v4 = *relay::IpNetwork::parse("127.0.0.1"), v6 = *relay::IpNetwork::parse("::1");
  const auto loopback = *relay::IpNetwork::parse("127.0.0.0/8");
  if (options.trust_proxy.empty() &&
      (loopback.contains(config.listen.ip) || v6.contains(config.listen.ip)))
    config.trusted_proxies = {v4, v6};
  return {};
}

// ---- NATS

words::Failure no_nats(const Error& error) {
  const std::string install = "The page docs/relay.md says what a relay of many processes needs.";
  switch (error.fault) {
    case Fault::unknown_module:
      return {words::Exit::usage, "no_nats", "This program was built without NATS.",
              "Install libnats-dev, and build it again; or leave --nats out."};
    case Fault::bad_parameters:
      return usage("An address or a file for NATS cannot be used: " + error.about + ".",
                   "Write an address as nats://10.0.0.1:4222.");
    case Fault::not_wanted:
      return {words::Exit::unreachable, "nats_store",
              "A NATS server answers, and has no store for this relay: " + error.about + ".",
              "It takes a cluster of three servers with JetStream. " + install};
    default:
      return {words::Exit::unreachable, "nats_down",
              "No NATS server can be used: " + error.about + ".",
              "Start the servers first, and check by what they know this relay (--nats-nkey or "
              "--nats-creds) and this relay knows them (--nats-ca). " +
                  install};
  }
}

home::OrFailure<relay::cluster::NatsAccess> nats_access(const RelayOptions& options) {
  if (!options.nats_creds.empty() && !options.nats_nkey.empty())
    return refused_relay(
        usage("The servers know a relay by --nats-creds or by --nats-nkey, not by both."));
  if (options.nats_cert.empty() != options.nats_key.empty())
    return refused_relay(usage("--nats-cert and --nats-key belong together."));
  relay::cluster::NatsAccess access{.addresses = options.nats,
                                    .creds_file = options.nats_creds,
                                    .nkey_file = options.nats_nkey,
                                    .ca_file = options.nats_ca,
                                    .cert_file = options.nats_cert,
                                    .key_file = options.nats_key};
  if (options.nats_nkey.empty()) return access;
  const auto text = text_of_file(options.nats_nkey, 4096);
  if (!text) return refused_relay(text.error());
  const auto nkey = relay::cluster::Nkey::parse(*text);
  if (!nkey)
    return refused_relay(usage(options.nats_nkey + " has no seed of a NATS user.",
                               "Make one: (umask 077; fairdeal relay nkey > FILE)"));
  access.nkey_user = nkey->user_text();
  return access;
}

/// Refuses an option that does nothing without another one, so that nobody believes it in force.
std::optional<words::Failure> lone_option(const RelayOptions& options) {
  const auto refused = [](const char* option, const char* other) {
    return usage(std::string(option) + " does nothing without " + other + ".",
                 "Give both, or neither.");
  };
  if (!options.revoked_file.empty() && options.secret_file.empty())
    return refused("--revoked-file", "--secret-file");
  if (!options.nats.empty()) return {};
  const std::pair<const char*, const std::string*> of_nats[] = {
      {"--nats-creds", &options.nats_creds}, {"--nats-nkey", &options.nats_nkey},
      {"--nats-ca", &options.nats_ca},       {"--nats-cert", &options.nats_cert},
      {"--nats-key", &options.nats_key},     {"--cluster-key", &options.cluster_key}};
  for (const auto& [option, value] : of_nats)
    if (!value->empty()) return refused(option, "--nats");
  return {};
}

}  // namespace

std::uint64_t utc_seconds() {
  using namespace std::chrono;
  return static_cast<std::uint64_t>(
      duration_cast<seconds>(system_clock::now().time_since_epoch()).count());
}

Result<std::uint64_t> read_size(std::string_view text) {
  constexpr std::string_view kUnits = "kMGT";
  std::uint64_t size = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size);
  const std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
  const auto power = unit == "K" ? 0 : kUnits.find(unit);
  if (error != std::errc() || unit.size() > 1 || power == std::string_view::npos)
    return fail(Fault::not_canonical, "a size");
  for (std::size_t i = 0; !unit.empty() && i <= power; ++i) {
    if (size > kSizeMax / 1000) return fail(Fault::not_canonical, "a size");
    size *= 1000;
  }
  if (size > kSizeMax) return fail(Fault::not_canonical, "a size");
  return size;
}

home::OrFailure<relay::PassKey> pass_key_of(const std::string& file) {
  auto secret = home::read_file(file, relay::PassKey::kSecretBytesMax + 1);
  if (!secret) return refused_relay(no_secret(secret.error()));
  auto key = relay::PassKey::from(as_text(*secret));
  crypto::wipe(*secret);
  if (!key) return refused_relay(no_secret(key.error()));
  return *std::move(key);
}

home::OrFailure<RelayFile> with_file(const RelayOptions& options) {
  if (options.config.empty()) return RelayFile{.options = options, .bounds = {}};
  const auto text = text_of_file(options.config, kRelayFileBytesMax);
  if (!text) return refused_relay(text.error());
  auto file = parse_relay_file(*text, options.config);
  if (file) file->options = merged(options, file->options);
  return file;
}

home::OrFailure<relay::server::Config> config_of(const RelayFile& file,
                                                 const words::Output& output) {
  const RelayOptions& options = file.options;
  if (auto failed = lone_option(options)) return refused_relay(*failed);
  relay::server::Config config;
  config.bounds = file.bounds;
  config.utc_seconds = utc_seconds;
  if (auto failed = use_addresses(options, config)) return refused_relay(*failed);
  if (auto failed = use_proxies(options, config)) return refused_relay(*failed);
  if (auto failed = use_traffic(options, config, output)) return refused_relay(*failed);
  if (!options.secret_file.empty()) {
    auto key = pass_key_of(options.secret_file);
    if (!key) return refused_relay(key.error());
    config.passes = *std::move(key);
  }
  auto files = read_relay_files(options);
  if (!files) return refused_relay(files.error());
  config.files = *std::move(files);
  config.on_stray_proxy = [&output](const std::string& ip) {
    output.note(ip +
                " sends X-Forwarded-For, and is no proxy that this relay trusts. If it is "
                "yours: --trust-proxy " +
                ip);
  };
  if (options.log_addresses)
    config.log_address = [&output](const std::string& ip) { output.note("connection of " + ip); };
  if (options.log_refusals)
    config.log_refusal = [&output](const std::string& line) {
      output.note(utc_text(utc_seconds()) + " fairdeal-relay: " + line);
    };
  return config;
}

home::OrFailure<relay::server::Files> read_relay_files(const RelayOptions& options) {
  relay::server::Files files;
  if (auto failed = read_relay_list(options.block_file, files.blocked))
    return refused_relay(*failed);
  if (auto failed = read_relay_list(options.revoked_file, files.revoked))
    return refused_relay(*failed);
  if (options.tls_cert.empty() != options.tls_key.empty())
    return refused_relay(usage("TLS takes a certificate and its key.",
                               "Name both files: --tls-cert fullchain.pem --tls-key privkey.pem"));
  if (options.tls_cert.empty()) return files;
  const auto certificate = text_of_file(options.tls_cert, kCertificateBytesMax);
  if (!certificate) return refused_relay(certificate.error());
  auto key = home::read_regular_file(options.tls_key, kCertificateBytesMax);
  if (!key)
    return refused_relay(words::failure_of(key.error(), "Could not read " + options.tls_key));
  auto tls = relay::server::TlsKeys::from(*certificate, as_text(*key));
  crypto::wipe(*key);
  if (!tls)
    return refused_relay({words::Exit::usage, "bad_certificate",
                          options.tls_cert + " and " + options.tls_key +
                              " cannot be used for TLS: " + tls.error().about + ".",
                          "Both are PEM, as certbot writes them: fullchain.pem and privkey.pem."});
  files.tls = *std::move(tls);
  return files;
}

RelayFolders folders_of(const RelayOptions& options) {
  RelayFolders folders;
  for (const std::string& file :
       {options.tls_cert, options.tls_key, options.block_file, options.revoked_file,
        options.nats_creds, options.nats_nkey, options.nats_ca})
    if (!file.empty())
      for (auto& folder : sandbox::folders_to_read(file))
        folders.read_only.push_back(std::move(folder));
  if (const fs::path file = volume_file(options); !file.empty()) {
    if (options.volume_file.empty()) home::make_private_folder(file.parent_path());
    folders.own.push_back(file.parent_path());
  }
  return folders;
}

bool is_nats_address(const std::string& text) {
  for (const std::string scheme : {"nats://", "tls://"}) {
    if (!text.starts_with(scheme)) continue;
    const auto password = text.rfind('@');
    const std::string at =
        text.substr(password == std::string::npos ? scheme.size() : password + 1);
    const bool has_port = at.find(':') != std::string::npos;  // 4222, if it has none
    return has_port ? sockets::Address::parse(at).has_value() : !at.empty();
  }
  return false;
}

std::optional<words::Failure> use_nats(const RelayOptions& options, boost::asio::io_context& io,
                                       Rng& rng, const words::Output& output,
                                       relay::server::Config& config) {
  const auto access = nats_access(options);
  if (!access) return access.error();
  if (!options.cluster_key.empty()) {
    auto secret = home::read_file(options.cluster_key, relay::cluster::Key::kBytesMax + 1);
    if (!secret) return words::failure_of(secret.error(), "Could not read " + options.cluster_key);
    auto key = relay::cluster::Key::from(as_text(*secret));
    crypto::wipe(*secret);
    if (!key)
      return words::Failure{words::Exit::usage, "bad_secret",
                            "The cluster's key cannot be used: " + key.error().about + ".",
                            "Make one: (umask 077; head -c 32 /dev/urandom | base64 > FILE)"};
    config.cluster_key = *std::move(key);
  }
  auto bus = relay::cluster::connect_nats(io, *access, rng);
  if (!bus) return no_nats(bus.error());
  config.bus = *std::move(bus);
  if (relay::cluster::takes_strangers(*access))
    output.note(
        "The NATS servers ask for no authentication. A stranger that reaches them can end all that "
        "this relay does: give it a user (docs/relay.md).");
  if (!config.cluster_key)
    output.note(
        "Messages between the processes of this relay are not authenticated: give all of them the "
        "same --cluster-key FILE.");
  config.on_bus = [&output](bool connected) {
    output.note(connected ? "The connection to NATS is there again."
                          : "The connection to NATS was lost; it is tried again all the while.");
  };
  config.on_forged = [&output] {
    output.note(
        "Something on the bus was not written with this cluster's key, or a clock here is wrong by "
        "more than half a minute. It is ignored, and counted in the metrics.");
  };
  return {};
}

int show_relay_status(const RelayOptions& options, const words::Output& output) {
  const auto file = with_file(options);
  if (!file) return output.failed(file.error());
  const std::string where = file->options.metrics.empty() ? kRelayMetrics : file->options.metrics;
  const auto address = sockets::Address::parse(where);
  if (!address) return output.failed(usage("'" + where + "' is no address with a port."));
  boost::asio::ip::tcp::iostream page;
  page.expires_after(kRelayPatience);
  page.connect(address->host, std::to_string(address->port));
  page << "GET " << (output.json ? "/status.json" : "/status")
       << " HTTP/1.1\r\nHost: relay\r\nConnection: close\r\n\r\n"
       << std::flush;
  std::string line, text;
  std::getline(page, line);
  const bool good = line.starts_with("HTTP/1.1 200");
  while (std::getline(page, line) && line != "\r") continue;
  while (std::getline(page, line)) text += line + "\n";
  if (!good || text.empty())
    return output.failed({words::Exit::unreachable, "no_status",
                          "No relay shows its metrics at " + where + ".",
                          "It does so if it is run with --metrics " + where + "."});
  while (text.ends_with('\n')) text.pop_back();
  if (output.json)
    output.result(rules::json_or_null(text));
  else
    output.result(words::printable_lines(text));
  return 0;
}

}  // namespace fairdeal::cli
