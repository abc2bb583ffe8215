#include "ui/home/kept_play.h"

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "proto/limits.h"
#include "rules/json_full.h"
#include "rules/json_reader.h"
#include "rules/registry.h"
#include "runtime/state/rules_digest.h"
#include "ui/home/places.h"
#include "ui/home/private_files.h"
#include "ui/home/read_file.h"

namespace fairdeal::home {
namespace {

namespace fs = std::filesystem;
using rules::Json;

constexpr std::size_t kBytesMax = 16 << 20;

fs::path path_of(const std::string& name) { return plays_folder() / (name + ".json"); }

/// Finds the game of a kept match. Errors: those of KeptPlay::read.
Result<> find_game(const KeptPlay& kept) {
  if (kept.script.size() > proto::kScriptBytesMax) return fail(Fault::too_large, "a script");
  if (!kept.script.empty()) FD_TRY(rules::add_script(kept.game + ".lua", kept.script));
  FD_TRY(const auto* module, rules::find_module(kept.game));
  const bool same = module->info().version == kept.version && module->script == kept.script;
  if (!same) return fail(Fault::unknown_module, kept.game + ", version " + kept.version);
  if (!kept.library.empty() && state::rules_digest(*module).hex() != kept.library)
    return fail(Fault::unknown_module, kept.game + " with other rules than this library has");
  return {};
}

}  // namespace

void KeptPlay::note_game(const rules::Module& module) {
  script = module.script;
  const bool built_in = std::ranges::any_of(
      rules::modules(), [&](const auto& one) { return one.info().name == module.info().name; });
  library = script.empty() && !built_in ? state::rules_digest(module).hex() : "";
}

bool KeptPlay::keep() const try {
  const fs::path path = path_of(name);
  make_private_folder(data_folder());
  make_private_folder(path.parent_path());
  const fs::path fresh = path.string() + ".new";
  Json play{{"game", game}, {"version", version}, {"bot", bot}, {"seed", seed}, {"match", match}};
  if (!script.empty()) play["script"] = script;
  if (!library.empty()) play["library"] = library;
  if (person != 0) play["person"] = person;
  if (!write_synced(fresh, rules::text(play))) return false;
  fs::rename(fresh, path);
  return true;
} catch (const fs::filesystem_error&) {
  return false;
}

void KeptPlay::forget() const try {
  std::error_code ignored;
  fs::remove(path_of(name), ignored);
} catch (const fs::filesystem_error&) {
  return;  // there is no data folder, so nothing is kept
}

bool KeptPlay::exists(const std::string& name) {
  return !name.empty() && name.find('/') == std::string::npos && fs::is_regular_file(path_of(name));
}

std::vector<std::string> KeptPlay::names() {
  std::vector<std::string> names;
  std::error_code none;
  for (const auto& file : fs::directory_iterator(path_of("").parent_path(), none))
    if (file.path().extension() == ".json") names.push_back(file.path().stem().string());
  std::ranges::sort(names);
  return names;
}

std::int64_t KeptPlay::date_s(const std::string& name) {
  std::error_code none;
  const auto time = fs::last_write_time(path_of(name), none);
  if (none) return 0;
  const auto since = std::chrono::file_clock::to_sys(time).time_since_epoch();
  return std::chrono::duration_cast<std::chrono::seconds>(since).count();
}

Result<KeptPlay> KeptPlay::read(const std::string& name) {
  FD_TRY(const Bytes bytes, read_file(path_of(name), kBytesMax));
  const auto json = rules::parse_json(as_text(bytes), kBytesMax);
  const auto damaged = [&] { return fail(Fault::damaged, path_of(name).string()); };
  if (!json) return damaged();
  const rules::JsonReader reader(*json);
  const auto game = reader.member("game").text(), version = reader.member("version").text(),
             bot = reader.member("bot").text();
  const auto seed = reader.member("seed").natural();
  if (!game || !version || !bot || !seed || !reader.member("match").exists()) return damaged();
  const auto person = reader.member("person").natural(proto::kSeatsMax - 1).value_or(0);
  KeptPlay kept{name,
                *game,
                *version,
                *bot,
                *seed,
                reader.member("match").json(),
                reader.member("script").text().value_or(""),
                reader.member("library").text().value_or(""),
                static_cast<std::uint32_t>(person)};
  FD_TRY(find_game(kept));
  return kept;
}

}  // namespace fairdeal::home
