#include <deque>

#include "base/encode.h"
#include "tests/net/channel_pair.h"

namespace fairdeal::channel {
namespace {

TEST(Channel, BothLearnWhoTheOtherIsAndFramesOfEverySizeArrive) {
  Pair pair;
  pair.open();
  EXPECT_EQ(pair.dialer.peer, pair.bob.public_key());
  EXPECT_EQ(pair.answerer.peer, pair.ann.public_key());

  const std::size_t part = noise::kMessageBytesMax - noise::kTagBytes - 1;
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{1}, part - 1, part, part + 1, 2 * part, net::kFrameBytesMax}) {
    const Bytes frame = pattern(size);
    pair.deliver(pair.answerer, pair.dialer.channel.encrypt(frame));
    pair.deliver(pair.dialer, pair.answerer.channel.encrypt(frame));
    EXPECT_EQ(pair.answerer.frames.back(), frame) << size;
    EXPECT_EQ(pair.dialer.frames.back(), frame) << size;
  }
}

TEST(Channel, BytesOneAtATimeMeanTheSame) {
  Pair pair;
  std::deque<std::pair<End*, std::byte>> wire;
  const auto put = [&](End& to, const Bytes& bytes) {
    for (const std::byte byte : bytes) wire.emplace_back(&to, byte);
  };
  put(pair.answerer, pair.start());
  const auto drain = [&] {
    while (!wire.empty()) {
      const auto [to, byte] = wire.front();
      wire.pop_front();
      put(to == &pair.dialer ? pair.answerer : pair.dialer, pair.deliver(*to, std::span(&byte, 1)));
    }
  };
  drain();
  ASSERT_TRUE(pair.dialer.opened && pair.answerer.opened);
  put(pair.answerer, pair.dialer.channel.encrypt(pattern(70'000)));
  drain();
  EXPECT_EQ(pair.answerer.frames, std::vector<Bytes>{pattern(70'000)});
}

TEST(Channel, AnySplitMeansTheSame) {
  Pair pair;
  pair.open();
  Bytes stream;
  std::vector<Bytes> frames;
  for (std::size_t i = 0; i < 200; ++i) {
    frames.push_back(pattern(pair.rng.below(3'000)));
    const Bytes encrypted = pair.dialer.channel.encrypt(frames.back());
    stream.insert(stream.end(), encrypted.begin(), encrypted.end());
  }
  for (ByteSpan rest = stream; !rest.empty();) {
    const std::size_t size = std::min<std::size_t>(rest.size(), pair.rng.below(5'000));
    pair.deliver(pair.answerer, rest.first(size));
    rest = rest.subspan(size);
  }
  EXPECT_EQ(pair.answerer.frames, frames);
}

TEST(Channel, AnotherVersionIsRefusedByBothAndBothAreNamed) {
  Pair pair(1, {.version = "fairdeal/8"});
  pair.talk(pair.start());
  ASSERT_TRUE(pair.dialer.refused && pair.answerer.refused);
  EXPECT_EQ(pair.dialer.refused->fault, Fault::unknown_version);
  EXPECT_EQ(pair.dialer.refused->about, "the peer speaks fairdeal/7, this program fairdeal/8");
  EXPECT_EQ(pair.answerer.refused->fault, Fault::unknown_version);
  EXPECT_EQ(pair.answerer.refused->about, "the peer speaks fairdeal/8, this program fairdeal/7");
  EXPECT_FALSE(pair.dialer.peer || pair.answerer.peer);
}

TEST(Channel, AVersionThatIsNoWordIsMalformed) {
  for (const std::string& version :
       {std::string(), std::string("line\nbreak"), std::string(65, 'x')}) {
    Pair pair(1, {.version = version});
    pair.talk(pair.start());
    ASSERT_TRUE(pair.answerer.refused);
    EXPECT_NE(pair.answerer.refused->fault, Fault::unknown_version) << version;
  }
}

TEST(Channel, A30_NobodyBetweenCanTalkTwoPeersDownToAnotherVersion) {
  Pair pair(1, {.version = "fairdeal/7"}, {.version = "fairdeal/5"});
  Bytes first = pair.start();
  first.back() = std::byte{'5'};  // the version ends the first message
  const Bytes second = pair.deliver(pair.answerer, first);
  EXPECT_FALSE(pair.answerer.refused) << "it cannot know yet";
  pair.deliver(pair.dialer, second);
  EXPECT_EQ(pair.dialer.refused->fault, Fault::bad_signature);
  EXPECT_FALSE(pair.dialer.peer);
}

TEST(Channel, ADialerRefusesAnotherIdentityThanItCalledAndStaysUnknownToIt) {
  Pair pair(1, {}, {}, PublicKey{.bytes = {std::byte{7}}});
  const Bytes second = pair.deliver(pair.answerer, pair.start());
  EXPECT_EQ(pair.deliver(pair.dialer, second), Bytes{});
  EXPECT_EQ(pair.dialer.refused->fault, Fault::other_identity);
}

/// A man in the middle who completes a handshake of his own with each side.
TEST(Channel, A30_WhoeverResignsShowsHisOwnIdentity) {
  SeededRng rng(9);
  const SigningKey mallory = SigningKey::generate(rng);
  Pair pair;
  End middle{Channel::answer(mallory, rng, pair.now)};
  Bytes to_middle = pair.start();
  while (!to_middle.empty()) to_middle = pair.deliver(pair.dialer, pair.deliver(middle, to_middle));
  EXPECT_EQ(pair.dialer.peer, mallory.public_key());
  EXPECT_NE(pair.dialer.peer, pair.bob.public_key());
}

/// A man in the middle who has keys of his own and passes on Bob's introduction: Noise played by
/// hand, because Channel would not do it.
TEST(Channel, A30_AnIntroductionIsWorthNothingUnderAnotherStaticKey) {
  Pair pair;
  const noise::DhKey bobs = noise::DhKey::generate(pair.rng);
  const auto signature = pair.bob.sign("noise-static", bobs.public_key());
  const Bytes stolen = Writer()
                           .frame(net::kProtocolVersion)
                           .raw(pair.bob.public_key().bytes)
                           .raw(signature.bytes)
                           .bytes();
  noise::Handshake middle(noise::Role::responder, as_bytes("fairdeal/channel"),
                          noise::DhKey::generate(pair.rng), noise::DhKey::generate(pair.rng));
  ASSERT_TRUE(middle.read(ByteSpan(pair.start()).subspan(2)));
  Bytes record;
  append_record(record, middle.write(stolen).value());
  pair.deliver(pair.dialer, record);
  EXPECT_EQ(pair.dialer.refused->fault, Fault::bad_signature);
}

TEST(Channel, AHandshakeRepeatedToAFreshAnswererLeadsNowhere) {
  Pair pair;
  const Bytes first = pair.start();
  const Bytes third = pair.deliver(pair.dialer, pair.deliver(pair.answerer, first));
  End again{Channel::answer(pair.bob, pair.rng, pair.now)};
  EXPECT_NE(pair.deliver(again, first), Bytes{});
  pair.deliver(again, third);
  EXPECT_FALSE(again.peer);
  EXPECT_EQ(again.refused->fault, Fault::bad_signature);
}

}  // namespace
}  // namespace fairdeal::channel
