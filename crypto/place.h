#pragma once

#include "crypto/claim.h"
#include "crypto/pick.h"
#include "crypto/shuffle_proof.h"

namespace fairdeal::crypto {

/// Cards of their author's own choice, face down. Only the author knows the faces. Such a card is a
/// card like any other: it can be dealt, shown, shuffled and recovered.

/// A proof that cards are masked faces that make a claim true.
///
///   statement  (claim, X, cards)     witness  i_s and r with A_j = r_j·G and B_j = M_{k_j} +
///   r_j·X,
///                                             k_j the face that a picked entry names
///
/// The claim has no grounds: two entries that name one card would add up to a card that is none.
/// The proof shows that the author knows the masks. So no card is built on another card's A, which
/// the others' shares would open.
struct PlaceStatement {
  const Claim& claim;
  Point X;  // the joint key
  const Deck& cards;
};

struct PlacedCards {
  Deck cards;
  Secrets<Scalar> masks;
};
/// Masks these faces, one a card, under the joint key X. The faces are secret: each is read from
/// all card points up to the largest face of the claim. Requires faces of the claim, one for each
/// card (CHECKed: the number). Cost: two multiplications a card.
PlacedCards place_cards(const Claim& claim, const Point& X, const Secrets<std::uint32_t>& faces,
                        Rng& rng);
/// Proves a placement with the indices of the entries that hold (Claim::indices). `rng` must be
/// hedged (hedged_rng.h). Requires a claim without grounds, a card and a mask for each of its
/// cards, and an index for each choice (CHECKed). Cost: that of finish_pick.
PickProof prove_place(const PlaceStatement& statement, Secrets<std::uint32_t> indices,
                      const Secrets<Scalar>& masks, ByteSpan context, Rng& rng);
/// Returns the equations that hold if the proof is right. Errors: bad_proof (another number of
/// cards, a card that is O on one side, a proof of other numbers); rules (a claim with grounds).
Result<Equations> place_equations(const PlaceStatement& statement, const PickProof& proof,
                                  ByteSpan context);

/// The size of the largest pack.
inline constexpr std::size_t kPackMax = 300;
/// Returns these faces, which may repeat, face up. Errors: rules (more than kPackMax, a face that
/// is none, or no two that differ: a placement from it would be no secret).
Result<Deck> open_pack(std::span<const Face> faces);
/// Places cards from a public pack: it lays the whole pack in an order of the author's choice,
/// masks it, and proves that shuffle. Card j comes from place order[j] of the pack. The first cards
/// go where they are wanted; the rest goes nowhere, so that no face is there more often than in the
/// pack. `rng` must be hedged (hedged_rng.h). Requires a pack that open_pack accepts, and an order
/// of it (CHECKed). Cost: that of a shuffle with its proof.
ProvedShuffle place_pack(std::span<const Face> faces, Secrets<std::uint32_t> order, const Point& X,
                         ByteSpan context, Rng& rng);
/// Returns the equations that hold if `cards` are the pack in some order. Errors: those of
/// open_pack and shuffle_equations.
Result<Equations> pack_equations(std::span<const Face> faces, const Point& X, const Deck& cards,
                                 const ShuffleProof& proof, ByteSpan context);

}  // namespace fairdeal::crypto
