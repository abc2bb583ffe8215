#pragma once

#include <map>

#include "runtime/state/table.h"
#include "tests/e2e/process.h"

namespace fairdeal::e2e {

/// A transcript taken apart.
struct Transcript {
  std::shared_ptr<const proto::SignedCharter> charter;
  std::vector<proto::Decided> records;
};
Transcript read_transcript(const fs::path& path);
void write_transcript(const fs::path& path, const Transcript& transcript);

/// The table before the record of `step`.
state::Table table_before(const Transcript& transcript, Step step);

/// Members whose keys the test has, and who sign whatever it wants.
using Coalition = std::map<Seat, crypto::SigningKey>;

/// The record of `table`'s step in which these answer with these payloads, and all others are
/// absent, decided by the coalition's votes in round 1.
proto::Decided decide(const state::Table& table, const std::map<Seat, proto::Payload>& answers,
                      const Coalition& coalition);

/// Plays to the end of the match: the coalition moves as it may and signs, the others are absent.
void play_on(Transcript& transcript, const Coalition& coalition);

}  // namespace fairdeal::e2e
