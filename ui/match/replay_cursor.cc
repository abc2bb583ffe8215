#include "ui/match/replay_cursor.h"

#include <charconv>
#include <sstream>

namespace fairdeal::match {

const char* const kReplayHelp =
    "  key            word          does\n"
    "  Right, Enter   (empty line)  the next record\n"
    "  Left           back          the record before\n"
    "  ]  [           ]  [          the next street, the one before\n"
    "  PgDn  PgUp     >  <          the next hand, the one before\n"
    "  Home  End      first  last   the first record, the last\n"
    "  14h            hand 14       to hand 14\n"
    "  310r           record 310    to record 310\n"
    "  v              mine, all     what you saw, or what everybody saw\n"
    "  Space          play          goes on by itself, until you go elsewhere or play again\n"
    "  +  -           speed 4       twice as fast, half as fast; 1, 2, 4 or 8 records a second\n"
    "  q              quit          leaves";

bool ReplayCursor::to(std::size_t at) {
  if (at >= frames_.size() || at == at_) return false;
  at_ = at;
  return true;
}

std::size_t ReplayCursor::begin_of(std::size_t at, Same same) const {
  while (at > 0 && same(frames_[at - 1], frames_[at])) --at;
  return at;
}

bool ReplayCursor::forward(Same same) {
  std::size_t at = at_;
  while (at < frames_.size() && same(frames_[at], frames_[at_])) ++at;
  return to(at);
}

bool ReplayCursor::backward(Same same) {
  const std::size_t begin = begin_of(at_, same);
  return to(begin < at_ || begin == 0 ? begin : begin_of(begin - 1, same));
}

bool ReplayCursor::to_hand(std::int64_t hand) {
  for (std::size_t at = 0; at < frames_.size(); ++at)
    if (frames_[at].hand == hand) return at == at_ || to(at);
  return false;
}

bool ReplayCursor::to_record(std::uint64_t record) {
  const std::size_t at = record < frames_.size() ? static_cast<std::size_t>(record) + 1 : 0;
  return at != 0 && (at == at_ || to(at));
}

std::optional<ReplayCommand> replay_command(const std::string& line) {
  using Step = ReplayStep;
  std::istringstream words(line);
  std::string word, number, more;
  words >> word >> number >> more;
  if (word == "hand" || word == "record" || word == "speed") {
    std::uint64_t value = 0;
    const char* const end = number.data() + number.size();
    const auto [stop, error] = std::from_chars(number.data(), end, value);
    if (error != std::errc() || stop != end || !more.empty() || value > INT64_MAX) return {};
    return ReplayCommand{word == "hand"     ? Step::to_hand
                         : word == "record" ? Step::to_record
                                            : Step::speed,
                         value};
  }
  if (!number.empty()) return {};
  constexpr std::pair<const char*, Step> kWords[] = {
      {"", Step::next},         {"next", Step::next},     {"back", Step::back},
      {"]", Step::next_street}, {"[", Step::street_back}, {">", Step::next_hand},
      {"<", Step::hand_back},   {"first", Step::first},   {"last", Step::last},
      {"mine", Step::mine},     {"all", Step::everybody}, {"v", Step::other},
      {"play", Step::play},     {"+", Step::faster},      {"-", Step::slower},
      {"?", Step::help},        {"help", Step::help},     {"quit", Step::quit},
      {"q", Step::quit}};
  for (const auto& [name, step] : kWords)
    if (word == name) return ReplayCommand{step};
  return {};
}

}  // namespace fairdeal::match
