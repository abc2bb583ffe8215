#pragma once

#include "runtime/audit/audit.h"

namespace fairdeal::audit {

/// The relation of two transcripts of one table, as far as both are good. They agree on a step if
/// its outcome is the same in both, with any votes. A fork is a step for which valid
/// certificates exist for two outcomes after the same history.
struct Comparison {
  enum class Relation { equal, prefix, forked };
  Relation relation;
  std::uint64_t common;  ///< how many records are the same; a fork is at the next
};
std::string name(Comparison::Relation relation);

/// Compares the reports on two transcripts. Requires: they are of one table.
Comparison compare(const Report& a, const Report& b);

/// Returns the evidence in the entries and votes that two transcripts of one table have at step
/// `first` and at every later one, a few pieces of each author. Why the later ones: where a quorum
/// changes its mind a member may sign both outcomes of the step at which the two part, and only
/// what it goes on to sign in both histories convicts it. Votes for both outcomes convict nobody by
/// itself (consensus/certificate.h). Bytes that are no transcripts of one table convict nobody.
std::vector<proto::Equivocation> contradictions(ByteSpan a, ByteSpan b, Step first);
/// Returns the same for two files, which it reads step by step.
std::vector<proto::Equivocation> contradictions(proto::MoreBytes a, proto::MoreBytes b, Step first);

}  // namespace fairdeal::audit
