#include "apps/script_files.h"

#include <filesystem>

#include "apps/confine.h"
#include "apps/paths.h"
#include "apps/read_file.h"
#include "apps/terminal.h"
#include "net/private_file.h"
#include "rules/lua/limits.h"
#include "rules/lua/script.h"

namespace fairdeal::apps {

bool is_script(const std::string& game) { return game.ends_with(".lua"); }

Failure script_at_table() {
  return {Exit::usage, "script_at_table", "A table of peers takes no scripts yet.",
          "fairdeal play FILE.lua plays one against bots."};
}

tl::expected<void, Failure> use_script(std::string& game) {
  if (!is_script(game)) return {};
  const auto bytes = read_file(game, rules::kScriptBytesMax);
  if (!bytes) return tl::unexpected(failure_of(bytes.error(), "Could not read the script"));
  make_private_folder(data_folder());
  confine({data_folder()});
  const auto no_game = [](const std::string& what) {
    return tl::unexpected(Failure{Exit::usage, "bad_script",
                                  "This script is no game: " + printable(what) + ".",
                                  "What a script is: docs/modules.md."});
  };
  const std::string name = std::filesystem::path(game).filename().string();
  const auto script = rules::Script::load(name, std::string(as_text(*bytes)));
  if (!script) return no_game(script.error().about);
  if (const auto added = rules::add_module(rules::module_of_script(*script)); !added)
    return no_game(added.error().about);
  game = (*script)->info().name;
  return {};
}

}  // namespace fairdeal::apps
