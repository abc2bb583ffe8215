#include "crypto/encrypt.h"

#include <sodium.h>

#include <gtest/gtest.h>

#include "crypto/vss.h"
#include "tests/crypto/flipped.h"
#include "tests/crypto/honest_table.h"

namespace fairdeal::crypto {
namespace {

/// Seat 0 deals shares of its key; seat 1 can read the second of them.
struct Dealt {
  HonestTable table{1};
  Secret<Scalar> y{Scalar::random_nonzero(table.rng)};  // seat 1's encryption key
  Point Y = mul_base(y.expose());
  Dealing dealing = deal_shares(table.x[0], 2, 3, table.rng);
  Bytes context = table.context(Purpose::recover, 0);
  EncryptedScalar encrypted = encrypt(Secret(dealing.shares[1]), Y, context, table.rng);

  Secret<Point> K(const EncryptedScalar& s) const { return Secret(y.expose() * s.E); }
  Result<Secret<Scalar>> open(const EncryptedScalar& s) const {
    return decrypt(s, Y, K(s), context);
  }
  bool fits(const Result<Secret<Scalar>>& share) const {
    return share && share_fits(dealing.commitments, Seat(1), *share);
  }
};

TEST(Encrypt, ItsReceiverOpensIt) {
  Dealt dealt;
  EXPECT_TRUE(check(encryption_equations(dealt.encrypted, dealt.context), dealt.table.rng));
  const auto opened = dealt.open(dealt.encrypted);
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->expose(), dealt.dealing.shares[1]);
  const auto read_back = EncryptedScalar::decode(dealt.encrypted.encode());
  ASSERT_TRUE(read_back);
  EXPECT_TRUE(dealt.fits(dealt.open(*read_back)));
}

TEST(Encrypt, IsByteForByteWhatThePageSays) {
  Dealt dealt;
  const auto bytes = dealt.encrypted.encode();
  ASSERT_EQ(bytes.size(), 144u);
  const auto E = Point::decode(std::span(bytes).first<32>());
  const auto wide = sha512({as_bytes("fairdeal/v1/seal"), (dealt.y.expose() * *E).encode(),
                            E->encode(), dealt.Y.encode(), dealt.context});
  const ByteArray<12> nonce{};
  ByteArray<32> plain;
  ASSERT_EQ(crypto_aead_chacha20poly1305_ietf_decrypt(uchars(plain), nullptr, nullptr,
                                                      uchars(std::span(bytes).subspan<96>()), 48,
                                                      nullptr, 0, uchars(nonce), uchars(wide)),
            0);
  EXPECT_EQ(plain, dealt.dealing.shares[1].encode());
}

TEST(Encrypt, NoOtherKeyNoOtherPlaceAndNoOtherReceiverOpensIt) {
  Dealt dealt;
  const auto& [table, y, Y, dealing, context, encrypted] = dealt;
  const Secret wrong_key(table.x[2].expose() * encrypted.E);
  EXPECT_FALSE(decrypt(encrypted, Y, wrong_key, context));
  EXPECT_FALSE(decrypt(encrypted, table.X[2], dealt.K(encrypted), context));
  EXPECT_FALSE(decrypt(encrypted, Y, dealt.K(encrypted), table.context(Purpose::recover, 1)));
  EXPECT_FALSE(decrypt(encrypted, Y, Secret(Point()), context));
}

TEST(Encrypt, AnyFlippedBitIsRefused) {
  Dealt dealt;
  const auto honest = dealt.encrypted.encode();
  for (std::size_t bit = 0; bit < 8 * honest.size(); ++bit) {
    const auto encrypted = EncryptedScalar::decode(flipped(honest, bit));
    EXPECT_FALSE(encrypted &&
                 check(encryption_equations(*encrypted, dealt.context), dealt.table.rng) &&
                 dealt.open(*encrypted))
        << "bit " << bit;
  }
}

TEST(Encrypt, TwoEncryptionsOfOneValueHaveNothingInCommon) {
  Dealt dealt;
  const auto again =
      encrypt(Secret(dealt.dealing.shares[1]), dealt.Y, dealt.context, dealt.table.rng);
  EXPECT_NE(again.E, dealt.encrypted.E);
  EXPECT_NE(again.ciphertext, dealt.encrypted.ciphertext);
}

/// A complaint shows the share to all, and so the liar: the dealer or the receiver.
enum class Liar { dealer, receiver };
Liar judge(Dealt& dealt, const EncryptedScalar& encrypted, const Point& K, const DleqProof& proof) {
  const Bytes complaint = dealt.table.context(Purpose::recover, 1);
  const std::array A{encrypted.E}, D{K};
  if (!check(dleq_equations({dealt.Y, A, D}, proof, complaint), dealt.table.rng))
    return Liar::receiver;
  return dealt.fits(decrypt(encrypted, dealt.Y, Secret(K), dealt.context)) ? Liar::receiver
                                                                           : Liar::dealer;
}
DleqProof complain(Dealt& dealt, const EncryptedScalar& encrypted, const Point& K) {
  const std::array A{encrypted.E}, D{K};
  return prove_dleq({dealt.Y, A, D}, dealt.y, dealt.table.context(Purpose::recover, 1),
                    dealt.table.rng);
}

TEST(Attacks, A18_AComplaintNamesTheDealerWhoEncryptedAWrongShare) {
  Dealt dealt;
  const EncryptedScalar another =
      encrypt(Secret(dealt.dealing.shares[2]), dealt.Y, dealt.context, dealt.table.rng);
  EncryptedScalar garbage = dealt.encrypted;
  garbage.ciphertext.fill(std::byte{7});
  for (const EncryptedScalar& bad : {another, garbage}) {
    EXPECT_TRUE(check(encryption_equations(bad, dealt.context), dealt.table.rng))
        << "only opened it is seen";
    EXPECT_FALSE(dealt.fits(dealt.open(bad)));
    const Point K = dealt.K(bad).expose();
    EXPECT_EQ(judge(dealt, bad, K, complain(dealt, bad, K)), Liar::dealer);
  }
}

TEST(Attacks, A18_AComplaintOfAGoodShareNamesWhoComplains) {
  Dealt dealt;
  const Point K = dealt.K(dealt.encrypted).expose();
  EXPECT_EQ(judge(dealt, dealt.encrypted, K, complain(dealt, dealt.encrypted, K)), Liar::receiver);
  const Point wrong = K + Point::base();  // so that it does not open
  EXPECT_EQ(judge(dealt, dealt.encrypted, wrong, complain(dealt, dealt.encrypted, wrong)),
            Liar::receiver);
}

TEST(Attacks, A18_NoBitOfAComplaintCanBeChangedAndStillNameTheDealer) {
  Dealt dealt;
  EncryptedScalar garbage = dealt.encrypted;
  garbage.ciphertext.fill(std::byte{7});
  const Point K = dealt.K(garbage).expose();
  const DleqProof proof = complain(dealt, garbage, K);
  for (std::size_t bit = 0; bit < 256; ++bit) {
    const auto other = Point::decode(flipped(K.encode(), bit));
    EXPECT_FALSE(other && judge(dealt, garbage, *other, proof) == Liar::dealer) << "bit " << bit;
  }
  for (std::size_t bit = 0; bit < 8 * DleqProof::kBytes; ++bit) {
    const auto other = DleqProof::decode(flipped(proof.encode(), bit));
    EXPECT_FALSE(other && judge(dealt, garbage, K, *other) == Liar::dealer) << "bit " << bit;
  }
}

TEST(Attacks, A18_NobodyIsMadeToOpenAnothersShareByAComplaint) {
  Dealt dealt;
  // Seat 2 deals too, and puts seat 0's E before a ciphertext that must fail.
  const Bytes its_context = dealt.table.context(Purpose::recover, 2);
  EncryptedScalar bait = dealt.encrypted;
  bait.ciphertext.fill(std::byte{7});
  ASSERT_FALSE(decrypt(bait, dealt.Y, dealt.K(bait), its_context));
  // Were seat 1 to complain of it, its K would open seat 0's share to all:
  ASSERT_TRUE(dealt.fits(dealt.open(dealt.encrypted)));
  ASSERT_EQ(dealt.K(bait).expose(), dealt.K(dealt.encrypted).expose());
  // so the bait is refused before anybody may complain: with the proof that came with E, …
  EXPECT_FALSE(check(encryption_equations(bait, its_context), dealt.table.rng));
  // … with one made with a key that is not E's, or of an E moved by a known amount.
  bait.known = prove_key(dealt.table.x[2], its_context, dealt.table.rng);
  EXPECT_FALSE(check(encryption_equations(bait, its_context), dealt.table.rng));
  bait = dealt.encrypted;
  bait.E = bait.E + Point::base();
  EXPECT_FALSE(check(encryption_equations(bait, dealt.context), dealt.table.rng));
}

}  // namespace
}  // namespace fairdeal::crypto
