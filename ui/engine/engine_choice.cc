#include "ui/engine/engine_choice.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <sstream>

namespace fairdeal::engine {
namespace {

constexpr std::string_view kBegins = "uci:";
constexpr std::size_t kChoiceMax = 200;

struct EngineKey {
  std::string_view name;
  std::uint64_t min, max;
};
constexpr EngineKey kKeys[] = {{"skill", 0, 20},
                               {"elo", 500, 4'000},
                               {"hash", 1, 256},
                               {"time", 1, 60'000},
                               {"nodes", 1, 1'000'000'000'000},
                               {"depth", 1, 100}};

tl::unexpected<Error> refused_choice(std::string_view bot, const std::string& why) {
  return fail(Fault::bad_parameters, "'" + std::string(bot) + "': " + why);
}

Result<> read_key(std::string_view bot, std::string_view part, EngineChoice& choice) {
  const std::string_view name = part.substr(0, part.find('='));
  const std::string_view text = part.substr(std::min(name.size() + 1, part.size()));
  const auto key = std::ranges::find(kKeys, name, &EngineKey::name);
  if (key == std::end(kKeys))
    return refused_choice(bot, "an engine has skill, elo, hash, time, nodes and depth");
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < key->min ||
      value > key->max)
    return refused_choice(bot, std::string(name) + " is " + std::to_string(key->min) + " to " +
                                   std::to_string(key->max));
  if (name == "skill") choice.settings.push_back({"Skill Level", std::to_string(value)});
  if (name == "hash") choice.settings.push_back({"Hash", std::to_string(value)});
  if (name == "elo") {
    choice.settings.push_back({"UCI_LimitStrength", "true"});
    choice.settings.push_back({"UCI_Elo", std::to_string(value)});
  }
  if (name == "time") choice.milliseconds = static_cast<std::int64_t>(value);
  if (name == "nodes") choice.nodes = value;
  if (name == "depth") choice.depth = static_cast<unsigned>(value);
  return {};
}

}  // namespace

bool names_engine(std::string_view bot) { return bot.starts_with(kBegins); }

Result<EngineChoice> engine_choice(std::string_view bot) {
  if (!names_engine(bot) || bot.size() > kChoiceMax)
    return refused_choice(bot.substr(0, kChoiceMax), "write an engine as uci:stockfish,skill=5");
  if (!std::ranges::all_of(bot, [](char c) { return c >= ' ' && c <= '~'; }))
    return refused_choice(bot, "the name of an engine is plain text");
  std::string_view rest = bot.substr(kBegins.size());
  EngineChoice choice;
  std::istringstream command(std::string(rest.substr(0, rest.find(','))));
  command >> choice.command.program;
  for (std::string argument; command >> argument;) choice.command.arguments.push_back(argument);
  choice.name = std::filesystem::path(choice.command.program).filename().string();
  if (choice.name.empty()) return refused_choice(bot, "it names no program");
  while (rest.find(',') != std::string_view::npos) {
    rest.remove_prefix(rest.find(',') + 1);
    FD_TRY(read_key(bot, rest.substr(0, rest.find(',')), choice));
  }
  if (choice.milliseconds == 0 && choice.nodes == 0 && choice.depth == 0)
    choice.milliseconds = kUsualThought_ms;
  return choice;
}

}  // namespace fairdeal::engine
