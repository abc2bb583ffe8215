#include "apps/invitation.h"

#include <algorithm>
#include <vector>

#include "apps/table_link.h"
#include "net/address.h"
#include "runtime/invite_code.h"

namespace fairdeal::apps {
namespace {

/// A word of a text, without the punctuation around it.
struct Word {
  std::string text;
  bool ends = false;  ///< punctuation follows it, so that it is the last word of a code
};
std::vector<Word> words_in(std::string_view text) {
  constexpr std::string_view kAround = " '\"`,;()<>";
  std::vector<Word> words;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = std::min(text.find_first_not_of(kAround, at), text.size());
    const std::size_t end = std::min(text.find_first_of(kAround, begin), text.size());
    std::string word(text.substr(begin, end - begin));
    bool ends = end < text.size() && text[end] != ' ';
    while (!word.empty() && std::string_view(".:!?").find(word.back()) != std::string::npos) {
      word.pop_back();
      ends = true;
    }
    if (!word.empty()) words.push_back({std::move(word), ends});
    at = end;
  }
  return words;
}

/// Adds a name of a table, unless it is there already.
void add_name(std::vector<std::string>& names, const std::string& name) {
  if (std::ranges::count(names, name) == 0) names.push_back(name);
}

/// Returns the codes among these words. The parts of a code may be words of their own.
std::vector<std::string> codes_in(const std::vector<Word>& words) {
  std::vector<std::string> codes;
  for (std::size_t i = 0; i < words.size(); ++i)
    for (std::size_t parts = runtime::InviteCode::kWordsMax + 1; parts > 0; --parts) {
      std::string name;
      bool is_over = i + parts > words.size();
      for (std::size_t k = i; k < i + parts && !is_over; ++k) {
        name += (name.empty() ? "" : "-") + words[k].text;
        is_over = words[k].ends && k + 1 < i + parts;
      }
      if (is_over || !runtime::InviteCode::parse(name)) continue;
      add_name(codes, name);
      i += parts - 1;
      break;
    }
  return codes;
}

}  // namespace

std::string invitation_in(std::string_view said) {
  // No name of a table has a character beyond ASCII; typographic quotes stand around some.
  std::string text(said);
  for (char& c : text) c = c > '~' || c < 0 ? '"' : c < ' ' ? ' ' : c;
  if (const auto link = text.find(TableLink::kBegins); link != text.npos) {
    const auto end = std::min(text.find_first_of(" '\"`<>", link), text.size());
    std::string found = text.substr(link, end - link);
    while (std::string_view(".,;:!)").find(found.back()) != std::string::npos) found.pop_back();
    return found;
  }
  const auto words = words_in(text);
  auto names = codes_in(words);
  if (names.empty())
    for (const Word& word : words)
      if (net::Address::parse(word.text)) add_name(names, word.text);
  return names.size() == 1 ? names.front() : "";
}

}  // namespace fairdeal::apps
