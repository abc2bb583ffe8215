#include "ui/sandbox/native_files.h"

#include <dlfcn.h>
#include <filesystem>
#include <map>
#include <string_view>

#include "rules/native.h"
#include "runtime/state/rules_digest.h"
#include "ui/words/printable.h"

namespace fairdeal::apps {
namespace {

static_assert(std::string_view(rules::kNativeVersion) == FAIRDEAL_VERSION,
              "rules/native.h has another version than CMakeLists.txt");

Failure no_native(const std::string& game, const std::string& what, const std::string& hint) {
  return {Exit::usage, "bad_module", printable(game) + " is no game: " + printable(what) + ".",
          hint};
}

/// Returns what keeps the program from using the library, if something does. It calls nothing.
std::optional<Failure> differs(const std::string& game, const rules::NativeEntry& entry) {
  const bool other_interface = entry.interface_number != rules::kNativeInterface;
  if (other_interface || std::string_view(entry.version) != rules::kNativeVersion)
    return Failure{Exit::incompatible, "other_version",
                   printable(game) + " was built for Fairdeal " + printable(entry.version) +
                       " (interface " + std::to_string(entry.interface_number) +
                       "), and this is Fairdeal " + rules::kNativeVersion + " (interface " +
                       std::to_string(rules::kNativeInterface) + ").",
                   "Build it again with the headers of this version."};
  if (entry.layout != rules::native_layout())
    return Failure{Exit::incompatible, "other_layout",
                   printable(game) +
                       " was built with another C++ library or another nlohmann_json than this "
                       "program.",
                   "Build it again with the compiler and the libraries of this machine."};
  return {};
}

}  // namespace

bool is_native(const std::string& game) { return game.ends_with(".so"); }

tl::expected<void, Failure> use_native(std::string& game) {
  if (!is_native(game)) return {};
  if (game.find('/') == std::string::npos)
    return tl::unexpected(Failure{Exit::usage, "bad_module",
                                  "A library is named with its folder, and not searched.",
                                  "Write ./" + printable(game) + "."});
  if (!std::filesystem::exists(game)) return tl::unexpected(no_such_file(game));
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

tl::expected<void, Failure> use_libraries(const std::vector<std::string>& files) {
  for (std::string file : files) {
    if (!is_native(file))
      return tl::unexpected(
          Failure{Exit::usage, "bad_module",
                  "'" + printable(file) + "' is no library: it does not end in .so.",
                  "For example --library ./sea-war.so."});
    if (auto loaded = use_native(file); !loaded) return loaded;
    // Made once, and before anybody at a table waits for an answer: it takes some matches.
    if (const auto module = rules::find_module(file)) (void)runtime::rules_digest(**module);
  }
  return {};
}

}  // namespace fairdeal::apps
