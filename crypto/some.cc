#include "crypto/some.h"

#include <algorithm>
#include <iterator>

#include "base/check.h"

namespace fairdeal::crypto {
namespace {

/// Returns the cards of the copy that the claim is about.
Deck claimed(const Claim& claim, const Deck& copy) {
  return {copy.begin(), copy.begin() + static_cast<std::ptrdiff_t>(claim.cards())};
}

}  // namespace

Bytes SomeProof::encode() const {
  Bytes out;
  for (const MaskedCard& card : copy) std::ranges::copy(card.encode(), std::back_inserter(out));
  std::ranges::copy(shuffle.encode(), std::back_inserter(out));
  std::ranges::copy(claim.encode(), std::back_inserter(out));
  return out;
}

Result<SomeProof> SomeProof::decode(ByteSpan bytes, std::size_t n, const Claim& claim) {
  const std::size_t q = claim.choices().size(), m = claim.bits();
  if (n < 2 || bytes.size() != SomeProof::bytes(n, q, m))
    return fail(Fault::not_canonical, "claim of some cards: wrong length");
  const std::size_t cards = MaskedCard::kBytes * n, shuffle = ShuffleProof::bytes(n);
  SomeProof proof;
  FD_TRY(proof.copy, MaskedCard::decode_all(bytes.first(cards)));
  FD_TRY(proof.shuffle, ShuffleProof::decode(bytes.subspan(cards, shuffle), n));
  FD_TRY(proof.claim, PickProof::decode(bytes.subspan(cards + shuffle), q, m));
  return proof;
}

SomeProof prove_some(const AmongStatement& statement, Secrets<std::uint32_t> order,
                     Secrets<std::uint32_t> indices, const Secret<Scalar>& x, ByteSpan context,
                     Rng& rng) {
  const auto& [claim, X, cards] = statement;
  CHECK(cards.size() >= 2 && cards.size() >= claim.cards() && order.size() == cards.size() &&
        !claim.has_grounds());
  const ShuffleWitness witness{Permutation::chosen(std::move(order)),
                               draw_masks(cards.size(), rng)};
  SomeProof proof;
  proof.copy = shuffle(cards, prepare_masks(X, witness), witness);
  keep_encodings(proof.copy);  // the proofs hash them, and they are sent
  proof.shuffle = prove_shuffle({X, cards, proof.copy}, witness, context, rng);
  proof.claim =
      prove_among({claim, X, claimed(claim, proof.copy)}, std::move(indices), x, context, rng);
  return proof;
}

Result<Equations> some_equations(const AmongStatement& statement, const SomeProof& proof,
                                 ByteSpan context) {
  const auto& [claim, X, cards] = statement;
  if (claim.has_grounds()) return fail(Fault::bad_proof, "claim of some cards: it has grounds");
  if (cards.size() < claim.cards() || proof.copy.size() != cards.size())
    return fail(Fault::bad_proof, "claim of some cards: not the same number of cards");
  FD_TRY(Equations equations, shuffle_equations({X, cards, proof.copy}, proof.shuffle, context));
  FD_TRY(const Equations about_copy,
         among_equations({claim, X, claimed(claim, proof.copy)}, proof.claim, context));
  equations.append(about_copy);
  return equations;
}

}  // namespace fairdeal::crypto
