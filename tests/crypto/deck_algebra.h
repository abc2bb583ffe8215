#pragma once

#include "base/encode.h"
#include "crypto/claim.h"
#include "crypto/deck.h"
#include "crypto/hash.h"
#include "tests/crypto/vector_file.h"

namespace fairdeal::crypto {

/// What the tests read of tests/vectors/deck-algebra.json.

/// The generator of the file: the k-th scalar is SHA-512(seed ‖ u64(k)) mod ℓ.
class SeedRng final : public Rng {
 public:
  explicit SeedRng(Bytes seed) : seed_(std::move(seed)) {}
  explicit SeedRng(const nlohmann::json& v) : SeedRng(unhex(v.at("rng").get<std::string>())) {}
  void fill(std::span<std::byte> out) override {
    const auto block = sha512({seed_, Writer().u64(next_++).bytes()});
    CHECK(out.size() == block.size());
    std::ranges::copy(block, out.begin());
  }

 private:
  Bytes seed_;
  std::uint64_t next_ = 0;
};

inline MaskedCard card_in(const nlohmann::json& v) {
  return *MaskedCard::decode(unhex<64>(v[0].get<std::string>() + v[1].get<std::string>()));
}

inline Deck deck_in(const nlohmann::json& v) {
  Deck deck;
  for (const auto& card : v) deck.push_back(card_in(card));
  return deck;
}

inline Secrets<std::uint32_t> numbers(std::span<const std::uint32_t> values) {
  Secrets<std::uint32_t> out(values.size());
  std::ranges::copy(values, out.expose().begin());
  return out;
}
inline Secrets<std::uint32_t> numbers_in(const nlohmann::json& v) {
  return numbers(v.get<std::vector<std::uint32_t>>());
}

inline Result<Claim> claim_in(const nlohmann::json& v) {
  Claim::Grounds grounds;
  for (const auto& ground : v.at("grounds"))
    grounds.push_back(ground.is_null() ? std::nullopt : std::optional(Face(ground)));
  std::vector<Claim::Choice> choices;
  for (const auto& choice : v.at("choices")) {
    auto& entries = choices.emplace_back();
    for (const auto& entry : choice) {
      auto& pairs = entries.emplace_back();
      for (const auto& pair : entry) pairs.push_back({pair[0], Face(pair[1])});
    }
  }
  CHECK(grounds.size() == v.at("n"));
  return Claim::of(std::move(grounds), std::move(choices));
}

inline Bytes context_in(const nlohmann::json& v) {
  return unhex(v.at("context").get<std::string>());
}
inline Bytes proof_in(const nlohmann::json& v) { return unhex(v.at("proof").get<std::string>()); }

}  // namespace fairdeal::crypto
