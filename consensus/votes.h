#pragma once

#include <map>
#include <vector>

#include "proto/messages.h"

namespace fairdeal::consensus {

/// The votes of one round and phase. Whoever signs several counts for each of them: it may have
/// shown any of them to somebody, so a proof that rests on one must hold here as well.
class Votes {
 public:
  using Outcome = std::optional<proto::Outcome>;

  /// Whether it is new. A voter's first is always kept; of further ones, kept only if `wanted`, a
  /// few.
  bool add(const proto::Signed<proto::Vote>& vote, bool wanted);

  /// A voter's first vote, if any is here.
  const proto::Signed<proto::Vote>* first(Seat voter) const;
  bool has(Seat voter) const { return first(voter) != nullptr; }
  std::size_t voters() const { return by_voter_.size(); }
  /// How many voted so; and how many otherwise.
  std::size_t count(const Outcome& outcome) const;
  std::size_t against(const Outcome& outcome) const;
  /// What at least `needed` voted for on the same grounds, if that is a record.
  const proto::Vote* quorum(std::size_t needed) const;

  std::vector<const proto::Signed<proto::Vote>*> all() const;
  /// The votes for an outcome, by author.
  std::vector<proto::Envelope> envelopes(const Outcome& outcome) const;

 private:
  std::map<Seat, std::vector<proto::Signed<proto::Vote>>> by_voter_;
};

}  // namespace fairdeal::consensus
