#include "net/session.h"

#include <algorithm>
#include <filesystem>

#include "base/check.h"
#include "base/overloaded.h"
#include "crypto/system_rng.h"
#include "net/asio.h"
#include "net/clock.h"
#include "net/mesh.h"
#include "net/transcript_file.h"
#include "net/workers.h"
#include "proto/envelope.h"
#include "runtime/store.h"

namespace fairdeal::net {
namespace {

using crypto::PublicKey;
using How = Session::Ended::How;
using runtime::Effects;
using runtime::Put;

/// How long a guest tries to reach a host: longer, and a person thinks it hangs.
constexpr Duration kReachMax{10'000};
/// How long a member that has finished helps others to do so.
constexpr Duration kLingerMax{5'000};

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

}  // namespace

struct Session::Impl : std::enable_shared_from_this<Session::Impl> {
  Impl(asio::io_context& io_context, Config settings, Watcher& who)
      : io(io_context), config(std::move(settings)), watcher(who), timer(io), linger(io) {}

  void start();
  void stop();
  void end(How how, std::optional<Error> error = {});

  // ---- Gathering
  bool admit(const PublicKey& peer) const;
  void on_up(const PublicKey& peer);
  void on_down(const PublicKey& peer, const Error& why);
  void on_frame(const PublicKey& peer, const Bytes& frame);
  void on_refused(const std::string& where, const Error& why);
  void lobby_frame(const PublicKey& peer, const Bytes& frame);
  void after_lobby(Result<runtime::LobbyEffects> effects, const PublicKey& peer);
  void begin(const runtime::Formed& formed);

  // ---- Playing
  void node_frame(Seat from, const Bytes& frame);
  void add(Effects effects);
  void flush();
  Result<> keep(const std::vector<Put>& puts);
  void run(runtime::Work work);
  void arm();
  void finish();
  std::optional<Seat> seat_of(const PublicKey& peer) const;
  const PublicKey& key_of(Seat seat) const { return node->table().charter().member(seat).key; }

  asio::io_context& io;
  Config config;
  Watcher& watcher;
  crypto::SystemRng rng;
  std::unique_ptr<Mesh> mesh;
  std::unique_ptr<Workers> workers;
  std::optional<runtime::HostLobby> host;
  std::optional<runtime::GuestLobby> guest;
  std::optional<PublicKey> host_key;  // a guest's, once it answered
  Address listening;
  std::optional<runtime::Node> node;
  std::optional<runtime::Store> store;
  std::optional<TranscriptFile> transcript;
  Effects pending;
  bool flushing = false;
  asio::steady_timer timer;
  Instant armed = never();
  asio::steady_timer linger;
  bool finished = false;
  bool ended = false;
  std::uint64_t bytes_sent = 0;
};

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
  const auto address = mesh->listen(config.listen);
  if (!address) return end(How::unreachable, address.error());
  listening = *address;

  if (auto* offer = std::get_if<runtime::Offer>(&config.table)) {
    auto lobby = runtime::HostLobby::open(std::move(*offer), config.key, config.nickname, rng);
    if (!lobby) return end(How::failed, lobby.error());
    host = *std::move(lobby);
    watcher.on_listening(listening);
    watcher.on_gathering(host->gathering());
    if (host->formed()) begin(*host->formed());
    return;
  }
  watcher.on_listening(listening);
  mesh->keep_calling(std::get<Address>(config.table));
  timer.expires_at(time_point(now() + kReachMax));
  timer.async_wait([weak](error_code error) {
    const auto self = weak.lock();
    if (self && !error && !self->host_key)
      self->end(How::unreachable, Error{Fault::incomplete, {}, "no answer"});
  });
}

void Session::Impl::stop() {
  ended = true;
  timer.cancel();
  linger.cancel();
  mesh.reset();
  workers.reset();
}

void Session::Impl::end(How how, std::optional<Error> error) {
  if (ended) return;
  ended = true;
  // Not from inside a handler of what is about to be destroyed.
  asio::post(io, [self = shared_from_this(), how, error = std::move(error)] {
    self->stop();
    self->watcher.on_ended({how, error});
  });
}

// ---- Gathering

bool Session::Impl::admit(const PublicKey& peer) const {
  if (node) return seat_of(peer).has_value();
  return host.has_value() || std::holds_alternative<Address>(config.table);
}

std::optional<Seat> Session::Impl::seat_of(const PublicKey& peer) const {
  const auto& charter = node->table().charter();
  for (std::uint32_t i = 0; i < charter.validators(); ++i)
    if (charter.member(Seat(i)).key == peer) return Seat(i);
  return {};
}

void Session::Impl::on_up(const PublicKey& peer) {
  if (node) {
    if (const auto seat = seat_of(peer)) {
      add(node->on_link(*seat, true, now()));
      watcher.on_link(*seat, true, *node);
    }
    return;
  }
  // The first to answer a guest is the host it called; other guests may knock before the host's
  // last word arrives here, and wait.
  if (host || host_key) return;
  host_key = peer;
  guest.emplace(config.key, peer, config.nickname, listening.port, config.witness);
  after_lobby(guest->on_up(), peer);
}

void Session::Impl::on_down(const PublicKey& peer, const Error& why) {
  if (node) {
    if (const auto seat = seat_of(peer)) {
      add(node->on_link(*seat, false, now()));
      watcher.on_link(*seat, false, *node);
    }
    return;
  }
  if (host) return after_lobby(host->on_down(peer), peer);
  if (host_key == peer)
    end(How::unreachable, Error{Fault::incomplete, {}, "the host is gone: " + describe(why)});
}

void Session::Impl::on_refused(const std::string& where, const Error& why) {
  watcher.on_refused(where, why);
  const bool called = !node && std::holds_alternative<Address>(config.table) && !host_key;
  if (called && why.fault == Fault::unknown_version) end(How::incompatible, why);
}

void Session::Impl::on_frame(const PublicKey& peer, const Bytes& frame) {
  if (ended) return;
  if (!node) return lobby_frame(peer, frame);
  if (const auto seat = seat_of(peer)) node_frame(*seat, frame);
}

void Session::Impl::lobby_frame(const PublicKey& peer, const Bytes& frame) {
  if (host) return after_lobby(host->on_frame(peer, mesh->host_of(peer), frame), peer);
  if (guest && peer == host_key) return after_lobby(guest->on_frame(frame), peer);
  // A member that has begun already: what it says now it will say again when asked.
}

void Session::Impl::after_lobby(Result<runtime::LobbyEffects> effects, const PublicKey& peer) {
  if (!effects) {
    watcher.on_refused(peer.hex().substr(0, 8), effects.error());
    if (host) {
      mesh->send(peer,
                 runtime::HostLobby::refusal(proto::Refusal::full, describe(effects.error())));
      return mesh->drop(peer, effects.error());
    }
    const auto refused = guest->refused();
    return end(refused ? How::refused : how_ended(effects.error()), effects.error());
  }
  for (const auto& [to, frame] : effects->outgoing) mesh->send(to, frame);
  const auto& gathering = host ? std::optional(host->gathering()) : guest->gathering();
  if (effects->changed && gathering) watcher.on_gathering(*gathering);
  if (const auto& formed = host ? host->formed() : guest->formed()) begin(*formed);
}

void Session::Impl::begin(const runtime::Formed& formed) {
  timer.cancel();
  auto opened = runtime::Node::open(
      {std::make_shared<const proto::SealedCharter>(formed.charter), formed.me, config.key.clone()},
      rng);
  if (!opened) return end(how_ended(opened.error()), opened.error());
  const std::string name = opened->table().id().hex().substr(0, 16);
  auto kept =
      runtime::Store::open((std::filesystem::path(config.folder) / (name + ".db")).string());
  if (!kept) return end(How::failed, kept.error());
  store = *std::move(kept);
  const std::string path = config.transcript.empty()
                               ? (std::filesystem::path(config.folder) / (name + ".fdt")).string()
                               : config.transcript;
  auto file = TranscriptFile::create(path);
  if (!file) return end(How::failed, file.error());
  transcript.emplace(*std::move(file));

  node = *std::move(opened);
  watcher.on_begin(*node);
  add(node->start(now()));
  for (const PublicKey& peer : mesh->peers()) on_up(peer);
  // Each calls those who sit before it; the host is connected to all.
  for (std::uint32_t i = 0; i < formed.addresses.size(); ++i) {
    const auto address = Address::parse(formed.addresses[i]);
    if (Seat(i) < formed.me && address) mesh->keep_calling(*address, key_of(Seat(i)));
  }
}

// ---- Playing

void Session::Impl::node_frame(Seat from, const Bytes& frame) {
  auto effects = node->on_frame(from, frame, now());
  if (effects) return add(*std::move(effects));
  watcher.on_refused("seat " + std::to_string(from.value), effects.error());
  mesh->drop(key_of(from), effects.error());
}

/// Effects of the same moment are performed together, so that they cost one flush of the disk.
void Session::Impl::add(Effects effects) {
  std::ranges::move(effects.store, std::back_inserter(pending.store));
  std::ranges::move(effects.outgoing, std::back_inserter(pending.outgoing));
  std::ranges::move(effects.notices, std::back_inserter(pending.notices));
  for (auto& work : effects.work) run(std::move(work));
  if (std::exchange(flushing, true)) return;
  asio::post(io, [weak = weak_from_this()] {
    if (const auto self = weak.lock(); self && !self->ended) self->flush();
  });
}

void Session::Impl::flush() {
  flushing = false;
  const Effects now_due = std::exchange(pending, {});
  if (const auto kept = keep(now_due.store); !kept) return end(How::failed, kept.error());
  for (const auto& [to, frame] : now_due.outgoing)
    if (mesh->send(key_of(to), frame)) bytes_sent += frame.size();
  for (const auto& notice : now_due.notices) {
    watcher.on_notice(notice, *node);
    if (ended) return;
    if (std::holds_alternative<runtime::Finished>(notice)) finish();
    if (const auto* halted = std::get_if<runtime::Halted>(&notice))
      return end(how_ended(halted->error), halted->error);
  }
  if (node->all_finished()) return end(How::finished);
  arm();
}

Result<> Session::Impl::keep(const std::vector<Put>& puts) {
  FD_CHECKED(store->apply(puts));
  for (const Put& put : puts)
    if (put.space == Put::Space::charter || put.space == Put::Space::record)
      FD_CHECKED(transcript->append(put.value));
  return {};
}

void Session::Impl::run(runtime::Work work) {
  workers->post(std::move(work), [weak = weak_from_this()](runtime::Done done) {
    if (const auto self = weak.lock(); self && !self->ended)
      self->add(self->node->on_done(std::move(done), now()));
  });
}

void Session::Impl::arm() {
  const Instant deadline = node->deadline();
  if (deadline == armed) return;
  armed = deadline;
  timer.expires_at(time_point(deadline));
  timer.async_wait([weak = weak_from_this()](error_code error) {
    const auto self = weak.lock();
    if (!self || error || self->ended) return;
    self->armed = never();
    self->add(self->node->on_time(now()));
  });
}

void Session::Impl::finish() {
  if (const auto synced = transcript->sync(); !synced) return end(How::failed, synced.error());
  linger.expires_at(time_point(now() + kLingerMax));
  linger.async_wait([weak = weak_from_this()](error_code error) {
    if (const auto self = weak.lock(); self && !error) self->end(How::finished);
  });
}

// ---- The interface

Session::Session(asio::io_context& io, Config config, Watcher& watcher)
    : impl_(std::make_shared<Impl>(io, std::move(config), watcher)) {}
Session::~Session() { impl_->stop(); }
void Session::start() { impl_->start(); }
void Session::stop() { impl_->stop(); }
const runtime::Node* Session::node() const { return impl_->node ? &*impl_->node : nullptr; }
std::uint64_t Session::bytes_sent() const { return impl_->bytes_sent; }
std::string Session::transcript() const {
  return impl_->transcript ? impl_->transcript->path() : "";
}

Result<> Session::act(const rules::Action& action) {
  CHECK(impl_->node.has_value());
  FD_TRY(auto effects, impl_->node->on_action(action, now()));
  impl_->add(std::move(effects));
  return {};
}

}  // namespace fairdeal::net
