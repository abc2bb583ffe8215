#include "tools/known_answers.h"

#include "crypto/coin.h"
#include "crypto/commit.h"
#include "crypto/curve/msm.h"
#include "crypto/dleq.h"
#include "crypto/generators.h"
#include "crypto/schnorr.h"
#include "crypto/shuffle_proof.h"
#include "crypto/vss.h"
#include "tools/known_answers_checker.h"

namespace fairdeal::tools {
namespace {

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
  check_decks(c, file);
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
