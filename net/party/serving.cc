#include "net/party/serving.h"

#include <algorithm>

#include "proto/codec.h"
#include "runtime/meet/lobby.h"

namespace fairdeal::party {

using crypto::PublicKey;

namespace {

/// How often it is looked whether those who watch may see more.
constexpr Duration kServeEvery{250};

Bytes encoded(const proto::Message& message) { return proto::encode(message); }

}  // namespace

Effects turn_away(const PublicKey& guest_too_late, const Playing& playing) {
  const bool in_evening = playing.node().table().charter().evening.has_value();
  // Somebody who has a seat must not wait for the next break: their seat is absent meanwhile.
  const bool misses = playing.seat_of(guest_too_late) && !playing.node().finished();
  const std::string why = misses       ? "you sit at this table already, and it has begun: "
                                         "fairdeal resume goes back to it"
                          : in_evening ? "a table of the evening is played"
                                       : "the match has begun";
  const Bytes refusal = meet::HostLobby::refusal(
      in_evening && !misses ? proto::Refusal::until_break : proto::Refusal::started, why);
  return {Send{guest_too_late, refusal},
          Drop{guest_too_late, Error{Fault::not_wanted, {}, "a guest after the beginning"}}};
}

Effects Serving::on_frame(const PublicKey& peer, const meet::LinkId& link, ByteSpan frame,
                          const Playing& playing, Instant now) {
  const Error unwanted{Fault::not_wanted, {}, "somebody who watches and says something else"};
  if (watchers_.has(peer)) return {Drop{peer, unwanted}};
  const auto message = proto::decode_message(frame);
  if (message && std::holds_alternative<proto::Join>(*message)) return turn_away(peer, playing);
  const auto* watch = message ? std::get_if<proto::Watch>(&*message) : nullptr;
  if (watch == nullptr) return {Drop{peer, unwanted}};
  const state::Table& table = playing.node().table();
  if (const auto refused = watchers_.admit(peer, *watch, link, table, now))
    return {Send{peer, encoded(*refused)}, Drop{peer, {Fault::not_wanted, {}, refused->text}}};
  Effects out{Stay{peer}, Send{peer, encoded(*table.state().signed_charter)}};
  append(out, tell_all(playing));
  if (due_ == never()) due_ = now;
  return out;
}

Effects Serving::on_down(const PublicKey& peer, Playing& playing) {
  if (!watchers_.has(peer)) return {};
  watchers_.remove(peer);
  unsent_.erase(peer);
  Effects out = tell_all(playing);
  append(out, playing.look());  // perhaps this member stayed only for this one
  return out;
}

Effects Serving::on_member_up(Seat member, const Playing& playing) const {
  return tell(member, playing);
}

Effects Serving::tell(Seat member, const Playing& playing) const {
  if (playing.is_severed(member)) return {};
  return {SendToSeat{member, encoded(proto::Watchers{watchers_.all()})}};
}

Effects Serving::tell_all(const Playing& playing) const {
  Effects out;
  for (const Seat member : playing.node().parts().links.up().list())
    append(out, tell(member, playing));
  out.push_back(Tell{node::Notice(node::Watching{playing.node().me(), watchers_.all()})});
  return out;
}

Effects Serving::on_time(const Traffic& traffic, Playing& playing, Instant now) {
  if (now < due_) return {};
  const auto all = watchers_.all();
  due_ = all.empty() ? never() : now + kServeEvery;
  unsent_ = traffic.unsent;
  Effects out;
  if (!traffic.is_busy)
    for (const PublicKey& peer : all)
      append(out, serve(peer, traffic.busy.contains(peer), playing, now));
  if (playing.node().finished()) append(out, playing.look());  // perhaps they have all now
  return out;
}

Effects Serving::serve(const PublicKey& peer, bool is_busy, const Playing& playing, Instant now) {
  const node::Node& node = playing.node();
  const Step until = node.parts().release.until(now);
  const auto step = watchers_.due(peer, until, node.finished(), now);
  if (!step) return {};
  if (!is_busy) return {SendRecord{peer, *step}};
  if (!watchers_.is_stuck(peer, now)) return {};
  return {Drop{peer, {Fault::not_wanted, {}, "somebody who watches and does not read"}}};
}

Effects Serving::on_record_sent(const PublicKey& peer, std::size_t bytes, bool is_busy,
                                const Playing& playing, Instant now) {
  if (!watchers_.has(peer)) return {};
  watchers_.sent(peer, bytes, now);
  unsent_.insert(peer);
  return serve(peer, is_busy, playing, now);
}

bool Serving::owes(const node::Node& node) const {
  if (!node.finished()) return false;
  const auto all = watchers_.all();
  return watchers_.owes(node.table().step()) ||
         std::ranges::any_of(all, [&](const PublicKey& peer) { return unsent_.contains(peer); });
}

}  // namespace fairdeal::party
