#pragma once

#include "base/encode.h"
#include "proto/transcript.h"
#include "runtime/state/follow.h"
#include "tests/runtime/match.h"

/// Functions that take a transcript apart and put it together again.
namespace fairdeal::sim {

inline std::vector<Bytes> parts_of(const Bytes& transcript) {
  std::vector<Bytes> parts;
  Reader reader(ByteSpan(transcript).subspan(proto::kTranscriptMagic.size()));
  while (!reader.rest().empty()) {
    const std::uint32_t length = *reader.u32();
    (void)*reader.u32();
    parts.push_back(to_bytes(*reader.raw(length)));
  }
  return parts;
}

inline Bytes transcript_of(const std::vector<Bytes>& parts) {
  Bytes file = to_bytes(proto::kTranscriptMagic);
  for (const Bytes& part : parts) {
    const Bytes framed = proto::frame_part(part);
    file.insert(file.end(), framed.begin(), framed.end());
  }
  return file;
}

inline proto::Decided decided_in(const Bytes& part) {
  return std::get<proto::Decided>(*proto::decode_transcript_part(part));
}

inline audit::Report audited(ByteSpan transcript) {
  SeededRng rng(7);
  return audit::audit(transcript, rng);
}

inline audit::Verdict verdict(ByteSpan transcript) { return audited(transcript).verdict; }

/// Returns whether a report accuses nobody, not even in words.
inline bool names_nobody(const audit::Report& report) {
  return report.error && !report.error->culprit &&
         describe(*report.error).find("seat") == std::string::npos;
}

// ---- A step that is decided in another way

/// Returns the table before a step of a match.
inline state::Table table_before(const World& world, const std::vector<Bytes>& parts,
                                 std::size_t step) {
  SeededRng rng(3);
  state::Table table = *state::Table::create(world.charter());
  for (std::size_t i = 0; i < step; ++i)
    table = state::follow(table, decided_in(parts[i + 1]), rng)->next;
  return table;
}

/// Votes of one round and phase, by these voters.
struct VotesOf {
  Round round;
  proto::Phase phase;
  std::vector<std::uint32_t> voters;
};

/// Returns the match up to `step`, with the record of that step as `change(table, record)` leaves
/// it, decided by these votes.
template <class Change>
std::vector<Bytes> signed_anew(const World& world, std::vector<Bytes> parts, std::size_t step,
                               Change change, const VotesOf& votes) {
  SeededRng rng(4);
  const state::Table table = table_before(world, parts, step);
  proto::Decided decided = decided_in(parts[step + 1]);
  change(table, decided.record);
  consensus::Record record{table.step(), table.head(), {}};
  state::PendingProofs proofs;
  for (std::size_t i = 0; i < decided.record.size(); ++i)
    record.answers.push_back(*table.validate(i, decided.record[i], proofs, rng));
  const proto::Outcome outcome{digest(record), table.after(record)->digest()};
  decided.certificate.clear();
  for (const std::uint32_t i : votes.voters) {
    const proto::Vote vote{table.id(), table.step(), votes.round, votes.phase, outcome, {}};
    decided.certificate.push_back(proto::envelope(proto::sign(Seat(i), vote, world.key(Seat(i)))));
  }
  parts.resize(step + 1);
  parts.push_back(proto::encode(proto::TranscriptPart(decided)));
  return parts;
}

}  // namespace fairdeal::sim
