#include <algorithm>

#include "net/session/impl.h"
#include "net/sockets/clock.h"
#include "net/sockets/lan.h"
#include "net/sockets/stream.h"

/// How a session moves members who are reached through a relay to better paths.

namespace fairdeal::session {

using crypto::PublicKey;

namespace {

/// How many addresses this member tells of itself; they fit into one message.
constexpr std::size_t kToldMax = 8;

/// The same for addresses that peers name and for reflectors that relays name.
bool is_called(const sockets::Address& address) {
  return sockets::is_worth_a_call(address, sockets::lan_interfaces());
}

}  // namespace

void Session::Impl::tell_where(const PublicKey& peer) {
  if (mesh->rung_of(peer) != channel::Rung::relayed || !member->is_trusted(peer)) return;
  map_port();
  proto::Where where;
  for (const sockets::Address& address : own_addresses()) {
    const auto reach = sockets::reach_of(address.host);
    const bool useful = reach && *reach != sockets::Reach::machine && where.at.size() < kToldMax;
    const auto rung = static_cast<std::uint32_t>(
        reach == sockets::Reach::anywhere ? channel::Rung::direct : channel::Rung::lan);
    if (useful) where.at.push_back({.address = address.text(), .rung = rung});
  }
  if (!where.at.empty()) mesh->send_path(peer, where);
}

void Session::Impl::on_path_message(const PublicKey& peer, const proto::PathMessage& message) {
  if (const auto* where = std::get_if<proto::Where>(&message)) return on_where(peer, *where);
  const auto it = punching.find(peer);
  if (it != punching.end()) perform(peer, it->second.attempts.on_message(message, sockets::now()));
}

void Session::Impl::on_where(const PublicKey& peer, const proto::Where& where) {
  if (!member->is_trusted(peer) || mesh->rung_of(peer) != channel::Rung::relayed) return;
  std::set<std::string>& of_peer = said_to_be[peer];
  for (const proto::Candidate& candidate : where.at) {
    // The addresses of one peer are few, so that it cannot make this member call all the world.
    const auto address = sockets::Address::parse(candidate.address);
    const bool known = of_peer.contains(candidate.address);
    if (!known && (of_peer.size() >= proto::kCandidatesMax || !address || !is_called(*address)))
      continue;
    of_peer.insert(candidate.address);
    mesh->keep_calling(*address, peer, mesh::Mesh::Patience::short_);
  }
}

void Session::Impl::on_path(const PublicKey& peer, channel::Rung rung) {
  punch_if_relayed(peer);
  if (const auto seat = seat_of(peer)) watcher.on_event(PathChanged{*seat, rung});
}

bool Session::Impl::is_address_of(Seat seat, const std::string& where) const {
  const auto& addresses = member->addresses();
  if (seat.value < addresses.size() && addresses[seat.value] == where) return true;
  const auto said = said_to_be.find(key_of(seat));
  return said != said_to_be.end() && said->second.contains(where);
}

/// Notes why a call failed. Only members' addresses are noted, and these are few.
void Session::Impl::note_failure(const std::string& where, const Error& why) {
  if (node() == nullptr) return;
  const bool speaks_for_itself = why.fault == Fault::incomplete || why.fault == Fault::no_answer ||
                                 why.fault == Fault::nobody_there;
  for (std::uint32_t i = 0; i < node()->table().charter().validators(); ++i)
    if (is_address_of(Seat(i), where))
      last_failures[where] = {speaks_for_itself ? why.about : describe(why), sockets::now()};
}

// ---- Punching

/// A host admits no second connection of a guest before the table has begun, so members alone try.
void Session::Impl::punch_if_relayed(const PublicKey& peer) {
  if (!seat_of(peer)) return;
  const PublicKey& me = config.key.public_key();
  const auto place = punching.try_emplace(
      peer,
      Punching{.attempts = reach::PunchAttempts(me < peer ? reach::PunchAttempts::Role::starts
                                                          : reach::PunchAttempts::Role::answers,
                                                is_called, rng),
               .timer = asio::steady_timer(io)});
  reach::PunchAttempts& attempts = place.first->second.attempts;
  if (mesh->rung_of(peer) != channel::Rung::relayed) return perform(peer, attempts.on_settled());
  attempts.on_relayed(sockets::now());
  perform(peer, {});
}

void Session::Impl::perform(const PublicKey& peer, const reach::PunchAttempts::Effects& effects) {
  for (const reach::PunchAttempts::Effect& effect : effects) {
    std::visit([&](const auto& it) { apply(peer, it); }, effect);
    if (ended) return;  // the watcher has stopped the session
  }
  Punching& it = punching.at(peer);
  const Instant due = it.attempts.deadline();
  if (due == never()) {
    it.timer.cancel();
    return;
  }
  it.timer.expires_at(time_point(due));
  it.timer.async_wait([weak = weak_from_this(), peer](error_code cancelled) {
    const auto self = weak.lock();
    if (cancelled || !self || self->ended) return;
    self->perform(peer, self->punching.at(peer).attempts.on_time(sockets::now()));
  });
}

void Session::Impl::apply(const PublicKey& peer, const reach::PunchAttempts::Reflect& it) {
  reach::Reflection::Question question{.may_be_called = is_called};
  if (rendezvous) question.reflectors = rendezvous->reflectors();
  if (it.v6) question.family = *it.v6 ? reach::IpFamily::v6 : reach::IpFamily::v4;
  reach::PunchPort::Handlers handlers;
  handlers.on_reflected =
      while_alive([peer](Impl& self, const std::optional<reach::PunchAttempts::Seen>& seen) {
        self.perform(peer, self.punching.at(peer).attempts.on_reflected(seen, sockets::now()));
      });
  handlers.on_stream = while_alive([peer](Impl& self, std::unique_ptr<sockets::Stream> stream,
                                          std::string where) {
    const bool dials = self.config.key.public_key() < peer;
    self.mesh->add_stream(std::move(stream), std::move(where), peer, dials, channel::Rung::punched);
  });
  punching.at(peer).port =
      std::make_unique<reach::PunchPort>(io, std::move(question), rng, std::move(handlers));
}

void Session::Impl::apply(const PublicKey& peer, const reach::PunchAttempts::Say& it) {
  mesh->send_path(peer, it.message);
}

void Session::Impl::apply(const PublicKey& peer, const reach::PunchAttempts::Call& it) {
  punching.at(peer).port->call(it.at);
}

void Session::Impl::apply(const PublicKey& peer, const reach::PunchAttempts::Close&) {
  punching.at(peer).port.reset();
}

void Session::Impl::apply(const PublicKey& peer, const reach::PunchAttempts::Tell& it) {
  watcher.on_event(OnlyRelayed{*seat_of(peer), it.why});
}

}  // namespace fairdeal::session
