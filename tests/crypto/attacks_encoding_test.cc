// Encodings (docs/attacks.md): what bytes may not say.
#include <functional>
#include <set>

#include <gtest/gtest.h>

#include "base/encode.h"
#include "crypto/coin.h"
#include "crypto/commit.h"
#include "crypto/encrypt.h"
#include "tests/crypto/honest_table.h"
#include "tests/crypto/shuffler.h"
#include "tests/crypto/vector_file.h"

namespace fairdeal::crypto {
namespace {

// ---- Points and scalars: every field of everything that travels

enum class Field { point, point_or_identity, scalar };
using enum Field;

struct Wire {
  std::string name;
  Bytes honest;
  std::vector<Field> fields;  // 32 bytes each
  std::size_t opaque;         // bytes after them that are neither points nor scalars
  std::function<bool(ByteSpan)> decodes;
};

template <class T>
bool decodes(ByteSpan bytes) {
  return T::decode(bytes.first<T::kBytes>()).has_value();
}

std::vector<Wire> everything_that_travels() {
  HonestTable table(1, 3);
  const auto A = table.locked(), D = table.shares(0);
  const auto wire = [](const auto& value) { return to_bytes(value.encode()); };
  const auto encrypted = encrypt(table.x[0], table.X[1], {}, table.rng);
  return {
      {"key",
       wire(table.X[0]),
       {point},
       0,
       [](ByteSpan b) { return Point::decode_nonzero(b.first<32>()).has_value(); }},
      {"scalar", wire(table.x[0].expose()), {scalar}, 0, decodes<Scalar>},
      {"card", wire(table.out[0]), {point_or_identity, point}, 0, decodes<MaskedCard>},
      {"key proof", wire(table.key_proof(0)), {point, scalar}, 0, decodes<KeyProof>},
      {"equal logarithms",
       wire(table.decryption_proof(0, A, D)),
       {point, point, scalar},
       0,
       decodes<DleqProof>},
      {"shuffle proof",
       table.shuffle_proof().encode(),
       {point, point, point, point, scalar, scalar, scalar, scalar, point, point, point, scalar,
        scalar, scalar, scalar, scalar, scalar, scalar},
       0,
       [](ByteSpan b) { return ShuffleProof::decode(b, 3).has_value(); }},
      {"encrypted share", wire(encrypted), {point, point, scalar}, 48, decodes<EncryptedScalar>},
  };
}

std::vector<Bytes> no_points() {
  std::vector<Bytes> bad;
  for (const auto& v : vector_file("rfc9496-ristretto255.json").at("bad_encodings"))
    bad.push_back(unhex(v.at("bytes").get<std::string>()));
  for (const char* torsion :  // of Ed25519, in its own encoding: orders 1, 2, 4, 8, both signs
       {"0100000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000080",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "0000000000000000000000000000000000000000000000000000000000000080",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa"})
    bad.push_back(unhex(torsion));
  return bad;
}

std::vector<Bytes> no_scalars() {
  std::vector<Bytes> bad;
  for (const char* text :
       {"edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010",  // ℓ
        "eed3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010",  // ℓ+1
        "daa7ebb934c624b0ac39ef45bdf3bd2900000000000000000000000000000020",  // 2ℓ
        "0000000000000000000000000000000000000000000000000000000000000080",
        "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"})
    bad.push_back(unhex(text));
  return bad;
}

TEST(Attacks, A1_EveryFieldRefusesWhatIsNoPointOrNoScalar) {
  const auto points = no_points(), scalars = no_scalars();
  for (const Wire& wire : everything_that_travels()) {
    ASSERT_EQ(wire.honest.size(), 32 * wire.fields.size() + wire.opaque) << wire.name;
    ASSERT_TRUE(wire.decodes(wire.honest)) << wire.name;
    for (std::size_t i = 0; i < wire.fields.size(); ++i) {
      const auto with = [&](const Bytes& field) {
        Bytes bytes = wire.honest;
        std::ranges::copy(field, bytes.begin() + static_cast<std::ptrdiff_t>(32 * i));
        return wire.decodes(bytes);
      };
      for (const Bytes& bad : wire.fields[i] == scalar ? scalars : points)
        EXPECT_FALSE(with(bad)) << wire.name << ", field " << i << ": " << to_hex(bad);
      EXPECT_EQ(with(Bytes(32)), wire.fields[i] != point) << wire.name << ", field " << i << ": 0";
      Bytes high_bit(wire.honest.begin() + static_cast<std::ptrdiff_t>(32 * i),
                     wire.honest.begin() + static_cast<std::ptrdiff_t>(32 * i + 32));
      high_bit[31] |= std::byte{0x80};
      EXPECT_FALSE(with(high_bit)) << wire.name << ", field " << i << ": top bit";
    }
  }
}

// 31 or 33 bytes do not compile: a decoder takes exactly as many as there are.
template <class T>
concept TakesAnyLength = requires(ByteSpan bytes) {
  T::decode(bytes);
};
static_assert(!TakesAnyLength<Point> && !TakesAnyLength<Scalar> && !TakesAnyLength<MaskedCard>);
static_assert(!TakesAnyLength<KeyProof> && !TakesAnyLength<DleqProof>);
static_assert(!TakesAnyLength<EncryptedScalar>);

TEST(Attacks, A1_TheIdentityIsNoKey) {
  HonestTable table(2);
  const KeyProof proof = prove_key(Secret(Scalar()), table.context(Purpose::key), table.rng);
  EXPECT_FALSE(table.check_key(0, Point(), proof));
  EXPECT_FALSE(joint_key(std::array{table.X[0], -table.X[0]}));
  EXPECT_FALSE(joint_key({}));
}

TEST(Attacks, A1_AShuffleThatTurnsACardFaceUpIsRefused) {
  // Two shufflers together can: the second takes off what the first put on.
  HonestTable table(3, 4);
  const Deck face_up = plain_deck(table.faces);
  const ShuffleWitness first = draw_shuffle(4, table.rng);
  table.in = shuffle(face_up, prepare_masks(table.joint, first), first);
  table.witness.masks[0] = -first.masks[table.witness.permutation.order()[0]];
  table.out = shuffle(table.in, prepare_masks(table.joint, table.witness), table.witness);
  ASSERT_TRUE(table.out[0].A.is_identity());
  EXPECT_FALSE(table.check_shuffle(table.statement(), table.shuffle_proof()));
}

// ---- Cards and generators: points nobody knows a relation of

TEST(Attacks, A2_CardPointsAreDistinctAndNoneIsTheIdentity) {
  std::set<ByteArray<32>> seen{Point().encode(), Point::base().encode(), pedersen_h().encode()};
  for (std::uint32_t k = 0; k < 108; ++k) {
    EXPECT_TRUE(seen.insert(card_point(Face(k)).encode()).second) << k;
    EXPECT_TRUE(seen.insert(pedersen_g(k).encode()).second) << k;
  }
}

TEST(Attacks, A3_ACardPlusTheBaseIsNoCardAndItsProofNoProof) {
  HonestTable table(4, 52);
  const Point M = card_point(Face(17));
  ASSERT_EQ(face_of(M, 52), Face(17));
  for (const Point& tweaked :
       {M + Point::base(), M + M, -M, M + card_point(Face(18)), M - card_point(Face(0)), Point()})
    EXPECT_FALSE(face_of(tweaked, 52));

  const ShuffleProof proof = table.shuffle_proof();
  ASSERT_TRUE(table.check_shuffle(table.statement(), proof));
  table.out[17].B = table.out[17].B + Point::base();
  EXPECT_FALSE(table.check_shuffle(table.statement(), proof));
}

/// hash_to_ristretto255 from the text of RFC 9380, 5.3.1 and appendix B, with nothing of ours but
/// the map.
Point hash_by_the_standard(const Bytes& message, const std::string& domain) {
  Bytes dst = to_bytes(domain);
  dst.push_back(static_cast<std::byte>(domain.size()));
  Bytes first(128);  // Z_pad: a block of SHA-512
  first.insert(first.end(), message.begin(), message.end());
  first.insert(first.end(), {std::byte{0}, std::byte{64}, std::byte{0}});
  first.insert(first.end(), dst.begin(), dst.end());
  const auto b_0 = sha512({first});
  Bytes second(b_0.begin(), b_0.end());
  second.push_back(std::byte{1});
  second.insert(second.end(), dst.begin(), dst.end());
  return Point::from_uniform(sha512({second}));
}

TEST(Attacks, A9_EveryGeneratorIsTheHashOfItsPublicName) {
  // No function takes generators as an argument, so a set with known logarithms has no way in.
  for (std::uint32_t i : {0u, 1u, 2u, 51u, 63u, 64u, 65u, 107u, 1023u}) {
    const Bytes index = Writer().u32(i).bytes();
    EXPECT_EQ(pedersen_g(i), hash_by_the_standard(index, "fairdeal/v1/pedersen-g")) << i;
    EXPECT_EQ(card_point(Face(i)), hash_by_the_standard(index, "fairdeal/v1/card")) << i;
  }
  EXPECT_EQ(pedersen_h(), hash_by_the_standard({}, "fairdeal/v1/pedersen-h"));
  EXPECT_EQ(coin_point(as_bytes("here")),
            hash_by_the_standard(to_bytes("here"), "fairdeal/v1/coin"));
}

// ---- Hashes: one string of bytes, one meaning

TEST(Attacks, A5_TuplesThatConcatenateAlikeHashDifferently) {
  const auto said = [](std::string_view protocol, std::string_view context, std::string_view label,
                       std::string_view data) {
    Transcript transcript(protocol, as_bytes(context));
    transcript.append(label, as_bytes(data));
    return transcript.state();
  };
  const std::set<ByteArray<64>> states{said("ab", "cd", "ef", "gh"), said("abc", "d", "ef", "gh"),
                                       said("ab", "cde", "f", "gh"), said("ab", "cd", "efg", "h"),
                                       said("ab", "cd", "efgh", ""), said("a", "bcd", "ef", "gh")};
  EXPECT_EQ(states.size(), 6u);

  const Salt salt{};
  EXPECT_NE(commit(as_bytes("ab"), as_bytes("c"), salt),
            commit(as_bytes("a"), as_bytes("bc"), salt));
  EXPECT_NE(commit({}, as_bytes("abc"), salt), commit(as_bytes("abc"), {}, salt));
  EXPECT_NE(hash("ab", as_bytes("c")), hash("a", as_bytes("bc")));
  EXPECT_NE(hash("a", as_bytes("c")), hash("b", as_bytes("c")));
  EXPECT_NE(hash_to_group(as_bytes("a"), "bc"), hash_to_group(as_bytes("ab"), "c"));
  EXPECT_NE(coin_value(as_bytes("a"), Point()),
            coin_value(as_bytes(std::string_view("a\0", 2)), Point()));
}

TEST(Attacks, A5_APointMovedFromOneListToTheNextChangesTheChallenge) {
  HonestTable table(5);
  const auto state = [&](std::vector<Point> A, std::vector<Point> D) {
    Transcript transcript("dleq", {});
    transcript.append("A", A);
    transcript.append("D", D);
    return transcript.state();
  };
  const auto& X = table.X;
  EXPECT_NE(state({X[0], X[1]}, {X[2]}), state({X[0]}, {X[1], X[2]}));
}

TEST(Attacks, A5_NoTwoPlacesHaveTheSameContext) {
  std::set<Bytes> contexts;
  std::size_t places = 0;
  for (std::uint8_t table = 0; table < 3; ++table)
    for (std::uint64_t step : {0ull, 1ull, 256ull, 1ull << 32})
      for (std::uint32_t seat : {0u, 1u, 256u, kNobody.value})
        for (int purpose = 0; purpose <= static_cast<int>(Purpose::recover); ++purpose) {
          Place place{.table = {}, .step = Step(step)};
          place.table.bytes[31] = std::byte{table};
          contexts.insert(context(place, Seat(seat), static_cast<Purpose>(purpose)));
          ++places;
        }
  EXPECT_EQ(contexts.size(), places);
}

// ---- Lists: exact lengths, before any arithmetic

TEST(Attacks, A8_AShuffleProofOfAnyOtherLengthIsRefused) {
  HonestTable table(6, 3);
  const Bytes honest = table.shuffle_proof().encode();
  ASSERT_EQ(honest.size(), ShuffleProof::bytes(3));
  for (std::size_t length = 0; length < honest.size() + 200; ++length) {
    Bytes bytes = honest;
    bytes.resize(length);
    EXPECT_EQ(ShuffleProof::decode(bytes, 3).has_value(), length == honest.size()) << length;
  }
  for (std::size_t n : {0u, 1u, 2u, 4u, 52u}) EXPECT_FALSE(ShuffleProof::decode(honest, n)) << n;
}

TEST(Attacks, A8_AListWithOneMoreOrOneLessIsRefused) {
  HonestTable table(7, 3);
  const ShuffleProof honest = table.shuffle_proof();
  for (auto list : {&ShuffleProof::f, &ShuffleProof::g, &ShuffleProof::h}) {
    ShuffleProof shorter = honest, longer = honest;
    (shorter.*list).pop_back();
    (longer.*list).push_back(Scalar());
    EXPECT_FALSE(table.check_shuffle(table.statement(), shorter));
    EXPECT_FALSE(table.check_shuffle(table.statement(), longer));
  }

  Deck shorter = table.out;
  shorter.pop_back();
  EXPECT_FALSE(table.check_shuffle({table.joint, table.in, shorter}, honest));
  EXPECT_FALSE(table.check_shuffle({table.joint, shorter, table.out}, honest));
  EXPECT_FALSE(table.check_shuffle({table.joint, {}, {}}, honest));
}

// Points beyond a list's end would be believed without proof, were the lengths not compared: these
// cheats say it to the transcript, as the verifier does, and prove the rest.

TEST(Attacks, A8_ACardAfterTheDecksEndIsRefused) {
  HonestTable table(7, 3);
  table.out.push_back(MaskedCard{Point::base(), card_point(Face(0))});
  const ShuffleProof proof =
      Shuffler::honest(table.witness)
          .prove(table.statement(), table.context(Purpose::shuffle), table.rng);
  EXPECT_FALSE(table.check_shuffle(table.statement(), proof));
}

/// Proves x for the first of A and D, whatever there is.
DleqProof prove_first(HonestTable& table, std::span<const Point> A, std::span<const Point> D) {
  Transcript transcript("dleq", table.context(Purpose::decrypt));
  transcript.append("X", std::array{table.X[0]});
  transcript.append("A", A);
  transcript.append("D", D);
  const auto w = transcript.weights("w", A.size());
  const Scalar r = Scalar::random(table.rng);
  DleqProof proof{.R1 = mul_base(r), .R2 = A.empty() ? Point() : r * (w[0] * A[0]), .s = {}};
  transcript.append("R", std::array{proof.R1, proof.R2});
  proof.s = r + transcript.challenge("c") * table.x[0].expose();
  return proof;
}

TEST(Attacks, A8_AShareWithoutItsPointIsRefusedAndSoIsNone) {
  HonestTable table(7, 3);
  const std::vector<Point> A{table.out[0].A}, none;
  const std::vector<Point> D{table.x[0].expose() * table.out[0].A};
  ASSERT_TRUE(table.check_decryption(0, A, D, prove_first(table, A, D)));
  const std::vector<Point> and_another{D[0], Point::base()};
  EXPECT_FALSE(table.check_decryption(0, A, and_another, prove_first(table, A, and_another)));
  EXPECT_FALSE(table.check_decryption(0, none, none, prove_first(table, none, none)));
  EXPECT_FALSE(table.check_decryption(0, none, D, prove_first(table, none, D)));
}

TEST(Attacks, A8_ADeckOverTheLimitIsRefusedNotReckoned) {
  // There are no generators for so many cards: asking for one would abort. The scalars agree.
  const Deck in(kGeneratorsMax + 1, MaskedCard{Point::base(), Point::base()});
  const Deck out(in.size(), MaskedCard{pedersen_h(), Point::base()});
  const ShuffleStatement statement{Point::base(), in, out};
  ShuffleProof proof;
  proof.f.resize(in.size());
  proof.g.resize(in.size());
  proof.h.resize(in.size() - 1);
  second::Hearing hearing;
  bend(proof, second::hear_shuffle(statement, proof, {}, hearing));
  SeededRng rng(8);
  EXPECT_FALSE(check(shuffle_equations(statement, proof, {}), rng));
}

}  // namespace
}  // namespace fairdeal::crypto
