#include "proto/name.h"

#include <algorithm>
#include <optional>
#include <vector>

#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>

#include "base/check.h"
#include "proto/limits.h"

namespace fairdeal::proto {
namespace {

/// So much fits beside a move on a line of 80 columns.
constexpr int kColumnsMax = 16;
/// Marks on one character of a line of chat: more of them would cover the rows above.
constexpr int kMarksMax = 2;
/// Folding makes at most 18 units of one (as of U+FDFA), and so does a skeleton, which may be taken
/// of a folded name.
constexpr std::size_t kUnitsMax = std::size_t{18} * 18 * kNicknameBytesMax;

using Text = std::basic_string<UChar>;

/// Returns the name in UTF-16; none if it is not UTF-8.
std::optional<Text> decoded(std::string_view name) {
  Text text(name.size(), 0);
  UErrorCode error = U_ZERO_ERROR;
  int32_t length = 0;
  u_strFromUTF8(text.data(), static_cast<int32_t>(text.size()), &length, name.data(),
                static_cast<int32_t>(name.size()), &error);
  if (U_FAILURE(error)) return {};
  text.resize(static_cast<std::size_t>(length));
  return text;
}

Text utf16(std::string_view name) {
  auto text = decoded(name);
  CHECK(text);
  return *std::move(text);
}

std::vector<UChar32> characters(const Text& name) {
  std::vector<UChar32> all(name.size());
  UErrorCode error = U_ZERO_ERROR;
  int32_t length = 0;
  u_strToUTF32(all.data(), static_cast<int32_t>(all.size()), &length, name.data(),
               static_cast<int32_t>(name.size()), &error);
  CHECK(U_SUCCESS(error));
  all.resize(static_cast<std::size_t>(length));
  return all;
}

Text folded(const Text& name) {
  UErrorCode error = U_ZERO_ERROR;
  const UNormalizer2* fold = unorm2_getNFKCCasefoldInstance(&error);
  Text text(kUnitsMax, 0);
  const int32_t length = unorm2_normalize(fold, name.data(), static_cast<int32_t>(name.size()),
                                          text.data(), static_cast<int32_t>(text.size()), &error);
  CHECK(U_SUCCESS(error));
  text.resize(static_cast<std::size_t>(length));
  return text;
}

Text skeleton(const Text& name) {
  UErrorCode error = U_ZERO_ERROR;
  static USpoofChecker* const checker = [] {
    UErrorCode opened = U_ZERO_ERROR;
    USpoofChecker* const made = uspoof_open(&opened);
    CHECK(U_SUCCESS(opened));
    return made;
  }();
  Text text(kUnitsMax, 0);
  const int32_t length =
      uspoof_getSkeleton(checker, 0, name.data(), static_cast<int32_t>(name.size()), text.data(),
                         static_cast<int32_t>(text.size()), &error);
  CHECK(U_SUCCESS(error));
  text.resize(static_cast<std::size_t>(length));
  return text;
}

bool is_normalized(const Text& name) {
  UErrorCode error = U_ZERO_ERROR;
  const UNormalizer2* nfc = unorm2_getNFCInstance(&error);
  const bool is =
      unorm2_isNormalized(nfc, name.data(), static_cast<int32_t>(name.size()), &error) != 0;
  return is && U_SUCCESS(error);
}

/// Returns whether Unicode 15.0 has the character: a newer ICU knows more of them.
bool is_assigned(UChar32 c) {
  UVersionInfo age;
  u_charAge(c, age);
  return age[0] > 0 && (age[0] < 15 || (age[0] == 15 && age[1] == 0));
}

bool is_of(UChar32 c, uint32_t categories) { return (U_GET_GC_MASK(c) & categories) != 0; }

int columns_of(UChar32 c) {
  if (is_of(c, U_GC_MN_MASK)) return 0;
  const int width = u_getIntPropertyValue(c, UCHAR_EAST_ASIAN_WIDTH);
  return width == U_EA_WIDE || width == U_EA_FULLWIDTH ? 2 : 1;
}

bool is_shown(UChar32 c) {
  return c != '#' && !u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) &&
         !u_hasBinaryProperty(c, UCHAR_QUOTATION_MARK) &&
         is_of(c, U_GC_L_MASK | U_GC_ND_MASK | U_GC_P_MASK | U_GC_MN_MASK | U_GC_MC_MASK);
}

/// Returns whether our own screens call people by this name.
bool is_taken_by_screens(const std::string& name) {
  for (const char* word : {"host", "you", "dealer"})
    if (same_name(name, word)) return true;
  const Text plain = folded(utf16(name));
  const Text seat = utf16("seat");
  const auto is_number = [](UChar c) { return c == ' ' || u_isdigit(c); };
  if (plain.starts_with(seat) && plain.size() > seat.size() &&
      std::all_of(plain.begin() + static_cast<std::ptrdiff_t>(seat.size()), plain.end(), is_number))
    return true;
  for (std::size_t i = 1; i <= kValidatorsMax; ++i)
    if (same_name(name, "seat " + std::to_string(i))) return true;
  return false;
}

}  // namespace

std::string name_problem(std::string_view name) {
  if (name.empty() || name.size() > kNicknameBytesMax)
    return "a nickname has 1 to " + std::to_string(kNicknameBytesMax) + " bytes";
  const auto text = decoded(name);
  if (!text) return "a nickname is text in UTF-8";
  int columns = 0;
  UChar32 before = ' ';
  for (const UChar32 c : characters(*text)) {
    if (c == ' ' && before == ' ') return "a nickname has single spaces, between its words";
    if (c != ' ' && !is_assigned(c)) return "a nickname has characters of Unicode 15.0";
    if (c != ' ' && !is_shown(c))
      return "a nickname is made of letters that can be seen, digits and punctuation without "
             "quotes and #";
    const uint32_t marks = U_GC_MN_MASK | U_GC_MC_MASK;
    if (is_of(c, marks) && !is_of(before, U_GC_L_MASK))
      return "a nickname has a mark only after a letter, and one";
    columns += columns_of(c);
    before = c;
  }
  if (before == ' ') return "a nickname has single spaces, between its words";
  if (columns > kColumnsMax)
    return "a nickname is at most " + std::to_string(kColumnsMax) + " columns wide";
  if (!is_normalized(*text)) return "a nickname is in Unicode's composed form (NFC)";
  if (is_taken_by_screens(std::string(name)))
    return "a nickname is none of the words host, you, dealer, seat 1";
  return {};
}

std::string text_problem(std::string_view line) {
  if (line.empty() || line.size() > kChatBytesMax)
    return "a line has 1 to " + std::to_string(kChatBytesMax) + " bytes";
  const auto text = decoded(line);
  if (!text) return "a line is text in UTF-8";
  int marks = 0;
  for (const UChar32 c : characters(*text)) {
    marks = is_of(c, U_GC_M_MASK) ? marks + 1 : 0;
    if (marks > kMarksMax) return "a line has at most two marks on a character";
    if (!is_assigned(c) || u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) ||
        !is_of(c,
               U_GC_L_MASK | U_GC_M_MASK | U_GC_N_MASK | U_GC_P_MASK | U_GC_S_MASK | U_GC_ZS_MASK))
      return "a line is made of characters that can be seen, and has no controls";
  }
  return {};
}

bool same_name(std::string_view a, std::string_view b) {
  const Text one = utf16(a), other = utf16(b);
  const Text plain = folded(one), other_plain = folded(other);
  return plain == other_plain || skeleton(one) == skeleton(other) ||
         skeleton(plain) == skeleton(other_plain);
}

}  // namespace fairdeal::proto
