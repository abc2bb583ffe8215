// Seats out of a deal: absence lets nobody learn a card or choose a roll (docs/dealing.md, Who is
// out).
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/runtime/match.h"
#include "tests/runtime/transcript_parts.h"

namespace fairdeal::sim {
namespace {

using proto::Kind;

/// The events that the rules heard at the table of seat 0, or of the first seat that is there.
struct Heard : Observer {
  std::vector<rules::AnyEvent> events;

  void on_notice(World&, Seat seat, const node::Notice& notice) override {
    const auto* decided = std::get_if<node::StepDecided>(&notice);
    if (decided != nullptr && seat == by)
      events.insert(events.end(), decided->events.begin(), decided->events.end());
  }
  template <class E>
  std::vector<E> all() const {
    std::vector<E> found;
    for (const auto& event : events)
      if (const auto* one = std::get_if<E>(&event)) found.push_back(*one);
    return found;
  }
  Seat by{0};
};

/// From its first entry of this kind on `seat` says nothing more, and nothing of a shuffle either.
void silence_at(World& world, Seat seat, Kind kind) {
  world.corrupt(seat, [kind, silent = false](Seat, const Bytes& bytes) mutable {
    const auto entry = entry_in(bytes);
    const bool turn = kind == Kind::shuffle && passed_in(bytes);
    silent |= turn || (entry && proto::kind_of(entry->payload) == kind);
    return silent ? std::vector<Bytes>() : std::vector<Bytes>{bytes};
  });
}

Options table_of(const char* game, std::size_t seats, std::size_t witnesses, std::uint64_t seed) {
  return {.game = game,
          .params = std::string(game) == "holdem" ? R"({"hands":1})" : "{}",
          .seats = seats,
          .witnesses = witnesses,
          .seed = seed};
}

/// Whose share of a card is missing, of all that would open it.
SeatSet locks(const state::PublicCard& card) {
  SeatSet seats = card.key_holders;
  for (const auto& [seat, share] : card.shares) seats.erase(seat);
  return seats;
}

// ---- A turn of a shuffle

class MissedTurn : public testing::TestWithParam<std::tuple<std::size_t, std::uint32_t>> {};

TEST_P(MissedTurn, PutsItsSeatOutAndTheOthersBeginAnotherDeck) {
  const auto [seats, who] = GetParam();
  const Seat silent(who);
  Heard heard;
  heard.by = silent == Seat(0) ? Seat(1) : Seat(0);
  World world(table_of("holdem", seats, seats == 2 ? 2 : seats == 3 ? 1 : 0, 7), &heard);
  silence_at(world, silent, Kind::shuffle);
  const auto holds = [&](const state::Table& table) {
    for (const auto& [slot, card] : table.state().cards) {
      EXPECT_FALSE(card.key_holders.has(silent));
      EXPECT_EQ(card.key_holders.size(), seats - 1);
      if (card.dealt_to == silent) {
        EXPECT_EQ(locks(card), card.key_holders) << "nobody gives a share of it";
      } else if (card.dealt_to && !card.face) {
        EXPECT_EQ(locks(card), SeatSet::of({*card.dealt_to})) << "its owner alone opens it";
      }
    }
  };
  while (!world.node(heard.by).finished() && world.step()) holds(world.node(heard.by).table());
  ASSERT_TRUE(world.node(heard.by).finished());
  const auto outs = heard.all<rules::Out>();
  ASSERT_FALSE(outs.empty());
  for (const auto& out : outs) EXPECT_EQ(out.seat, silent);
  EXPECT_TRUE(world.node(silent).known().faces.empty());
  EXPECT_EQ(verdict(world.transcript(heard.by)), audit::Verdict::valid);
}
INSTANTIATE_TEST_SUITE_P(Tables, MissedTurn,
                         testing::Values(std::tuple(2, 0), std::tuple(2, 1), std::tuple(3, 0),
                                         std::tuple(3, 1), std::tuple(3, 2), std::tuple(4, 0),
                                         std::tuple(4, 2), std::tuple(5, 4)),
                         [](const auto& instance) {
                           return "seats" + std::to_string(std::get<0>(instance.param)) + "_seat" +
                                  std::to_string(std::get<1>(instance.param));
                         });

TEST(MissedTurn, DoesNotKeepItsSeatFromShufflingInTheNextHand) {
  Heard heard;
  Options options = table_of("holdem", 3, 1, 3);
  options.params = R"({"hands":3})";
  World world(options, &heard);
  ASSERT_TRUE(run_to<state::stages::Shuffling>(world, Seat(0)));
  world.kill(Seat(2));
  while (world.node(Seat(0)).table().members().in().has(Seat(2)) && world.step()) {
  }
  world.revive(Seat(2));
  world.run();
  ASSERT_TRUE(world.node(Seat(0)).finished());
  EXPECT_EQ(heard.all<rules::Out>(), std::vector{rules::Out{Seat(2)}});
  EXPECT_GE(world.node(Seat(0)).table().game().json().at("hand").get<int>(), 2);
  for (const auto& [slot, card] : world.node(Seat(0)).table().state().cards)
    EXPECT_TRUE(card.key_holders.has(Seat(2)));
}

/// The last line of defence, should a table ever deal such cards.
TEST(Defence, WhoDidNotShuffleACardNeitherOpensNorPlaysIt) {
  World world(table_of("kuhn", 2, 1, 5));
  ASSERT_TRUE(run_to<state::stages::Decrypting>(world, Seat(0)));
  const state::Table& table = world.node(Seat(0)).table();
  for (const Seat seat : {Seat(0), Seat(1)}) {
    const auto view = view_of(world, seat);
    EXPECT_TRUE(view.can_answer(table));
    state::Table skipped = table;
    for (auto& [slot, card] :
         const_cast<std::map<CardSlot, state::PublicCard>&>(skipped.state().cards))
      card.shuffled.erase(seat);
    EXPECT_FALSE(view.can_answer(skipped));
  }
}

/// Its program says "I am back" at once.
TEST(MissedTurn, KeepsTheSeatOutUntilTheNextDeal) {
  Heard heard;
  World world(table_of("holdem", 4, 0, 7), &heard);
  const auto is_due = [](const state::stages::Shuffling& s) { return s.deck.left.size() == 4; };
  ASSERT_TRUE(run_to<state::stages::Shuffling>(world, Seat(0), is_due));
  world.freeze(Seat(1), {90'000});  // longer than its reserve
  while (!world.node(Seat(0)).finished() && world.step()) {
    const auto& table = world.node(Seat(0)).table();
    if (!heard.all<rules::Out>().empty() && !table.over()) {
      EXPECT_FALSE(table.members().in().has(Seat(1))) << table.step().value;
    }
  }
  EXPECT_FALSE(heard.all<rules::Out>().empty());
}

// ---- Rolls, and moves made together

TEST(Alone, NobodyWhoIsLeftAtTheCommitmentsChoosesTheRoll) {
  for (const Seat silent : {Seat(0), Seat(1)})
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
      Heard heard;
      heard.by = silent == Seat(0) ? Seat(1) : Seat(0);
      World world(table_of("pig", 2, 2, seed), &heard);
      silence_at(world, silent, Kind::commit);
      world.run();
      ASSERT_TRUE(world.node(heard.by).finished());
      EXPECT_TRUE(heard.all<rules::Rolled>().empty());
      EXPECT_EQ(heard.all<rules::Out>(), std::vector{rules::Out{silent}});
      const auto result = world.node(heard.by).table().game().result();
      ASSERT_TRUE(result);
      EXPECT_LT(result->at(silent.value), result->at(1 - silent.value));
      EXPECT_EQ(verdict(world.transcript(heard.by)), audit::Verdict::valid);
    }
}

/// Either seat of a game of two withholds what it owes of this kind: Void names it, and it loses.
void expect_to_pay(const char* game, Kind withheld) {
  for (const Seat silent : {Seat(0), Seat(1)}) {
    Heard heard;
    heard.by = silent == Seat(0) ? Seat(1) : Seat(0);
    World world(table_of(game, 2, 2, 4), &heard);
    silence_at(world, silent, withheld);
    world.run();
    ASSERT_TRUE(world.node(heard.by).finished());
    ASSERT_FALSE(heard.all<rules::Void>().empty());
    EXPECT_EQ(heard.all<rules::Void>().front().by, SeatSet::of({silent}));
    const auto result = world.node(heard.by).table().game().result();
    EXPECT_LT(result->at(silent.value), result->at(1 - silent.value));
  }
}

TEST(Alone, WhoWithholdsItsRevealIsNamed) { expect_to_pay("pig", Kind::reveal); }

TEST(Together, AMoveThatWasRevealedStands) {
  Heard heard;
  World world(table_of("odds-and-evens", 2, 2, 4), &heard);
  silence_at(world, Seat(1), Kind::reveal);
  world.run();
  ASSERT_TRUE(world.node(Seat(0)).finished());
  const auto together = heard.all<rules::MovedTogether<rules::Action>>();
  ASSERT_FALSE(together.empty());
  EXPECT_TRUE(together.front().moves.contains(Seat(0)));
  EXPECT_FALSE(together.front().moves.contains(Seat(1)));
  const auto result = world.node(Seat(0)).table().game().result();
  EXPECT_LT(result->at(1), result->at(0));
}

// ---- Shares

TEST(Share, WithholdingADecryptionShareIsNamedAndCosts) { expect_to_pay("kuhn", Kind::decrypt); }

TEST(Share, WithholdingARollsShareLetsTheOthersRollAgain) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    Heard heard;
    World world(table_of("liars-dice", 3, 1, seed), &heard);
    silence_at(world, Seat(2), Kind::coin);
    world.run();
    for (const Seat seat : {Seat(0), Seat(1)}) {
      EXPECT_FALSE(world.node(seat).halted()) << seed;
      ASSERT_TRUE(world.node(seat).finished()) << seed;
    }
    ASSERT_FALSE(heard.all<rules::Void>().empty());
    EXPECT_EQ(heard.all<rules::Void>().front().by, SeatSet::of({Seat(2)}));
    const auto result = world.node(Seat(0)).table().game().result();
    EXPECT_LT(result->at(2), std::max(result->at(0), result->at(1)));
    EXPECT_EQ(verdict(world.transcript(Seat(0))), audit::Verdict::valid);
  }
}

}  // namespace
}  // namespace fairdeal::sim
