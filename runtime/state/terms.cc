#include "runtime/state/terms.h"

#include <array>

#include "consensus/quorum.h"
#include "proto/limits.h"
#include "runtime/state/evening.h"
#include "runtime/state/rules_digest.h"

namespace fairdeal::state {
namespace {

using proto::Pace;
using proto::Terms;

struct Time {
  const char* name;
  Duration Pace::*time;
  Duration min, max;
  bool may_be_untimed = false;
};
constexpr std::array kTimes{
    Time{"work time", &Pace::work, kWorkMin, kWorkMax},
    Time{"round time", &Pace::round, kRoundMin, kRoundMax},
    Time{"move time", &Pace::move, kMoveMin, kMoveMax, true},
    Time{"reserve", &Pace::bank, {0}, kAllowanceMax},
    Time{"increment", &Pace::increment, {0}, kAllowanceMax},
    Time{"reconnect time", &Pace::reconnect, {0}, kAllowanceMax},
};

struct Number {
  const char* name;
  std::uint32_t Terms::*number;
};
constexpr std::array kNumbers{
    Number{"number of seats", &Terms::seats},
    Number{"number of witnesses", &Terms::witnesses},
    Number{"quorum", &Terms::quorum},
    Number{"recovery", &Terms::recovery},
};

std::string name(proto::Randomness randomness) {
  return randomness == proto::Randomness::coin ? "coins" : "commit and reveal";
}

Result<> out_of_bounds(const std::string& term, const std::string& is, const std::string& may_be) {
  return fail(Fault::bad_parameters, term + " of " + is + ", which may be " + may_be);
}

Result<> check_number(const char* term, std::uint32_t is, std::size_t min, std::size_t max) {
  if (is >= min && is <= max) return {};
  return out_of_bounds(term, std::to_string(is),
                       std::to_string(min) + " to " + std::to_string(max));
}

Result<> check_recovery(const Terms& terms) {
  if (terms.recovery == 0) return {};
  const std::string is =
      std::to_string(terms.recovery) + " among " + std::to_string(terms.seats) + " seats";
  if (terms.seats < kRecoverySeatsMin)
    return out_of_bounds("recovery", is,
                         "on only from " + std::to_string(kRecoverySeatsMin) + " seats");
  if (terms.recovery + 1 != terms.seats)
    return out_of_bounds("recovery", is,
                         "off, or by all " + std::to_string(terms.seats - 1) + " others");
  return {};
}

Result<> differs(const char* term, const std::string& is, const std::string& was) {
  return fail(Fault::bad_parameters,
              std::string(term) + " other than shown: " + is + ", not " + was);
}

}  // namespace

Result<> check_terms(const Terms& terms) {
  FD_TRY(check_number("number of seats", terms.seats, 1, proto::kSeatsMax));
  FD_TRY(check_number("number of witnesses", terms.witnesses, 0, proto::kWitnessesMax));
  FD_TRY(check_number("quorum", terms.quorum, consensus::default_quorum(terms.validators()),
                      terms.validators()));
  FD_TRY(check_recovery(terms));
  if (terms.randomness == proto::Randomness::coin && terms.recovery == 0)
    return out_of_bounds("randomness", name(terms.randomness),
                         "coins only with recovery, else commit and reveal");
  for (const Time& time : kTimes) {
    const Duration is = terms.pace.*time.time;
    if (time.may_be_untimed && is == proto::kUntimed) continue;
    if (is < time.min || is > time.max)
      return out_of_bounds(time.name, in_words(is),
                           in_words(time.min) + " to " + in_words(time.max) +
                               (time.may_be_untimed ? ", or untimed" : ""));
  }
  FD_TRY(check_number("number of absences", terms.pace.absences, 1, kAbsencesMax));
  return check_number("number of careful moves", terms.pace.careful, 0, kCarefulMax);
}

Result<> check_same(const Terms& shown, const Terms& offered) {
  if (offered.module != shown.module) return differs("game", offered.module, shown.module);
  if (offered.module_version != shown.module_version)
    return differs("version of the game", offered.module_version, shown.module_version);
  if (offered.rules != shown.rules)
    return differs("rules", short_hex(offered.rules), short_hex(shown.rules));
  if (offered.interpreter != shown.interpreter)
    return differs("interpreter", offered.interpreter, shown.interpreter);
  if (offered.params != shown.params)  // they may be kilobytes
    return fail(Fault::bad_parameters, "parameters other than shown");
  for (const Number& number : kNumbers)
    if (offered.*number.number != shown.*number.number)
      return differs(number.name, std::to_string(offered.*number.number),
                     std::to_string(shown.*number.number));
  if (offered.randomness != shown.randomness)
    return differs("randomness", name(offered.randomness), name(shown.randomness));
  for (const Time& time : kTimes)
    if (offered.pace.*time.time != shown.pace.*time.time)
      return differs(time.name, in_words(offered.pace.*time.time), in_words(shown.pace.*time.time));
  if (offered.pace.absences != shown.pace.absences)
    return differs("number of absences", std::to_string(offered.pace.absences),
                   std::to_string(shown.pace.absences));
  if (offered.pace.careful != shown.pace.careful)
    return differs("number of careful moves", std::to_string(offered.pace.careful),
                   std::to_string(shown.pace.careful));
  if (offered.continues != shown.continues)
    return fail(Fault::bad_parameters, "match that is continued other than shown");
  return check_same_evening(shown.evening, offered.evening);
}

std::string in_words(Duration time) {
  if (time == proto::kUntimed) return "no limit";
  struct Unit {
    std::int64_t ms;
    const char* one;
    const char* many;
  };
  constexpr std::array kUnits{Unit{86'400'000, "day", "days"}, Unit{3'600'000, "h", "h"},
                              Unit{60'000, "min", "min"}, Unit{1'000, "s", "s"},
                              Unit{1, "ms", "ms"}};
  std::string words;
  for (const Unit& unit : kUnits) {
    const std::int64_t count = time.ms / unit.ms;
    time.ms %= unit.ms;
    if (count != 0)
      words += (words.empty() ? "" : " ") + std::to_string(count) + " " +
               (count == 1 ? unit.one : unit.many);
  }
  return words.empty() ? "0 s" : words;
}

}  // namespace fairdeal::state
