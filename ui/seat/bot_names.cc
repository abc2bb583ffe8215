#include "ui/seat/bot_names.h"

#include <algorithm>
#include <charconv>

#include "base/edit_distance.h"
#include "rules/players/thinker.h"
#include "ui/words/printable.h"

namespace fairdeal::seat {

bool answers_at_once(const std::string& bot) { return bot == "simple" || bot == "random"; }

std::string bot_nickname(const std::string& bot, std::size_t number) {
  std::string kind = answers_at_once(bot) ? "" : bot + " ";
  std::ranges::replace(kind, ':', ' ');
  return "Bot " + kind + std::to_string(number);
}

std::vector<std::string> listed_bots(const std::string& list) {
  std::vector<std::string> bots;
  for (std::size_t from = 0; from <= list.size();) {
    const std::size_t to = std::min(list.find(',', from), list.size());
    bots.push_back(list.substr(from, to - from));
    from = to + 1;
  }
  return bots;
}

std::optional<std::vector<std::string>> counted_bots(const std::string& text) {
  constexpr std::size_t kBotsMax = 99;
  std::size_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  const std::string rest(end, text.data() + text.size());
  if (error == std::errc() && count <= kBotsMax && (rest.empty() || rest.front() == ':')) {
    const std::string bot = rest.empty() ? "simple" : rest.substr(1);
    if (!rules::may_name_opponent(bot)) return {};
    return std::vector<std::string>(count, bot);
  }
  auto bots = listed_bots(text);
  if (bots.size() > kBotsMax || !std::ranges::all_of(bots, rules::may_name_opponent)) return {};
  return bots;
}

std::optional<std::vector<std::string>> bots_for(const std::string& list, std::size_t seats) {
  auto bots = listed_bots(list);
  if (bots.size() == 1) bots.resize(seats, bots.front());
  if (bots.size() != seats) return {};
  return bots;
}

std::optional<words::Failure> unknown_bot(const std::string& bot, const rules::AnyGame& game) {
  if (rules::opponent_named(bot, game)) return {};
  std::string known;
  for (const std::string& name : rules::opponents_for(game))
    known += (known.empty() ? "" : ", ") + name;
  const std::string near = nearest_name(bot, rules::opponents_for(game));
  return words::Failure{words::Exit::usage, "unknown_bot",
                        words::printable(bot) + " is none of " + known +
                            (near.empty() ? "" : " (did you mean " + near + "?)") +
                            ", which play " + game.info().name + "."};
}

}  // namespace fairdeal::seat
