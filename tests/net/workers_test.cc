#include "net/sockets/workers.h"

#include <atomic>
#include <latch>
#include <thread>

#include <gtest/gtest.h>

#include "crypto/secret.h"
#include "net/sockets/asio.h"

namespace fairdeal::sockets {
namespace {

TEST(Workers, AJobRunsElsewhereAndItsResultComesBackHere) {
  asio::io_context io;
  Workers workers(io, 2);
  const auto here = std::this_thread::get_id();
  int sum = 0;
  for (int i = 1; i <= 100; ++i)
    workers.post(
        [i, here] {
          EXPECT_NE(std::this_thread::get_id(), here);
          return i;
        },
        [&sum, here](int result) {
          EXPECT_EQ(std::this_thread::get_id(), here);
          sum += result;
        });
  io.run();  // returns when all are done
  EXPECT_EQ(sum, 5050);
}

TEST(Workers, JobsAndResultsMayBeMoveOnly) {
  asio::io_context io;
  Workers workers(io, 1);
  int shown = 0;
  workers.post([secret = crypto::Secret<int>(7)] { return secret.clone(); },
               [&shown](crypto::Secret<int> secret) { shown = secret.expose(); });
  io.run();
  EXPECT_EQ(shown, 7);
}

TEST(Workers, TwoThreadsWorkAtTheSameTime) {
  asio::io_context io;
  Workers workers(io, 2);
  std::latch both(2);
  int done = 0;
  for (int i = 0; i < 2; ++i)
    workers.post(
        [&both] {
          both.arrive_and_wait();
          return 0;
        },
        [&done](int) { ++done; });
  io.run();
  EXPECT_EQ(done, 2);
}

TEST(Workers, AfterTheEndNothingIsDoneAnyMore) {
  asio::io_context io;
  std::latch begun(1);
  std::atomic<int> worked = 0;
  {
    Workers workers(io, 1);
    workers.post(
        [&] {
          begun.count_down();
          return ++worked;
        },
        [](int) { FAIL() << "its owner is gone"; });
    for (int i = 0; i < 1000; ++i) workers.post([&] { return ++worked; }, [](int) { FAIL(); });
    begun.wait();
  }
  EXPECT_GE(worked, 1);
  io.run();  // no claim is left behind
}

}  // namespace
}  // namespace fairdeal::sockets
