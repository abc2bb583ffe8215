#pragma once

#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/ids.h"
#include "crypto/curve/point.h"
#include "crypto/hash.h"

namespace fairdeal::crypto {

/// The transcript of a proof, which makes an interactive proof into one message (Fiat and Shamir,
/// CRYPTO '86): each challenge is a hash of all that was said before it. Prover and verifier append
/// the same things in the same order.
///
/// Every public input must be appended before the first challenge: a prover could choose what is
/// left out after it knows the challenge, and so prove a false statement (Bernhard, Pereira,
/// Warinschi, "How Not to Prove Yourself", ASIACRYPT 2012). Bytes: docs/cards.md, section 3.
class Transcript {
 public:
  /// Begins a transcript. `context` binds the proof to its place (see context()).
  Transcript(std::string_view protocol, ByteSpan context);

  void append(std::string_view label, ByteSpan data);
  void append(std::string_view label, std::span<const Point> points);
  void append(std::string_view label, std::span<const Scalar> scalars);
  void append(std::string_view label, std::uint32_t number);

  /// Returns a challenge: 512 bits of hash modulo ℓ, so that it is uniform but for 2^-259.
  Scalar challenge(std::string_view label);
  /// Returns n independent weights of 128 bits.
  std::vector<Scalar> weights(std::string_view label, std::size_t n);

  /// Returns a hash of all that was said so far.
  const ByteArray<64>& state() const { return state_; }

 private:
  ByteArray<64> squeeze(std::string_view label);

  ByteArray<64> state_;
};

/// The purpose of a proof.
enum class Purpose { key, decrypt, shuffle, coin, commit, recover, place, prove, cut, bring };

/// The author in a context that belongs to no seat, such as that of a coin for all.
inline constexpr Seat kNobody{0xffffffff};

/// The table and step to which a proof belongs.
struct Place {
  Digest table;
  Step step;
  friend bool operator==(const Place&, const Place&) = default;
};
/// Returns the context of a proof. A proof that is moved to another table, step, author or purpose
/// gets other challenges there, and fails. All fields have a fixed length but the last, so no two
/// contexts have the same bytes.
Bytes context(const Place& place, Seat author, Purpose purpose);

}  // namespace fairdeal::crypto
