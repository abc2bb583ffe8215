#include "net/rendezvous/rendezvous.h"

#include <deque>
#include <utility>

#include "base/overloaded.h"
#include "crypto/system_rng.h"
#include "net/rendezvous/core_timer.h"
#include "net/rendezvous/relay_sockets.h"
#include "net/sockets/lan.h"
#include "net/sockets/stream.h"

namespace fairdeal::rendezvous {

using crypto::PublicKey;
using signaling::Agent;
using signaling::RelaySettings;
using signaling::RelayTrouble;
using signaling::SocketId;

struct Rendezvous::Impl : std::enable_shared_from_this<Rendezvous::Impl> {
  Impl(asio::io_context& io_context, PublicKey me, Handlers callbacks)
      : io(io_context), handlers(std::move(callbacks)), core(me, rng), timer(io_context) {}

  void start();
  /// Opens a set of sockets for each relay that is new to the core.
  void attend_relays();
  RelaySockets::Handlers handlers_of(std::size_t relay);
  void perform(Agent::Effects effects);
  void tell(Agent::Event& event);
  void open(const Agent::PipeOpen& pipe);

  asio::io_context& io;
  Handlers handlers;
  crypto::SystemRng rng;
  Agent core;
  CoreTimer timer;
  std::deque<RelaySockets> relays;
  bool stopped = false;
};

void Rendezvous::Impl::start() {
  timer.on_due([weak = weak_from_this()] {
    if (const auto self = weak.lock()) self->perform(self->core.on_time(time_now()));
  });
}

RelaySockets::Handlers Rendezvous::Impl::handlers_of(std::size_t relay) {
  const auto weak = weak_from_this();
  const auto on_open = [weak, relay](SocketId socket) {
    if (const auto self = weak.lock()) self->perform(self->core.on_open(relay, socket, time_now()));
  };
  const auto on_message = [weak, relay](SocketId socket, const Bytes& message) {
    if (const auto self = weak.lock())
      self->perform(self->core.on_message(relay, socket, message, time_now()));
  };
  const auto on_end = [weak, relay](SocketId socket, const RelayTrouble& why) {
    if (const auto self = weak.lock())
      self->perform(self->core.on_end(relay, socket, why, time_now()));
  };
  return {.on_open = on_open, .on_message = on_message, .on_end = on_end};
}

void Rendezvous::Impl::attend_relays() {
  for (std::size_t relay = relays.size(); relay < core.relays(); ++relay)
    relays.emplace_back(io.get_executor(), core.settings(relay), handlers_of(relay));
}

void Rendezvous::Impl::perform(Agent::Effects effects) {
  if (stopped) return;
  attend_relays();
  for (auto& each : effects.sockets) relays.at(each.relay).perform(std::move(each.effect));
  timer.arm(core.deadline());
  // A handler may destroy the Rendezvous.
  for (auto& event : effects.events)
    if (!stopped) tell(event);
}

void Rendezvous::Impl::open(const Agent::PipeOpen& pipe) {
  handlers.on_pipe({.stream = relays.at(pipe.relay).take_stream(pipe.socket),
                    .where = "relay " + core.settings(pipe.relay).url.host,
                    .peer = pipe.peer,
                    .dials = pipe.dials});
}

void Rendezvous::Impl::tell(Agent::Event& event) {
  std::visit(
      Overloaded{
          [&](const Agent::PipeOpen& pipe) { open(pipe); },
          [&](const Agent::Knocked& knock) {
            if (handlers.may_knock(knock.peer) && !stopped) perform(core.let_in(knock, time_now()));
          },
          [&](const Agent::Absent& absent) { handlers.on_absent(absent.contact); },
          [&](const Agent::ClockApart& apart) { handlers.on_clock(apart.member, apart.ahead); },
          [&](const Agent::Trouble& it) { handlers.on_trouble(it.relay, it.trouble); },
          [&](const Agent::LongWork& work) {
            if (handlers.on_work) handlers.on_work(work.relay);
          },
          [&](const Agent::CodeShown&) {
            if (core.code() != nullptr) handlers.on_code(*core.code());
          },
          [&](const Agent::News& news) { handlers.on_code_news(news); },
          [&](const Agent::Asked& asked) {
            const auto no = handlers.decide(asked.ask);
            if (!stopped) perform(core.answer(asked.visit, no, time_now()));
          },
          [&](const Agent::Admitted& it) { handlers.on_admitted(it.ask, it.until); },
          [&](const Agent::Guesses&) { handlers.on_guesses(); },
          [&](const Agent::CodeOver&) { perform(core.on_code_over(time_now())); },
          [&](const Agent::Granted& granted) { handlers.on_granted(granted.ticket); },
          [&](const Agent::Waits&) { handlers.on_waits(); },
          [&](const Agent::Failed& failed) { handlers.on_failed(failed.failure); },
      },
      event);
}

Rendezvous::Rendezvous(asio::io_context& io, PublicKey me, std::vector<RelaySettings> relays,
                       Handlers handlers)
    : impl_(std::make_shared<Impl>(io, me, std::move(handlers))) {
  impl_->start();
  for (RelaySettings& relay : relays) add_relay(std::move(relay));
}

Rendezvous::~Rendezvous() {
  impl_->stopped = true;
  impl_->timer.stop();
  impl_->relays.clear();
}

void Rendezvous::add_relay(RelaySettings relay) {
  impl_->perform(impl_->core.add_relay(std::move(relay)));
}

void Rendezvous::renew() { impl_->perform(impl_->core.renew(time_now())); }

void Rendezvous::offer_code(std::size_t words, std::vector<std::string> addresses) {
  impl_->perform(impl_->core.offer_code(words, std::move(addresses), time_now()));
}

void Rendezvous::renew_code() { impl_->perform(impl_->core.renew_code(time_now())); }

void Rendezvous::withdraw_code() { impl_->perform(impl_->core.withdraw_code(time_now())); }

void Rendezvous::use_code(const meet::InviteCode& code, proto::Ask ask, Duration patience) {
  impl_->perform(impl_->core.use_code(code, std::move(ask), patience, time_now()));
}

void Rendezvous::open_box(const ByteArray<32>& secret) {
  impl_->perform(impl_->core.open_box(secret, time_now()));
}

void Rendezvous::open_link_box(const meet::Token& token) {
  impl_->perform(impl_->core.open_link_box(token, time_now()));
}

void Rendezvous::seek_by_link(const meet::Token& token, const PublicKey& host) {
  impl_->perform(impl_->core.seek_by_link(token, host, time_now()));
}

void Rendezvous::open_contact_boxes(meet::Contacts contacts) {
  impl_->perform(impl_->core.open_contact_boxes(std::move(contacts), time_now()));
}

void Rendezvous::seek_contact(const meet::Contact& host) {
  impl_->perform(impl_->core.seek_contact(host, time_now()));
}

void Rendezvous::seek(const PublicKey& member, Duration first_after) {
  impl_->perform(impl_->core.seek(member, first_after, time_now()));
}

void Rendezvous::found(const PublicKey& member) { impl_->core.found(member); }

std::optional<RelayTrouble> Rendezvous::trouble() const { return impl_->core.trouble(); }

std::vector<sockets::Address> Rendezvous::reflectors() const {
  std::vector<sockets::Address> all;
  for (std::size_t relay = 0; relay < impl_->core.relays(); ++relay) {
    for (const std::string& text : impl_->core.reflectors(relay)) {
      auto address = sockets::Address::parse(text);
      if (!address) continue;
      // A relay that listens at all its addresses is found under its own name.
      const auto ip = sockets::LanIp::parse(address->host);
      if (ip && ip->is_unspecified()) address->host = impl_->core.settings(relay).url.host;
      all.push_back(*std::move(address));
    }
  }
  return all;
}

}  // namespace fairdeal::rendezvous
