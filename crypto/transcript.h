#pragma once

#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/ids.h"
#include "crypto/curve/point.h"
#include "crypto/hash.h"

namespace fairdeal::crypto {

/// Turns an interactive proof into a message (Fiat and Shamir, CRYPTO '86): the verifier's coins
/// are a hash of all that was said before. Prover and verifier append the same things in the same
/// order; every public input goes in before the first challenge (docs/cards.md, transcript).
class Transcript {
 public:
  /// `context` binds the proof to its place: see context().
  Transcript(std::string_view protocol, ByteSpan context);

  void append(std::string_view label, ByteSpan data);
  void append(std::string_view label, std::span<const Point> points);
  void append(std::string_view label, std::span<const Scalar> scalars);
  void append(std::string_view label, std::uint32_t number);

  Scalar challenge(std::string_view label);
  /// n independent numbers of 128 bits.
  std::vector<Scalar> weights(std::string_view label, std::size_t n);

  /// All that was said so far, in 64 bytes.
  const ByteArray<64>& state() const { return state_; }

 private:
  ByteArray<64> squeeze(std::string_view label);

  ByteArray<64> state_;
};

/// What a proof is for.
enum class Purpose { key, decrypt, shuffle, coin, commit, recover };

/// The seat of a context that belongs to nobody: a coin's point, on which all must agree.
inline constexpr Seat kNobody{0xffffffff};

/// The place of a proof: a proof moved to another table, step, seat or purpose fails.
struct Place {
  Digest table;
  Step step;
  friend bool operator==(const Place&, const Place&) = default;
};
Bytes context(const Place& place, Seat author, Purpose purpose);

}  // namespace fairdeal::crypto
