#include "net/session.h"

#include <filesystem>

#include "base/check.h"
#include "net/clock.h"
#include "net/session_impl.h"
#include "net/whereabouts.h"

namespace fairdeal::net {

using crypto::PublicKey;
using How = Session::Ended::How;
using runtime::Put;

How how_ended(const Error& error) {
  switch (error.fault) {
    case Fault::unknown_version:
    case Fault::unknown_module:
      return How::incompatible;
    case Fault::storage:
    case Fault::damaged:
      return How::failed;
    default:
      return How::violated;
  }
}

namespace {

/// Returns whether this member may call an address that the host named. It must be a literal IP
/// address, and either public or of the same reach as the one at which the host was called.
/// Otherwise a host could make its guests call machines inside their own networks, behind their
/// firewalls. How often they call a public address is limited by kUnansweredMax.
bool may_be_called(const std::string& text, std::optional<Reach> host) {
  const auto address = Address::parse(text);
  const auto reach = address ? reach_of(address->host) : std::nullopt;
  return reach && (reach == Reach::anywhere || reach == host);
}

}  // namespace

// ---- Beginning and end

void Session::Impl::start() {
  const auto weak = weak_from_this();
  Mesh::Handlers handlers;
  handlers.admit = [weak](const PublicKey& peer) {
    return !weak.expired() && weak.lock()->admit(peer);
  };
  handlers.on_up = [weak](const PublicKey& peer) {
    if (const auto self = weak.lock()) self->on_up(peer);
  };
  handlers.on_down = [weak](const PublicKey& peer, const Error& why) {
    if (const auto self = weak.lock()) self->on_down(peer, why);
  };
  handlers.on_frame = [weak](const PublicKey& peer, const Bytes& frame) {
    if (const auto self = weak.lock()) self->on_frame(peer, frame);
  };
  handlers.on_refused = [weak](const std::string& where, const Error& why) {
    if (const auto self = weak.lock()) self->on_refused(where, why);
  };
  mesh = std::make_unique<Mesh>(io, config.key.clone(), std::move(handlers));
  workers = std::make_unique<Workers>(io, config.threads);
  if (const auto* stored = std::get_if<Stored>(&config.table)) return resume(stored->path);
  auto address = mesh->listen(config.listen);
  for (std::uint16_t i = 1; !address && i < config.ports; ++i)
    if (auto next =
            mesh->listen({config.listen.host, static_cast<std::uint16_t>(config.listen.port + i)}))
      address = next;
  if (!address) return end(How::unreachable, address.error());
  listening = *address;

  if (auto* offer = std::get_if<runtime::Offer>(&config.table)) {
    auto lobby = runtime::HostLobby::create(std::move(*offer), config.key, config.nickname, rng);
    if (!lobby) return end(How::failed, lobby.error());
    host = *std::move(lobby);
    watcher.on_listening(listening);
    watcher.on_gathering(host->gathering());
    if (host->formed()) begin(*host->formed());
    return;
  }
  watcher.on_listening(listening);
  mesh->keep_calling(std::get<Address>(config.table), config.host);
  for (const Address& other : config.also) mesh->keep_calling(other, config.host);
  timer.expires_at(time_point(now() + config.reach_max));
  timer.async_wait([weak](error_code error) {
    const auto self = weak.lock();
    if (!self || error || !self->seeks_host()) return;
    if (self->other_host) return self->end(How::other_host, self->other_host);
    self->end(How::unreachable, Error{Fault::incomplete, {}, self->no_answer});
  });
}

void Session::Impl::stop() {
  ended = true;
  timer.cancel();
  linger.cancel();
  waiting.cancel();
  mesh.reset();
  workers.reset();
}

void Session::Impl::end(How how, std::optional<Error> error) {
  if (ended) return;
  ended = true;
  // This is posted because stop() destroys the Mesh, and end() may run inside one of its handlers.
  asio::post(io, [self = shared_from_this(), how, error = std::move(error)] {
    self->stop();
    self->watcher.on_ended({how, error});
  });
}

// ---- Gathering

bool Session::Impl::admit(const PublicKey& peer) const {
  // While a guest is here, a second program with its identity is not admitted: its connection would
  // replace that of the first.
  if (!node) return !host || !(host->here(peer) || host->visits(peer));
  // A member that sent too many useless frames is not admitted again for a while.
  if (const auto seat = seat_of(peer)) return now() >= node->parts().peers.shut_until(*seat);
  return host.has_value();  // the host admits those who come too late, to tell them so
}

std::optional<Seat> Session::Impl::seat_of(const PublicKey& peer) const {
  const auto& charter = node->table().charter();
  for (std::uint32_t i = 0; i < charter.validators(); ++i)
    if (charter.member(Seat(i)).key == peer) return Seat(i);
  return {};
}

void Session::Impl::on_up(const PublicKey& peer) {
  if (node) {
    const auto seat = seat_of(peer);
    if (!seat) return turn_away(peer);
    if (!severed.has(*seat)) {
      mesh->keep(peer);
      add(node->on_link(*seat, true, now()));
      watcher.on_link(*seat, true, *node);
    }
    return;
  }
  // The host is whoever answers at the address that this guest called. Others who connect before it
  // may be guests who have the signed charter already: they stay until begin() looks at them.
  if (!seeks_host() || !mesh->called(peer)) return;
  host_key = peer;
  host_address = mesh->called_at(peer);
  const std::uint16_t port = config.advertise != 0 ? config.advertise : listening.port;
  guest.emplace(config.key, peer, config.nickname, port, config.witness, rng, config.next);
  if (config.token) guest->prove(*config.token, mesh->link_of(peer));
  if (config.look_first) guest->look_first();
  after_lobby(guest->on_up(), peer);
}

void Session::Impl::on_down(const PublicKey& peer, const Error& why) {
  if (node) {
    if (const auto seat = seat_of(peer); seat && !severed.has(*seat)) {
      add(node->on_link(*seat, false, now()));
      watcher.on_link(*seat, false, *node);
    }
    return;
  }
  if (host) return after_lobby(host->on_down(peer), peer);
  // The host's program may still be at the end of the last match, where it hangs up on whoever
  // joins. The mesh calls again, until the host offers the next match.
  if (host_key == peer && config.next && guest && !guest->gathering()) {
    guest.reset();
    host_key.reset();
    return;
  }
  if (host_key == peer)
    end(How::unreachable, Error{Fault::incomplete, {}, "the host is gone: " + describe(why)});
}

void Session::Impl::on_refused(const std::string& where, const Error& why) {
  watcher.on_refused(where, why);
  if (!seeks_host()) return;
  const bool called = where == std::get<Address>(config.table).text() ||
                      std::ranges::count(config.also, where, &Address::text) > 0;
  if (!called) return;
  const int failed = ++failed_calls[where];
  no_answer = "no answer from " + where + " to " + std::to_string(failed) +
              (failed == 1 ? " call, " : " calls, ") + why.about;
  if (why.fault == Fault::unknown_version) end(How::incompatible, why);
  // In another network, another program may have one of the addresses in a host's link. So this
  // guest goes on to call the others.
  const bool is_other = why.about.find(kAnswersInsteadOf) != std::string::npos;
  if (is_other && config.token)
    other_host = why;
  else if (why.fault == Fault::not_wanted && config.also.empty())
    end(How::refused, why);
  else if (why.fault == Fault::not_wanted)
    hung_up = why;  // perhaps no refusal: of several connections a host keeps one
  const bool all_failed =
      failed_calls.size() == 1 + config.also.size() &&
      std::ranges::all_of(failed_calls, [](const auto& a) { return a.second >= kFailedCallsMax; });
  if (!all_failed || config.next) return;  // the next match's host may take a while to begin
  if (other_host) return end(How::other_host, other_host);
  if (hung_up) return end(How::refused, hung_up);
  end(How::unreachable, Error{Fault::incomplete, {}, no_answer});
}

void Session::Impl::on_frame(const PublicKey& peer, const Bytes& frame) {
  if (ended) return;
  if (!node) return lobby_frame(peer, frame);
  if (const auto seat = seat_of(peer)) {
    if (!severed.has(*seat)) node_frame(*seat, frame);
    return;
  }
  turn_away(peer);
}

void Session::Impl::turn_away(const PublicKey& guest_too_late) {
  mesh->send(guest_too_late,
             runtime::HostLobby::refusal(proto::Refusal::started, "the game has begun"));
  mesh->drop(guest_too_late, Error{Fault::not_wanted, {}, "a guest after the beginning"});
}

void Session::Impl::lobby_frame(const PublicKey& peer, const Bytes& frame) {
  if (host)
    return after_lobby(
        host->on_frame(peer, {mesh->host_of(peer), mesh->link_of(peer)}, frame, now()), peer);
  if (guest && peer == host_key) return after_lobby(guest->on_frame(frame), peer);
  // The frame is from a member that has begun before this one. It is dropped: once this member has
  // begun, too, it asks for what it lacks.
}

void Session::Impl::after_lobby(Result<runtime::LobbyEffects> effects, const PublicKey& peer) {
  if (!effects) {
    if (host) {
      const std::string nickname = host->nickname(peer);
      watcher.on_refused(nickname.empty() ? mesh->host_of(peer) : nickname, effects.error());
      mesh->send(peer, runtime::HostLobby::refusal(proto::Refusal::full, effects.error().about));
      return mesh->drop(peer, effects.error());
    }
    const auto refused = guest->refused();
    if (!refused) decline(describe(effects.error()));
    return end(refused == proto::Refusal::not_invited           ? How::not_invited
               : refused == proto::Refusal::kicked              ? How::kicked
               : refused                                        ? How::refused
               : effects.error().fault == Fault::bad_parameters ? How::bad_terms
                                                                : how_ended(effects.error()),
               effects.error());
  }
  if (host && (host->here(peer) || host->visits(peer))) mesh->keep(peer);
  perform(*effects);
}

void Session::Impl::perform(const runtime::LobbyEffects& effects) {
  for (const auto& [to, frame] : effects.outgoing) mesh->send(to, frame);
  for (const PublicKey& peer : effects.hang_up)
    mesh->drop(peer, Error{Fault::not_wanted, {}, "sent away by the host"});
  for (const auto& news : effects.news) watcher.on_lobby(news);
  const auto& gathering = host ? std::optional(host->gathering()) : guest->gathering();
  if (effects.changed && gathering) watcher.on_gathering(*gathering);
  if (ended) return;
  if (const auto& formed = host ? host->formed() : guest->formed()) return begin(*formed);
  if (host) arm_lobby();
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
    self->perform(self->host->on_time(now()));
  });
}

Result<> Session::Impl::told_lobby(Result<runtime::LobbyEffects> effects) {
  FD_TRY(const auto told, std::move(effects));
  perform(told);
  return {};
}

void Session::Impl::decline(const std::string& why) {
  if (guest && !node)
    mesh->send(*host_key, runtime::HostLobby::refusal(proto::Refusal::not_welcome, why));
}

void Session::Impl::begin(const runtime::Formed& formed) {
  timer.cancel();
  auto opened = runtime::Node::create(
      {std::make_shared<const proto::SignedCharter>(formed.charter), formed.me, config.key.clone()},
      rng);
  if (!opened) return end(how_ended(opened.error()), opened.error());
  // Several members of a table may share a folder, so the name holds the seat.
  const std::string name =
      opened->table().id().hex().substr(0, 16) + "-seat-" + std::to_string(formed.me.value);
  const auto path = std::filesystem::path(config.folder) / name;
  store_path = path.string() + ".db";
  auto kept = runtime::Store::open(store_path);
  if (!kept) return end(How::failed, kept.error());
  store = *std::move(kept);
  if (const auto file = open_transcript(path.string() + ".fdt"); !file)
    return end(How::failed, file.error());

  node = *std::move(opened);
  watcher.on_begin(*node);
  add(node->start(now()));
  Whereabouts where{listening.text(), formed.addresses};
  if (host_key) {
    const auto from = reach_of(mesh->host_of(*host_key));
    for (std::string& address : where.addresses)
      if (!may_be_called(address, from)) address.clear();
    // The host does not say where it can be called: this member has called it there.
    where.host = *seat_of(*host_key);
    where.addresses[where.host->value] = host_address;
  }
  whereabouts = where.addresses;
  pending.store.push_back({runtime::kept::Whereabouts{}, where.encode()});
  for (const PublicKey& peer : mesh->peers()) on_up(peer);
  // From now on every other identity is refused at the host's address, even if this guest joined
  // without knowing the host's key.
  if (const auto address = Address::parse(host_address); address && host_key)
    mesh->keep_calling(*address, host_key);
  // Each member calls those who sit before it, so that of two members just one calls. The host need
  // not be called: it is connected to all.
  call(where.host, [&](Seat seat) { return seat < formed.me; });
}

Result<> Session::Impl::open_transcript(const std::string& path) {
  FD_TRY(auto file, TranscriptFile::create(config.transcript.empty() ? path : config.transcript));
  transcript.emplace(std::move(file));
  return {};
}

void Session::Impl::call(std::optional<Seat> by, const std::function<bool(Seat)>& calls) {
  std::vector<std::string> hosts;
  for (const std::string& text : whereabouts)
    if (const auto address = Address::parse(text)) hosts.push_back(address->host);
  mesh->expect_from(hosts);
  for (std::uint32_t i = 0; i < whereabouts.size(); ++i) {
    const auto address = Address::parse(whereabouts[i]);
    const bool by_hearsay = by && by != Seat(i);
    if (address && calls(Seat(i)))
      mesh->keep_calling(*address, key_of(Seat(i)),
                         by_hearsay ? Mesh::Patience::short_ : Mesh::Patience::endless);
  }
}

/// Continues a stored table. It listens where it did before, if that port is free, because the
/// others call it there; and it calls all of them, because it may be somewhere else now.
void Session::Impl::resume(const std::string& path) {
  store_path = path;
  auto kept = runtime::Store::open(path, runtime::Store::Missing::refuse);
  if (!kept) return end(How::failed, kept.error());
  store = *std::move(kept);
  const auto stored = store->load();
  if (!stored) return end(How::failed, stored.error());
  const auto remembered = remember(*stored, config.key.public_key());
  if (!remembered) return end(How::failed, remembered.error());
  auto resumed = runtime::Node::resume({remembered->charter, remembered->me, config.key.clone()},
                                       *stored, rng);
  if (!resumed) return end(How::failed, resumed.error());

  const auto before = Address::parse(remembered->where.listening);
  auto address = mesh->listen(before ? *before : config.listen);
  if (!address) address = mesh->listen(config.listen);
  if (!address) return end(How::unreachable, address.error());
  listening = *address;
  std::filesystem::path beside = path;
  if (const auto file = open_transcript(beside.replace_extension(".fdt").string()); !file)
    return end(How::failed, file.error());
  node = *std::move(resumed);
  // The transcript gets the records up to the first that is missing. The rest follow in their
  // order, once the others have sent that one.
  for (const Put& put : *stored)
    if (const auto step = runtime::record_step(put);
        put.space == Put::Space::charter || (step && *step < node->table().step()))
      if (const auto done = transcript->append(put.value); !done)
        return end(How::failed, done.error());
  whereabouts = remembered->where.addresses;
  serves = node->finished();
  watcher.on_listening(listening);
  watcher.on_begin(*node);
  add(node->start(now()));
  call(remembered->where.host, [&](Seat seat) { return seat != node->me(); });
}

}  // namespace fairdeal::net
