#include "crypto/among.h"

#include <algorithm>
#include <array>

#include "base/check.h"
#include "crypto/claim_row.h"
#include "crypto/generators.h"

namespace fairdeal::crypto {
namespace {

Transcript begin(const AmongStatement& statement, ByteSpan context) {
  Transcript transcript("among", context);
  transcript.append("claim", ByteSpan(statement.claim.encode()));
  transcript.append("X", std::array{statement.X});
  transcript.append("cards", points_of(statement.cards));
  return transcript;
}

/// T = (X, Σ w_j (B'_j − M_{g_j})) and P = (G, Σ w_j A_j): then σ = x.
PickRow row_of(const AmongStatement& statement, std::span<const Scalar> w) {
  const auto& [claim, X, cards] = statement;
  PickRow row = claim_row(claim, w);
  row.T_A.add(Scalar::from_u64(1), X);
  for (std::size_t j = 0; j < w.size(); ++j) {
    row.T_B.add(w[j], cards[j].B);
    row.P_B.add(w[j], cards[j].A);
    if (const auto& ground = claim.grounds()[j]) row.T_B.add(-w[j], card_point(*ground));
  }
  return row;
}

}  // namespace

PickProof prove_among(const AmongStatement& statement, Secrets<std::uint32_t> indices,
                      const Secret<Scalar>& x, ByteSpan context, Rng& rng) {
  const Claim& claim = statement.claim;
  CHECK(statement.cards.size() == claim.cards() && indices.size() == claim.choices().size());
  Transcript transcript = begin(statement, context);
  BegunPick begun = begin_pick(std::move(indices), claim.bits(), rng);
  const auto w = draw_pick_weights(transcript, begun.proof, claim.cards());
  return finish_pick(std::move(begun), row_of(statement, w), x, transcript);
}

Result<Equations> among_equations(const AmongStatement& statement, const PickProof& proof,
                                  ByteSpan context) {
  const auto& [claim, X, cards] = statement;
  if (cards.size() != claim.cards())
    return fail(Fault::rules, "claim: not the same number of cards");
  if (std::ranges::any_of(cards, [](const MaskedCard& card) { return card.A.is_identity(); }))
    return fail(Fault::rules, "claim: a card that lies open");
  Transcript transcript = begin(statement, context);
  const auto w = draw_pick_weights(transcript, proof, claim.cards());
  return pick_equations(row_of(statement, w), proof, transcript, "claim: proof of its entries");
}

}  // namespace fairdeal::crypto
