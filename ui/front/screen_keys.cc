#include "ui/front/screen_keys.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "ui/words/printable.h"

namespace fairdeal::front {
namespace {

using PressedName = ScreenKey::Name;

constexpr char kEscapeByte = '\033';

struct KeyBytes {
  std::string_view bytes;
  PressedName name;
};

/// The sequences behind Esc. "O" comes instead of "[" if the terminal is in its application mode.
constexpr KeyBytes kKeySequences[] = {
    {"[A", PressedName::up},      {"[B", PressedName::down},     {"[C", PressedName::right},
    {"[D", PressedName::left},    {"OA", PressedName::up},       {"OB", PressedName::down},
    {"OC", PressedName::right},   {"OD", PressedName::left},     {"[H", PressedName::home},
    {"[F", PressedName::end},     {"OH", PressedName::home},     {"OF", PressedName::end},
    {"[1~", PressedName::home},   {"[4~", PressedName::end},     {"[7~", PressedName::home},
    {"[8~", PressedName::end},    {"[5~", PressedName::page_up}, {"[6~", PressedName::page_down},
    {"[3~", PressedName::remove}, {"OM", PressedName::enter}};

constexpr KeyBytes kKeyControls[] = {
    {"\r", PressedName::enter},        {"\n", PressedName::enter},
    {"\t", PressedName::tab},          {"\x7f", PressedName::backspace},
    {"\b", PressedName::backspace},    {"\x01", PressedName::home},
    {"\x05", PressedName::end},        {"\x02", PressedName::left},
    {"\x06", PressedName::right},      {"\x10", PressedName::up},
    {"\x0e", PressedName::down},       {"\x15", PressedName::erase_line},
    {"\x17", PressedName::erase_word}, {"\x04", PressedName::remove},
    {"\x0c", PressedName::redraw}};

std::optional<PressedName> key_named(std::string_view bytes, const auto& list) {
  const auto found = std::ranges::find(list, bytes, &KeyBytes::bytes);
  return found == std::end(list) ? std::nullopt : std::optional(found->name);
}

/// Returns how many bytes the character has that begins with this one; 0 if none does.
std::size_t length_of_character(char first) {
  const auto byte = static_cast<unsigned char>(first);
  return byte < 0x80   ? 1
         : byte < 0xc2 ? 0
         : byte < 0xe0 ? 2
         : byte < 0xf0 ? 3
         : byte < 0xf5 ? 4
                       : 0;
}

}  // namespace

std::vector<ScreenKey> ScreenKeys::feed(std::string_view bytes) {
  std::vector<ScreenKey> keys;
  for (const char byte : bytes) take(byte, keys);
  return keys;
}

std::vector<ScreenKey> ScreenKeys::flush() {
  std::vector<ScreenKey> keys;
  if (begun_ == std::string_view(&kEscapeByte, 1)) keys.push_back({.name = PressedName::escape});
  begun_.clear();
  return keys;
}

void ScreenKeys::take(char byte, std::vector<ScreenKey>& keys) {
  const bool is_escaped = !begun_.empty() && begun_[0] == kEscapeByte;
  if (byte == kEscapeByte) {
    if (begun_ == std::string_view(&kEscapeByte, 1)) keys.push_back({.name = PressedName::escape});
    begun_ = byte;
    return;
  }
  const bool continues = (byte & 0xc0) == 0x80;
  if (!is_escaped && !begun_.empty() && !continues) begun_.clear();  // a cut character
  begun_ += byte;
  if (is_escaped) return escaped(keys);
  const std::size_t length = length_of_character(begun_[0]);
  if (begun_.size() < length) return;
  const std::string character = std::exchange(begun_, "");
  if (length == 0) return;
  if (const auto name = key_named(character, kKeyControls))
    keys.push_back({.name = *name});
  else if (words::printable(character) == character)
    keys.push_back({.text = character});
}

/// Ends a sequence if it is complete. A parameter stands before its last byte ("[1;5C" is → with
/// Ctrl), and does not matter here.
void ScreenKeys::escaped(std::vector<ScreenKey>& keys) {
  const char last = begun_.back();
  const bool is_long = begun_.size() > 2 || last == '[' || last == 'O';
  const bool is_final = last >= '@' && last <= '~' && begun_.size() > 2;
  if (is_long && !is_final && begun_.size() < kBegunMax) return;
  std::string sequence = std::exchange(begun_, "").substr(1);
  if (const auto parameter = sequence.find(';'); parameter != std::string::npos) {
    sequence.erase(parameter, sequence.size() - 1 - parameter);
    if (sequence == std::string("[1") + last) sequence.erase(1, 1);
  }
  if (const auto name = key_named(sequence, kKeySequences)) keys.push_back({.name = *name});
}

}  // namespace fairdeal::front
