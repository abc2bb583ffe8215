#include "ui/words/invitation.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "base/ascii.h"
#include "base/visible.h"
#include "net/sockets/address.h"
#include "proto/key_words.h"
#include "runtime/meet/invite_code.h"
#include "ui/words/table_link.h"

namespace fairdeal::words {
namespace {

using ascii::is_digit;
using ascii::is_letter;
using meet::InviteCode;

bool is_one_of(char c, std::string_view characters) {
  return characters.find(c) != std::string_view::npos;
}

/// Returns the sign that people mean by a character beyond ASCII: a hyphen, a space, a letter or
/// digit of full width, or none by what cannot be seen. All others end a name.
std::optional<char> meant_by(char32_t c) {
  const bool is_hyphen = (c >= 0x2010 && c <= 0x2015) || c == 0x2212 || c == 0xfe58 || c == 0xfe63;
  const bool is_space = c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x2028 ||
                        c == 0x2029 || c == 0x202f || c == 0x205f || c == 0x3000;
  if (is_hyphen) return '-';
  if (is_space) return ' ';
  if (c >= 0xff01 && c <= 0xff5e) return static_cast<char>(c - 0xff01 + '!');
  return is_visible(c) ? std::optional('"') : std::nullopt;
}

/// Returns a text in ASCII: no name of a table has any other character.
std::string plain_signs(std::string_view said) {
  std::string text;
  while (!said.empty()) {
    const Character character = first_character(said);
    const std::size_t bytes = std::max<std::size_t>(character.bytes, 1);
    if (character.bytes == 1)
      text += character.code >= ' ' && character.code <= '~' ? said.front() : ' ';
    else if (character.bytes == 0)
      text += '"';
    else if (const auto meant = meant_by(character.code))
      text += *meant;
    said.remove_prefix(bytes);
  }
  return text;
}

// ---- Links

/// Returns a link without the punctuation of the text that it stands in.
std::string without_punctuation(std::string link) {
  const auto is_alone = [&](char closes) {
    const char opens = closes == ')' ? '(' : closes == ']' ? '[' : closes == '}' ? '{' : '\0';
    return opens == '\0' || std::ranges::count(link, closes) > std::ranges::count(link, opens);
  };
  while (!link.empty() && is_one_of(link.back(), ".,;:!?*_~)]}") && is_alone(link.back()))
    link.pop_back();
  return link;
}

/// Returns the value of two hexadecimal digits as a sign that a link may have; 0 if they are none.
char escaped_sign(std::string_view digits) {
  int value = 0;
  for (const char c : digits) {
    const auto digit = std::string_view("0123456789abcdef").find(ascii::lower(c));
    if (digit == std::string_view::npos) return '\0';
    value = 16 * value + static_cast<int>(digit);
  }
  return digits.size() == 2 && value > ' ' && value <= '~' ? static_cast<char>(value) : '\0';
}

/// Returns a link as it was before a page, a chat or a mail wrote it in its own way: with %3A for a
/// colon, &amp; for &, backslashes before signs, or slashes behind the colon.
std::string unescaped(const std::string& link) {
  std::string plain;
  constexpr std::string_view kAmp = "&amp;";
  for (std::size_t i = 0; i < link.size(); ++i) {
    const std::string_view ahead = std::string_view(link).substr(i);
    const char sign = ahead.front() == '%' ? escaped_sign(ahead.substr(1, 2)) : '\0';
    if (sign != '\0' || ahead.starts_with(kAmp)) {
      plain += sign != '\0' ? sign : '&';
      i += sign != '\0' ? 2 : kAmp.size() - 1;
    } else if (ahead.front() != '\\') {
      plain += ahead.front();
    }
  }
  const std::size_t slashes = plain.find_first_not_of('/', TableLink::kBegins.size());
  if (slashes != std::string::npos)
    plain.erase(TableLink::kBegins.size(), slashes - TableLink::kBegins.size());
  return plain;
}

/// Returns the link that this text is, in the way that the program writes it; "" if it is none.
std::string usable(const std::string& text) {
  const std::string link = without_punctuation(text);
  for (const std::string& one : {unescaped(link), link})
    if (TableLink::parse(one)) return one;
  return "";
}

struct FoundLinks {
  std::string usable, broken;  ///< the first of each
};

/// Reads a link whose beginning ends at `at`. It may be broken into several lines, before which a
/// mail has signs of its own.
void read_link(std::string_view text, std::size_t at, FoundLinks& found) {
  constexpr std::string_view kEnds = " '\"`<>";
  constexpr int kLinesMax = 24;
  std::string link(TableLink::kBegins);
  for (int line = 0; line < kLinesMax; ++line) {
    const std::size_t end = std::min(text.find_first_of(kEnds, at), text.size());
    link += text.substr(at, end - at);
    if (link == TableLink::kBegins) return;
    if (line == 0 && found.broken.empty()) found.broken = without_punctuation(link);
    if (found.usable = usable(link); !found.usable.empty()) return;
    at = text.find_first_not_of(" >|", end);
    if (end == text.size() || text[end] != ' ' || at == std::string_view::npos) return;
  }
}

FoundLinks links_in(std::string_view text) {
  const std::string low = ascii::lowered(text);
  FoundLinks found;
  for (const std::string_view begins : {TableLink::kBegins, std::string_view("fairdeal%3a")})
    for (auto at = low.find(begins); at != low.npos && found.usable.empty();
         at = low.find(begins, at + 1))
      read_link(text, at + begins.size(), found);
  return found;
}

// ---- Codes

/// Returns whether this is one of the words of codes, and not only the beginning of one.
bool is_whole_word(std::string_view word) {
  const std::string low = ascii::lowered(word);
  const auto near = meet::code_words(low);
  return std::ranges::count(near, low) > 0;
}

/// Reads a code from where its number begins. Hyphens hold it together; words that stand apart are
/// of a code only if they are written out, for many other words begin as they do.
class CodeReader {
 public:
  CodeReader(std::string_view text, std::size_t at) : text_(text), at_(at) {}

  std::optional<InviteCode> read() {
    while (at_ < text_.size() && is_digit(text_[at_])) name_ += text_[at_++];
    std::optional<InviteCode> code;
    for (std::size_t words = 1; words <= InviteCode::kWordsMax && word(); ++words)
      if (words >= InviteCode::kWordsMin)
        if (auto longer = InviteCode::parse(name_ + relay())) code = *std::move(longer);
    return code;
  }
  /// Returns whether hyphens alone hold the last code together.
  bool is_hyphened() const { return is_hyphened_; }

 private:
  /// Reads one more word. Returns whether there is one.
  bool word() {
    const std::size_t begin = std::min(text_.find_first_not_of(" -", at_), text_.size());
    const std::string_view between = text_.substr(at_, begin - at_);
    const bool is_hyphened = between.starts_with('-') && !between.ends_with(" -");
    std::size_t end = begin;
    while (end < text_.size() && is_letter(text_[end])) ++end;
    const std::string_view word = text_.substr(begin, end - begin);
    const bool ends = end == text_.size() || !is_digit(text_[end]);
    const bool is_whole = is_whole_word(word);
    if (between.empty() || word.empty() || !ends || (between != "-" && !is_whole)) return false;
    name_ += '-' + std::string(word);
    is_hyphened_ = is_hyphened_ && is_hyphened;
    at_ = end;
    return true;
  }
  /// Returns the relay behind the word, with its @; "" if there is none.
  std::string relay() const {
    if (at_ == text_.size() || text_[at_] != '@') return "";
    const std::size_t end = std::min(text_.find_first_of(" '\"`,;<>()|{}", at_), text_.size());
    const std::string relay = without_punctuation(std::string(text_.substr(at_, end - at_)));
    return relay == "@" ? "" : relay;
  }

  std::string_view text_;
  std::size_t at_;
  std::string name_;
  bool is_hyphened_ = true;
};

bool names_relay(const std::string& code) { return code.find('@') != std::string::npos; }

/// Adds a code. One that names its relay stands for the same one that does not.
void add_code(std::vector<std::string>& codes, const std::string& code) {
  const auto without_relay = [](const std::string& text) { return text.substr(0, text.find('@')); };
  const auto same = std::ranges::find_if(codes, [&](const std::string& other) {
    const bool alike = without_relay(other) == without_relay(code);
    return alike && (!names_relay(other) || !names_relay(code) || other == code);
  });
  if (same == codes.end())
    codes.push_back(code);
  else if (names_relay(code))
    *same = code;
}

/// Returns the codes in a text; those whose words stand apart only if there are no others.
std::vector<std::string> codes_in(std::string_view text) {
  std::vector<std::string> hyphened, apart;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool begins =
        is_digit(text[at]) && (at == 0 || (!is_digit(text[at - 1]) && !is_letter(text[at - 1])));
    if (!begins) continue;
    CodeReader reader(text, at);
    if (const auto code = reader.read())
      add_code(reader.is_hyphened() ? hyphened : apart, code->text());
  }
  return hyphened.empty() ? apart : hyphened;
}

// ---- Addresses

bool is_of_host(char c) { return is_digit(c) || is_letter(c) || is_one_of(c, "._-"); }

/// Returns where the host that stands before the colon at `colon` begins.
std::size_t host_before(std::string_view text, std::size_t colon) {
  if (colon > 0 && text[colon - 1] == ']') {
    const std::size_t opens = text.rfind('[', colon);
    return opens == std::string_view::npos ? colon : opens;
  }
  std::size_t begin = colon;
  while (begin > 0 && is_of_host(text[begin - 1])) --begin;
  while (begin < colon && is_one_of(text[begin], "._-")) ++begin;
  return begin;
}

enum class Sureness { none, some, sure };

/// Returns how sure it is that this is meant as an address, and no time of day.
Sureness sureness_of(const sockets::Address& address) {
  constexpr std::uint16_t kPortOfPrograms = 1024;
  const std::string& host = address.host;
  if (host.find(':') != std::string::npos || !std::ranges::any_of(host, is_letter))
    return sockets::reach_of(host) ? Sureness::sure : Sureness::none;
  if (host.find('.') != std::string::npos || host == "localhost") return Sureness::sure;
  return address.port >= kPortOfPrograms ? Sureness::some : Sureness::none;
}

/// Returns the addresses in a text: names without a dot only if there are no others.
std::vector<std::string> addresses_in(std::string_view text) {
  std::vector<std::string> sure, some;
  for (auto colon = text.find(':'); colon != text.npos; colon = text.find(':', colon + 1)) {
    std::size_t end = colon + 1;
    while (end < text.size() && is_digit(text[end])) ++end;
    const std::size_t begin = host_before(text, colon);
    const bool is_part = (begin > 0 && text[begin - 1] == ':') ||
                         (end < text.size() && is_one_of(text[end], ":_")) ||
                         (end < text.size() && is_letter(text[end]));
    const std::string_view before = text.substr(0, begin);
    const bool is_relay = before.ends_with("ws://") || before.ends_with("wss://");
    const auto address = sockets::Address::parse(text.substr(begin, end - begin));
    if (is_part || is_relay || !address) continue;
    const Sureness sureness = sureness_of(*address);
    std::vector<std::string>& names = sureness == Sureness::sure ? sure : some;
    if (sureness != Sureness::none && std::ranges::count(names, address->text()) == 0)
      names.push_back(address->text());
  }
  return sure.empty() ? some : sure;
}

}  // namespace

std::string invitation_in(std::string_view said) {
  const std::string text = plain_signs(said);
  const FoundLinks links = links_in(text);
  if (!links.usable.empty()) return links.usable;
  auto names = codes_in(text);
  if (names.empty() && !links.broken.empty()) return links.broken;
  if (names.empty()) names = addresses_in(text);
  return names.size() == 1 ? names.front() : "";
}

bool holds_invitation(std::string_view said) {
  const std::string text = plain_signs(said);
  const FoundLinks links = links_in(text);
  return !links.usable.empty() || !links.broken.empty() || !codes_in(text).empty();
}

}  // namespace fairdeal::words
