#include "net/session/session.h"

#include "net/session/impl.h"

namespace fairdeal::session {

using crypto::PublicKey;
using How = Session::Ended::How;

// ---- Beginning and end

mesh::Mesh::Handlers Session::Impl::mesh_handlers() {
  mesh::Mesh::Handlers handlers;
  handlers.admit = [weak = weak_from_this()](const PublicKey& peer) {
    const auto self = weak.lock();
    return self && self->member && self->member->admits(peer, sockets::now());
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
  const auto address = listen(config.listen, config.ports);
  if (!address) return end(How::unreachable, address.error());
  listening = *address;
  make_member();
  if (auto* offer = std::get_if<meet::Offer>(&config.table)) return open_host(*offer);
  watcher.on_event(ListeningAt{listening});
  if (ended) return;
  if (seeks_at_relay()) open_rendezvous(config.relays);
  perform(member->seek(sockets::now()));
}

Result<sockets::Address> Session::Impl::listen(const sockets::Address& at, std::uint16_t ports) {
  // A port that does not serve is free from here on.
  if (auto held = std::exchange(config.port, {}); held && held->serves(at, ports))
    return mesh->listen_on(*std::move(held));
  auto address = mesh->listen(at);
  for (std::uint16_t i = 1; !address && i < ports && at.port <= 0xFFFF - i; ++i)
    if (auto next = mesh->listen({at.host, static_cast<std::uint16_t>(at.port + i), at.scheme}))
      address = next;
  return address;
}

void Session::Impl::stop() {
  ended = true;
  if (mesh && config.holds_port) config.port = mesh->hold_port();
  keep_untold(false);  // if end() was not called, nobody listens any more
  queued.clear();
  timer.cancel();
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

// ---- Connections

party::Path Session::Impl::path_to(const PublicKey& peer) const {
  return {.link = mesh->link_of(peer),
          .host = mesh->host_of(peer),
          .called_at = mesh->called_at(peer),
          .called = mesh->called(peer)};
}

void Session::Impl::on_up(const PublicKey& peer) {
  greet(peer);
  if (ended) return;
  perform(member->on_up(peer, path_to(peer), sockets::now()));
}

void Session::Impl::greet(const PublicKey& peer) {
  tell_where(peer);
  punch_if_relayed(peer);
  if (ended) return;
  if (const auto* part = keeping.mine(peer)) mesh->send_keep(peer, *part);
  if (rendezvous) rendezvous->found(peer);
}

void Session::Impl::on_down(const PublicKey& peer, const Error& why) {
  said_to_be.erase(peer);
  punch_if_relayed(peer);
  if (ended) return;
  if (node() == nullptr) keeping.retain([&](const PublicKey& other) { return other != peer; });
  perform(member->on_down(peer, why, sockets::now()));
}

void Session::Impl::on_frame(const PublicKey& peer, const Bytes& frame) {
  perform(member->on_frame(peer, path_to(peer), frame, sockets::now()));
}

void Session::Impl::on_refused(const std::string& where, const Error& why) {
  note_failure(where, why);
  if (rendezvous) member->on_relays(rendezvous->trouble());
  perform(member->on_refused(where, why));
}

}  // namespace fairdeal::session
