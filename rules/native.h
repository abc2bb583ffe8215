#pragma once

#include <cstdint>

#include "rules/model.h"

/// Games as shared libraries. A library and the program pass C++ values to each other, so it has to
/// be built with the headers of the same version. It is trusted: it runs as part of the program.
namespace fairdeal::rules {

/// Grows whenever NativeEntry or what a Module means changes.
inline constexpr std::uint32_t kNativeInterface = 2;
/// The version of these headers, which is that of the program.
inline constexpr const char* kNativeVersion = "0.2.0";

/// Returns a number that differs if the types of games are laid out otherwise: by another standard
/// library, or another version of nlohmann_json.
constexpr std::uint64_t native_layout() {
  std::uint64_t sum = 0;
  for (const std::size_t size :
       {sizeof(Module), sizeof(GameInfo), sizeof(Param), sizeof(AnyGame::Model), sizeof(AnyEvent),
        sizeof(Want), sizeof(Choice), sizeof(Known), sizeof(Json), sizeof(Error),
        sizeof(std::string), sizeof(std::vector<Want>), sizeof(std::map<CardSlot, Face>)})
    sum = 131 * sum + size;
  return sum;
}

/// A library's description of itself under the name kNativeSymbol. The program compares all but the
/// last before it calls anything; the first two stand there in every version.
struct NativeEntry {
  std::uint32_t interface_number;
  const char* version;
  std::uint64_t layout;
  const Module& (*module)();
};
inline constexpr const char* kNativeSymbol = "fairdeal_native_module";

}  // namespace fairdeal::rules

/// Makes a game's Module what the library has: FAIRDEAL_NATIVE_MODULE(fairdeal::rules::kSkull),
/// once in a library, at the end of a file and outside of all namespaces. It is nothing where the
/// game is built into the program (-DFAIRDEAL_GAMES=FOLDER).
#ifdef FAIRDEAL_BUILT_IN
#define FAIRDEAL_NATIVE_MODULE(MODULE)
#else
#define FAIRDEAL_NATIVE_MODULE(MODULE)                                                          \
  extern "C"                                                                                    \
      [[gnu::visibility("default")]] const fairdeal::rules::NativeEntry fairdeal_native_module; \
  const fairdeal::rules::NativeEntry fairdeal_native_module{                                    \
      fairdeal::rules::kNativeInterface, fairdeal::rules::kNativeVersion,                       \
      fairdeal::rules::native_layout(),                                                         \
      []() -> const fairdeal::rules::Module& { return MODULE; }};
#endif
