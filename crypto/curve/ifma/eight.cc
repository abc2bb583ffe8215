#include "crypto/curve/ifma/eight.h"

#include <cstdlib>
#include <string_view>

namespace fairdeal::crypto::eight {
namespace {

/// Returns whether FAIRDEAL_PORTABLE=1 in the environment asks for the half of the arithmetic that
/// any processor can run.
bool portable_asked() {
  const char* asked = std::getenv("FAIRDEAL_PORTABLE");
  return asked != nullptr && std::string_view(asked) == "1";
}

}  // namespace

bool available() {
  static const bool kAvailable = supported() && !portable_asked();
  return kAvailable;
}

}  // namespace fairdeal::crypto::eight
