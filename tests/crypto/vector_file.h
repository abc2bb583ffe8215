#pragma once

#include <algorithm>
#include <fstream>
#include <map>

#include <nlohmann/json.hpp>

#include "base/check.h"
#include "base/hex.h"

namespace fairdeal {

/// A file of tests/vectors, kept to the end of the program.
inline const nlohmann::json& vector_file(const std::string& name) {
  static std::map<std::string, nlohmann::json> files;
  const auto [at, is_new] = files.try_emplace(name);
  if (is_new) {
    std::ifstream file(std::string(FD_SOURCE_DIR) + "/tests/vectors/" + name);
    CHECK(file);
    at->second = nlohmann::json::parse(file);
  }
  return at->second;
}

inline Bytes unhex(std::string_view text) {
  auto bytes = from_hex(text);
  CHECK(bytes);
  return *std::move(bytes);
}

template <std::size_t N>
ByteArray<N> unhex(std::string_view text) {
  const Bytes bytes = unhex(text);
  CHECK(bytes.size() == N);
  ByteArray<N> array;
  std::ranges::copy(bytes, array.begin());
  return array;
}

}  // namespace fairdeal
