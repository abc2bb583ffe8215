#include "net/channel/noise.h"

#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/hex.h"
#include "base/seeded_rng.h"

namespace fairdeal::channel::noise {
namespace {

using Json = nlohmann::json;

Bytes hex(const Json& value) { return from_hex(value.get<std::string>()).value(); }

/// Hands out the bytes it was given: a key pair of the vectors.
class Fixed final : public Rng {
 public:
  explicit Fixed(Bytes bytes) : bytes_(std::move(bytes)) {}
  void fill(std::span<std::byte> out) override { std::ranges::copy(bytes_, out.begin()); }

 private:
  Bytes bytes_;
};

DhKey key(const Json& secret) {
  Fixed rng(hex(secret));
  return DhKey::generate(rng);
}

std::vector<Json> vectors() {
  std::ifstream file(FD_SOURCE_DIR "/tests/vectors/noise-xx.json");
  const Json all = Json::parse(file);
  std::vector<Json> ours;
  for (const Json& vector : all.at("vectors"))
    if (vector.at("protocol_name") == "Noise_XX_25519_ChaChaPoly_BLAKE2b") ours.push_back(vector);
  return ours;
}

Handshake side(const Json& vector, Role role) {
  const std::string prefix = role == Role::initiator ? "init" : "resp";
  return {role, hex(vector.at(prefix + "_prologue")), key(vector.at(prefix + "_static")),
          key(vector.at(prefix + "_ephemeral"))};
}

TEST(Noise, PublishedVectorsAreReproducedByBothSides) {
  ASSERT_EQ(vectors().size(), 2u);
  for (const Json& vector : vectors()) {
    Handshake initiator = side(vector, Role::initiator);
    Handshake responder = side(vector, Role::responder);
    const Json& messages = vector.at("messages");
    for (std::size_t i = 0; i < 3; ++i) {
      Handshake& writer = i == 1 ? responder : initiator;
      Handshake& reader = i == 1 ? initiator : responder;
      EXPECT_EQ(writer.write(hex(messages[i]["payload"])), hex(messages[i]["ciphertext"]));
      EXPECT_EQ(reader.read(hex(messages[i]["ciphertext"])), hex(messages[i]["payload"]));
    }
    EXPECT_EQ(initiator.peer_static(), key(vector.at("resp_static")).public_key());
    EXPECT_EQ(responder.peer_static(), key(vector.at("init_static")).public_key());

    Transport one = std::move(initiator).finish();
    Transport two = std::move(responder).finish();
    EXPECT_EQ(one.handshake_hash, two.handshake_hash);
    const std::string hash = to_hex(one.handshake_hash);
    EXPECT_EQ(hash, vector.value("handshake_hash", hash));
    for (std::size_t i = 3; i < messages.size(); ++i) {
      Transport& writer = i % 2 == 1 ? two : one;
      Transport& reader = i % 2 == 1 ? one : two;
      const Bytes payload = hex(messages[i]["payload"]);
      EXPECT_EQ(writer.send.encrypt({}, payload), hex(messages[i]["ciphertext"]));
      EXPECT_EQ(reader.receive.decrypt({}, hex(messages[i]["ciphertext"])), payload);
    }
  }
}

/// Two strangers, from one seed, and the three messages they exchange.
struct Pair {
  explicit Pair(std::uint64_t seed)
      : rng(seed),
        initiator(Role::initiator, as_bytes("test"), DhKey::generate(rng), DhKey::generate(rng)),
        responder(Role::responder, as_bytes("test"), DhKey::generate(rng), DhKey::generate(rng)) {}

  Handshake& writer(int message) { return message == 1 ? responder : initiator; }
  Handshake& reader(int message) { return message == 1 ? initiator : responder; }
  Bytes write(int message) { return writer(message).write(as_bytes("payload")).value(); }
  void exchange(int count) {
    for (int i = 0; i < count; ++i) ASSERT_TRUE(reader(i).read(write(i)));
  }

  SeededRng rng;
  Handshake initiator;
  Handshake responder;
};

class NoiseMessage : public testing::TestWithParam<int> {};

TEST_P(NoiseMessage, AnyFlippedBitStopsTheHandshakeAndNothingElse) {
  Pair pair(1);
  pair.exchange(GetParam());
  const Bytes honest = pair.write(GetParam());
  for (std::size_t bit = 0; bit < 8 * honest.size(); ++bit) {
    Bytes forged = honest;
    forged[bit / 8] ^= std::byte(1 << bit % 8);
    if (GetParam() == 0) {
      // Nothing protects the first message yet: its alteration shows in the second.
      Pair fresh(1);
      ASSERT_TRUE(fresh.responder.read(forged));
      (void)fresh.write(0);
      EXPECT_FALSE(fresh.initiator.read(fresh.write(1))) << "bit " << bit;
    } else {
      EXPECT_FALSE(pair.reader(GetParam()).read(forged)) << "bit " << bit;
    }
  }
  EXPECT_TRUE(pair.reader(GetParam()).read(honest)) << "a refusal left a trace";
}

TEST_P(NoiseMessage, AnyCutIsRefused) {
  Pair pair(2);
  pair.exchange(GetParam());
  const Bytes honest = pair.write(GetParam());
  const std::size_t least = GetParam() == 0 ? 32 : honest.size();  // a clear payload may be shorter
  for (std::size_t length = 0; length < least; ++length)
    EXPECT_FALSE(pair.reader(GetParam()).read(ByteSpan(honest).first(length))) << length;
}

INSTANTIATE_TEST_SUITE_P(EachOfTheThree, NoiseMessage, testing::Values(0, 1, 2));

TEST(Noise, ADhKeyOfLowOrderIsRefused) {
  // 0, 1 and a point of order 8: their products with any secret are zero (RFC 7748, section 7).
  const char* const low_order[] = {
      "0000000000000000000000000000000000000000000000000000000000000000",
      "0100000000000000000000000000000000000000000000000000000000000000",
      "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800"};
  for (const char* point : low_order) {
    Pair pair(3);
    ASSERT_TRUE(pair.responder.read(from_hex(point).value()));
    EXPECT_EQ(pair.responder.write({}).error().fault, Fault::not_canonical) << point;
  }
}

TEST(Noise, OtherProloguesDoNotMeet) {
  Pair pair(4);
  Handshake stranger(Role::initiator, as_bytes("another"), DhKey::generate(pair.rng),
                     DhKey::generate(pair.rng));
  ASSERT_TRUE(pair.responder.read(stranger.write({}).value()));
  EXPECT_EQ(stranger.read(pair.write(1)).error().fault, Fault::bad_signature);
}

TEST(Noise, ATransportMessageOpensOnceInItsPlaceAndUnaltered) {
  Pair pair(5);
  pair.exchange(3);
  Transport one = std::move(pair.initiator).finish();
  Transport two = std::move(pair.responder).finish();
  const Bytes first = one.send.encrypt({}, as_bytes("first"));
  const Bytes second = one.send.encrypt({}, as_bytes("second"));
  EXPECT_FALSE(two.receive.decrypt({}, second)) << "out of order";
  for (std::size_t bit = 0; bit < 8 * first.size(); ++bit) {
    Bytes forged = first;
    forged[bit / 8] ^= std::byte(1 << bit % 8);
    EXPECT_FALSE(two.receive.decrypt({}, forged)) << "bit " << bit;
  }
  EXPECT_TRUE(two.receive.decrypt({}, first));
  EXPECT_FALSE(two.receive.decrypt({}, first)) << "repeated";
  EXPECT_FALSE(one.receive.decrypt({}, second)) << "sent back to its author";
  EXPECT_TRUE(two.receive.decrypt({}, second));
}

}  // namespace
}  // namespace fairdeal::channel::noise
