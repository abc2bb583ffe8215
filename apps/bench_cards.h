#pragma once

#include <cstddef>

#include "rules/json_full.h"

namespace fairdeal::apps {

/// What the card protocol costs on this machine, as `fairdeal bench cards --json` prints it:
///
///   microseconds  medians of `runs` timings, single-threaded: shuffle, shuffle_prove and
///                 shuffle_verify (52 cards); shuffle_prepare, all that is made before there is a
///                 deck, and shuffle_prepared, the shuffle that is left then; shuffle_prove_416,
///                 shuffle_verify_416 (eight decks); shuffle_verify_each_of_9, nine in a row
///                 settled as one, for each; unlock_prove and unlock_verify, each an object by
///                 the number of cards, "1" and "9", of which one seat proves its shares;
///                 key_prove, key_verify; double_base, two products in variable time, and
///                 sum_each_point, of "300" and of "10000", for each. What a verifier reads is
///                 decoded before
///   relative      the same divided by the yardstick: figures that travel between machines
///   bytes         of each proof: shuffle_proof (52 cards), unlock_proof, key_proof
///   yardstick_us  the median of libsodium's crypto_scalarmult_ristretto255 among them
///   runs          as asked
///
/// Requires runs ≥ 1 (CHECKed). Cost: about 0.1 s a run.
nlohmann::json bench_cards(std::size_t runs);

}  // namespace fairdeal::apps
