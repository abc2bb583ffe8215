#include "crypto/some.h"

#include <algorithm>
#include <iterator>

#include "base/check.h"
#include "crypto/oblivious.h"

namespace fairdeal::crypto {
namespace {

/// The cards of an order that is being searched.
struct OrderSearch {
  Secrets<std::uint32_t> order;
  Secrets<std::uint32_t> used;  // all ones where a card has its place
};

/// Returns the lists of k different cards of n.
std::vector<std::vector<std::uint32_t>> lists_of(std::size_t k, std::uint32_t n) {
  std::vector<std::vector<std::uint32_t>> lists{{}};
  for (std::size_t length = 0; length < k; ++length) {
    std::vector<std::vector<std::uint32_t>> longer;
    for (const auto& list : lists)
      for (std::uint32_t card = 0; card < n; ++card) {
        if (std::ranges::find(list, card) != list.end()) continue;
        longer.push_back(list);
        longer.back().push_back(card);
      }
    lists = std::move(longer);
  }
  return lists;
}

/// Returns all ones if an entry of the choice holds of the cards of `list`, in this order.
std::uint32_t mask_if_fits(const Claim::Choice& choice, std::span<const std::uint32_t> list,
                           const Secrets<std::uint32_t>& faces) {
  std::uint32_t fits = 0;
  for (const auto& entry : choice) {
    std::uint32_t holds = ~0U;
    for (std::size_t i = 0; i < entry.size(); ++i)
      holds &= static_cast<std::uint32_t>(mask_if_equal(faces[list[i]], entry[i].face.value));
    fits |= holds;
  }
  return fits;
}

/// Gives the places of a choice the first list of cards left that fits; returns all ones if there
/// is one.
std::uint32_t take_first(const Claim::Choice& choice, const Secrets<std::uint32_t>& faces,
                         OrderSearch& search) {
  const Claim::Entry& places = choice[0];  // all entries name the same cards
  std::uint32_t found = 0;
  for (const auto& list : lists_of(places.size(), static_cast<std::uint32_t>(faces.size()))) {
    std::uint32_t take = mask_if_fits(choice, list, faces) & ~found;
    for (const std::uint32_t card : list) take &= ~search.used[card];
    for (std::size_t i = 0; i < places.size(); ++i) {
      search.order[places[i].card] |= list[i] & take;
      search.used[list[i]] |= take;
    }
    found |= take;
  }
  return found;
}

/// Returns how many comparisons take_first makes.
std::size_t comparisons(const Claim::Choice& choice, std::size_t cards) {
  std::size_t count = choice.size() * choice[0].size();
  for (std::size_t i = 0; i < choice[0].size() && count <= kOrderSearchMax; ++i) count *= cards;
  return count;
}

/// Returns the cards of the copy that the claim is about.
Deck claimed(const Claim& claim, const Deck& copy) {
  return {copy.begin(), copy.begin() + static_cast<std::ptrdiff_t>(claim.cards())};
}

}  // namespace

std::optional<ClaimedOrder> order_for(const Claim& claim, const Secrets<std::uint32_t>& faces) {
  const auto n = static_cast<std::uint32_t>(faces.size());
  CHECK(!claim.has_grounds() && n >= claim.cards());
  OrderSearch search{Secrets<std::uint32_t>(n), Secrets<std::uint32_t>(n)};
  std::uint32_t found = ~0U;
  for (const auto& choice : claim.choices()) {
    if (comparisons(choice, n) > kOrderSearchMax) return std::nullopt;
    found &= take_first(choice, faces, search);
  }
  for (std::size_t place = claim.cards(); place < n; ++place) {  // the cards left, as they lie
    std::uint32_t filled = 0;
    for (std::uint32_t card = 0; card < n; ++card) {
      const std::uint32_t take = ~search.used[card] & ~filled;
      search.order[place] |= card & take;
      search.used[card] |= take;
      filled |= take;
    }
  }
  // Where a choice found no cards, no entry may hold, though card 0 has its place.
  Secrets<std::uint32_t> claimed_faces(claim.cards());
  for (std::size_t place = 0; place < claim.cards(); ++place) {
    claimed_faces[place] = ~found;
    for (std::uint32_t card = 0; card < n; ++card)
      claimed_faces[place] |=
          faces[card] & static_cast<std::uint32_t>(mask_if_equal(search.order[place], card));
  }
  auto indices = claim.indices(claimed_faces);
  if (!indices) return std::nullopt;
  return ClaimedOrder{std::move(search.order), *std::move(indices)};
}

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

SomeProof prove_some(const AmongStatement& statement, ClaimedOrder hand, const Secret<Scalar>& x,
                     ByteSpan context, Rng& rng) {
  const auto& [claim, X, cards] = statement;
  CHECK(cards.size() >= 2 && cards.size() >= claim.cards() && hand.order.size() == cards.size() &&
        !claim.has_grounds());
  const ShuffleWitness witness{Permutation::chosen(std::move(hand.order)),
                               draw_masks(cards.size(), rng)};
  SomeProof proof;
  proof.copy = shuffle(cards, prepare_masks(X, witness), witness);
  keep_encodings(proof.copy);  // the proofs hash them, and they are sent
  proof.shuffle = prove_shuffle({X, cards, proof.copy}, witness, context, rng);
  proof.claim =
      prove_among({claim, X, claimed(claim, proof.copy)}, std::move(hand.indices), x, context, rng);
  return proof;
}

Result<Equations> some_equations(const AmongStatement& statement, const SomeProof& proof,
                                 ByteSpan context) {
  const auto& [claim, X, cards] = statement;
  if (claim.has_grounds() || cards.size() < claim.cards())
    return fail(Fault::rules, "claim of some cards: it has grounds, or too many cards");
  if (proof.copy.size() != cards.size())
    return fail(Fault::bad_proof, "claim of some cards: not the same number of cards");
  FD_TRY(Equations equations, shuffle_equations({X, cards, proof.copy}, proof.shuffle, context));
  FD_TRY(const Equations about_copy,
         among_equations({claim, X, claimed(claim, proof.copy)}, proof.claim, context));
  equations.append(about_copy);
  return equations;
}

}  // namespace fairdeal::crypto
