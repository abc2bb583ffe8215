#include "runtime/node/peers.h"

#include <algorithm>

namespace fairdeal::node {

namespace {

/// How many refused things count against an author at one step before its entries are no longer
/// checked. An honest author has none.
constexpr int kRefusedMax = 4;

/// After how many steps without a message of a voter round 0 no longer waits for its vote.
constexpr std::uint64_t kQuietSteps = 2;

}  // namespace

void Peers::refuse(Error error, Effects& out) {
  if (error.culprit) ++peers_[error.culprit->value].refused;
  out.notices.push_back(Refused{std::move(error)});
}

void Peers::useless(Seat from, Error error, Effects& out) {
  useless(from);
  refuse(std::move(error), out);
}

bool Peers::has_refused_enough(Seat author) const {
  return author.value < peers_.size() && peers_[author.value].refused >= kRefusedMax;
}

std::optional<Error> Peers::charge_frame(Seat from, Instant now) {
  Peer& peer = peers_[from.value];
  int points = std::exchange(peer.useless, 0);
  const bool too_much = peer.work.exceeded(now);
  if (too_much) points += PeerScore::kPointsMax;
  if (points == 0 || !peer.score.add(points, now)) return {};
  return Error{
      Fault::not_wanted,
      {},
      too_much ? "more work for nothing than a peer may cost" : "one useless frame after another"};
}

void Peers::charge_garbage(Seat from, Instant now) {
  peers_[from.value].score.add(PeerScore::kPointsMax, now);
}

void Peers::begin_step() {
  for (Peer& peer : peers_) {
    peer.checking.reset();
    peer.refused = 0;
  }
}

void Peers::set_checking(Seat author, std::optional<proto::Envelope> entry) {
  peers_[author.value].checking = std::move(entry);
}

void Peers::heard(Seat author, Step here) {
  Step& heard = peers_[author.value].heard;
  heard = std::max(heard, here);
}

SeatSet Peers::quiet(Step here) const {
  SeatSet quiet;
  for (std::uint32_t i = 0; i < peers_.size(); ++i)
    if (Seat(i) != me_ && peers_[i].heard.value + kQuietSteps < here.value) quiet.insert(Seat(i));
  return quiet;
}

void Peers::lost_all(Instant now) {
  for (Peer& peer : peers_) peer.linked_at = now;
}

bool Peers::was_near(Seat peer, Instant now) const {
  const auto& linked_at = peers_[peer.value].linked_at;
  return linked_at && now < *linked_at + kNear;
}

void Peers::expect_nobody() {
  for (Peer& peer : peers_) peer.linked_at.reset();
}

Instant Peers::forgets_at(const Links& links) const {
  Instant first = never();
  for (std::uint32_t i = 0; i < peers_.size(); ++i)
    if (peers_[i].linked_at && !links.has(Seat(i)))
      first = std::min(first, *peers_[i].linked_at + kNear);
  return first;
}

void Peers::forget_lost(Instant now) {
  for (std::uint32_t i = 0; i < peers_.size(); ++i)
    if (!was_near(Seat(i), now)) peers_[i].linked_at.reset();
}

}  // namespace fairdeal::node
