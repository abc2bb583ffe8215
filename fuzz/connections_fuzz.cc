// Fuzzes sequences of what four clients do at a relay, over real sockets: upgrades, frames of every
// kind, parts of frames, several in one write, and ends of connections. When every client's time is
// over, nothing is left: no connection, no place, no pipe, no source and no operation under way.
#include "base/check.h"
#include "base/seeded_rng.h"
#include "fuzz/edits.h"
#include "fuzz/target.h"
#include "relay/local_exchange.h"
#include "relay/server/connection.h"
#include "relay/server/web_socket.h"

namespace fairdeal::relay {
namespace {

constexpr std::size_t kClients = 4;

std::string client_frame(int opcode, const std::string& payload, int bits = 0x80) {
  const std::size_t size = payload.size();
  std::string bytes{static_cast<char>(opcode | bits),
                    static_cast<char>(0x80U | (size < 126 ? size : 126U))};
  if (size >= 126) bytes += {static_cast<char>(size >> 8), static_cast<char>(size)};
  return bytes + std::string(4, '\0') + payload;
}

std::string control_frame(const proto::RelayMessage& message) {
  return client_frame(2, std::string(as_text(proto::encode(message))));
}

class Relay {
 public:
  Relay() : acceptor_(*listen_at(io_, {.ip = *IpAddress::parse("127.0.0.1"), .port = 0})) {
    state_.exchange =
        std::make_unique<LocalExchange>(state_.bounds, state_.sources, state_.counters, rng_,
                                        [this](CallerId to, const proto::RelayMessage& message) {
                                          const auto found = state_.connections.find(to);
                                          if (found != state_.connections.end())
                                            found->second->send(message);
                                        });
    state_.exchange_changed = [] {};
    state_.empty = [] {};
  }

  void connect(std::size_t i) {
    error_code ignored;
    clients_[i].emplace(elsewhere_);
    clients_[i]->connect(acceptor_.local_endpoint());
    clients_[i]->non_blocking(true, ignored);
    last_ = last_.next();
    auto socket = std::make_shared<server::WebSocket>(acceptor_.accept(), none_, state_.bounds);
    auto lane = std::make_shared<server::Turns::Lane>(server::Turns::Lane{.turns = turns_});
    std::make_shared<server::Connection>(state_, last_, std::move(socket), std::move(lane),
                                         *IpAddress::parse("127.0.0.1"))
        ->start();
  }
  void send(std::size_t i, const std::string& bytes) {
    error_code ignored;
    if (clients_[i]) clients_[i]->write_some(asio::buffer(bytes), ignored);
  }
  void read(std::size_t i) {
    error_code ignored;
    if (!clients_[i]) return;
    std::array<char, 65536> unread;
    clients_[i]->read_some(asio::buffer(unread), ignored);
  }
  void hang_up(std::size_t i) { clients_[i].reset(); }
  void end_sending(std::size_t i) {
    error_code ignored;
    if (clients_[i]) clients_[i]->shutdown(tcp::socket::shutdown_send, ignored);
  }
  void turn() {
    io_.poll();
    io_.restart();
  }
  void tick(Instant moment) {
    std::vector<std::shared_ptr<server::Connection>> all;
    for (const auto& [id, connection] : state_.connections) all.push_back(connection);
    for (const auto& connection : all) connection->on_tick(moment);
    state_.exchange->on_time(moment);
    turn();
  }

  void expect_that_all_comes_back() {
    const Instant later = now() + Duration{3'600'000};
    // A connection that closes has its own time once more.
    for (int i = 0; i < 3; ++i) tick(later + Duration{i * 3'600'000});
    CHECK(state_.connections.empty());
    CHECK(state_.counters.new_connections == 0 && state_.counters.control_connections == 0 &&
          state_.counters.pipe_connections == 0);
    state_.exchange->on_time(later);
    const Occupancy occupancy = state_.exchange->occupancy();
    CHECK(occupancy.nameplates == 0 && occupancy.boxes == 0 && occupancy.pipes == 0);
    state_.sources.forget_idle(later);
    CHECK(state_.sources.size() == 0);
    io_.poll();
    CHECK(io_.stopped());  // no coroutine waits for anything
  }

 private:
  asio::io_context io_{1}, elsewhere_{1};
  std::shared_ptr<server::Turns> turns_ = std::make_shared<server::Turns>(io_);
  SeededRng rng_{1};
  server::State state_{.bounds = {},
                       .trusted_proxies = {},
                       .reflectors = {},
                       .passes = {},
                       .utc_seconds = {},
                       .log_address = {}};
  const std::optional<server::TlsKeys> none_{};
  tcp::acceptor acceptor_;
  std::optional<tcp::socket> clients_[kClients];
  CallerId last_{};
};

std::string words(Script& script) {
  const std::string control(1, '\0'), token(16, static_cast<char>(script.below(2)));
  const auto box = proto::BoxId{static_cast<std::byte>(script.below(2))};
  switch (script.below(20)) {
    case 0:
    case 1:
      return "GET /fairdeal/1 HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: "
             "websocket\r\n"
             "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
             "Sec-WebSocket-Protocol: fairdeal.1\r\n\r\n";
    case 2:
      return "GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n";
    case 3:
    case 4:
      return client_frame(2, control);
    case 5:
      return client_frame(2, '\1' + token + '\0');
    case 6:
      return client_frame(2, '\1' + token + '\1');
    case 7:
      return client_frame(2, "none of ours");
    case 8:
      return client_frame(1, "a text");
    case 9:
      return client_frame(8, "\x03\xe8");
    case 10:
      return client_frame(9, "ping");
    case 11:
      return client_frame(10, "");
    case 12:
      return client_frame(2, "a part", 0);
    case 13:
      return client_frame(0, "the rest", script.below(2) == 0 ? 0 : 0x80);
    case 14:
      return client_frame(static_cast<int>(script.below(16)), "x",
                          static_cast<int>(script.below(16) << 4));
    case 15:
      return control_frame(proto::Claim{.minutes = 1});
    case 16:
      return control_frame(proto::OpenBox{.box = box});
    case 17:
      return control_frame(proto::Visit{0, box, {}});
    case 18:
      return client_frame(2, std::string(60'000, 'x'));
    default:
      return std::string(as_text(script.bytes()));
  }
}

}  // namespace
}  // namespace fairdeal::relay

void fairdeal::fuzz(ByteSpan input) {
  Script script(input);
  relay::Relay relay;
  std::string unsent[relay::kClients];
  for (int i = 0; !script.done() && i < 100; ++i) {
    const std::size_t who = script.below(relay::kClients);
    const std::size_t what = script.below(16);
    if (what < 10) unsent[who] += relay::words(script);
    if (what >= 5 && what < 10) relay.send(who, std::exchange(unsent[who], ""));
    if (what == 10) relay.connect(who);
    if (what == 11) relay.read(who);
    if (what == 12) relay.hang_up(who);
    if (what == 13) relay.end_sending(who);
    if (what == 14)
      relay.tick(relay::now() + Duration{static_cast<std::int64_t>(script.below(4)) * 10'000});
    relay.turn();
  }
  relay.expect_that_all_comes_back();
}
