#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fairdeal::rules {

/// The names that a script is given beside its globals, and may not write (source.h).
inline constexpr std::string_view kHiddenNames[] = {"__length_of", "__integer", "__all"};

/// Whether a character can stand in a name of Lua.
bool is_name_character(char c);
/// Whether a token is white space or a comment.
bool is_space_token(std::string_view token);
/// Whether a token is a text.
bool is_text_token(std::string_view token);

/// Goes through a script token by token, as Lua would.
class ScriptTokens {
 public:
  /// `is_written`: a person wrote the text, so that no hidden name may stand in it.
  ScriptTokens(std::string_view text, bool is_written) : rest_(text), is_written_(is_written) {}

  /// Returns what is wrong with the script; "": nothing. Call it first.
  std::string first_flaw();
  /// Returns the tokens, with the white space and the comments between them.
  const std::vector<std::string_view>& all() const { return tokens_; }

 private:
  std::string token();
  std::string name();
  std::string number();
  std::string comment();
  std::string skip(std::size_t count);
  bool skip_long();
  std::string skip_quoted(char quote);

  std::string_view rest_;
  bool is_written_;
  std::size_t line_ = 1;
  std::vector<std::string_view> tokens_;
};

}  // namespace fairdeal::rules
