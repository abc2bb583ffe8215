#include <utility>

#include "base/overloaded.h"
#include "net/mesh/mesh_impl.h"
#include "net/sockets/clock.h"

/// The connections of a Mesh, from the first byte of each to its end.

namespace fairdeal::mesh {
namespace {

constexpr const char* kHungUp =
    "the other end hung up once it knew who called: a program with this identity is there "
    "already, or none is wanted";

}  // namespace

using crypto::PublicKey;

void Mesh::Impl::add_direct(const sockets::Transport& transport,
                            std::unique_ptr<sockets::Stream> stream, std::string where,
                            Known* called, sockets::HalfOpen::Permit permit) {
  auto channel =
      called ? channel::Channel::dial(me, called->expected, rng, sockets::now(), config.channel)
             : channel::Channel::answer(me, rng, sockets::now(), config.channel);
  const channel::Rung rung = transport.rung(*stream);
  add(std::move(stream), std::move(channel),
      {.where = std::move(where), .called = called, .rung = rung, .permit = std::move(permit)});
}

void Mesh::Impl::add(std::unique_ptr<sockets::Stream> stream, channel::Channel channel,
                     Connection connection) {
  const Number number = next_number++;
  const auto on_event = [weak = weak_from_this(), number](channel::Channel::Event& event) {
    if (const auto self = weak.lock()) self->on_event(number, event);
  };
  const auto ended = [weak = weak_from_this(), number](const Error& why) {
    if (const auto self = weak.lock()) self->on_end(number, why);
  };
  connection.ip = stream->remote_ip();
  connection.begun = sockets::now();
  auto link = std::make_shared<Link>(std::move(stream), std::move(channel),
                                     Link::Handlers{.on_event = on_event, .on_end = ended});
  if (connection.permit)
    connection.permit->on_evicted = [link] {
      link->end(unwanted("a newer connection took its place"));
    };
  connection.link = link;
  connections.emplace(number, std::move(connection));
  link->start();
}

void Mesh::Impl::on_event(Number number, channel::Channel::Event& event) {
  if (const auto* established = std::get_if<channel::Channel::Established>(&event))
    return on_established(number, *established);
  // A copy, because a handler may end the connection.
  const PublicKey peer = connections.at(number).peer.value();
  PeerLinks& links = peers.at(peer).links;
  std::visit(
      Overloaded{
          [&](const channel::Channel::Welcomed& it) {
            perform(peer, links.on_welcomed(number, it.replaces, sockets::now()));
          },
          [&](const channel::Channel::Opened& it) {
            perform(peer, links.on_opened(number, it.replaces, sockets::now()));
          },
          [&](channel::Channel::Frame& frame) { handlers.on_frame(peer, std::move(frame.bytes)); },
          [&](const channel::Channel::PathNews& news) { on_path_news(number, news.bytes); },
          [&](channel::Channel::KeepNews& news) {
            if (handlers.on_keep) handlers.on_keep(peer, std::move(news.part));
          },
          [&](const channel::Channel::HandedOver&) { perform(peer, links.on_handed_over(number)); },
          [](const auto&) {},  // Established, above; Refused, which Link handles by ending
      },
      event);
}

void Mesh::Impl::on_established(Number number, const channel::Channel::Established& established) {
  const PublicKey& peer = established.peer;
  Connection& connection = connections.at(number);
  if (connection.called != nullptr) connection.called->identity = peer;
  if (peer == me.public_key())
    return connection.link->end(unwanted("the other end has this same identity"));
  if (connection.expected && *connection.expected != peer)
    return connection.link->end(
        {.fault = Fault::other_identity,
         .about = "identity " + peer.hex() + " came instead of " + connection.expected->hex()});
  if (!handlers.admit(peer)) {
    connection.known_elsewhere = up(peer) != nullptr;
    return connection.link->end(unwanted("identity " + peer.hex()));
  }
  connection.peer = peer;
  const auto place = peers.try_emplace(
      peer, Peer{.links = PeerLinks(me.public_key() < peer, config.twin_age, config.handover_max)});
  perform(peer,
          place.first->second.links.on_established(number, established.link, connection.rung));
}

void Mesh::Impl::on_path_news(Number number, ByteSpan bytes) {
  const Connection& connection = connections.at(number);
  const auto message = proto::decode_path(bytes);
  if (!message) return connection.link->end(message.error());
  if (handlers.on_path_message) handlers.on_path_message(connection.peer.value(), *message);
}

void Mesh::Impl::perform(const PublicKey& peer, const PeerLinks::Effects& effects) {
  for (const PeerLinks::Effect& effect : effects) {
    if (stopped) return;
    std::visit([&](const auto& it) { apply(peer, it); }, effect);
  }
  if (!stopped) arm(peer);
}

void Mesh::Impl::apply(const PublicKey&, const PeerLinks::SayWelcome& it) {
  connections.at(it.link).link->welcome(it.replaces);
}

void Mesh::Impl::apply(const PublicKey&, const PeerLinks::RefuseLink& it) {
  connections.at(it.link).link->end(it.why);
}

void Mesh::Impl::apply(const PublicKey& peer, const PeerLinks::SendHandover& it) {
  const Connection& old = connections.at(it.link);
  old.link->hand_over();
  // A stranger stays one.
  const Number number = peers.at(peer).links.current().value();
  if (old.permit || old.stranger) {
    connections.at(number).stranger = true;
    limit_stay(number);
  } else {
    connections.at(number).permit.reset();
    connections.at(number).stranger = false;
  }
}

void Mesh::Impl::apply(const PublicKey&, const PeerLinks::FinishLink& it) {
  const auto link = connections.extract(it.link).mapped().link;
  link->finish();
  std::erase_if(finishing, [](const auto& weak) { return weak.expired(); });
  finishing.push_back(link);
}

void Mesh::Impl::apply(const PublicKey&, const PeerLinks::CloseLink& it) {
  connections.extract(it.link).mapped().link->close();
}

void Mesh::Impl::apply(const PublicKey&, const PeerLinks::ReleaseLink& it) {
  connections.at(it.link).link->release();
}

void Mesh::Impl::apply(const PublicKey& peer, const PeerLinks::Up&) {
  Peer& it = peers.at(peer);
  const Number number = it.links.current().value();
  it.up = true;
  it.came_by = it.links.id_of(number);
  if (connections.at(number).permit || connections.at(number).stranger) limit_stay(number);
  rest_if_settled(peer);
  handlers.on_up(peer);
}

void Mesh::Impl::apply(const PublicKey& peer, const PeerLinks::Down& it) {
  Peer& gone = peers.at(peer);
  gone.up = false;
  if (!gone.links.current()) call_again(peer);
  handlers.on_down(peer, it.why);
}

void Mesh::Impl::apply(const PublicKey& peer, const PeerLinks::Moved& it) {
  rest_if_settled(peer);
  if (handlers.on_path) handlers.on_path(peer, it.rung);
}

void Mesh::Impl::arm(const PublicKey& peer) {
  const auto place = peers.find(peer);
  if (place == peers.end()) return;
  if (place->second.links.empty()) {
    peers.erase(place);
    return;
  }
  const Instant due = place->second.links.deadline();
  auto& timer = place->second.timer;
  if (due == never()) return timer.reset();
  timer = std::make_unique<asio::steady_timer>(io, time_point(due));
  timer->async_wait([weak = weak_from_this(), peer](error_code cancelled) {
    const auto self = weak.lock();
    if (cancelled || !self) return;
    const auto it = self->peers.find(peer);
    if (it != self->peers.end()) self->perform(peer, it->second.links.on_time(sockets::now()));
  });
}

void Mesh::Impl::limit_stay(Number number) {
  auto& patience = connections.at(number).patience;
  patience =
      std::make_unique<asio::steady_timer>(io, time_point(sockets::now() + config.stranger_max));
  patience->async_wait([weak = weak_from_this(), number](error_code cancelled) {
    const auto self = weak.lock();
    if (cancelled || !self) return;
    const auto stranger = self->connections.find(number);
    if (stranger != self->connections.end() &&
        (stranger->second.permit || stranger->second.stranger))
      stranger->second.link->end(unwanted("a stranger that wants nothing"));
  });
}

void Mesh::Impl::on_end(Number number, const Error& why) {
  const auto node = connections.extract(number);
  if (!node) return;
  const Connection& ended = node.mapped();
  if (ended.peer) {
    const auto effects = peers.at(*ended.peer).links.on_end(number, why);
    if (effects.empty())
      arm(*ended.peer);
    else
      return perform(*ended.peer, effects);
  }
  for (auto& [address, entry] : known) {
    const bool called = &entry == ended.called;
    const bool concerned = called || (ended.peer && entry.identity == ended.peer);
    if (!concerned || settled(entry)) continue;
    entry.dialer->call();
    if (called) unanswered(entry);
  }
  if (ended.permit && ended.permit->evicted)
    return;  // strangers that push each other out are not reported: there may be very many
  const bool second = ended.peer ? up(*ended.peer) != nullptr : ended.known_elsewhere;
  if (second) return;
  const bool hung_up = ended.peer && why.fault == Fault::incomplete;
  handlers.on_refused(ended.where,
                      hung_up ? Error{.fault = Fault::hung_up, .about = kHungUp} : why);
}

}  // namespace fairdeal::mesh
