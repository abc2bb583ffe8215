#include "rules/lua/source.h"

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

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
      const std::string_view before = rest_;
      const std::string flaw = token();
      if (!flaw.empty()) return "line " + std::to_string(line_) + ": " + flaw;
      tokens_.push_back(before.substr(0, before.size() - rest_.size()));
    }
    return "";
  }
  /// Returns the tokens, with the white space and the comments between them.
  const std::vector<std::string_view>& all() const { return tokens_; }

 private:
  std::string token() {
    const char c = rest_.front();
    if (rest_.starts_with("--")) return comment();
    if (c == '[' && skip_long()) return "";
    if (c == '"' || c == '\'') return skip_quoted(c);
    if (is_digit(c) || (c == '.' && rest_.size() > 1 && is_digit(rest_[1]))) return number();
    if (is_name(c)) {
      if (rest_.starts_with(kLengthInScripts)) return "this name is not for scripts";
      skip(std::min(rest_.size(), rest_.find_first_not_of("0123456789abcdefghijklmnopqrstuvwxyz"
                                                          "ABCDEFGHIJKLMNOPQRSTUVWXYZ_")));
      return "";
    }
    if (rest_.starts_with("...")) return skip(3);
    for (const char* two : {"//", "..", "::"})
      if (rest_.starts_with(two)) return skip(2);
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
  std::vector<std::string_view> tokens_;
};

/// Writes a script in which each #operand is a call of kLengthInScripts.
class LengthCalls {
 public:
  explicit LengthCalls(const std::vector<std::string_view>& tokens) : tokens_(tokens) {}

  /// Returns the script; none if brackets or operators stand within one another too often, as Lua
  /// would refuse them, too.
  std::optional<std::string> text() {
    while (!ends() && !too_deep_) one();
    if (too_deep_) return {};
    return std::move(text_);
  }

 private:
  static bool is_space(std::string_view token) {
    return token.starts_with("--") ||
           token.find_first_not_of(" \t\v\f\r\n") == std::string_view::npos;
  }
  static bool is_text(std::string_view token) {
    return token.front() == '"' || token.front() == '\'' || token.starts_with("[[") ||
           token.starts_with("[=");
  }
  bool ends() const { return at_ == tokens_.size(); }
  /// Copies the token, and returns it; at the end of the script, nothing.
  std::string_view copy() {
    if (ends()) return "";
    text_ += tokens_[at_];
    return tokens_[at_++];
  }
  /// Copies white space and comments, and returns the token after them, which is not copied.
  std::string_view next() {
    while (!ends() && is_space(tokens_[at_])) copy();
    return ends() ? "" : tokens_[at_];
  }
  /// Returns the token after white space and comments; copies nothing.
  std::string_view ahead() const {
    std::size_t at = at_;
    while (at < tokens_.size() && is_space(tokens_[at])) ++at;
    return at == tokens_.size() ? "" : tokens_[at];
  }

  void one() {
    if (tokens_[at_] == "#") return length();
    copy();
  }
  void length() {
    ++at_;
    text_ += std::string(kLengthInScripts) + "(";
    operand();
    text_ += ")";
  }
  /// Notes that something begins within another thing. Returns whether it may.
  bool goes_deeper() { return !(too_deep_ = too_deep_ || ++depth_ > kScriptNestingMax); }
  /// Copies what stands behind #: another unary operator and its operand, or an expression with all
  /// that is looked up in it or called.
  void operand() {
    if (!goes_deeper()) return;
    const std::string_view first = next();
    if (first == "-" || first == "~" || first == "not") {
      copy();
      operand();
    } else if (first == "#") {
      length();
    } else {
      const bool has_suffixes = first == "(" || (!first.empty() && is_name(first.front()));
      group();
      while (has_suffixes && suffix()) continue;
    }
    --depth_;
  }
  /// Copies a token or, if it opens a bracket, all up to where that is closed.
  void group() {
    const std::string_view opens = copy();
    if (opens != "(" && opens != "[" && opens != "{") return;
    const std::string_view closes = opens == "(" ? ")" : opens == "[" ? "]" : "}";
    if (!goes_deeper()) return;
    while (!ends() && tokens_[at_] != closes && !too_deep_) {
      const std::string_view token = tokens_[at_];
      if (token == "(" || token == "[" || token == "{")
        group();
      else
        one();
    }
    copy();
    --depth_;
  }
  bool suffix() {
    if (too_deep_) return false;
    const std::string_view token = ahead();
    if (token.empty()) return false;
    const bool is_call = token == "(" || token == "{" || is_text(token);
    if (token != "." && token != ":" && token != "[" && !is_call) return false;
    next();
    group();
    if (token != "." && token != ":") return true;
    next();
    copy();  // the name
    return true;
  }

  static constexpr int kScriptNestingMax = 200;  ///< which is Lua's own limit
  const std::vector<std::string_view>& tokens_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool too_deep_ = false;
  std::string text_;
};

}  // namespace

Result<std::string> script_source(std::string_view name, std::string_view text) {
  if (text.size() > kScriptBytesMax)
    return fail(Fault::too_large, std::string(name) + ": a script has at most " +
                                      std::to_string(kScriptBytesMax / 1024) + " kB");
  ScriptTokens tokens(text);
  const std::string flaw = tokens.first_flaw();
  if (!flaw.empty()) return fail(Fault::bad_parameters, std::string(name) + ", " + flaw);
  auto source = LengthCalls(tokens.all()).text();
  if (!source)
    return fail(Fault::bad_parameters,
                std::string(name) + ": brackets or operators stand within one another too often");
  return *std::move(source);
}

}  // namespace fairdeal::rules
