#include "ui/sandbox/native_files.h"

#include <dlfcn.h>
#include <filesystem>
#include <map>
#include <string_view>

#include "rules/native.h"
#include "runtime/state/rules_digest.h"
#include "ui/words/printable.h"

namespace fairdeal::sandbox {
namespace {

static_assert(std::string_view(rules::kNativeVersion) == FAIRDEAL_VERSION,
              "rules/native.h has another version than CMakeLists.txt");

words::Failure no_native(const std::string& game, const std::string& what,
                         const std::string& hint) {
  return {words::Exit::usage, "bad_module",
          words::printable(game) + " is no game: " + words::printable(what) + ".", hint};
}

/// Returns what keeps the program from using the library, if something does. It calls nothing.
std::optional<words::Failure> differs(const std::string& game, const rules::NativeEntry& entry) {
  const bool other_interface = entry.interface_number != rules::kNativeInterface;
  if (other_interface || std::string_view(entry.version) != rules::kNativeVersion)
    return words::Failure{
        words::Exit::incompatible, "other_version",
        words::printable(game) + " was built for Fairdeal " + words::printable(entry.version) +
            " (interface " + std::to_string(entry.interface_number) + "), and this is Fairdeal " +
            rules::kNativeVersion + " (interface " + std::to_string(rules::kNativeInterface) + ").",
        "Build it again with the headers of this version."};
  if (entry.layout != rules::native_layout())
    return words::Failure{
        words::Exit::incompatible, "other_layout",
        words::printable(game) +
            " was built with another C++ library or another nlohmann_json than this "
            "program.",
        "Build it again with the compiler and the libraries of this machine."};
  return {};
}

}  // namespace

bool is_native(const std::string& game) { return game.ends_with(".so"); }

tl::expected<void, words::Failure> use_native(std::string& game) {
  if (!is_native(game)) return {};
  if (game.find('/') == std::string::npos)
    return tl::unexpected(words::Failure{words::Exit::usage, "bad_module",
                                         "A library is named with its folder, and not searched.",
                                         "Write ./" + words::printable(game) + "."});
  if (!std::filesystem::exists(game)) return tl::unexpected(words::no_such_file(game));
  void* const library = ::dlopen(game.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    return tl::unexpected(
        no_native(game, ::dlerror(), "How a library is built: docs/modules.md, Native modules."));
  static std::map<void*, std::string> used;  // the names of their games
  if (const auto there = used.find(library); there != used.end()) {
    game = there->second;
    return {};
  }
  const auto* entry =
      static_cast<const rules::NativeEntry*>(::dlsym(library, rules::kNativeSymbol));
  if (entry == nullptr)
    return tl::unexpected(no_native(
        game, std::string("it has no ") + rules::kNativeSymbol,
        "Write FAIRDEAL_NATIVE_MODULE(fairdeal::rules::kYourGame) at the end of its file."));
  if (const auto failure = differs(game, *entry)) return tl::unexpected(*failure);
  const rules::Module& module = entry->module();
  if (const auto added = rules::add_module(module); !added)
    return tl::unexpected(no_native(game, added.error().about, "Give it another name."));
  game = used[library] = module.info().name;
  return {};
}

tl::expected<void, words::Failure> use_libraries(const std::vector<std::string>& files) {
  for (std::string file : files) {
    if (!is_native(file))
      return tl::unexpected(
          words::Failure{words::Exit::usage, "bad_module",
                         "'" + words::printable(file) + "' is no library: it does not end in .so.",
                         "For example --library ./sea-war.so."});
    if (auto loaded = use_native(file); !loaded) return loaded;
    // Made once, and before anybody at a table waits for an answer: it takes some matches.
    if (const auto module = rules::find_module(file)) (void)state::rules_digest(**module);
  }
  return {};
}

}  // namespace fairdeal::sandbox
