// When a seat that missed a part of a deal plays again; what happens to the deck if a seat leaves
// before a card is dealt; and what a folded seat is asked for (docs/dealing.md, Seats that are
// out).
#include "runtime/node/node_queries.h"
#include "tests/runtime/member.h"
#include "tests/sim/course.h"

namespace fairdeal::sim {
namespace {

constexpr Seat kLate(2);

World holdem(std::size_t seats, int hands) {
  return World({.game = "holdem",
                .params = R"({"hands":)" + std::to_string(hands) + R"(,"stack":50000})",
                .seats = seats,
                .seed = 5});
}

bool owes_key(const Table& table, Seat seat) {
  const auto& next = table.state().next;
  return std::holds_alternative<state::stages::CollectingKeys>(table.stage()) &&
         next->owe_keys().has(seat);
}

/// Returns the conduct of a seat that misses its key whenever it is asked for it.
Conduct misses_its_key() {
  return {
      .name = "late", .whose = SeatSet::of({kLate}), .silent = [](const Table& table, Seat seat) {
        return seat == kLate && owes_key(table, seat);
      }};
}

/// Counts the deals as they begin, and notes those for which a seat was asked for its key.
struct Deals {
  std::size_t begun = 0;
  bool waiting = false;
  std::vector<std::size_t> asked{};

  void look(const Table& table, Seat seat) {
    const bool waits = std::holds_alternative<state::stages::CollectingKeys>(table.stage());
    if (waits && !std::exchange(waiting, true)) {
      ++begun;
      if (owes_key(table, seat)) asked.push_back(begun);
    }
    if (!waits)
      waiting = std::holds_alternative<state::stages::DealingShares>(table.stage()) ||
                std::holds_alternative<state::stages::Shuffling>(table.stage());
  }
};

TEST(ComingBack, TakesTwiceAsManyDealsEachTime) {
  World world = holdem(3, 40);
  Course course(world, misses_its_key(), 5);
  Deals deals;
  do deals.look(course.table(), kLate);
  while (deals.begun < 20 && course.step());
  EXPECT_EQ(deals.asked, (std::vector<std::size_t>{1, 2, 4, 8, 16}));
  EXPECT_EQ(course.table().members().standing(kLate).times, 5u);
}

TEST(ComingBack, IsForgottenByTenDealsThatAreFinished) {
  World world = holdem(3, 40);
  bool missed = false;
  Course course(
      world,
      {.name = "late",
       .whose = SeatSet::of({kLate}),
       .silent = [&](const Table& table,
                     Seat seat) { return !missed && seat == kLate && owes_key(table, seat); }},
      5);
  Deals deals;
  deals.look(course.table(), kLate);
  ASSERT_TRUE(course.step());
  missed = true;
  EXPECT_EQ(course.table().members().standing(kLate).times, 1u);
  for (const std::size_t begun : {11U, 12U}) {  // it plays from the second deal on
    while (deals.begun < begun && course.step()) deals.look(course.table(), kLate);
    EXPECT_EQ(course.table().members().standing(kLate).times, begun == 11 ? 1u : 0u);
  }
}

/// The seat says nothing at all, not even that it is back.
TEST(ComingBack, WhoIsOutWithoutAWordIsGoneAtTheNextOpening) {
  World world = holdem(3, 3);
  Course course(world,
                {.name = "silent",
                 .whose = SeatSet::of({kLate}),
                 .silent = [](const Table&, Seat seat) { return seat == kLate; }},
                5);
  ASSERT_TRUE(course.step());
  EXPECT_FALSE(course.table().members().in().has(kLate));
  EXPECT_TRUE(course.table().members().present().has(kLate));
  const auto number = course.table().state().next->number;
  while (!course.table().state().next || course.table().state().next->number == number)
    ASSERT_TRUE(course.step());
  ASSERT_TRUE(course.step());
  EXPECT_TRUE(course.table().members().standing(kLate).gone());
}

TEST(ComingBack, CountsOncePerAbsenceAndNotFromBeforeIt) {
  World world = holdem(3, 3);
  Course course(world, misses_its_key(), 5);
  EXPECT_FALSE(course.table().members().awaits_word(kLate));
  ASSERT_TRUE(course.step());
  EXPECT_TRUE(course.table().members().awaits_word(kLate));
  EXPECT_EQ(course.table().members().standing(kLate).since, course.table().step());
  ASSERT_TRUE(course.step());
  EXPECT_FALSE(course.table().members().awaits_word(kLate));
  EXPECT_TRUE(course.table().members().standing(kLate).on_trial);
}

/// A seat that is back is on trial until it has played a deal to its end.
TEST(ComingBack, IsOverAtTheFirstAbsence) {
  World world = holdem(4, 20);
  bool played = false;
  Course course(world,
                {.name = "late",
                 .whose = SeatSet::of({kLate}),
                 .silent =
                     [&](const Table& table, Seat seat) {
                       if (seat != kLate) return false;
                       if (table.members().standing(seat).times == 0) return owes_key(table, seat);
                       played |= table.members().in().has(seat) &&
                                 std::holds_alternative<state::stages::Moving>(table.stage());
                       return played;
                     }},
                5);
  while (!course.table().members().standing(kLate).gone()) ASSERT_TRUE(course.step());
  EXPECT_TRUE(played);
  EXPECT_EQ(course.table().members().standing(kLate).absences, 1u);
}

// ---- Leaving when the deck lies and no share was asked for

TEST(Leaving, BeforeACardIsAskedMakesTheDeckAnew) {
  constexpr Seat kLeaves(1);
  for (const std::size_t seats : {3U, 4U, 5U}) {
    World world = holdem(seats, 2);
    bool left = false;
    Course course(world,
                  {.name = "leaves",
                   .whose = SeatSet::of({kLeaves}),
                   .leaves =
                       [&](const Table& table, Seat seat) {
                         const auto* s = std::get_if<state::stages::Shuffling>(&table.stage());
                         return seat == kLeaves && s != nullptr && s->deck.left.size() == 1;
                       }},
                  5);
    std::size_t shuffled = 0;
    std::optional<std::uint64_t> dropped;  // the deal that was being opened when it left
    while (course.step()) {
      const Table& table = course.table();
      for (const auto& event : table.events())
        shuffled += std::holds_alternative<rules::Shuffled>(event) ? 1 : 0;
      left |= table.members().standing(kLeaves).left();
      if (!left && table.state().next) dropped = table.state().next->number;
      if (const auto* decrypting = std::get_if<state::stages::Decrypting>(&table.stage());
          decrypting && left) {
        ASSERT_TRUE(dropped);
        EXPECT_NE(table.state().deal->number, *dropped) << seats;
        for (const auto& [slot, card] : table.state().cards)
          EXPECT_FALSE(card.key_holders.has(kLeaves));
      }
    }
    EXPECT_TRUE(left);
    EXPECT_EQ(shuffled, 2u) << "the rules hear of each pack once";
  }
}

/// Its program may end now, and nothing reads or erases its store any more.
TEST(Leaving, LeavesNothingOfItsGeneratorsSecretInTheStore) {
  constexpr Seat kLeaves(1);
  for (const std::uint64_t step : {2U, 6U, 12U}) {
    Options options{
        .game = "holdem", .params = R"({"hands":4,"stack":1000})", .seats = 4, .seed = 5};
    options.faults.incidents = {
        {.what = Faults::Incident::What::leaves, .seat = kLeaves, .step = step}};
    World world(options);
    while (!node::has_gone(world.node(kLeaves)) && world.step()) {
    }
    ASSERT_TRUE(node::has_gone(world.node(kLeaves))) << step;
    const auto disk = disk_after(world.stored(kLeaves));
    bool stored = false;
    for (const auto& put : disk)
      if (put.space == state::Put::Space::secret && put.key == "hedge") {
        stored = true;
        EXPECT_TRUE(put.value.empty()) << step;
      }
    EXPECT_TRUE(stored);
    SeededRng rng(1);
    EXPECT_TRUE(
        node::Node::resume({world.charter(), kLeaves, world.key(kLeaves).clone()}, disk, rng));
  }
}

// ---- Folding

/// The seats that have folded by their move in the current hand, and how many folds there were.
struct Folds {
  SeatSet seats{};
  std::size_t count = 0;

  void look(const Table& table) {
    for (const auto& event : table.events()) {
      if (std::holds_alternative<rules::Shuffled>(event)) seats = {};
      const auto* moved = std::get_if<rules::Moved<rules::Action>>(&event);
      if (moved == nullptr || moved->move.text != R"("fold")") continue;
      seats.insert(moved->seat);
      ++count;
    }
  }
};

/// This includes hands in which all others are all-in, so that nobody bets any more.
TEST(Folded, IsNotAskedForAShareOfAnyCardThatIsToCome) {
  std::size_t folds = 0;
  for (const int stack : {40, 100, 1000})
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
      World world({.game = "holdem",
                   .params = R"({"hands":4,"stack":)" + std::to_string(stack) + "}",
                   .seats = 4,
                   .seed = 5});
      Course course(world, {.name = "quiet"}, seed);
      Folds folded;
      while (course.step()) {
        const Table& table = course.table();
        folded.look(table);
        if (std::holds_alternative<state::stages::Decrypting>(table.stage()) &&
            !folded.seats.empty())
          for (const auto& slot : table.slots()) {
            EXPECT_FALSE(folded.seats.has(slot.seat)) << stack << ", " << seed;
          }
        // Only a seat that has no chips left is asked in a step of its own.
        if (const auto* handing = std::get_if<state::stages::HandingOver>(&table.stage()))
          for (const auto& [seat, cards] : handing->cards) {
            EXPECT_FALSE(folded.seats.has(seat)) << stack << ", " << seed;
          }
      }
      folds += folded.count;
    }
  EXPECT_GT(folds, 30u);
}

/// The clock of a seat runs out at its move. Its program gives its shares in a step of their own,
/// or keeps them. If it keeps them it is not asked again, and it has not seen the card that it
/// spoils.
TEST(Folded, ByAbsenceItIsAskedBeforeAnotherCardIsOpened) {
  for (const bool gives : {true, false})
    for (const std::size_t seats : {3U, 4U}) {
      World world = holdem(seats, 1);
      std::optional<Seat> absent;
      Course course(
          world,
          {.name = gives ? "gives" : "keeps",
           .whose = SeatSet::first(seats),
           .silent =
               [&](const Table& table, Seat seat) {
                 if (!absent && std::holds_alternative<state::stages::Moving>(table.stage()))
                   absent = seat;
                 return seat == absent &&
                        (!gives || std::holds_alternative<state::stages::Moving>(table.stage()));
               }},
          5);
      bool asked = false, spoilt = false;
      while (course.step()) {
        const Table& table = course.table();
        if (!absent) continue;
        for (const auto& event : table.events())
          spoilt |= std::holds_alternative<rules::Void>(event);
        const auto* handing = std::get_if<state::stages::HandingOver>(&table.stage());
        asked |= handing != nullptr && handing->cards.contains(*absent);
        if (asked && std::holds_alternative<state::stages::Decrypting>(table.stage()))
          for (const auto& slot : table.slots()) {
            EXPECT_NE(slot.seat, *absent) << seats << course.where();
          }
      }
      EXPECT_TRUE(asked) << seats << course.where();
      EXPECT_TRUE(!spoilt || (!gives && seats == 3)) << seats << course.where();
    }
}

TEST(Folded, WithoutItsSharesItIsNoValidEntry) {
  World world = holdem(4, 1);
  ASSERT_TRUE(run_to<state::stages::Moving>(world, Seat(0)));
  const Table& table = world.node(Seat(0)).table();
  const Seat mover = table.slots().front().seat;
  const auto view = view_of(world, mover);
  SeededRng rng(1);
  const auto verdict = [&](const std::string& action, std::optional<proto::DecryptPayload> locks) {
    proto::Entry entry{
        table.id(), table.step(), table.head(), proto::MovePayload{action, std::move(locks)}, {}};
    return table.check(proto::sign(mover, std::move(entry), world.key(mover)), rng);
  };
  const auto locks_with = [&](const std::string& action) {
    return view.move(table, action, rng).locks;
  };
  const auto locks = locks_with(R"("fold")");
  ASSERT_TRUE(locks);
  EXPECT_EQ(locks->shares.size(), 52u - 8u);
  EXPECT_FALSE(locks_with(R"("call")"));
  EXPECT_TRUE(verdict(R"("fold")", locks));
  EXPECT_TRUE(verdict(R"("call")", {}));
  auto of_others = *locks;
  of_others.shares.pop_back();
  std::swap(of_others.shares[0], of_others.shares[1]);
  const auto expect_false = [&](const auto& checked) {
    ASSERT_FALSE(checked);
    EXPECT_EQ(checked.error().fault, Fault::bad_proof);
    EXPECT_EQ(checked.error().culprit, mover);
  };
  expect_false(verdict(R"("fold")", {}));
  expect_false(verdict(R"("fold")", of_others));
  expect_false(verdict(R"("call")", locks));
}

}  // namespace
}  // namespace fairdeal::sim
