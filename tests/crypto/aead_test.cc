// Messages under a key of both sides.
#include "crypto/aead.h"

#include <sodium.h>

#include <gtest/gtest.h>

#include "base/seeded_rng.h"

namespace fairdeal::crypto {
namespace {

class Aead : public testing::Test {
 protected:
  Aead() { rng_.fill(key_bytes_.bytes); }
  Secret<Digest> key() const { return Secret<Digest>(key_bytes_); }

  SeededRng rng_{1};
  Digest key_bytes_;
  Bytes plain_ = to_bytes("a short message");
};

TEST_F(Aead, WhatWasEncryptedDecrypts) {
  for (std::size_t length = 0; length < 100; ++length) {
    Bytes plain(length);
    rng_.fill(plain);
    const Bytes message = aead_encrypt(key(), plain, rng_);
    EXPECT_EQ(message.size(), length + kAeadOverheadBytes);
    EXPECT_EQ(*aead_decrypt(key(), message), plain);
  }
}

TEST_F(Aead, TheBytesAreNonceThenLibsodiumsCiphertext) {
  const Bytes message = aead_encrypt(key(), plain_, rng_);
  Bytes expected(plain_.size() + 16);
  unsigned long long length = 0;
  crypto_aead_xchacha20poly1305_ietf_encrypt(uchars(expected), &length, uchars(plain_),
                                             plain_.size(), nullptr, 0, nullptr, uchars(message),
                                             uchars(key_bytes_.bytes));
  EXPECT_EQ(to_bytes(ByteSpan(message).subspan(24)), expected);
}

TEST_F(Aead, ANonceIsDrawnForEachMessage) {
  EXPECT_NE(aead_encrypt(key(), plain_, rng_), aead_encrypt(key(), plain_, rng_));
}

TEST_F(Aead, AnyFlippedBitAnyCutAndAnyOtherKeyIsRefused) {
  const Bytes message = aead_encrypt(key(), plain_, rng_);
  for (std::size_t bit = 0; bit < 8 * message.size(); ++bit) {
    Bytes altered = message;
    altered[bit / 8] ^= std::byte(1 << bit % 8);
    const auto plain = aead_decrypt(key(), altered);
    ASSERT_FALSE(plain) << bit;
    EXPECT_EQ(plain.error().fault, Fault::bad_signature);
  }
  for (std::size_t length = 0; length < message.size(); ++length) {
    const auto plain = aead_decrypt(key(), ByteSpan(message).first(length));
    ASSERT_FALSE(plain) << length;
    EXPECT_EQ(plain.error().fault,
              length < kAeadOverheadBytes ? Fault::incomplete : Fault::bad_signature);
  }
  key_bytes_.bytes[31] ^= std::byte{1};
  EXPECT_FALSE(aead_decrypt(key(), message));
}

}  // namespace
}  // namespace fairdeal::crypto
