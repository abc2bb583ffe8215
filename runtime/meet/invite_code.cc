#include "runtime/meet/invite_code.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/check.h"
#include "proto/key_words.h"
#include "proto/reach.h"

namespace fairdeal::meet {
namespace {

using ascii::is_digit;
using ascii::is_letter;

constexpr std::size_t kPrefixLetters = 3;  ///< by which every word differs from every other
constexpr std::size_t kNumberDigitsMax = 4;
constexpr std::size_t kTypedBytesMax = 400;  ///< a code with a relay is far shorter
constexpr std::size_t kEchoedLettersMax = 16;
constexpr std::size_t kSuggestedMax = 4;
constexpr std::string_view kExample = "as in 7-guitar-igloo";

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/// Returns whether the word begins as the typed text does. It copies nothing, so that nothing of a
/// typed code needs to be wiped here.
bool begins_with(std::string_view word, std::string_view typed) {
  return typed.size() <= word.size() &&
         std::ranges::equal(word.substr(0, typed.size()), typed, {}, {}, ascii::lower);
}

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

/// Takes the next part of a code off `rest`, and what separates it from the part after it.
std::string_view take_part(std::string_view& rest) {
  const auto separates = [](char c) { return is_blank(c) || c == '-'; };
  const auto begin = std::ranges::find_if_not(rest, separates);
  const auto end = std::find_if(begin, rest.end(), separates);
  const std::string_view part(begin, end);
  rest = std::string_view(end, rest.end());
  return part;
}

Result<std::uint32_t> parse_number(std::string_view part) {
  if (part.empty() || !std::ranges::all_of(part, is_digit))
    return fail(Fault::not_canonical, "a code begins with a number, " + std::string(kExample));
  std::uint32_t number = 0;
  for (const char digit : part.substr(0, kNumberDigitsMax + 1))
    number = 10 * number + static_cast<std::uint32_t>(digit - '0');
  if (number < 1 || number > proto::kNameplateMax)
    return fail(Fault::not_canonical, "the number of a code is between 1 and 9999");
  return number;
}

/// Returns a sentence with the words that have most letters in common with the beginning of what
/// was typed.
std::string suggestion(std::string_view typed) {
  for (; !typed.empty(); typed.remove_suffix(1)) {
    const auto near = code_words(typed);
    if (near.empty()) continue;
    std::string text = "; did you mean ";
    for (std::size_t i = 0; i < std::min(near.size(), kSuggestedMax); ++i)
      text += (i == 0 ? "" : ", ") + std::string(near[i]);
    return text + (near.size() > kSuggestedMax ? " or another?" : "?");
  }
  return {};
}

/// Returns the index of the word that was typed, or of which the beginning was typed.
Result<std::uint16_t> parse_word(std::string_view part, std::size_t number) {
  const std::string which = "word " + std::to_string(number) + " of the code";
  if (!std::ranges::all_of(part, is_letter))
    return fail(Fault::not_canonical, which + " has a character that is no letter");
  if (part.size() < kPrefixLetters)
    return fail(Fault::not_canonical,
                which + " is too short: at least three letters" + suggestion(part));
  for (std::size_t i = 0; i < proto::kKeyWords; ++i)
    if (begins_with(proto::key_word(i), part)) return static_cast<std::uint16_t>(i);
  std::string echoed(part.substr(0, kEchoedLettersMax));
  std::ranges::transform(echoed, echoed.begin(), ascii::lower);
  return fail(Fault::not_canonical, "no code has the word \"" + echoed + "\"" + suggestion(part));
}

Result<std::string> parse_relay(std::string_view text) {
  if (text.size() > proto::kRelayUrlBytesMax) return fail(Fault::too_large, "the relay of a code");
  const auto fits = [](char c) { return c > ' ' && c < '\x7f' && c != '@'; };
  if (text.empty() || !std::ranges::all_of(text, fits))
    return fail(Fault::not_canonical, "behind @ stands no name of a relay");
  return std::string(text);
}

}  // namespace

std::vector<std::string_view> code_words(std::string_view typed) {
  std::vector<std::string_view> words;
  for (std::size_t i = 0; i < proto::kKeyWords; ++i)
    if (begins_with(proto::key_word(i), typed)) words.push_back(proto::key_word(i));
  return words;
}

InviteCode InviteCode::draw(std::uint32_t nameplate, std::size_t words, Rng& rng,
                            std::string relay) {
  CHECK(nameplate >= 1 && nameplate <= proto::kNameplateMax);
  CHECK(words >= kWordsMin && words <= kWordsMax);
  InviteCode code(nameplate, std::move(relay));
  code.words_ = words;
  for (std::size_t i = 0; i < words; ++i)
    code.indices_[i] = static_cast<std::uint16_t>(rng.below(proto::kKeyWords));
  return code;
}

Result<InviteCode> InviteCode::parse(std::string_view typed) {
  if (typed.size() > kTypedBytesMax) return fail(Fault::too_large, "the code");
  const auto at = typed.find('@');
  std::string relay;
  if (at != typed.npos) {
    FD_TRY(relay, parse_relay(without_blanks(typed.substr(at + 1))));
  }
  std::string_view rest = typed.substr(0, at);
  FD_TRY(const std::uint32_t nameplate, parse_number(take_part(rest)));
  InviteCode code(nameplate, std::move(relay));
  for (auto part = take_part(rest); !part.empty(); part = take_part(rest)) {
    if (code.words_ == kWordsMax)
      return fail(Fault::not_canonical, "a code has at most three words");
    FD_TRY(code.indices_[code.words_], parse_word(part, code.words_ + 1));
    ++code.words_;
  }
  if (code.words_ < kWordsMin)
    return fail(Fault::not_canonical,
                "a code has at least two words after its number, " + std::string(kExample));
  return code;
}

std::string InviteCode::text() const {
  const auto words = password();
  std::string text = std::to_string(nameplate_) + "-";
  text += as_text(words.expose());
  if (!relay_.empty()) text += "@" + relay_;
  return text;
}

crypto::Secrets<std::byte> InviteCode::password() const {
  std::size_t length = words_ - 1;
  for (std::size_t i = 0; i < words_; ++i) length += proto::key_word(indices_[i]).size();
  crypto::Secrets<std::byte> words(length);
  auto out = words.expose().begin();
  for (std::size_t i = 0; i < words_; ++i) {
    if (i > 0) *out++ = std::byte{'-'};
    out = std::ranges::copy(as_bytes(proto::key_word(indices_[i])), out).out;
  }
  return words;
}

}  // namespace fairdeal::meet
