#include "relay/server/turns.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "relay/limits.h"

/// The order of steps on a relay's one thread.

namespace fairdeal::relay::server {
namespace {

struct TurnsTest : testing::Test {
  ~TurnsTest() override { turns->close(); }

  static Turns::Executor of(const std::shared_ptr<Turns::Lane>& lane) {
    return Turns::Executor(lane);
  }
  void step(const std::shared_ptr<Turns::Lane>& lane, char name) {
    of(lane).execute([this, name] { done += name; });
  }
  void run() {
    io.run();
    io.restart();
  }

  asio::io_context io{1};
  std::shared_ptr<Turns> turns = std::make_shared<Turns>(io);
  std::shared_ptr<Turns::Lane> stranger = std::make_shared<Turns::Lane>(Turns::Lane{turns});
  std::shared_ptr<Turns::Lane> table =
      std::make_shared<Turns::Lane>(Turns::Lane{turns, Turns::Whose::table});
  std::string done;
};

TEST_F(TurnsTest, A82_ATableWaitsForOneStepOfStrangersAndNotForAllThatTheyBrought) {
  for (int i = 0; i < 1'000; ++i) step(stranger, 's');
  asio::post(io, [this] { step(table, 'T'); });
  run();
  EXPECT_EQ(done.size(), 1'001u);
  EXPECT_LE(done.find('T'), 2u);
}

TEST_F(TurnsTest, BetweenTwoStepsOfStrangersTheSocketsAreLookedAt) {
  for (int i = 0; i < 1'000; ++i) step(stranger, 's');
  asio::steady_timer due(io, asio::steady_timer::duration(0));
  due.async_wait([this](error_code) { done += 'd'; });
  run();
  EXPECT_LE(done.find('d'), 2u);
}

TEST_F(TurnsTest, ASetOfStepsOfOneTableIsNotBrokenByStrangers) {
  for (int i = 0; i < 10; ++i) step(stranger, 's');
  of(table).execute([this] {
    done += 'T';
    of(table).execute([this] {
      done += 'U';
      step(table, 'V');
    });
  });
  run();
  EXPECT_NE(done.find("TUV"), std::string::npos) << done;
}

TEST_F(TurnsTest, TablesThatNeverRestLeaveAShareToTheOthers) {
  std::size_t by_table = 0;
  std::function<void()> again = [&] {
    ++by_table;
    if (done.size() < 100) of(table).execute([&] { again(); });
  };
  again();
  for (int i = 0; i < 100; ++i) step(stranger, 's');
  run();
  EXPECT_EQ(done.size(), 100u);
  EXPECT_LE(by_table, 100 * kTableStepsForOne + kTableStepsMax);
}

TEST_F(TurnsTest, TheRelaysOwnDutiesAndItsClientsTakeStepsInTurn) {
  const auto relay = std::make_shared<Turns::Lane>(Turns::Lane{turns, Turns::Whose::relay});
  for (int i = 0; i < 100; ++i) step(stranger, 's');
  for (int i = 0; i < 10; ++i) step(relay, 'r');
  run();
  EXPECT_LE(done.rfind('r'), 20u) << done;
  EXPECT_EQ(std::ranges::count(done, 's'), 100);
}

TEST_F(TurnsTest, ALaneThatBecomesATablesComesFirstFromThenOn) {
  for (int i = 0; i < 100; ++i) step(stranger, 's');
  const auto newcomer = std::make_shared<Turns::Lane>(Turns::Lane{turns});
  newcomer->whose = Turns::Whose::table;
  step(newcomer, 'T');
  run();
  EXPECT_EQ(done.front(), 'T');
}

TEST_F(TurnsTest, AtTheEndStepsAreForgottenWithAllThatTheyKeep) {
  const auto kept = std::make_shared<int>(0);
  of(stranger).execute([kept, lane = stranger] { ++*kept; });
  of(table).execute([kept] { ++*kept; });
  EXPECT_EQ(kept.use_count(), 3);
  turns->close();
  EXPECT_EQ(kept.use_count(), 1);
  of(table).execute([kept] { ++*kept; });
  run();
  EXPECT_EQ(*kept, 0);
}

TEST_F(TurnsTest, CoroutinesRunInTheTurnsOfTheirLane) {
  for (int i = 0; i < 100; ++i) step(stranger, 's');
  asio::any_io_executor executor = of(table);
  asio::co_spawn(
      executor,
      [](std::string& said) -> asio::awaitable<void> {
        asio::steady_timer timer(co_await asio::this_coro::executor,
                                 asio::steady_timer::duration(0));
        co_await timer.async_wait(kAwait);
        said += 'T';
      }(done),
      rethrow);
  run();
  EXPECT_LE(done.find('T'), 10u);
}

}  // namespace
}  // namespace fairdeal::relay::server
