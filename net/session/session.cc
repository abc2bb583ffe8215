#include "net/session/session.h"

#include "net/session/impl.h"
#include "net/sockets/clock.h"
#include "proto/codec.h"

namespace fairdeal::session {

using crypto::PublicKey;
using How = Session::Ended::How;

How how_ended(const Error& error) {
  switch (error.fault) {
    case Fault::unknown_version:
    case Fault::unknown_module:
      return How::incompatible;
    case Fault::storage:
    case Fault::in_use:
    case Fault::damaged:
    case Fault::machine:
      return How::failed;
    default:
      return How::violated;
  }
}

namespace {

/// How long members whose connection was lost call each other directly, before they seek each other
/// through relays.
constexpr Duration kSeekAfterLoss{500};

template <class M>
bool is(const Bytes& frame) {
  const auto message = proto::decode_message(frame);
  return message && std::holds_alternative<M>(*message);
}

}  // namespace

// ---- Beginning and end

mesh::Mesh::Handlers Session::Impl::mesh_handlers() {
  mesh::Mesh::Handlers handlers;
  handlers.admit = [weak = weak_from_this()](const PublicKey& peer) {
    const auto self = weak.lock();
    return self && self->admit(peer);
  };
  handlers.on_up = while_alive([](Impl& self, const PublicKey& peer) { self.on_up(peer); });
  handlers.on_down = while_alive(
      [](Impl& self, const PublicKey& peer, const Error& why) { self.on_down(peer, why); });
  handlers.on_frame = while_alive(
      [](Impl& self, const PublicKey& peer, const Bytes& frame) { self.on_frame(peer, frame); });
  handlers.on_refused = while_alive(
      [](Impl& self, const std::string& where, const Error& why) { self.on_refused(where, why); });
  handlers.on_path_message =
      while_alive([](Impl& self, const PublicKey& peer, const proto::PathMessage& message) {
        self.on_path_message(peer, message);
      });
  handlers.on_keep = while_alive([](Impl& self, const PublicKey& peer, meet::PairPart part) {
    self.on_keep(peer, std::move(part));
  });
  handlers.on_path = while_alive(
      [](Impl& self, const PublicKey& peer, channel::Rung rung) { self.on_path(peer, rung); });
  return handlers;
}

void Session::Impl::start() {
  mesh = std::make_unique<mesh::Mesh>(io, config.key.clone(), mesh_handlers());
  workers = std::make_unique<sockets::Workers>(io, config.threads);
  rules = std::make_unique<sockets::Workers>(io, 1);
  drawings = std::make_unique<sockets::Workers>(io, 1);
  watch_machine();
  if (const auto* stored = std::get_if<Stored>(&config.table)) return resume(stored->path);
  auto address = mesh->listen(config.listen);
  for (std::uint16_t i = 1; !address && i < config.ports; ++i)
    if (auto next =
            mesh->listen({config.listen.host, static_cast<std::uint16_t>(config.listen.port + i)}))
      address = next;
  if (!address) return end(How::unreachable, address.error());
  listening = *address;

  if (auto* offer = std::get_if<meet::Offer>(&config.table)) {
    offer->contacts = config.contacts;
    for (const rendezvous::RelaySettings& relay : config.relays)
      offer->relays.push_back(relay.url.text());
    auto lobby = meet::HostLobby::create(std::move(*offer), config.key, config.nickname, rng);
    if (!lobby) return end(How::failed, lobby.error());
    host = *std::move(lobby);
    watcher.on_event(ListeningAt{listening});
    watcher.on_event(host->gathering());
    map_port();
    if (host->formed()) return begin(*host->formed());
    if (config.relays.empty()) return;
    open_rendezvous(config.relays);
    share_box(host->gathering().relays, *host->gathering().lobby_secret, Source::host);
    if (config.token) rendezvous->open_link_box(*config.token);
    rendezvous->open_contact_boxes(config.contacts);
    offer_code();
    return;
  }
  watcher.on_event(ListeningAt{listening});
  if (seeks_at_relay()) open_rendezvous(config.relays);
  seek_host();
}

void Session::Impl::stop() {
  ended = true;
  keep_untold(false);  // if end() was not called, nobody listens any more
  timer.cancel();
  linger.cancel();
  waiting.cancel();
  watching.cancel();
  looking.cancel();
  port_map.reset();
  punching.clear();
  rendezvous.reset();
  mesh.reset();
  workers.reset();
  rules.reset();
  drawings.reset();
}

void Session::Impl::end(How how, std::optional<Error> error) {
  end(Ended{.how = how, .error = std::move(error)});
}

void Session::Impl::end(Ended how) {
  if (ended) return;
  ended = true;
  // This is posted because stop() destroys the Mesh, and end() may run inside one of its handlers.
  asio::post(io, [self = shared_from_this(), how = std::move(how)] {
    self->keep_untold(true);
    self->stop();
    self->watcher.on_event(how);
  });
}

// ---- Gathering

bool Session::Impl::admit(const PublicKey& peer) const {
  if (is_blocked(peer)) return false;
  // While a guest is here, a second program with its identity is not admitted: its connection would
  // replace that of the first.
  if (!node) return !host || !(host->here(peer) || host->visits(peer));
  // A member that sent too many useless frames is not admitted again for a while.
  if (const auto seat = seat_of(peer))
    return sockets::now() >= node->parts().peers.shut_until(*seat);
  // The host admits those who come too late, to tell them so, and those who want to watch.
  return host || watchers;
}

std::optional<Seat> Session::Impl::seat_of(const PublicKey& peer) const {
  const auto& charter = node->table().charter();
  for (std::uint32_t i = 0; i < charter.validators(); ++i)
    if (charter.member(Seat(i)).key == peer) return Seat(i);
  return {};
}

void Session::Impl::on_up(const PublicKey& peer) {
  tell_where(peer);
  punch_if_relayed(peer);
  if (const auto* part = keeping.mine(peer)) mesh->send_keep(peer, *part);
  if (rendezvous) rendezvous->found(peer);
  if (node) {
    const auto seat = seat_of(peer);
    if (!seat && watchers) return;  // it has to say that it wants to watch
    if (!seat) return turn_away(peer);
    unheard.insert(peer);
    if (!severed.has(*seat)) {
      mesh->keep(peer);
      add(node->on_link(*seat, true, sockets::now()));
      watcher.on_event(LinkChanged{*seat, true});
      if (watchers) tell_watchers(*seat);
    }
    return;
  }
  // The host is whoever answers at the address that this guest called. Others who connect before it
  // may be guests who have the signed charter already: they stay until begin() looks at them.
  const bool comes_back = host_silent && host_key == peer;
  if (!comes_back && (!seeks_host() || !(mesh->called(peer) || config.host == peer))) return;
  host_address = mesh->called_at(peer);
  if (std::exchange(host_silent, false)) {
    timer.cancel();
    watcher.on_event(HostSilence{false});
  } else {
    host_key = peer;
    const std::uint16_t port = config.advertise != 0 ? config.advertise : listening.port;
    guest.emplace(config.key, peer, config.nickname, port, config.witness, rng, config.next);
    if (config.look_first) guest->look_first();
  }
  join_host(peer);
}

/// Says to the host that this guest wants to sit down, and by what right.
void Session::Impl::join_host(const PublicKey& peer) {
  if (config.token) guest->prove(*config.token, mesh->link_of(peer));
  const auto* contact = meet::contact_of(config.contacts, peer);
  if (std::holds_alternative<meet::InviteCode>(config.table))
    guest->came_by_code();
  else if (contact != nullptr && !config.token)
    guest->prove(contact->secret, mesh->link_of(peer));
  after_lobby(guest->on_up(), peer);
}

/// Waits for a host that fell silent, whose machine may sleep: the mesh calls it again. What this
/// guest has agreed to stays.
void Session::Impl::await_silent_host(const Error& why) {
  host_silent = true;
  watcher.on_event(HostSilence{true});
  timer.expires_at(time_point(sockets::now() + net::kHostSilentMax));
  timer.async_wait([weak = weak_from_this(), why](error_code cancelled) {
    const auto self = weak.lock();
    if (self && !cancelled && self->host_silent)
      self->end(How::host_gone, Error{Fault::incomplete, {}, describe(why)});
  });
}

void Session::Impl::on_down(const PublicKey& peer, const Error& why) {
  said_to_be.erase(peer);
  punch_if_relayed(peer);
  if (node) {
    if (const auto seat = seat_of(peer); seat && !severed.has(*seat)) {
      add(node->on_link(*seat, false, sockets::now()));
      watcher.on_event(LinkChanged{*seat, false});
      seek_members(kSeekAfterLoss);
    }
    return end_watch(peer);
  }
  keeping.retain([&](const PublicKey& other) { return other != peer; });
  if (host) return after_lobby(host->on_down(peer), peer);
  // The host's program may still be at the end of the last match, where it hangs up on whoever
  // joins; or it had no place any more for a stranger that had not said yet what it wants. The mesh
  // calls again.
  const bool unanswered = host_key == peer && guest && !guest->gathering();
  const bool calls_again = config.next || ++hang_ups < net::kFailedCallsMax;
  if (unanswered && sockets::Address::parse(host_address) && calls_again) {
    guest.reset();
    host_key.reset();
    if (!config.next) await_host(config.reach_max);
    return;
  }
  const bool silent = why.fault == Fault::no_answer && guest && guest->gathering();
  if (host_key == peer && silent && sockets::Address::parse(host_address))
    return await_silent_host(why);
  if (host_key == peer) end(How::host_gone, Error{Fault::incomplete, {}, describe(why)});
}

void Session::Impl::on_refused(const std::string& where, const Error& why) {
  watcher.on_event(PeerRefused{where, why});
  note_failure(where, why);
  if (seeks_host()) on_call_failed(where, why);
}

bool Session::Impl::is_address_of(Seat seat, const std::string& where) const {
  if (seat.value < whereabouts.size() && whereabouts[seat.value] == where) return true;
  const auto said = said_to_be.find(key_of(seat));
  return said != said_to_be.end() && said->second.contains(where);
}

/// Notes why a call failed. Only members' addresses are noted, and these are few.
void Session::Impl::note_failure(const std::string& where, const Error& why) {
  if (!node) return;
  const bool speaks_for_itself = why.fault == Fault::incomplete || why.fault == Fault::no_answer ||
                                 why.fault == Fault::nobody_there;
  for (std::uint32_t i = 0; i < node->table().charter().validators(); ++i)
    if (is_address_of(Seat(i), where))
      last_failures[where] = {speaks_for_itself ? why.about : describe(why), sockets::now()};
}

void Session::Impl::on_frame(const PublicKey& peer, const Bytes& frame) {
  if (ended) return;
  if (!node) return lobby_frame(peer, frame);
  if (const auto seat = seat_of(peer)) {
    // A member that plays does not join: this is another program with its identity.
    const bool first = unheard.erase(peer) > 0;
    if (host && first && is<proto::Join>(frame)) return turn_away(peer);
    if (!severed.has(*seat)) node_frame(*seat, frame);
    return;
  }
  if (watchers) return stranger_frame(peer, frame);
  turn_away(peer);
}

void Session::Impl::turn_away(const PublicKey& guest_too_late) {
  mesh->send(guest_too_late,
             meet::HostLobby::refusal(proto::Refusal::started, "the game has begun"));
  mesh->drop(guest_too_late, Error{Fault::not_wanted, {}, "a guest after the beginning"});
}

void Session::Impl::lobby_frame(const PublicKey& peer, const Bytes& frame) {
  if (host && is<proto::Watch>(frame)) {
    mesh->send(peer,
               meet::HostLobby::refusal(proto::Refusal::not_begun, "the table has not begun yet"));
    return mesh->drop(peer, {Fault::not_wanted, {}, "somebody who wants to watch"});
  }
  if (host)
    return after_lobby(
        host->on_frame(peer, {mesh->host_of(peer), mesh->link_of(peer)}, frame, sockets::now()),
        peer);
  if (guest && peer == host_key) return after_lobby(guest->on_frame(frame), peer);
  // The frame is from a member that has begun before this one. It is dropped: once this member has
  // begun, too, it asks for what it lacks.
}

void Session::Impl::after_lobby(Result<meet::LobbyEffects> effects, const PublicKey& peer) {
  if (!effects) {
    if (host) {
      const std::string nickname = host->nickname(peer);
      watcher.on_event(
          PeerRefused{nickname.empty() ? mesh->host_of(peer) : nickname, effects.error()});
      const bool full = effects.error().fault == Fault::too_large;
      mesh->send(peer,
                 meet::HostLobby::refusal(full ? proto::Refusal::full : proto::Refusal::not_welcome,
                                          effects.error().about));
      return mesh->drop(peer, effects.error());
    }
    const auto refused = guest->refused();
    if (!refused) decline(describe(effects.error()));
    return end(refused == proto::Refusal::not_invited           ? How::not_invited
               : refused == proto::Refusal::kicked              ? How::kicked
               : refused == proto::Refusal::full                ? How::table_full
               : refused                                        ? How::refused
               : effects.error().fault == Fault::bad_parameters ? How::bad_terms
                                                                : how_ended(effects.error()),
               effects.error());
  }
  if (host && (host->here(peer) || host->visits(peer))) mesh->keep(peer);
  perform(*effects);
}

void Session::Impl::perform(const meet::LobbyEffects& effects) {
  for (const auto& [to, frame] : effects.outgoing) mesh->send(to, frame);
  for (const PublicKey& peer : effects.hang_up)
    mesh->drop(peer, Error{Fault::not_wanted, {}, "sent away by the host"});
  for (const auto& news : effects.news) watcher.on_event(news);
  const auto& gathering = host ? std::optional(host->gathering()) : guest->gathering();
  if (effects.changed && gathering && gathering->lobby_secret)
    share_box(gathering->relays, *gathering->lobby_secret, Source::host);
  if (effects.changed && gathering) watcher.on_event(*gathering);
  if (ended) return;
  if (const auto& formed = host ? host->formed() : guest->formed()) return begin(*formed);
  if (!host) return;
  arm_lobby();
  offer_code();
}

void Session::Impl::arm_lobby() {
  const Instant due = host->deadline();
  if (due == never()) {
    timer.cancel();
    return;
  }
  timer.expires_at(time_point(due));
  timer.async_wait([weak = weak_from_this()](error_code cancelled) {
    const auto self = weak.lock();
    if (cancelled || !self || self->ended || self->node) return;
    self->perform(self->host->on_time(sockets::now()));
  });
}

Result<> Session::Impl::told_lobby(Result<meet::LobbyEffects> effects) {
  FD_TRY(const auto told, std::move(effects));
  perform(told);
  return {};
}

void Session::Impl::decline(const std::string& why) {
  if (guest && !node)
    mesh->send(*host_key, meet::HostLobby::refusal(proto::Refusal::not_welcome, why));
}

}  // namespace fairdeal::session
