#include <algorithm>
#include <iterator>

#include "proto/envelope.h"
#include "proto/limits.h"
#include "runtime/node.h"

/// What members tell the table beside their answers: who leaves or is back, who contradicts itself.
namespace fairdeal::runtime {

Effects Node::on_presence(proto::Presence::What what, Instant now) {
  Effects out;
  presences_.want(what);
  if (asking_) return out;  // said when it speaks again
  say_presence(what, now, out);
  // An empty move has to attach why: a statement that came second in one step is not kept.
  if (presences_.leaves() && to_act() && presences_.has_said(what)) make_move({}, now, out);
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
  if (presences_.add(*verified)) links_.forward(verified->by(), from, frame, out);
}

/// What the table does not know yet: contradictions, wrong shares, who leaves or is back, turns
/// that were passed; in `room` bytes as far as others could make them long.
std::vector<proto::Attachment> Node::attachments(std::size_t room) {
  std::vector<proto::Attachment> attachments = private_.complaints(*table_, *rng_);
  std::ranges::move(contradictions_.attachments(*table_, room), std::back_inserter(attachments));
  for (const auto& said : presences_.news(*table_)) {
    // Its own comes first: an entry that says it makes no move says why.
    const bool own = said.by() == config_.me;
    attachments.insert(own ? attachments.begin() : attachments.end(),
                       proto::PresenceAttachment{proto::envelope(said)});
  }
  std::ranges::move(pipeline_.attachments(here(), room), std::back_inserter(attachments));
  if (attachments.size() > proto::kAttachmentsMax) attachments.resize(proto::kAttachmentsMax);
  return attachments;
}

}  // namespace fairdeal::runtime
