#include "conformance/behaviours.h"

#include <cctype>

namespace fairdeal::conformance {
using namespace rules;

std::string plain(std::string_view name) {
  std::string letters;
  for (const char c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return letters;
}

const Json* first_of(const Json& given, std::initializer_list<const char*> names) {
  for (const char* name : names)
    if (const auto found = given.find(name); given.is_object() && found != given.end())
      return &*found;
  return nullptr;
}

bool expects_error(const Json& expect) {
  const auto said = [&](const char* name) {
    const Json* value = first_of(expect, {name});
    return value != nullptr && !value->is_null() && *value != false;
  };
  return said("error") || said("rejected");
}

const Json* answer_of(const Json& expect) {
  return first_of(expect, {"value", "values", "result", "returns", "answer", "string", "board",
                           "text", "squares"});
}

Result<Rational> number_of(const Json& number) {
  constexpr std::int64_t kPico = 1'000'000'000'000;
  constexpr std::int64_t kUnderMax = 1000;
  FD_TRY(const std::int64_t pico, pico_of(number));
  // 0.333333333333 was a third: exact again, and short, however often it is multiplied.
  __extension__ using Wide = __int128;
  for (std::int64_t under = 1; under <= kUnderMax; ++under) {
    const Wide times = Wide{pico} * under;
    const auto over = static_cast<std::int64_t>((times + (times < 0 ? -kPico : kPico) / 2) / kPico);
    const Wide off = times - Wide{over} * kPico;
    if (off <= under && off >= -under) return Rational(over, under);
  }
  return Rational(pico, kPico);
}

bool same_number(Checker& check, const std::string& what, const Json& expected,
                 const Rational& got) {
  return close(expected, got) || check.same(what, expected, got.text());
}

}  // namespace fairdeal::conformance
