#include <utility>

#include "consensus/equivocation.h"
#include "crypto/coin.h"
#include "proto/codec.h"
#include "proto/envelope.h"
#include "proto/limits.h"
#include "runtime/node/receive.h"

namespace fairdeal::node {

namespace {

using consensus::Agreement;

/// Returns whether a round is so far beyond this member's that the agreement keeps none of its
/// statements.
bool is_of_far_round(const Parts& node, Round round) {
  return round > node.agreement().round().next();
}

/// Shows why a statement of this member that others send back was not adopted, if it was not.
void settle_adoption(Parts& node, const Result<>& adopted, Effects& out) {
  if (!adopted) node.peers.refuse(adopted.error(), out);
}

/// Adopts this member's own entry if somebody's proposal has one that is not here.
void adopt_entries(Parts& node, const std::vector<proto::Answer>& record, Effects& out) {
  for (const proto::Answer& answer : record)
    if (const auto* sound = std::get_if<proto::Envelope>(&answer);
        sound != nullptr && sound->by == node.config.me && !node.agreement().holds_entry(*sound))
      if (const auto own = proto::verify_entry(*sound, node.table().charter()))
        settle_adoption(node, node.step.adopt(*own, node.links, out), out);
}

/// Adds the votes that came with a proposal.
void add_votes(Parts& node, const std::vector<proto::Envelope>& votes, Effects& out) {
  for (const proto::Envelope& envelope : votes) {
    const auto vote = proto::verify_vote(envelope, node.table().charter());
    if (!vote) continue;
    if (vote->by() != node.config.me || node.agreement().holds(envelope))
      node.step.add(*vote);
    else
      settle_adoption(node, node.step.adopt(*vote, out), out);
  }
}

/// Adds a proposal whose answers were checked, and forwards it.
void take_answers(Parts& node, Seat from, const proto::ProposalFrame& frame,
                  const proto::Signed<proto::Proposal>& proposal,
                  Result<std::vector<consensus::Answer>> answers, Effects& out) {
  if (!answers) {
    node.peers.settle(from, proposal.message().record);
    const Fault fault = answers.error().fault;
    if (fault == Fault::rules || fault == Fault::state_differs || fault == Fault::machine)
      return node.peers.refuse(std::move(answers).error(), out);
    return node.peers.useless(from, std::move(answers).error(), out);
  }
  const Seat leader = proposal.by();
  // The leader is sent each entry that is here and whose slot it proposes to be absent, rule (d).
  std::uint32_t held = 0;
  for (std::uint32_t i = 0; i < answers->size(); ++i)
    if (consensus::entry_in((*answers)[i]) != nullptr) held |= 1u << i;
  if (node.step.add(proposal, *std::move(answers)) != Agreement::Added::fresh) return;
  add_votes(node, frame.votes, out);
  if (node.links.has(leader)) send_entries(leader, held, node.agreement(), out);
  // The votes that go with it are those that were verified here.
  node.links.forward(leader, from, frame_of(proposal, node.agreement()), out);
}

/// Returns whether the check of a record asks rules that are a script: it has a move that is not
/// here.
bool asks_script(const Parts& node, const proto::ProposalFrame& frame) {
  if (!node.table().game().is_script() || !state::stages::to_move(node.table().stage()))
    return false;
  for (std::size_t i = 0; i < frame.record.size(); ++i)
    if (!std::holds_alternative<proto::AbsentSeat>(frame.record[i]) &&
        node.agreement().held(i, frame.record[i]) == nullptr)
      return true;
  return false;
}

/// Lets the thread that asks the script check the answers of a proposal.
void check_apart(Parts& node, Seat from, const proto::ProposalFrame& frame, Effects& out) {
  keep_early(node, from, node.table().step(), frame);  // its leader may ask for it meanwhile
  if (std::exchange(node.considering, true)) return;
  ByteArray<64> seed;
  node.rng->fill(seed);
  out.work.push_back(asking_rules(
      node.table().step(), [table = node.step.shared_table(), held = node.step.held(frame.record),
                            verified = node.pipeline.verified(), from, frame, seed] {
        crypto::SharedRng weights(seed);
        return Done::ProposalCheck{from, frame,
                                   table->validate_record(frame.record, held, verified, weights)};
      }));
}

/// Returns whether the record that came with a proposal is the one that its leader signed. Another
/// one is its sender's fault: an honest member passes on what it has checked.
bool is_signed_record(Parts& node, Seat from, const proto::ProposalFrame& frame,
                      const proto::Proposal& proposal, Effects& out) {
  const auto named = history_of(frame.record);
  const crypto::Digest parent = named ? named->parent : node.table().head();
  if (consensus::digest(proposal.step, parent, frame.record) == proposal.record) return true;
  node.peers.useless(from, {Fault::bad_proof, {}, "another record than the proposal's"}, out);
  return false;
}

/// Checks the record that a leader proposes at this step, adds it, and forwards it.
void consider(Parts& node, Seat from, const proto::ProposalFrame& frame,
              const proto::Signed<proto::Proposal>& proposal, Effects& out) {
  const Seat leader = proposal.by();
  if (node.agreement().leader(proposal.message().round) != leader)
    return node.peers.useless(from, {Fault::not_wanted, leader, "a proposal by who does not lead"},
                              out);
  if (is_of_far_round(node, proposal.message().round))
    return keep_early(node, from, node.table().step(), frame);
  // Checking a record is expensive, so only the first proposal of a near round is checked, and that
  // only once: its digest names one record.
  const auto considered = node.step.consider(proposal);
  if (considered == Agreement::Added::contradicts && from == leader) node.peers.useless(from);
  if (considered != Agreement::Added::fresh ||
      (frame.record.empty() && !node.agreement().slots().empty()))
    return node.peers.spend(from, work_of(frame.envelope));
  if (!is_signed_record(node, from, frame, proposal.message(), out)) return;
  const crypto::Digest& name = proposal.message().record;
  if (node.peers.is_settled(from, name)) return;
  adopt_entries(node, frame.record, out);
  if (asks_script(node, frame)) return check_apart(node, from, frame, out);
  take_answers(node, from, frame, proposal,
               node.step.validate(frame.record, node.pipeline.verified(), *node.rng), out);
}

/// Compares the entries of a record that others decided with those that are here, and keeps
/// contradictions.
void compare_entries(Parts& node, const consensus::Record& record, Effects& out) {
  for (std::size_t i = 0; i < record.answers.size(); ++i) {
    const auto* theirs = consensus::entry_in(record.answers[i]);
    const auto* held = node.agreement().entry(i);
    if (theirs == nullptr || held == nullptr) continue;
    if (auto evidence = consensus::contradiction(*consensus::entry_in(*held), *theirs))
      node.contradictions.found(*std::move(evidence), node.table(), node.links, out);
  }
}

/// How many decisions of later steps wait here, while rules that are a script follow this one.
constexpr std::size_t kAheadMax = proto::kHistoryMax;

/// Takes in a decision that was followed.
void take_followed(Parts& node, Seat from, const proto::Decided& decided,
                   Result<state::Followed> followed, Instant now, Effects& out) {
  const state::Table& table = node.table();
  if (!followed) {
    // One whose history is another is asked for it, and stays connected until it has answered.
    if (!suspect(node, from, from, history_of(decided, table), now, out))
      return node.peers.useless(from, std::move(followed).error(), out);
    for (const proto::Envelope& vote : decided.certificate) node.peers.spend(from, work_of(vote));
    return node.peers.refuse(std::move(followed).error(), out);
  }
  compare_entries(node, followed->record, out);
  // Compared with the votes that are here, these show who voted differently towards this member.
  for (const proto::Envelope& envelope : decided.certificate)
    if (const auto vote = proto::verify_vote(envelope, table.charter())) node.step.add(*vote);
  for (auto& evidence : node.step.take_evidence())
    node.contradictions.found(std::move(evidence), node.table(), node.links, out);
  node.step.follow(*std::move(followed), decided.certificate);
}

/// Lets the thread that asks the script follow a decision.
void follow_apart(Parts& node, Seat from, const proto::Decided& decided, Effects& out) {
  if (std::exchange(node.following, true)) return;
  ByteArray<64> seed;
  node.rng->fill(seed);
  out.work.push_back(
      asking_rules(node.table().step(), [table = node.step.shared_table(), from, decided, seed] {
        crypto::SharedRng weights(seed);
        return Done::FollowCheck{
            from, decided,
            std::make_shared<Result<state::Followed>>(state::follow(*table, decided, weights))};
      }));
}

/// Takes in a decision of a record whose outcome is known here, or is being computed: its votes are
/// all that is missing. Returns whether all of them could be kept. Why: to follow it would ask the
/// rules a second time.
bool take_votes_of(Parts& node, const proto::Decided& decided, Effects& out) {
  const state::Table& table = node.table();
  if (!node.agreement().knows(consensus::digest(decided.step, table.head(), decided.record)))
    return false;
  bool all = true;
  for (const proto::Envelope& envelope : decided.certificate) {
    const auto vote = proto::verify_vote(envelope, table.charter());
    all = all && vote && node.step.add(*vote) != Agreement::Added::unwanted;
  }
  for (auto& evidence : node.step.take_evidence())
    node.contradictions.found(std::move(evidence), node.table(), node.links, out);
  return all && (node.step.computing() || node.step.decision());
}

}  // namespace

void take(Parts& node, Seat from, const proto::VoteFrame& frame, Instant now, Effects& out) {
  if (node.agreement().holds(frame.envelope)) return;  // it is here: its signature was verified
  if (is_out_of_reach(node, from, frame.envelope, now, out)) return;
  const state::Table& table = node.table();
  auto verified = proto::verify_vote(frame.envelope, table.charter());
  if (!verified) return node.peers.useless(from, std::move(verified).error(), out);
  const proto::Vote& vote = verified->message();
  if (vote.table != table.id())
    return node.peers.useless(from, {Fault::wrong_table, {}, "vote"}, out);
  node.peers.heard(verified->by(), table.step());
  node.stragglers.shown(verified->by(), vote.step);
  if (vote.round == Round(0) && vote.phase == proto::Phase::prevote &&
      verified->by() != node.config.me)
    node.vote_pace.voted(verified->by(), vote.step, now);
  if (verified->by() == node.config.me)
    return settle_adoption(node, node.step.adopt(*verified, out), out);
  if (vote.step < table.step()) {
    answer_late(node, verified->by(), vote.step, now, out);
    return look_back(node, from, *verified, out);
  }
  if (vote.step > table.step() || is_of_far_round(node, vote.round))
    keep_early(node, from, vote.step, frame);
  if (vote.step > table.step()) return;
  const auto added = node.step.add(*verified);
  if (added == Agreement::Added::known || added == Agreement::Added::unwanted)
    return node.peers.spend(from, work_of(frame.envelope));
  if (added == Agreement::Added::contradicts && from == verified->by()) node.peers.useless(from);
  // Only a vote that was kept is forwarded: members would send each other any other without end.
  if (node.agreement().holds(frame.envelope)) node.links.forward(verified->by(), from, frame, out);
}

void take(Parts& node, Seat from, const proto::ProposalFrame& frame, Instant now, Effects& out) {
  const state::Table& table = node.table();
  if (table.over() || node.agreement().holds_proposal(frame.envelope) ||
      is_out_of_reach(node, from, frame.envelope, now, out))
    return;
  auto verified = proto::verify_proposal(frame.envelope, table.charter());
  if (!verified) return node.peers.useless(from, std::move(verified).error(), out);
  const proto::Proposal& proposal = verified->message();
  if (proposal.table != table.id())
    return node.peers.useless(from, {Fault::wrong_table, {}, "proposal"}, out);
  if (verified->by() == node.config.me) {
    settle_adoption(
        node, node.step.adopt(*verified, frame.record, node.pipeline.verified(), *node.rng, out),
        out);
    return;
  }
  if (const auto named = history_of(frame.record);
      suspect(node, from, verified->by(), named, now, out) &&
      consensus::digest(proposal.step, named->parent, frame.record) == proposal.record)
    node.unshown.keep(verified->by(), as_part(*verified, frame.record), now, out);
  if (proposal.step == table.step()) return consider(node, from, frame, *verified, out);
  if (proposal.step < table.step()) return look_back(node, from, *verified, out);
  keep_early(node, from, proposal.step, frame);
}

void take(Parts& node, Seat from, const proto::Decided& decided, Instant now, Effects& out) {
  const state::Table& table = node.table();
  if (is_impossible(node, from, decided.step, out)) return;
  node.stragglers.shown(from, decided.step.next());
  if (decided.step < table.step()) return;
  if (decided.step > table.step()) {
    if (node.following && node.ahead.size() < kAheadMax)
      node.ahead.try_emplace(decided.step, from, decided);
    else
      node.catch_up.hurry(table.step(), now);  // this member lacks the steps before it
    return;
  }
  if (decided.record.empty() && !node.agreement().slots().empty()) {
    // These are the votes alone, from a member that has seen that this one holds the record.
    for (const proto::Envelope& envelope : decided.certificate)
      take(node, from, proto::VoteFrame{envelope}, now, out);
    if (!node.agreement().decision()) node.catch_up.hurry(table.step(), now);
    return;
  }
  if (!table.game().is_script())
    return take_followed(node, from, decided, state::follow(table, decided, *node.rng), now, out);
  if (!take_votes_of(node, decided, out)) follow_apart(node, from, decided, out);
}

void take_ahead(Parts& node, Instant now, Effects& out) {
  while (!node.ahead.empty() && node.ahead.begin()->first <= node.table().step()) {
    const auto next = node.ahead.extract(node.ahead.begin());
    if (next.key() == node.table().step())
      take(node, next.mapped().first, next.mapped().second, now, out);
  }
}

void accept(Parts& node, Done::FollowCheck&& checked, Instant now, Effects& out) {
  node.following = false;
  take_followed(node, checked.from, checked.decided, std::move(*checked.followed), now, out);
}

void accept(Parts& node, Done::ProposalCheck checked, Effects& out) {
  node.considering = false;
  const auto proposal = proto::verify_proposal(checked.frame.envelope, node.table().charter());
  if (proposal)
    take_answers(node, checked.from, checked.frame, *proposal, std::move(checked.answers), out);
}

}  // namespace fairdeal::node
