#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/bucket.h"
#include "base/bytes.h"
#include "base/encode.h"
#include "base/result.h"
#include "base/rng.h"
#include "base/time.h"
#include "crypto/secret.h"
#include "crypto/sign.h"
#include "net/channel/limits.h"
#include "net/channel/noise.h"
#include "net/channel/records.h"

namespace fairdeal::channel {

/// The id of a connection: both ends know it, and no other connection has it.
using LinkId = ByteArray<8>;

/// Settings that only tests change; limits.h has the reasons for the numbers.
struct Config {
  std::string version{net::kProtocolVersion};
  Duration handshake_max = net::kHandshakeMax;
  Duration ping_after = net::kPingAfter;
  Duration silence_max = net::kSilenceMax;
};

/// A channel that carries frames over a byte stream which others can read and alter. Each end
/// proves its identity to the other. Nobody in between can read a frame, or change, repeat or leave
/// out one unnoticed. A dead connection is noticed. The class does no I/O: bytes and the time go
/// in, Effects come out.
///
///     dialer                          answerer
///     Introduced   -- version -->     Greeted        message 1, in the clear
///                  <-- intro ---      Introduced     message 2: version, identity, signature
///     Waiting      --- intro -->      Waiting        message 3: the same   (both: Established)
///     Open         <- welcome ->      Open           once sent and received  (both: Opened)
///     any state    -- wrong bytes, another version, a missed deadline -->  Closed   (Refused)
///
/// Each message is a record (records.h). Messages 1 to 3 are those of Noise XX (noise.h), with keys
/// that are made for this channel alone. An introduction holds the sender's identity and its
/// signature of its static Noise key, in the domain "noise-static". This makes the channel safe
/// against somebody in the middle: he would have to put a static key of his own into the handshake,
/// and no identity but his own has signed that key.
///
/// The version comes first in every payload, in all versions of the protocol, so that two programs
/// that cannot talk to each other can still say why. The handshake's hash covers it, so nobody in
/// between can make two peers believe that the other one speaks an older version.
///
/// After the handshake a record holds one byte that says its kind, and a body:
///
///     0 part, 1 last   parts of a frame: all but the last are full, so a frame has at most 17
///     2 welcome        u8 purpose ‖ id of the link that this one replaces; the first record
///     3 ping           u64 number, from 1 on; the other end answers it
///     4 handover       nothing; the last record of a connection
///     5 path           a message about other paths (proto::PathMessage), at most kPathBytesMax
///     6 keep           32 bytes, the sender's part of a pair secret (runtime/meet/keeping.h)
///     8 pong           u64 number of the ping that it answers
///
/// The welcome gives each side time to look at the other's identity before it accepts anything from
/// it: frames flow only after both have sent theirs. An answerer shows its identity to everybody
/// who calls with the right version; a dialer shows its own only to an answerer that has proved
/// who it is.
///
/// A welcome may propose that this connection replaces another one between the same two, which is
/// up (net/mesh/peer_links.h). If both name the same one, this channel opens and then holds: it
/// passes nothing on until the caller has read the other connection to its end.
class Channel {
 public:
  /// The other end has proved that it holds the identity `peer`. The caller now calls welcome(), or
  /// drops the connection.
  struct Established {
    crypto::PublicKey peer;
    /// The first bytes of the handshake's hash, which differ from connection to connection.
    LinkId link;
  };
  /// The peer's welcome has come.
  struct Welcomed {
    std::optional<LinkId> replaces;
  };
  /// Both sides have sent their welcome: from now on frames may be sent, and may come.
  struct Opened {
    std::optional<LinkId> replaces;  ///< set if both named it; then the channel holds
  };
  struct Frame {
    Bytes bytes;
  };
  struct PathNews {
    Bytes bytes;  ///< not decoded; at most proto::kPathBytesMax
  };
  /// The peer's person wants to keep this one as a contact.
  struct KeepNews {
    crypto::Secret<ByteArray<32>> part;
  };
  /// The peer has sent its last record here: what it sends now comes by another connection.
  struct HandedOver {};
  /// The channel is closed. The caller writes what there still is to write, then drops the
  /// connection.
  struct Refused {
    Error error;
  };
  using Event =
      std::variant<Established, Welcomed, Opened, Frame, PathNews, KeepNews, HandedOver, Refused>;

  /// The caller does this after a call, in this order.
  struct [[nodiscard]] Effects {
    Bytes write{};                // to be sent
    std::vector<Event> events{};  // to be acted on
    Instant read_after{};         // until then the peer's bytes are left in the kernel
  };

  /// Makes the channel of the side that calls. If `expected` is given, the channel refuses every
  /// other identity.
  static Channel dial(const crypto::SigningKey& me, std::optional<crypto::PublicKey> expected,
                      Rng& rng, Instant now, Config config = {});
  /// Makes the channel of the side that is called. It learns during the handshake who calls.
  static Channel answer(const crypto::SigningKey& me, Rng& rng, Instant now, Config config = {});

  /// Begins: a dialer's effects hold message 1, an answerer's are empty. Call it once.
  Effects on_start();
  /// Takes bytes from the stream, however they were cut on their way. Closes the channel (Refused)
  /// with: unknown_version (the text names both versions), bad_signature (the bytes were altered,
  /// or the identity did not sign the static key), not_wanted (another identity than the expected
  /// one, a frame before the welcome, or too many PathNews or KeepNews), too_large, not_canonical,
  /// incomplete.
  Effects on_bytes(ByteSpan bytes, Instant now);
  /// Pings the peer if that is due, or closes the channel (Refused) with incomplete: the handshake
  /// was too slow, or the peer was silent for too long. Call it once `now` has reached deadline().
  Effects on_time(Instant now);
  Instant deadline() const;
  /// Pings the peer, and closes the channel if nothing comes from it within kDoubtMax: the machine
  /// may have slept, or may have another address. Does nothing before Opened or while it holds.
  Effects doubt(Instant now);

  /// Sends the welcome; after Refused it does nothing. `replaces` is the connection that this one
  /// shall replace; none if this is the first one, or comes instead of one that was lost. Requires:
  /// Established was returned, and welcome() was not called before.
  Effects welcome(std::optional<LinkId> replaces, Instant now);
  /// Returns whether the channel holds; until release() the caller reads no more of the stream.
  bool holds() const;
  /// Returns how long the last ping that was answered took to the other end and back; none before
  /// the first answer.
  std::optional<Duration> round_trip() const { return round_trip_; }
  /// Returns when the last bytes came.
  Instant heard() const { return heard_; }
  /// Ends the hold: the peer's limit of silence begins, and what had already been read is taken.
  Effects release(Instant now);
  /// Returns the bytes that carry `frame` over the stream; after Refused there are none. Requires:
  /// Opened was returned, hand_over() was not called, and the frame has at most kFrameBytesMax.
  Bytes encrypt(ByteSpan frame);
  /// Returns the bytes of a message about paths. Requires: as encrypt(); at most kPathBytesMax.
  Bytes encrypt_path(ByteSpan path);
  /// Returns the bytes of this side's part of a pair secret. Requires: as encrypt().
  Bytes encrypt_keep(const crypto::Secret<ByteArray<32>>& part);
  /// Returns the last record that this side sends. Requires: as encrypt().
  Bytes hand_over();

 private:
  struct Greeted {  // an answerer that waits for message 1
    noise::Handshake noise;
  };
  struct Introduced {  // waits for the peer's introduction
    noise::Handshake noise;
    std::optional<crypto::PublicKey> expected;
  };
  struct Ciphers {
    noise::Cipher send;
    noise::Cipher receive;
  };
  struct Waiting {  // waits for both welcomes
    Ciphers ciphers;
    struct Purpose {
      std::optional<LinkId> replaces;
    };
    std::optional<Purpose> said{};   // set once our welcome was sent
    std::optional<Purpose> heard{};  // set once the peer's has come
  };
  struct Open {
    Ciphers ciphers;
    Bucket paths;
    std::size_t keeps = 0;     // records of that kind that have come
    Bytes frame{};             // the parts of the next frame that have come so far
    bool holds = false;        // until release()
    bool handed_over = false;  // our last record was sent
    bool ended = false;        // the peer's last record has come
  };
  struct Closed {};
  using State = std::variant<Closed, Greeted, Introduced, Waiting, Open>;

  Channel(noise::Role role, const crypto::SigningKey& me, std::optional<crypto::PublicKey> expected,
          Rng& rng, Instant now, Config config);

  Result<> on_record(Closed&, ByteSpan, Instant, Effects&) { return {}; }
  Result<> on_record(Greeted& state, ByteSpan record, Instant now, Effects& effects);
  Result<> on_record(Introduced& state, ByteSpan record, Instant now, Effects& effects);
  Result<> on_record(Waiting& state, ByteSpan record, Instant now, Effects& effects);
  Result<> on_record(Open& state, ByteSpan record, Instant now, Effects& effects);
  void ping(Open& state, Instant now, Effects& effects);
  Result<> on_ping(Open& state, ByteSpan body, Effects& effects);
  Result<> on_pong(ByteSpan body, Instant now);
  void read(ByteSpan bytes, Instant now, Effects& effects);
  /// Reads the version, with which every payload begins. Errors: unknown_version, if it is not
  /// ours; not_canonical, too_large, incomplete.
  Result<> same_version(Reader& payload) const;
  /// Reads an introduction and returns its identity. Errors: as same_version(); bad_signature, if
  /// the identity did not sign `static_key`.
  Result<crypto::PublicKey> peer_of(ByteSpan payload, const noise::DhPublic& static_key) const;
  void open_if_both_welcome(Instant now, Effects& effects);
  void refuse(Error error, Effects& effects);

  Config config_;
  Bytes introduction_;
  State state_;
  RecordReader reader_;
  Bytes held_;  // bytes that had been read when the hold began
  Bucket bytes_;
  Bucket records_;
  Instant begun_;
  Instant heard_;
  Instant pinged_;           // when the last ping was sent
  std::uint64_t pings_ = 0;  // were sent
  bool awaits_pong_ = false;
  std::optional<Duration> round_trip_;
};

}  // namespace fairdeal::channel
