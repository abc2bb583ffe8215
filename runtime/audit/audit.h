#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/rng.h"
#include "crypto/hash.h"
#include "proto/transcript.h"
#include "rules/game.h"
#include "runtime/audit/attendance.h"
#include "runtime/meet/evening_break.h"
#include "runtime/meet/next_match.h"

namespace fairdeal::audit {

/// The verdict of an auditor that has nothing but the file.
enum class Verdict { valid, invalid, incomplete, cannot_check };
std::string name(Verdict verdict);

struct Report {
  Verdict verdict = Verdict::cannot_check;
  /// The fault; none if the transcript is valid. A seat is blamed only for what it validly
  /// signed and the rules refuse at that place. Anything else anybody may have done to the file, so
  /// it names nobody, not even in words.
  std::optional<Error> error;
  std::uint64_t records = 0;  ///< how many records are good; the error is in the next one
  crypto::Digest table;
  crypto::Digest head;  ///< the head after the last good record
  std::string module;
  std::optional<proto::Terms> terms;      ///< set once all members are known to have signed them
  std::optional<proto::Charter> charter;  ///< set with `terms`
  std::size_t seats = 0;
  std::vector<std::string> nicknames;  ///< the seats' nicknames, then the witnesses'
  std::optional<rules::Payoff> result;
  /// The fault of the rules, in words, if the match ended by one: it has no result.
  std::optional<std::string> rules_fault;
  std::vector<crypto::Digest> heads;    ///< the head after each good record
  std::optional<meet::NextMatch> next;  ///< the match that may go on from this one, once it is over
  /// The evening after this table, once its match is over, if it is of an evening.
  std::optional<meet::EveningBreak> evening_break;
  std::vector<proto::PublicKey> keys;  ///< the seats' keys
  AttendanceList attendance;           ///< what the good records show of each member

  /// Returns whether the file begins with a table that this program has, so that it can be compared
  /// with others.
  bool opened() const { return !attendance.members.empty(); }
  /// Returns whether the file is invalid and nobody can be shown to have done it: it is damaged, or
  /// was altered.
  bool damaged() const;
};

/// The number of equation terms at which pending proofs are settled: the proofs of a few hands,
/// which take a few megabytes.
inline constexpr std::size_t kTermsAtOnce = 8192;

/// A state that an audit has found good: the table before its first step, or after a record.
struct Audited {
  const state::Table& table;
  crypto::Digest record{};  ///< the digest of that record; zeros before the first
  std::size_t proofs = 0;   ///< how many proofs its sound entries and their attachments have
  /// That record with its votes, as the file has it; null before the first. Valid during the call.
  const proto::Decided* decided = nullptr;
};

/// Is called with each good state of one table, in order.
using Watch = std::function<void(const Audited& audited)>;

/// Audits a transcript: checks every signature, slot, proof, certificate and head, and replays the
/// rules with the same Table that peers run. It settles the proofs of a few hands together. A false
/// proof is the error even if something after it is wrong too, so the verdict is the same as if
/// each proof were checked in turn. `rng` draws the weights of the proofs' equations, so nobody may
/// foresee it. Cost: at most half of what one peer's checks cost in the match; with a watch, which
/// hears of a record only after its proofs have settled, about as much as a peer's.
Report audit(ByteSpan transcript, Rng& rng, const Watch& watch = {});
/// Audits a file of any length by reading it part by part. Of each good record it keeps only the
/// head and who was not there. A file that has other tables after this one is not checked.
Report audit(proto::MoreBytes transcript, Rng& rng, const Watch& watch = {});

/// A table of a file, which may have the tables of a whole evening one after another.
struct FoundTable {
  Report report;
  std::uint64_t begins = 0, ends = 0;  ///< the bytes of the file that it has; `ends` if it is valid
};
/// Returns what watches the table of this number, from 0 on.
using WatchTable = std::function<Watch(std::size_t number)>;

/// Audits the tables of a file in turn, up to the first that is not valid: where the next one
/// begins is known only after the end of the one before. Whether they follow from each other is not
/// looked at (check_stands_after).
std::vector<FoundTable> audit_tables(proto::MoreBytes file, Rng& rng, const WatchTable& watch = {});

}  // namespace fairdeal::audit
