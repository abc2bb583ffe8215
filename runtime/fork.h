#pragma once

#include <map>

#include "runtime/history.h"
#include "runtime/links.h"

/// What a member does when somebody's statement follows another history than its own: it asks where
/// the two part. Only two valid certificates of one step stop the table, so an invented history
/// costs one question (docs/agreement.md, Forks).
namespace fairdeal::runtime {

/// The questions and answers of one member: each once a step and connection.
class ForkSearch {
 public:
  explicit ForkSearch(std::size_t members) : peers_(members) {}

  /// Asks `to` where the history of `of` parts from this member's.
  void ask(Seat of, Seat to, const Table& table, const History& history, Effects& out);
  /// Answers with the first step that was decided here after a head which the asker has, too.
  void answer(Seat from, const proto::HistoryQuery& query, const Table& table,
              const History& history, Effects& out);
  /// The question, or its answer, may be lost with the connection.
  void lost(Seat peer) { peers_[peer.value] = {}; }

 private:
  struct Peer {
    std::optional<Step> asked;  ///< the step at which it was asked for its history
    std::optional<Step> told;   ///< at which it was answered
  };
  std::vector<Peer> peers_;
};

/// The step and the head before it that the entries of a record name.
struct NamedHistory {
  Step step;
  crypto::Digest parent;
};
/// As a proposal's record names it; nothing is verified.
std::optional<NamedHistory> history_of(const proto::Proposal& proposal);
/// As a decision of this table names it, in an entry that is signed.
std::optional<NamedHistory> history_of(const proto::Decided& decided, const Table& table);

/// Compares a decision with this member's of the same step. Returns this member's if both have
/// valid certificates for different outcomes: a fork; null if there is nothing to compare. Errors:
/// what is wrong with theirs.
Result<const History::Decision*> forked_from(const proto::HistoryAnswer& theirs,
                                             const History& history, const Table& table);

/// Who signed, in what led to two decisions of one step, what cannot both be honest. To have signed
/// both certificates is no crime: an honest member that was released may have.
std::vector<consensus::Equivocation> contradictions(const proto::HistoryAnswer& a,
                                                    const proto::HistoryAnswer& b,
                                                    const proto::Charter& charter);

}  // namespace fairdeal::runtime
