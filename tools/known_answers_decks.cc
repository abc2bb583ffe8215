#include "crypto/among.h"
#include "crypto/curve/msm.h"
#include "crypto/order.h"
#include "crypto/place.h"
#include "crypto/rekey.h"
#include "crypto/remask.h"
#include "crypto/some.h"
#include "tools/known_answers_checker.h"

namespace fairdeal::tools {
namespace {

void require(bool condition, const std::string& what) {
  if (!condition) throw Malformed{what};
}

/// Returns numbers below `end`.
Secrets<std::uint32_t> numbers(const Json& list, std::size_t end) {
  Secrets<std::uint32_t> out(list.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = list.at(i).get<std::uint32_t>();
    require(out[i] < end, "a number that is too large: " + list.dump().substr(0, 80));
  }
  return out;
}

std::string text(const Secrets<std::uint32_t>& values) {
  Json out = Json::array();
  for (const std::uint32_t value : values.expose()) out.push_back(value);
  return out.dump();
}

Result<Claim> read_claim(const Json& v) {
  Claim::Grounds grounds;
  for (const Json& ground : v.at("grounds"))
    grounds.push_back(ground.is_null() ? std::nullopt
                                       : std::optional(Face(ground.get<std::uint32_t>())));
  std::vector<Claim::Choice> choices;
  for (const Json& choice : v.at("choices")) {
    auto& entries = choices.emplace_back();
    for (const Json& entry : choice) {
      auto& pairs = entries.emplace_back();
      for (const Json& pair : entry)
        pairs.push_back({pair.at(0).get<std::uint32_t>(), Face(pair.at(1).get<std::uint32_t>())});
    }
  }
  return Claim::of(std::move(grounds), std::move(choices));
}

void check_claim(Checker& c, const std::string& path, const Json& v) {
  const auto claim = read_claim(v);
  if (v.contains("well_formed"))
    c.same(path + ".well_formed", v["well_formed"].dump(), claim ? "true" : "false");
  if (!claim) return;
  c.same(path + ".m", v.at("m").dump(), std::to_string(claim->bits()));
  c.equal(path + ".encoding_sha512", v.at("encoding_sha512"), sha512({claim->encode()}));
  if (v.contains("encoding")) c.equal(path + ".encoding", v["encoding"], claim->encode());
}

/// Compares a proof, checks that of the file, and that each of the bits listed counts. `verdict`
/// decodes and checks one.
template <class Verdict>
void check_proof(Checker& c, const std::string& path, const Json& v, const Bytes& made, bool holds,
                 Verdict&& verdict) {
  c.equal(path + ".proof", v.at("proof"), made);
  if (v.contains("proof_bytes"))
    c.same(path + ".proof_bytes", v["proof_bytes"].dump(), std::to_string(made.size()));
  const Bytes given = hex(v.at("proof"));
  if (holds)
    c.holds(path + ".verify", verdict(given));
  else
    c.refused(path + ".verify", verdict(given));
  for (const Json& number : v.value("refused_bits", Json::array())) {
    const auto bit = number.get<std::size_t>();
    require(bit / 8 < given.size(), "a bit that is not there: " + number.dump());
    Bytes flipped = given;
    flipped[bit / 8] ^= static_cast<std::byte>(1 << bit % 8);
    c.refused(path + ".refused_bits " + number.dump(), verdict(flipped));
  }
}

void check_place(Checker& c, const std::string& path, const Json& v) {
  check_claim(c, path + ".claim", v.at("claim"));
  const Claim claim = valid(read_claim(v["claim"]));
  const auto faces = numbers(v.at("faces"), kGeneratorsMax);
  require(faces.size() == claim.cards() && !claim.has_grounds(), "faces or grounds");
  VectorRng rng(hex(v.at("rng")));
  const Bytes context = hex(v.at("context"));
  const Point X = mul_base(Scalar::random(rng));
  c.equal(path + ".joint_key", v.at("joint_key"), X.encode());
  const PlacedCards placed = place_cards(claim, X, faces, rng);
  c.same(path + ".cards", to_hex(encode_deck(decode_deck(v.at("cards")))),
         to_hex(encode_deck(placed.cards)));
  auto indices = claim.indices(faces);
  require(indices.has_value(), "a claim that does not hold");
  c.same(path + ".index", v.at("index").dump(), text(*indices));
  const PlaceStatement statement{claim, X, placed.cards};
  const PickProof made = prove_place(statement, *std::move(indices), placed.masks, context, rng);
  check_proof(c, path, v, made.encode(), true, [&](const Bytes& bytes) -> Result<> {
    FD_TRY(const auto proof, PickProof::decode(bytes, claim.choices().size(), claim.bits()));
    return check(place_equations(statement, proof, context), c.rng);
  });
}

void check_pack(Checker& c, const std::string& path, const Json& v) {
  VectorRng rng(hex(v.at("rng")));
  const Bytes context = hex(v.at("context"));
  const Point X = mul_base(Scalar::random(rng));
  c.equal(path + ".joint_key", v.at("joint_key"), X.encode());
  std::vector<Face> pack;
  for (const Json& face : v.at("pack")) pack.push_back(Face(face.get<std::uint32_t>()));
  valid(open_pack(pack));
  (void)permutation(v.at("order"));
  require(v["order"].size() == pack.size(), "an order of other length");
  const auto placed = place_pack(pack, numbers(v["order"], pack.size()), X, context, rng);
  c.same(path + ".out", to_hex(encode_deck(decode_deck(v.at("out")))),
         to_hex(encode_deck(placed.deck)));
  check_proof(c, path, v, placed.proof.encode(), true, [&](const Bytes& bytes) -> Result<> {
    FD_TRY(const auto proof, ShuffleProof::decode(bytes, pack.size()));
    return check(pack_equations(pack, X, placed.deck, proof, context), c.rng);
  });
}

/// Returns the cards of the file less the shares of all seats but 0, which it compares.
Deck without_shares(Checker& c, const std::string& path, const Json& v,
                    const std::vector<Secret<Scalar>>& x) {
  Deck cards = decode_deck(v.at("cards"));
  for (std::size_t j = 0; j < cards.size(); ++j) {
    const std::string number = "[" + std::to_string(j) + "]";
    for (std::size_t seat = 1; seat < x.size(); ++seat) {
      const Point share = x[seat].expose() * cards[j].A;
      c.equal(path + ".shares_of_seats_1_and_2" + number,
              v.at("shares_of_seats_1_and_2").at(j).at(seat - 1), share.encode());
      cards[j].B = cards[j].B - share;
    }
    c.equal(path + ".residual_B" + number, v.at("residual_B").at(j), cards[j].B.encode());
  }
  return cards;
}

void check_among(Checker& c, const std::string& path, const Json& v) {
  check_claim(c, path + ".claim", v.at("claim"));
  const Claim claim = valid(read_claim(v["claim"]));
  const bool holds = v.at("true").get<bool>();
  VectorRng rng(hex(v.at("rng")));
  const Bytes context = hex(v.at("context"));
  std::vector<Secret<Scalar>> x;
  for (const Json& key : v.at("keys")) {
    x.emplace_back(Scalar::random(rng));
    c.equal(path + ".keys", key, mul_base(x.back().expose()).encode());
  }
  require(!x.empty(), "no keys");
  for (std::size_t j = 0; j < claim.cards(); ++j) (void)Scalar::random(rng);  // the cards' masks
  const Deck cards = without_shares(c, path, v, x);
  const auto faces = numbers(v.at("faces"), kGeneratorsMax);
  auto indices = numbers(v.at("index"), std::size_t{1} << claim.bits());
  require(cards.size() == claim.cards() && faces.size() == claim.cards() &&
              indices.size() == claim.choices().size(),
          "cards, faces or indices of another number");
  c.same(path + ".true", v["true"].dump(), claim.indices(faces) ? "true" : "false");
  const AmongStatement statement{claim, mul_base(x[0].expose()), cards};
  const PickProof made = prove_among(statement, std::move(indices), x[0], context, rng);
  check_proof(c, path, v, made.encode(), holds, [&](const Bytes& bytes) -> Result<> {
    FD_TRY(const auto proof, PickProof::decode(bytes, claim.choices().size(), claim.bits()));
    return check(among_equations(statement, proof, context), c.rng);
  });
}

void check_some(Checker& c, const std::string& path, const Json& v) {
  check_claim(c, path + ".claim", v.at("claim"));
  const Claim claim = valid(read_claim(v["claim"]));
  VectorRng rng(hex(v.at("rng")));
  const Bytes context = hex(v.at("context"));
  const Secret x(Scalar::random(rng));
  const Point X = mul_base(x.expose());
  c.equal(path + ".key", v.at("key"), X.encode());
  const Deck cards = decode_deck(v.at("cards"));
  const std::size_t n = cards.size();
  for (std::size_t j = 0; j < n; ++j) (void)Scalar::random(rng);  // the cards' masks
  (void)permutation(v.at("perm"));
  auto indices = numbers(v.at("index"), std::size_t{1} << claim.bits());
  require(n >= 2 && n <= kGeneratorsMax && n >= claim.cards() && v["perm"].size() == n &&
              !claim.has_grounds() && indices.size() == claim.choices().size(),
          "cards, order or indices of another number, or grounds");
  const AmongStatement statement{claim, X, cards};
  const SomeProof made =
      prove_some(statement, {numbers(v["perm"], n), std::move(indices)}, x, context, rng);
  check_proof(c, path, v, made.encode(), true, [&](const Bytes& bytes) -> Result<> {
    FD_TRY(const auto proof, SomeProof::decode(bytes, n, claim));
    return check(some_equations(statement, proof, context), c.rng);
  });
}

void check_order(Checker& c, const std::string& path, const Json& v) {
  require(v.at("kind") == "cut" || v["kind"] == "insert", "another kind of order");
  const OrderKind kind = v["kind"] == "cut" ? OrderKind::cut : OrderKind::insert;
  VectorRng rng(hex(v.at("rng")));
  const Bytes context = hex(v.at("context"));
  const Point X = mul_base(Scalar::random(rng));
  c.equal(path + ".joint_key", v.at("joint_key"), X.encode());
  const Deck in = decode_deck(v.at("in"));
  const std::size_t n = in.size();
  const Secret at(v.at("at").get<std::uint32_t>());
  require(n >= 2 && n <= OrderStatement::kCardsMax && at.expose() < n, "cards or place");
  for (std::size_t j = 0; j < n; ++j) (void)Scalar::random(rng);  // the cards' masks
  c.same(path + ".order", v.at("order").dump(), text(order_at(kind, n, at).order()));
  const ProvedOrder made = order_and_prove(kind, in, at, X, context, rng);
  c.same(path + ".out", to_hex(encode_deck(decode_deck(v.at("out")))),
         to_hex(encode_deck(made.deck)));
  const auto verdict = [&](const Deck& out, const Bytes& bytes) -> Result<> {
    FD_TRY(const auto proof, PickProof::decode(bytes, 1, order_bits(n)));
    return check(order_equations({kind, X, in, out}, proof, context), c.rng);
  };
  check_proof(c, path, v, made.proof.encode(), true,
              [&](const Bytes& bytes) { return verdict(made.deck, bytes); });
  for (const Json& lie : v.value("false", Json::array()))
    c.refused(path + ".false", verdict(decode_deck(lie.at("out")), hex(lie.at("proof"))));
}

void check_remask(Checker& c, const std::string& path, const Json& v) {
  VectorRng rng(hex(v.at("rng")));
  const Bytes context = hex(v.at("context"));
  const Point X = mul_base(Scalar::random(rng));
  c.equal(path + ".joint_key", v.at("joint_key"), X.encode());
  (void)Scalar::random(rng);  // the mask of the card that lay
  const Deck cards = decode_deck(Json::array({v.at("in"), v.at("out")}));
  const auto made = remask_and_prove(cards[0], X, context, rng);
  c.same(path + ".out", to_hex(encode_deck({cards[1]})), to_hex(encode_deck({made.card})));
  const auto encoded = made.proof.encode();
  check_proof(c, path, v, to_bytes(encoded), true, [&](const Bytes& bytes) -> Result<> {
    if (bytes.size() != DleqProof::kBytes) return fail(Fault::not_canonical, "length");
    FD_TRY(const auto proof, DleqProof::decode(std::span(bytes).first<DleqProof::kBytes>()));
    return check(remask_equations({X, cards[0], cards[1]}, proof, context), c.rng);
  });
}

void check_rekey(Checker& c, const std::string& path, const Json& v) {
  VectorRng rng(hex(v.at("rng")));
  const Bytes context = hex(v.at("context"));
  const Secret y(Scalar::random(rng));
  const Point Y = mul_base(y.expose()), X = mul_base(Scalar::random(rng));
  c.equal(path + ".key", v.at("key"), Y.encode());
  c.equal(path + ".joint_key", v.at("joint_key"), X.encode());
  const Deck in = decode_deck(v.at("in"));
  require(!in.empty(), "no cards");
  for (std::size_t j = 0; j < in.size(); ++j) (void)Scalar::random(rng);  // the old masks
  const Rekeyed made = rekey_and_prove(in, y, X, context, rng);
  c.same(path + ".out", to_hex(encode_deck(decode_deck(v.at("out")))),
         to_hex(encode_deck(made.deck)));
  check_proof(c, path, v, to_bytes(made.proof.encode()), true, [&](const Bytes& bytes) -> Result<> {
    if (bytes.size() != RekeyProof::kBytes) return fail(Fault::not_canonical, "length");
    FD_TRY(const auto proof, RekeyProof::decode(std::span(bytes).first<RekeyProof::kBytes>()));
    return check(rekey_equations({Y, X, in, made.deck}, proof, context), c.rng);
  });
}

}  // namespace

void check_decks(Checker& c, const Json& file) {
  check_each(c, file, "claims", check_claim);
  check_each(c, file, "place", check_place);
  check_each(c, file, "pack", check_pack);
  check_each(c, file, "among", check_among);
  check_each(c, file, "some", check_some);
  check_each(c, file, "order", check_order);
  check_each(c, file, "remask", check_remask);
  check_each(c, file, "rekey", check_rekey);
}

}  // namespace fairdeal::tools
