#include "tests/sim/reach.h"

#include <algorithm>

#include "proto/codec.h"

namespace fairdeal::sim {
namespace {

using proto::Phase;
using proto::Vote;

constexpr std::array<const char*, kReached> kNames{
    "decided by all in round 0",
    "decided by precommits in round 0",
    "decided in round 1",
    "decided in round 2",
    "decided in round 3 or later",
    "locked on a record",
    "unlocked by proof",
    "unlocked by release",
    "round skipped",
    "restarted in round 0",
    "restarted in round 1",
    "restarted in round 2",
    "restarted in round 3 or later",
    "own statement adopted from others",
    "older copy put back",
    "record damaged",
    "store damaged",
    "write torn",
    "disk full",
    "void",
    "recovered",
    "convicted by entries",
    "convicted by votes",
    "convicted by proposals",
    "convicted by a wrong entry",
    "convicted by a complaint",
    "fork noticed",
    "several liars at once",
    "returned",
    "left",
    "caught up",
    "clock jumped",
    "worker slower than its time",
    "slow member",
    "moved by a careful program",
    "over 66 steps",
    "moved in the last second",
    "moved in the grace",
    "followed late",
    "voter not waited for",
    "reserve needed",
    "decided by votes sent again",
    "convicted by the next entries",
    "void by two of several seats",
    "fork noticed within 8 steps",
    "fork noticed within 64 steps",
    "fork noticed after more than 64 steps",
};

constexpr std::array<const char*, std::variant_size_v<proto::Payload>> kKindNames{
    "key",    "shares", "shuffle", "unlock",  "coin", "commit",
    "reveal", "move",   "end",     "recover", "none", "copy"};

constexpr const char* kTableOf = "table of ";

Reached decided_by(const Vote& vote) {
  if (vote.phase == Phase::prevote) return Reached::decided_fast;
  switch (vote.round.value) {
    case 0:
      return Reached::decided_by_precommits;
    case 1:
      return Reached::decided_in_round_1;
    case 2:
      return Reached::decided_in_round_2;
    default:
      return Reached::decided_later;
  }
}

/// Returns by what a record convicted `seat`. Requires: it did.
Reached convicted_by(const consensus::Record& record, Seat seat) {
  for (const consensus::Answer& answer : record.answers) {
    const auto* entry = consensus::entry_in(answer);
    if (entry == nullptr) continue;
    if (std::holds_alternative<consensus::InvalidEntry>(answer) && entry->by() == seat)
      return Reached::convicted_by_wrong_entry;
    for (const proto::Attachment& attachment : entry->message().attachments) {
      const auto* evidence = std::get_if<proto::Equivocation>(&attachment);
      if (evidence == nullptr || evidence->first.by != seat) continue;
      switch (evidence->what) {
        case proto::Equivocation::What::entry:
          return Reached::convicted_by_entries;
        case proto::Equivocation::What::vote:
          return Reached::convicted_by_votes;
        case proto::Equivocation::What::proposal:
          return Reached::convicted_by_proposals;
      }
    }
  }
  return Reached::convicted_by_complaint;
}

/// Returns whether only plans with schemes reach this.
bool is_of_schemes(const std::string& row) {
  for (std::size_t i = kPlainReached; i < kReached; ++i)
    if (row == kNames[i]) return true;
  for (std::size_t i = kPlainLies; i < kLies; ++i)
    if (row == "told " + name(static_cast<Lie>(i))) return true;
  return row.starts_with(kTableOf);
}

template <std::size_t N>
void add(std::array<std::uint64_t, N>& to, const std::array<std::uint64_t, N>& from) {
  for (std::size_t i = 0; i < N; ++i) to[i] += from[i];
}

}  // namespace

std::string name(proto::Kind kind) { return kKindNames[static_cast<std::size_t>(kind)]; }

Reach& Reach::operator+=(const Reach& other) {
  add(reached_, other.reached_);
  add(absent_, other.absent_);
  add(none_, other.none_);
  add(told_, other.told_);
  add(seats_, other.seats_);
  add(members_, other.members_);
  last_round_ = std::max(last_round_, other.last_round_);
  pairs += other.pairs;
  return *this;
}

std::vector<Reach::Row> Reach::rows() const {
  std::vector<Row> rows;
  for (std::size_t i = 0; i < kReached; ++i) rows.push_back({kNames[i], reached_[i]});
  for (std::size_t i = 0; i < kKindsOwed; ++i)
    rows.push_back({"absent at " + name(static_cast<proto::Kind>(i)), absent_[i]});
  for (std::size_t i = 0; i < kKindsOwed; ++i)
    rows.push_back({"nothing said at " + name(static_cast<proto::Kind>(i)), none_[i]});
  for (std::size_t i = 0; i < kLies; ++i)
    rows.push_back({"told " + name(static_cast<Lie>(i)), told_[i]});
  for (std::size_t i = 2; i < seats_.size(); ++i)
    rows.push_back({kTableOf + std::to_string(i) + " seats", seats_[i]});
  for (std::size_t i = 2; i < members_.size(); ++i)
    rows.push_back({kTableOf + std::to_string(i) + " members", members_[i]});
  return rows;
}

std::vector<std::string> Reach::empty(std::optional<Lie> only) const {
  std::vector<Row> needed = rows();
  std::erase_if(needed, [](const Row& row) { return is_of_schemes(row.name); });
  if (only) {
    needed.resize(needed.size() - kPlainLies);  // the lies are last of those that are left
    // A recovery share that is false only for its receiver, and a fork, need lies made for them.
    std::erase_if(needed, [](const Row& row) {
      return row.name == kNames[static_cast<std::size_t>(Reached::convicted_by_complaint)] ||
             row.name == kNames[static_cast<std::size_t>(Reached::fork_noticed)];
    });
    needed.push_back({"told " + name(*only), told_[static_cast<std::size_t>(*only)]});
  }
  std::vector<std::string> names;
  for (Row& row : needed)
    if (row.count == 0) names.push_back(std::move(row.name));
  return names;
}

std::vector<std::string> Reach::rare(std::uint64_t least) const {
  std::vector<std::string> names;
  const auto is_wanted = [](const std::string& row) {
    return is_of_schemes(row) || row == "told " + name(Lie::two_votes) ||
           row == "told " + name(Lie::no_entries);
  };
  for (const Row& row : rows())
    if (is_wanted(row.name) && row.count < least) names.push_back(row.name);
  return names;
}

void Tally::signed_by(Seat seat, const Vote& vote) {
  auto& [step, votes] = votes_[seat];
  if (step != vote.step) votes.clear();
  step = vote.step;
  const auto mine = [&](Round round, Phase phase) -> const Vote* {
    const auto found = std::ranges::find_if(
        votes, [&](const Vote& v) { return v.round == round && v.phase == phase; });
    return found != votes.end() ? &*found : nullptr;
  };
  if (mine(vote.round, vote.phase) != nullptr) return;
  reach.round(vote.round);
  if (vote.phase == Phase::prevote && vote.round > Round(0)) {
    if (mine(Round(vote.round.value - 1), Phase::precommit) == nullptr)
      reach.count(Reached::round_skipped);
    const auto other = [&](const Vote& v) { return v.outcome && v.outcome != vote.outcome; };
    const bool was_locked = std::ranges::any_of(
        votes, [&](const Vote& v) { return v.phase == Phase::precommit && other(v); });
    const Vote* first = mine(Round(0), Phase::prevote);
    if (vote.outcome && vote.proved && was_locked) reach.count(Reached::unlock_by_proof);
    if (vote.outcome && !vote.proved && first != nullptr && other(*first))
      reach.count(Reached::unlock_by_release);
  }
  if (vote.phase == Phase::precommit && vote.outcome) reach.count(Reached::lock);
  votes.push_back(vote);
}

void Tally::decided(const state::Table& before, const consensus::Record& record,
                    const proto::Envelope& vote, const state::Table& after) {
  if (const auto decoded = proto::decode_vote(vote.body)) reach.count(decided_by(*decoded));
  const auto slots = before.slots();
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (consensus::entry_in(record.answers[i]) == nullptr)
      reach.absent(slots[i].kind);
    else if (consensus::is_absence(record.answers[i]))
      reach.none(slots[i].kind);
  }
  if (std::holds_alternative<state::stages::Recovering>(before.stage()))
    reach.count(Reached::recovery);
  for (const auto& event : after.events())
    if (const auto* spoilt = std::get_if<rules::Void>(&event)) {
      reach.count(Reached::void_event);
      if (spoilt->by.size() == 2 && before.charter().seats.size() > 2)
        reach.count(Reached::void_by_pair);
    }
  for (std::uint32_t i = 0; i < before.members().standings().size(); ++i) {
    const state::Standing& was = before.members().standing(Seat(i));
    const state::Standing& is = after.members().standing(Seat(i));
    if (!was.convicted() && is.convicted()) reach.count(convicted_by(record, Seat(i)));
    if (!was.left() && is.left()) reach.count(Reached::left);
    if (was.gone() && !is.gone()) reach.count(Reached::returned);
  }
}

void Tally::restarted(Round round) {
  constexpr std::array kRounds{Reached::restart_in_round_0, Reached::restart_in_round_1,
                               Reached::restart_in_round_2, Reached::restart_later};
  reach.count(kRounds[std::min<std::size_t>(round.value, kRounds.size() - 1)]);
}

}  // namespace fairdeal::sim
