#include "net/rendezvous/relay_client.h"

#include <optional>
#include <utility>

#include "base/overloaded.h"
#include "crypto/system_rng.h"
#include "net/rendezvous/core_timer.h"
#include "net/rendezvous/relay_sockets.h"
#include "net/sockets/clock.h"

namespace fairdeal::rendezvous {

using signaling::Client;
using signaling::RelaySettings;
using signaling::RelayTrouble;
using signaling::SocketId;
using signaling::VisitId;
namespace told = signaling::told;

struct RelayClient::Impl : std::enable_shared_from_this<RelayClient::Impl> {
  Impl(asio::io_context& io, const RelaySettings& settings, Handlers callbacks)
      : handlers(std::move(callbacks)), core(settings, rng), timer(io) {}

  void start(asio::io_context& io);
  void perform(Client::Effects effects);
  void tell(Client::Event& event);

  /// Gives the core an input that appends to effects, and performs them.
  template <class Input>
  auto give(Input input) {
    Client::Effects out;
    if constexpr (std::is_void_v<decltype(input(core, out))>) {
      input(core, out);
      perform(std::move(out));
    } else {
      auto result = input(core, out);
      perform(std::move(out));
      return result;
    }
  }

  Handlers handlers;
  crypto::SystemRng rng;
  Client core;
  CoreTimer timer;
  std::optional<RelaySockets> sockets;  // none: stopped
};

void RelayClient::Impl::start(asio::io_context& io) {
  const auto weak = weak_from_this();
  const auto on_open = [weak](SocketId socket) {
    const auto self = weak.lock();
    if (!self) return;
    self->core.on_open(socket, sockets::now());
    self->perform({});
  };
  const auto on_message = [weak](SocketId socket, const Bytes& message) {
    if (const auto self = weak.lock())
      self->give([&](Client& c, auto& out) { c.on_message(socket, message, sockets::now(), out); });
  };
  const auto on_end = [weak](SocketId socket, const RelayTrouble& why) {
    if (const auto self = weak.lock())
      self->give([&](Client& c, auto& out) { c.on_end(socket, why, sockets::now(), out); });
  };
  timer.on_due([weak] {
    if (const auto self = weak.lock())
      self->give([](Client& c, auto& out) { c.on_time(sockets::now(), out); });
  });
  sockets.emplace(
      io.get_executor(), core.settings(),
      RelaySockets::Handlers{.on_open = on_open, .on_message = on_message, .on_end = on_end});
  give([](Client& c, auto& out) { c.start(out); });
}

void RelayClient::Impl::perform(Client::Effects effects) {
  if (!sockets) return;
  for (auto& effect : effects.sockets) sockets->perform(std::move(effect));
  timer.arm(core.deadline());
  for (auto& event : effects.events)
    if (sockets) tell(event);
}

void RelayClient::Impl::tell(Client::Event& event) {
  std::visit(Overloaded{
                 [&](const told::Greeting& g) { handlers.on_greeting(g.greeting); },
                 [&](const told::Nameplate& n) { handlers.on_nameplate(n.nameplate, n.seconds); },
                 [&](const told::NoNameplate& n) { handlers.on_no_nameplate(n.why); },
                 [&](const told::Held& h) { handlers.on_held(h.box); },
                 [&](const told::NotHeld& n) { handlers.on_not_held(n.box, n.why); },
                 [&](told::Visit& v) { handlers.on_visit(v.visit, v.place, std::move(v.body)); },
                 [&](told::Said& s) { handlers.on_said(s.visit, std::move(s.body)); },
                 [&](const told::Gone& g) { handlers.on_gone(g.visit, g.why); },
                 [&](const told::Trouble& t) { handlers.on_trouble(t.trouble); },
                 [](const told::PipeOpen&) {},    // open_pipe() has a core of its own
                 [](const told::PipeFailed&) {},  // so has this one
                 [](const told::LongWork&) {},
             },
             event);
}

RelayClient::RelayClient(asio::io_context& io, RelaySettings settings, Handlers handlers)
    : impl_(std::make_shared<Impl>(io, settings, std::move(handlers))) {
  impl_->start(io);
}

RelayClient::~RelayClient() {
  impl_->timer.stop();
  impl_->sockets.reset();
}

void RelayClient::claim(std::uint32_t minutes) {
  impl_->give([&](Client& core, auto& out) { core.claim(minutes, out); });
}

void RelayClient::close_nameplate() {
  impl_->give([](Client& core, auto& out) { core.close_nameplate(out); });
}

Result<void> RelayClient::open(const proto::BoxId& box, const proto::BoxProof& proof) {
  return impl_->give([&](Client& core, auto& out) { return core.open(box, proof, out); });
}

void RelayClient::close(const proto::BoxId& box) {
  impl_->give([&](Client& core, auto& out) { core.close(box, out); });
}

Result<VisitId> RelayClient::visit(const proto::RelayPlace& place, ByteSpan body) {
  return impl_->give(
      [&](Client& core, auto& out) { return core.visit(place, body, sockets::now(), out); });
}

bool RelayClient::say(VisitId visit, ByteSpan body) {
  return impl_->give([&](Client& core, auto& out) { return core.say(visit, body, out); });
}

void RelayClient::prove(VisitId visit) {
  impl_->give([&](Client& core, auto& out) { core.prove(visit, out); });
}

void RelayClient::hang_up(VisitId visit, proto::Gone::Why why) {
  impl_->give([&](Client& core, auto& out) { core.hang_up(visit, why, out); });
}

void RelayClient::renew() {
  impl_->core.renew(sockets::now());
  impl_->perform({});
}

}  // namespace fairdeal::rendezvous
