#include "tools/known_answers.h"

#include <algorithm>

#include "base/encode.h"
#include "base/hex.h"
#include "crypto/coin.h"
#include "crypto/commit.h"
#include "crypto/curve/msm.h"
#include "crypto/dleq.h"
#include "crypto/generators.h"
#include "crypto/schnorr.h"
#include "crypto/shuffle_proof.h"
#include "crypto/system_rng.h"
#include "crypto/vss.h"
#include "rules/json_full.h"

namespace fairdeal::tools {
namespace {

using namespace crypto;
using Json = nlohmann::json;

/// Thrown for a value in the file that has not the form that its place needs.
struct Malformed {
  std::string what;
};

/// The random number generator of the files: the k-th scalar is SHA-512(seed ‖ u64(k)) mod ℓ.
class VectorRng final : public Rng {
 public:
  explicit VectorRng(Bytes seed) : seed_(std::move(seed)) {}
  void fill(std::span<std::byte> out) override {
    const auto block = sha512({seed_, Writer().u64(next_++).bytes()});
    std::copy_n(block.begin(), out.size(), out.begin());
  }

 private:
  Bytes seed_;
  std::uint64_t next_ = 0;
};

Bytes hex(const Json& value) {
  auto bytes = from_hex(value.get_ref<const std::string&>());
  if (!bytes) throw Malformed{"not hex: " + value.dump().substr(0, 80)};
  return *std::move(bytes);
}

template <std::size_t N>
ByteArray<N> hex(const Json& value) {
  const Bytes bytes = hex(value);
  if (bytes.size() != N) throw Malformed{"not " + std::to_string(N) + " bytes: " + value.dump()};
  ByteArray<N> out;
  std::ranges::copy(bytes, out.begin());
  return out;
}

template <class T>
T valid(Result<T> result) {
  if (!result) throw Malformed{describe(result.error())};
  return *std::move(result);
}

Scalar scalar(const Json& value) { return valid(Scalar::decode(hex<32>(value))); }
Point point(const Json& value) { return valid(Point::decode(hex<32>(value))); }

template <class F>
auto each(const Json& list, F&& decode) {
  std::vector<decltype(decode(list))> values;
  for (const Json& value : list) values.push_back(decode(value));
  return values;
}

Permutation permutation(const Json& value) {
  const auto order = value.get<std::vector<std::uint32_t>>();
  std::vector<std::uint32_t> sorted = order;
  std::ranges::sort(sorted);
  for (std::uint32_t i = 0; i < sorted.size(); ++i)
    if (sorted[i] != i) throw Malformed{"not a permutation: " + value.dump()};
  return Permutation::of(order);
}

class Checker {
 public:
  void equal(const std::string& path, const Json& expected, ByteSpan got) {
    same(path, to_hex(hex(expected)), to_hex(got));
  }
  void same(const std::string& path, const std::string& expected, const std::string& got) {
    ++answers.checked;
    if (expected != got)
      answers.differences.push_back(path + ": expected " + expected + ", got " + got);
  }
  void holds(const std::string& path, const Result<>& verdict) {
    same(path, "accepted", verdict ? "accepted" : describe(verdict.error()));
  }
  template <class T, class Encode>
  void list(const std::string& path, const Json& expected, std::size_t n, T&& value,
            Encode&& encode) {
    same(path + ".size", std::to_string(expected.size()), std::to_string(n));
    for (std::size_t i = 0; i < std::min(n, expected.size()); ++i)
      equal(path + "[" + std::to_string(i) + "]", expected[i], encode(value(i)));
  }

  /// Checks one vector. A vector that cannot be read counts as a difference.
  template <class Check>
  void vector(const std::string& path, Check&& check) {
    try {
      check();
    } catch (const Malformed& e) {
      same(path, "a vector", e.what);
    } catch (const Json::exception& e) {
      same(path, "a vector", e.what());
    }
  }

  KnownAnswers answers;
  SystemRng rng;
};

const auto kEncode = [](const auto& value) { return value.encode(); };

void check_group(Checker& c, const Json& file) {
  if (file.contains("small_multiples"))
    c.list(
        "small_multiples", file["small_multiples"], file["small_multiples"].size(),
        [](std::size_t k) { return mul_base(Scalar::from_u64(k)); }, kEncode);
  for (std::size_t i = 0; i < file.value("hash_to_group", Json::array()).size(); ++i) {
    const Json& v = file["hash_to_group"][i];
    const std::string path = "hash_to_group[" + std::to_string(i) + "]";
    const Bytes message = hex(v.at("msg"));
    const std::string domain = v.at("dst");
    c.equal(path + ".uniform", v.at("uniform"), expand_message_xmd(message, domain));
    c.equal(path + ".point", v.at("point"), hash_to_group(message, domain).encode());
  }
  if (file.contains("generators")) {
    const Json& g = file["generators"];
    c.list("generators.pedersen_g", g.at("pedersen_g"),
           std::min(g["pedersen_g"].size(), kGeneratorsMax), pedersen_g, kEncode);
    c.equal("generators.pedersen_h", g.at("pedersen_h"), pedersen_h().encode());
    c.list(
        "generators.card", g.at("card"), std::min(g["card"].size(), kGeneratorsMax),
        [](std::size_t k) { return card_point(Face(static_cast<std::uint32_t>(k))); }, kEncode);
  }
  for (std::size_t i = 0; i < file.value("msm", Json::array()).size(); ++i) {
    const Json& v = file["msm"][i];
    const auto scalars = each(v.at("scalars"), scalar);
    const auto points = each(v.at("points"), point);
    if (scalars.size() != points.size()) throw Malformed{"msm: lists of different lengths"};
    const std::string path = "msm[" + std::to_string(i) + "]";
    c.equal(path + ".sum", v.at("sum"), msm(scalars, points).encode());
    c.equal(path + ".sum (vartime)", v.at("sum"), msm_vartime(scalars, points).encode());
  }
}

void check_transcript(Checker& c, const Json& v) {
  Transcript transcript(v.at("protocol").get_ref<const std::string&>(), hex(v.at("context")));
  for (const Json& pair : v.at("append"))
    transcript.append(pair.at(0).get_ref<const std::string&>(), ByteSpan(hex(pair.at(1))));
  c.equal("transcript.state_after_append", v.at("state_after_append"), transcript.state());
  c.equal("transcript.challenge_a", v.at("challenge_a"), transcript.challenge("a").encode());
  const Json& weights = v.at("weights_b");
  const auto w = transcript.weights("b", weights.size());
  for (std::size_t i = 0; i < w.size(); ++i)
    c.equal("transcript.weights_b[" + std::to_string(i) + "]", weights[i],
            ByteSpan(w[i].encode()).first(16));
  c.equal("transcript.challenge_c", v.at("challenge_c"), transcript.challenge("c").encode());
}

void check_key(Checker& c, const std::string& path, const Json& v) {
  VectorRng rng(hex(v.at("rng")));
  const Bytes context = hex(v.at("context"));
  const Secret x(Scalar::random(rng));
  c.equal(path + ".secret", v.at("secret"), x.expose().encode());
  const Point X = mul_base(x.expose());
  c.equal(path + ".public", v.at("public"), X.encode());
  c.equal(path + ".proof", v.at("proof"), prove_key(x, context, rng).encode());
  const KeyProof given = valid(KeyProof::decode(hex<KeyProof::kBytes>(v.at("proof"))));
  c.holds(path + ".verify", check(key_equations(point(v.at("public")), given, context), c.rng));
}

void check_dleq(Checker& c, const std::string& path, const Json& v) {
  VectorRng rng(hex(v.at("rng")));
  const Bytes context = hex(v.at("context"));
  const Secret x(Scalar::random(rng));
  c.equal(path + ".secret", v.at("secret"), x.expose().encode());
  const auto A = each(v.at("A"), point);
  std::vector<Point> D;
  for (const Point& a : A) D.push_back(x.expose() * a);
  c.list(
      path + ".D", v.at("D"), D.size(), [&](std::size_t k) { return D[k]; }, kEncode);
  if (A.empty()) throw Malformed{path + ": no points"};
  const DleqStatement statement{mul_base(x.expose()), A, D};
  c.equal(path + ".proof", v.at("proof"), prove_dleq(statement, x, context, rng).encode());
  const DleqProof given = valid(DleqProof::decode(hex<DleqProof::kBytes>(v.at("proof"))));
  c.holds(path + ".verify", check(dleq_equations(statement, given, context), c.rng));
}

Bytes encode_deck(const Deck& deck) {
  Writer writer;
  for (const MaskedCard& card : deck) writer.raw(card.encode());
  return std::move(writer).bytes();
}

Deck decode_deck(const Json& value) {
  return each(value, [](const Json& pair) {
    return MaskedCard{point(pair.at(0)), point(pair.at(1))};
  });
}

ShuffleWitness draw_masks(const Json& order, Rng& rng) {
  ShuffleWitness witness{permutation(order), Secrets<Scalar>(order.size())};
  for (Scalar& r : witness.masks.expose()) r = Scalar::random(rng);
  return witness;
}

void check_shuffle(Checker& c, const std::string& path, const Json& v) {
  const auto n = v.at("n").get<std::size_t>();
  if (n < 2 || n > kGeneratorsMax || v.at("perm0").size() != n || v.at("perm").size() != n)
    throw Malformed{path + ": sizes"};
  VectorRng rng(hex(v.at("rng")));
  const Bytes context = hex(v.at("context"));
  const Scalar x = Scalar::random(rng);
  c.equal(path + ".secret", v.at("secret"), x.encode());
  const Point X = mul_base(x);
  c.equal(path + ".joint_key", v.at("joint_key"), X.encode());
  std::vector<Face> faces;
  for (std::uint32_t k = 0; k < n; ++k) faces.push_back(Face(k));
  const ShuffleWitness first = draw_masks(v.at("perm0"), rng);
  const Deck in = shuffle(plain_deck(faces), prepare_masks(X, first), first);
  c.same(path + ".in", to_hex(encode_deck(decode_deck(v.at("in")))), to_hex(encode_deck(in)));
  const ShuffleWitness witness = draw_masks(v.at("perm"), rng);
  const Deck out = shuffle(in, prepare_masks(X, witness), witness);
  c.same(path + ".out", to_hex(encode_deck(decode_deck(v.at("out")))), to_hex(encode_deck(out)));
  const ShuffleStatement statement{X, in, out};
  c.equal(path + ".proof", v.at("proof"), prove_shuffle(statement, witness, context, rng).encode());
  if (v.contains("proof_bytes"))
    c.same(path + ".proof_bytes", v["proof_bytes"].dump(), std::to_string(ShuffleProof::bytes(n)));
  const ShuffleProof given = valid(ShuffleProof::decode(hex(v.at("proof")), n));
  c.holds(path + ".verify", check(shuffle_equations(statement, given, context), c.rng));
}

void check_coin(Checker& c, const std::string& path, const Json& v) {
  const Bytes context = hex(v.at("context"));
  const Point base = coin_point(context);
  c.equal(path + ".point", v.at("point"), base.encode());
  Point sum;
  std::vector<Point> shares;
  for (const Scalar& x : each(v.at("secrets"), scalar)) shares.push_back(x * base);
  for (const Point& share : shares) sum = sum + share;
  c.list(
      path + ".shares", v.at("shares"), shares.size(), [&](std::size_t i) { return shares[i]; },
      kEncode);
  c.equal(path + ".value", v.at("value"), coin_value(context, sum));
}

void check_commit(Checker& c, const std::string& path, const Json& v) {
  c.equal(path + ".commitment", v.at("commitment"),
          commit(hex(v.at("context")), hex(v.at("value")), hex<32>(v.at("salt"))));
}

/// Returns the given scalars instead of random ones, so that a dealing of the file can be repeated.
class ScriptedRng final : public Rng {
 public:
  explicit ScriptedRng(std::vector<Scalar> scalars) : scalars_(std::move(scalars)) {}
  void fill(std::span<std::byte> out) override {
    const auto bytes = scalars_.at(next_++).encode();
    std::ranges::fill(out, std::byte{0});
    std::copy_n(bytes.begin(), std::min(bytes.size(), out.size()), out.begin());
  }

 private:
  std::vector<Scalar> scalars_;
  std::size_t next_ = 0;
};

void check_vss(Checker& c, const std::string& path, const Json& v) {
  const auto seats = v.at("seats").get<std::size_t>();
  const auto threshold = v.at("threshold").get<std::size_t>();
  auto coefficients = each(v.at("coefficients"), scalar);
  if (threshold < 1 || threshold > seats || seats > 1000 || coefficients.size() != threshold)
    throw Malformed{path + ": sizes"};
  const Secret x(coefficients[0]);
  coefficients.erase(coefficients.begin());
  ScriptedRng rng(std::move(coefficients));
  const Dealing dealing = deal_shares(x, threshold, seats, rng);
  c.list(
      path + ".commitments", v.at("commitments"), threshold,
      [&](std::size_t k) { return dealing.commitments[k]; }, kEncode);
  c.list(
      path + ".shares", v.at("shares"), seats, [&](std::size_t j) { return dealing.shares[j]; },
      kEncode);
  c.list(
      path + ".public_shares", v.at("public_shares"), seats,
      [&](std::size_t j) {
        return public_share(dealing.commitments, Seat(static_cast<std::uint32_t>(j)));
      },
      kEncode);

  std::vector<Seat> helpers;
  for (const Json& j : v.at("recover_with")) helpers.push_back(Seat(j.get<std::uint32_t>()));
  for (const Seat j : helpers)
    if (j.value >= seats || std::ranges::count(helpers, j) != 1)
      throw Malformed{path + ".recover_with"};
  const auto lagrange = lagrange_at_zero(helpers);
  c.list(
      path + ".lagrange", v.at("lagrange"), lagrange.size(),
      [&](std::size_t i) { return lagrange[i]; }, kEncode);
  const Point A = point(v.at("A"));
  std::vector<Point> parts;
  for (const Seat j : helpers) parts.push_back(dealing.shares[j.value] * A);
  c.equal(path + ".D", v.at("D"), combine_shares(helpers, parts).encode());
}

using Check = void (*)(Checker&, const std::string&, const Json&);

void check_each(Checker& c, const Json& file, const std::string& name, Check check) {
  if (!file.contains(name)) return;
  for (std::size_t i = 0; i < file[name].size(); ++i) {
    const std::string path = name + "[" + std::to_string(i) + "]";
    c.vector(path, [&] { check(c, path, file[name].at(i)); });
  }
}

void check_decoding(Checker& c, const std::string& path, const Json& v) {
  const Bytes bytes = hex(v.at("bytes"));
  const bool is_point = v.contains("valid");
  const bool expected = v.at(is_point ? "valid" : "canonical");
  bool got = false;
  if (bytes.size() == 32) {
    const auto fixed = std::span(bytes).first<32>();
    got = is_point ? Point::decode(fixed).has_value() : Scalar::decode(fixed).has_value();
  }
  c.same(path + " (" + v.value("why", "") + ")", expected ? "accepted" : "refused",
         got ? "accepted" : "refused");
}

KnownAnswers check_file(const Json& file) {
  Checker c;
  c.vector("group", [&] { check_group(c, file); });
  if (file.contains("transcript"))
    c.vector("transcript", [&] { check_transcript(c, file["transcript"]); });
  check_each(c, file, "key", check_key);
  check_each(c, file, "dleq", check_dleq);
  check_each(c, file, "shuffle", check_shuffle);
  check_each(c, file, "coin", check_coin);
  check_each(c, file, "commit", check_commit);
  check_each(c, file, "vss", check_vss);
  check_each(c, file, "points", check_decoding);
  check_each(c, file, "scalars", check_decoding);
  return std::move(c.answers);
}

}  // namespace

Result<KnownAnswers> check_known_answers(std::string_view json) {
  try {
    const Json file = Json::parse(json);
    if (!file.is_object()) return fail(Fault::not_canonical, "known answers: not a JSON object");
    KnownAnswers answers = check_file(file);
    if (answers.checked == 0)
      return fail(Fault::not_canonical, "known answers: nothing in it that this program can check");
    return answers;
  } catch (const Json::exception& e) {
    return fail(Fault::not_canonical, std::string("known answers: ") + e.what());
  }
}

}  // namespace fairdeal::tools
