#pragma once

#include <gtest/gtest.h>

#include "base/overloaded.h"
#include "base/seeded_rng.h"
#include "net/channel/channel.h"

/// Two peers and whoever is between them.

namespace fairdeal::channel {

using crypto::PublicKey;
using crypto::SigningKey;

inline constexpr int kPart = 0, kLast = 1, kWelcome = 2, kPing = 3, kHandover = 4, kPath = 5,
                     kKeep = 6, kPong = 8;      // kinds of records
inline constexpr std::size_t kNumberBytes = 8;  // of a ping
inline constexpr std::size_t kWelcomeBytes = 9;
inline constexpr std::size_t kFullPart = noise::kMessageBytesMax - noise::kTagBytes - 1;

/// One end of a channel, with what became of it.
struct End {
  Channel channel;
  bool says_welcome = true;
  std::optional<LinkId> replaces{};  // what its welcome says
  std::optional<PublicKey> peer{};
  bool opened = false;
  bool handed_over = false;  // the other end has sent its last record
  std::vector<Bytes> frames{};
  std::vector<Bytes> paths{};
  std::vector<ByteArray<32>> keeps{};
  std::optional<Error> refused{};
};

/// Two ends in one virtual moment; the test is the wire between them.
struct Pair {
  explicit Pair(std::uint64_t seed = 1, Config dialer_config = {}, Config answerer_config = {},
                std::optional<PublicKey> expected = {})
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
                       const Bytes more = apply(end, end.channel.welcome(end.replaces, now));
                       out.insert(out.end(), more.begin(), more.end());
                     },
                     [](const Channel::Welcomed&) {},
                     [&](const Channel::Opened&) { end.opened = true; },
                     [&](Channel::PathNews& news) { end.paths.push_back(std::move(news.bytes)); },
                     [&](Channel::KeepNews& news) { end.keeps.push_back(news.part.expose()); },
                     [&](const Channel::HandedOver&) { end.handed_over = true; },
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

inline Bytes pattern(std::size_t size) {
  Bytes bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::byte>(i * 31 >> 3);
  return bytes;
}

}  // namespace fairdeal::channel
