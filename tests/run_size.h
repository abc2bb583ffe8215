#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>

namespace fairdeal::sizes {

/// Returns the number in an environment variable, by which a run is made longer or repeated.
inline std::uint64_t number_in(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text != nullptr ? std::stoull(text) : otherwise;
}

}  // namespace fairdeal::sizes
