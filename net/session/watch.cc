#include <algorithm>

#include "net/session/impl.h"
#include "net/sockets/clock.h"
#include "proto/codec.h"

namespace fairdeal::session {

using crypto::PublicKey;

namespace {

/// How often it is looked whether those who watch may see more.
constexpr Duration kServeEvery{250};

Bytes encoded(const proto::Message& message) { return proto::encode(message); }

}  // namespace

void Session::Impl::stranger_frame(const PublicKey& peer, const Bytes& frame) {
  const Error unwanted{Fault::not_wanted, {}, "somebody who watches and says something else"};
  if (watchers->has(peer)) return mesh->drop(peer, unwanted);
  const auto message = proto::decode_message(frame);
  if (message && std::holds_alternative<proto::Join>(*message)) return turn_away(peer);
  const auto* watch = message ? std::get_if<proto::Watch>(&*message) : nullptr;
  if (watch == nullptr) return mesh->drop(peer, unwanted);
  if (const auto refused =
          watchers->admit(peer, *watch, mesh->link_of(peer), node->table(), sockets::now())) {
    mesh->send(peer, encoded(*refused));
    return mesh->drop(peer, {Fault::not_wanted, {}, refused->text});
  }
  mesh->keep(peer);
  mesh->send(peer, encoded(*node->table().state().signed_charter));
  tell_watchers();
  if (!serving) serve_watchers();
}

void Session::Impl::end_watch(const PublicKey& peer) {
  if (!watchers || !watchers->has(peer)) return;
  watchers->remove(peer);
  tell_watchers();
  add({});  // perhaps this member stayed only for this one
}

void Session::Impl::tell_watchers(std::optional<Seat> only) {
  const auto keys = watchers->all();
  for (const Seat member : node->parts().links.up().list())
    if (!only || only == member) send(member, encoded(proto::Watchers{keys}));
  if (!only) watcher.on_event(node::Notice(node::Watching{node->me(), keys}));
}

void Session::Impl::serve_watchers() {
  serving = !ended && !watchers->all().empty();
  if (!serving) return;
  const auto members = node->parts().links.up().list();
  const bool busy =
      std::ranges::any_of(members, [&](Seat member) { return mesh->is_busy(key_of(member)); });
  const Step until = node->parts().release.until(sockets::now());
  if (!busy)
    for (const PublicKey& peer : watchers->all()) serve(peer, until);
  if (node->finished()) add({});  // perhaps they have all now
  watching.expires_at(time_point(sockets::now() + kServeEvery));
  watching.async_wait([weak = weak_from_this()](error_code cancelled) {
    if (const auto self = weak.lock(); self && !cancelled && !self->ended) self->serve_watchers();
  });
}

void Session::Impl::serve(const PublicKey& peer, Step until) {
  while (const auto step = watchers->due(peer, until, node->finished(), sockets::now())) {
    if (mesh->is_busy(peer)) {
      if (watchers->is_stuck(peer, sockets::now()))
        mesh->drop(peer, {Fault::not_wanted, {}, "somebody who watches and does not read"});
      return;
    }
    const auto frames = node::decided_frames({.to = {}, .first = *step, .steps = 1}, [&](Step s) {
      return store->get(state::kept::Record{s});
    });
    if (!frames || frames->empty()) return;  // it waits to be stored, or is damaged
    mesh->send(peer, frames->front());
    watchers->sent(peer, frames->front().size(), sockets::now());
  }
}

bool Session::Impl::owes_watchers() const {
  if (!watchers || !node->finished()) return false;
  const auto all = watchers->all();
  return watchers->owes(node->table().step()) ||
         std::ranges::any_of(all, [&](const PublicKey& peer) { return mesh->has_unsent(peer); });
}

}  // namespace fairdeal::session
