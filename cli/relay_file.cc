#include "cli/relay_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <variant>

#include <toml++/toml.h>

#include "base/edit_distance.h"
#include "base/overloaded.h"

namespace fairdeal::cli {
namespace {

namespace fs = std::filesystem;
using relay::Bounds;
using relay::PerWidth;

/// A key of the file that is an option of the command, too.
struct OptionKey {
  const char* key;
  std::variant<std::string RelayOptions::*, std::vector<std::string> RelayOptions::*,
               bool RelayOptions::*>
      field;
  bool is_path;
  const char* example;
  const char* about;
};
using Text = std::string RelayOptions::*;
using Texts = std::vector<std::string> RelayOptions::*;
using Flag = bool RelayOptions::*;

const std::array kOptionKeys{
    OptionKey{"listen", &RelayOptions::listen, false, "\"127.0.0.1:4800\"",
              "Where clients connect."},
    OptionKey{"tls-cert", &RelayOptions::tls_cert, true, "\"fullchain.pem\"",
              "The certificate with its chain, for TLS without a proxy. SIGHUP reads it again."},
    OptionKey{"tls-key", &RelayOptions::tls_key, true, "\"privkey.pem\"", "Its private key."},
    OptionKey{"trust-proxy", &RelayOptions::trust_proxy, false, "[\"127.0.0.1\", \"::1\"]",
              "Proxies whose X-Forwarded-For is believed."},
    OptionKey{"reflect", &RelayOptions::reflect, false, "[\"0.0.0.0:4801\", \"0.0.0.0:4802\"]",
              "Where clients are told their own address."},
    OptionKey{"metrics", &RelayOptions::metrics, false, "\"127.0.0.1:4803\"",
              "Where /metrics and /status are."},
    OptionKey{"rate", &RelayOptions::rate, false, "\"20M\"",
              "The most bytes in a second, through all pipes together."},
    OptionKey{"month", &RelayOptions::month, false, "\"500G\"",
              "The most bytes that are sent in a month."},
    OptionKey{"volume-file", &RelayOptions::volume_file, true, "\"volume\"",
              "Keeps what was sent in the month."},
    OptionKey{"secret-file", &RelayOptions::secret_file, true, "\"relay.secret\"",
              "Only players with a pass made with this secret come in."},
    OptionKey{"revoked-file", &RelayOptions::revoked_file, true, "\"revoked\"",
              "Names of passes that count no more, one a line. SIGHUP reads it again."},
    OptionKey{"block-file", &RelayOptions::block_file, true, "\"blocked\"",
              "Networks that are not let in, one a line. SIGHUP reads it again."},
    OptionKey{"nats", &RelayOptions::nats, false, "[\"nats://10.0.0.1:4222\"]",
              "Servers by which many processes are one relay."},
    OptionKey{"nats-creds", &RelayOptions::nats_creds, true, "\"relay.creds\"",
              "By which those servers know this relay: a user's JWT and seed."},
    OptionKey{"nats-nkey", &RelayOptions::nats_nkey, true, "\"relay.nk\"",
              "Or a user's seed alone (fairdeal relay nkey)."},
    OptionKey{"nats-ca", &RelayOptions::nats_ca, true, "\"ca.pem\"",
              "The authority of those servers' certificates; means TLS."},
    OptionKey{"nats-cert", &RelayOptions::nats_cert, true, "\"relay.pem\"",
              "The relay's own certificate to them, if they ask for one."},
    OptionKey{"nats-key", &RelayOptions::nats_key, true, "\"relay.key\"", "Its private key."},
    OptionKey{"cluster-key", &RelayOptions::cluster_key, true, "\"cluster.key\"",
              "A secret of all processes of this relay, and of nobody else on the bus."},
    OptionKey{"log-addresses", &RelayOptions::log_addresses, false, "false",
              "Whether the address of each client goes to standard error."},
    OptionKey{"log-refusals", &RelayOptions::log_refusals, false, "false",
              "Whether networks that are refused something go to standard error."}};

/// A limit. Times are written in seconds; what networks of each width may have is a list of three:
/// of an IPv4 address or an IPv6 /64, of a /56, and of a /24 or a /48.
struct LimitKey {
  const char* key;
  std::variant<std::size_t Bounds::*, std::int64_t Bounds::*, Duration Bounds::*,
               PerWidth<std::size_t> Bounds::*, PerWidth<std::int64_t> Bounds::*>
      field;
  const char* about;
};

const std::array kLimitKeys{
    LimitKey{"connections", &Bounds::connections, "Connections, all together."},
    LimitKey{"connections-of", &Bounds::connections_of, "Connections of a network."},
    LimitKey{"boxes-of", &Bounds::boxes_of, "Boxes, by which members find each other again."},
    LimitKey{"nameplates-of", &Bounds::nameplates_of, "Numbers of codes."},
    LimitKey{"pipes-of", &Bounds::pipes_of, "Ends of pipes."},
    LimitKey{"visits-burst", &Bounds::visits_burst, "Visits at once."},
    LimitKey{"visits-per-minute", &Bounds::visits_per_minute, "Visits in the long run."},
    LimitKey{"handshakes-burst", &Bounds::handshakes_burst, "TLS handshakes at once."},
    LimitKey{"handshakes-per-minute", &Bounds::handshakes_per_minute,
             "TLS handshakes in the long run."},
    LimitKey{"bytes-per-day", &Bounds::bytes_per_day, "Bytes into pipes in a day."},
    LimitKey{"pipe-bytes-per-second", &Bounds::pipe_bytes_per_second,
             "The rate of an end of a pipe, in bytes."},
    LimitKey{"pipe-bytes-burst", &Bounds::pipe_bytes_burst, "Bytes that go faster than that."},
    LimitKey{"handshakes", &Bounds::handshakes, "TLS handshakes at a time, all together."},
    LimitKey{"boxes", &Bounds::boxes, "Boxes, all together."},
    LimitKey{"visits", &Bounds::visits, "Visits at a time, all together."},
    LimitKey{"visits-per-place", &Bounds::visits_per_place, "Visits at a time at one place."},
    LimitKey{"unproved-visit-max", &Bounds::unproved_visit_max,
             "How long a visit lasts that has not shown that it knows the code."},
    LimitKey{"visit-max", &Bounds::visit_max, "How long any visit lasts."},
    LimitKey{"kept-for", &Bounds::kept_for,
             "How long a place waits for its holder, whose connection was lost."},
    LimitKey{"work-from-percent", &Bounds::work_from_percent,
             "Strangers are asked for work once so much is taken, in percent."},
    LimitKey{"shares-with-work", &Bounds::shares_with_work,
             "A network may hold so many times its share, for work."},
    LimitKey{"work-period", &Bounds::work_period, "How long a question for work holds."},
    LimitKey{"work-solutions", &Bounds::work_solutions,
             "So many solutions are kept, so that each counts once."},
    LimitKey{"misses-per-minute", &Bounds::misses_per_minute,
             "Visits of a network to numbers that nobody holds."},
    LimitKey{"answer-min", &Bounds::answer_min, "The first answer to a visit takes so long"},
    LimitKey{"answer-max", &Bounds::answer_max, "up to so long, by chance."},
    LimitKey{"control-per-second", &Bounds::control_per_second,
             "Control messages of a connection."},
    LimitKey{"control-burst", &Bounds::control_burst, "Those at once."},
    LimitKey{"answers-per-second", &Bounds::answers_per_second,
             "Messages of a connection in visits."},
    LimitKey{"answers-burst", &Bounds::answers_burst, "Those at once."},
    LimitKey{"queue-bytes", &Bounds::queue_bytes, "Bytes that wait for a slow client."},
    LimitKey{"upgrade-max", &Bounds::upgrade_max, "How long the first message may take."},
    LimitKey{"pipe-wait-max", &Bounds::pipe_wait_max,
             "How long an end of a pipe waits for the other one."},
    LimitKey{"dead-token-for", &Bounds::dead_token_for,
             "How long the token of a pipe that is over is refused."},
    LimitKey{"dead-tokens", &Bounds::dead_tokens, "How many such tokens."},
    LimitKey{"ping-every", &Bounds::ping_every, "How often a client is pinged."},
    LimitKey{"silence-max", &Bounds::silence_max, "How long a client may be silent."},
    LimitKey{"write-max", &Bounds::write_max, "How long a client may take for 16 KiB."},
    LimitKey{"message-max", &Bounds::message_max, "How long a control message may take."},
    LimitKey{"closing-max", &Bounds::closing_max, "How long a client has to end."},
    LimitKey{"drain-max", &Bounds::drain_max,
             "How long tables go on after the relay was told to end."},
    LimitKey{"forget-every", &Bounds::forget_every,
             "How often idle networks are forgotten, and unused memory is given back."},
    LimitKey{"reflections", &Bounds::reflections, "Callers of the reflectors."},
    LimitKey{"reflections-per-source", &Bounds::reflections_per_source, "Those of one address."},
    LimitKey{"reflection-max", &Bounds::reflection_max, "How long such a call lasts."}};

constexpr const char* kLimitsTable = "limits";
constexpr std::int64_t kNumberMax = std::int64_t{1} << 50;
constexpr std::int64_t kTimeMaxMs = std::int64_t{30} * 86'400'000;

tl::unexpected<words::Failure> refused_file(const std::string& what, const std::string& instead) {
  return tl::unexpected<words::Failure>({words::Exit::usage, "bad_config", what, instead});
}

std::string line_of(const fs::path& path, const toml::source_region& where) {
  return path.string() + ":" + std::to_string(where.begin.line);
}

template <class Keys>
tl::unexpected<words::Failure> refused_key(const Keys& keys, const std::string& key,
                                           const std::string& where) {
  const auto& nearest = *std::ranges::min_element(
      keys, {}, [&](const auto& known) { return edit_distance(known.key, key); });
  const bool near = edit_distance(nearest.key, key) <= 1 + key.size() / 3;
  return refused_file(where + ": there is no '" + key + "'.",
                      (near ? std::string("Did you mean ") + nearest.key + "? " : "") +
                          "fairdeal relay limits lists all keys.");
}

// ---- Options

/// Gives an option the value of a node. Returns false if that is of another kind.
bool take_value(RelayOptions& options, const OptionKey& key, const toml::node& node,
                const fs::path& folder) {
  return std::visit(Overloaded{[&](Text field) {
                                 if (!node.is_string()) return false;
                                 const std::string& text = node.as_string()->get();
                                 options.*field = key.is_path ? (folder / text).string() : text;
                                 return true;
                               },
                               [&](Texts field) {
                                 if (!node.is_array()) return false;
                                 for (const auto& item : *node.as_array()) {
                                   if (!item.is_string()) return false;
                                   (options.*field).push_back(item.as_string()->get());
                                 }
                                 return true;
                               },
                               [&](Flag field) {
                                 if (node.is_boolean()) options.*field = node.as_boolean()->get();
                                 return node.is_boolean();
                               }},
                    key.field);
}

std::string toml_text(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

/// Returns the value as it is written in the file; "" for an option that is not given.
std::string value_text(const RelayOptions& options, const OptionKey& key) {
  return std::visit(
      Overloaded{
          [&](Text field) { return (options.*field).empty() ? "" : toml_text(options.*field); },
          [&](Texts field) {
            std::string list;
            for (const std::string& item : options.*field)
              list += (list.empty() ? "" : ", ") + toml_text(item);
            return list.empty() ? "" : "[" + list + "]";
          },
          [&](Flag field) { return std::string(options.*field ? "true" : ""); }},
      key.field);
}

// ---- Limits

template <class Number>
bool give_number(Number& number, const toml::node& node) {
  if (!node.is_integer()) return false;
  const std::int64_t value = node.as_integer()->get();
  if (value < 1 || value > kNumberMax) return false;
  number = static_cast<Number>(value);
  return true;
}

template <class Number>
bool give_widths(PerWidth<Number>& widths, const toml::node& node) {
  if (!node.is_array() || node.as_array()->size() != 3) return false;
  const toml::array& three = *node.as_array();
  return give_number(widths.source, three[0]) && give_number(widths.site, three[1]) &&
         give_number(widths.network, three[2]) && widths.source <= widths.site &&
         widths.site <= widths.network;
}

bool give_time(Duration& time, const toml::node& node) {
  if (!node.is_number()) return false;
  const double ms = 1000 * node.value<double>().value_or(0);
  if (!(ms >= 1 && ms <= static_cast<double>(kTimeMaxMs))) return false;
  time = Duration{std::llround(ms)};
  return true;
}

bool take_value(Bounds& bounds, const LimitKey& key, const toml::node& node) {
  return std::visit(
      Overloaded{[&](std::size_t Bounds::*f) { return give_number(bounds.*f, node); },
                 [&](std::int64_t Bounds::*f) { return give_number(bounds.*f, node); },
                 [&](Duration Bounds::*f) { return give_time(bounds.*f, node); },
                 [&](auto f) { return give_widths(bounds.*f, node); }},
      key.field);
}

const char* kind_words(const LimitKey& key) {
  return std::visit(
      Overloaded{[](std::size_t Bounds::*) { return "a number from 1 on"; },
                 [](std::int64_t Bounds::*) { return "a number from 1 on"; },
                 [](Duration Bounds::*) { return "a number of seconds from 0.001 to 2592000"; },
                 [](auto) {
                   return "three numbers of which none is smaller than the "
                          "one before, such as [4, 8, 16]";
                 }},
      key.field);
}

std::string seconds_text(Duration time) {
  std::string text = std::to_string(time.ms / 1000);
  if (time.ms % 1000 != 0) text += "." + std::to_string(1000 + time.ms % 1000).substr(1);
  return text;
}

std::string value_text(const Bounds& bounds, const LimitKey& key) {
  const auto three = [](const auto& widths) {
    return "[" + std::to_string(widths.source) + ", " + std::to_string(widths.site) + ", " +
           std::to_string(widths.network) + "]";
  };
  return std::visit(Overloaded{[&](std::size_t Bounds::*f) { return std::to_string(bounds.*f); },
                               [&](std::int64_t Bounds::*f) { return std::to_string(bounds.*f); },
                               [&](Duration Bounds::*f) { return seconds_text(bounds.*f); },
                               [&](auto f) { return three(bounds.*f); }},
                    key.field);
}

home::OrFailure<Bounds> bounds_of(const toml::node& node, const fs::path& path) {
  if (!node.is_table())
    return refused_file(line_of(path, node.source()) + ": limits is no table.",
                        "Write [limits] on a line, and the limits below it.");
  Bounds bounds;
  for (const auto& [name, value] : *node.as_table()) {
    const auto key = std::ranges::find(kLimitKeys, std::string_view(name.str()), &LimitKey::key);
    if (key == kLimitKeys.end())
      return refused_key(kLimitKeys, std::string(name.str()), line_of(path, name.source()));
    if (!take_value(bounds, *key, value))
      return refused_file(
          line_of(path, name.source()) + ": " + key->key + " is not " + kind_words(*key) + ".",
          std::string("The default is ") + key->key + " = " + value_text(Bounds{}, *key) + ".");
  }
  return bounds;
}

}  // namespace

home::OrFailure<RelayFile> parse_relay_file(std::string_view text, const fs::path& path) {
  toml::table table;
  try {
    table = toml::parse(text, path.string());
  } catch (const toml::parse_error& error) {
    return refused_file(line_of(path, error.source()) +
                            ": this is not TOML: " + std::string(error.description()) + ".",
                        "Each line is KEY = VALUE, such as listen = \"127.0.0.1:4800\".");
  }
  RelayFile file;
  const fs::path folder = fs::absolute(path).parent_path();
  for (const auto& [name, node] : table) {
    if (name.str() == kLimitsTable) {
      auto bounds = bounds_of(node, path);
      if (!bounds) return tl::unexpected(bounds.error());
      file.bounds = *bounds;
      continue;
    }
    const auto key = std::ranges::find(kOptionKeys, std::string_view(name.str()), &OptionKey::key);
    if (key == kOptionKeys.end())
      return refused_key(kOptionKeys, std::string(name.str()), line_of(path, name.source()));
    if (!take_value(file.options, *key, node, folder))
      return refused_file(
          line_of(path, name.source()) + ": " + key->key + " has a value of another kind.",
          std::string("Write for example ") + key->key + " = " + key->example + ".");
  }
  return file;
}

std::string relay_file_text(const RelayFile& file) {
  std::string text =
      "# The options and limits of a relay: fairdeal relay --config relay.toml\n"
      "# Options of the command line come before those here.\n";
  for (const OptionKey& key : kOptionKeys) {
    const std::string value = value_text(file.options, key);
    text += std::string("\n# ") + key.about + "\n" + (value.empty() ? "#" : "") + key.key + " = " +
            (value.empty() ? key.example : value) + "\n";
  }
  text +=
      "\n# Times are in seconds. A limit with three numbers is for an IPv4 address or an IPv6 "
      "/64,\n"
      "# for an IPv6 /56, and for an IPv4 /24 or an IPv6 /48.\n[limits]\n";
  for (const LimitKey& key : kLimitKeys)
    text += std::string(key.key) + " = " + value_text(file.bounds, key) + "  # " + key.about + "\n";
  return text;
}

RelayOptions merged(const RelayOptions& given, const RelayOptions& file) {
  RelayOptions both = given;
  for (const OptionKey& key : kOptionKeys)
    std::visit(Overloaded{[&](Flag field) { both.*field = given.*field || file.*field; },
                          [&](auto field) {
                            if ((given.*field).empty()) both.*field = file.*field;
                          }},
               key.field);
  return both;
}

}  // namespace fairdeal::cli
