#pragma once

#include "apps/commands.h"

namespace fairdeal::apps {

/// `fairdeal bench table`: matches of hold'em among bots, every seat a process of its own on this
/// machine, connected over loopback. Its JSON, medians over the runs (and the seats, hands, steps
/// in them):
///
///   first_deck_ms, first_cards_ms   from when the last seat has the signed terms until a seat sees
///                                   the first deck shuffled; until it has its first cards
///   between_hands_ms                from the last move or card of a hand until the next deck is
///                                   shuffled
///   shuffle_steps                   steps of a match that do nothing but shuffle
///   moves_per_second                decided steps a second where one move follows another
///   bytes_per_hand, signatures_per_hand   sent by all seats; in the transcript
int run_bench_table(const BenchOptions& options, const Output& output);

}  // namespace fairdeal::apps
