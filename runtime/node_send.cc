#include <algorithm>

#include "proto/codec.h"
#include "proto/envelope.h"
#include "runtime/node.h"

namespace fairdeal::runtime {

Instant Node::deadline() const {
  if (halted_) return never();
  const Instant resends = catch_up_.resend_at();
  if (finished()) {
    Instant forgotten = resends;
    for (std::uint32_t i = 0; i < members(); ++i)
      if (others_[i].linked_at && !links_.has(Seat(i)))
        forgotten = std::min(forgotten, *others_[i].linked_at + kNear);
    return forgotten;
  }
  if (asking_) return std::min({catch_up_.deadline(), resends, asking_->deadline()});
  return std::min({catch_up_.deadline(), resends, agreement_.deadline(config_.me),
                   contributed_ ? never() : pipeline_.deadline(*table_, config_.me),
                   owes() ? clock_.own_due() : never()});
}

Effects Node::on_time(Instant now) {
  Effects out;
  if (now < deadline()) return out;
  catch_up_.send_decided(history_, table_->step(), now, out);
  if (finished()) {
    for (Other& other : others_)
      if (other.linked_at && now >= *other.linked_at + kNear) other.linked_at.reset();
    return out;
  }
  advance_pipeline(now, out);
  progress(now, out);
  if (catch_up_.is_due(now)) {
    links_.broadcast(status(), out);
    if (const auto& said = presences_.own(); said && is_news(*said, *table_))
      links_.broadcast(proto::PresenceFrame{proto::envelope(*said)}, out);
  }
  catch_up_.note_progress(table_->step(), asking(), now);
  return out;
}

void Node::take(Seat from, const proto::Status& theirs, Instant now, Effects& out) {
  if (theirs.table != table_->id()) return useless(from, {Fault::wrong_table, {}, "status"}, out);
  const Step here = table_->step();
  const bool has_come_to_the_end = finished() && catch_up_.step_of(from) < theirs.step;
  if (is_impossible(from, theirs.step, out)) return;
  links_.learn(from, theirs.links);
  catch_up_.learn(from, theirs.step, theirs.head, history_.head_before(*table_, theirs.step));
  if (catch_up_.parted(from)) forks_.ask(from, from, *table_, history_, out);
  // It leaves once it knows that all others are there, too.
  if (has_come_to_the_end && theirs.step == here) send(from, status(), out);
  const auto answer = catch_up_.on_status(from, theirs.step, here, now);
  if (answer == CatchUp::Answer::nothing) return;
  if (answer == CatchUp::Answer::status) return send(from, status(), out);
  const std::size_t before = out.outgoing.size();
  if (theirs.asks)
    send_recalled(from, *table_, agreement_, others_[from.value].checking, catch_up_.early(), out);
  if (answer == CatchUp::Answer::records) {
    catch_up_.resend(from, theirs.step);
    catch_up_.answered(from, theirs.step, now);
    return catch_up_.send_decided(history_, here, now, out);
  }
  send_entries(from, theirs.entries, agreement_, out);
  pipeline_.send_own(config_.me, from, out);
  send_missing_votes(from, theirs, agreement_, out);
  if (out.outgoing.size() > before) catch_up_.answered(from, theirs.step, now);
}

proto::Status Node::status() const {
  return status_of(*table_, agreement_, links_, asking_.has_value());
}

}  // namespace fairdeal::runtime
