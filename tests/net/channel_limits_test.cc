#include <deque>

#include "base/encode.h"
#include "proto/reach.h"
#include "tests/net/channel_pair.h"

namespace fairdeal::channel {
namespace {

/// A dialer who plays Noise by hand and says, in good form, what no Channel would say.
struct Rogue {
  explicit Rogue(Pair& peer) : pair(peer) {
    auto static_key = noise::DhKey::generate(pair.rng);
    const Bytes introduction =
        Writer()
            .frame(net::kProtocolVersion)
            .raw(pair.ann.public_key().bytes)
            .raw(pair.ann.sign("noise-static", static_key.public_key()).bytes)
            .bytes();
    noise::Handshake handshake(noise::Role::initiator, as_bytes("fairdeal/channel"),
                               std::move(static_key), noise::DhKey::generate(pair.rng));
    Bytes record;
    append_record(record, handshake.write(Writer().frame(net::kProtocolVersion).bytes()).value());
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
  for (const int kind : {kPart, kLast, kPing, kHandover, kPath, kKeep, kPong}) {
    Pair pair;
    EXPECT_EQ(Rogue(pair).say(kind, 0)->fault, Fault::not_wanted) << kind;
  }
}

TEST(Channel, OnlyRecordsOfItsFewKindsAreAccepted) {
  const std::pair<int, std::size_t> wrong[] = {{kPart, 0},
                                               {kPart, 1},
                                               {kPart, kFullPart - 1},
                                               {kPing, 0},
                                               {kPing, kNumberBytes - 1},
                                               {kPing, kNumberBytes + 1},
                                               {kPong, 0},
                                               {kWelcome, kWelcomeBytes},
                                               {kHandover, 1},
                                               {kKeep, 31},
                                               {kKeep, 33},
                                               {255, 9}};
  for (const auto& [kind, size] : wrong) {
    Pair pair;
    Rogue rogue(pair);
    ASSERT_FALSE(rogue.say(kWelcome, kWelcomeBytes));
    ASSERT_FALSE(rogue.say(kPing, kNumberBytes));
    EXPECT_EQ(rogue.say(kind, size)->fault, Fault::not_canonical) << kind << " of " << size;
  }
  Pair pair;
  Rogue rogue(pair);
  ASSERT_FALSE(rogue.say(kWelcome, kWelcomeBytes));
  EXPECT_EQ(rogue.say(Bytes{})->fault, Fault::not_canonical) << "not even a kind";
}

TEST(Channel, AWelcomeSaysOneOfTwoPurposes) {
  const auto welcome = [](int purpose, LinkId id) {
    return Writer().u8(kWelcome).u8(static_cast<std::uint8_t>(purpose)).raw(id).bytes();
  };
  const LinkId none{};
  const LinkId some{std::byte{9}};
  const Bytes wrong[] = {Bytes{std::byte{kWelcome}},
                         Bytes(kWelcomeBytes, std::byte{kWelcome}),
                         Bytes(2 + kWelcomeBytes, std::byte{kWelcome}),
                         welcome(0, some),
                         welcome(2, none),
                         welcome(255, some)};
  for (const Bytes& plain : wrong) {
    Pair pair;
    EXPECT_EQ(Rogue(pair).say(plain)->fault, Fault::not_canonical);
  }
  for (const Bytes& plain : {welcome(0, none), welcome(1, some), welcome(1, none)}) {
    Pair pair;
    EXPECT_FALSE(Rogue(pair).say(plain));
    EXPECT_TRUE(pair.answerer.opened);
  }
}

TEST(Channel, NothingFollowsTheLastRecord) {
  for (const auto& [kind, size] :
       {std::pair<int, std::size_t>{kPing, kNumberBytes}, {kLast, 1}, {kHandover, 0}}) {
    Pair pair;
    Rogue rogue(pair);
    ASSERT_FALSE(rogue.say(kWelcome, kWelcomeBytes));
    ASSERT_FALSE(rogue.say(kHandover, 0));
    EXPECT_TRUE(pair.answerer.handed_over);
    EXPECT_EQ(rogue.say(kind, size)->fault, Fault::not_canonical) << kind;
  }
}

TEST(Channel, TheLastRecordDoesNotCutAFrame) {
  Pair pair;
  Rogue rogue(pair);
  ASSERT_FALSE(rogue.say(kWelcome, kWelcomeBytes));
  ASSERT_FALSE(rogue.say(kPart, kFullPart));
  EXPECT_EQ(rogue.say(kHandover, 0)->fault, Fault::not_canonical);
}

TEST(Channel, A29_MessagesAboutPathsAreShortAndFew) {
  Pair pair;
  Rogue rogue(pair);
  ASSERT_FALSE(rogue.say(kWelcome, kWelcomeBytes));
  for (std::int64_t i = 0; i < net::kPathsBurst; ++i)
    ASSERT_FALSE(rogue.say(kPath, proto::kPathBytesMax)) << i;
  pair.now = pair.now + Duration{1'000};
  ASSERT_FALSE(rogue.say(kPath, 0));
  EXPECT_EQ(pair.answerer.paths.size(), net::kPathsBurst + 1);
  EXPECT_EQ(rogue.say(kPath, 0)->fault, Fault::not_wanted);

  Pair other;
  Rogue verbose(other);
  ASSERT_FALSE(verbose.say(kWelcome, kWelcomeBytes));
  EXPECT_EQ(verbose.say(kPath, proto::kPathBytesMax + 1)->fault, Fault::too_large);
}

TEST(Channel, A29_AFrameOverTheLimitIsRefusedAtTheLimit) {
  Pair pair;
  Rogue rogue(pair);
  ASSERT_FALSE(rogue.say(kWelcome, kWelcomeBytes));
  std::size_t sent = 0;
  for (; sent + kFullPart <= net::kFrameBytesMax; sent += kFullPart)
    ASSERT_FALSE(rogue.say(kPart, kFullPart));
  EXPECT_EQ(rogue.say(kLast, net::kFrameBytesMax - sent + 1)->fault, Fault::too_large);
  EXPECT_TRUE(pair.answerer.frames.empty());
}

TEST(Channel, ARepeatedRecordIsRefused) {
  Pair pair;
  pair.open();
  const Bytes frame = pair.dialer.channel.encrypt(as_bytes("I bet 40"));
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
  pair.deliver(pair.dialer, pair.apply(pair.answerer, pair.answerer.channel.welcome({}, pair.now)));
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

TEST(Channel, AnAnswerToNoPingIsRefused) {
  for (const std::uint64_t number : {0U, 1U, 255U}) {
    Pair pair;
    Rogue rogue(pair);
    ASSERT_FALSE(rogue.say(kWelcome, kWelcomeBytes));
    EXPECT_EQ(rogue.say(Writer().u8(kPong).u64(number).bytes())->fault, Fault::not_wanted);
  }
}

/// Ann and Bob, whose welcomes name the same other connection.
struct Upgrading : Pair {
  Upgrading() {
    dialer.replaces = answerer.replaces = LinkId{std::byte{7}};
    open();
  }
};

TEST(Channel, AnUpgradeHoldsWhatComesUntilItIsReleased) {
  Upgrading pair;
  EXPECT_TRUE(pair.dialer.channel.holds() && pair.answerer.channel.holds());
  const std::vector<Bytes> frames{pattern(10), pattern(3'000), pattern(0)};
  for (const Bytes& frame : frames) pair.deliver(pair.answerer, pair.dialer.channel.encrypt(frame));
  pair.deliver(pair.answerer, pair.dialer.channel.encrypt_path(as_bytes("path")));
  EXPECT_TRUE(pair.answerer.frames.empty() && pair.answerer.paths.empty());
  pair.apply(pair.answerer, pair.answerer.channel.release(pair.now));
  EXPECT_FALSE(pair.answerer.channel.holds());
  EXPECT_EQ(pair.answerer.frames, frames);
  EXPECT_EQ(pair.answerer.paths, std::vector<Bytes>{to_bytes("path")});
  EXPECT_TRUE(pair.apply(pair.answerer, pair.answerer.channel.release(pair.now)).empty());
  EXPECT_EQ(pair.answerer.frames.size(), frames.size()) << "released once";
}

/// Bytes that the peer sends meanwhile stay in the kernel, so this end cannot hear them.
TEST(Channel, TheLimitOfSilenceOfAnUpgradeBeginsWhenItIsReleased) {
  Upgrading pair;
  auto& channel = pair.dialer.channel;
  for (const Instant begun = pair.now; pair.now - begun <= net::kSilenceMax;) {
    pair.now = channel.deadline();
    EXPECT_FALSE(pair.apply(pair.dialer, channel.on_time(pair.now)).empty()) << "a ping";
    ASSERT_FALSE(pair.dialer.refused);
  }
  pair.apply(pair.dialer, channel.release(pair.now));
  const Instant released = pair.now;
  while (!pair.dialer.refused) {
    pair.now = channel.deadline();
    pair.apply(pair.dialer, channel.on_time(pair.now));
  }
  EXPECT_EQ(pair.now - released, net::kSilenceMax);
}

TEST(Channel, OnlyWhatBothProposeIsAnUpgrade) {
  const LinkId one{std::byte{1}};
  const LinkId two{std::byte{2}};
  const std::pair<std::optional<LinkId>, std::optional<LinkId>> unlike[] = {
      {one, std::nullopt}, {std::nullopt, one}, {one, two}};
  for (const auto& [dialers, answerers] : unlike) {
    Pair pair;
    pair.dialer.replaces = dialers;
    pair.answerer.replaces = answerers;
    pair.open();
    EXPECT_FALSE(pair.dialer.channel.holds() || pair.answerer.channel.holds());
  }
}

TEST(Channel, WhoHandsOverSaysNoMore) {
  Pair pair;
  pair.open();
  pair.deliver(pair.answerer, pair.dialer.channel.hand_over());
  EXPECT_TRUE(pair.answerer.handed_over && !pair.answerer.refused);
  EXPECT_FALSE(pair.dialer.handed_over) << "the other direction goes on";
  pair.deliver(pair.dialer, pair.answerer.channel.encrypt(as_bytes("still here")));
  EXPECT_EQ(pair.dialer.frames, std::vector<Bytes>{to_bytes("still here")});
  const Bytes ping = pair.apply(pair.answerer, pair.answerer.channel.on_time(pair.now));
  EXPECT_TRUE(pair.deliver(pair.dialer, ping).empty()) << "no answer";
  pair.now = pair.dialer.channel.deadline();
  EXPECT_TRUE(pair.apply(pair.dialer, pair.dialer.channel.on_time(pair.now)).empty()) << "no ping";
  EXPECT_EQ(pair.dialer.refused->fault, Fault::no_answer) << "the limit of silence stays";
}

TEST(Channel, A29_WhoSendsTooFastIsReadMoreSlowly) {
  Pair pair;
  pair.open();
  const Bytes frame = pair.dialer.channel.encrypt(pattern(net::kFrameBytesMax));
  Instant read_after{};
  for (int i = 0; i < 16; ++i) read_after = pair.answerer.channel.on_bytes({}, pair.now).read_after;
  EXPECT_LE(read_after, pair.now);

  std::int64_t received = 0;
  for (Bytes next = frame; received <= net::kReceiveBytesBurst;
       next = pair.dialer.channel.encrypt(pattern(net::kFrameBytesMax))) {
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
  for (std::int64_t i = 0; i <= net::kReceiveRecordsBurst; ++i)
    read_after =
        pair.answerer.channel.on_bytes(pair.dialer.channel.encrypt({}), pair.now).read_after;
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
      const Bytes encrypted = pair.dialer.channel.encrypt(frames.back());
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
      pair.now = pair.now + net::kSilenceMax;
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
}  // namespace fairdeal::channel
