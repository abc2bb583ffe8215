#include "net/channel/noise.h"

#include <algorithm>
#include <limits>
#include <sodium.h>

#include "base/check.h"
#include "base/encode.h"

namespace fairdeal::channel::noise {
namespace {

using crypto::Secret;

constexpr std::string_view kProtocolName = "Noise_XX_25519_ChaChaPoly_BLAKE2b";
constexpr std::size_t kBlockBytes = 128;  // BLOCKLEN of 12.8

/// Returns a secret that `fill` writes. The copy on the stack is wiped.
template <std::size_t N, class Fill>
Secret<ByteArray<N>> secret(Fill&& fill) {
  ByteArray<N> bytes;
  fill(bytes);
  Secret<ByteArray<N>> out(bytes);
  sodium_memzero(bytes.data(), bytes.size());
  return out;
}

/// BLAKE2b-512 of parts, one after another. Its state is wiped, because it may depend on keys.
class Blake2b {
 public:
  Blake2b() { crypto_generichash_init(&state_, nullptr, 0, kHashBytes); }
  Blake2b(const Blake2b&) = delete;
  Blake2b& operator=(const Blake2b&) = delete;
  ~Blake2b() { sodium_memzero(&state_, sizeof state_); }

  Blake2b& add(ByteSpan part) {
    crypto_generichash_update(&state_, uchars(part), part.size());
    return *this;
  }
  void finish(Hash& out) { crypto_generichash_final(&state_, uchars(out), out.size()); }

 private:
  crypto_generichash_state state_;
};

/// Computes HMAC-HASH of RFC 2104 with BLAKE2b. Requires: `key` is no longer than a block.
Secret<Hash> hmac(ByteSpan key, std::initializer_list<ByteSpan> parts) {
  const auto padded = [&](std::byte pad) {
    return secret<kBlockBytes>([&](auto& block) {
      block.fill(pad);
      for (std::size_t i = 0; i < key.size(); ++i) block[i] ^= key[i];
    });
  };
  const auto inner = secret<kHashBytes>([&](Hash& out) {
    Blake2b hash;
    hash.add(padded(std::byte{0x36}).expose());
    for (const ByteSpan part : parts) hash.add(part);
    hash.finish(out);
  });
  return secret<kHashBytes>([&](Hash& out) {
    Blake2b().add(padded(std::byte{0x5c}).expose()).add(inner.expose()).finish(out);
  });
}

/// Computes HKDF of 4.3 with two outputs.
std::pair<Secret<Hash>, Secret<Hash>> hkdf(const Secret<Hash>& chaining_key, ByteSpan material) {
  constexpr ByteArray<1> kOne{std::byte{1}};
  constexpr ByteArray<1> kTwo{std::byte{2}};
  const auto temp_key = hmac(chaining_key.expose(), {material});
  auto output1 = hmac(temp_key.expose(), {kOne});
  auto output2 = hmac(temp_key.expose(), {output1.expose(), kTwo});
  return {std::move(output1), std::move(output2)};
}

/// Truncates a hash to a key: "If HASHLEN is 64, then truncates temp_k to 32 bytes" (5.2).
Key truncate(const Secret<Hash>& hash) {
  return secret<kKeyBytes>(
      [&](auto& key) { std::copy_n(hash.expose().begin(), kKeyBytes, key.begin()); });
}

/// Writes the counter as a nonce: 32 bits of zeros, then the counter, little-endian (12.3).
ByteArray<12> nonce(std::uint64_t counter) {
  ByteArray<12> bytes{};
  for (std::size_t i = 0; i < 8; ++i) bytes[4 + i] = static_cast<std::byte>(counter >> (8 * i));
  return bytes;
}

}  // namespace

DhKey DhKey::generate(Rng& rng) {
  return DhKey(secret<kKeyBytes>([&](auto& bytes) { rng.fill(bytes); }));
}

DhKey::DhKey(Key secret) : secret_(std::move(secret)) {
  CHECK(crypto_scalarmult_curve25519_base(uchars(public_key_), uchars(secret_.expose())) == 0);
}

Result<Key> DhKey::dh(const DhPublic& theirs) const {
  int status = 0;
  auto shared = secret<kKeyBytes>([&](auto& out) {
    status = crypto_scalarmult_curve25519(uchars(out), uchars(secret_.expose()), uchars(theirs));
  });
  if (status != 0) return fail(Fault::not_canonical, "a Diffie-Hellman key of low order");
  return shared;
}

Bytes Cipher::encrypt(ByteSpan associated, ByteSpan plain) {
  CHECK(counter_ != std::numeric_limits<std::uint64_t>::max());  // the last nonce is reserved, 5.1
  Bytes ciphertext(plain.size() + kTagBytes);
  CHECK(crypto_aead_chacha20poly1305_ietf_encrypt(
            uchars(ciphertext), nullptr, uchars(plain), plain.size(), uchars(associated),
            associated.size(), nullptr, uchars(nonce(counter_)), uchars(key_.expose())) == 0);
  ++counter_;
  return ciphertext;
}

Result<Bytes> Cipher::decrypt(ByteSpan associated, ByteSpan ciphertext) {
  if (ciphertext.size() < kTagBytes) return fail(Fault::incomplete, "an encrypted message");
  CHECK(counter_ != std::numeric_limits<std::uint64_t>::max());
  Bytes plain(ciphertext.size() - kTagBytes);
  if (crypto_aead_chacha20poly1305_ietf_decrypt(uchars(plain), nullptr, nullptr, uchars(ciphertext),
                                                ciphertext.size(), uchars(associated),
                                                associated.size(), uchars(nonce(counter_)),
                                                uchars(key_.expose())) != 0)
    return fail(Fault::bad_signature, "an encrypted message");
  ++counter_;
  return plain;
}

Cipher Cipher::clone() const {
  Cipher copy(key_.clone());
  copy.counter_ = counter_;
  return copy;
}

void Handshake::Symmetric::mix_key(const Key& material) {
  auto [next, temp_key] = hkdf(chaining_key, material.expose());
  chaining_key = std::move(next);
  cipher.emplace(truncate(temp_key));
}

void Handshake::Symmetric::mix_hash(ByteSpan data) {
  const Hash before = hash;
  Blake2b().add(before).add(data).finish(hash);
}

Bytes Handshake::Symmetric::encrypt_and_hash(ByteSpan plain) {
  Bytes ciphertext = cipher ? cipher->encrypt(hash, plain) : to_bytes(plain);
  mix_hash(ciphertext);
  return ciphertext;
}

Result<Bytes> Handshake::Symmetric::decrypt_and_hash(ByteSpan ciphertext) {
  Bytes plain = to_bytes(ciphertext);
  if (cipher) {
    FD_TRY(plain, cipher->decrypt(hash, ciphertext));
  }
  mix_hash(ciphertext);
  return plain;
}

Handshake::Symmetric Handshake::Symmetric::clone() const {
  return {.chaining_key = chaining_key.clone(),
          .hash = hash,
          .cipher = cipher ? std::optional(cipher->clone()) : std::nullopt};
}

Handshake::State Handshake::State::clone() const {
  return {.symmetric = symmetric.clone(),
          .remote_ephemeral = remote_ephemeral,
          .remote_static = remote_static,
          .messages = messages};
}

std::span<const Handshake::Token> Handshake::pattern(int message) {
  using enum Token;
  static constexpr Token kFirst[] = {e};
  static constexpr Token kSecond[] = {e, ee, s, es};
  static constexpr Token kThird[] = {s, se};
  static constexpr std::span<const Token> kPattern[] = {kFirst, kSecond, kThird};
  return kPattern[message];
}

Handshake::Handshake(Role role, ByteSpan prologue, DhKey fixed, DhKey ephemeral)
    : role_(role), fixed_(std::move(fixed)), ephemeral_(std::move(ephemeral)), state_{} {
  // InitializeSymmetric: a name of at most HASHLEN bytes is padded with zeros.
  static_assert(kProtocolName.size() <= kHashBytes);
  Symmetric& symmetric = state_.symmetric;
  symmetric.hash.fill(std::byte{0});
  std::ranges::copy(as_bytes(kProtocolName), symmetric.hash.begin());
  symmetric.chaining_key = Secret(symmetric.hash);
  symmetric.mix_hash(prologue);
}

Result<> Handshake::mix_dh(State& state, Token token) const {
  // Each token names the initiator's key first: "es" is the initiator's e with the responder's s.
  const bool mine_is_static =
      token != Token::ee && (token == Token::se) == (role_ == Role::initiator);
  const bool theirs_is_static =
      token != Token::ee && (token == Token::es) == (role_ == Role::initiator);
  const DhKey& mine = mine_is_static ? fixed_ : ephemeral_;
  const auto& theirs = theirs_is_static ? state.remote_static : state.remote_ephemeral;
  FD_TRY(const Key shared, mine.dh(theirs.value()));
  state.symmetric.mix_key(shared);
  return {};
}

Result<Bytes> Handshake::write(ByteSpan payload) {
  CHECK(writes_next());
  // The work is done on a copy, so that an error leaves the handshake as it was.
  State next = state_.clone();
  Writer message;
  for (const Token token : pattern(next.messages)) {
    switch (token) {
      case Token::e:
        message.raw(ephemeral_.public_key());
        next.symmetric.mix_hash(ephemeral_.public_key());
        break;
      case Token::s:
        message.raw(next.symmetric.encrypt_and_hash(fixed_.public_key()));
        break;
      case Token::ee:
      case Token::es:
      case Token::se:
        FD_TRY(mix_dh(next, token));
        break;
    }
  }
  message.raw(next.symmetric.encrypt_and_hash(payload));
  CHECK(message.bytes().size() <= kMessageBytesMax);
  ++next.messages;
  state_ = std::move(next);
  return std::move(message).bytes();
}

Result<Bytes> Handshake::read(ByteSpan message) {
  CHECK(!done() && !writes_next());
  if (message.size() > kMessageBytesMax) return fail(Fault::too_large, "a handshake message");
  State next = state_.clone();
  Reader reader(message);
  for (const Token token : pattern(next.messages)) {
    switch (token) {
      case Token::e: {
        FD_TRY(next.remote_ephemeral, reader.array<kKeyBytes>());
        next.symmetric.mix_hash(*next.remote_ephemeral);
        break;
      }
      case Token::s: {
        FD_TRY(const ByteSpan ciphertext, reader.raw(kKeyBytes + kTagBytes));
        FD_TRY(const Bytes plain, next.symmetric.decrypt_and_hash(ciphertext));
        FD_TRY(next.remote_static, Reader(plain).array<kKeyBytes>());
        break;
      }
      case Token::ee:
      case Token::es:
      case Token::se:
        FD_TRY(mix_dh(next, token));
        break;
    }
  }
  FD_TRY(Bytes payload, next.symmetric.decrypt_and_hash(reader.rest()));
  ++next.messages;
  state_ = std::move(next);
  return payload;
}

Transport Handshake::finish() && {
  CHECK(done());
  auto [first, second] = hkdf(state_.symmetric.chaining_key, {});
  Cipher from_initiator(truncate(first));
  Cipher from_responder(truncate(second));
  const Hash hash = state_.symmetric.hash;
  if (role_ == Role::initiator) return {std::move(from_initiator), std::move(from_responder), hash};
  return {std::move(from_responder), std::move(from_initiator), hash};
}

}  // namespace fairdeal::channel::noise
