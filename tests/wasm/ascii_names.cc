#include <algorithm>

#include "proto/limits.h"
#include "proto/name.h"

/// In place of proto/name.cc, which asks ICU: ASCII ONLY. A peer built with this file would refuse
/// names and lines that every other peer accepts, so it may compare the core and play no table with
/// others. A table of Unicode 15.0 for both builds is to come in its place (docs/wasm.md).
namespace fairdeal::proto {
namespace {

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c >= ' ' && c < 0x7f; });
}

char small(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

std::string name_problem(std::string_view name) {
  if (name.empty() || name.size() > kNicknameBytesMax || !is_ascii(name))
    return "a nickname of this build is ASCII";
  return {};
}

std::string text_problem(std::string_view line) {
  if (line.empty() || line.size() > kChatBytesMax || !is_ascii(line))
    return "a line of this build is ASCII";
  return {};
}

bool same_name(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, small, small);
}

}  // namespace fairdeal::proto
