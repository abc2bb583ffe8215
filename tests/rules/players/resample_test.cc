#include "rules/players/resample.h"

#include <fstream>
#include <map>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/seeded_rng.h"
#include "rules/lua/script.h"
#include "rules/match.h"
#include "rules/players/contest.h"
#include "rules/players/fair_moves.h"
#include "rules/registry.h"
#include "tests/shipped_script.h"

namespace fairdeal::rules {
namespace {

/// The 99.9 % point of χ² for so many degrees of freedom (NIST/SEMATECH e-Handbook of Statistical
/// Methods, section 1.3.6.7.4), times 1,000.
std::int64_t limit_of(std::size_t degrees) {
  static constexpr std::int64_t kLimits[] = {1,      10'828, 13'816, 16'266, 18'467, 20'515,
                                             22'458, 24'322, 26'125, 27'877, 29'588, 31'264};
  return kLimits[degrees];
}

/// χ² times 1,000 of counts that should all be equal.
std::int64_t chi_squared(const std::map<std::string, std::int64_t>& counts, std::size_t classes,
                         std::int64_t draws) {
  const auto cells = static_cast<std::int64_t>(classes);
  std::int64_t squares = 0;
  for (const auto& [outcome, count] : counts) squares += count * count;
  return 1'000 * (squares * cells - draws * draws) / draws;
}

/// A match up to a point, and what one seat has seen of it.
struct Seen {
  Match match;
  Seat seat;
  Trail trail;
  SeatSight sight() const { return {match.game(), seat, match.dealer().known(seat), &trail}; }
};

/// Plays moves of the seats in turn, by a choice for each value; stops when it returns none.
template <class Choose>
Seen seen_after(AnyGame game, std::uint64_t seed, Seat seat, Choose&& choose) {
  Match match(std::move(game), Dealer(seed));
  EXPECT_TRUE(match.begin());
  while (!match.game().over()) {
    std::map<Seat, Action> moves;
    for (const Seat mover : match.game().active()) {
      const auto action = choose(match, mover);
      if (!action) {
        Trail trail = trail_of(match, seat);
        return {std::move(match), seat, std::move(trail)};
      }
      moves[mover] = *action;
    }
    EXPECT_TRUE(match.move(moves));
  }
  Trail trail = trail_of(match, seat);
  return {std::move(match), seat, std::move(trail)};
}

std::string faces_text(const Known& known) {
  std::string text;
  for (const auto& [slot, face] : known.faces)
    text += std::to_string(slot.value) + "=" + std::to_string(face.value) + " ";
  return text;
}

/// In Kuhn poker a seat with one of three cards knows that the other has one of two, each as often.
TEST(Resample, DealsTheOtherCardsOfKuhnPokerAsOftenAsChanceDoes) {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const Seen seen = seen_after(start_game("kuhn", Json::object(), 2).value(), seed, Seat(0),
                                 [](const Match&, Seat) { return std::optional<Action>(); });
    const auto resampler = Resampler::of(seen.sight()).value();
    SeededRng rng(seed);
    constexpr std::int64_t kDraws = 2'000;
    std::map<std::string, std::int64_t> counts;
    for (int i = 0; i < kDraws; ++i) {
      const Dealer dealer = resampler.draw(rng).value();
      EXPECT_EQ(dealer.known(Seat(0)).faces, seen.sight().known.faces);
      ++counts[faces_text(dealer.known(Seat(1)))];
    }
    EXPECT_EQ(counts.size(), 2u);
    EXPECT_LT(chi_squared(counts, 2, kDraws), limit_of(1));
  }
}

/// In Leduc poker, where two cards have each rank, the other seat's card and the board are drawn
/// from the five that are left. The faces differ, so each of the 20 pairs is as likely.
TEST(Resample, DealsTheOtherCardsOfLeducPokerAsOftenAsChanceDoes) {
  const Seen seen = seen_after(start_game("leduc", Json::object(), 2).value(), 5, Seat(1),
                               [](const Match&, Seat) { return std::optional<Action>(); });
  const auto resampler = Resampler::of(seen.sight()).value();
  SeededRng rng(5);
  constexpr std::int64_t kDraws = 3'000;
  std::map<std::string, std::int64_t> counts;
  for (int i = 0; i < kDraws; ++i) ++counts[faces_text(resampler.draw(rng).value().known(Seat(0)))];
  const std::size_t classes = counts.size();
  EXPECT_TRUE(classes == 5 || classes == 3) << classes;
  if (classes == 5) {
    EXPECT_LT(chi_squared(counts, 5, kDraws), limit_of(4));
  }
}

/// Returns a compiled game, or one of ours that is a script.
Module module_called(const std::string& name) {
  if (const auto found = find_module(name)) return **found;
  std::ifstream file(sources::shipped_script(name + ".lua"));
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return module_of_script(Script::load(name, text).value());
}

/// Every game that hides, in matches of simple players: at each move the seat that moves keeps what
/// it knows, and the match can be played on with the other deal.
class EveryHidingGame : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryHidingGame, GoesOnWithADealThatAgreesWithWhatASeatKnows) {
  const Module module = module_called(GetParam());
  const std::size_t seats = std::min<std::size_t>(std::max<std::size_t>(module.info().seats_min, 3),
                                                  module.info().seats_max);
  const AnyGame game = start_game(module, Json::object(), seats).value();
  for (std::uint64_t seed = 0; seed < 2; ++seed) {
    Match match(game, Dealer(seed));
    ASSERT_TRUE(match.begin());
    SeededRng rng(seed);
    for (int moves_made = 0; moves_made < 60 && !match.game().over(); ++moves_made) {
      std::map<Seat, Action> moves;
      for (const Seat seat : match.game().active()) {
        if (moves_made % 7 == 0) {
          const Trail trail = trail_of(match, seat);
          const auto resampler =
              Resampler::of({match.game(), seat, match.dealer().known(seat), &trail});
          ASSERT_TRUE(resampler) << resampler.error().about;
          const auto dealer = resampler->draw(rng);
          ASSERT_TRUE(dealer) << dealer.error().about;
          EXPECT_EQ(dealer->known(seat).faces, match.dealer().known(seat).faces);
          EXPECT_EQ(dealer->known(seat).dice, match.dealer().known(seat).dice);
          Match other = Match::from_middle(match.game(), *dealer);
          ASSERT_TRUE(other.begin());
          for (int more = 0; more < 20 && !other.game().over(); ++more) {
            std::map<Seat, Action> then;
            for (const Seat mover : other.game().active())
              then[mover] = simple_move(other.game(), mover, other.dealer().known(mover), rng);
            const auto moved = other.move(then);
            ASSERT_TRUE(moved) << moved.error().about;
          }
        }
        moves[seat] = simple_move(match.game(), seat, match.dealer().known(seat), rng);
      }
      ASSERT_TRUE(match.move(moves));
    }
  }
}

std::vector<std::string> hiding_games() {
  std::vector<std::string> names;
  for (const Module& module : modules())
    if (module.info().hidden && module.info().name != "new-game")
      names.push_back(module.info().name);
  for (const char* script : {"battleship", "blackjack", "crazy-eights", "gin-rummy", "hanabi",
                             "higher", "mia", "skull", "spades"})
    names.emplace_back(script);
  return names;
}
INSTANTIATE_TEST_SUITE_P(Games, EveryHidingGame, ::testing::ValuesIn(hiding_games()),
                         [](const auto& given) {
                           std::string name = given.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

/// Two seats get two of six cards each, three of a suit, and two lie aside. Seat 1 leads, and the
/// other follows suit if it can.
constexpr const char* kFourCards = R"(
local function suit(face) return face // 3 end
local function seat_of(state) return #state.plays == 0 and 1 or 2 end
local function fair(state, seat, known)
  local own, follows = {}, {}
  for slot = 2 * seat - 2, 2 * seat - 1 do
    local face = known.faces[tostring(slot)]
    if face then
      own[#own + 1] = slot
      local follow = #state.plays > 0 and suit(face) == suit(state.plays[1])
      if follow then follows[#follows + 1] = slot end
    end
  end
  return #follows > 0 and follows or own
end
return {
  name = "four-cards", seats = 2, hidden = true, chance = true,
  hint = { cards = { seats = { layout = "row" }, mine = { pairs = "/own", fair = "/fair" } } },
  start = function() return { dealt = -1, plays = {}, chosen = -1 } end,
  wants = function(state)
    if state.dealt < 0 then
      return { { type = "shuffle", slots = { 0, 1, 2, 3, 4, 5 }, faces = { 0, 1, 2, 3, 4, 5 } } }
    elseif state.dealt < 4 then
      return { { type = "deal", slot = state.dealt, to = state.dealt // 2 + 1 } }
    elseif state.chosen >= 0 then
      return { { type = "show", slot = state.chosen } }
    elseif #state.plays < 2 then
      return { { type = "move", seats = { seat_of(state) } } }
    elseif #state.plays < 3 then
      return { { type = "move", seats = { 1 } } }
    end
    return {}
  end,
  legal = function(state, seat) return { 2 * seat - 2, 2 * seat - 1 } end,
  after = function(state, event)
    if event.type == "moved" then
      if #state.plays == 2 then state.plays[3] = 0 else state.chosen = event.move end
    elseif event.type == "shown" then
      state.plays[#state.plays + 1] = event.face
      state.chosen = -1
    elseif event.type == "shuffled" or event.type == "dealt" then
      state.dealt = state.dealt + 1
    else
      state.plays = { 0, 0, 0 }
    end
    return state
  end,
  view = function(state, seat, known)
    state.own, state.fair = {}, type(seat) == "number" and fair(state, seat, known) or {}
    return state
  end,
  result = function(state) return #state.plays == 3 and { 0, 0 } or nil end,
}
)";

/// Whoever does not follow suit has no card of it. So of the three cards that the leader has not
/// seen, each that is of the other suit is the other's second card as often.
TEST(Resample, DealsTheCardsOfATrickAsOftenAsTheRulesAllow) {
  const auto script = Script::load("four-cards.lua", kFourCards);
  ASSERT_TRUE(script) << script.error().about;
  const Module module = module_of_script(*script);
  ASSERT_TRUE(says_what_is_fair(start_game(module, Json::object(), 2).value()));
  std::size_t not_followed = 0;
  for (std::uint64_t seed = 0; seed < 24; ++seed) {
    SeededRng players(seed);
    const Seen seen = seen_after(
        start_game(module, Json::object(), 2).value(), seed, Seat(0),
        [&](const Match& match, Seat mover) -> std::optional<Action> {
          if (match.game().json()["plays"].size() == 2) return {};
          return sensible_moves(match.game(), mover, match.dealer().known(mover))[0].action;
        });
    const Json plays = seen.match.game().json()["plays"];
    const std::int64_t led = plays[0].get<std::int64_t>(), answer = plays[1].get<std::int64_t>();
    const bool followed = led / 3 == answer / 3;
    std::set<std::int64_t> possible;
    for (std::int64_t face = 0; face < 6; ++face)
      if (face != answer && (followed || face / 3 != led / 3)) possible.insert(face);
    for (const auto& [slot, face] : seen.sight().known.faces) possible.erase(face.value);
    not_followed += followed ? 0 : 1;
    const auto resampler = Resampler::of(seen.sight()).value();
    SeededRng rng(seed);
    constexpr std::int64_t kDraws = 600;
    std::map<std::string, std::int64_t> counts;
    for (int i = 0; i < kDraws; ++i) {
      const Dealer dealer = resampler.draw(rng).value();
      for (const auto& [slot, face] : dealer.known(Seat(1)).faces) {
        if (face.value == answer) continue;
        EXPECT_TRUE(possible.contains(face.value)) << face.value << " after " << plays;
        ++counts[std::to_string(face.value)];
      }
    }
    EXPECT_EQ(counts.size(), possible.size()) << plays;
    EXPECT_LT(chi_squared(counts, possible.size(), kDraws), limit_of(possible.size() - 1)) << plays;
  }
  EXPECT_GT(not_followed, 2u) << "too few matches in which there is something to infer";
}

/// At hearts nobody has broken a rule in a deal that is drawn: when the hand is over and all cards
/// are known, the game finds no renounce.
TEST(Resample, TakesOthersToKeepTheRulesOfHearts) {
  SeededRng rng(3);
  std::uint64_t late = 0;
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const Seen seen =
        seen_after(start_game("hearts", {{"hands", 1}}, 4).value(), seed, Seat(0),
                   [&](const Match& match, Seat mover) -> std::optional<Action> {
                     const auto played = match.game().json()["plays"].size();
                     if (mover == Seat(0) && played >= 12 * (seed + 1)) return {};
                     return simple_move(match.game(), mover, match.dealer().known(mover), rng);
                   });
    ASSERT_FALSE(seen.match.game().over());
    late += seen.match.game().json()["plays"].size();
    const auto resampler = Resampler::of(seen.sight()).value();
    for (int i = 0; i < 10; ++i) {
      Match other = Match::from_middle(seen.match.game(), resampler.draw(rng).value());
      ASSERT_TRUE(other.begin());
      while (!other.game().over()) {
        const Seat mover = other.game().active().front();
        ASSERT_TRUE(other.move(
            {{mover, simple_move(other.game(), mover, other.dealer().known(mover), rng)}}));
      }
      EXPECT_EQ(other.game().json()["renounces"], seen.match.game().json()["renounces"])
          << "seed " << seed << " draw " << i;
    }
  }
  EXPECT_GE(late, 12u * (1 + 2 + 3 + 4));
}

}  // namespace
}  // namespace fairdeal::rules
