#include "rules/lua/source.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "rules/lua/limits.h"
#include "rules/lua/tokens.h"

namespace fairdeal::rules {
namespace {

/// Returns the beginning of a script's first line. What is local cannot be replaced by way of _ENV.
std::string hidden_functions() {
  std::string text = "local ";
  for (const std::string_view name : kHiddenNames)
    text += std::string(name) + (name == kAllInScripts ? " = ... " : ", ");
  return text;
}

/// Ends a statement if a bracket follows. In Lua neither `...` nor a text or table behind # can be
/// called, so that a bracket begins another statement there; behind a call it would be one more
/// call.
void end_statement_before_bracket(const std::vector<std::string_view>& tokens, std::size_t at,
                                  std::string& text) {
  while (at < tokens.size() && is_space_token(tokens[at])) ++at;
  if (at < tokens.size() && tokens[at] == "(") text += ";";
}

/// Writes a script in which each limit of a numeric `for` is checked by kIntegerInScripts, and each
/// `...` that is a value is counted by kAllInScripts.
class CheckedValues {
 public:
  explicit CheckedValues(const std::vector<std::string_view>& tokens) : tokens_(tokens) {}

  /// Returns the script. `flaw` gets what is wrong with it; "": nothing.
  std::string text(std::string& flaw) {
    while (at_ < tokens_.size() && flaw_.empty()) one();
    flaw = std::move(flaw_);
    return std::move(text_);
  }

 private:
  /// A `for` whose limits are being read, up to the `do` at the same depth.
  struct Header {
    int depth;
    std::size_t begin;  ///< of the limit that is read, in text_
  };
  static bool is_one_of(std::string_view token, std::initializer_list<std::string_view> words) {
    return std::ranges::find(words, token) != words.end();
  }

  void copy() { text_ += tokens_[at_++]; }
  void copy_space() {
    while (at_ < tokens_.size() && is_space_token(tokens_[at_])) copy();
  }
  bool reads_limit() const { return !headers_.empty() && headers_.back().depth == depth_; }

  void one() {
    const std::string_view token = tokens_[at_];
    if (token == "for") return begin_for();
    if (token == "..." && !in_parameters_) return all_given();
    if (reads_limit() && (token == "," || token == "do")) end_limit();
    if (token == "do" && reads_limit()) headers_.pop_back();
    if (token == "function") in_parameters_ = true;
    if (token == ")") in_parameters_ = false;
    if (is_one_of(token, {"(", "[", "{", "function", "if", "do", "repeat"})) ++depth_;
    if (is_one_of(token, {")", "]", "}", "end", "until"})) --depth_;
    note_block(token);
    copy();
    if (token == "," && reads_limit()) headers_.back().begin = text_.size();
  }
  /// Notes whether one is in a function.
  void note_block(std::string_view token) {
    if (is_one_of(token, {"function", "if", "do", "repeat"}))
      blocks_.push_back(token == "function");
    else if (is_one_of(token, {"end", "until"}) && !blocks_.empty())
      blocks_.pop_back();
  }
  void all_given() {
    if (std::ranges::find(blocks_, true) == blocks_.end()) {
      flaw_ = "line " + std::to_string(1 + std::ranges::count(text_, '\n')) +
              ": a script is given nothing by ...";
      return;
    }
    ++at_;
    text_ += std::string(kAllInScripts) + "(...)";
    end_statement_before_bracket(tokens_, at_, text_);
  }
  void begin_for() {
    copy();
    copy_space();
    if (at_ == tokens_.size()) return;
    copy();  // the variable
    copy_space();
    if (at_ == tokens_.size() || tokens_[at_] != "=") return;
    copy();
    headers_.push_back({depth_, text_.size()});
  }
  /// A limit that is a number is left as it is.
  void end_limit() {
    const std::size_t begin = headers_.back().begin;
    constexpr std::string_view kSpace = " \t\v\f\r\n";
    const std::size_t first = text_.find_first_not_of(kSpace, begin);
    const std::size_t last = text_.find_last_not_of(kSpace);
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    if (first != std::string::npos && first <= last &&
        std::all_of(text_.begin() + static_cast<std::ptrdiff_t>(first),
                    text_.begin() + static_cast<std::ptrdiff_t>(last) + 1, is_digit))
      return;
    text_.insert(begin, std::string(kIntegerInScripts) + "(");
    text_ += ")";
  }

  const std::vector<std::string_view>& tokens_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool in_parameters_ = false;  ///< of a function
  std::vector<bool> blocks_;    ///< those that one is in: whether each is a function
  std::string flaw_;
  std::vector<Header> headers_;
  std::string text_;
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
  bool ends() const { return at_ == tokens_.size(); }
  /// Copies the token, and returns it; at the end of the script, nothing.
  std::string_view copy() {
    if (ends()) return "";
    text_ += tokens_[at_];
    return tokens_[at_++];
  }
  /// Copies white space and comments, and returns the token after them, which is not copied.
  std::string_view next() {
    while (!ends() && is_space_token(tokens_[at_])) copy();
    return ends() ? "" : tokens_[at_];
  }
  /// Returns the token after white space and comments; copies nothing.
  std::string_view ahead() const {
    std::size_t at = at_;
    while (at < tokens_.size() && is_space_token(tokens_[at])) ++at;
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
    end_statement_before_bracket(tokens_, at_, text_);
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
      const bool has_suffixes =
          first == "(" || (!first.empty() && is_name_character(first.front()));
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
    const bool is_call = token == "(" || token == "{" || is_text_token(token);
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
  ScriptTokens written(text, true);
  const std::string flaw = written.first_flaw();
  if (!flaw.empty()) return fail(Fault::bad_parameters, std::string(name) + ", " + flaw);
  std::string ill;
  const std::string checked = CheckedValues(written.all()).text(ill);
  if (!ill.empty()) return fail(Fault::bad_parameters, std::string(name) + ", " + ill);
  ScriptTokens tokens(checked, false);
  (void)tokens.first_flaw();  // what was put in has none
  auto source = LengthCalls(tokens.all()).text();
  if (!source)
    return fail(Fault::bad_parameters,
                std::string(name) + ": brackets or operators stand within one another too often");
  return hidden_functions() + *std::move(source);
}

}  // namespace fairdeal::rules
