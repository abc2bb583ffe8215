#pragma once

#include <map>
#include <vector>

#include "proto/messages.h"

namespace fairdeal::consensus {

/// The votes of one round and phase. A member that signs several votes counts for each. Why: it
/// may have shown any of them to somebody, so a proof that rests on one must hold here as well.
class Votes {
 public:
  using OutcomeOrNil = std::optional<proto::Outcome>;
  using SignedVote = proto::Signed<proto::Vote>;

  /// Adds a vote and returns whether it was kept. A voter's first vote is always kept; of its
  /// further ones, those that are `wanted`, up to a limit.
  bool add(const SignedVote& vote, bool wanted);

  /// Returns a voter's first vote; null if none is here.
  const SignedVote* first(Seat voter) const;
  bool has(Seat voter) const { return first(voter) != nullptr; }
  /// Returns whether the vote with these bytes is here, first or not.
  bool holds(Seat voter, const Bytes& body) const;
  std::size_t voters() const { return by_voter_.size(); }
  /// Returns how many voters voted for this outcome.
  std::size_t count(const OutcomeOrNil& outcome) const;
  /// Returns how many voters voted for another outcome. A liar may count in both.
  std::size_t against(const OutcomeOrNil& outcome) const;
  /// Returns one vote of each group of at least `needed` votes that say the same and are not nil.
  std::vector<const proto::Vote*> quorums(std::size_t needed) const;

  /// Returns all votes, by author.
  std::vector<const SignedVote*> all() const;
  /// Returns one vote for an outcome of each author that cast one, by author.
  std::vector<const SignedVote*> of(const OutcomeOrNil& outcome) const;
  /// Returns the votes that say exactly what `like` says.
  std::vector<proto::Envelope> envelopes(const proto::Vote& like) const;

 private:
  std::map<Seat, std::vector<SignedVote>> by_voter_;
};

}  // namespace fairdeal::consensus
