#include "rules/lua/source.h"

#include <charconv>
#include <cstdint>
#include <string>

#include "rules/lua/limits.h"

namespace fairdeal::rules {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// Goes through a script token by token.
class ScriptTokens {
 public:
  explicit ScriptTokens(std::string_view text) : rest_(text) {}

  /// Returns what is wrong with the script; "": nothing.
  std::string first_flaw() {
    while (!rest_.empty()) {
      const std::string flaw = token();
      if (!flaw.empty()) return "line " + std::to_string(line_) + ": " + flaw;
    }
    return "";
  }

 private:
  std::string token() {
    const char c = rest_.front();
    if (rest_.starts_with("--")) return comment();
    if (c == '[' && skip_long()) return "";
    if (c == '"' || c == '\'') return skip_quoted(c);
    if (is_digit(c) || (c == '.' && rest_.size() > 1 && is_digit(rest_[1]))) return number();
    if (is_name(c)) {
      skip(std::min(rest_.size(), rest_.find_first_not_of("0123456789abcdefghijklmnopqrstuvwxyz"
                                                          "ABCDEFGHIJKLMNOPQRSTUVWXYZ_")));
      return "";
    }
    if (rest_.starts_with("//") || rest_.starts_with("..")) return skip(2);
    if (c == '/') return "numbers are integers here: use // instead of /";
    if (c == '^') return "numbers are integers here: there is no ^";
    return skip(1);
  }

  std::string skip(std::size_t count) {
    for (const char c : rest_.substr(0, count)) line_ += c == '\n' ? 1 : 0;
    rest_.remove_prefix(std::min(count, rest_.size()));
    return "";
  }
  std::string comment() {
    skip(2);
    if (!rest_.empty() && rest_.front() == '[' && skip_long()) return "";
    return skip(std::min(rest_.size(), rest_.find_first_of("\r\n")));
  }
  /// Skips [[…]] or [==[…]==]. Returns whether there is one; Lua finds one without an end.
  bool skip_long() {
    const std::size_t level = std::min(rest_.size(), rest_.find_first_not_of('=', 1));
    if (level == rest_.size() || rest_[level] != '[') return false;
    const std::string end = "]" + std::string(level - 1, '=') + "]";
    const std::size_t at = rest_.find(end, level + 1);
    skip(at == std::string_view::npos ? rest_.size() : at + end.size());
    return true;
  }
  std::string skip_quoted(char quote) {
    std::size_t at = 1;
    while (at < rest_.size() && rest_[at] != quote && rest_[at] != '\n') {
      const std::string_view ahead = rest_.substr(at);
      if (ahead.starts_with("\\z"))  // passes over all white space, also to the next line
        at = std::min(rest_.size(), rest_.find_first_not_of(" \t\v\f\r\n", at + 2));
      else if (ahead.starts_with("\\\r\n") || ahead.starts_with("\\\n\r"))
        at += 3;
      else
        at += ahead.front() == '\\' ? 2 : 1;
    }
    return skip(std::min(rest_.size(), at + 1));
  }
  std::string number() {
    const bool hex = rest_.starts_with("0x") || rest_.starts_with("0X");
    std::size_t size = hex ? 2 : 0;
    while (size < rest_.size() && (is_name(rest_[size]) || rest_[size] == '.')) {
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

  std::string_view rest_;
  std::size_t line_ = 1;
};

}  // namespace

Result<> check_script_source(std::string_view name, std::string_view text) {
  if (text.size() > kScriptBytesMax)
    return fail(Fault::too_large, std::string(name) + ": a script has at most " +
                                      std::to_string(kScriptBytesMax / 1024) + " kB");
  const std::string flaw = ScriptTokens(text).first_flaw();
  if (!flaw.empty()) return fail(Fault::bad_parameters, std::string(name) + ", " + flaw);
  return {};
}

}  // namespace fairdeal::rules
