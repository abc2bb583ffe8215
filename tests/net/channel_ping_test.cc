#include "tests/net/channel_pair.h"

/// Pings, and how a dead connection is noticed.

namespace fairdeal::channel {
namespace {

TEST(Channel, PingsKeepAQuietConnectionAndItsEndIsNoticed) {
  Pair pair;
  pair.open();
  const Instant opened = pair.now;
  while (pair.now - opened < Duration{60'000}) {
    pair.now = std::min(pair.dialer.channel.deadline(), pair.answerer.channel.deadline());
    pair.talk(pair.apply(pair.dialer, pair.dialer.channel.on_time(pair.now)));
    const Bytes ping = pair.apply(pair.answerer, pair.answerer.channel.on_time(pair.now));
    pair.deliver(pair.answerer, pair.deliver(pair.dialer, ping));
    ASSERT_FALSE(pair.dialer.refused || pair.answerer.refused);
  }
  // From here on nothing arrives.
  const Instant cut = pair.now;
  while (!pair.dialer.refused) {
    pair.now = pair.dialer.channel.deadline();
    pair.apply(pair.dialer, pair.dialer.channel.on_time(pair.now));
  }
  EXPECT_EQ(pair.now - cut, net::kSilenceMax);
  EXPECT_TRUE(pair.dialer.channel.encrypt(as_bytes("too late")).empty());
}

TEST(Channel, APingIsAnsweredAndSoTheRoundTripIsKnown) {
  Pair pair;
  pair.open();
  auto& dialer = pair.dialer.channel;
  EXPECT_EQ(dialer.deadline(), pair.now) << "the first ping is due at once";
  EXPECT_FALSE(dialer.round_trip());
  const auto next_ping = [&] {
    pair.now = dialer.deadline();
    return pair.apply(pair.dialer, dialer.on_time(pair.now));
  };
  for (const std::int64_t taken : {40, 7}) {
    const Bytes pong = pair.deliver(pair.answerer, next_ping());
    pair.now = pair.now + Duration{taken};
    pair.deliver(pair.dialer, pong);
    EXPECT_EQ(dialer.round_trip(), Duration{taken});
    EXPECT_EQ(dialer.heard(), pair.now);
  }
  const Bytes late = pair.deliver(pair.answerer, next_ping());
  next_ping();
  pair.deliver(pair.dialer, late);
  EXPECT_EQ(dialer.round_trip(), Duration{7}) << "an answer that came after the next ping";
  EXPECT_FALSE(pair.dialer.refused);
}

TEST(Channel, AConnectionInDoubtHasAShortTimeToAnswer) {
  for (const bool answers : {true, false}) {
    Pair pair;
    pair.open();
    auto& dialer = pair.dialer.channel;
    const Bytes ping = pair.apply(pair.dialer, dialer.doubt(pair.now));
    ASSERT_FALSE(ping.empty());
    EXPECT_EQ(dialer.deadline(), pair.now + net::kDoubtMax);
    if (answers) pair.deliver(pair.dialer, pair.deliver(pair.answerer, ping));
    pair.now = pair.now + net::kDoubtMax;
    pair.apply(pair.dialer, dialer.on_time(pair.now));
    EXPECT_EQ(pair.dialer.refused.has_value(), !answers);
  }
}

TEST(Channel, BeforeItIsOpenAndWhileItHoldsNothingIsDoubted) {
  Pair early;
  EXPECT_TRUE(early.apply(early.dialer, early.dialer.channel.doubt(early.now)).empty());
  Pair over;
  over.open();
  over.dialer.channel.hand_over();
  EXPECT_TRUE(over.apply(over.dialer, over.dialer.channel.doubt(over.now)).empty());
}

}  // namespace
}  // namespace fairdeal::channel
