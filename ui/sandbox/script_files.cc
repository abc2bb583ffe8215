#include "ui/sandbox/script_files.h"

#include <algorithm>
#include <filesystem>

#include "proto/limits.h"
#include "rules/hint.h"
#include "rules/registry.h"
#include "rules/scene/scene.h"
#include "ui/home/places.h"
#include "ui/home/read_file.h"
#include "ui/words/printable.h"

namespace fairdeal::sandbox {
namespace {

using Author = std::optional<meet::ScriptAuthor>;

tl::expected<Author, words::Failure> use_file(std::string& game) {
  const auto read = read_script(game);
  if (!read) return tl::unexpected(words::failure_of(read.error(), "Could not read the script"));
  const std::string& text = *read;
  Author author;
  const bool signs = std::filesystem::exists(std::filesystem::symlink_status(game + ".sig"));
  if (auto found = read_author(game + ".sig", text))
    author = *std::move(found);
  else if (signs)
    return tl::unexpected(words::Failure{
        words::Exit::usage, "bad_author",
        "The signature in " + words::printable(game) +
            ".sig is not of this script: " + words::printable(describe(found.error())) + ".",
        "fairdeal games sign makes it anew; without the file nobody "
        "claims to be the author."});
  const auto module = rules::add_script(std::filesystem::path(game).filename().string(), text);
  if (!module) return tl::unexpected(bad_script(module.error().about));
  game = (*module)->info().name;
  return author;
}

}  // namespace

Result<std::string> read_script(const std::filesystem::path& path) {
  FD_TRY(const Bytes bytes, home::read_regular_file(path, proto::kScriptBytesMax));
  return std::string(as_text(bytes));
}

words::Failure bad_script(const std::string& what) {
  return {words::Exit::usage, "bad_script",
          "This script is no game: " + words::printable(what) + ".",
          "docs/modules.md describes a script."};
}

bool is_script(const std::string& game) { return game.ends_with(".lua"); }

tl::expected<Author, words::Failure> use_script(std::string& game, const KeptScripts& kept) {
  if (is_script(game)) return use_file(game);
  if (game.empty()) return Author();
  const auto built_in = rules::find_module(game);
  if (!built_in && built_in.error().fault != Fault::unknown_module)
    return tl::unexpected(bad_script(built_in.error().about));
  if (built_in) return Author();
  const auto scripts = kept.list();
  const auto found = std::ranges::find(scripts, game, &KeptScript::name);
  if (found == scripts.end()) return Author();
  if (std::ranges::count(scripts, game, &KeptScript::name) > 1)
    return tl::unexpected(words::Failure{
        words::Exit::usage, "several_games",
        "Several scripts called '" + words::printable(game) + "' are kept.",
        "fairdeal games show " + game + " lists them; fairdeal games remove DIGEST leaves one."});
  const auto text = kept.text(found->digest.hex());
  if (!text)
    return tl::unexpected(bad_script("the kept file of " + game + " is not as it was written"));
  const auto module = rules::add_script(game, *text);
  if (!module) return tl::unexpected(bad_script(module.error().about));
  return found->author;
}

tl::expected<Author, words::Failure> use_script(std::string& game) {
  return use_script(game, KeptScripts(home::scripts_folder()));
}

namespace {

/// Returns why the hint of a game cannot be used; "" if it can, or there is none.
std::string hint_words(const rules::GameInfo& info) {
  std::string problem = rules::hint_text_problem(info.hint);
  if (problem.starts_with(":")) problem = "the hint" + problem;
  return problem.empty() ? ""
                         : "The hint of " + words::printable(info.name) + " cannot be used (" +
                               words::printable(problem) +
                               "), so a page draws the game as any other. docs/web.md lists what a "
                               "hint may have.";
}

}  // namespace

std::string drawing_words(const rules::Module& module) {
  const rules::GameInfo& info = module.info();
  if (std::string words = hint_words(info); !words.empty()) return words;
  const auto start = rules::start_game(module, rules::Json::object(), info.seats_min);
  if (!start) return "";
  const rules::Json scene = start->scene({}, {});
  const bool has_none = scene.is_null() || rules::is_late(scene);  // a busy machine draws it later
  const std::string problem = has_none ? "" : rules::scene_problem(scene, info.seats_min);
  return problem.empty() ? ""
                         : "The scene of " + words::printable(info.name) + " cannot be drawn (" +
                               words::printable(problem) +
                               "), so a page draws its view and its moves. docs/scenes.md has the "
                               "language of scenes.";
}

void tell_of_drawing(const std::string& game, const words::Output& output) {
  const auto module = rules::find_module(game);
  const std::string words = module ? drawing_words(**module) : "";
  if (!words.empty()) output.note(words);
}

std::size_t fitting_seats(const std::string& game, std::size_t chosen, std::size_t usual) {
  if (chosen != 0) return chosen;
  const auto module = rules::find_module(game);
  if (!module) return usual;
  const rules::GameInfo& info = (*module)->info();
  return std::clamp(usual, info.seats_min, info.seats_max);
}

}  // namespace fairdeal::sandbox
