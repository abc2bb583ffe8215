#include <algorithm>

#include "proto/codec.h"
#include "proto/envelope.h"
#include "runtime/node.h"

namespace fairdeal::runtime {

namespace {

/// How long a step may make no progress before this peer says where it stands, so that others send
/// what was lost; doubled each time, since a person may simply be thinking.
constexpr Duration kRepairAfter{500};
constexpr Duration kRepairAfterMax{4000};

/// How often one peer's Status is looked into, and how much is told at once. Who needs more asks
/// again from where it then stands.
constexpr Duration kAnswerEvery{100};
constexpr std::uint64_t kAnswerRecordsMax = 32;
constexpr std::size_t kAnswerBytesMax = 256 * 1024;

}  // namespace

Result<std::vector<Bytes>> decided_frames(const Resend& resend, const StoredRecord& stored) {
  std::vector<Bytes> frames;
  std::size_t bytes = 0;
  for (std::uint64_t i = 0; i < resend.steps && bytes < kAnswerBytesMax; ++i) {
    const auto record = stored(Step(resend.first.value + i));
    if (!record && record.error().fault != Fault::damaged) return fail(record.error());
    if (!record || !*record) break;  // others have it
    FD_TRY(const auto part, proto::decode_transcript_part(**record));
    const auto* decided = std::get_if<proto::Decided>(&part);
    if (decided == nullptr) return fail(Fault::damaged, "a stored record");
    frames.push_back(proto::encode(proto::Message(*decided)));
    bytes += frames.back().size();
  }
  return frames;
}

Instant Node::deadline() const {
  if (halted_) return never();
  const Instant resends = resends_.empty() ? never() : resend_at_;
  if (finished()) {
    Instant forgotten = resends;
    for (std::uint32_t i = 0; i < members(); ++i)
      if (others_[i].linked_at && !links_.has(Seat(i)))
        forgotten = std::min(forgotten, *others_[i].linked_at + kNear);
    return forgotten;
  }
  if (asking_) return std::min({repair_at_, resends, asking_->until.value_or(never())});
  return std::min({repair_at_, resends, agreement_.deadline(config_.me), chain_due(),
                   owes() ? clock_.own_due() : never()});
}

Effects Node::on_time(Instant now) {
  Effects out;
  if (now < deadline()) return out;
  tell_decided(now, out);
  if (finished()) {
    for (Other& other : others_)
      if (other.linked_at && now >= *other.linked_at + kNear) other.linked_at.reset();
    return out;
  }
  advance_pipeline(now, out);
  progress(now, out);
  if (now >= repair_at_) {
    repair_after_ = std::min(repair_after_ * 2, kRepairAfterMax);
    repair_at_ = now + repair_after_;
    links_.broadcast(status(), out);
    if (const auto& said = others_[config_.me.value].presence; said && is_news(*said))
      links_.broadcast(proto::PresenceFrame{proto::envelope(*said)}, out);
  }
  note_progress(now);
  return out;
}

void Node::note_progress(Instant now) {
  if (table_->step() == repair_step_ && repair_after_ != Duration{0}) return;
  repair_step_ = table_->step();
  repair_after_ = kRepairAfter;
  // A peer that is behind, or was restarted, asks for the rest as soon as it will be answered.
  const bool behind =
      std::ranges::any_of(others_, [&](const Other& other) { return other.step > table_->step(); });
  repair_at_ = now + (behind || asking_ ? kAnswerEvery : repair_after_);
}

void Node::take(Seat from, const proto::Status& theirs, Instant now, Effects& out) {
  if (theirs.table != table_->id()) return useless(from, {Fault::wrong_table, {}, "status"}, out);
  Other& other = others_[from.value];
  const bool has_come_to_the_end = finished() && other.step < theirs.step;
  if (is_impossible(from, theirs.step, out)) return;
  links_.learn(from, theirs.links);
  other.step = theirs.step;
  if (const auto mine = head_before(theirs.step)) other.parted = *mine != theirs.head;
  if (other.parted) ask_history(from, from, out);
  // It leaves once it knows that all others are there, too.
  if (has_come_to_the_end && theirs.step == table_->step()) send(from, status(), out);
  if (other.asked_at && now < *other.asked_at + kAnswerEvery) return;
  other.asked_at = now;
  if (theirs.step > table_->step()) return send(from, status(), out);
  if (!other.answers.is_due(theirs.step, now)) return;
  const std::size_t before = out.outgoing.size();
  if (theirs.asks) tell_recalled(from, out);
  if (theirs.step < table_->step()) {
    std::erase_if(resends_, [&](const auto& resend) { return resend.first == from; });
    resends_.emplace_back(from, theirs.step);
    other.answers.answered(theirs.step, now);
    return tell_decided(now, out);
  }
  send_what_it_lacks(from, theirs, out);
  if (out.outgoing.size() > before) other.answers.answered(theirs.step, now);
}

/// What waits in the queue, as long as the rate allows. A range that is not in memory any more is
/// read by the caller, and counts as the largest answer.
void Node::tell_decided(Instant now, Effects& out) {
  for (; !resends_.empty() && now >= resend_at_; resends_.pop_front()) {
    const auto [to, first] = resends_.front();
    const std::uint64_t steps = std::min(table_->step().value - first.value, kAnswerRecordsMax);
    std::size_t bytes = 0;
    if (recent(first) == nullptr) {
      out.resends.push_back({to, first, steps});
      bytes = kAnswerBytesMax;
    }
    for (std::uint64_t i = 0; i < steps && bytes < kAnswerBytesMax; ++i) {
      send(to, recent(Step(first.value + i))->how.decided, out);
      bytes += out.outgoing.back().frame.size();
    }
    resend_at_ = resending_.take(static_cast<std::int64_t>(bytes), now);
  }
}

void Node::send_what_it_lacks(Seat peer, const proto::Status& theirs, Effects& out) const {
  using proto::Phase;
  send_entries(peer, theirs.entries, out);
  send_own_parts(peer, out);
  send_votes(peer, Round(0), Phase::prevote, theirs.votes, out);
  const Round here = agreement_.round();
  for (const Round round : {theirs.round, here}) {
    const bool same = round == theirs.round;
    if (const auto* held = agreement_.proposal(round);
        held != nullptr && !(same && theirs.proposal))
      send(peer, frame(*held), out);
    if (round != Round(0)) send_votes(peer, round, Phase::prevote, same ? theirs.prevotes : 0, out);
    send_votes(peer, round, Phase::precommit, same ? theirs.precommits : 0, out);
    if (theirs.round >= here) break;
  }
}

void Node::send_entries(Seat peer, std::uint32_t but, Effects& out) const {
  for (std::uint32_t i = 0; i < agreement_.slots().size(); ++i)
    if (const auto* held = agreement_.entry(i); held != nullptr && (but >> i & 1) == 0)
      send(peer, proto::EntryFrame{proto::envelope(*consensus::entry_in(*held))}, out);
}

void Node::send_votes(Seat peer, Round round, proto::Phase phase, std::uint32_t but,
                      Effects& out) const {
  for (const Seat voter : agreement_.quorum().voters.list())
    if (const auto* vote = agreement_.vote(round, phase, voter);
        vote != nullptr && (but >> voter.value & 1) == 0)
      send(peer, proto::VoteFrame{proto::envelope(*vote)}, out);
}

proto::ProposalFrame Node::frame(const proto::Signed<proto::Proposal>& proposal) const {
  return {proto::envelope(proposal), agreement_.grounds(proposal.message())};
}

proto::Status Node::status() const {
  using proto::Phase;
  proto::Status status{table_->id(), table_->step(), table_->head()};
  status.links = links_.bits();
  status.round = agreement_.round();
  status.asks = asking_.has_value();
  for (std::uint32_t i = 0; i < agreement_.slots().size(); ++i)
    if (agreement_.entry(i) != nullptr) status.entries |= 1u << i;
  const auto held = [&](Round round, Phase phase) {
    std::uint32_t votes = 0;
    for (const Seat voter : agreement_.quorum().voters.list())
      if (agreement_.vote(round, phase, voter) != nullptr) votes |= 1u << voter.value;
    return votes;
  };
  status.votes = held(Round(0), Phase::prevote);
  status.prevotes = held(status.round, Phase::prevote);
  status.precommits = held(status.round, Phase::precommit);
  status.proposal = agreement_.proposal(status.round) != nullptr;
  return status;
}

}  // namespace fairdeal::runtime
