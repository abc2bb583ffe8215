#include "runtime/node/catch_up.h"

#include <algorithm>

#include "proto/codec.h"
#include "proto/envelope.h"

namespace fairdeal::node {

namespace {

/// How long a step may last before this member sends its Status, so that others send what was
/// lost: twice as long as the shortest of the last steps, between these bounds. On a slow way every
/// step takes longer than the first of them, although nothing is lost. The time doubles with each
/// Status of the step, since a person may simply be thinking.
constexpr Duration kRepairAfter{500};
constexpr Duration kFirstRepairMax{2000};
constexpr Duration kRepairAfterMax{4000};
/// How soon this member asks for records once a statement shows that others are ahead.
constexpr Duration kRepairSoon{50};
/// How often a member asks what it signed. Why so often: it speaks after some seconds without an
/// answer (Asking), and some questions and answers may be lost.
constexpr Duration kAskEvery{250};

/// How often one peer's Status is answered, and how much one answer may hold. A peer that needs
/// more asks again from the step that it has reached by then.
constexpr Duration kAnswerEvery{100};
constexpr std::uint64_t kAnswerRecordsMax = 32;
constexpr std::size_t kAnswerBytesMax = std::size_t{256} * 1024;

/// The rate at which decided steps are resent, to all others together: a tenth of what a home line
/// can send.
constexpr std::int64_t kResendBytesPerSecond = 1'000'000;

/// Statements of one author that are kept though they cannot be used yet: a few of any length, for
/// the next step, and the votes and proposals of about twenty rounds, if they are short.
constexpr std::size_t kEarlyOfOneMax = 4;
constexpr std::size_t kEarlyShortOfOneMax = 64;
constexpr std::size_t kEarlyBytesOfOneMax = std::size_t{64} * 1024;

}  // namespace

Result<std::vector<Bytes>> decided_frames(const Resend& resend, const StoredRecord& stored) {
  std::vector<Bytes> frames;
  std::size_t bytes = 0;
  const bool answers = resend.steps == Resend::kAsAnswer;
  const std::uint64_t steps = answers ? 1 : resend.steps;
  for (std::uint64_t i = 0; i < steps && bytes < kAnswerBytesMax; ++i) {
    const auto record = stored(Step(resend.first.value + i));
    if (!record && record.error().fault != Fault::damaged) return fail(record.error());
    if (!record || !*record) break;  // others have it
    FD_TRY(const auto part, proto::decode_transcript_part(**record));
    const auto* decided = std::get_if<proto::Decided>(&part);
    if (decided == nullptr) return fail(Fault::damaged, "a stored record");
    frames.push_back(answers ? proto::encode(proto::Message(proto::HistoryAnswer{*decided, {}, {}}))
                             : proto::encode(proto::Message(*decided)));
    bytes += frames.back().size();
  }
  return frames;
}

// ---- Sending again what belongs to the current step

proto::Status status_of(const state::Table& table, const consensus::Agreement& agreement,
                        const Links& links, bool asks) {
  using proto::Phase;
  proto::Status status{table.id(), table.step(), table.head()};
  status.links = links.up().bits();
  status.round = agreement.round();
  status.asks = asks;
  for (std::uint32_t i = 0; i < agreement.slots().size(); ++i)
    if (agreement.entry(i) != nullptr) status.entries |= 1u << i;
  const auto held = [&](Round round, Phase phase) {
    SeatSet votes;
    for (const Seat voter : agreement.quorum().voters.list())
      if (agreement.vote(round, phase, voter) != nullptr) votes.insert(voter);
    return votes.bits();
  };
  status.votes = held(Round(0), Phase::prevote);
  status.prevotes = held(status.round, Phase::prevote);
  status.precommits = held(status.round, Phase::precommit);
  status.proposal = agreement.proposed(status.round) != nullptr;
  return status;
}

void send_entries(Seat to, std::uint32_t held, const consensus::Agreement& agreement,
                  Effects& out) {
  for (std::uint32_t i = 0; i < agreement.slots().size(); ++i)
    if (const auto* answer = agreement.entry(i); answer != nullptr && (held >> i & 1) == 0)
      send(to, proto::EntryFrame{proto::envelope(*consensus::entry_in(*answer))}, out);
}

void send_votes(Seat to, Round round, proto::Phase phase, SeatSet held,
                const consensus::Agreement& agreement, Effects& out) {
  for (const Seat voter : (agreement.quorum().voters - held).list())
    if (const auto* vote = agreement.vote(round, phase, voter); vote != nullptr)
      send(to, proto::VoteFrame{proto::envelope(*vote)}, out);
}

void send_own_statements(Seat me, Seat to, const consensus::Agreement& agreement, Effects& out) {
  using proto::Phase;
  std::uint32_t others = 0;
  for (std::uint32_t i = 0; i < agreement.slots().size(); ++i)
    if (agreement.slots()[i].seat != me) others |= 1u << i;
  send_entries(to, others, agreement, out);
  const SeatSet voters = agreement.quorum().voters - SeatSet::of({me});
  send_votes(to, Round(0), Phase::prevote, voters, agreement, out);
  const Round here = agreement.round();
  if (here != Round(0)) send_votes(to, here, Phase::prevote, voters, agreement, out);
  send_votes(to, here, Phase::precommit, voters, agreement, out);
}

void send_missing_votes(Seat to, const proto::Status& theirs, const consensus::Agreement& agreement,
                        Effects& out) {
  using proto::Phase;
  send_votes(to, Round(0), Phase::prevote, SeatSet::of_bits(theirs.votes), agreement, out);
  const Round here = agreement.round();
  for (const Round round : {theirs.round, here}) {
    const bool same = round == theirs.round;
    if (const auto* held = agreement.proposal(round);
        agreement.proposed(round) != nullptr && !(same && theirs.proposal))
      send(to, frame_of(*held, agreement), out);
    if (round != Round(0))
      send_votes(to, round, Phase::prevote, SeatSet::of_bits(same ? theirs.prevotes : 0), agreement,
                 out);
    send_votes(to, round, Phase::precommit, SeatSet::of_bits(same ? theirs.precommits : 0),
               agreement, out);
    if (theirs.round >= here) break;
  }
}

proto::ProposalFrame frame_of(const proto::Signed<proto::Proposal>& proposal,
                              const consensus::Agreement& agreement) {
  const auto* record = agreement.proposed(proposal.message().round);
  return {proto::envelope(proposal), agreement.grounds(proposal.message()),
          record != nullptr ? consensus::to_wire(*record) : std::vector<proto::Answer>()};
}

// ---- When this member sends its Status

CatchUp::CatchUp(std::size_t members)
    : peers_(members), resending_(kResendBytesPerSecond, kResendBytesPerSecond / 4, Instant{0}) {}

void CatchUp::note_progress(Step here, bool asks, Instant now) {
  if (here == step_ && due_after_ != Duration{0}) return;
  // Steps of a person who thinks are long, so the shortest says what the way alone takes.
  if (here == step_.next()) took_[step_.value % took_.size()] = now - step_began_;
  step_ = here;
  step_began_ = now;
  due_after_ = std::clamp(*std::ranges::min_element(took_) * 2, kRepairAfter, kFirstRepairMax);
  due_at_ = now + (others_are_ahead(here) || asks ? kAnswerEvery : due_after_);
}

bool CatchUp::is_due(bool asks, Instant now) {
  if (now < due_at_) return false;
  due_after_ = asks ? kAskEvery : std::min(due_after_ * 2, kRepairAfterMax);
  due_at_ = now + due_after_;
  return true;
}

void CatchUp::hurry(Step here, Instant now) {
  if (std::exchange(hurried_, here) != here) due_at_ = std::min(due_at_, now + kRepairSoon);
}

// ---- Where the others stand, and what they lack

void CatchUp::learn(Seat peer, Step step, const crypto::Digest& head,
                    const std::optional<crypto::Digest>& mine) {
  peers_[peer.value].step = step;
  if (mine) peers_[peer.value].parted = *mine != head;
}

void CatchUp::learn(Seat peer, Step step) {
  peers_[peer.value].step = std::max(peers_[peer.value].step, step);
}

bool CatchUp::others_are_ahead(Step here) const {
  return std::ranges::any_of(peers_, [&](const Peer& peer) { return peer.step > here; });
}

CatchUp::Answer CatchUp::on_status(Seat from, Step there, bool asks, Step here, Instant now) {
  Peer& peer = peers_[from.value];
  if (asks && !std::exchange(peer.asked, true)) {
    peer.answers.restarted(now);
    peer.asked_at.reset();
  }
  if (peer.asked_at && now < *peer.asked_at + kAnswerEvery) return Answer::nothing;
  peer.asked_at = now;
  if (there > here) return Answer::status;
  if (!peer.answers.is_due(there, asks, now)) return Answer::nothing;
  return there < here ? Answer::records : Answer::statements;
}

void CatchUp::answered(Seat peer, Step there, Instant now) {
  peers_[peer.value].answers.answered(there, now);
}

void CatchUp::resend(Seat to, Step first) {
  std::erase_if(resends_, [&](const auto& resend) { return resend.first == to; });
  resends_.emplace_back(to, first);
}

bool CatchUp::resends_to(Seat peer) const {
  return std::ranges::any_of(resends_, [&](const auto& resend) { return resend.first == peer; });
}

/// Sends queued ranges of decided steps as long as the rate allows. A range that is no longer in
/// memory is left to the caller, who reads it from the store; it counts as the largest answer.
void CatchUp::send_decided(const History& history, Step here, Instant now, Effects& out) {
  for (; !resends_.empty() && now >= resend_at_; resends_.pop_front()) {
    const auto [to, first] = resends_.front();
    const bool again = std::exchange(peers_[to.value].resent, first) == first;
    const std::uint64_t steps = std::min(here.value - first.value, again ? 1 : kAnswerRecordsMax);
    std::size_t bytes = 0;
    if (history.find(first) == nullptr) {
      out.resends.push_back({to, first, steps});
      bytes = kAnswerBytesMax;
    }
    for (std::uint64_t i = 0; i < steps && bytes < kAnswerBytesMax; ++i) {
      send(to, history.find(Step(first.value + i))->how.decided, out);
      bytes += out.outgoing.back().frame.size();
    }
    resend_at_ = resending_.take(static_cast<std::int64_t>(bytes), now);
  }
}

void CatchUp::lost(Seat peer) {
  peers_[peer.value].answers.returned();
  peers_[peer.value].asked = false;
  peers_[peer.value].resent.reset();
  std::erase_if(resends_, [&](const auto& resend) { return resend.first == peer; });
}

// ---- Statements that cannot be used yet

const proto::Envelope& envelope_in(const CatchUp::Early& early) {
  return std::visit(
      [](const auto& frame) -> const auto& { return frame.envelope; }, early.frame);
}

void CatchUp::begin_step() {
  for (Peer& peer : peers_) peer.early = peer.early_bytes = 0;
}

bool CatchUp::keep(Seat from, Step of, Statement frame) {
  Early early{from, of, std::move(frame)};
  const proto::Envelope& said = envelope_in(early);
  const auto same = [&](const Early& kept) { return envelope_in(kept) == said; };
  if (std::ranges::any_of(early_, same)) return false;
  Peer& author = peers_[said.by.value];
  author.early_bytes += std::visit(
      [](const auto& one) { return proto::encode(proto::Message(one)).size(); }, early.frame);
  const bool are_short = author.early_bytes <= kEarlyBytesOfOneMax;
  if (author.early >= (are_short ? kEarlyShortOfOneMax : kEarlyOfOneMax)) return false;
  ++author.early;
  early_.push_back(std::move(early));
  return true;
}

std::vector<CatchUp::Early> CatchUp::take_early(Step here) {
  auto early = std::exchange(early_, {});
  std::erase_if(early, [&](const Early& one) { return one.of != here; });
  return early;
}

}  // namespace fairdeal::node
