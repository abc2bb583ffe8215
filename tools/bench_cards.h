#pragma once

#include <cstddef>

#include "rules/json_full.h"

namespace fairdeal::tools {

/// Measures what the card protocol costs on this machine. The result is what `fairdeal bench cards
/// --json` prints:
///
///   microseconds  medians of `runs` timings, single-threaded. Decoding what a verifier reads is
///                 not included
///     shuffle, shuffle_prove, shuffle_verify   a shuffle of 52 cards and its proof
///     shuffle_prepare           the part of a shuffle that can be made before the deck is known
///     shuffle_prepared          the part that is left
///     shuffle_prove_416, shuffle_verify_416    the proof for eight decks
///     shuffle_verify_each_of_9  one of nine proofs that are settled together
///     unlock_prove, unlock_verify   the proof of one seat's shares, by the number of cards, "1"
///                                   and "9"
///     key_prove, key_verify     the proof of a seat's key
///     place_prove, place_verify     n cards whose faces are on a list of N, by "n_of_N":
///     "1_of_52",
///                                   "1_of_1000", "60_of_300" and "100_of_1000"
///     claim_prove, claim_verify     that n hidden cards are each one of N faces ("13_of_39" and
///                                   "7_of_48"), and that 100 cells hold a legal "fleet"
///     cut_prove, cut_verify         a cut, by the number of cards, "52" and "104"
///     pack_prove, pack_verify       a pack in an order of choice, by the number of cards, "40",
///                                   "100" and "300"
///     double_base               a sum of two products in variable time
///     sum_each_point            one point of a sum of products, by the number of points, "300"
///                               and "10000"
///   relative      the same in multiples of yardstick_us, to compare machines
///   bytes         lengths of the proofs: shuffle_proof and cut_proof (52 cards), unlock_proof,
///                 key_proof
///   yardstick_us  the median of libsodium's crypto_scalarmult_ristretto255, measured in between
///   runs          the argument
///
/// Requires runs ≥ 1 (CHECKed). Cost: about 0.4 s a run.
nlohmann::json bench_cards(std::size_t runs);

}  // namespace fairdeal::tools
