// One module, two drivers: what a table of peers did by cryptography, done again by the trusted
// dealer from the list of what chance decided, goes through the same values.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "crypto/deck.h"
#include "rules/lua/script.h"
#include "rules/match.h"
#include "tests/conformance/cases.h"
#include "tests/run_size.h"
#include "tests/runtime/match.h"
#include "tests/shipped_script.h"

namespace fairdeal::sim {
namespace {

using rules::Json;

/// A match at a table: what happened, what chance decided, and where it all stood after each step.
struct Told {
  struct Stand {
    std::size_t events;              ///< so many had happened
    std::string state;               ///< the JSON form, of which a digest is made
    std::vector<std::string> views;  ///< each seat's, with what it alone knows
  };
  std::vector<rules::AnyEvent> events;
  std::vector<rules::ChanceOutcome> outcomes;
  std::vector<Stand> stands;
};

/// The face in a slot, opened by the keys of all whose locks are on it.
std::int64_t face_in(const World& world, const state::Table& table, CardSlot slot) {
  const state::PublicCard& card = table.state().cards.at(slot);
  crypto::Point M = card.masked.B;
  for (const Seat seat : card.key_holders.list()) M = M - masking_key(world, seat) * card.masked.A;
  return crypto::face_of(M, table.state().faces).value().value;
}

void tell(const World& world, const rules::AnyEvent& event, Told& told) {
  told.events.push_back(event);
  const auto& table = world.node(Seat(0)).table();
  if (const auto* shuffled = std::get_if<rules::Shuffled>(&event)) {
    auto& faces = told.outcomes.emplace_back();
    for (const CardSlot slot : shuffled->slots) faces.push_back(face_in(world, table, slot));
  }
  if (const auto* rolled = std::get_if<rules::Rolled>(&event))
    told.outcomes.push_back(rolled->values);
  if (const auto* own = std::get_if<rules::RolledFor>(&event))
    told.outcomes.push_back(world.node(own->seat).known().dice);
}

/// Whether all have come to the same step, so that everybody's view is of the same value.
bool together(const World& world) {
  for (std::uint32_t i = 1; i < world.size(); ++i)
    if (world.node(Seat(i)).table().step() != world.node(Seat(0)).table().step()) return false;
  return true;
}

Told play_at_a_table(const rules::Case& c, std::uint64_t seed) {
  World world({.game = c.name, .params = c.params.dump(), .seats = c.seats, .seed = seed});
  Told told;
  Step last{0};
  while (world.step()) {
    const auto& table = world.node(Seat(0)).table();
    if (!together(world) || table.step() == last) continue;
    EXPECT_EQ(table.step(), last.next()) << "a step that nobody looked at";
    last = table.step();
    for (const auto& event : table.events()) tell(world, event, told);
    Told::Stand stand{told.events.size(), rules::text(table.game().json()), {}};
    for (std::uint32_t i = 0; i < world.size(); ++i)
      stand.views.push_back(rules::text(table.game().view(Seat(i), world.node(Seat(i)).known())));
    told.stands.push_back(stand);
  }
  expect_finished(world);
  EXPECT_FALSE(world.node(Seat(0)).table().rules_fault())
      << *world.node(Seat(0)).table().rules_fault();
  return told;
}

/// The events that seats decide, with the trusted dealer's answers between them.
rules::Match play_by_the_dealer(const rules::Case& c, const Told& told) {
  rules::Match match(*rules::start_game(c.name, c.params, c.seats),
                     rules::Dealer(0, told.outcomes));
  EXPECT_TRUE(match.begin());
  for (const auto& event : told.events)
    if (std::holds_alternative<rules::Moved<rules::Action>>(event) ||
        std::holds_alternative<rules::MovedTogether<rules::Action>>(event)) {
      EXPECT_TRUE(match.happen(event));
    }
  return match;
}

class Drivers : public testing::TestWithParam<rules::Case> {};

void expect_same_values(const rules::Match& match, const Told& told) {
  ASSERT_EQ(match.events(), told.events);
  ASSERT_EQ(match.dealer().outcomes(), told.outcomes);
  ASSERT_FALSE(told.stands.empty());
  for (const auto& stand : told.stands)
    ASSERT_EQ(rules::text(match.history().at(stand.events).json()), stand.state)
        << "after " << stand.events << " events";
  EXPECT_TRUE(match.game().over());
  EXPECT_EQ(told.stands.back().events, told.events.size());
}

/// A seat sees the same with the table's knowledge as with that of the dealer.
void expect_same_views(const rules::Case& c, const Told& told) {
  rules::AnyGame game = *rules::start_game(c.name, c.params, c.seats);
  rules::Dealer dealer(0, told.outcomes);
  std::size_t events = 0;
  for (const auto& stand : told.stands) {
    for (; events < stand.events; ++events) {
      if (game.active().empty()) dealer.answer(game.wants().front());
      game = *game.after(told.events[events]);
    }
    for (std::uint32_t i = 0; i < game.seats(); ++i)
      ASSERT_EQ(rules::text(game.view(Seat(i), dealer.known(Seat(i)))), stand.views[i])
          << "seat " << i << " after " << events << " events";
  }
}

/// FD_MATCHES matches of a game at a table, and by the dealer.
void expect_drivers_agree(const rules::Case& c) {
  for (std::uint64_t seed = 1; seed <= sizes::number_in("FD_MATCHES", 1); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Told told = play_at_a_table(c, seed);
    ASSERT_NO_FATAL_FAILURE(expect_same_values(play_by_the_dealer(c, told), told));
    ASSERT_NO_FATAL_FAILURE(expect_same_views(c, told));
  }
}

TEST_P(Drivers, GoThroughTheSameValuesAndViewsFromTheSameOutcomes) {
  expect_drivers_agree(GetParam());
}

/// One seat is no table.
std::vector<rules::Case> tables() {
  auto cases = rules::cases();
  std::erase_if(cases, [](const rules::Case& c) { return c.seats == 1; });
  return cases;
}
INSTANTIATE_TEST_SUITE_P(EveryGame, Drivers, testing::ValuesIn(tables()), rules::name_of);

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Adds a script of games/ to the games that there are, and returns what it says of itself.
const rules::GameInfo& add_script(const std::string& name) {
  const auto script = rules::Script::load(name, text_of(sources::shipped_script(name)));
  if (!script) throw std::runtime_error(script.error().about);
  return rules::add_module(rules::module_of_script(*script)).value()->info();
}

/// The scripts of games/ for more than one seat.
std::vector<std::string> scripts_of_tables() {
  std::vector<std::string> files = sources::shipped_scripts();
  std::erase_if(files, [](const std::string& file) {
    return text_of(sources::shipped_script(file)).find("\n  seats = 1,") != std::string::npos;
  });
  return files;
}

/// Each test loads its own script only: ctest runs each in a process of its own.
class ScriptDrivers : public testing::TestWithParam<std::string> {};

TEST_P(ScriptDrivers, GoThroughTheSameValuesAndViewsFromTheSameOutcomes) {
  const auto& info = add_script(GetParam());
  ASSERT_GT(info.seats_max, 1U) << "one seat is no table";
  const std::size_t seats = std::max<std::size_t>(2, info.seats_min);
  expect_drivers_agree({info.name, Json::object(), seats});
}
INSTANTIATE_TEST_SUITE_P(EveryScript, ScriptDrivers, testing::ValuesIn(scripts_of_tables()),
                         [](const auto& test) {
                           std::string name = std::filesystem::path(test.param).stem().string();
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

/// The same game three times, as a struct, as a script and as a script of pieces: whatever the
/// table agrees on is equal.
TEST(TicTacToe, GoesThroughTheSameStatesHoweverItIsWritten) {
  add_script("tic-tac-toe.lua");
  add_script("pieces-tic-tac-toe.lua");
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const auto states = [&](const std::string& name) {
      std::vector<std::string> seen;
      for (const auto& stand : play_at_a_table({name, Json::object(), 2}, seed).stands)
        seen.push_back(stand.state);
      return seen;
    };
    const auto typed = states("tic-tac-toe");
    EXPECT_EQ(states("lua-tic-tac-toe"), typed);
    EXPECT_EQ(states("lua-pieces-tic-tac-toe"), typed);
  }
}

}  // namespace
}  // namespace fairdeal::sim
