// Fuzzes evidence: tampered files, and any bytes. Nobody is ever convicted but the seat that lied,
// and whatever can be decoded is encoded again as it was.
#include "base/check.h"
#include "base/seeded_rng.h"
#include "consensus/equivocation.h"
#include "fuzz/golden.h"
#include "fuzz/target.h"
#include "proto/envelope.h"
#include "runtime/audit/evidence.h"

namespace fairdeal {
namespace {

constexpr Seat kLiar{0};

/// Returns evidence of two votes that contradict each other.
audit::Evidence two_votes(const sim::World& world) {
  const auto vote = [&](std::optional<proto::Outcome> outcome) {
    return proto::sign(
        kLiar, proto::Vote{proto::table_id(world.charter()->raw), Step(0), Round(0), {}, outcome},
        world.key(kLiar));
  };
  const auto found = consensus::contradiction(vote({}), vote(proto::Outcome{}));
  CHECK(found);
  return {world.charter(), {}, *found};
}

/// Returns evidence of an illegal move, with the steps that lead to it.
audit::Evidence wrong_move(sim::World& world) {
  const auto to_move = [&] {
    const auto slots = world.node(kLiar).table().slots();
    return slots.size() == 1 && slots[0] == consensus::EntrySlot{kLiar, proto::Kind::move};
  };
  while (!to_move()) CHECK(world.step());
  const auto& table = world.node(kLiar).table();
  const proto::Entry entry{table.id(), table.step(), table.head(),
                           proto::MovePayload{"\"no such move\""}};
  audit::Evidence evidence{
      world.charter(),
      {},
      proto::WrongEntry{proto::envelope(proto::sign(kLiar, entry, world.key(kLiar)))}};
  const Bytes transcript = world.transcript(kLiar);
  auto reader = proto::TranscriptReader::open(transcript);
  CHECK(reader);
  for (auto part = reader->next(); part && *part; part = reader->next())
    if (auto* decided = std::get_if<proto::Decided>(&**part))
      if (decided->step < table.step()) evidence.history.push_back(*decided);
  return evidence;
}

const std::vector<Golden>& goldens() {
  static const std::vector<Golden> all = [] {
    sim::World world({.game = "tic-tac-toe"});
    std::vector<Golden> made;
    for (const auto& evidence : {two_votes(world), wrong_move(world)}) {
      SeededRng rng(1);
      CHECK(audit::verify(evidence, rng));
      made.push_back(take_apart(audit::encode(evidence), proto::kEvidenceMagic));
    }
    return made;
  }();
  return all;
}

}  // namespace

void fuzz(ByteSpan input) {
  Script script(input);
  const Bytes file = tampered_or_any(goldens(), script);
  check_parts(file, proto::kEvidenceMagic);
  const auto evidence = audit::decode_evidence(file);
  for (const Golden& golden : goldens()) CHECK(evidence || golden.file() != file);
  if (!evidence) return;
  CHECK(audit::encode(*evidence) == file);
  SeededRng rng(1);
  if (audit::verify(*evidence, rng)) CHECK(evidence->seat() == kLiar);
}

}  // namespace fairdeal
