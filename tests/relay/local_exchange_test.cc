#include "relay/local_exchange.h"

#include <gtest/gtest.h>

#include "base/seeded_rng.h"

/// Pipes, without sockets and clocks.

namespace fairdeal::relay {
namespace {

struct End final : PipeEnd {
  void on_joined(std::shared_ptr<PipeEnd> joined) override { other = std::move(joined); }
  void write(ByteSpan piece, std::function<void()> taken) override {
    text += as_text(piece);
    taken();
  }
  void on_end(CloseCode why) override { end = why; }

  std::weak_ptr<PipeEnd> other;
  std::string text;
  std::optional<CloseCode> end;
};

struct Pipes : testing::Test {
  std::shared_ptr<End> come(unsigned char token, std::uint8_t side) {
    auto end = std::make_shared<End>();
    exchange.await_other(hello(token, side), end, now);
    return end;
  }
  static PipeHello hello(unsigned char token, std::uint8_t side) {
    return {.token = {std::byte{token}}, .side = side};
  }
  void wait(std::int64_t ms) {
    now = now + Duration{ms};
    exchange.on_time(now);
  }

  Bounds bounds;
  Sources sources{bounds};
  Counters counters;
  SeededRng rng{1};
  std::vector<Delivery> delivered;
  LocalExchange exchange{bounds, sources, counters, rng,
                         [this](CallerId to, const proto::RelayMessage& message) {
                           delivered.push_back({to, message});
                         }};
  Instant now{1'000'000};
};

TEST_F(Pipes, JoinTheTwoSidesOfAToken) {
  const auto ann = come(1, 0);
  const auto cat = come(2, 1);
  EXPECT_FALSE(ann->other.lock());
  now = now + Duration{400};
  const auto bob = come(1, 1);
  EXPECT_EQ(ann->other.lock(), bob);
  EXPECT_EQ(bob->other.lock(), ann);
  EXPECT_FALSE(cat->other.lock());
  EXPECT_EQ(exchange.occupancy().pipes, 1u);
  EXPECT_EQ(counters.waits_ms, 400);
  exchange.on_left(hello(1, 1), *bob, now);
  EXPECT_EQ(ann->end, CloseCode::other_left);
  EXPECT_EQ(bob->end, std::nullopt);
  EXPECT_EQ(exchange.occupancy().pipes, 0u);
  exchange.on_left(hello(1, 0), *ann, now);
}

TEST_F(Pipes, WaitFifteenSecondsAndThenNobodyIsThere) {
  const auto ann = come(1, 0);
  EXPECT_EQ(exchange.deadline(), now + Duration{15'000});
  wait(14'999);
  EXPECT_EQ(ann->end, std::nullopt);
  wait(1);
  EXPECT_EQ(ann->end, CloseCode::nobody);
  EXPECT_EQ(exchange.deadline(), never());
  const auto bob = come(1, 1);
  EXPECT_FALSE(bob->other.lock()) << "ann is gone";
  EXPECT_EQ(come(1, 0)->other.lock(), bob) << "and may come again";
}

TEST_F(Pipes, OfTwoWhoAreTheSameSideTheNewestCounts) {
  const auto first = come(1, 0), second = come(1, 0);
  EXPECT_EQ(first->end, CloseCode::nobody);
  exchange.on_left(hello(1, 0), *first, now);
  const auto bob = come(1, 1);
  EXPECT_EQ(bob->other.lock(), second);
}

TEST_F(Pipes, WhoLeavesWaitsNoMore) {
  const auto ann = come(1, 0);
  exchange.on_left(hello(1, 0), *ann, now);
  EXPECT_EQ(exchange.deadline(), never());
  EXPECT_FALSE(come(1, 1)->other.lock());
}

TEST_F(Pipes, ATokenIsDeadWhileThereIsAPipeAndAfterIt) {
  auto ann = come(1, 0), bob = come(1, 1);
  const auto third = come(1, 0), fourth = come(1, 1);
  EXPECT_FALSE(third->other.lock() || fourth->other.lock());
  wait(15'000);
  EXPECT_EQ(third->end, CloseCode::nobody) << "as if nobody came";
  EXPECT_EQ(fourth->end, CloseCode::nobody);
  now = now + bounds.dead_token_for;
  come(2, 0), come(2, 1);  // old tokens are forgotten when others die
  const auto late = come(1, 0), later = come(1, 1);
  EXPECT_FALSE(late->other.lock() || later->other.lock()) << "the pipe is still there";
  EXPECT_EQ(ann->other.lock(), bob);
  exchange.on_left(hello(1, 0), *ann, now);
  EXPECT_EQ(bob->end, CloseCode::other_left);
  const auto fifth = come(1, 0), sixth = come(1, 1);
  EXPECT_FALSE(fifth->other.lock() || sixth->other.lock());
}

TEST_F(Pipes, DeadTokensAreForgottenWhenThereAreTooMany) {
  bounds.dead_tokens = 3;
  for (unsigned char token = 1; token <= 4; ++token) {
    const auto ann = come(token, 0), bob = come(token, 1);
    exchange.on_left(hello(token, 0), *ann, now);
  }
  const auto ann = come(1, 0), bob = come(1, 1);
  EXPECT_TRUE(ann->other.lock());
  const auto cat = come(4, 0), dan = come(4, 1);
  EXPECT_FALSE(cat->other.lock());
}

TEST_F(Pipes, HelloHasOneForm) {
  Bytes bytes{std::byte{1}};
  bytes.resize(17, std::byte{9});
  bytes.push_back(std::byte{1});
  const auto hello = PipeHello::decode(bytes);
  ASSERT_TRUE(hello);
  EXPECT_EQ(hello->side, 1);
  EXPECT_EQ(hello->token[15], std::byte{9});
  bytes.back() = std::byte{2};
  EXPECT_FALSE(PipeHello::decode(bytes));
  bytes.back() = std::byte{0};
  bytes.front() = std::byte{0};
  EXPECT_FALSE(PipeHello::decode(bytes));
  EXPECT_FALSE(PipeHello::decode({}));
  bytes.front() = std::byte{1};
  bytes.push_back(std::byte{0});
  EXPECT_FALSE(PipeHello::decode(bytes));
}

TEST_F(Pipes, MessagesGoToPlacesAndAnswersComeAtTheirTime) {
  const CallerId ann(1);
  const SourceId source{};
  ASSERT_TRUE(exchange.on_message(ann, source, proto::Claim{.minutes = 1}, now));
  EXPECT_EQ(delivered.size(), 1u);
  ASSERT_TRUE(exchange.on_message(ann, source, proto::Visit{0, proto::BoxId{}, {}}, now));
  EXPECT_EQ(delivered.size(), 1u);
  wait(500);
  EXPECT_EQ(delivered.size(), 2u);
  EXPECT_FALSE(exchange.on_message(ann, source, proto::Held{}, now));
  EXPECT_EQ(exchange.occupancy().nameplates, 1u);
  exchange.on_hang_up(ann, now);
  wait(30'000);
  EXPECT_EQ(exchange.occupancy().nameplates, 0u);
}

}  // namespace
}  // namespace fairdeal::relay
