#include "net/session/watch_session.h"

#include "crypto/system_rng.h"
#include "net/mesh/mesh.h"
#include "net/session/transcript_file.h"
#include "net/sockets/asio.h"
#include "net/sockets/clock.h"
#include "proto/codec.h"

namespace fairdeal::session {

using crypto::PublicKey;
using WatchHow = WatchSession::Ended::How;

namespace {

/// Returns how watching ends because of what the host sent.
WatchHow how_watch_ended(const Error& error) {
  if (error.fault == Fault::unknown_module || error.fault == Fault::unknown_version)
    return WatchHow::incompatible;
  return error.fault == Fault::storage ? WatchHow::failed : WatchHow::violated;
}

}  // namespace

struct WatchSession::Impl : std::enable_shared_from_this<WatchSession::Impl> {
  Impl(asio::io_context& io_context, Config settings, Viewer& who)
      : io(io_context), config(std::move(settings)), viewer(who), timer(io) {}

  template <class F>
  auto while_alive(F then) {
    return [weak = weak_from_this(), then](auto&&... arguments) {
      const auto self = weak.lock();
      if (self && !self->ended) then(*self, std::forward<decltype(arguments)>(arguments)...);
    };
  }

  /// Calls the host, and gives up after `time`.
  void call(Duration time) {
    mesh::Mesh::Handlers handlers;
    handlers.admit = [weak = weak_from_this()](const PublicKey& who) {
      const auto self = weak.lock();
      return self && (!self->host() || self->host() == who);
    };
    handlers.on_up = while_alive([](Impl& self, const PublicKey& who) { self.on_up(who); });
    handlers.on_down =
        while_alive([](Impl& self, const PublicKey& who, const Error&) { self.on_down(who); });
    handlers.on_frame = while_alive([](Impl& self, const PublicKey& who, const Bytes& frame) {
      if (self.peer == who) self.on_frame(frame);
    });
    handlers.on_refused = while_alive([](Impl& self, const std::string& where, const Error& why) {
      self.on_refused(where, why);
    });
    mesh = std::make_unique<mesh::Mesh>(io, config.key.clone(), std::move(handlers));
    for (const sockets::Address& address : config.addresses) mesh->keep_calling(address, host());
    give_up_after(time);
  }

  /// Returns the host's key, as it was told before or is known from the first answer.
  std::optional<PublicKey> host() const { return config.host ? config.host : met; }

  void give_up_after(Duration time) {
    timer.expires_at(time_point(sockets::now() + time));
    timer.async_wait([weak = weak_from_this()](error_code cancelled) {
      const auto self = weak.lock();
      if (cancelled || !self || self->ended) return;
      if (self->other) return self->end(WatchHow::other_host, self->other);
      self->end(WatchHow::unreachable, Error{Fault::incomplete, {}, self->no_answer});
    });
  }

  void on_up(const PublicKey& who) {
    if (peer) return mesh->drop(who, {Fault::not_wanted, {}, "a second way to the host"});
    peer = met = who;
    timer.cancel();
    const proto::Watch ask =
        spectator.ask(config.token, mesh->link_of(who), who, config.key.public_key());
    mesh->send(who, proto::encode(proto::Message(ask)));
  }

  void on_down(const PublicKey& who) {
    if (peer != who) return;
    peer.reset();
    if (waits) return;  // it was told to come again
    viewer.on_lost();
    no_answer = "the connection to the host was lost";
    give_up_after(config.lost_max);
  }

  void on_refused(const std::string& where, const Error& why) {
    if (peer) return;
    no_answer = "no answer from " + where + " (" + why.about + ")";
    if (why.fault == Fault::unknown_version) return end(WatchHow::incompatible, why);
    if (why.fault == Fault::other_identity) other = why;
  }

  void on_frame(const Bytes& frame) {
    const auto taken = take(frame);
    if (!taken && !ended) end(how_watch_ended(taken.error()), taken.error());
  }

  Result<> take(const Bytes& frame) {
    FD_TRY(const auto message, proto::decode_message(frame));
    if (const auto* refused = std::get_if<proto::Refuse>(&message)) return on_refusal(*refused);
    if (const auto* charter = std::get_if<proto::SignedCharter>(&message))
      return on_charter(*charter);
    if (const auto* decided = std::get_if<proto::Decided>(&message)) return on_decided(*decided);
    return fail(Fault::not_wanted, "a message that is not for who watches");
  }

  Result<> on_refusal(const proto::Refuse& refused) {
    using proto::Refusal;
    if (refused.reason == Refusal::not_begun) {
      if (!std::exchange(told, true)) viewer.on_waiting();
      call_again();
      return {};
    }
    const bool nobody = refused.reason == Refusal::started;
    end(refused.reason == Refusal::not_invited ? WatchHow::not_invited : WatchHow::refused,
        Error{Fault::not_wanted, {}, nobody ? "nobody may watch this table" : refused.text});
    return {};
  }

  /// Hangs up, and calls again a little later.
  void call_again() {
    waits = true;
    timer.expires_at(time_point(sockets::now() + config.begin_every));
    timer.async_wait([weak = weak_from_this()](error_code cancelled) {
      const auto self = weak.lock();
      if (cancelled || !self || self->ended) return;
      self->waits = false;
      self->peer.reset();
      self->call(self->config.reach_max);
    });
    mesh.reset();
  }

  Result<> on_charter(const proto::SignedCharter& charter) {
    const bool first = spectator.table() == nullptr;
    FD_TRY(spectator.on_charter(charter));
    if (!first) return {};
    FD_TRY(auto file, TranscriptFile::create(config.transcript));
    transcript.emplace(std::move(file));
    FD_TRY(transcript->append(proto::encode(proto::TranscriptPart(charter))));
    viewer.on_begin(*spectator.table());
    return {};
  }

  Result<> on_decided(const proto::Decided& decided) {
    FD_TRY(spectator.on_decided(decided, rng));
    FD_TRY(transcript->append(proto::encode(proto::TranscriptPart(decided))));
    viewer.on_step(*spectator.table());
    if (ended || !spectator.table()->over()) return {};
    FD_TRY(transcript->sync());
    end(WatchHow::finished);
    return {};
  }

  void end(WatchHow how, std::optional<Error> error = {}) {
    if (ended) return;
    ended = true;
    // This is posted because it destroys the Mesh, one of whose handlers may have called this.
    asio::post(io, [self = shared_from_this(), how, error = std::move(error)] {
      self->stop();
      self->viewer.on_ended({how, error});
    });
  }

  void stop() {
    ended = true;
    timer.cancel();
    mesh.reset();
  }

  asio::io_context& io;
  Config config;
  Viewer& viewer;
  asio::steady_timer timer;  // until it gives up, or calls again
  crypto::SystemRng rng;
  std::unique_ptr<mesh::Mesh> mesh;
  node::Spectator spectator;
  std::optional<TranscriptFile> transcript;
  std::optional<PublicKey> peer;  // the host, while it is connected
  std::optional<PublicKey> met;   // who answered first
  std::optional<Error> other;     // another identity answered than the expected one
  std::string no_answer = "no answer";
  bool waits = false;  // for the table to begin
  bool told = false;   // the viewer knows that
  bool ended = false;
};

WatchSession::WatchSession(asio::io_context& io, Config config, Viewer& viewer)
    : impl_(std::make_shared<Impl>(io, std::move(config), viewer)) {}
WatchSession::~WatchSession() { impl_->stop(); }
void WatchSession::start() { impl_->call(impl_->config.reach_max); }
void WatchSession::stop() { impl_->stop(); }
const state::Table* WatchSession::table() const { return impl_->spectator.table(); }

}  // namespace fairdeal::session
