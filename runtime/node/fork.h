#pragma once

#include <map>

#include "runtime/node/history.h"
#include "runtime/node/links.h"

/// The search for a fork. A member whose history differs from that of somebody's statement asks
/// where the two part. Why an invented history costs only one question: nothing but two valid
/// certificates for one step stops the table (docs/agreement.md, Forks).

namespace fairdeal::node {

/// Returns the steps whose heads a question names that begins at `high`: that step, the 31 before
/// it, and then steps at doubling distances, down to step 0.
std::vector<Step> steps_asked(Step high);

/// The questions that one member asks and answers. It searches in each peer's history once a step
/// and connection, and again if nothing has come of that for a while, so that a liar costs it
/// little:
///
///   ask: my heads before steps_asked(high) ──> answer: the decision after the latest head that
///     ^                                                both have, from memory or the store
///     └── it is mine, too: ask again below the next head, which the two do not share ──┘
///
/// Each question of a search begins below the one before it.
class ForkSearch {
 public:
  explicit ForkSearch(std::size_t members) : peers_(members) {}

  /// Asks `to` where the history of `of` parts from this member's. The two have other heads before
  /// step `high`.
  void ask(Seat of, Seat to, Step high, const state::Table& table, const History& history,
           Instant now, Effects& out);
  /// Goes on with a search in which `from` has answered with a decision that this member shares.
  void narrow(Seat from, Step shared, const state::Table& table, const History& history,
              Effects& out);
  /// Answers with this member's decision of the first step after the latest head that both have.
  /// The caller reads it from the store if it is old.
  void answer(Seat from, const proto::HistoryQuery& query, const state::Table& table,
              const History& history, Instant now, Effects& out);
  /// Forgets what was asked of a peer or through it, and answered to it: the connection may have
  /// lost it.
  void lost(Seat peer);

 private:
  struct Peer {
    std::optional<Step> asked;     ///< the step at which this member last asked about its history
    Instant asked_at;              ///< when that search began
    Seat through;                  ///< the peer to which that question went
    Step high;                     ///< the first step that the last question named
    int questions = 0;             ///< how many this search has asked
    std::optional<Step> answered;  ///< the step at which this member last answered it
    Instant answered_at;           ///< when its search at that step began
    Step answered_high;            ///< the first step that its last question named
    int answers = 0;               ///< how many it got at that step
  };
  std::vector<Peer> peers_;
};

/// A step, and the head before it that an entry of a record names.
struct NamedHistory {
  Step step;
  crypto::Digest parent;
};
/// Returns the history that an entry of a proposed record names. Nothing is verified.
std::optional<NamedHistory> history_of(const std::vector<proto::Answer>& record);
/// Returns the history that a decision names in an entry that is signed for this table.
std::optional<NamedHistory> history_of(const proto::Decided& decided, const state::Table& table);

/// Returns whether a decision of others and this member's of the same step, however old, have valid
/// certificates for different outcomes after the same head, which is a fork. They have none if
/// there is no decision here to compare with, or the outcomes are equal. Errors: bad_certificate.
Result<bool> is_fork(const proto::HistoryAnswer& theirs, const History& history,
                     const state::Table& table);

/// Returns the evidence in what led to two decisions of one step: pairs of statements that no
/// honest member signs both. To have signed both certificates convicts nobody: an honest member
/// that was released from its first vote may have (docs/model/README.md, Evidence).
std::vector<consensus::Equivocation> contradictions(const proto::HistoryAnswer& a,
                                                    const proto::HistoryAnswer& b,
                                                    const proto::Charter& charter);

}  // namespace fairdeal::node
