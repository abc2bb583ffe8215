#pragma once

#include "tools/bench.h"
#include "ui/words/report.h"

namespace fairdeal::tools {

/// Runs `fairdeal bench table`: plays matches of hold'em among bots, every seat a process of its
/// own on this machine, connected over loopback. The figures in its JSON are medians over the runs,
/// and over the seats and hands in them:
///
///   first_deck_ms        from the last seat's receipt of the signed terms until a seat sees the
///                        first deck shuffled
///   first_cards_ms       from the same moment until it has its first cards
///   between_hands_ms     from the last move or shown card of a hand until the next shuffled deck
///   shuffle_steps        how many steps of a match do nothing but shuffle
///   moves_per_second     decided steps a second where one move follows another
///   bytes_per_hand       bytes sent by all seats
///   signatures_per_hand  signatures in the transcript
///   steps                steps of a match
int run_bench_table(const BenchOptions& options, const words::Output& output);

}  // namespace fairdeal::tools
