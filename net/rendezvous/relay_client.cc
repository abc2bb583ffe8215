#include "net/rendezvous/relay_client.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/check.h"
#include "base/overloaded.h"
#include "crypto/system_rng.h"
#include "net/channel/backoff.h"
#include "net/channel/limits.h"
#include "net/rendezvous/relay_connection.h"
#include "net/signaling/relay_holder.h"
#include "net/rendezvous/relay_work.h"
#include "net/sockets/asio.h"
#include "net/sockets/clock.h"

namespace fairdeal::rendezvous {

using signaling::RelayHolder;
namespace {

using Role = VisitId::Role;
using What = RelayTrouble::What;

RelayTrouble breach(std::string about) {
  return {.what = What::protocol, .error = {.fault = Fault::not_wanted, .about = std::move(about)}};
}

}  // namespace

struct RelayClient::Impl : std::enable_shared_from_this<RelayClient::Impl> {
  /// A visit that we made.
  struct Made {
    std::shared_ptr<RelayConnection> connection;
    asio::steady_timer limit;
    proto::Visit visit;  // is sent again after work
    std::shared_ptr<bool> wanted = std::make_shared<bool>(true);
    bool works = false;
    std::uint64_t relay_number = 0;  // 0 until the first answer
    std::size_t messages = 1;
  };

  Impl(asio::io_context& io_context, RelaySettings access, Handlers callbacks)
      : io(io_context),
        settings(std::move(access)),
        handlers(std::move(callbacks)),
        backoff(settings.redial_min, settings.redial_max),
        redial(io_context) {}

  void call();
  void call_after(Duration wait);
  void on_greeting(const proto::Greeting& greeting);
  void on_message(proto::RelayMessage& message);
  void on_end(const RelayTrouble& why);
  void send(const RelayHolder::Messages& messages);
  void perform(RelayHolder::Effects effects);
  void work();
  void work_for(std::uint64_t number, const proto::RelayWork& work);
  void tell(std::vector<RelayHolder::Event> events);
  void tell(RelayHolder::Event& event);

  Result<VisitId> visit(const proto::RelayPlace& place, ByteSpan body);
  bool say(VisitId visit, ByteSpan body);
  void on_answer(std::uint64_t number, proto::RelayMessage& message);
  void on_over(std::uint64_t number, const EndOfVisit& why);
  void renew();
  void stop();

  asio::io_context& io;
  RelaySettings settings;
  Handlers handlers;
  crypto::SystemRng rng;
  channel::Backoff backoff;
  asio::steady_timer redial;
  RelayHolder holder;
  std::shared_ptr<RelayConnection> control;  // none while we wait for the next call
  std::optional<Instant> greeted_at;         // of this connection
  bool renewing = false;
  std::shared_ptr<bool> working;  // is set while work for a place is done
  std::map<std::uint64_t, Made> made;
  std::uint64_t next_number = 1;
  bool stopped = false;
};

// ---- The control connection

void RelayClient::Impl::call() {
  const auto greeted = [weak = weak_from_this()](const proto::Greeting& greeting) {
    if (const auto self = weak.lock()) self->on_greeting(greeting);
  };
  const auto said = [weak = weak_from_this()](proto::RelayMessage& message) {
    if (const auto self = weak.lock()) self->on_message(message);
  };
  const auto ended = [weak = weak_from_this()](const RelayTrouble& why) {
    if (const auto self = weak.lock()) self->on_end(why);
  };
  greeted_at.reset();
  control = std::make_shared<RelayConnection>(
      io.get_executor(), settings,
      RelayConnection::Handlers{.on_greeting = greeted, .on_message = said, .on_end = ended});
  control->start();
}

void RelayClient::Impl::call_after(Duration wait) {
  redial.expires_at(time_point(sockets::now() + wait));
  redial.async_wait([weak = weak_from_this()](error_code cancelled) {
    const auto self = weak.lock();
    if (!cancelled && self && !self->stopped && !self->control) self->call();
  });
}

void RelayClient::Impl::on_greeting(const proto::Greeting& greeting) {
  greeted_at = sockets::now();
  send(holder.on_connected(sockets::now()));
  handlers.on_greeting(greeting);
}

void RelayClient::Impl::on_message(proto::RelayMessage& message) {
  perform(holder.on_message(std::move(message), sockets::now()));
}

void RelayClient::Impl::perform(RelayHolder::Effects effects) {
  send(effects.send);
  if (effects.broken && control)
    control->end({.what = What::protocol, .error = *std::move(effects.broken)});
  work();
  tell(std::move(effects.events));
}

/// Does the work that a place costs, one after another.
void RelayClient::Impl::work() {
  const auto owed = holder.work_owed();
  if (working || !owed) return;
  working = std::make_shared<bool>(true);
  const auto done = [weak = weak_from_this()](const std::optional<proto::Worked>& worked) {
    const auto self = weak.lock();
    if (!self || self->stopped) return;
    self->working.reset();
    if (!worked) self->handlers.on_trouble(too_much_work());
    if (!self->stopped) self->perform(self->holder.on_worked(worked, sockets::now()));
  };
  solve_work(io.get_executor(), *owed, settings.work, working, done);
}

void RelayClient::Impl::on_end(const RelayTrouble& why) {
  if (stopped) return;
  control.reset();
  if (working) *working = false;
  working.reset();
  const bool renewed = std::exchange(renewing, false);
  const bool stood = greeted_at && sockets::now() - *greeted_at >= settings.redial_max;
  if (stood || renewed) backoff.reset();
  Duration wait = renewed ? Duration{0} : backoff.next(rng);
  if (why.what == What::busy && !renewed) {
    // Those whom the relay turned away come back at different times.
    const auto spread = static_cast<std::uint64_t>(settings.busy_min.ms) + 1;
    const Duration busy{settings.busy_min.ms + static_cast<std::int64_t>(rng.below(spread))};
    wait = std::max(wait, busy);
  }
  call_after(wait);
  tell(holder.on_disconnected());
  if (!stopped && !renewed) handlers.on_trouble(why);
}

void RelayClient::Impl::renew() {
  backoff.reset();
  if (!control) return call_after({0});
  renewing = true;
  control->end({.what = What::lost, .error = {.fault = Fault::not_wanted, .about = "renewed"}});
}

void RelayClient::Impl::send(const RelayHolder::Messages& messages) {
  if (!control) return;
  for (const auto& message : messages) control->send(message);
}

void RelayClient::Impl::tell(std::vector<RelayHolder::Event> events) {
  for (auto& event : events) {
    if (stopped) return;
    tell(event);
  }
}

void RelayClient::Impl::tell(RelayHolder::Event& event) {
  const auto id = [](std::uint64_t visit) { return VisitId{Role::holder, visit}; };
  std::visit(
      Overloaded{
          [&](const RelayHolder::Claimed& c) { handlers.on_nameplate(c.nameplate, c.seconds); },
          [&](const RelayHolder::ClaimRefused& c) { handlers.on_no_nameplate(c.why); },
          [&](const RelayHolder::Held& h) { handlers.on_held(h.box); },
          [&](const RelayHolder::BoxRefused& b) { handlers.on_not_held(b.box, b.why); },
          [&](RelayHolder::Visited& v) {
            handlers.on_visit(id(v.visit), v.place, std::move(v.body));
          },
          [&](RelayHolder::Said& s) { handlers.on_said(id(s.visit), std::move(s.body)); },
          [&](const RelayHolder::Gone& g) { handlers.on_gone(id(g.visit), g.why); },
      },
      event);
}

// ---- The visits that we make

Result<VisitId> RelayClient::Impl::visit(const proto::RelayPlace& place, ByteSpan body) {
  CHECK(body.size() <= proto::kVisitBytesMax);
  if (made.size() == net::kVisitsMadeMax) return fail(Fault::too_large, "visits at once");
  const std::uint64_t number = next_number++;
  const auto said = [weak = weak_from_this(), number](proto::RelayMessage& message) {
    if (const auto self = weak.lock()) self->on_answer(number, message);
  };
  const auto ended = [weak = weak_from_this(), number](const RelayTrouble& why) {
    if (const auto self = weak.lock()) self->on_over(number, why);
  };
  auto connection = std::make_shared<RelayConnection>(
      io.get_executor(), settings,
      RelayConnection::Handlers{
          .on_greeting = [](const proto::Greeting&) {}, .on_message = said, .on_end = ended});
  connection->start();
  proto::Visit first{.visit = 0, .place = place, .body = to_bytes(body)};
  connection->send(first);

  Made& entry = made.emplace(number, Made{.connection = connection,
                                          .limit = asio::steady_timer(io),
                                          .visit = std::move(first)})
                    .first->second;
  entry.limit.expires_at(time_point(sockets::now() + net::kVisitMax));
  entry.limit.async_wait([weak = weak_from_this(), number](error_code cancelled) {
    const auto self = weak.lock();
    if (!cancelled && self) self->on_over(number, proto::Gone::Why::time);
  });
  return VisitId{Role::visitor, number};
}

bool RelayClient::Impl::say(VisitId visit, ByteSpan body) {
  if (visit.role == Role::holder) {
    const auto messages = holder.say(visit.number, body);
    send(messages);
    return !messages.empty();
  }
  CHECK(body.size() <= proto::kVisitBytesMax);
  const auto it = made.find(visit.number);
  if (it == made.end()) return false;
  Made& entry = it->second;
  if (entry.relay_number == 0 || entry.messages == proto::kVisitMessagesMax) return false;
  ++entry.messages;
  entry.connection->send(proto::Say{.visit = entry.relay_number, .body = to_bytes(body)});
  return true;
}

void RelayClient::Impl::on_answer(std::uint64_t number, proto::RelayMessage& message) {
  const auto it = made.find(number);
  if (it == made.end()) return;
  Made& entry = it->second;
  if (const auto* gone = std::get_if<proto::Gone>(&message)) return on_over(number, gone->why);
  if (const auto* work = std::get_if<proto::RelayWork>(&message)) return work_for(number, *work);
  auto* say = std::get_if<proto::Say>(&message);
  const bool first = entry.relay_number == 0;
  if (say == nullptr || say->visit == 0 || (!first && say->visit != entry.relay_number))
    return entry.connection->end(breach("what the relay said to a visitor"));
  entry.relay_number = say->visit;
  if (++entry.messages > proto::kVisitMessagesMax)
    return on_over(number, proto::Gone::Why::too_many);
  handlers.on_said({Role::visitor, number}, std::move(say->body));
}

/// Does the work that a visit costs, and makes it again.
void RelayClient::Impl::work_for(std::uint64_t number, const proto::RelayWork& work) {
  Made& entry = made.at(number);
  if (entry.relay_number != 0 || entry.works || work.purpose != proto::RelayWork::For::visit)
    return entry.connection->end(breach("work for nothing that we asked"));
  entry.works = true;
  const auto done = [weak = weak_from_this(), number](const std::optional<proto::Worked>& worked) {
    const auto self = weak.lock();
    const auto it = self ? self->made.find(number) : decltype(self->made.begin()){};
    if (!self || it == self->made.end()) return;
    if (!worked) return self->on_over(number, too_much_work());
    it->second.works = false;
    it->second.connection->send(*worked);
    it->second.connection->send(it->second.visit);
  };
  solve_work(io.get_executor(), work, settings.work, entry.wanted, done);
}

void RelayClient::Impl::on_over(std::uint64_t number, const EndOfVisit& why) {
  const auto node = made.extract(number);
  if (!node) return;
  *node.mapped().wanted = false;
  node.mapped().connection->close();
  handlers.on_gone({Role::visitor, number}, why);
}

void RelayClient::Impl::stop() {
  stopped = true;
  redial.cancel();
  if (control) control->close();
  if (working) *working = false;
  for (auto& [number, entry] : made) {
    *entry.wanted = false;
    entry.connection->close();
  }
  made.clear();
}

// ---- The state that callers see

RelayClient::RelayClient(asio::io_context& io, RelaySettings settings, Handlers handlers)
    : impl_(std::make_shared<Impl>(io, std::move(settings), std::move(handlers))) {
  impl_->call();
}

RelayClient::~RelayClient() { impl_->stop(); }

void RelayClient::claim(std::uint32_t minutes) { impl_->send(impl_->holder.claim(minutes)); }

void RelayClient::close_nameplate() { impl_->send(impl_->holder.close_nameplate()); }

Result<void> RelayClient::open(const proto::BoxId& box, const proto::BoxProof& proof) {
  FD_TRY(const auto messages, impl_->holder.open(box, proof));
  impl_->send(messages);
  return {};
}

void RelayClient::close(const proto::BoxId& box) { impl_->send(impl_->holder.close(box)); }

Result<VisitId> RelayClient::visit(const proto::RelayPlace& place, ByteSpan body) {
  return impl_->visit(place, body);
}

bool RelayClient::say(VisitId visit, ByteSpan body) { return impl_->say(visit, body); }

void RelayClient::prove(VisitId visit) { impl_->send(impl_->holder.prove(visit.number)); }

void RelayClient::hang_up(VisitId visit, proto::Gone::Why why) {
  if (visit.role == VisitId::Role::holder)
    return impl_->send(impl_->holder.hang_up(visit.number, why));
  if (const auto node = impl_->made.extract(visit.number)) {
    *node.mapped().wanted = false;
    node.mapped().connection->close();
  }
}

void RelayClient::renew() { impl_->renew(); }

}  // namespace fairdeal::rendezvous
