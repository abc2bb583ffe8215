#include "relay/server/connection.h"

#include "base/check.h"
#include "relay/server/invitation_page.h"

namespace fairdeal::relay::server {
namespace {

constexpr std::string_view kPath = "/fairdeal/1";
constexpr std::string_view kHealthPath = "/healthz";
constexpr std::byte kControl{0};
constexpr std::byte kJoined{1};
constexpr std::byte kWork{2};
using Got = ClientSocket::Got;

bool is_trusted(const State& state, const IpAddress& address) {
  for (const IpNetwork& network : state.trusted_proxies)
    if (network.contains(address)) return true;
  return false;
}

bool is_answer(const proto::RelayMessage& message) {
  return std::holds_alternative<proto::Say>(message) ||
         std::holds_alternative<proto::Gone>(message) ||
         std::holds_alternative<proto::Proved>(message);
}

std::optional<proto::RelayWork::For> purpose_of(const proto::RelayMessage& message) {
  using For = proto::RelayWork::For;
  if (std::holds_alternative<proto::Claim>(message)) return For::claim;
  if (std::holds_alternative<proto::OpenBox>(message)) return For::box;
  if (std::holds_alternative<proto::Visit>(message)) return For::visit;
  return {};
}

/// Ends the connection that gives way. Returns false if there is none.
bool end_one(State& state, std::optional<ShortLived::Name> name) {
  if (!name) return false;
  const auto found = state.connections.find(CallerId(*name));
  CHECK(found != state.connections.end());
  state.counters.count(Denied::gave_way);
  found->second->leave();
  return true;
}

}  // namespace

bool make_room(State& state) {
  if (!state.closing.empty()) return end_one(state, state.closing.begin()->value);
  return end_one(state, state.unproved.gives_way());
}

bool make_room_in(State& state, const ShortLived& kind, const CountedNetwork& network) {
  return end_one(state, kind.gives_way_in(network));
}

Connection::Connection(State& state, CallerId id, std::shared_ptr<ClientSocket> socket,
                       std::shared_ptr<Turns::Lane> lane, const IpAddress& peer)
    : state_(state),
      id_(id),
      socket_(std::move(socket)),
      lane_(std::move(lane)),
      executor_(Turns::Executor(lane_)),
      client_(peer),
      role_(New{counted_in(state.counters.new_connections)}),
      waiting_(executor_) {}

void Connection::start() {
  state_.connections.emplace(id_, shared_from_this());
  // A proxy's request says who comes through it, and is not read yet.
  from_proxy_ = is_trusted(state_, client_);
  if (from_proxy_)
    state_.unproved.add(id_.value, source_of(client_));
  else if (!enter({}))
    return leave();
  asio::co_spawn(executor_, serve(shared_from_this()), rethrow);
}

/// Counts the connection by its source. Returns false if it has to end at once.
bool Connection::enter(const RequestHead& head) {
  if (source_) return true;
  client_ = client_address(client_, head.forwarded, state_.trusted_proxies);
  const SourceId source = source_of(client_);
  state_.unproved.remove(id_.value);  // until here it counted as its proxy's
  if (state_.blocked.contains(client_)) {
    state_.counters.count(Denied::blocked);
    return false;
  }
  bool room = true;
  while (const auto full = state_.sources.full(Sources::Holding::connection, source)) {
    room = room && make_room_in(state_, state_.unproved, *full);
    if (!room) break;
  }
  over_limit_ = !room;
  auto counted = state_.sources.take(room ? Sources::Holding::connection : Sources::Holding::told,
                                     source, now());
  if (!counted) {
    count(Denied::connections);
    return false;
  }
  source_ = source;
  counted_ = *std::move(counted);
  state_.unproved.add(id_.value, source);
  if (state_.log_address) state_.log_address(client_.text());
  return true;
}

bool Connection::has_pass(const RequestHead& head) {
  if (!state_.passes) return true;
  auto name = state_.passes->check(head.authorization, state_.utc());
  if (!name) return false;
  pass_name_ = *std::move(name);
  return !state_.revoked.contains(pass_name_);
}

bool Connection::is_barred() const {
  return state_.blocked.contains(client_) ||
         (!pass_name_.empty() && state_.revoked.contains(pass_name_));
}

asio::awaitable<void> Connection::serve(std::shared_ptr<Connection> self) {
  co_await serve_request(self);
  self->leave();
}

/// Does the TLS handshake, if there is one. Returns false if the connection is over.
asio::awaitable<bool> Connection::agree_on_keys(std::shared_ptr<Connection> self) {
  State& state = self->state_;
  if (!co_await self->socket_->hear_hello()) co_return !self->is_gone();
  if (self->is_gone()) co_return false;
  const SourceId source = source_of(self->client_);
  // A proxy that speaks TLS to the relay does so for all who come through it.
  const auto rank = self->from_proxy_ ? std::optional<std::uint64_t>(0)
                                      : state.sources.take_handshake(source, now());
  if (!rank) {
    self->count(Denied::handshakes);
    co_return false;
  }
  while (state.handshakes.size() >= state.bounds.handshakes)
    if (!end_one(state, state.handshakes.gives_way())) co_return false;
  state.handshakes.add(self->id_.value, source);
  const bool good =
      co_await self->socket_->shake_hands(*state.handshake_thread, self->id_.value, *rank);
  state.handshakes.remove(self->id_.value);
  co_return good && !self->is_gone();
}

asio::awaitable<void> Connection::serve_request(std::shared_ptr<Connection> self) {
  if (!co_await agree_on_keys(self)) co_return;
  const auto head = co_await self->socket_->read_head();
  State& state = self->state_;
  if (!head || self->is_gone() || !self->enter(*head)) co_return;
  if (!self->from_proxy_ && !head->forwarded.empty()) {
    self->count(Denied::forwarded);
    if (state.on_stray_proxy) std::exchange(state.on_stray_proxy, nullptr)(self->client_.text());
    co_await self->socket_->answer(400,
                                   "X-Forwarded-For from an address that is no trusted proxy of "
                                   "this relay (--trust-proxy)\n");
  } else if (head->is_get && head->path == kHealthPath) {
    const bool works = state.exchange->claims_work();
    co_await self->socket_->answer(works ? 200 : 503, works ? "ok" : "places cannot be claimed");
  } else if (head->is_get && !head->is_upgrade && is_of_invitation(head->path)) {
    const InvitationPage& page = invitation_page();
    co_await self->socket_->answer(200, page.body, page.headers);
  } else if (!head->is_upgrade || head->path != kPath) {
    self->count(Denied::not_fairdeal);
    co_await self->socket_->answer(404, "not found");
  } else if (!self->has_pass(*head)) {
    self->count(Denied::pass);
    co_await self->socket_->answer(401, "this relay wants a pass");
  } else if (co_await self->socket_->accept()) {
    co_await greet(self);
  }
}

Bytes Connection::greeting() const {
  const auto rate = static_cast<std::uint32_t>(state_.bounds.pipe_bytes_per_second);
  return proto::encode(proto::Greeting{.observed = client_.text(),
                                       .reflectors = state_.reflectors,
                                       .limits = {.pipe_bytes_per_second = rate}});
}

/// Greets the client, and serves it as its first message says.
asio::awaitable<void> Connection::greet(std::shared_ptr<Connection> self) {
  if (self->over_limit_)
    self->deny(Denied::connections, CloseCode::over_limit);
  else
    self->enqueue({.own = self->greeting()});
  const auto got = co_await self->socket_->read(PipeHello::kBytes);
  if (got == Got::nothing || self->is_gone()) co_return;
  const ByteSpan first = self->socket_->message();
  const auto hello = PipeHello::decode(first);
  if (got == Got::message && hello) {
    co_await pipe(self, *hello);
  } else if (got == Got::message && first.size() == 1 && first[0] == kControl) {
    co_await control(self);
  } else {
    self->deny(Denied::not_fairdeal, CloseCode::not_fairdeal);
    co_await self->socket_->read(PipeHello::kBytes);  // until it is closed
  }
}

asio::awaitable<void> Connection::control(std::shared_ptr<Connection> self) {
  State& state = self->state_;
  self->role_ = Control{counted_in(state.counters.control_connections)};
  Bucket requests(state.bounds.control_per_second, state.bounds.control_burst, now());
  Bucket answers(state.bounds.answers_per_second, state.bounds.answers_burst, now());
  for (;;) {
    const auto got = co_await self->socket_->read(proto::kRelayBytesMax);
    if (got == Got::nothing || self->is_gone()) co_return;
    const auto message = proto::decode_relay(self->socket_->message());
    bool is_renewal = false;
    if (message && self->asks_elsewhere(*message)) is_renewal = co_await hear_elsewhere(self);
    if (self->is_gone()) co_return;
    const bool ours = got == Got::message && message && self->take(*message, is_renewal);
    if (!ours) self->deny(Denied::not_fairdeal, CloseCode::not_fairdeal);
    self->note_proof();
    Bucket& bucket = message && is_answer(*message) ? answers : requests;
    const Instant next = bucket.take(1, now());
    if (next > now() && !self->over_) co_await pause(self, next);
  }
}

/// Does what a message asks for: work first, or the exchange has it. Returns false if it is none of
/// a client's.
bool Connection::take(const proto::RelayMessage& message, bool is_renewal) {
  const ServedClient served(state_.counters, client_);
  const bool good = takes_work(message, is_renewal) ||
                    state_.exchange->on_message(id_, *source_, message, now()).has_value();
  state_.exchange_changed();
  return good;
}

// ---- Work

/// Takes a solution, or asks for work before it lets the message through. Returns false if the
/// exchange should have the message.
bool Connection::takes_work(const proto::RelayMessage& message, bool is_renewal) {
  if (const auto* worked = std::get_if<proto::Worked>(&message)) {
    if (state_.work.take(*worked, *source_, now())) worked_ = worked->purpose;
    return true;
  }
  const auto purpose = purpose_of(message);
  const std::uint32_t bits = purpose ? price(message) : 0;
  if (bits == 0 || is_renewal) return false;
  if (worked_ == purpose) {
    worked_.reset();
    return false;
  }
  state_.counters.count(Denied::work);
  send(state_.work.ask(*purpose, bits, *source_, now()));
  return true;
}

/// Returns the bits of work that a stranger's request costs just now, by what is taken of the whole
/// relay.
std::uint32_t Connection::price_by_load() const {
  const Bounds& bounds = state_.bounds;
  constexpr std::size_t kNumbers = 1 + proto::kNameplateMax - proto::kNameplateDrawnMin;
  const Occupancy there = state_.exchange->occupancy();
  const std::size_t free = bounds.work_from_percent;
  return std::max({work_bits(state_.connections.size(), bounds.connections, free),
                   work_bits(there.nameplates, kNumbers, free),
                   work_bits(there.boxes, bounds.boxes, free),
                   work_bits(there.visits, bounds.visits, free)});
}

/// Returns what this message costs: nothing for a place that its holder asks for again, and for a
/// visit from member to member.
std::uint32_t Connection::price(const proto::RelayMessage& message) const {
  using Holding = Sources::Holding;
  const Bounds& bounds = state_.bounds;
  if (const auto* visit = std::get_if<proto::Visit>(&message)) {
    const bool to_box = std::holds_alternative<proto::BoxId>(visit->place);
    if (to_box && state_.sources.has(Holding::box, *source_)) return 0;
    const std::size_t there = state_.exchange->visits_at(visit->place);
    return std::max(price_by_load(),
                    work_bits(there, bounds.visits_per_place, bounds.work_from_percent));
  }
  if (state_.exchange->renews(message, now())) return 0;
  const bool is_box = std::holds_alternative<proto::OpenBox>(message);
  const Holding what = is_box ? Holding::box : Holding::nameplate;
  // Once it holds all that it may, no work helps: it is refused.
  if (state_.sources.full(what, *source_)) return 0;
  return std::max(price_by_load(), price_by_share(what));
}

/// Returns the bits of work that one more costs, by what the networks around this client hold of
/// what they may.
std::uint32_t Connection::price_by_share(Sources::Holding what) const {
  const auto share = state_.sources.fullest(what, *source_);
  return work_bits(share.held + 1, share.most, 100 / state_.bounds.shares_with_work);
}

/// Asks the other processes of the relay whether this message, which would cost work, asks again
/// for a place that its sender holds there. Returns false if there is nothing to ask.
bool Connection::asks_elsewhere(const proto::RelayMessage& message) {
  const auto purpose = purpose_of(message);
  if (!purpose || worked_ == purpose || price(message) == 0) return false;
  renews_.reset();
  const auto answer = [weak = weak_from_this()](bool renews) {
    const auto asker = weak.lock();
    if (!asker) return;
    asker->renews_ = renews;
    asker->waiting_.cancel();
  };
  const bool asked = state_.exchange->ask_elsewhere(message, now(), answer);
  state_.exchange_changed();
  return asked;
}

/// Waits for what they say. The client's next message waits, too.
asio::awaitable<bool> Connection::hear_elsewhere(std::shared_ptr<Connection> self) {
  while (!self->renews_ && !self->over_) co_await pause(self, never());
  co_return self->renews_.value_or(false);
}

/// Returns what a pipe costs: nothing for a member of a table, which has a box, for a host of
/// friends that come by a code, and for the other end of a pipe that was paid for. One beyond the
/// network's share costs work in any case, unless one that waits for its other end gives way to it.
std::uint32_t Connection::price_of_pipe(const PipeHello& hello) const {
  using Holding = Sources::Holding;
  const Sources& sources = state_.sources;
  const bool is_awaited = state_.exchange->is_awaited(hello);
  const bool is_known = is_awaited || sources.has(Holding::box, *source_) ||
                        sources.has(Holding::nameplate, *source_);
  const std::uint32_t by_load = is_known ? 0 : price_by_load();
  const auto beyond = sources.beyond_share(Holding::pipe, *source_);
  if (!beyond || sources.full(Holding::pipe, *source_)) return by_load;
  // It might push out its own other end.
  const bool is_asked = is_awaited || !state_.waiting_pipes.gives_way_in(*beyond);
  return is_asked ? std::max(by_load, price_by_share(Holding::pipe)) : by_load;
}

/// Asks for the work that a pipe costs, until it is done. Returns false if the connection is over.
asio::awaitable<bool> Connection::work_for_pipe(std::shared_ptr<Connection> self, PipeHello hello) {
  State& state = self->state_;
  for (int asked = 0;; ++asked) {
    const std::uint32_t bits = self->price_of_pipe(hello);
    if (bits == 0) break;
    if (asked == kWorkAsksMax) {
      self->deny(Denied::pipes, CloseCode::over_limit);
      co_return false;
    }
    state.counters.count(Denied::work);
    if (asked == 0) self->work_by_ = now() + state.bounds.pipe_wait_max;
    Bytes question{kWork};
    const Bytes work = proto::encode(proto::RelayMessage(
        state.work.ask(proto::RelayWork::For::pipe, bits, *self->source_, now())));
    question.insert(question.end(), work.begin(), work.end());
    self->enqueue({.own = std::move(question)});
    const auto got = co_await self->socket_->read(proto::kRelayBytesMax);
    if (got == Got::nothing || self->is_gone()) co_return false;
    const ByteSpan said = self->socket_->message();
    const bool is_answer = got == Got::message && !said.empty() && said[0] == kWork;
    const auto answer =
        is_answer ? proto::decode_relay(said.subspan(1)) : fail(Fault::not_wanted, "no solution");
    const auto* worked = answer ? std::get_if<proto::Worked>(&*answer) : nullptr;
    if (worked == nullptr || worked->purpose != proto::RelayWork::For::pipe) {
      self->deny(Denied::not_fairdeal, CloseCode::not_fairdeal);
      co_return false;
    }
    self->paid_for_pipe_ = state.work.take(*worked, *self->source_, now());
    if (self->paid_for_pipe_) break;
  }
  self->work_by_ = never();
  co_return true;
}

asio::awaitable<void> Connection::pipe(std::shared_ptr<Connection> self, PipeHello hello) {
  State& state = self->state_;
  if (!co_await work_for_pipe(self, hello)) {
    if (!self->is_gone()) co_await self->socket_->read(PipeHello::kBytes);  // until it is closed
    co_return;
  }
  Pipe role{.gauge = counted_in(state.counters.pipe_connections), .hello = hello, .share = {}};
  const auto refused = self->take_pipe(role);
  self->role_ = std::move(role);
  if (!refused) state.waiting_pipes.add(self->id_.value, *self->source_);
  if (!refused)
    state.exchange->await_other(hello, self, now());
  else
    self->deny(*refused, CloseCode::over_limit);
  state.exchange_changed();
  Bucket bucket(state.bounds.pipe_bytes_per_second, state.bounds.pipe_bytes_burst, now());
  for (;;) {
    const std::size_t room = self->other_ == nullptr ? kFirstBytes : kPieceBytes;
    const auto got = co_await self->socket_->read_piece(proto::kPipeBytesMax, room);
    if (got == Got::nothing || self->is_gone()) co_return;
    // Before it has heard that the other end is there, a client says nothing.
    if (got == Got::text || self->other_ == nullptr)
      self->deny(Denied::not_fairdeal, CloseCode::not_fairdeal);
    else
      co_await pass_on(self, bucket);
  }
}

/// Writes the message that was read to the other end, and returns when that end has taken it and
/// the rate allows to read the next one; or when either end is lost.
asio::awaitable<void> Connection::pass_on(std::shared_ptr<Connection> self, Bucket& bucket) {
  State& state = self->state_;
  const ByteSpan piece = self->socket_->message();
  const auto size = static_cast<std::int64_t>(piece.size());
  state.counters.pipe_bytes += piece.size();
  if (!state.sources.count_bytes(*self->source_, size, now()))
    co_return self->deny(Denied::bytes, CloseCode::over_limit);
  if (!state.traffic.has_room(state.utc()))
    co_return self->deny(Denied::month, CloseCode::over_limit);
  if (!piece.empty()) {
    self->taken_ = false;
    self->other_->write(piece, [self] {
      self->taken_ = true;
      self->waiting_.cancel();
    });
    while (!self->taken_ && !self->over_) co_await pause(self, never());
  }
  const Instant next = std::max(bucket.take(std::max(size, kPipeMessageBytesMin), now()),
                                state.traffic.take(size, now()));
  if (next > now() && !self->over_) co_await pause(self, next);
}

asio::awaitable<void> Connection::pause(std::shared_ptr<Connection> self, Instant until) {
  self->waiting_.expires_at(time_point(until));
  co_await self->waiting_.async_wait(kAwait);
}

// ---- Calls from the rest of the relay

void Connection::send(const proto::RelayMessage& message) {
  if (over_) return;
  const auto* visit = std::get_if<proto::Visit>(&message);
  // Visits do not make a holder's queue overflow.
  if (visit != nullptr && queued_bytes_ > state_.bounds.queue_bytes / 4)
    return decline(visit->visit);
  // Nor do the ends of visits: a holder that has not read them by then ends them by time itself.
  const auto* gone = std::get_if<proto::Gone>(&message);
  if (gone != nullptr && gone->visit != 0 && queued_bytes_ > state_.bounds.queue_bytes / 2) return;
  enqueue({.own = proto::encode(message)});
  if (queued_bytes_ <= state_.bounds.queue_bytes) return;
  count(Denied::queue);
  stop_waiting();
  socket_->cut();
}

/// Ends a visit in the holder's place, which has not read those before it: visitors cannot fill its
/// queue, so that it is cut off.
void Connection::decline(std::uint64_t visit) {
  state_.counters.count(Denied::visits);
  asio::post(executor_, [self = shared_from_this(), visit] {
    if (self->is_gone()) return;
    const proto::Gone gone{.visit = visit, .why = proto::Gone::Why::left};
    (void)self->state_.exchange->on_message(self->id_, *self->source_, gone, now());
    self->state_.exchange_changed();
  });
}

void Connection::on_joined(std::shared_ptr<PipeEnd> other) {
  other_ = std::move(other);
  lane_->whose = Turns::Whose::table;
  state_.waiting_pipes.remove(id_.value);
  note_proof();
  if (state_.large_buffers_left > 0) {
    --state_.large_buffers_left;
    large_buffers_ = Counted([&left = state_.large_buffers_left] { ++left; });
    socket_->enlarge_buffers();
  }
  enqueue({.own = {kJoined}});
}

void Connection::write(ByteSpan piece, std::function<void()> taken) {
  enqueue({.bytes = piece, .taken = std::move(taken)});
}

void Connection::close(CloseCode why) {
  if (is_gone()) return;
  stop_waiting();
  state_.closing.insert(id_);
  socket_->close(why);
}

void Connection::on_tick(Instant now) {
  const auto state = socket_->on_tick(now);
  if (state == ClientSocket::State::too_slow) count(Denied::too_slow);
  if (state != ClientSocket::State::goes_on) return leave();
  if (work_by_ <= now && !over_) deny(Denied::too_slow, CloseCode::nobody);
  note_proof();
}

/// Takes note of whether it holds a place or an end of a pipe that is joined: then it gives way to
/// nobody.
void Connection::note_proof() {
  if (!source_ || is_gone()) return;
  const bool proved = other_ != nullptr || state_.exchange->holds_place(id_);
  if (proved)
    state_.unproved.remove(id_.value);
  else if (!state_.unproved.has(id_.value))
    state_.unproved.add(id_.value, *source_);
}

/// Counts a pipe, for which one that waits in the same network may have to give way. Returns why
/// the client may not have it; none if it may.
std::optional<Denied> Connection::take_pipe(Pipe& pipe) {
  if (!state_.traffic.has_room_for_pipes(state_.utc())) return Denied::month;
  const auto full = [&] {
    return paid_for_pipe_ ? state_.sources.full(Sources::Holding::pipe, *source_)
                          : state_.sources.beyond_share(Sources::Holding::pipe, *source_);
  };
  while (const auto network = full())
    if (!make_room_in(state_, state_.waiting_pipes, *network)) return Denied::pipes;
  pipe.share = state_.sources.take(Sources::Holding::pipe, *source_, now());
  return {};
}

/// Ends the wait for the other end, which may wait for this one.
void Connection::stop_waiting() {
  over_ = true;
  waiting_.cancel();
}

void Connection::deny(Denied why, CloseCode code) {
  count(why);
  close(code);
}

void Connection::count(Denied why) {
  const ServedClient served(state_.counters, client_);
  state_.counters.count(why);
}

void Connection::enqueue(Outbound outbound) {
  if (over_) return;
  queued_bytes_ += outbound.own.size();
  queue_.push_back(std::move(outbound));
  if (std::exchange(writing_, true)) return;
  asio::co_spawn(executor_, drain(shared_from_this()), rethrow);
}

asio::awaitable<void> Connection::drain(std::shared_ptr<Connection> self) {
  while (!self->queue_.empty()) {
    const Outbound next = std::move(self->queue_.front());
    self->queue_.pop_front();
    const ByteSpan bytes = next.taken ? next.bytes : ByteSpan(next.own);
    const bool written = co_await self->socket_->write(bytes);
    self->queued_bytes_ -= next.own.size();
    if (written) self->state_.traffic.sent(bytes.size(), self->state_.utc());
    if (!written) {
      self->queue_.clear();
      self->stop_waiting();
    }
    if (written && next.taken) next.taken();
  }
  self->writing_ = false;
}

void Connection::leave() {
  if (is_gone()) return;
  const auto self = shared_from_this();
  stop_waiting();
  socket_->cut();
  // The role gives back its counts when it ends here; the exchange calls back meanwhile.
  const auto role = std::exchange(role_, Gone{});
  counted_ = Counted();
  large_buffers_ = Counted();
  state_.unproved.remove(id_.value);
  state_.waiting_pipes.remove(id_.value);
  state_.handshakes.remove(id_.value);
  if (state_.handshake_thread) state_.handshake_thread->drop(id_.value);
  state_.closing.erase(id_);
  state_.connections.erase(id_);
  if (std::holds_alternative<Control>(role)) state_.exchange->on_hang_up(id_, now());
  if (const auto* pipe = std::get_if<Pipe>(&role)) {
    state_.exchange->on_left(pipe->hello, *this, now());
    other_.reset();
  }
  if (!std::holds_alternative<New>(role)) state_.exchange_changed();
  if (state_.connections.empty()) state_.empty();
}

}  // namespace fairdeal::relay::server
