#include "crypto/sign.h"

#include <gtest/gtest.h>

#include "base/encode.h"
#include "base/seeded_rng.h"
#include "tests/crypto/flipped.h"
#include "tests/crypto/vector_file.h"

namespace fairdeal::crypto {
namespace {

using Json = nlohmann::json;

std::string text(const Json& value) { return value.get<std::string>(); }

TEST(Ed25519, AgreesWithEveryVerdictOfWycheproof) {
  std::size_t checked = 0;
  for (const Json& group : vector_file("wycheproof-ed25519.json").at("testGroups")) {
    const PublicKey key{unhex<32>(text(group.at("publicKey").at("pk")))};
    for (const Json& test : group.at("tests")) {
      EXPECT_EQ(verify_ed25519(key, unhex(text(test.at("msg"))), unhex(text(test.at("sig")))),
                test.at("result") == "valid")
          << test.at("tcId") << " " << test.at("comment") << " " << test.at("flags");
      ++checked;
    }
  }
  EXPECT_EQ(checked, 151u);
}

TEST(Ed25519, ReproducesRfc8032) {
  for (const Json& v : vector_file("ed25519.json").at("rfc8032")) {
    const auto key = SigningKey::from_seed(Secret(unhex<32>(text(v.at("seed")))));
    EXPECT_EQ(key.public_key().hex(), text(v.at("public")));
    EXPECT_EQ(to_hex(key.seed().expose()), text(v.at("seed")));
    EXPECT_TRUE(verify_ed25519(key.public_key(), unhex(text(v.at("message"))),
                               unhex(text(v.at("signature")))));
  }
}

TEST(Ed25519, IsStrictWhereVerifiersDiffer) {
  for (const Json& v : vector_file("ed25519.json").at("edge_cases"))
    EXPECT_EQ(verify_ed25519({unhex<32>(text(v.at("public")))}, unhex(text(v.at("message"))),
                             unhex(text(v.at("signature")))),
              v.at("accepted").get<bool>())
        << v.at("why");
}

TEST(Sign, AFlippedBitAnywhereIsRefused) {
  SeededRng rng(1);
  const SigningKey key = SigningKey::generate(rng);
  const Bytes message = to_bytes("raise 40");
  const Signature honest = key.sign("move", message);
  ASSERT_TRUE(verify(key.public_key(), "move", message, honest));
  for (std::size_t bit = 0; bit < 8 * Signature::kBytes; ++bit)
    EXPECT_FALSE(verify(key.public_key(), "move", message, Signature{flipped(honest.bytes, bit)}))
        << bit;
  for (std::size_t bit = 0; bit < 8 * message.size(); ++bit)
    EXPECT_FALSE(verify(key.public_key(), "move", flipped(message, bit), honest)) << bit;
  for (std::size_t bit = 0; bit < 8 * PublicKey::kBytes; ++bit)
    EXPECT_FALSE(verify(PublicKey{flipped(key.public_key().bytes, bit)}, "move", message, honest))
        << bit;
}

TEST(Sign, ASignatureForOneUseIsNoneForAnother) {
  SeededRng rng(2);
  const SigningKey key = SigningKey::generate(rng);
  const Signature vote = key.sign("vote", as_bytes("yes"));
  EXPECT_TRUE(verify(key.public_key(), "vote", as_bytes("yes"), vote));
  EXPECT_FALSE(verify(key.public_key(), "move", as_bytes("yes"), vote));
  EXPECT_FALSE(verify(key.public_key(), "vot", as_bytes("eyes"), vote));
  EXPECT_FALSE(verify_ed25519(key.public_key(), as_bytes("yes"), vote.bytes)) << "nor a plain one";
}

TEST(Sign, IsPlainEd25519OverTheFramedDomain) {
  SeededRng rng(3);
  const SigningKey key = SigningKey::generate(rng);
  const Bytes framed = Writer().frame("fairdeal/v1/vote").raw(as_bytes("yes")).bytes();
  EXPECT_TRUE(verify_ed25519(key.public_key(), framed, key.sign("vote", as_bytes("yes")).bytes));
}

TEST(Sign, AKeySurvivesItsSeedAndItsClone) {
  SeededRng rng(4);
  const SigningKey key = SigningKey::generate(rng);
  EXPECT_EQ(SigningKey::from_seed(key.seed()).sign("d", {}), key.sign("d", {}));
  EXPECT_EQ(key.clone().sign("d", {}), key.sign("d", {}));
  EXPECT_NE(SigningKey::generate(rng).public_key(), key.public_key());
}

}  // namespace
}  // namespace fairdeal::crypto
