// The wish to be kept as a contact, in the records of a channel.
#include "tests/net/channel_pair.h"

namespace fairdeal::channel {
namespace {

TEST(Channel, AWishToBeKeptTravelsBetweenFramesAndComesAFewTimes) {
  Pair pair;
  pair.open();
  ByteArray<32> part;
  pair.rng.fill(part);
  const crypto::Secret<ByteArray<32>> secret(part);
  pair.deliver(pair.answerer, pair.dialer.channel.encrypt_keep(secret));
  EXPECT_EQ(pair.answerer.keeps, std::vector{part});
  for (std::size_t i = 1; i < net::kKeepsMax; ++i)
    pair.deliver(pair.answerer, pair.dialer.channel.encrypt_keep(secret));
  ASSERT_FALSE(pair.answerer.refused);
  pair.deliver(pair.answerer, pair.dialer.channel.encrypt_keep(secret));
  EXPECT_EQ(pair.answerer.refused->fault, Fault::not_wanted);
  EXPECT_EQ(pair.answerer.keeps.size(), net::kKeepsMax);
}

}  // namespace
}  // namespace fairdeal::channel
