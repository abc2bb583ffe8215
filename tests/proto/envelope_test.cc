// The bytes under a signature, and bytes of which it is no signature.
#include "proto/envelope.h"

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "proto/codec.h"

namespace fairdeal::proto {
namespace {

class Envelopes : public testing::Test {
 protected:
  Envelopes() {
    for (int i = 0; i < 3; ++i) {
      keys_.push_back(crypto::SigningKey::generate(rng_));
      charter_.seats.push_back({keys_.back().public_key(), "Ann"});
    }
  }
  Entry entry() const { return {{}, Step(3), {}, MovePayload{"\"a1\""}}; }

  SeededRng rng_{1};
  std::vector<crypto::SigningKey> keys_;
  Charter charter_;
};

TEST_F(Envelopes, WhatWasSignedIsVerified) {
  const auto statement = sign(Seat(1), entry(), keys_[1]);
  const auto opened = verify_entry(envelope(statement), charter_);
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->by(), Seat(1));
  EXPECT_EQ(opened->body(), statement.body());
  EXPECT_EQ(opened->message().step, Step(3));
}

TEST_F(Envelopes, AnyFlippedBitOfBodySignatureOrAuthorIsBadAndBlamesNobody) {
  const Envelope good = envelope(sign(Seat(1), entry(), keys_[1]));
  const auto refused = [&](const Envelope& e) {
    const auto opened = verify_entry(e, charter_);
    return !opened && opened.error() == Error{Fault::bad_signature};
  };
  for (std::size_t bit = 0; bit < 8 * good.body.size(); ++bit) {
    Envelope bad = good;
    bad.body[bit / 8] ^= std::byte(1 << bit % 8);
    EXPECT_TRUE(refused(bad)) << bit;
  }
  for (std::size_t bit = 0; bit < 8 * Signature::kBytes; ++bit) {
    Envelope bad = good;
    bad.signature.bytes[bit / 8] ^= std::byte(1 << bit % 8);
    EXPECT_TRUE(refused(bad)) << bit;
  }
  for (const std::uint32_t by : {0u, 2u, 3u, 15u, 0xffffffffu}) {
    Envelope bad = good;
    bad.by = Seat(by);
    EXPECT_TRUE(refused(bad)) << by;
  }
}

TEST_F(Envelopes, AnEntryIsNoVoteAndNoTerms) {
  const auto entry_signed = sign(Seat(0), entry(), keys_[0]);
  EXPECT_FALSE(verify_vote(envelope(entry_signed), charter_));
  const auto vote = sign(Seat(0), Vote{}, keys_[0]);
  EXPECT_FALSE(verify_entry(envelope(vote), charter_));
  const Bytes raw = encode(charter_);
  EXPECT_FALSE(charter_signed(raw, keys_[0].public_key(), keys_[0].sign("entry", raw)));
  EXPECT_FALSE(verify_entry({Seat(0), raw, sign_charter(raw, keys_[0])}, charter_));
}

TEST_F(Envelopes, WhoSignsNonsenseIsBlamedForIt) {
  const Bytes nonsense = to_bytes("nonsense");
  const auto opened = verify_entry({Seat(2), nonsense, keys_[2].sign("entry", nonsense)}, charter_);
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error(), (Error{Fault::not_canonical, Seat(2)}));
}

TEST_F(Envelopes, ATableIsNamedByEveryByteOfItsTerms) {
  const Bytes raw = encode(charter_);
  for (std::size_t i = 0; i < raw.size(); ++i) {
    Bytes other = raw;
    other[i] ^= std::byte{1};
    EXPECT_NE(table_id(other), table_id(raw));
  }
  EXPECT_NE(table_id(raw).bytes, crypto::hash("entry", raw).bytes);
}

TEST_F(Envelopes, TermsNeedEveryMembersOwnSignature) {
  const Bytes raw = encode(charter_);
  std::vector<Signature> signatures;
  for (const auto& key : keys_) signatures.push_back(sign_charter(raw, key));
  EXPECT_TRUE(verify_charter(*signed_charter(raw, signatures)));
  std::swap(signatures[0], signatures[1]);
  EXPECT_FALSE(verify_charter(*signed_charter(raw, signatures)));
  signatures[0] = signatures[1];
  EXPECT_FALSE(verify_charter(*signed_charter(raw, signatures)));
}

}  // namespace
}  // namespace fairdeal::proto
