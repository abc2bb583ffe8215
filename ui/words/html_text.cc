#include "ui/words/html_text.h"

#include <array>
#include <cstdio>

#include "games/poker/hand_record.h"
#include "ui/words/printable.h"

namespace fairdeal::words {

std::string html_escaped(const std::string& raw) {
  std::string text;
  for (const char c : printable(raw)) switch (c) {
      case '&':
        text += "&amp;";
        break;
      case '<':
        text += "&lt;";
        break;
      case '>':
        text += "&gt;";
        break;
      case '"':
        text += "&quot;";
        break;
      case '\'':
        text += "&#39;";
        break;
      default:
        text += c;
    }
  return text;
}

std::string with_separators(std::int64_t number) {
  std::string text = std::to_string(number < 0 ? -number : number);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
  return (number < 0 ? "\xe2\x88\x92" : "") + text;
}
std::string with_separators(std::size_t number) {
  return with_separators(static_cast<std::int64_t>(number));
}

std::string capitalised(std::string words) {
  if (!words.empty() && words.front() >= 'a' && words.front() <= 'z')
    words.front() = static_cast<char>(words.front() - 'a' + 'A');
  return words;
}

std::string counted(std::size_t number, const std::string& what, const std::string& many) {
  const std::string several = many.empty() ? what + "s" : many;
  return with_separators(number) + " " + (number == 1 ? what : several);
}

std::string spaced_hex(const std::string& hex) {
  std::string text;
  for (std::size_t i = 0; i < hex.size(); ++i)
    text += (i > 0 && i % 4 == 0 ? " " : "") + hex.substr(i, 1);
  return text;
}

std::string table_cell(const std::string& html, const char* of) {
  return std::string("<td") + (*of == 0 ? "" : " class=\"" + std::string(of) + "\"") + ">" + html +
         "</td>";
}

std::string date_words(std::uint64_t seconds) {
  constexpr std::array kMonths{"January",   "February", "March",    "April",
                               "May",       "June",     "July",     "August",
                               "September", "October",  "November", "December"};
  const auto time = rules::UtcTime::of(seconds);
  std::array<char, 16> clock{};
  std::snprintf(clock.data(), clock.size(), "%02d:%02d", time.hour % 24, time.minute % 60);
  return std::to_string(time.day) + " " + kMonths.at(static_cast<std::size_t>(time.month - 1)) +
         " " + std::to_string(time.year) + ", " + clock.data() + " UTC";
}

}  // namespace fairdeal::words
