#include <algorithm>
#include <cctype>
#include <map>
#include <regex>
#include <sstream>

#include <gtest/gtest.h>

#include "tests/source_files.h"

/// Findings in the code itself: how long a function is, and whether anybody uses a name.
namespace {

using fairdeal::sources::File;
using fairdeal::sources::files;

/// Returns the text of a file without what the preprocessor reads. Lines keep their numbers.
std::string compiled(const File& file) {
  std::string all;
  bool goes_on = false;
  for (const std::string& line : file.lines) {
    const auto first = line.find_first_not_of(' ');
    const bool left_out = goes_on || (first != std::string::npos && line[first] == '#');
    goes_on = left_out && line.ends_with('\\');
    all += (left_out ? "" : line) + "\n";
  }
  return all;
}

/// Returns where the text or the character ends that begins with the quotation mark at `at`.
std::size_t end_of_quoted(const std::string& text, std::size_t at) {
  const char mark = text[at++];
  while (at < text.size() && text[at] != mark) at += text[at] == '\\' ? 2 : 1;
  return at + 1;
}

/// Returns where a raw text, R"…(…)…", ends that begins at `at`.
std::size_t end_of_raw(const std::string& text, std::size_t at) {
  const auto open = text.find('(', at);
  const std::string close = ")" + text.substr(at + 2, open - at - 2) + "\"";
  return text.find(close, open) + close.size();
}

/// Returns compiled(file) without comments, texts and characters. Lines keep their numbers.
std::string code_of(const File& file) {
  const std::string text = compiled(file);
  std::string code;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    if (text.compare(at, 2, "//") == 0)
      end = text.find('\n', at);
    else if (text.compare(at, 2, "R\"") == 0)
      end = end_of_raw(text, at);
    else if (text[at] == '"' || (text[at] == '\'' && !std::isalnum(at == 0 ? 0 : text[at - 1])))
      end = end_of_quoted(text, at);
    for (std::size_t i = at; i < end; ++i)
      if (text[i] == '\n') code += '\n';
    if (end == at) code += text[end++];
    at = end;
  }
  return code;
}

/// Returns the names in `code`, one after another.
std::vector<std::string> names_in(const std::string& code) {
  std::vector<std::string> names;
  bool in_name = false;
  for (const char c : code) {
    const bool of_name = c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (of_name && !in_name) names.emplace_back();
    if (of_name) names.back() += c;
    in_name = of_name;
  }
  return names;
}

struct Function {
  std::size_t first_line, lines;
  std::string head;
};

/// Returns the functions of a file. What stands in a function (a lambda, a class) belongs to it.
std::vector<Function> functions_of(const std::string& code) {
  static const std::regex kNoFunction(
      R"(^(template\s*<[^{]*>\s*)?(inline\s+)*(namespace|struct|class|enum|union|extern)\b)");
  std::vector<Function> found;
  std::size_t line = 1, depth = 0;
  std::size_t function_at = 0;  // at which depth the function began that is being read, from 1
  std::string head;
  const auto trimmed = [&] {
    return head.substr(std::min(head.find_first_not_of(" \n"), head.size()));
  };
  for (const char c : code) {
    if (c == '\n') ++line;
    if (c == '{') {
      ++depth;
      const std::string began = trimmed();
      const bool is_function =
          began.find('(') != std::string::npos && !std::regex_search(began, kNoFunction);
      if (function_at == 0 && is_function) {
        function_at = depth;
        const auto above = static_cast<std::size_t>(std::ranges::count(began, '\n'));
        found.push_back({line - above, 0, began.substr(0, began.find('\n'))});
      }
    }
    if (c == '}') {
      if (function_at == depth) {
        found.back().lines = line - found.back().first_line + 1;
        function_at = 0;
      }
      --depth;
    }
    if (c == '{' || c == '}' || c == ';')
      head.clear();
    else
      head += c;
  }
  return found;
}

TEST(TidyCode, AFunctionHasAtMostSeventyLines) {
  std::size_t seen = 0;
  for (const File& file : files()) {
    for (const Function& function : functions_of(code_of(file))) {
      ++seen;
      EXPECT_LE(function.lines, 70u)
          << file.path << ":" << function.first_line << ": " << function.head;
    }
  }
  EXPECT_GT(seen, 5000u);
}

/// A function that a header declares is named somewhere else than where it is declared and defined.
TEST(TidyCode, NoDeclarationIsDead) {
  static const std::regex kDeclared(R"((?:[\w>&*\]]) \**&*([a-z]\w*)\()");
  static const std::regex kDefined(R"(^\S.*\w::([a-z_]\w*)\()");
  std::map<std::string, std::size_t> named, defined;
  std::map<std::string, std::string> declared;  // name → where
  for (const File& file : files()) {
    const std::string code = code_of(file);
    for (const std::string& name : names_in(code)) ++named[name];
    std::istringstream lines(code);
    for (std::string line; std::getline(lines, line);) {
      if (std::smatch match; std::regex_search(line, match, kDefined)) ++defined[match[1]];
      if (!file.path.ends_with(".h") || file.folder == "tests") continue;
      for (std::sregex_iterator it(line.begin(), line.end(), kDeclared), end; it != end; ++it)
        declared.emplace((*it)[1], file.path);
    }
  }
  EXPECT_GT(declared.size(), 1000u);
  for (const auto& [name, path] : declared)
    EXPECT_GT(named[name], 1 + std::min<std::size_t>(defined[name], 1))
        << path << ": nobody uses " << name;
}

}  // namespace
