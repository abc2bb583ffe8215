// CPace against the draft's vectors, and what either party may do wrong.
#include "crypto/cpace.h"

#include <set>

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "crypto/hash.h"
#include "tests/crypto/vector_file.h"

namespace fairdeal::crypto {
namespace {

using Role = CpaceParty::Role;

const nlohmann::json& vectors() { return vector_file("cpace-ristretto255.json"); }
Bytes published(const char* name) {
  return unhex(vectors().at("G_Coffee25519").at(name).get<std::string>());
}
template <std::size_t N>
ByteArray<N> published(const char* name) {
  return unhex<N>(vectors().at("G_Coffee25519").at(name).get<std::string>());
}
Secret<Scalar> published_scalar(const char* name) {
  return Secret(*Scalar::decode(published<32>(name)));
}

/// The inputs of the draft's run, each of which a test may change.
struct Inputs {
  Bytes password = published("PRS"), channel = published("CI"), session = published("sid");
  Bytes ad_a = published("ADa"), ad_b = published("ADb");

  CpaceParty party(Role role, const char* scalar) const {
    return CpaceParty(role, {password, channel, session}, published_scalar(scalar));
  }
  Result<CpaceKey> initiator(const CpaceShare& theirs = published<32>("Yb")) const {
    return party(Role::initiator, "ya").finish(theirs, ad_a, ad_b);
  }
  Result<CpaceKey> responder(const CpaceShare& theirs = published<32>("Ya")) const {
    return party(Role::responder, "yb").finish(theirs, ad_a, ad_b);
  }
};

TEST(Cpace, TheGeneratorIsTheDrafts) {
  const Inputs in;
  EXPECT_EQ(cpace_generator({in.password, in.channel, in.session}).expose().encode(),
            published<32>("g"));
}

TEST(Cpace, SharesAndKeyAreTheDrafts) {
  const Inputs in;
  EXPECT_EQ(in.party(Role::initiator, "ya").share(), published<32>("Ya"));
  EXPECT_EQ(in.party(Role::responder, "yb").share(), published<32>("Yb"));
  EXPECT_EQ(in.initiator()->expose(), published<64>("ISK_IR"));
  EXPECT_EQ(in.responder()->expose(), published<64>("ISK_IR"));
}

/// The draft's point K, by which its ISK is checked here once more, written out.
TEST(Cpace, TheKeyIsTheHashOfWhatTheDraftLists) {
  const Inputs in;
  const auto K = *Point::decode_nonzero(published<32>("Yb"));
  EXPECT_EQ((published_scalar("ya").expose() * K).encode(), published<32>("K"));
  const auto keyed = lv_cat({as_bytes("CPaceRistretto255_ISK"), in.session, published<32>("K")});
  const auto said = lv_cat({published<32>("Ya"), in.ad_a, published<32>("Yb"), in.ad_b});
  EXPECT_EQ(sha512({keyed.expose(), said.expose()}), published<64>("ISK_IR"));
}

TEST(Cpace, APointIsMultipliedAsInTheDraft) {
  const auto& valid = vectors().at("G_Coffee25519_points").at("Valid");
  const auto bytes = [&](const char* name) { return unhex<32>(valid.at(name).get<std::string>()); };
  const auto product = *Scalar::decode(bytes("s")) * *Point::decode_nonzero(bytes("X"));
  EXPECT_EQ(product.encode(), bytes("G.scalar_mult(s,decode(X))"));
  EXPECT_EQ(product.encode(), bytes("G.scalar_mult_vfy(s,X)"));
}

TEST(Cpace, AShareThatIsNoPointOrTheIdentityEndsTheRun) {
  const Inputs in;
  std::vector<CpaceShare> invalid;
  for (const char* name : {"Invalid Y1", "Invalid Y2"})
    invalid.push_back(unhex<32>(vectors().at("G_Coffee25519_points").at(name).get<std::string>()));
  for (const auto& bad : vector_file("rfc9496-ristretto255.json").at("bad_encodings"))
    invalid.push_back(unhex<32>(bad.at("bytes").get<std::string>()));
  EXPECT_GT(invalid.size(), 20u);
  for (const CpaceShare& share : invalid) {
    for (const auto& key : {in.initiator(share), in.responder(share)}) {
      ASSERT_FALSE(key) << to_hex(share);
      EXPECT_EQ(key.error().fault, Fault::not_canonical);
    }
  }
}

TEST(Cpace, AnyOtherInputMakesAnotherKey) {
  const Inputs honest;
  const auto key = honest.initiator()->expose();
  for (Bytes Inputs::*which :
       {&Inputs::password, &Inputs::channel, &Inputs::session, &Inputs::ad_a, &Inputs::ad_b}) {
    for (std::size_t bit = 0; bit < 8 * (honest.*which).size(); ++bit) {
      Inputs other;
      (other.*which)[bit / 8] ^= std::byte(1 << bit % 8);
      EXPECT_NE(other.responder()->expose(), key) << bit;
    }
    Inputs longer;
    (longer.*which).push_back(std::byte{0});
    EXPECT_NE(longer.responder()->expose(), key);
  }
}

TEST(Cpace, WhoSpeaksFirstCounts) {
  const Inputs in;
  const auto swapped =
      in.party(Role::responder, "ya").finish(published<32>("Yb"), in.ad_a, in.ad_b);
  EXPECT_NE(swapped->expose(), published<64>("ISK_IR"));
}

/// A byte that moves from one input to the next is another run.
TEST(Cpace, NoTwoListsOfInputsAreOneString) {
  const auto g = [](std::string_view password, std::string_view channel, std::string_view session) {
    return cpace_generator({as_bytes(password), as_bytes(channel), as_bytes(session)})
        .expose()
        .encode();
  };
  EXPECT_NE(g("a", "bc", "d"), g("ab", "c", "d"));
  EXPECT_NE(g("a", "bc", "d"), g("a", "b", "cd"));
  EXPECT_NE(g("a", "", "bcd"), g("a", "bcd", ""));
}

TEST(Cpace, LengthsAreWrittenInLeb128) {
  for (const auto& [length, head] : {std::pair(0, "00"),
                                     {1, "01"},
                                     {127, "7f"},
                                     {128, "8001"},
                                     {300, "ac02"},
                                     {16384, "808001"}}) {
    const Bytes part(static_cast<std::size_t>(length), std::byte{7});
    const auto framed = lv_cat({part});
    EXPECT_EQ(to_hex(framed.expose()), head + to_hex(part));
  }
}

/// A password that fills more than the first block of the hash gets no padding.
TEST(Cpace, PasswordsOfAnyLengthAgree) {
  SeededRng rng(1);
  std::set<CpaceShare> keys;
  for (std::size_t length = 0; length < 300; length += 7) {
    Bytes password(length);
    rng.fill(password);
    const CpaceInputs inputs{password, as_bytes("channel"), as_bytes("session")};
    CpaceParty a(Role::initiator, inputs, rng), b(Role::responder, inputs, rng);
    const CpaceShare Ya = a.share(), Yb = b.share();
    const auto at_a = std::move(a).finish(Yb, {}, {}), at_b = std::move(b).finish(Ya, {}, {});
    ASSERT_TRUE(at_a && at_b);
    EXPECT_EQ(at_a->expose(), at_b->expose());
    EXPECT_TRUE(keys.insert(Ya).second);
  }
}

}  // namespace
}  // namespace fairdeal::crypto
