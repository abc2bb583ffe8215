#include "ui/seat/bot_names.h"

#include <algorithm>
#include <charconv>

#include "base/edit_distance.h"
#include "proto/name.h"
#include "ui/engine/opponent.h"
#include "ui/sandbox/script_helper.h"
#include "ui/words/printable.h"

namespace fairdeal::seat {

bool answers_at_once(const std::string& bot) { return bot == "simple" || bot == "random"; }

bool may_name_bot(const std::string& bot) {
  return engine::names_engine(bot) ? engine::engine_choice(bot).has_value()
                                   : rules::may_name_opponent(bot);
}

Result<rules::Opponent> bot_named(const std::string& bot, const rules::AnyGame& game) {
  return engine::names_engine(bot) ? engine::engine_opponent(bot, game)
                                   : rules::opponent_named(bot, game);
}

bool reads_trail(const rules::Opponent& player, const rules::AnyGame& game) {
  return game.info().hidden || engine::names_engine(player.name);
}

void allow_bot(const std::string& bot) {
  if (const auto choice = engine::engine_choice(bot)) sandbox::allow_engine(choice->command);
}

std::optional<Beginner> beginner_named(const std::string& word) {
  if (word == "me") return Beginner::person;
  if (word == "bot") return Beginner::bot;
  if (word == "random") return Beginner::random;
  return {};
}

std::string bot_nickname(const std::string& bot, std::size_t number) {
  const std::string begins = "Bot ", ends = std::to_string(number);
  if (answers_at_once(bot)) return begins + ends;
  const auto engine = engine::engine_choice(bot);
  const bool votes = !engine && bot.find('+') != std::string::npos;
  std::string kind = engine ? engine->name : votes ? "ensemble" : bot.substr(0, bot.find(':'));
  const std::string strength =
      engine || votes || kind == bot ? " " : " " + bot.substr(kind.size() + 1) + " ";
  // The beginning of a long name is enough, so that the strength fits.
  while (!kind.empty()) {
    std::string name = begins + kind + strength + ends;
    if (proto::name_problem(name).empty()) return name;
    kind.pop_back();
  }
  return begins + ends;
}

std::vector<std::string> listed_bots(const std::string& list) {
  std::vector<std::string> bots;
  for (std::size_t from = 0; from <= list.size();) {
    const std::size_t to = std::min(list.find(',', from), list.size());
    const std::string part = list.substr(from, to - from);
    if (!bots.empty() && engine::names_engine(bots.back()) && part.find('=') != std::string::npos)
      bots.back() += "," + part;
    else
      bots.push_back(part);
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
    if (!may_name_bot(bot)) return {};
    return std::vector<std::string>(count, bot);
  }
  auto bots = listed_bots(text);
  if (bots.size() > kBotsMax || !std::ranges::all_of(bots, may_name_bot)) return {};
  return bots;
}

std::optional<std::vector<std::string>> bots_for(const std::string& list, std::size_t seats) {
  auto bots = listed_bots(list);
  if (bots.size() == 1) bots.resize(seats, bots.front());
  if (bots.size() != seats) return {};
  return bots;
}

std::optional<words::Failure> unknown_bot(const std::string& bot, const rules::AnyGame& game) {
  if (engine::names_engine(bot)) {
    const auto choice = engine::engine_choice(bot);
    const auto player = bot_named(bot, game);
    const auto why = player ? engine::why_no_engine(*choice) : std::optional(player.error().about);
    if (!why) return {};
    return words::Failure{words::Exit::usage, "unknown_bot", words::printable(*why) + "."};
  }
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
