#include "rules/rational.h"

#include <charconv>
#include <string>

#include "base/check.h"
#include "rules/json_full.h"

namespace fairdeal::rules {
namespace {

constexpr std::int64_t kPico = 1'000'000'000'000;
__extension__ using Wide = __int128;

Wide common(Wide a, Wide b) {
  while (b != 0) a = std::exchange(b, a % b);
  return a < 0 ? -a : a;
}

}  // namespace

Rational Rational::reduced(Wide over, Wide under) {
  CHECK(under != 0);
  const Wide factor = common(over, under) * (under < 0 ? -1 : 1);
  Rational r;
  r.over_ = over / factor;
  r.under_ = under / factor;
  return r;
}

Rational::Rational(std::int64_t over, std::int64_t under) { *this = reduced(over, under); }

Rational operator+(const Rational& a, const Rational& b) {
  if (a.under_ == b.under_) return Rational::reduced(a.over_ + b.over_, a.under_);
  return Rational::reduced(a.over_ * b.under_ + b.over_ * a.under_, a.under_ * b.under_);
}
Rational operator*(const Rational& a, const Rational& b) {
  return Rational::reduced(a.over_ * b.over_, a.under_ * b.under_);
}
Rational operator/(const Rational& a, const Rational& b) {
  return Rational::reduced(a.over_ * b.under_, a.under_ * b.over_);
}
std::strong_ordering operator<=>(const Rational& a, const Rational& b) {
  return a.over_ * b.under_ <=> b.over_ * a.under_;
}

std::int64_t Rational::pico() const {
  const Wide scaled = over_ * kPico;
  const Wide down = scaled / under_ - (scaled % under_ < 0 ? 1 : 0);
  return static_cast<std::int64_t>(down);
}

std::string Rational::text() const {
  const std::int64_t scaled = pico();
  const std::uint64_t size = static_cast<std::uint64_t>(scaled < 0 ? -scaled : scaled);
  std::string digits = std::to_string(size % kPico);
  digits.insert(0, 12 - digits.size(), '0');
  digits.erase(digits.find_last_not_of('0') + 1);
  return (scaled < 0 ? "-" : "") + std::to_string(size / kPico) +
         (digits.empty() ? "" : "." + digits);
}

Result<std::int64_t> pico_of(const Json& number) {
  if (!number.is_number()) return fail(Fault::not_canonical, "no number: " + number.dump());
  // The text of a JSON number has digits, perhaps a point among them, and perhaps an exponent.
  const std::string written = number.dump();
  const std::size_t e = written.find_first_of("eE");
  int exponent = 12;
  if (e != std::string::npos) exponent += std::stoi(written.substr(e + 1));
  Wide digits = 0;
  bool after_point = false;
  for (const char c : written.substr(0, e)) {
    if (c == '.') after_point = true;
    if (c < '0' || c > '9') continue;
    digits = 10 * digits + (c - '0');
    if (after_point) --exponent;
  }
  for (; exponent > 0 && digits < Wide{INT64_MAX}; --exponent) digits *= 10;
  for (; exponent < 0 && digits != 0; ++exponent) digits /= 10;
  if (digits > Wide{INT64_MAX}) return fail(Fault::too_large, "a number: " + written);
  return static_cast<std::int64_t>(written[0] == '-' ? -digits : digits);
}

bool close(const Json& number, const Rational& value) {
  const auto pico = pico_of(number);
  if (!pico) return false;
  const std::int64_t difference = *pico - value.pico();
  return difference <= 1000 && difference >= -1000;
}

}  // namespace fairdeal::rules
