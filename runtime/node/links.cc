#include "runtime/node/links.h"

#include "proto/codec.h"

namespace fairdeal::node {

void send(Seat to, const proto::Message& message, Effects& out) {
  out.outgoing.push_back({to, proto::encode(message)});
}

void Links::set(Seat peer, bool up) {
  if (up) {
    up_.insert(peer);
    return;
  }
  up_.erase(peer);
  theirs_[peer.value] = {};
}

std::optional<Seat> Links::through(Seat peer) const {
  if (peer == me_ || has(peer)) return {};
  for (const Seat other : up_.list())
    if (theirs_[other.value].has(peer)) return other;
  return {};
}

SeatSet Links::within_reach() const {
  SeatSet reached = up_ | SeatSet::of({me_});
  for (const Seat other : up_.list()) reached = reached | theirs_[other.value];
  return reached;
}

void Links::broadcast(const proto::Message& message, Effects& out) const {
  const Bytes frame = proto::encode(message);
  for (const Seat peer : up_.list()) out.outgoing.push_back({peer, frame});
}

void Links::forward(Seat author, Seat from, const proto::Message& message, Effects& out) const {
  for (const Seat peer : up_.list())
    if (peer != author && peer != from && !theirs_[peer.value].has(author))
      send(peer, message, out);
}

}  // namespace fairdeal::node
