#include <algorithm>
#include <iterator>
#include <set>

#include "proto/envelope.h"
#include "proto/limits.h"
#include "runtime/node.h"

/// What members tell the table beside their answers: who leaves or is back, who contradicts itself.
namespace fairdeal::runtime {

Effects Node::on_presence(proto::Presence::What what, Instant now) {
  Effects out;
  leaves_ = what == proto::Presence::What::leaves;
  if (asking_) return out;  // said when it speaks again
  say_presence(what, now, out);
  // An empty move has to attach why: a statement that came second in one step is not kept.
  const auto& said = others_[config_.me.value].presence;
  if (leaves_ && to_act() && said && said->message().what == what) make_move({}, now, out);
  catch_up_.note_progress(table_->step(), asking(), now);
  return out;
}

void Node::say_presence(proto::Presence::What what, Instant now, Effects& out) {
  const auto said =
      proto::sign(config_.me, proto::Presence{table_->id(), table_->step(), what}, config_.key);
  const proto::PresenceFrame message{proto::envelope(said)};
  take(config_.me, message, now, out);
  links_.broadcast(message, out);
}

void Node::take(Seat from, const proto::PresenceFrame& frame, Instant, Effects& out) {
  auto verified = proto::verify_presence(frame.envelope, table_->charter());
  if (!verified) return useless(from, std::move(verified).error(), out);
  if (verified->message().table != table_->id())
    return useless(from, {Fault::wrong_table, {}, "presence"}, out);
  auto& held = others_[verified->by().value].presence;
  if (held && held->message().step >= verified->message().step) return;
  held = *verified;
  links_.forward(verified->by(), from, frame, out);
}

/// What the table does not know yet: contradictions, wrong shares, who leaves or is back, turns
/// that were passed; in `room` bytes as far as others could make them long.
std::vector<proto::Attachment> Node::attachments(std::size_t room) {
  std::vector<proto::Attachment> attachments = private_.complaints(*table_, *rng_);
  std::set<Seat> named;
  for (const auto& evidence : evidence_) {
    const std::size_t size = evidence.first.body.size() + evidence.second.body.size();
    const auto step = consensus::step_of(evidence);
    if (size > room || !step || !table_->may_attach(evidence.first.by, *step) ||
        !named.insert(evidence.first.by).second)
      continue;
    attachments.emplace_back(evidence);
    room -= size;
  }
  for (const Other& other : others_) {
    if (!other.presence || !is_news(*other.presence)) continue;
    // Its own comes first: an entry that says it makes no move says why.
    const bool own = other.presence->by() == config_.me;
    attachments.insert(own ? attachments.begin() : attachments.end(),
                       proto::PresenceAttachment{proto::envelope(*other.presence)});
  }
  std::ranges::move(pipeline_.attachments(here(), room), std::back_inserter(attachments));
  if (attachments.size() > proto::kAttachmentsMax) attachments.resize(proto::kAttachmentsMax);
  return attachments;
}

/// Whether the table does not know yet what a member said of itself.
bool Node::is_news(const proto::Signed<proto::Presence>& said) const {
  const Standing& standing = table_->standing(said.by());
  if (standing.convicted || said.message().step < standing.since ||
      said.message().step > table_->step())
    return false;
  if (said.message().what == proto::Presence::What::leaves) return !standing.left;
  return table_->awaits_word(said.by());
}

/// What this member has to say of itself: that it leaves, or that it is here though it is gone.
std::optional<proto::Presence::What> Node::pending_presence() const {
  using What = proto::Presence::What;
  const Standing& mine = table_->standing(config_.me);
  if (mine.convicted || (leaves_ ? mine.left : !table_->awaits_word(config_.me))) return {};
  const What what = leaves_ ? What::leaves : What::back;
  const auto& said = others_[config_.me.value].presence;
  if (said && said->message().what == what && said->message().step >= mine.since) return {};
  return what;
}

// ---- Who contradicts itself

void Node::found(consensus::Equivocation evidence, Effects& out) {
  if (std::ranges::find(evidence_, evidence) != evidence_.end()) return;
  const Seat liar = evidence.first.by;
  if (std::ranges::count(evidence_, liar, [](const auto& e) { return e.first.by; }) >= 4) return;
  out.notices.push_back(Equivocated{liar, evidence});
  for (const Seat peer : links_.up().list())  // its author chose what to tell whom
    if (peer != liar) show(evidence, peer, out);
  evidence_.push_back(std::move(evidence));
}

void Node::show(const consensus::Equivocation& evidence, Seat to, Effects& out) const {
  for (const proto::Envelope& said : {evidence.first, evidence.second}) {
    switch (evidence.what) {
      case consensus::Equivocation::What::entry:
        send(to, proto::EntryFrame{said}, out);
        break;
      case consensus::Equivocation::What::vote:
        send(to, proto::VoteFrame{said}, out);
        break;
      case consensus::Equivocation::What::proposal:
        send(to, proto::ProposalFrame{said, {}}, out);
        break;
    }
  }
}

}  // namespace fairdeal::runtime
