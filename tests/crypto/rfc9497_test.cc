// The oblivious functions of RFC 9497 over our Scalar, Point, hash_to_group and expand_message_xmd:
// numbers of a standard for the parts that our own proofs are made of. Its batched proof of equal
// logarithms is written out here as section 2.2 has it; it differs from crypto/dleq.h in its
// hashing.
#include <gtest/gtest.h>

#include "crypto/generators.h"
#include "crypto/hash.h"
#include "tests/crypto/vector_file.h"

namespace fairdeal::crypto {
namespace {

using Json = nlohmann::json;

struct Suite {
  int mode;  // 0 OPRF, 1 VOPRF, 2 POPRF
  std::string group_dst;
  std::string context;  // contextString
};

/// Strings of the standard: two bytes of length, big-endian, then the bytes.
Bytes with_length(ByteSpan bytes) {
  Bytes out{static_cast<std::byte>(bytes.size() >> 8), static_cast<std::byte>(bytes.size())};
  out.insert(out.end(), bytes.begin(), bytes.end());
  return out;
}

Bytes concatenated(std::initializer_list<ByteSpan> parts) {
  Bytes out;
  for (const ByteSpan part : parts) out.insert(out.end(), part.begin(), part.end());
  return out;
}

Scalar hash_to_scalar(ByteSpan message, const Suite& suite) {
  return Scalar::wide(expand_message_xmd(message, "HashToScalar-" + suite.context));
}

/// 2.2.2: whether log_G B = log_C[i] D[i] for all i.
bool verify_proof(const Suite& suite, const Point& B, const std::vector<Point>& C,
                  const std::vector<Point>& D, const Scalar& c, const Scalar& s) {
  const Bytes Bm = with_length(B.encode());
  const auto seed = sha512({concatenated({Bm, with_length(as_bytes("Seed-" + suite.context))})});
  Point M, Z;
  for (std::size_t i = 0; i < C.size(); ++i) {
    const ByteArray<2> index{std::byte{0}, static_cast<std::byte>(i)};
    const Scalar d =
        hash_to_scalar(concatenated({with_length(seed), index, with_length(C[i].encode()),
                                     with_length(D[i].encode()), as_bytes("Composite")}),
                       suite);
    M = M + d * C[i];
    Z = Z + d * D[i];
  }
  const Point t2 = mul_base(s) + c * B, t3 = s * M + c * Z;
  const Bytes said =
      concatenated({Bm, with_length(M.encode()), with_length(Z.encode()), with_length(t2.encode()),
                    with_length(t3.encode()), as_bytes("Challenge")});
  return hash_to_scalar(said, suite) == c;
}

/// The comma-separated list of a batch.
std::vector<Bytes> list(const Json& value) {
  std::vector<Bytes> items;
  std::stringstream text(value.get<std::string>());
  for (std::string item; std::getline(text, item, ',');) items.push_back(unhex(item));
  return items;
}
Scalar scalar(ByteSpan bytes) { return *Scalar::decode(bytes.first<32>()); }
Point point(ByteSpan bytes) { return *Point::decode_nonzero(bytes.first<32>()); }

void check_vector(const Suite& suite, const Scalar& key, const Json& v) {
  // 3.3.3: the key is moved by what is public about the input.
  Scalar k = key;
  Bytes info;
  if (suite.mode == 2) {
    info = unhex(v.at("Info").get<std::string>());
    k = key + hash_to_scalar(concatenated({as_bytes("Info"), with_length(info)}), suite);
    info = with_length(info);
  }
  const auto inputs = list(v.at("Input")), blinds = list(v.at("Blind")),
             blinded = list(v.at("BlindedElement")), evaluated = list(v.at("EvaluationElement")),
             outputs = list(v.at("Output"));
  std::vector<Point> C, D;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const Scalar r = scalar(blinds[i]);
    C.push_back(r * hash_to_group(inputs[i], suite.group_dst));
    EXPECT_EQ(C[i], point(blinded[i]));
    D.push_back((suite.mode == 2 ? k.inverse() : k) * C[i]);
    EXPECT_EQ(D[i], point(evaluated[i]));
    const Point N = r.inverse() * D[i];
    EXPECT_EQ(sha512({concatenated(
                  {with_length(inputs[i]), info, with_length(N.encode()), as_bytes("Finalize")})}),
              unhex<64>(to_hex(outputs[i])));
  }
  if (suite.mode == 0) return;
  if (suite.mode == 2) std::swap(C, D);  // there D = C / k, so C[i] = k·D[i]
  const Bytes proof = unhex(v.at("Proof").at("proof").get<std::string>());
  const Scalar c = scalar(proof), s = scalar(ByteSpan(proof).subspan(32));
  const Point B = mul_base(k);
  EXPECT_TRUE(verify_proof(suite, B, C, D, c, s));
  EXPECT_FALSE(verify_proof(suite, B + Point::base(), C, D, c, s));
  EXPECT_FALSE(verify_proof(suite, B, D, C, c, s));
  EXPECT_FALSE(verify_proof(suite, B, C, D, c, s + Scalar::from_u64(1)));
}

TEST(Rfc9497, BlindedEvaluatedAndProvedElementsAreTheStandards) {
  std::size_t vectors = 0;
  for (const Json& file : vector_file("rfc9497-ristretto255.json").at("suites")) {
    const int mode = file.at("mode");
    const std::string mode_byte(1, static_cast<char>(mode));
    const Suite suite{
        .mode = mode,
        .group_dst = std::string(as_text(unhex(file.at("groupDST").get<std::string>()))),
        .context = "OPRFV1-" + mode_byte + "-ristretto255-SHA512"};
    const Scalar key = scalar(unhex(file.at("skSm").get<std::string>()));
    EXPECT_TRUE(mode == 0 || mul_base(key) == point(unhex(file.at("pkSm").get<std::string>())));
    for (const Json& v : file.at("vectors")) {
      check_vector(suite, key, v);
      ++vectors;
    }
  }
  EXPECT_EQ(vectors, 8u);
}

}  // namespace
}  // namespace fairdeal::crypto
