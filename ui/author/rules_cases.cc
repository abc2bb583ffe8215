#include <filesystem>

#include "rules/cases.h"
#include "rules/json_full.h"
#include "ui/author/rules.h"
#include "ui/home/read_file.h"
#include "ui/sandbox/native_files.h"
#include "ui/sandbox/script_client.h"
#include "ui/sandbox/script_files.h"
#include "ui/words/printable.h"

namespace fairdeal::author {
namespace {

constexpr int kCaseDiffers = 1;
constexpr std::size_t kCasesBytesMax = std::size_t{1} << 20;

/// Returns the module that a file of cases names: a game, or a file beside it.
tl::expected<const rules::Module*, words::Failure> module_named(
    const std::string& name, const std::filesystem::path& folder) {
  const bool is_file = name.ends_with(".lua") || name.ends_with(".so");
  std::string game = is_file ? (folder / name).string() : name;
  if (const auto used = sandbox::use_native(game); !used) return tl::unexpected(used.error());
  if (const auto used = sandbox::use_script(game); !used) return tl::unexpected(used.error());
  const auto module = rules::find_module(game);
  if (!module) return tl::unexpected(words::failure_of(module.error(), "There is no such game"));
  return *module;
}

/// Plays all cases of a game, and tells of each that differs. Returns how many do.
std::size_t failed_cases(const std::string& path, const rules::CaseFile& file,
                         const rules::Module& module, words::Json& list,
                         const words::Output& output) {
  const sandbox::DrawingsAreWaitedFor judged;
  std::size_t failed = 0;
  for (const rules::GameCase& one : file.cases) {
    const auto held = rules::run_case(module, one);
    words::Json line = {
        {"game", module.info().name}, {"case", one.name}, {"holds", held.has_value()}};
    if (!held) line["wrong"] = held.error().about;
    list.push_back(std::move(line));
    if (held) continue;
    ++failed;
    output.result(words::printable_lines(path + ": " + module.info().name + ": " + one.name + ": " +
                                         held.error().about));
  }
  return failed;
}

}  // namespace

bool is_case_file(const std::string& game) { return game.ends_with(".test"); }

int run_rules_cases(const RulesOptions& options, const words::Output& output) {
  const std::string& path = options.game;
  const auto bytes = home::read_regular_file(path, kCasesBytesMax);
  if (!bytes) return output.failed(words::failure_of(bytes.error(), "Could not read the cases"));
  const auto file = rules::read_cases(as_text(*bytes));
  if (!file)
    return output.failed(
        {words::Exit::usage, "bad_cases",
         words::printable(path) + ": " + words::printable(file.error().about) + ".",
         "The format of cases: docs/modules.md."});
  words::Json list = words::Json::array();
  std::size_t failed = 0;
  for (const std::string& name : file->games) {
    const auto module = module_named(name, std::filesystem::path(path).parent_path());
    if (!module) return output.failed(module.error());
    failed += failed_cases(path, *file, **module, list, output);
  }
  const std::size_t cases = list.size();
  output.result(words::Json{{"v", 1}, {"holds", failed == 0}, {"failed", failed}, {"cases", list}});
  output.result(failed == 0 ? "All " + std::to_string(cases) + " cases hold."
                            : std::to_string(failed) + " of " + std::to_string(cases) +
                                  " cases do not hold.");
  return failed == 0 ? 0 : kCaseDiffers;
}

}  // namespace fairdeal::author
