#pragma once

#include <optional>

#include "base/bytes.h"
#include "base/result.h"
#include "base/rng.h"
#include "crypto/secret.h"

/// The handshake Noise_XX_25519_ChaChaPoly_BLAKE2b. Two parties who know nothing of each other
/// agree on two keys, and each learns the other's static key.
///
///   initiator                                    responder
///       -> e                                payload in the clear
///       <- e, ee, s, es                     payload encrypted, to the sender of e
///       -> s, se                            payload encrypted, to the static key seen
///       <-> transport messages
///
/// The class does no I/O: messages go in, messages come out. A message that is refused changes
/// nothing.
///
/// Source: Trevor Perrin, "The Noise Protocol Framework", revision 34. Section numbers below are
/// its own. Checked against the published vectors: tests/vectors/noise-xx.json.

namespace fairdeal::channel::noise {

inline constexpr std::size_t kMessageBytesMax = 65535;  // 3
inline constexpr std::size_t kTagBytes = 16;            // 4.2
inline constexpr std::size_t kKeyBytes = 32;            // 4.2, and DHLEN of 12.1
inline constexpr std::size_t kHashBytes = 64;           // HASHLEN of 12.8

using Key = crypto::Secret<ByteArray<kKeyBytes>>;
using DhPublic = ByteArray<kKeyBytes>;
using Hash = ByteArray<kHashBytes>;

/// An X25519 key pair (12.1).
class DhKey {
 public:
  static DhKey generate(Rng& rng);
  const DhPublic& public_key() const { return public_key_; }
  /// Returns DH(key pair, public key). Cost: about 50 µs. Errors: not_canonical (a point of low
  /// order, whose product is zero whatever our key is).
  Result<Key> dh(const DhPublic& theirs) const;

 private:
  explicit DhKey(Key secret);
  Key secret_;
  DhPublic public_key_;
};

/// The cipher of one direction (CipherState, 5.1): ChaCha20-Poly1305 with a counter of messages as
/// its nonce, so that a message decrypts only in its place.
class Cipher {
 public:
  explicit Cipher(Key key) : key_(std::move(key)) {}
  /// Encrypts `plain`; the ciphertext is kTagBytes longer.
  Bytes encrypt(ByteSpan associated, ByteSpan plain);
  /// Decrypts a message. Errors: bad_signature (altered, replayed, out of order or under another
  /// key); the counter then stays where it was.
  Result<Bytes> decrypt(ByteSpan associated, ByteSpan ciphertext);

 private:
  friend class Handshake;
  Cipher clone() const;
  Key key_;
  std::uint64_t counter_ = 0;
};

/// The result of a finished handshake (Split of 5.2).
struct Transport {
  Cipher send;
  Cipher receive;
  Hash handshake_hash;  // names this session for the layers above; it is no secret (11.2)
};

enum class Role { initiator, responder };

/// One side of the handshake: HandshakeState of 5.3 for the pattern above. The initiator writes
/// first; then the sides take turns, with three messages in all.
class Handshake {
 public:
  /// Begins. Both sides must pass the same `prologue` (6), and an `ephemeral` key pair that was
  /// never used before: it is what makes the keys differ from session to session.
  Handshake(Role role, ByteSpan prologue, DhKey fixed, DhKey ephemeral);

  bool writes_next() const {
    return !done() && (state_.messages % 2 == 0) == (role_ == Role::initiator);
  }
  bool done() const { return state_.messages == 3; }

  /// Writes the next message, around `payload`. Requires: writes_next(), and the message fits
  /// kMessageBytesMax. Errors: not_canonical (a key of theirs is of low order).
  Result<Bytes> write(ByteSpan payload);
  /// Reads the next message and returns its payload. Requires: neither done() nor
  /// writes_next(). Errors: bad_signature, incomplete, too_large, not_canonical.
  Result<Bytes> read(ByteSpan message);

  /// Returns the static key of the other side. Requires: it was received.
  const DhPublic& peer_static() const { return state_.remote_static.value(); }
  /// Returns the keys of both directions, and uses the handshake up. Requires: done().
  Transport finish() &&;

 private:
  /// SymmetricState of 5.2.
  struct Symmetric {
    crypto::Secret<Hash> chaining_key;
    Hash hash;
    std::optional<Cipher> cipher;

    void mix_key(const Key& material);
    void mix_hash(ByteSpan data);
    Bytes encrypt_and_hash(ByteSpan plain);
    Result<Bytes> decrypt_and_hash(ByteSpan ciphertext);
    Symmetric clone() const;
  };
  struct State {
    Symmetric symmetric;
    std::optional<DhPublic> remote_ephemeral{};
    std::optional<DhPublic> remote_static{};
    int messages = 0;  // written and read so far
    State clone() const;
  };
  enum class Token { e, s, ee, es, se };
  static std::span<const Token> pattern(int message);

  /// Handles a token that writer and reader handle alike: ee, es or se.
  Result<> mix_dh(State& state, Token token) const;

  Role role_;
  DhKey fixed_;
  DhKey ephemeral_;
  State state_;
};

}  // namespace fairdeal::channel::noise
