// Runs a target under libFuzzer, built with the preset `fuzz`.
#include <cstdint>

#include "fuzz/target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fairdeal::fuzz(std::as_bytes(std::span(data, size)));
  return 0;
}
