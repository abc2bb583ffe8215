#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/rng.h"
#include "crypto/hash.h"
#include "proto/transcript.h"
#include "rules/game.h"
#include "runtime/attendance.h"
#include "runtime/next_match.h"

namespace fairdeal::runtime {

/// What an auditor says of a transcript, having the file alone.
enum class Verdict { valid, invalid, incomplete, cannot_check };
std::string name(Verdict verdict);

struct AuditReport {
  Verdict verdict = Verdict::cannot_check;
  /// What is wrong, unless valid. Somebody is blamed only for what it validly signed and what the
  /// rules refuse where it stands; whatever else is wrong, anybody may have done to the file, so
  /// that nobody is named, not in words either.
  std::optional<Error> error;
  std::uint64_t records = 0;  ///< found good; the error is in the next one
  crypto::Digest table;
  crypto::Digest head;  ///< after the last good record
  std::string module;
  std::optional<proto::Terms> terms;  ///< once all members are known to have signed them
  std::size_t seats = 0;
  std::vector<std::string> nicknames;  ///< by seat, then witnesses
  std::optional<rules::Payoff> result;
  std::vector<crypto::Digest> heads;   ///< after each good record
  std::optional<NextMatch> next;       ///< what may go on from here, if the match is over
  std::vector<proto::PublicKey> keys;  ///< of the seats
  AttendanceList attendance;           ///< what the good records say of each member

  /// Whether the table could be opened, so that there is something to compare.
  bool opened() const { return !attendance.members.empty(); }
  /// Whether it is invalid by nobody's provable doing: the file is damaged, or was altered.
  bool damaged() const;
};

/// So many terms of proofs are settled together: those of some hands, and some megabytes.
inline constexpr std::size_t kTermsAtOnce = 8192;

/// What is found good: the table before its first step, or after a record.
struct Audited {
  const Table& table;
  crypto::Digest record{};  ///< of that record
  std::size_t proofs = 0;   ///< of its sound entries and what they note, all of which hold
};

/// Hears of each as it is found.
using AuditWatch = std::function<void(const Audited& audited)>;

/// Checks every signature, slot, proof, certificate and head, and replays the rules: the same Table
/// that peers run, and nothing else. Proofs of some hands are settled together, and a false one is
/// the error, whatever else went wrong after it: the verdict is that of checking one by one. `rng`
/// weighs their equations, so nobody may foresee it. Cost: half that of one peer's checks in the
/// match, or less; with a watch, which hears of nothing unsettled, about that of a peer's.
AuditReport audit(ByteSpan transcript, Rng& rng, const AuditWatch& watch = {});
/// The same of a file of any length, of which a part at a time is in memory: what is kept of each
/// good record is its head and who was not there.
AuditReport audit(proto::MoreBytes transcript, Rng& rng, const AuditWatch& watch = {});

}  // namespace fairdeal::runtime
