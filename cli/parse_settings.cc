#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "cli/host.h"
#include "cli/one_of.h"
#include "cli/parser.h"
#include "rules/json_full.h"
#include "runtime/state/terms.h"
#include "ui/home/identity.h"
#include "ui/home/places.h"
#include "ui/seat/nickname.h"

/// The options that are settings too, what they get from the environment and config.toml, and
/// `fairdeal config`.

namespace fairdeal::cli {
namespace {

/// The largest number of seconds that an option accepts, so that milliseconds cannot overflow. The
/// limits of each term are in runtime/state/terms.h.
constexpr double kOptionSecondsMax = 1e12;

/// Makes an option take its value from a setting, and names the setting's variable in its help.
void bind(const Cli& cli, CLI::App& command, const char* key, CLI::Option* option) {
  const home::Setting& setting = home::setting_of(key);
  option->description(option->get_description() + " (" + setting.environment + ")");
  cli.options.bound.push_back({&command, &setting, option});
}

/// Gives an option the values that its setting has.
std::optional<words::Failure> give(CLI::Option& option, const home::SettingInForce& setting) {
  try {
    for (const std::string& value : setting.values) option.add_result(value);
    option.run_callback();
    return {};
  } catch (const CLI::ParseError& error) {
    return home::refused_setting(setting, error.what());
  }
}

/// Returns the default of a setting that is a place on this machine; nothing for other settings.
std::optional<std::string> usual_place(std::string_view key) {
  if (key == "identity") return home::identity_file().string();
  if (key == "data") return home::tables_folder().string();
  if (key == "log-file") return home::log_file().string();
  return {};
}

/// Returns words for a setting that has no value.
std::string words_without_value(std::string_view key) {
  if (key == "nickname") return "(that of your identity)";
  if (key == "admit") return "(open on loopback without a relay, else invited)";
  return "(none)";
}

std::string shown_value(const home::SettingInForce& setting) {
  const std::string key = setting.setting->key;
  if (setting.values.empty()) return usual_place(key).value_or(words_without_value(key));
  std::string text;
  for (const std::string& value : setting.values) text += (text.empty() ? "" : ", ") + value;
  return text;
}

words::Json json_of(const home::SettingInForce& setting) {
  static constexpr const char* kOrigins[] = {"flag", "environment", "file", "default"};
  words::Json value = setting.values;
  if (setting.setting->kind != home::Setting::Kind::list) {
    const auto place = usual_place(setting.setting->key);
    value = !setting.values.empty() ? words::Json(setting.values.front())
            : place                 ? words::Json(*place)
                                    : words::Json();
  }
  return {{"key", setting.setting->key},
          {"value", value},
          {"origin", kOrigins[static_cast<std::size_t>(setting.origin)]},
          {"where", setting.where}};
}

constexpr std::size_t kKeyColumns = sizeof("relay-pass-file");  // the longest key, and a space

struct ConfigOptions {
  bool show_origin = false;
  HostOptions host{};
};

int run_config(const ConfigOptions& options, const std::vector<home::SettingInForce>& in_force,
               const words::Output& output) {
  words::Json list = words::Json::array();
  std::string text;
  for (const home::SettingInForce& setting : in_force) {
    list.push_back(json_of(setting));
    std::string line = setting.setting->key;
    line.resize(kKeyColumns, ' ');
    line += shown_value(setting);
    if (options.show_origin) line += "  [" + setting.where + "]";
    text += (text.empty() ? "" : "\n") + line;
  }
  output.result(words::Json{{"v", 1}, {"settings", list}});
  output.result(text);
  return 0;
}

std::string help_of_settings() {
  std::string text =
      "A flag comes before the environment, and that before ~/.config/fairdeal/config.toml\n"
      "($XDG_CONFIG_HOME/fairdeal/config.toml; FAIRDEAL_CONFIG names another file). The file's\n"
      "settings, each with an example:\n";
  for (const home::Setting& setting : home::settings()) {
    std::string line = std::string("  ") + setting.key + " = " + setting.example;
    line.resize(std::max<std::size_t>(line.size() + 1, 37), ' ');
    text += line + "# " + setting.about + "\n";
  }
  return text;
}

}  // namespace

std::optional<words::Failure> apply_settings(Options& options, const CLI::App& command) {
  const auto is_of_command = [&](const BoundSetting& bound) { return bound.command == &command; };
  if (std::ranges::none_of(options.bound, is_of_command)) return {};
  const auto file = home::read_config();
  if (!file) return file.error();
  for (const home::Setting& setting : home::settings()) {
    const auto bound = std::ranges::find_if(options.bound, [&](const BoundSetting& b) {
      return is_of_command(b) && b.setting == &setting;
    });
    auto value = home::in_force(setting, std::getenv(setting.environment), *file);
    CLI::Option* option = bound == options.bound.end() ? nullptr : bound->option;
    if (option != nullptr && option->count() > 0) {
      value = {&setting, option->results(), home::Origin::flag,
               "--" + option->get_lnames().front()};
    } else if (option != nullptr && value.origin != home::Origin::fallback) {
      if (auto failure = give(*option, value)) return failure;
    }
    options.in_force.push_back(std::move(value));
  }
  return {};
}

CLI::Option* add_seconds_option(CLI::App& command, const char* name, Duration& duration,
                                const std::string& about) {
  return command.add_option_function<double>(
      name,
      [&duration, name](double s) {
        if (!(std::abs(s) <= kOptionSecondsMax)) throw CLI::ValidationError(name, "no such time");
        duration = {std::llround(s * 1000)};
      },
      about + ", in seconds [" + std::to_string(duration.ms / 1000) + "]");
}

std::string from_to(Duration min, Duration max) {
  return ": " + state::in_words(min) + " to " + state::in_words(max);
}

CLI::Option* add_timeout_option(CLI::App& command, std::int64_t& seconds) {
  return command
      .add_option("--timeout", seconds,
                  "Give up after waiting this many seconds for other players (0: never)")
      ->check(CLI::Range(0, 1'000'000))
      ->capture_default_str();
}

void bind_identity(const Cli& cli, CLI::App& command, CLI::Option* option) {
  bind(cli, command, "identity", option);
}

void add_place_settings(const Cli& cli, CLI::App& command, seat::Options& seat) {
  bind_identity(cli, command,
                command.add_option("--identity", seat.identity, "Your identity file"));
  bind(cli, command, "data", command.add_option("--data", seat.folder, "Where tables are kept"));
}

void add_relay_settings(const Cli& cli, CLI::App& command, seat::Options& seat) {
  bind(cli, command, "relay",
       command.add_option("--relay", seat.relays,
                          "A relay by which you and the others find each other from anywhere, such "
                          "as relay.example.org; repeatable"));
  bind(cli, command, "relay-pass-file",
       command.add_option("--relay-pass-file", seat.relay_pass_file,
                          "File with the pass that these relays ask for, if they are closed"));
}

void add_port_map_setting(const Cli& cli, CLI::App& command, seat::Options& seat) {
  bind(cli, command, "port-map",
       command.add_flag("--port-map,!--no-port-map", seat.port_map,
                        "Whether your router may be asked to forward your port, if nobody could "
                        "call you otherwise [yes]"));
}

void add_person_settings(const Cli& cli, CLI::App& command, seat::Options& seat) {
  add_place_settings(cli, command, seat);
  bind(cli, command, "nickname",
       command.add_option("--nickname", seat.nickname, "The name that the others see")
           ->check(seat::nickname_problem));
}

void add_bots_think_setting(const Cli& cli, CLI::App& command, std::int64_t& think_ms) {
  bind(cli, command, "bots-think",
       command
           .add_option("--bots-think", think_ms,
                       "How many milliseconds the bots on this machine wait before a move; 0: they "
                       "move at once")
           ->check(CLI::Range(std::int64_t{0}, seat::kBotsThinkMax_ms))
           ->capture_default_str());
}

void add_show_losing_setting(const Cli& cli, CLI::App& command, bool& shows) {
  bind(cli, command, "show-losing",
       command.add_flag("--show-losing,!--no-show-losing", shows,
                        "Whether your losing hands are shown at a showdown, and not mucked [no]"));
}

void add_seat_settings(const Cli& cli, CLI::App& command, seat::Options& seat) {
  add_person_settings(cli, command, seat);
  bind(cli, command, "timeout", add_timeout_option(command, seat.timeout_s));
  add_relay_settings(cli, command, seat);
  add_port_map_setting(cli, command, seat);
  bind(cli, command, "bell",
       command.add_flag("--bell,!--no-bell", seat.bell,
                        "Whether a bell rings on your turn, in a terminal [yes]"));
  add_bots_think_setting(cli, command, seat.bots_think_ms);
  add_show_losing_setting(cli, command, seat.show_losing);
  bind(cli, command, "log-level",
       command
           .add_option("--log-level", seat.log_level,
                       "Which events are logged, without cards, links, keys and addresses: off, "
                       "error, warn, info or debug")
           ->check(one_of({"off", "error", "warn", "info", "debug"}))
           ->capture_default_str());
  bind(cli, command, "log-file",
       command.add_option("--log-file", seat.log_file,
                          "Where to, as JSON lines; - means standard error "
                          "[~/.local/state/fairdeal/fairdeal.log]"));
}

void add_host_settings(const Cli& cli, CLI::App& command, HostOptions& host) {
  bind(cli, command, "listen",
       command.add_option_function<std::string>(
           "--listen",
           [&seat = host.seat](const std::string& address) {
             seat.listen = address;
             seat.ports = 1;
           },
           "Address and port to listen on; port 0: any [all addresses, 7777 or the next port that "
           "is free]"));
  bind(cli, command, "admit",
       command
           .add_option("--admit", host.admission.admit,
                       "Who may sit down: invited (guests with your link), ask (and you say yes "
                       "to each), known (your contacts), open (every caller of the port) [open on "
                       "loopback without a relay, "
                       "else invited]")
           ->check(one_of({"invited", "ask", "known", "open"})));
  bind(cli, command, "qr",
       command.add_flag("--qr,!--no-qr", host.seat.qr,
                        "Whether the link is also shown as a QR code [yes]"));
  bind(cli, command, "move-time",
       add_seconds_option(command, "--move-time", host.table.pace.move,
                          "The time for a move" + from_to(state::kMoveMin, state::kMoveMax)));
  bind(cli, command, "bank",
       add_seconds_option(command, "--bank", host.table.pace.bank,
                          "A seat's reserve for its moves" + from_to({0}, state::kAllowanceMax)));
}

void add_config_command(const Cli& cli) {
  const auto config = cli.command<ConfigOptions>(
      "config",
      with_examples("Show all settings with the values that hold, and where each is set.",
                    {"fairdeal config", "fairdeal config --show-origin",
                     "fairdeal config --nickname Ann --json"}),
      [&all = cli.options](const ConfigOptions& o, const words::Output& output) {
        return run_config(o, all.in_force, output);
      });
  config->footer(help_of_settings());
  config->add_flag("--show-origin", config.options.show_origin,
                   "With each value, where it is set: a flag, a variable, FILE:LINE, or default");
  HostOptions& host = config.options.host;
  add_seat_settings(cli, *config, host.seat);
  add_host_settings(cli, *config, host);
}

}  // namespace fairdeal::cli
