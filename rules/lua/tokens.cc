#include "rules/lua/tokens.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "base/ascii.h"

namespace fairdeal::rules {
namespace {

constexpr std::string_view kNameCharacters =
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
constexpr const char* kNoZero = "no text has the character 0 in it";

using ascii::is_digit;

/// Returns whether a text that begins with a backslash stands for the character 0.
bool is_escaped_zero(std::string_view text) {
  const auto all_zero = [](std::string_view digits) {
    return !digits.empty() && digits.find_first_not_of('0') == std::string_view::npos;
  };
  if (text.starts_with("\\x")) return all_zero(text.substr(2, 2));
  if (text.starts_with("\\u{")) return all_zero(text.substr(3, text.find('}') - 3));
  const std::string_view digits = text.substr(1, 3);
  return all_zero(
      digits.substr(0, std::min(digits.size(), digits.find_first_not_of("0123456789"))));
}

}  // namespace

bool is_name_character(char c) { return kNameCharacters.find(c) != std::string_view::npos; }

bool is_space_token(std::string_view token) {
  return token.starts_with("--") ||
         token.find_first_not_of(" \t\v\f\r\n") == std::string_view::npos;
}

bool is_text_token(std::string_view token) {
  return token.front() == '"' || token.front() == '\'' || token.starts_with("[[") ||
         token.starts_with("[=");
}

std::string ScriptTokens::first_flaw() {
  while (!rest_.empty()) {
    const std::string_view before = rest_;
    const std::string flaw = rest_.front() == '\0' ? kNoZero : token();
    if (!flaw.empty()) return "line " + std::to_string(line_) + ": " + flaw;
    tokens_.push_back(before.substr(0, before.size() - rest_.size()));
    if (tokens_.back().find('\0') != std::string_view::npos)
      return "line " + std::to_string(line_) + ": " + kNoZero;
  }
  return "";
}

std::string ScriptTokens::token() {
  const char c = rest_.front();
  if (rest_.starts_with("--")) return comment();
  if (c == '[' && skip_long()) return "";
  if (c == '"' || c == '\'') return skip_quoted(c);
  if (is_digit(c) || (c == '.' && rest_.size() > 1 && is_digit(rest_[1]))) return number();
  if (is_name_character(c)) return name();
  if (rest_.starts_with("...")) return skip(3);
  for (const char* two : {"//", "..", "::"})
    if (rest_.starts_with(two)) return skip(2);
  if (c == '/') return "numbers are integers here: use // instead of /";
  if (c == '^') return "numbers are integers here: there is no ^";
  return skip(1);
}

std::string ScriptTokens::name() {
  const std::size_t size = std::min(rest_.size(), rest_.find_first_not_of(kNameCharacters));
  if (is_written_ && std::ranges::count(kHiddenNames, rest_.substr(0, size)) > 0)
    return "this name is not for scripts";
  return skip(size);
}

std::string ScriptTokens::skip(std::size_t count) {
  for (const char c : rest_.substr(0, count)) line_ += c == '\n' ? 1 : 0;
  rest_.remove_prefix(std::min(count, rest_.size()));
  return "";
}

std::string ScriptTokens::comment() {
  skip(2);
  if (!rest_.empty() && rest_.front() == '[' && skip_long()) return "";
  return skip(std::min(rest_.size(), rest_.find_first_of("\r\n")));
}

/// Skips [[…]] or [==[…]==]. Returns whether there is one; Lua finds one without an end.
bool ScriptTokens::skip_long() {
  const std::size_t level = std::min(rest_.size(), rest_.find_first_not_of('=', 1));
  if (level == rest_.size() || rest_[level] != '[') return false;
  const std::string end = "]" + std::string(level - 1, '=') + "]";
  const std::size_t at = rest_.find(end, level + 1);
  skip(at == std::string_view::npos ? rest_.size() : at + end.size());
  return true;
}

std::string ScriptTokens::skip_quoted(char quote) {
  std::size_t at = 1;
  while (at < rest_.size() && rest_[at] != quote && rest_[at] != '\n') {
    const std::string_view ahead = rest_.substr(at);
    if (ahead.front() == '\\' && is_escaped_zero(ahead)) return kNoZero;
    if (ahead.starts_with("\\z"))  // passes over all white space, also to the next line
      at = std::min(rest_.size(), rest_.find_first_not_of(" \t\v\f\r\n", at + 2));
    else if (ahead.starts_with("\\\r\n") || ahead.starts_with("\\\n\r"))
      at += 3;
    else
      at += ahead.front() == '\\' ? 2 : 1;
  }
  return skip(std::min(rest_.size(), at + 1));
}

std::string ScriptTokens::number() {
  const bool hex = rest_.starts_with("0x") || rest_.starts_with("0X");
  std::size_t size = hex ? 2 : 0;
  while (size < rest_.size() && (is_name_character(rest_[size]) || rest_[size] == '.')) {
    // 3..4 joins two numbers: Lua wants a space there, and says so.
    if (rest_[size] == '.') return "numbers are integers here";
    ++size;
  }
  const std::string_view digits = rest_.substr(0, size);
  if (digits.find_first_of(hex ? "pP" : "eE") != std::string_view::npos)
    return "numbers are integers here";
  std::int64_t value = 0;
  if (!hex && std::from_chars(digits.data(), digits.data() + size, value).ec != std::errc())
    return "this integer has more than 64 bits";
  return skip(size);
}

}  // namespace fairdeal::rules
