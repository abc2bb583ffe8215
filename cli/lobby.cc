#include "cli/lobby.h"

#include <algorithm>
#include <csignal>
#include <stdexcept>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>

#include "rules/registry.h"
#include "ui/front/open_page.h"
#include "ui/home/identity.h"
#include "ui/home/paths.h"
#include "ui/lobby/page.h"
#include "ui/sandbox/kept_scripts.h"
#include "ui/seat/sit_down.h"

/// `fairdeal lobby` serves the page from which a person goes to tables.
namespace fairdeal::apps {
namespace {

/// Returns the person whose lobby this is: by the identity, or as a new one would be named.
LobbyPage::Person person_of(const SeatOptions& seat) {
  const auto identity = load_identity(identity_of(seat));
  LobbyPage::Person person{
      .name = !seat.nickname.empty() ? seat.nickname
              : identity             ? identity->nickname
                                     : login_name(),
      .places = {"--identity", identity_of(seat).string(), "--data", folder_of(seat).string()}};
  if (!seat.nickname.empty())
    person.places.insert(person.places.end(), {"--nickname", seat.nickname});
  return person;
}

constexpr std::size_t kOfferedScriptsMax = 32;  ///< each has a process of its own

/// Returns the game of a kept script, if `host` and `play` would take its name for it; else null.
const rules::Module* kept_module(const KeptScripts& kept, const KeptScript& script) {
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
  const KeptScripts kept(KeptScripts::shared_folder());
  const auto scripts = kept.list();
  std::vector<const rules::Module*> modules;
  for (const KeptScript& script : scripts) {
    if (modules.size() == kOfferedScriptsMax) break;
    if (std::ranges::count(scripts, script.name, &KeptScript::name) > 1) continue;
    if (const auto* module = kept_module(kept, script)) modules.push_back(module);
  }
  return modules;
}

}  // namespace

int run_lobby(const SeatOptions& seat, const Output& output) {
  // Before the identity is read, and before other threads run scripts.
  Json games = lobby_games(kept_modules());
  auto opened = OpenedPage::open(seat.page, state_folder());
  if (!opened) return output.failed(opened.error());
  PageDisplay& display = **opened;
  boost::asio::io_context io;
  LobbyPage page(io, display,
                 {.tables = folder_of(seat),
                  .transcripts = data_folder() / "transcripts",
                  .known = state_folder() / "matches.json",
                  .identity = identity_of(seat)},
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

}  // namespace fairdeal::apps
