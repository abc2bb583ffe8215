#pragma once

#include <map>

#include "runtime/history.h"
#include "runtime/links.h"

/// The search for a fork. A member whose history differs from that of somebody's statement asks
/// where the two part. Why an invented history costs only one question: nothing but two valid
/// certificates for one step stops the table (docs/agreement.md, Forks).
namespace fairdeal::runtime {

/// The questions that one member asks and answers. It asks and answers each peer once a step and
/// connection, so that a liar cannot make it do so without end.
class ForkSearch {
 public:
  explicit ForkSearch(std::size_t members) : peers_(members) {}

  /// Asks `to` where the history of `of` parts from this member's.
  void ask(Seat of, Seat to, const Table& table, const History& history, Effects& out);
  /// Answers with this member's decision of the first step after the latest head that both have.
  void answer(Seat from, const proto::HistoryQuery& query, const Table& table,
              const History& history, Effects& out);
  /// Forgets what was asked of a peer or through it, and answered to it: the connection may have
  /// lost it.
  void lost(Seat peer);

 private:
  struct Peer {
    std::optional<Step> asked;     ///< the step at which this member last asked about its history
    Seat through;                  ///< the peer to which that question went
    std::optional<Step> answered;  ///< the step at which this member last answered it
  };
  std::vector<Peer> peers_;
};

/// A step, and the head before it that an entry of a record names.
struct NamedHistory {
  Step step;
  crypto::Digest parent;
};
/// Returns the history that a proposal's record names. Nothing is verified.
std::optional<NamedHistory> history_of(const proto::Proposal& proposal);
/// Returns the history that a decision names in an entry that is signed for this table.
std::optional<NamedHistory> history_of(const proto::Decided& decided, const Table& table);

/// Returns this member's decision of the same step if both decisions have valid certificates for
/// different outcomes after the same head, which is a fork. Returns null if there is no decision
/// here to compare with, or the outcomes are equal. Errors: bad_certificate.
Result<const History::Decision*> forked_from(const proto::HistoryAnswer& theirs,
                                             const History& history, const Table& table);

/// Returns the evidence in what led to two decisions of one step: pairs of statements that no
/// honest member signs both. To have signed both certificates convicts nobody: an honest member
/// that was released from its first vote may have (docs/model/README.md, Evidence).
std::vector<consensus::Equivocation> contradictions(const proto::HistoryAnswer& a,
                                                    const proto::HistoryAnswer& b,
                                                    const proto::Charter& charter);

}  // namespace fairdeal::runtime
