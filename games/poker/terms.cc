#include "games/poker/terms.h"

#include <algorithm>
#include <numeric>

#include "games/poker/mix.h"
#include "rules/json_full.h"
#include "rules/json_reader.h"

namespace fairdeal::rules {
namespace {

constexpr Chips kStackMax = 1'000'000'000'000;
/// No schedule is longer: with levels of ten hands it lasts a thousand.
constexpr std::size_t kLevelsMax = 100;
constexpr const char* kBombAnte = "40";
constexpr std::int64_t kLevelMinutesMax = 1440;

tl::unexpected<Error> bad_terms(const std::string& about) {
  return fail(Fault::bad_parameters, about);
}

/// The one of `words` that parameter `name` is.
Result<std::size_t> choice(const Json& params, const char* name,
                           std::initializer_list<const char*> words) {
  std::string all;
  std::size_t i = 0;
  for (const char* word : words) {
    if (params.at(name) == word) return i;
    all += (i++ == 0 ? "" : ", ") + std::string(word);
  }
  return bad_terms(std::string(name) + " is one of " + all);
}

Result<Chips> amount(const Json& level, const char* name, Chips min) {
  const Json& value = level.at(name);
  if (!value.is_number_integer() || value < min || value > kStackMax)
    return bad_terms("levels: '" + std::string(name) + "' is from " + std::to_string(min) + " to " +
                     std::to_string(kStackMax) + ", not " + text(value));
  return value.get<Chips>();
}

/// The names that the forced chips of a variant have: as parameters, and in a later level.
struct ForcedNames {
  const char* small;  ///< null: there is none
  const char* big;
  const char* small_later;
  const char* big_later;
  const char* example;
  const char* bring_in = nullptr;  ///< beside blinds
};

ForcedNames names_of(PokerVariant::Forced forced) {
  switch (forced) {
    case PokerVariant::Forced::blinds:
      return {"small_blind", "big_blind", "small", "big",
              R"([{"from":11,"small":20,"big":40,"ante":5}])"};
    case PokerVariant::Forced::button_blind:
      return {nullptr, "button_blind", nullptr, "button", R"([{"from":11,"button":40,"ante":5}])"};
    case PokerVariant::Forced::bring_in:
      return {"bring_in", "bet", "bring_in", "bet",
              R"([{"from":11,"bring_in":10,"bet":40,"ante":5}])"};
    case PokerVariant::Forced::of_the_game:
      return {"small_blind",
              "big_blind",
              "small",
              "big",
              R"([{"from":41,"small":20,"big":40,"ante":8,"bring_in":10}])",
              "bring_in"};
  }
  return {};
}

/// `by_hands`: the level says from which hand on it is.
Result<BlindLevel> read_level(const Json& json, const ForcedNames& names, bool by_hands) {
  const std::size_t members = (names.small != nullptr ? 3U : 2U) +
                              (names.bring_in != nullptr ? 1U : 0U) + (by_hands ? 1U : 0U);
  if (!by_hands && json.is_object() && json.contains("from"))
    return bad_terms("levels: with level_minutes no level has 'from'");
  if (by_hands && (!json.is_object() || !json.contains("from")))
    return bad_terms(std::string("levels is a list such as ") + names.example +
                     "; without 'from' only with level_minutes");
  if (!json.is_object() || json.size() != members ||
      (names.small != nullptr && !json.contains(names.small_later)) ||
      !json.contains(names.big_later) || !json.contains("ante") ||
      (names.bring_in != nullptr && !json.contains(names.bring_in)))
    return bad_terms(std::string("levels is a list such as ") + names.example +
                     (by_hands ? "" : ", without 'from'"));
  BlindLevel level;
  if (by_hands) {
    FD_TRY(level.from, amount(json, "from", 2));
  }
  if (names.small != nullptr) {
    FD_TRY(level.small, amount(json, names.small_later, 0));
  }
  FD_TRY(level.big, amount(json, names.big_later, 1));
  FD_TRY(level.ante, amount(json, "ante", 0));
  if (names.bring_in != nullptr) {
    FD_TRY(level.bring_in, amount(json, names.bring_in, 0));
  }
  return level;
}

std::int64_t minutes_of_level(const Json& params) {
  return params.value("level_minutes", std::int64_t{0});
}

Result<std::vector<BlindLevel>> read_levels(const Json& params, PokerVariant::Forced forced) {
  const ForcedNames names = names_of(forced);
  std::vector<BlindLevel> levels{
      {.from = 1,
       .small = names.small != nullptr ? params.at(names.small).get<Chips>() : 0,
       .big = params.at(names.big).get<Chips>(),
       .ante = params.at("ante").get<Chips>(),
       .bring_in = names.bring_in != nullptr ? params.at(names.bring_in).get<Chips>() : 0}};
  const Json& later = params.at("levels");
  const bool by_hands = minutes_of_level(params) == 0;
  if (later.size() > kLevelsMax)
    return bad_terms("levels are at most " + std::to_string(kLevelsMax));
  for (const Json& json : later) {
    FD_TRY(const BlindLevel level, read_level(json, names, by_hands));
    if (by_hands && level.from <= levels.back().from)
      return bad_terms("levels: each is from a later hand");
    levels.push_back(level);
  }
  for (const BlindLevel& level : levels) {
    if (level.small > level.big)
      return bad_terms(std::string(names.small) + " is at most " + names.big);
    if (forced == PokerVariant::Forced::bring_in && level.small == level.big)
      return bad_terms("bring_in is less than bet");
    if (level.bring_in >= level.big) return bad_terms("bring_in is less than big_blind");
  }
  return levels;
}

/// Reads the games of a mixed table, as numbers of mixed_games().
Result<std::vector<std::uint8_t>> read_games(const Json& params) {
  const auto all = mixed_games();
  std::string names;
  for (const MixedGame& game : all) names += (names.empty() ? "" : ", ") + std::string(game.name);
  std::vector<std::uint8_t> games;
  for (const Json& name : params.at("games")) {
    const auto found =
        std::ranges::find_if(all, [&](const MixedGame& game) { return name == game.name; });
    if (found == all.end()) return bad_terms("games: each is one of " + names);
    const auto number = static_cast<std::uint8_t>(found - all.begin());
    if (std::ranges::count(games, number) > 0) return bad_terms("games: each stands there once");
    games.push_back(number);
  }
  if (games.empty()) return bad_terms("games: there is one at least");
  return games;
}

Result<std::vector<Chips>> read_stacks(const Json& params, std::size_t seats) {
  const auto each = params.find("stacks");
  if (each == params.end()) return std::vector<Chips>(seats, params.at("stack").get<Chips>());
  if (each->size() != seats)
    return bad_terms("stacks has one number for each of the " + std::to_string(seats) + " seats");
  std::vector<Chips> stacks;
  for (const Json& chips : *each) {
    if (!chips.is_number_integer() || chips < 0 || chips > kStackMax)
      return bad_terms("stacks: each is from 0 to " + std::to_string(kStackMax) + ", not " +
                       text(chips));
    stacks.push_back(chips.get<Chips>());
  }
  if (stacks.size() - static_cast<std::size_t>(std::ranges::count(stacks, 0)) < 2)
    return bad_terms("stacks: two seats at least have chips");
  return stacks;
}

}  // namespace

namespace {

/// Returns the parameters for what is due before anybody has a choice.
std::vector<Param> forced_params(PokerVariant::Forced forced) {
  const Param ante{"ante", "chips that each seat pays each hand", "0", 0, kStackMax};
  switch (forced) {
    case PokerVariant::Forced::blinds:
      return {{"small_blind", "chips", "10", 0, kStackMax},
              {"big_blind", "chips", "20", 1, kStackMax},
              ante};
    case PokerVariant::Forced::button_blind: {
      Param of_each = ante;
      of_each.value = "10";
      return {
          {"button_blind", "chips that the button posts, and the least bet", "20", 1, kStackMax},
          of_each};
    }
    case PokerVariant::Forced::bring_in: {
      Param of_each = ante;
      of_each.value = "4";
      return {{"bring_in", "chips of the first card to speak, less than a bet", "5", 0, kStackMax},
              {"bet", "size of a bet; twice that from card five on", "20", 1, kStackMax},
              of_each};
    }
    case PokerVariant::Forced::of_the_game: {
      Param of_each = ante;
      of_each.value = "4";
      of_each.about = "stud games: chips that each seat pays each hand";
      return {{"small_blind", "chips", "10", 0, kStackMax},
              {"big_blind", "chips, and the size of a bet in each game", "20", 1, kStackMax},
              {"bring_in", "stud games: chips of the first card to speak, less than a bet", "5", 0,
               kStackMax},
              of_each};
    }
  }
  return {};
}

std::string limits_about(const PokerVariant& variant) {
  std::string rounds = "in the later rounds";
  if (variant.has_bring_in()) rounds = "from card five on";
  if (variant.board() > 0 && !variant.is_mixed()) rounds = "from the turn on";
  return std::string("no-limit, pot-limit or fixed-limit: bets of the ") +
         (variant.has_blinds() || variant.is_mixed() ? "big blind" : "least size") +
         ", twice that " + rounds;
}

std::string levels_about(PokerVariant::Forced forced) {
  const std::string example = names_of(forced).example;
  return "later blinds, each from a hand on: " + example.substr(0, example.size() - 1) + ", …]";
}

/// Adds the parameters of bomb pots.
void add_bomb_params(std::vector<Param>& params) {
  params.push_back({.name = "bomb_every",
                    .about = "every so many hands is a bomb pot: all pay bomb_ante, no blinds, "
                             "first bets on the flop; 0: none",
                    .value = "0",
                    .min = 0,
                    .max = 1000,
                    .left_out = true});
  params.push_back({.name = "bomb_ante",
                    .about = "chips that each seat pays in a bomb pot",
                    .value = kBombAnte,
                    .min = 1,
                    .max = kStackMax,
                    .left_out = true});
}

}  // namespace

std::vector<Param> PokerTerms::params(const PokerVariant& variant, const char* betting,
                                      const char* hands) {
  std::vector<Param> params{{"stack", "chips of each seat at the start", "1000", 1, kStackMax}};
  for (Param& param : forced_params(variant.forced)) params.push_back(std::move(param));
  if (variant.is_mixed()) {
    params.push_back({"games", "the games in their order; by default HORSE",
                      R"(["holdem","omaha-hi-lo","razz","stud","stud-hi-lo"])"});
    params.push_back({"game_hands", "hands of each game; 0: once round", "8", 0, 1000});
    params.push_back(
        {"dealers_choice", "whether the button chooses each game, out of games", "false"});
  }
  params.push_back({"hands", "how many hands are played; 0: until one seat has all the chips",
                    hands, 0, 1'000'000});
  params.push_back({"betting", limits_about(variant), text(Json(betting))});
  params.push_back({"raises",
                    "fixed-limit: how many raises may follow a bet in one round; 0: any number",
                    "3", 0, 1000});
  if (variant.has_blinds())
    params.push_back(
        {"ante_from", "each seat, or the big blind for all, after its blind", R"("each")"});
  params.push_back({"levels", levels_about(variant.forced), "[]"});
  params.push_back({.name = "level_minutes",
                    .about = "minutes that each level lasts, by the clocks of most members; its "
                             "levels have no from; 0: levels go by hands",
                    .value = "0",
                    .min = 0,
                    .max = kLevelMinutesMax,
                    .left_out = true});
  if (variant.has_blinds()) {
    params.push_back({"straddle",
                      "whether the first to act may post twice the big blind before the cards",
                      "false"});
    params.push_back({.name = "straddle_from",
                      .about = "the first to act, the button, or any seat without a blind",
                      .value = R"("first")",
                      .left_out = true});
  }
  if (variant.board() > 0)
    params.push_back({"run_outs",
                      "2: all who are all-in may agree on two boards, for half the pot each", "1",
                      1, 2});
  if (variant.board() > 0) add_bomb_params(params);
  params.push_back(
      {"sit_out", "whether a seat may sit out; its blinds are paid, its hand is dead", "false"});
  params.push_back(
      {"called_shows", "whether the last to bet on the river, if called, has to show", "false"});
  params.push_back(
      {"winner_shows", "whether a player who wins alone is asked to show or muck", "false"});
  if (variant.board() > 0)
    params.push_back({.name = "rabbit",
                      .about = "whether all who got cards may agree, once all but one have folded, "
                               "to see the rest of the board",
                      .value = "false",
                      .left_out = true});
  params.push_back(
      {.name = "stacks",
       .about = "chips of each seat at the start, if they differ: [520,480], …; 0: an empty seat",
       .value = "[]",
       .left_out = true});
  return params;
}

Result<PokerTerms> PokerTerms::read(const PokerVariant& variant, const Json& params,
                                    std::size_t seats) {
  PokerTerms terms;
  FD_TRY(terms.levels, read_levels(params, variant.forced));
  terms.level_minutes = minutes_of_level(params);
  if (terms.level_minutes > 0 && terms.levels.size() == 1)
    return bad_terms("level_minutes: there are no levels after the first");
  FD_TRY(const std::size_t limit,
         choice(params, "betting", {"no-limit", "pot-limit", "fixed-limit"}));
  const auto is = [&](const char* name) { return params.at(name).get<bool>(); };
  FD_TRY(terms.stacks, read_stacks(params, seats));
  terms.hands = params.at("hands").get<std::int64_t>();
  terms.limit.kind = static_cast<BetLimit::Kind>(limit);
  terms.limit.raises = params.at("raises").get<std::int64_t>();
  if (variant.has_blinds()) {
    FD_TRY(const std::size_t payer, choice(params, "ante_from", {"each", "big-blind"}));
    terms.table_ante = payer == 1;
    terms.straddle = is("straddle");
    const Json from{{"straddle_from", params.value("straddle_from", "first")}};
    FD_TRY(const std::size_t straddlers, choice(from, "straddle_from", {"first", "button", "any"}));
    terms.straddlers = static_cast<Straddlers>(straddlers);
  }
  if (variant.is_mixed()) {
    FD_TRY(terms.games, read_games(params));
    terms.game_hands = params.at("game_hands").get<std::int64_t>();
    terms.dealers_choice = is("dealers_choice");
  }
  terms.sit_out = is("sit_out");
  terms.called_shows = is("called_shows");
  terms.winner_shows = is("winner_shows");
  if (variant.board() > 0) {
    terms.run_twice = params.at("run_outs") == 2;
    terms.rabbit = params.value("rabbit", false);
    terms.bomb_every = params.value("bomb_every", std::int64_t{0});
    if (terms.bomb_every > 0 && terms.dealers_choice)
      return bad_terms(
          "bomb_every: not with dealers_choice, where the button could choose the "
          "hands in which nobody posts a blind");
    terms.bomb_ante = params.value("bomb_ante", json_or_null(kBombAnte).get<Chips>());
  }
  return terms;
}

Chips PokerTerms::total() const { return std::accumulate(stacks.begin(), stacks.end(), Chips{0}); }

void PokerTerms::put_levels_from(std::size_t first, std::int64_t played,
                                 PokerVariant::Forced forced, Json& params) const {
  const ForcedNames names = names_of(forced);
  const BlindLevel& level = levels.at(first);
  if (names.small != nullptr) params[names.small] = level.small;
  params[names.big] = level.big;
  params["ante"] = level.ante;
  if (names.bring_in != nullptr) params[names.bring_in] = level.bring_in;
  Json& later = params["levels"];
  later.erase(later.begin(), later.begin() + static_cast<std::ptrdiff_t>(first));
  for (Json& each : later)
    if (level_minutes == 0) each["from"] = each["from"].get<std::int64_t>() - played;
  if (later.empty()) params.erase("level_minutes");
}

std::size_t PokerTerms::level_number(std::int64_t hand) const {
  const auto later = std::ranges::upper_bound(levels, hand, {}, &BlindLevel::from);
  return static_cast<std::size_t>(later - levels.begin());
}

}  // namespace fairdeal::rules
