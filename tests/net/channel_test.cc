// Two peers and whoever is between them.
#include "net/channel.h"

#include <deque>

#include <gtest/gtest.h>

#include "base/encode.h"
#include "base/overloaded.h"
#include "base/seeded_rng.h"

namespace fairdeal::net {
namespace {

using crypto::PublicKey;
using crypto::SigningKey;

constexpr int kPart = 0, kLast = 1, kWelcome = 2, kPing = 3;  // kinds of records
constexpr std::size_t kFullPart = noise::kMessageBytesMax - noise::kTagBytes - 1;

/// One end of a channel, with what became of it.
struct End {
  Channel channel;
  bool says_welcome = true;
  std::optional<PublicKey> peer{};
  bool opened = false;
  std::vector<Bytes> frames{};
  std::optional<Error> refused{};
};

/// Two ends in one virtual moment; the test is the wire between them.
struct Pair {
  explicit Pair(std::uint64_t seed = 1, ChannelConfig dialer_config = {},
                ChannelConfig answerer_config = {}, std::optional<PublicKey> expected = {})
      : rng(seed),
        dialer{Channel::dial(ann, expected, rng, now, std::move(dialer_config))},
        answerer{Channel::answer(bob, rng, now, std::move(answerer_config))} {}

  /// Applies what a step of `end` wants done; returns the bytes for the other end.
  Bytes apply(End& end, Channel::Effects effects) {
    Bytes out = std::move(effects.write);
    for (auto& event : effects.events) {
      std::visit(Overloaded{
                     [&](const Channel::Established& established) {
                       end.peer = established.peer;
                       if (!end.says_welcome) return;
                       const Bytes more = apply(end, end.channel.welcome(now));
                       out.insert(out.end(), more.begin(), more.end());
                     },
                     [&](const Channel::Opened&) { end.opened = true; },
                     [&](Channel::Frame& frame) { end.frames.push_back(std::move(frame.bytes)); },
                     [&](const Channel::Refused& refusal) { end.refused = refusal.error; },
                 },
                 event);
    }
    return out;
  }
  Bytes deliver(End& to, ByteSpan bytes) { return apply(to, to.channel.on_bytes(bytes, now)); }
  Bytes start() { return apply(dialer, dialer.channel.on_start()); }

  /// Lets both ends talk, beginning with what the dialer has just said, until neither has more.
  void talk(Bytes from_dialer) {
    while (!from_dialer.empty()) from_dialer = deliver(dialer, deliver(answerer, from_dialer));
  }
  void open() {
    talk(start());
    ASSERT_TRUE(dialer.opened && answerer.opened);
  }

  SeededRng rng;
  SigningKey ann = SigningKey::generate(rng);
  SigningKey bob = SigningKey::generate(rng);
  Instant now{1'000'000};
  End dialer;
  End answerer;
};

Bytes pattern(std::size_t size) {
  Bytes bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::byte>(i * 31 >> 3);
  return bytes;
}

TEST(Channel, BothLearnWhoTheOtherIsAndFramesOfEverySizeArrive) {
  Pair pair;
  pair.open();
  EXPECT_EQ(pair.dialer.peer, pair.bob.public_key());
  EXPECT_EQ(pair.answerer.peer, pair.ann.public_key());

  const std::size_t part = noise::kMessageBytesMax - noise::kTagBytes - 1;
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{1}, part - 1, part, part + 1, 2 * part, kFrameBytesMax}) {
    const Bytes frame = pattern(size);
    pair.deliver(pair.answerer, pair.dialer.channel.encrypt(frame, pair.now));
    pair.deliver(pair.dialer, pair.answerer.channel.encrypt(frame, pair.now));
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
  put(pair.answerer, pair.dialer.channel.encrypt(pattern(70'000), pair.now));
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
    const Bytes encrypted = pair.dialer.channel.encrypt(frames.back(), pair.now);
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
  Pair pair(1, {.version = "fairdeal/2"});
  pair.talk(pair.start());
  ASSERT_TRUE(pair.dialer.refused && pair.answerer.refused);
  EXPECT_EQ(pair.dialer.refused->fault, Fault::unknown_version);
  EXPECT_EQ(pair.dialer.refused->about, "the peer speaks fairdeal/1, this program fairdeal/2");
  EXPECT_EQ(pair.answerer.refused->fault, Fault::unknown_version);
  EXPECT_EQ(pair.answerer.refused->about, "the peer speaks fairdeal/2, this program fairdeal/1");
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
  Pair pair(1, {.version = "fairdeal/2"}, {.version = "fairdeal/1"});
  Bytes first = pair.start();
  first.back() = std::byte{'1'};  // the version ends the first message
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
  EXPECT_EQ(pair.dialer.refused->fault, Fault::not_wanted);
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
                           .frame(kProtocolVersion)
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

/// A dialer who plays Noise by hand and says, in good form, what no Channel would say.
struct Rogue {
  explicit Rogue(Pair& peer) : pair(peer) {
    auto static_key = noise::DhKey::generate(pair.rng);
    const Bytes introduction =
        Writer()
            .frame(kProtocolVersion)
            .raw(pair.ann.public_key().bytes)
            .raw(pair.ann.sign("noise-static", static_key.public_key()).bytes)
            .bytes();
    noise::Handshake handshake(noise::Role::initiator, as_bytes("fairdeal/channel"),
                               std::move(static_key), noise::DhKey::generate(pair.rng));
    Bytes record;
    append_record(record, handshake.write(Writer().frame(kProtocolVersion).bytes()).value());
    const Bytes second = pair.deliver(pair.answerer, record);
    EXPECT_TRUE(handshake.read(ByteSpan(second).subspan(2)));
    record.clear();
    append_record(record, handshake.write(introduction).value());
    pair.deliver(pair.answerer, record);
    EXPECT_EQ(pair.answerer.peer, pair.ann.public_key());
    transport.emplace(std::move(handshake).finish());
  }

  /// Sends one record; returns what the peer then holds against us.
  std::optional<Error> say(ByteSpan plain) {
    Bytes record;
    append_record(record, transport->send.encrypt({}, plain));
    pair.deliver(pair.answerer, record);
    return pair.answerer.refused;
  }
  std::optional<Error> say(int kind, std::size_t size) {
    Bytes plain(1 + size);
    plain[0] = static_cast<std::byte>(kind);
    return say(plain);
  }

  Pair& pair;
  std::optional<noise::Transport> transport;
};

TEST(Channel, NothingIsHeardBeforeTheWelcome) {
  for (const int kind : {kPart, kLast, kPing}) {
    Pair pair;
    EXPECT_EQ(Rogue(pair).say(kind, 0)->fault, Fault::not_wanted) << kind;
  }
}

TEST(Channel, OnlyRecordsOfItsFewKindsAreAccepted) {
  const std::pair<int, std::size_t> wrong[] = {
      {kPart, 0}, {kPart, 1}, {kPart, kFullPart - 1}, {kPing, 1}, {kWelcome, 0}, {4, 0}, {255, 9}};
  for (const auto& [kind, size] : wrong) {
    Pair pair;
    Rogue rogue(pair);
    ASSERT_FALSE(rogue.say(kWelcome, 0));
    ASSERT_FALSE(rogue.say(kPing, 0));
    EXPECT_EQ(rogue.say(kind, size)->fault, Fault::not_canonical) << kind << " of " << size;
  }
  Pair pair;
  Rogue rogue(pair);
  ASSERT_FALSE(rogue.say(kWelcome, 0));
  EXPECT_EQ(rogue.say(Bytes{})->fault, Fault::not_canonical) << "not even a kind";
}

TEST(Channel, A29_AFrameOverTheLimitIsRefusedAtTheLimit) {
  Pair pair;
  Rogue rogue(pair);
  ASSERT_FALSE(rogue.say(kWelcome, 0));
  std::size_t sent = 0;
  for (; sent + kFullPart <= kFrameBytesMax; sent += kFullPart)
    ASSERT_FALSE(rogue.say(kPart, kFullPart));
  EXPECT_EQ(rogue.say(kLast, kFrameBytesMax - sent + 1)->fault, Fault::too_large);
  EXPECT_TRUE(pair.answerer.frames.empty());
}

TEST(Channel, ARepeatedRecordIsRefused) {
  Pair pair;
  pair.open();
  const Bytes frame = pair.dialer.channel.encrypt(as_bytes("I bet 40"), pair.now);
  pair.deliver(pair.answerer, frame);
  pair.deliver(pair.answerer, frame);
  EXPECT_EQ(pair.answerer.frames.size(), 1u);
  EXPECT_EQ(pair.answerer.refused->fault, Fault::bad_signature);
}

TEST(Channel, ALateWelcomeOpensTheChannel) {
  Pair pair;
  pair.answerer.says_welcome = false;
  pair.talk(pair.start());
  EXPECT_TRUE(pair.dialer.peer && pair.answerer.peer);
  EXPECT_FALSE(pair.dialer.opened || pair.answerer.opened);
  pair.deliver(pair.dialer, pair.apply(pair.answerer, pair.answerer.channel.welcome(pair.now)));
  EXPECT_TRUE(pair.dialer.opened && pair.answerer.opened);
}

TEST(Channel, A29_AHandshakeHasADeadlineHoweverItsBytesDrip) {
  Pair pair;
  const Bytes first = pair.start();
  for (std::size_t i = 0; !pair.answerer.refused; ++i) {
    ASSERT_LT(i, first.size());
    pair.now = pair.now + Duration{900};
    pair.deliver(pair.answerer, ByteSpan(first).subspan(i, 1));
    if (pair.now >= pair.answerer.channel.deadline())
      pair.apply(pair.answerer, pair.answerer.channel.on_time(pair.now));
  }
  EXPECT_EQ(pair.now - Instant{1'000'000}, (Duration{10'800}));
  EXPECT_EQ(pair.answerer.refused->fault, Fault::incomplete);
  EXPECT_EQ(pair.answerer.channel.deadline(), never());
}

TEST(Channel, ACallerWhoIsNeverWelcomedIsDroppedAtTheDeadline) {
  Pair pair;
  pair.answerer.says_welcome = false;
  pair.talk(pair.start());
  pair.now = pair.dialer.channel.deadline();
  pair.apply(pair.dialer, pair.dialer.channel.on_time(pair.now));
  EXPECT_EQ(pair.dialer.refused->fault, Fault::incomplete);
}

TEST(Channel, PingsKeepAQuietConnectionAndItsEndIsNoticed) {
  Pair pair;
  pair.open();
  const Instant opened = pair.now;
  while (pair.now - opened < Duration{60'000}) {
    pair.now = std::min(pair.dialer.channel.deadline(), pair.answerer.channel.deadline());
    const Bytes ping = pair.apply(pair.dialer, pair.dialer.channel.on_time(pair.now));
    const Bytes pong = pair.apply(pair.answerer, pair.answerer.channel.on_time(pair.now));
    pair.deliver(pair.answerer, ping);
    pair.deliver(pair.dialer, pong);
    ASSERT_FALSE(pair.dialer.refused || pair.answerer.refused);
  }
  // From here on nothing arrives.
  const Instant cut = pair.now;
  while (!pair.dialer.refused) {
    pair.now = pair.dialer.channel.deadline();
    pair.apply(pair.dialer, pair.dialer.channel.on_time(pair.now));
  }
  EXPECT_EQ(pair.now - cut, kSilenceMax);
  EXPECT_TRUE(pair.dialer.channel.encrypt(as_bytes("too late"), pair.now).empty());
}

TEST(Channel, A29_WhoSendsTooFastIsReadMoreSlowly) {
  Pair pair;
  pair.open();
  const Bytes frame = pair.dialer.channel.encrypt(pattern(kFrameBytesMax), pair.now);
  Instant read_after{};
  for (int i = 0; i < 16; ++i) read_after = pair.answerer.channel.on_bytes({}, pair.now).read_after;
  EXPECT_LE(read_after, pair.now);

  std::int64_t received = 0;
  for (Bytes next = frame; received <= kReceiveBytesBurst;
       next = pair.dialer.channel.encrypt(pattern(kFrameBytesMax), pair.now)) {
    read_after = pair.answerer.channel.on_bytes(next, pair.now).read_after;
    received += static_cast<std::int64_t>(next.size());
  }
  EXPECT_GT(read_after, pair.now);
  EXPECT_LT(read_after - pair.now, (Duration{200})) << "a debt of less than a frame";
  pair.now = read_after;
  EXPECT_LE(pair.answerer.channel.on_bytes({}, pair.now).read_after, pair.now);
}

TEST(Channel, A29_ManySmallRecordsAreReadMoreSlowlyToo) {
  Pair pair;
  pair.open();
  Instant read_after{};
  for (std::int64_t i = 0; i <= kReceiveRecordsBurst; ++i)
    read_after = pair.answerer.channel.on_bytes(pair.dialer.channel.encrypt({}, pair.now), pair.now)
                     .read_after;
  EXPECT_GT(read_after, pair.now);
}

TEST(Channel, A29_ALengthBombIsRefusedAtItsLength) {
  Pair pair;
  const Bytes bomb{std::byte{0xff}, std::byte{0xff}};
  pair.deliver(pair.answerer, bomb);
  EXPECT_EQ(pair.answerer.refused->fault, Fault::too_large);
  EXPECT_EQ(pair.deliver(pair.answerer, pair.start()), Bytes{}) << "closed is closed";
}

TEST(Channel, WhatIsNoHandshakeIsRefused) {
  for (const std::string_view garbage : {"GET / HTTP/1.1\r\n\r\n", "SSH-2.0-OpenSSH_9.2\r\n",
                                         "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"}) {
    Pair pair;
    pair.deliver(pair.answerer, as_bytes(garbage));
    EXPECT_TRUE(pair.answerer.refused) << garbage;
  }
}

class ChannelUnderFire : public testing::TestWithParam<std::uint64_t> {};

TEST_P(ChannelUnderFire, RandomBytesNeitherEstablishNorCrash) {
  SeededRng rng(GetParam());
  for (int i = 0; i < 200; ++i) {
    Pair pair(GetParam());
    const Bytes second = pair.deliver(pair.answerer, pair.start());
    Bytes noise(rng.below(2'000));
    rng.fill(noise);
    if (noise.size() > 2) noise[0] = std::byte{0};  // sometimes a length that is allowed
    pair.deliver(rng.below(2) == 0 ? pair.answerer : pair.dialer, noise);
    EXPECT_FALSE(pair.answerer.peer || pair.dialer.peer);
  }
}

TEST_P(ChannelUnderFire, AnAlteredStreamIsRefusedAndDeliversOnlyWhatCameBefore) {
  SeededRng rng(GetParam());
  for (int i = 0; i < 100; ++i) {
    Pair pair(GetParam());
    pair.open();
    std::vector<Bytes> frames;
    std::vector<std::size_t> ends;
    Bytes stream;
    for (int k = 0; k < 5; ++k) {
      frames.push_back(pattern(rng.below(500)));
      const Bytes encrypted = pair.dialer.channel.encrypt(frames.back(), pair.now);
      stream.insert(stream.end(), encrypted.begin(), encrypted.end());
      ends.push_back(stream.size());
    }
    const std::size_t at = rng.below(stream.size());
    stream[at] ^= static_cast<std::byte>(1 + rng.below(255));
    pair.deliver(pair.answerer, stream);
    const auto whole = static_cast<std::size_t>(
        std::ranges::count_if(ends, [&](std::size_t end) { return end <= at; }));
    frames.resize(whole);
    EXPECT_EQ(pair.answerer.frames, frames);
    // A length that grew may wait for bytes that never come; then silence ends it.
    if (!pair.answerer.refused) {
      pair.now = pair.now + kSilenceMax;
      pair.apply(pair.answerer, pair.answerer.channel.on_time(pair.now));
    }
    EXPECT_TRUE(pair.answerer.refused);
  }
}

TEST_P(ChannelUnderFire, AHandshakeAlteredAnywhereEstablishesNothing) {
  SeededRng rng(GetParam());
  for (int i = 0; i < 100; ++i) {
    Pair pair(GetParam());
    const auto altered = [&](Bytes bytes, bool alter) {
      if (alter) bytes[rng.below(bytes.size())] ^= static_cast<std::byte>(1 + rng.below(255));
      return bytes;
    };
    const std::uint64_t which = rng.below(3);
    const Bytes second = pair.deliver(pair.answerer, altered(pair.start(), which == 0));
    if (second.empty()) continue;
    const Bytes third = pair.deliver(pair.dialer, altered(second, which == 1));
    EXPECT_FALSE(which < 2 && pair.dialer.peer);
    if (third.empty()) continue;
    pair.deliver(pair.answerer, altered(third, which == 2));
    EXPECT_FALSE(pair.answerer.opened);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, ChannelUnderFire, testing::Range<std::uint64_t>(1, 5));

}  // namespace
}  // namespace fairdeal::net
