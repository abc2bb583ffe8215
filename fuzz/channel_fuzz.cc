// Fuzzes the secure channel. Its output does not depend on how the stream was split.
// Bytes changed on the way never become a frame that was not sent. A peer with good keys that says
// whatever it likes gets an answer or is refused. Addresses, and the lists of where members were,
// are encoded again as they were read.
#include "base/check.h"
#include "base/encode.h"
#include "base/overloaded.h"
#include "base/seeded_rng.h"
#include "fuzz/edits.h"
#include "fuzz/target.h"
#include "net/channel/channel.h"
#include "net/party/whereabouts.h"
#include "net/sockets/address.h"
#include "proto/reach.h"

namespace fairdeal::channel {
namespace {

constexpr Instant kNow{1'000'000};

crypto::SigningKey key(std::uint64_t seed) {
  SeededRng rng(seed);
  return crypto::SigningKey::generate(rng);
}

/// One end of a channel, with all that it wrote, received and reported.
struct End {
  Channel channel;
  bool dials;
  std::optional<LinkId> replaces{};
  Bytes written{};
  std::vector<Bytes> frames{};
  std::vector<int> events{};
  bool refused = false;
  bool opened = false;

  static End make(bool dials) {
    static const auto ann = key(1), bob = key(2);
    SeededRng rng(dials ? 3 : 4);
    return {
        dials ? Channel::dial(ann, bob.public_key(), rng, kNow) : Channel::answer(bob, rng, kNow),
        dials};
  }
  void apply(Channel::Effects effects) {
    written.insert(written.end(), effects.write.begin(), effects.write.end());
    for (auto& event : effects.events) {
      CHECK(!refused);  // nothing follows a refusal
      events.push_back(static_cast<int>(event.index()));
      std::visit(Overloaded{[&](Channel::Established&) { apply(channel.welcome(replaces, kNow)); },
                            [](Channel::Welcomed&) {},
                            [&](Channel::Opened&) {
                              CHECK(channel.holds() == replaces.has_value());
                              opened = true;
                            },
                            [](Channel::PathNews& news) {
                              CHECK(news.bytes.size() <= proto::kPathBytesMax);
                            },
                            [](Channel::KeepNews&) {}, [](Channel::HandedOver&) {},
                            [&](Channel::Frame& frame) {
                              CHECK(opened && frame.bytes.size() <= net::kFrameBytesMax);
                              frames.push_back(std::move(frame.bytes));
                            },
                            [&](Channel::Refused&) { refused = true; }},
                 event);
    }
  }
  void start() { apply(channel.on_start()); }
  void hear(ByteSpan bytes) { apply(channel.on_bytes(bytes, kNow)); }
  bool same(const End& other) const {
    return written == other.written && frames == other.frames && events == other.events;
  }
};

/// Delivers to each end what the other writes, until neither writes any more. `meddle` may change
/// the bytes on the way.
template <class Meddle>
void talk(End& a, End& b, Meddle meddle) {
  while (!a.written.empty() || !b.written.empty()) {
    End& from = a.written.empty() ? b : a;
    Bytes said = std::exchange(from.written, {});
    meddle(said);
    (&from == &a ? b : a).hear(said);
  }
}

void same_however_split(bool dials, ByteSpan bytes) {
  End whole = End::make(dials), split = End::make(dials);
  for (End* end : {&whole, &split}) end->start();
  whole.hear(bytes);
  for (std::size_t i = 0, n = 1; i < bytes.size(); i += n, n = n * 7 % 11 + 1)
    split.hear(bytes.subspan(i, std::min(n, bytes.size() - i)));
  CHECK(whole.same(split));
}

/// Runs two honest ends, and somebody between them who changes bytes.
void meddled_with(Script& script) {
  End ann = End::make(true), bob = End::make(false);
  if (script.below(2) == 1) ann.replaces = bob.replaces = LinkId{std::byte{1}};
  ann.start();
  std::size_t untouched = script.below(8);
  const auto meddle = [&](Bytes& said) {
    if (untouched > 0)
      --untouched;
    else if (!script.done())
      edit(said, script);
  };
  talk(ann, bob, meddle);
  if (!ann.opened || !bob.opened) return;
  std::vector<Bytes> sent;
  for (std::size_t i = script.below(4); i > 0; --i) {
    sent.push_back(Bytes(script.below(70'000), std::byte{7}));
    const Bytes encrypted = ann.channel.encrypt(sent.back());
    ann.written.insert(ann.written.end(), encrypted.begin(), encrypted.end());
  }
  if (script.below(2) == 1) {
    const Bytes last = ann.channel.hand_over();
    ann.written.insert(ann.written.end(), last.begin(), last.end());
  }
  talk(ann, bob, meddle);
  CHECK(bob.frames.empty() || !bob.channel.holds());
  bob.apply(bob.channel.release(kNow));
  CHECK(bob.frames.size() <= sent.size());
  for (std::size_t i = 0; i < bob.frames.size(); ++i) CHECK(bob.frames[i] == sent[i]);
}

/// Runs a peer with good keys, whose payloads and records are whatever the script says.
void spoken_to(Script& script) {
  static const auto me = key(5);
  End bob = End::make(false);
  SeededRng rng(6);
  auto fixed = noise::DhKey::generate(rng);
  const auto static_key = fixed.public_key();
  noise::Handshake noise(noise::Role::initiator, as_bytes("fairdeal/channel"), std::move(fixed),
                         noise::DhKey::generate(rng));
  const auto say = [&](ByteSpan message) {
    Bytes record;
    append_record(record, message);
    bob.hear(record);
  };
  bool honest = true;
  const auto payload = [&](const Bytes& right) {
    Bytes said = right;
    for (std::size_t edits = script.below(3); edits > 0; --edits) edit(said, script);
    honest = honest && said == right;
    return said;
  };
  say(*noise.write(payload(Writer().frame(net::kProtocolVersion).bytes())));
  RecordReader reader;
  ByteSpan written = bob.written;
  const auto answer = reader.next(written, net::kHandshakeBytesMax);
  if (!answer || !*answer || !noise.read(**answer)) return;
  say(*noise.write(payload(Writer()
                               .frame(net::kProtocolVersion)
                               .raw(me.public_key().bytes)
                               .raw(me.sign("noise-static", static_key).bytes)
                               .bytes())));
  auto ciphers = std::move(noise).finish();
  const bool introduced = honest;
  const Bytes welcome = payload(Writer().u8(2).u8(0).raw(LinkId{}).bytes());
  say(ciphers.send.encrypt({}, welcome));
  const bool proposes =
      welcome.size() == 10 && welcome[0] == std::byte{2} && welcome[1] == std::byte{1};
  CHECK(bob.opened == (honest || (introduced && proposes)));
  while (!script.done()) {
    Bytes record{static_cast<std::byte>(script.below(7))};
    const ByteSpan body = script.bytes();
    record.insert(record.end(), body.begin(), body.end());
    if (script.below(4) == 0) record.resize(noise::kMessageBytesMax - noise::kTagBytes);
    say(ciphers.send.encrypt({}, record));
  }
}

void check_addresses(ByteSpan input) {
  if (const auto where = party::Whereabouts::decode(input)) CHECK(equal(where->encode(), input));
  const auto address = sockets::Address::parse(as_text(input));
  if (!address) return;
  const auto again = sockets::Address::parse(address->text());
  CHECK(again && *again == *address);
}

}  // namespace
}  // namespace fairdeal::channel

void fairdeal::fuzz(ByteSpan input) {
  Script script(input);
  switch (script.below(5)) {
    case 0:
      return fairdeal::channel::same_however_split(false, script.rest());
    case 1:
      return fairdeal::channel::same_however_split(true, script.rest());
    case 2:
      return fairdeal::channel::meddled_with(script);
    case 3:
      return fairdeal::channel::spoken_to(script);
    default:
      return fairdeal::channel::check_addresses(script.rest());
  }
}
