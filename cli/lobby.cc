#include "cli/lobby.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <stdexcept>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>

#include "rules/registry.h"
#include "ui/front/open_page.h"
#include "ui/home/identity.h"
#include "ui/home/offered_relays.h"
#include "ui/home/places.h"
#include "ui/home/settings.h"
#include "ui/lobby/page.h"
#include "ui/sandbox/kept_scripts.h"
#include "ui/seat/sit_down.h"

/// `fairdeal lobby` serves the page from which a person goes to tables.

namespace fairdeal::cli {
namespace {

/// Returns the person whose lobby this is: by the identity, or as a new one would be named.
lobby::Page::Person person_of(const seat::Options& seat) {
  const home::Setting& relay = home::setting_of("relay");
  const auto config = home::read_config();
  const bool asked = !seat.relays.empty() || !config ||
                     home::in_force(relay, std::getenv(relay.environment), *config).origin !=
                         home::Origin::fallback;
  const auto identity = home::load_identity(home::identity_file(seat.identity));
  const bool named = !seat.nickname.empty();
  return {.name = named      ? seat.nickname
                  : identity ? identity->nickname
                             : home::login_name(),
          .named = named,
          .chose_name = named || identity.has_value(),
          .places = {"--identity", home::identity_file(seat.identity).string(), "--data",
                     home::tables_folder(seat.folder).string()},
          .identity = home::identity_file(seat.identity),
          .relays = seat.relays,
          .offered = home::offered_relays(),
          .asked = asked,
          .shows_losing = seat.show_losing};
}

constexpr std::size_t kOfferedScriptsMax = 32;  ///< each has a process of its own

/// Returns the game of a kept script, if `host` and `play` would take its name for it; else null.
const rules::Module* kept_module(const sandbox::KeptScripts& kept,
                                 const sandbox::KeptScript& script) {
  const auto has_name = [&](const rules::ScriptOfFolder& other) {
    return other.name == script.name;
  };
  const auto text = kept.text(script.digest.hex());
  if (!text || std::ranges::any_of(rules::scripts_of_folder(), has_name)) return nullptr;
  try {
    const auto module = rules::add_script(script.name, *text);
    return module && (*module)->info().name == script.name ? *module : nullptr;
  } catch (const std::runtime_error&) {  // no process can be had for it
    return nullptr;
  }
}

/// Loads the scripts that are kept here, so that their games can be opened. Where several have one
/// name, nobody could say which is meant.
std::vector<const rules::Module*> kept_modules() {
  const sandbox::KeptScripts kept(home::scripts_folder());
  const auto scripts = kept.list();
  std::vector<const rules::Module*> modules;
  for (const sandbox::KeptScript& script : scripts) {
    if (modules.size() == kOfferedScriptsMax) break;
    if (std::ranges::count(scripts, script.name, &sandbox::KeptScript::name) > 1) continue;
    if (const auto* module = kept_module(kept, script)) modules.push_back(module);
  }
  return modules;
}

}  // namespace

int run_lobby(const seat::Options& seat, const words::Output& output) {
  // Before the identity is read, and before other threads run scripts.
  auto games = front::lobby_games(kept_modules());
  auto opened = front::OpenedPage::open(seat.page, home::state_folder());
  if (!opened) return output.failed(opened.error());
  front::PageDisplay& display = **opened;
  boost::asio::io_context io;
  lobby::Page page(io, display,
                   {.tables = home::tables_folder(seat.folder),
                    .transcripts = home::transcripts_folder(),
                    .known = home::known_matches_file(),
                    .identity = home::identity_file(seat.identity)},
                   person_of(seat), std::move(games));
  boost::asio::signal_set signals(io, SIGINT, SIGTERM, SIGHUP);
  signals.async_wait([&](boost::system::error_code error, int) {
    if (!error) display.stop([&io] { io.stop(); });
  });
  output.note("Open " + display.address() +
              " in your browser: your tables are there. It works "
              "once.\nCtrl-C ends this program; tables that were opened from it go on.");
  io.run();
  return 0;
}

}  // namespace fairdeal::cli
