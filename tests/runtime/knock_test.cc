// Visits by a secret that both sides have: where they go, and what is refused of them.
#include "runtime/meet/knock.h"

#include <gtest/gtest.h>

#include "base/encode.h"
#include "base/seeded_rng.h"
#include "crypto/aead.h"

namespace fairdeal::meet {
namespace {

constexpr std::uint64_t kNow = 1'800'000'000'000;  // a day in 2027

class KnockTest : public testing::Test {
 protected:
  template <std::size_t N>
  ByteArray<N> drawn() {
    ByteArray<N> bytes;
    rng_.fill(bytes);
    return bytes;
  }
  proto::Knock knock(std::uint64_t time = kNow) {
    return {.key = {drawn<32>()}, .pipe = drawn<16>(), .time = time};
  }
  Bytes encrypted(const proto::Knock& knock) { return encrypt_knock(place_.key, knock, rng_); }

  SeededRng rng_{1};
  KnockPlace place_ = link_place(drawn<16>());
  KnockGuard guard_;
};

template <std::size_t N>
ByteArray<16> half_of_hash(std::string_view domain, const ByteArray<N>& bytes) {
  ByteArray<16> out;
  std::copy_n(crypto::hash(domain, bytes).bytes.begin(), 16, out.begin());
  return out;
}

TEST_F(KnockTest, TheHostKnowsWhoKnocksAndWhichPipe) {
  const proto::Knock sent = knock();
  const auto received = guard_.receive(place_.key, encrypted(sent), kNow);
  ASSERT_TRUE(received) << describe(received.error());
  EXPECT_EQ(*received, sent);
}

TEST_F(KnockTest, PlacesAreTheHashesThatTheProtocolNames) {
  const Token token = drawn<16>();
  const KnockPlace link = link_place(token);
  EXPECT_EQ(link.box, half_of_hash("link/box", token));
  EXPECT_EQ(link.proof, half_of_hash("link/proof", token));
  EXPECT_EQ(link.key.expose(), crypto::hash("link/admit", token));

  const auto secret = drawn<32>();
  const proto::PublicKey member{drawn<32>()};
  ByteArray<64> both;
  std::ranges::copy(member.bytes, std::ranges::copy(secret, both.begin()).out);
  const KnockPlace place = member_place(LobbySecret(secret), member);
  EXPECT_EQ(place.box, half_of_hash("lobby/box", both));
  EXPECT_EQ(place.proof, half_of_hash("lobby/proof", both));
  EXPECT_EQ(place.key.expose(), crypto::hash("lobby/knock", secret));
}

TEST_F(KnockTest, EachMemberHasItsOwnBoxAndAllHaveOneKey) {
  const auto secret = drawn<32>();
  const auto a = member_place(LobbySecret(secret), {drawn<32>()});
  const auto b = member_place(LobbySecret(secret), {drawn<32>()});
  EXPECT_NE(a.box, b.box);
  EXPECT_NE(a.proof, b.proof);
  EXPECT_EQ(a.key.expose(), b.key.expose());
}

TEST_F(KnockTest, AnyAlterationCutAndAnyOtherKeyIsRefused) {
  const Bytes body = encrypted(knock());
  for (std::size_t bit = 0; bit < 8 * body.size(); ++bit) {
    Bytes altered = body;
    altered[bit / 8] ^= std::byte(1 << bit % 8);
    EXPECT_FALSE(guard_.receive(place_.key, altered, kNow)) << bit;
  }
  for (std::size_t length = 0; length < body.size(); ++length)
    EXPECT_FALSE(guard_.receive(place_.key, ByteSpan(body).first(length), kNow)) << length;
  EXPECT_FALSE(guard_.receive(link_place(drawn<16>()).key, body, kNow));
  EXPECT_TRUE(guard_.receive(place_.key, body, kNow)) << "nothing refused is remembered";
}

TEST_F(KnockTest, WhatIsEncryptedMustBeAKnock) {
  for (const Bytes& plain : {Bytes{}, to_bytes("no knock"), Bytes(900, std::byte{0x0a})}) {
    const auto refused =
        guard_.receive(place_.key, crypto::aead_encrypt(place_.key, plain, rng_), kNow);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().fault, Fault::not_canonical);
  }
  const auto large = guard_.receive(place_.key, Bytes(proto::kVisitBytesMax + 1), kNow);
  ASSERT_FALSE(large);
  EXPECT_EQ(large.error().fault, Fault::too_large);
}

TEST_F(KnockTest, ClocksMayBeTwoMinutesApart) {
  for (const std::uint64_t apart :
       {std::uint64_t{0}, std::uint64_t{119'999}, KnockGuard::kApartMaxMs}) {
    EXPECT_TRUE(guard_.receive(place_.key, encrypted(knock(kNow - apart)), kNow)) << apart;
    EXPECT_TRUE(guard_.receive(place_.key, encrypted(knock(kNow + apart)), kNow)) << apart;
  }
  for (const std::uint64_t time :
       {kNow - 120'001, kNow + 120'001, std::uint64_t{0}, ~std::uint64_t{0}}) {
    const auto refused = guard_.receive(place_.key, encrypted(knock(time)), kNow);
    ASSERT_FALSE(refused) << time;
    EXPECT_EQ(refused.error().fault, Fault::not_wanted);
    EXPECT_NE(refused.error().about.find("clock"), std::string::npos);
  }
}

TEST_F(KnockTest, AReplayIsRefusedUntilSixtyFourOthersCame) {
  const proto::Knock first = knock();
  const Bytes body = encrypted(first);
  ASSERT_TRUE(guard_.receive(place_.key, body, kNow));
  for (std::size_t others = 0; others < KnockGuard::kRememberedMax; ++others) {
    for (const Bytes& again : {body, encrypted(first)}) {
      const auto refused = guard_.receive(place_.key, again, kNow);
      ASSERT_FALSE(refused) << others;
      EXPECT_EQ(refused.error().fault, Fault::not_wanted);
    }
    ASSERT_TRUE(guard_.receive(place_.key, encrypted(knock()), kNow));
  }
  EXPECT_TRUE(guard_.receive(place_.key, body, kNow)) << "the bound of what is remembered";
}

TEST_F(KnockTest, WhoHasAnotherClockIsToldTheTimeOfWhoIsCalled) {
  const proto::Knock early = knock(kNow - KnockGuard::kApartMaxMs - 1);
  EXPECT_EQ(knock_of_another_time(place_.key, encrypted(early), kNow), early);
  EXPECT_FALSE(knock_of_another_time(place_.key, encrypted(knock()), kNow)) << "it is on time";
  EXPECT_FALSE(knock_of_another_time(place_.key, Bytes(64), kNow)) << "no knock";

  const proto::Knock answer{.key = {drawn<32>()}, .pipe = early.pipe, .time = kNow};
  const Bytes said = encrypt_knock(clock_key(place_), answer, rng_);
  const auto read = read_clock(place_, said);
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, answer);
  EXPECT_FALSE(guard_.receive(place_.key, said, kNow)) << "an answer is no knock";
  EXPECT_FALSE(read_clock(place_, encrypted(answer))) << "nor is a knock an answer";
}

}  // namespace
}  // namespace fairdeal::meet
