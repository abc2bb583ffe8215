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
#include "crypto/sign.h"
#include "net/limits.h"
#include "net/noise.h"
#include "net/records.h"

namespace fairdeal::net {

/// What tests and a configuration file may change; the reasons for the numbers are in limits.h.
struct ChannelConfig {
  std::string version{kProtocolVersion};
  Duration handshake_max = kHandshakeMax;
  Duration ping_after = kPingAfter;
  Duration silence_max = kSilenceMax;
};

/// The words in the error of a dialer to whom another identity than the expected one answered.
inline constexpr std::string_view kAnswersInsteadOf = " answers instead of ";

/// Frames over a byte stream that somebody else can read and alter: who is at the other end is
/// proved, nobody between can read, change, repeat or leave out a frame unnoticed, and a dead
/// connection is noticed. A sans-IO machine: bytes and the time in, Effects out.
///
///     dialer                          answerer
///     Introduced   -- version -->     Greeted        message 1, in the clear
///                  <-- intro ---      Introduced     message 2: version, identity, signature
///     Waiting      --- intro -->      Waiting        message 3: the same   (both: Established)
///     Open         <- welcome ->      Open           once said and heard   (both: Opened)
///     any state    -- wrong bytes, another version, a missed deadline -->  Closed   (Refused)
///
/// Each message is a record (records.h). Messages 1 to 3 are those of Noise XX (noise.h) under keys
/// made for this channel alone; an introduction binds the sender's static key to its identity by a
/// signature in the domain "noise-static". The version leads every payload of every version, so
/// programs that cannot talk can still say why; it is covered by the handshake's hash, so nobody
/// between can talk two peers down to another one.
///
/// After that a record holds one byte of kind, then for a part of a frame its bytes. All parts but
/// the last are full, so that a frame has at most 17.
///
/// `welcome` lets each side look at the other's identity first: frames flow when both agreed.
/// What is learned by whom: an answerer shows its identity to whoever calls with the right version;
/// a dialer only to an answerer that has proved its own.
class Channel {
 public:
  /// The other end holds the identity `peer`. Now say welcome(), or drop the connection.
  struct Established {
    crypto::PublicKey peer;
    /// The first bytes of the handshake's hash: no two connections have the same.
    ByteArray<8> link;
  };
  /// Both sides said welcome: frames may be sent, and may come.
  struct Opened {};
  struct Frame {
    Bytes bytes;
  };
  /// The channel is closed: drop the connection, after writing what there is to write.
  struct Refused {
    Error error;
  };
  using Event = std::variant<Established, Opened, Frame, Refused>;

  /// What a step wants done, in this order.
  struct [[nodiscard]] Effects {
    Bytes write{};                // send this
    std::vector<Event> events{};  // act on these
    Instant read_after{};         // leave the peer's bytes in the kernel until then
  };

  /// Makes the channel of a dialer, who expects the identity `expected` if that is known. Its first
  /// message comes out of on_start(), which is called once.
  static Channel dial(const crypto::SigningKey& me, std::optional<crypto::PublicKey> expected,
                      Rng& rng, Instant now, ChannelConfig config = {});
  /// Makes the channel of an answerer, who learns during the handshake who called.
  static Channel answer(const crypto::SigningKey& me, Rng& rng, Instant now,
                        ChannelConfig config = {});

  Effects on_start();
  /// Takes any bytes at all. Refuses with: unknown_version (both are named), bad_signature (altered
  /// on its way, or an identity that did not sign), not_wanted (an identity that was not called, a
  /// frame before the welcome), too_large, not_canonical, incomplete.
  Effects on_bytes(ByteSpan bytes, Instant now);
  /// Call once `now` has reached deadline(). Refuses with: incomplete (a handshake too slow, a peer
  /// too long silent).
  Effects on_time(Instant now);
  Instant deadline() const;

  /// Requires: Established was returned, and this was not called before. After Refused: nothing.
  Effects welcome(Instant now);
  /// Returns the frame's bytes as they go to the stream. Requires: Opened was returned, and the
  /// frame has at most kFrameBytesMax. After Refused: nothing.
  Bytes encrypt(ByteSpan frame, Instant now);

 private:
  struct Greeted {  // an answerer, before message 1
    noise::Handshake noise;
  };
  struct Introduced {  // before the peer's introduction
    noise::Handshake noise;
    std::optional<crypto::PublicKey> expected;
  };
  struct Ciphers {
    noise::Cipher send;
    noise::Cipher receive;
  };
  struct Waiting {  // for the welcomes
    Ciphers ciphers;
    bool said = false;
    bool heard = false;
  };
  struct Open {
    Ciphers ciphers;
    Bytes frame{};  // its parts so far
  };
  struct Closed {};
  using State = std::variant<Closed, Greeted, Introduced, Waiting, Open>;

  Channel(noise::Role role, const crypto::SigningKey& me, std::optional<crypto::PublicKey> expected,
          Rng& rng, Instant now, ChannelConfig config);

  Result<> on_record(Closed&, ByteSpan, Instant, Effects&) { return {}; }
  Result<> on_record(Greeted& state, ByteSpan record, Instant now, Effects& effects);
  Result<> on_record(Introduced& state, ByteSpan record, Instant now, Effects& effects);
  Result<> on_record(Waiting& state, ByteSpan record, Instant now, Effects& effects);
  Result<> on_record(Open& state, ByteSpan record, Instant now, Effects& effects);
  Result<> same_version(Reader& payload) const;
  /// Returns the identity that `payload` introduces, if it signed `static_key`.
  Result<crypto::PublicKey> peer_of(ByteSpan payload, const noise::DhPublic& static_key) const;
  void open_if_both_welcome(Instant now, Effects& effects);
  void refuse(Error error, Effects& effects);

  ChannelConfig config_;
  Bytes introduction_;
  State state_;
  RecordReader reader_;
  Bucket bytes_;
  Bucket records_;
  Instant begun_;
  Instant heard_;
  Instant sent_;
};

}  // namespace fairdeal::net
