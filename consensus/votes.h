#pragma once

#include <map>
#include <vector>

#include "proto/messages.h"

namespace fairdeal::consensus {

/// The votes of one round and phase. Whoever signs several counts for each of them: it may have
/// shown any of them to somebody, so a proof that rests on one must hold here as well.
class Votes {
 public:
  using OutcomeOrNil = std::optional<proto::Outcome>;
  using SignedVote = proto::Signed<proto::Vote>;

  /// Whether it is new. A voter's first is always kept; of further ones, kept only if `wanted`, a
  /// few.
  bool add(const SignedVote& vote, bool wanted);

  /// A voter's first vote, if any is here.
  const SignedVote* first(Seat voter) const;
  bool has(Seat voter) const { return first(voter) != nullptr; }
  /// Whether this very vote is here, first or not.
  bool holds(Seat voter, const Bytes& body) const;
  std::size_t voters() const { return by_voter_.size(); }
  /// How many voted so; and how many otherwise.
  std::size_t count(const OutcomeOrNil& outcome) const;
  std::size_t against(const OutcomeOrNil& outcome) const;
  /// Each record that at least `needed` voted for on the same grounds: one of these votes.
  std::vector<const proto::Vote*> quorums(std::size_t needed) const;

  std::vector<const SignedVote*> all() const;
  /// Each author's vote for an outcome, by author.
  std::vector<const SignedVote*> of(const OutcomeOrNil& outcome) const;
  /// The same, of those that say just what `like` says.
  std::vector<proto::Envelope> envelopes(const proto::Vote& like) const;

 private:
  std::map<Seat, std::vector<SignedVote>> by_voter_;
};

}  // namespace fairdeal::consensus
