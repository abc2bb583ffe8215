#pragma once

#include "runtime/audit.h"

namespace fairdeal::runtime {

/// How two transcripts of one table relate, as far as both are good. They agree on a step if it
/// comes to the same outcome in both, whoever's votes decided it; a fork is a step of which valid
/// certificates stand for two outcomes after the same history.
struct Comparison {
  enum class Relation { equal, prefix, forked };
  Relation relation;
  std::uint64_t common;  ///< records that are the same; a fork is at the next
};
std::string name(Comparison::Relation relation);

/// Requires reports on transcripts of one table.
Comparison compare(const AuditReport& a, const AuditReport& b);

/// What convicts somebody in the entries and votes that two transcripts of one table have at
/// `step`. To have voted for both outcomes is no proof by itself (consensus/certificate.h). Bytes
/// that are no transcripts of one table convict nobody.
std::vector<proto::Equivocation> contradictions(ByteSpan a, ByteSpan b, Step step);
/// The same of files, read up to that step.
std::vector<proto::Equivocation> contradictions(proto::MoreBytes a, proto::MoreBytes b, Step step);

}  // namespace fairdeal::runtime
