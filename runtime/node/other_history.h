#pragma once

#include <memory>

#include "proto/transcript.h"
#include "runtime/node/effects.h"

/// Histories that members signed and did not show (docs/agreement.md, Forks). A signed entry or
/// proposal names the head after which it was made. A member that hears of another head asks the
/// author where the two part; if nothing comes of that, the signed statement is all there is.

namespace fairdeal::node {

/// The claim of a statement: its author was at `step` after a history with the head `parent`.
struct OtherHistory {
  Seat by;
  Step step;
  crypto::Digest parent;
};

/// Return a statement as a part of a file: a record of one entry, or a proposal with its record.
proto::HistoryAnswer as_part(const proto::Signed<proto::Entry>& entry);
proto::HistoryAnswer as_part(const proto::Signed<proto::Proposal>& proposal,
                             std::vector<proto::Answer> record);
/// Returns what a statement says, if its author signed it for this table. Errors: not_canonical (it
/// is none), wrong_table; those of verify_entry() and verify_proposal().
Result<OtherHistory> read_statement(const proto::HistoryAnswer& said,
                                    const proto::SignedCharter& charter);

/// A file begins with this. Its parts are the signed charter and the statement.
inline constexpr std::string_view kHistoryMagic = "fairdeal history 1\n";
/// Returns a file.
Bytes history_file(const proto::SignedCharter& charter, const proto::HistoryAnswer& said);
/// A file that was read and verified: nobody but the author can have made what it says.
struct HistoryFile {
  crypto::Digest table;
  OtherHistory said;
};
/// Reads a file. Errors: unknown_version, incomplete, not_canonical; those of verify_charter() and
/// read_statement(); those of `more`.
Result<HistoryFile> read_history_file(proto::MoreBytes more);

/// The statements after which this member has asked and has not been shown a fork: the first of
/// each member. They are stored, so that none is lost if the program ends before it has told of it.
/// A fork that is shown stops the table, so there is no need to take one away.
class UnshownHistories {
 public:
  explicit UnshownHistories(std::size_t members) : of_(members) {}

  /// Keeps a statement of `by`, if it is the first one.
  void keep(Seat by, proto::HistoryAnswer said, Instant now, Effects& out);
  /// Takes in a stored statement. Call start() before the next function.
  void restore(Seat by, proto::HistoryAnswer said);
  /// Begins to wait for the histories behind the statements that were stored.
  void start(Instant now);
  /// Returns those that tell() has not told yet.
  std::vector<HistoryUnshown> untold() const;
  /// Tells of those that are a minute old, each once.
  void tell(Instant now, Effects& out);
  /// Returns when tell() has something to tell next; never() if nothing waits.
  Instant deadline() const;

 private:
  struct Kept {
    proto::HistoryAnswer said;
    Instant due;
    bool told = false;
  };
  std::vector<std::optional<Kept>> of_;
};

}  // namespace fairdeal::node
