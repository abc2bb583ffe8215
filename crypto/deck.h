#pragma once

#include <optional>
#include <vector>

#include "crypto/curve/point.h"
#include "crypto/generators.h"
#include "crypto/hash.h"

namespace fairdeal::crypto {

/// A masked card: an ElGamal ciphertext (A, B) = (r·G, M_k + r·X) of its card point M_k under the
/// joint key X. Seat i's lock is x_i·A, and B = M_k + Σ x_i·A. A card face up is (O, M_k).
///
/// Source: Barnett and Smart, "Mental Poker Revisited", 2003.
struct MaskedCard {
  static constexpr std::size_t kBytes = 64;
  Point A, B;

  /// Returns 64 bytes: A, B.
  ByteArray<kBytes> encode() const;
  /// Decodes a card. O may be A, as of a card face up, but not B. Errors: not_canonical.
  static Result<MaskedCard> decode(std::span<const std::byte, kBytes> bytes);
  /// Decodes cards that follow one another. Requires whole cards (CHECKed). Errors: not_canonical.
  static Result<std::vector<MaskedCard>> decode_all(ByteSpan bytes);
  friend bool operator==(const MaskedCard&, const MaskedCard&) = default;
};

using Deck = std::vector<MaskedCard>;

/// Computes the encodings that are not known, eight at a time where the processor can. For a deck
/// that will be proved and sent.
void keep_encodings(Deck& deck);

/// Returns A_0, B_0, A_1, B_1 …, as a transcript holds a list of cards.
std::vector<Point> points_of(const Deck& deck);
/// Returns whether a card of `out` is face up or equals a card of `in`, which would let everybody
/// follow it.
bool some_card_not_masked(const Deck& in, const Deck& out);

/// Returns hash("deck", the encodings of its cards one after another).
Digest digest(const Deck& deck);

/// Returns these cards face up. Requires faces below kGeneratorsMax (CHECKed).
Deck plain_deck(std::span<const Face> faces);

/// Returns which of the first `faces` cards M is, in constant time: the card may be private to this
/// seat. M is B less every seat's decryption share x·A. Returns none if M is no card; as every
/// share was proved, that can only be a fault of the implementation.
std::optional<Face> face_of(const Point& M, std::size_t faces);

}  // namespace fairdeal::crypto
