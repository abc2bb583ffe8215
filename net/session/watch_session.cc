#include "net/session/watch_session.h"

#include "crypto/system_rng.h"
#include "net/mesh/mesh.h"
#include "net/session/transcript_file.h"
#include "net/sockets/asio.h"
#include "net/sockets/clock.h"

namespace fairdeal::session {

using crypto::PublicKey;
using party::Watching;

struct WatchSession::Impl : std::enable_shared_from_this<WatchSession::Impl> {
  Impl(asio::io_context& io_context, Config settings, Viewer& who)
      : io(io_context),
        key(std::move(settings.key)),
        file(std::move(settings.transcript)),
        viewer(who),
        timer(io),
        watching({.me = key.public_key(),
                  .addresses = std::move(settings.addresses),
                  .host = settings.host,
                  .token = settings.token,
                  .reach_max = settings.reach_max,
                  .lost_max = settings.lost_max,
                  .begin_every = settings.begin_every}) {}

  template <class F>
  auto while_alive(F then) {
    return [weak = weak_from_this(), then](auto&&... arguments) {
      const auto self = weak.lock();
      if (self && !self->ended) then(*self, std::forward<decltype(arguments)>(arguments)...);
    };
  }

  void start() { perform(watching.start(sockets::now())); }

  void open_mesh() {
    mesh::Mesh::Handlers handlers;
    handlers.admit = [weak = weak_from_this()](const PublicKey& who) {
      const auto self = weak.lock();
      return self && self->watching.admits(who);
    };
    handlers.on_up = while_alive([](Impl& self, const PublicKey& who) {
      self.perform(self.watching.on_up(who, self.mesh->link_of(who)));
    });
    handlers.on_down = while_alive([](Impl& self, const PublicKey& who, const Error&) {
      self.perform(self.watching.on_down(who, sockets::now()));
    });
    handlers.on_frame = while_alive([](Impl& self, const PublicKey& who, const Bytes& frame) {
      self.perform(self.watching.on_frame(who, frame, sockets::now(), self.rng));
    });
    handlers.on_refused = while_alive([](Impl& self, const std::string& where, const Error& why) {
      self.perform(self.watching.on_refused(where, why));
    });
    mesh = std::make_unique<mesh::Mesh>(io, key.clone(), std::move(handlers));
  }

  void perform(const Watching::Effects& effects) {
    for (const Watching::Effect& effect : effects) {
      const auto done = std::visit([this](const auto& it) { return apply(it); }, effect);
      if (ended) return;  // the viewer has stopped the session, perhaps
      if (!done) return perform(watching.on_failed(done.error()));
    }
    arm();
  }

  Result<> apply(const party::Call& it) {
    if (!mesh) open_mesh();
    mesh->keep_calling(it.at, it.expected);
    return {};
  }
  Result<> apply(const Watching::HangUp&) {
    mesh.reset();
    return {};
  }
  Result<> apply(const party::Send& it) {
    mesh->send(it.to, it.frame);
    return {};
  }
  Result<> apply(const party::Drop& it) {
    mesh->drop(it.peer, it.why);
    return {};
  }
  Result<> apply(const party::CreateTranscript&) {
    FD_TRY(auto created, TranscriptFile::create(file));
    transcript.emplace(std::move(created));
    return {};
  }
  Result<> apply(const party::Append& it) { return transcript->append(it.part); }
  Result<> apply(const party::SyncTranscript&) { return transcript->sync(); }
  Result<> apply(const Watching::Waits&) {
    viewer.on_waiting();
    return {};
  }
  Result<> apply(const Watching::Begins&) {
    viewer.on_begin(*watching.table());
    return {};
  }
  Result<> apply(const Watching::Steps&) {
    viewer.on_step(*watching.table());
    return {};
  }
  Result<> apply(const Watching::Lost&) {
    viewer.on_lost();
    return {};
  }
  Result<> apply(const Ended& how) {
    ended = true;
    // This is posted because it destroys the Mesh, one of whose handlers may have called this.
    asio::post(io, [self = shared_from_this(), how] {
      self->stop();
      self->viewer.on_ended(how);
    });
    return {};
  }

  void arm() {
    timer.expires_at(time_point(watching.deadline()));
    timer.async_wait([weak = weak_from_this()](error_code cancelled) {
      const auto self = weak.lock();
      if (!cancelled && self && !self->ended) self->perform(self->watching.on_time(sockets::now()));
    });
  }

  void stop() {
    ended = true;
    timer.cancel();
    mesh.reset();
  }

  asio::io_context& io;
  crypto::SigningKey key;
  std::string file;  // the transcript's path
  Viewer& viewer;
  asio::steady_timer timer;
  crypto::SystemRng rng;
  Watching watching;
  std::unique_ptr<mesh::Mesh> mesh;
  std::optional<TranscriptFile> transcript;
  bool ended = false;
};

WatchSession::WatchSession(asio::io_context& io, Config config, Viewer& viewer)
    : impl_(std::make_shared<Impl>(io, std::move(config), viewer)) {}
WatchSession::~WatchSession() { impl_->stop(); }
void WatchSession::start() { impl_->start(); }
void WatchSession::stop() { impl_->stop(); }
const state::Table* WatchSession::table() const { return impl_->watching.table(); }

}  // namespace fairdeal::session
