#include "consensus/votes.h"

#include <algorithm>

#include "proto/envelope.h"

namespace fairdeal::consensus {
namespace {

/// Votes of one voter that are kept for one round and phase. An honest voter signs one. A liar's
/// others are kept only for nil and for records that are known here, and those are few.
constexpr std::size_t kVariantsMax = 8;

}  // namespace

bool Votes::add(const SignedVote& vote, bool wanted) {
  auto& held = by_voter_[vote.by()];
  const bool known =
      std::ranges::any_of(held, [&](const auto& other) { return other.body() == vote.body(); });
  if (known || (!held.empty() && (!wanted || held.size() >= kVariantsMax))) return false;
  held.push_back(vote);
  return true;
}

const Votes::SignedVote* Votes::first(Seat voter) const {
  const auto found = by_voter_.find(voter);
  return found != by_voter_.end() ? &found->second.front() : nullptr;
}

bool Votes::holds(Seat voter, const Bytes& body) const {
  const auto found = by_voter_.find(voter);
  return found != by_voter_.end() &&
         std::ranges::any_of(found->second, [&](const auto& vote) { return vote.body() == body; });
}

std::size_t Votes::count(const OutcomeOrNil& outcome) const {
  return static_cast<std::size_t>(std::ranges::count_if(by_voter_, [&](const auto& voter) {
    return std::ranges::any_of(voter.second,
                               [&](const auto& v) { return v.message().outcome == outcome; });
  }));
}

std::size_t Votes::against(const OutcomeOrNil& outcome) const {
  return static_cast<std::size_t>(std::ranges::count_if(by_voter_, [&](const auto& voter) {
    return std::ranges::any_of(voter.second,
                               [&](const auto& v) { return v.message().outcome != outcome; });
  }));
}

std::vector<const proto::Vote*> Votes::quorums(std::size_t needed) const {
  std::vector<const proto::Vote*> found;
  if (by_voter_.size() < needed) return found;
  for (const auto* vote : all()) {
    const proto::Vote& one = vote->message();
    const auto is_found = [&](const auto* other) { return *other == one; };
    if (!one.outcome || std::ranges::any_of(found, is_found)) continue;
    const auto says_so = [&](const auto& v) { return v.message() == one; };
    const auto same = std::ranges::count_if(
        by_voter_, [&](const auto& voter) { return std::ranges::any_of(voter.second, says_so); });
    if (static_cast<std::size_t>(same) >= needed) found.push_back(&one);
  }
  return found;
}

std::vector<const Votes::SignedVote*> Votes::all() const {
  std::vector<const SignedVote*> votes;
  for (const auto& [voter, held] : by_voter_)
    for (const auto& vote : held) votes.push_back(&vote);
  return votes;
}

std::vector<const Votes::SignedVote*> Votes::of(const OutcomeOrNil& outcome) const {
  std::vector<const SignedVote*> votes;
  for (const auto& [voter, held] : by_voter_)
    if (const auto found = std::ranges::find(
            held, outcome, [](const auto& vote) { return vote.message().outcome; });
        found != held.end())
      votes.push_back(&*found);
  return votes;
}

std::vector<proto::Envelope> Votes::envelopes(const proto::Vote& like) const {
  std::vector<proto::Envelope> votes;
  for (const auto* vote : all())
    if (vote->message() == like) votes.push_back(proto::envelope(*vote));
  return votes;
}

}  // namespace fairdeal::consensus
