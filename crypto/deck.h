#pragma once

#include <optional>
#include <vector>

#include "crypto/curve/point.h"
#include "crypto/generators.h"
#include "crypto/hash.h"

namespace fairdeal::crypto {

/// A card under locks: (A, B) with B = M + Σ locks. Face up: (O, M_k).
/// Barnett and Smart, "Mental Poker Revisited", 2003, over ElGamal in the group's own notation.
struct MaskedCard {
  static constexpr std::size_t kBytes = 64;
  Point A, B;

  /// A, B.
  ByteArray<kBytes> encode() const;
  /// Errors: not_canonical. O is allowed in A (a face-up card) and not in B.
  static Result<MaskedCard> decode(std::span<const std::byte, kBytes> bytes);
  /// One after the other. Requires whole cards (CHECKed).
  static Result<std::vector<MaskedCard>> decode_all(ByteSpan bytes);
  friend bool operator==(const MaskedCard&, const MaskedCard&) = default;
};

using Deck = std::vector<MaskedCard>;

/// Computes the encodings that are not known, together: for a deck about to be proved and sent.
void keep_encodings(Deck& deck);

/// hash("deck", the encodings of its cards one after another).
Digest digest(const Deck& deck);

/// Cards face up. Requires faces below kGeneratorsMax (CHECKed).
Deck plain_deck(std::span<const Face> faces);

/// Which of the first `faces` cards M is, which is what is under a card's locks: B less every
/// seat's decryption share x·A. None: some share was not what its proof said, a fault of
/// the implementation.
std::optional<Face> face_of(const Point& M, std::size_t faces);

}  // namespace fairdeal::crypto
