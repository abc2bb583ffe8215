#include "rules/players/resample.h"

#include <fstream>
#include <map>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/seeded_rng.h"
#include "rules/lua/script.h"
#include "rules/match.h"
#include "rules/model.h"
#include "rules/players/contest.h"
#include "rules/players/fair_moves.h"
#include "rules/players/resample.h"
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

/// Returns how many cards others played in the deal that is drawn although they held a better one
/// by the rules, and how many cards they played.
std::pair<int, int> rules_broken(const Trail& trail, Seat own, const Dealer& drawn) {
  std::pair<int, int> broken;
  Dealer dealer(0, drawn.outcomes());
  for (std::size_t i = 0; i < trail.events.size(); ++i) {
    const AnyGame& before = trail.before(i);
    const auto* move = std::get_if<Moved<Action>>(&trail.events[i]);
    if (move == nullptr) {
      (void)dealer.answer(before.wants().front());
      continue;
    }
    const auto card = card_of(move->move);
    if (move->seat == own || !card) continue;
    const AnyGame asked(before.model().without_answers());
    const auto fair = fair_cards(asked, move->seat, dealer.known(move->seat));
    EXPECT_TRUE(fair && !fair->empty());
    ++broken.second;
    broken.first += fair && fair->contains(*card) ? 0 : 1;
  }
  return broken;
}

/// A script counts what is asked about a value, and answers no more after a time. The deals of a
/// trick game keep the rules however many were drawn before.
TEST(Resample, KeepsTheRulesOfSpadesInEachOfManyDeals) {
  std::ifstream file(sources::shipped_script("spades.lua"));
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const Module module = module_of_script(Script::load("spades", text).value());
  SeededRng rng(3);
  int played = 0;
  const Seen seen = seen_after(start_game(module, Json::object(), 4).value(), 3, Seat(0),
                               [&](const Match& match, Seat mover) -> std::optional<Action> {
                                 const auto move = simple_move(match.game(), mover,
                                                               match.dealer().known(mover), rng);
                                 if (card_of(move) && ++played > 28) return {};
                                 return move;
                               });
  const auto resampler = Resampler::of(seen.sight()).value();
  for (int i = 0; i < 60; ++i) {
    const auto [broken, others] = rules_broken(seen.trail, Seat(0), resampler.draw(rng).value());
    EXPECT_EQ(broken, 0) << "draw " << i;
    EXPECT_GE(others, 20);
  }
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
