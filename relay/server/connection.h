#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>

#include "base/bucket.h"
#include "relay/block_list.h"
#include "relay/exchange.h"
#include "relay/pass.h"
#include "relay/server/client_socket.h"
#include "relay/server/turns.h"
#include "relay/short_lived.h"
#include "relay/sources.h"
#include "relay/traffic.h"
#include "relay/work_gate.h"

namespace fairdeal::relay::server {

class Connection;

/// The state that all connections of a relay share.
struct State {
  Bounds bounds;
  std::vector<IpNetwork> trusted_proxies;
  std::vector<std::string> reflectors;         ///< as clients are told
  std::optional<PassKey> passes;               ///< is set for a closed relay
  std::function<std::uint64_t()> utc_seconds;  ///< may be empty, if nothing depends on the date
  std::function<void(const std::string&)> log_address;  ///< may be empty
  /// Hears the first address that is no trusted proxy's and sends X-Forwarded-For. May be empty.
  std::function<void(const std::string&)> on_stray_proxy{};
  /// The lists and bounds that the operator may change while the relay runs.
  BlockList blocked{};
  RevokedPasses revoked{};
  Traffic traffic{{}, {}, Instant{}};
  Sources sources{bounds};
  WorkGate work{bounds};
  Counters counters{};
  std::unique_ptr<Exchange> exchange{};
  std::map<CallerId, std::shared_ptr<Connection>> connections{};
  // Three kinds of connections give way to newcomers: those that are closing, those that hold no
  // place and no joined pipe, and pipes that wait for their other end.
  std::set<CallerId> closing{};
  ShortLived unproved{}, waiting_pipes{};
  ShortLived handshakes{};  ///< TLS handshakes, too, so that new ones can begin
  /// Computes them. Is set if the relay speaks TLS.
  std::unique_ptr<Handshakes> handshake_thread{};
  std::size_t large_buffers_left = kLargeBuffersMax;
  /// Is called after each call of the exchange, whose deadline may have changed.
  std::function<void()> exchange_changed{};
  /// Is called when the last connection has left.
  std::function<void()> empty{};

  std::uint64_t utc() const { return utc_seconds ? utc_seconds() : 0; }
};

/// Ends a connection that has proved nothing, so that there is room for another one: of the whole
/// relay, or of one network. Returns false if there is none.
bool make_room(State& state);
bool make_room_in(State& state, const ShortLived& kind, const CountedNetwork& network);

/// One client of the relay, from its socket's first byte to its end: an HTTP request, then a
/// control connection or an end of a pipe.
///
///   new → control or pipe → gone
///
/// All that is counted for the client is in `role_` and `counted_`, and leave() gives it back. The
/// coroutine that serves the client calls leave() at its end; and if the socket is over and the
/// coroutine goes on for whatever reason, the next tick does.
class Connection final : public PipeEnd, public std::enable_shared_from_this<Connection> {
 public:
  Connection(State& state, CallerId id, std::shared_ptr<ClientSocket> socket,
             std::shared_ptr<Turns::Lane> lane, const IpAddress& peer);
  /// Serves the client.
  void start();

  /// Sends a control message. A client that does not read is cut off.
  void send(const proto::RelayMessage& message);
  void on_tick(Instant now);
  void close(CloseCode why);
  /// Ends the connection at once, gives back all that is counted for it, and makes the relay forget
  /// it. Later calls do nothing.
  void leave();
  /// Returns whether it is an end of a pipe that has its other end.
  bool is_joined() const { return other_ != nullptr; }
  /// Returns whether the operator lets this client in no more.
  bool is_barred() const;

  void on_joined(std::shared_ptr<PipeEnd> other) override;
  void write(ByteSpan piece, std::function<void()> taken) override;
  void on_end(CloseCode why) override { close(why); }

 private:
  /// Something to be written: bytes of our own, or bytes that another end keeps.
  struct Outbound {
    Bytes own{};
    ByteSpan bytes{};
    std::function<void()> taken{};
  };
  struct New {
    Counted gauge;
  };
  struct Control {
    Counted gauge;
  };
  struct Pipe {
    Counted gauge;
    PipeHello hello;
    std::optional<Counted> share;  ///< is set if the source may have this pipe
  };
  struct Gone {};

  static asio::awaitable<void> serve(std::shared_ptr<Connection> self);
  static asio::awaitable<bool> agree_on_keys(std::shared_ptr<Connection> self);
  static asio::awaitable<void> serve_request(std::shared_ptr<Connection> self);
  static asio::awaitable<void> greet(std::shared_ptr<Connection> self);
  static asio::awaitable<void> control(std::shared_ptr<Connection> self);
  static asio::awaitable<void> pipe(std::shared_ptr<Connection> self, PipeHello hello);
  static asio::awaitable<bool> work_for_pipe(std::shared_ptr<Connection> self, PipeHello hello);
  static asio::awaitable<bool> hear_elsewhere(std::shared_ptr<Connection> self);
  static asio::awaitable<void> pass_on(std::shared_ptr<Connection> self, Bucket& bucket);
  static asio::awaitable<void> pause(std::shared_ptr<Connection> self, Instant until);
  static asio::awaitable<void> drain(std::shared_ptr<Connection> self);

  Bytes greeting() const;
  bool enter(const RequestHead& head);
  /// Returns whether the client may use a closed relay, and takes note of its pass's name.
  bool has_pass(const RequestHead& head);
  bool asks_elsewhere(const proto::RelayMessage& message);
  bool takes_work(const proto::RelayMessage& message, bool is_renewal);
  std::uint32_t price(const proto::RelayMessage& message) const;
  std::uint32_t price_of_pipe(const PipeHello& hello) const;
  std::uint32_t price_by_load() const;
  std::uint32_t price_by_share(Sources::Holding what) const;
  bool is_gone() const { return std::holds_alternative<Gone>(role_); }
  void deny(Denied why, CloseCode code);
  /// Counts a refusal as this client's.
  void count(Denied why);
  void enqueue(Outbound outbound);
  void decline(std::uint64_t visit);
  void stop_waiting();
  void note_proof();
  std::optional<Denied> take_pipe(Pipe& pipe);
  bool take(const proto::RelayMessage& message, bool is_renewal);

  State& state_;
  CallerId id_;
  std::shared_ptr<ClientSocket> socket_;
  std::shared_ptr<Turns::Lane> lane_;
  asio::any_io_executor executor_;  ///< of the lane
  IpAddress client_;
  std::string pass_name_{};
  std::optional<SourceId> source_{};  ///< is set once it is counted
  Counted counted_{};                 ///< by its source
  Counted large_buffers_{};           ///< is set while it has them
  std::variant<New, Control, Pipe, Gone> role_;
  bool from_proxy_ = false;
  bool over_limit_ = false;
  std::deque<Outbound> queue_{};
  std::size_t queued_bytes_ = 0;
  bool writing_ = false;
  bool over_ = false;  ///< one of the two ends is lost, so it waits for the other one no more
  std::shared_ptr<PipeEnd> other_{};
  bool taken_ = false;
  std::optional<proto::RelayWork::For> worked_{};  ///< has done the work for one such request
  Instant work_by_ = never();                      ///< is set while a pipe is asked for work
  bool paid_for_pipe_ = false;
  std::optional<bool> renews_{};  ///< what other processes say of the request under way
  asio::steady_timer waiting_;    ///< for the other end to take a piece, or for the rate
};

}  // namespace fairdeal::relay::server
