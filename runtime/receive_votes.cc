#include "consensus/equivocation.h"
#include "proto/codec.h"
#include "proto/envelope.h"
#include "runtime/receive.h"

namespace fairdeal::runtime {

namespace {

using consensus::Agreement;

/// Shows why a statement of this member that others send back was not adopted, if it was not.
void settle_adoption(NodeParts& node, const Result<>& adopted, Effects& out) {
  if (!adopted) node.peers.refuse(adopted.error(), out);
}

/// Adopts this member's own entry if somebody's proposal has one that is not here.
void adopt_entries(NodeParts& node, const proto::Proposal& proposal, Effects& out) {
  for (const proto::Answer& answer : proposal.record)
    if (const auto* sound = std::get_if<proto::Envelope>(&answer);
        sound != nullptr && sound->by == node.config.me && !node.agreement().holds_entry(*sound))
      if (const auto own = proto::verify_entry(*sound, node.table().charter()))
        settle_adoption(node, node.step.adopt(*own, node.links, out), out);
}

/// Adds the votes that came with a proposal.
void add_votes(NodeParts& node, const std::vector<proto::Envelope>& votes, Effects& out) {
  for (const proto::Envelope& envelope : votes) {
    const auto vote = proto::verify_vote(envelope, node.table().charter());
    if (!vote) continue;
    if (vote->by() != node.config.me || node.agreement().holds(envelope))
      node.step.add(*vote);
    else
      settle_adoption(node, node.step.adopt(*vote, out), out);
  }
}

/// Checks the record that a leader proposes at this step, adds it, and forwards it.
void consider(NodeParts& node, Seat from, const proto::ProposalFrame& frame,
              const proto::Signed<proto::Proposal>& proposal, Effects& out) {
  const Seat leader = proposal.by();
  if (node.agreement().leader(proposal.message().round) != leader)
    return node.peers.useless(from, {Fault::not_wanted, leader, "a proposal by who does not lead"},
                              out);
  // Checking a record is expensive, so only the first proposal of a near round is checked.
  if (node.step.consider(proposal) != Agreement::Added::fresh) return;
  adopt_entries(node, proposal.message(), out);
  auto answers = node.step.validate(proposal.message().record, node.pipeline.verified(), *node.rng);
  if (!answers) return node.peers.refuse(std::move(answers).error(), out);
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

/// Compares the entries of a record that others decided with those that are here, and keeps
/// contradictions.
void compare_entries(NodeParts& node, const consensus::Record& record, Effects& out) {
  for (std::size_t i = 0; i < record.answers.size(); ++i) {
    const auto* theirs = consensus::entry_in(record.answers[i]);
    const auto* held = node.agreement().entry(i);
    if (theirs == nullptr || held == nullptr) continue;
    if (auto evidence = consensus::contradiction(*consensus::entry_in(*held), *theirs))
      node.contradictions.found(*std::move(evidence), node.links, out);
  }
}

}  // namespace

void take(NodeParts& node, Seat from, const proto::VoteFrame& frame, Instant now, Effects& out) {
  if (node.agreement().holds(frame.envelope)) return;  // it is here: its signature was verified
  if (is_out_of_reach(node, from, frame.envelope, now, out)) return;
  const Table& table = node.table();
  auto verified = proto::verify_vote(frame.envelope, table.charter());
  if (!verified) return node.peers.useless(from, std::move(verified).error(), out);
  const proto::Vote& vote = verified->message();
  if (vote.table != table.id())
    return node.peers.useless(from, {Fault::wrong_table, {}, "vote"}, out);
  node.peers.heard(verified->by(), table.step());
  if (verified->by() == node.config.me)
    return settle_adoption(node, node.step.adopt(*verified, out), out);
  if (vote.step < table.step()) return look_back(node, *verified, out);
  if (vote.step > table.step()) return node.catch_up.keep(from, frame);
  const auto added = node.step.add(*verified);
  if (added == Agreement::Added::known || added == Agreement::Added::unwanted) return;
  // Only a vote that was kept is forwarded: members would send each other any other without end.
  if (node.agreement().holds(frame.envelope)) node.links.forward(verified->by(), from, frame, out);
}

void take(NodeParts& node, Seat from, const proto::ProposalFrame& frame, Instant now,
          Effects& out) {
  const Table& table = node.table();
  if (table.over() || is_out_of_reach(node, from, frame.envelope, now, out)) return;
  auto verified = proto::verify_proposal(frame.envelope, table.charter());
  if (!verified) return node.peers.useless(from, std::move(verified).error(), out);
  const proto::Proposal& proposal = verified->message();
  if (proposal.table != table.id())
    return node.peers.useless(from, {Fault::wrong_table, {}, "proposal"}, out);
  if (verified->by() == node.config.me) {
    const auto* held = node.agreement().proposal(proposal.round);
    if (held == nullptr || held->body() != verified->body())
      settle_adoption(node, node.step.adopt(*verified, node.pipeline.verified(), *node.rng, out),
                      out);
    return;
  }
  suspect(node, from, verified->by(), history_of(proposal), out);
  if (proposal.step == table.step()) consider(node, from, frame, *verified, out);
}

void take(NodeParts& node, Seat from, const proto::Decided& decided, Instant now, Effects& out) {
  const Table& table = node.table();
  if (decided.step != table.step()) {
    if (!is_impossible(node, from, decided.step, out)) is_far(node, decided.step, now);
    return;
  }
  auto followed = follow(table, decided, *node.rng);
  if (!followed) {
    suspect(node, from, from, history_of(decided, table), out);
    return node.peers.useless(from, std::move(followed).error(), out);
  }
  compare_entries(node, followed->record, out);
  // Compared with the votes that are here, these show who voted differently towards this member.
  for (const proto::Envelope& envelope : decided.certificate)
    if (const auto vote = proto::verify_vote(envelope, table.charter())) node.step.add(*vote);
  for (auto& evidence : node.step.take_evidence())
    node.contradictions.found(std::move(evidence), node.links, out);
  node.step.follow(*std::move(followed), decided.certificate);
}

}  // namespace fairdeal::runtime
