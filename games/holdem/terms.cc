#include "games/holdem/terms.h"

#include <algorithm>
#include <numeric>

#include "rules/json_full.h"

namespace fairdeal::rules {
namespace {

constexpr Chips kStackMax = 1'000'000'000'000;
/// No schedule is longer: with levels of ten hands it lasts a thousand.
constexpr std::size_t kLevelsMax = 100;

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

Result<BlindLevel> read_level(const Json& json) {
  if (!json.is_object() || json.size() != 4 || !json.contains("from") || !json.contains("small") ||
      !json.contains("big") || !json.contains("ante"))
    return bad_terms(R"(levels is a list such as [{"from":11,"small":20,"big":40,"ante":5}])");
  BlindLevel level;
  FD_TRY(level.from, amount(json, "from", 2));
  FD_TRY(level.small, amount(json, "small", 0));
  FD_TRY(level.big, amount(json, "big", 1));
  FD_TRY(level.ante, amount(json, "ante", 0));
  return level;
}

Result<std::vector<BlindLevel>> read_levels(const Json& params) {
  std::vector<BlindLevel> levels{{.from = 1,
                                  .small = params.at("small_blind").get<Chips>(),
                                  .big = params.at("big_blind").get<Chips>(),
                                  .ante = params.at("ante").get<Chips>()}};
  const Json& later = params.at("levels");
  if (later.size() > kLevelsMax)
    return bad_terms("levels are at most " + std::to_string(kLevelsMax));
  for (const Json& json : later) {
    FD_TRY(const BlindLevel level, read_level(json));
    if (level.from <= levels.back().from) return bad_terms("levels: each is from a later hand");
    levels.push_back(level);
  }
  for (const BlindLevel& level : levels)
    if (level.small > level.big) return bad_terms("small_blind is at most big_blind");
  return levels;
}

Result<std::vector<Chips>> read_stacks(const Json& params, std::size_t seats) {
  const auto each = params.find("stacks");
  if (each == params.end()) return std::vector<Chips>(seats, params.at("stack").get<Chips>());
  if (each->size() != seats)
    return bad_terms("stacks has one number for each of the " + std::to_string(seats) + " seats");
  std::vector<Chips> stacks;
  for (const Json& chips : *each) {
    if (!chips.is_number_integer() || chips < 1 || chips > kStackMax)
      return bad_terms("stacks: each is from 1 to " + std::to_string(kStackMax) + ", not " +
                       text(chips));
    stacks.push_back(chips.get<Chips>());
  }
  return stacks;
}

}  // namespace

const std::vector<Param>& HoldemTerms::params() {
  static const std::vector<Param> kParams{
      {"stack", "chips of each seat at the start", "1000", 1, kStackMax},
      {"small_blind", "chips", "10", 0, kStackMax},
      {"big_blind", "chips", "20", 1, kStackMax},
      {"ante", "chips that each seat pays each hand", "0", 0, kStackMax},
      {"hands", "how many hands are played; 0: until one seat has all the chips", "0", 0,
       1'000'000},
      {"betting",
       "no-limit, pot-limit or fixed-limit: bets of the big blind, twice that from the "
       "turn on",
       R"("no-limit")"},
      {"raises", "fixed-limit: how many raises may follow a bet in one round; 0: any number", "3",
       0, 1000},
      {"ante_from", "each seat, or the big blind for all, after its blind", R"("each")"},
      {"levels",
       "later blinds, each from a hand on: [{\"from\":11,\"small\":20,\"big\":40,\"ante\":5}, …]",
       "[]"},
      {"straddle", "whether the first to act may post twice the big blind before the cards",
       "false"},
      {"run_outs", "2: all who are all-in may agree on two boards, for half the pot each", "1", 1,
       2},
      {"sit_out", "whether a seat may sit out; its blinds are paid, its hand is dead", "false"},
      {"called_shows", "whether the last to bet on the river, if called, has to show", "false"},
      {"winner_shows", "whether a player who wins alone is asked to show or muck", "false"},
      {.name = "stacks",
       .about = "chips of each seat at the start, if they differ: [520,480], …",
       .value = "[]",
       .left_out = true}};
  return kParams;
}

Result<HoldemTerms> HoldemTerms::read(const Json& params, std::size_t seats) {
  HoldemTerms terms;
  FD_TRY(terms.levels, read_levels(params));
  FD_TRY(const std::size_t limit,
         choice(params, "betting", {"no-limit", "pot-limit", "fixed-limit"}));
  FD_TRY(const std::size_t payer, choice(params, "ante_from", {"each", "big-blind"}));
  const auto is = [&](const char* name) { return params.at(name).get<bool>(); };
  FD_TRY(terms.stacks, read_stacks(params, seats));
  terms.hands = params.at("hands").get<std::int64_t>();
  terms.limit.kind = static_cast<BetLimit::Kind>(limit);
  terms.limit.raises = params.at("raises").get<std::int64_t>();
  terms.table_ante = payer == 1;
  terms.straddle = is("straddle");
  terms.sit_out = is("sit_out");
  terms.called_shows = is("called_shows");
  terms.winner_shows = is("winner_shows");
  terms.run_twice = params.at("run_outs") == 2;
  return terms;
}

Chips HoldemTerms::total() const { return std::accumulate(stacks.begin(), stacks.end(), Chips{0}); }

std::size_t HoldemTerms::level_number(std::int64_t hand) const {
  const auto later = std::ranges::upper_bound(levels, hand, {}, &BlindLevel::from);
  return static_cast<std::size_t>(later - levels.begin());
}

const BlindLevel& HoldemTerms::level(std::int64_t hand) const {
  return levels[level_number(hand) - 1];
}

}  // namespace fairdeal::rules
