#include "net/rendezvous/relay_socket.h"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include <boost/asio/connect.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/websocket.hpp>
#include <boost/beast/websocket/ssl.hpp>
#include <openssl/ssl.h>

#include "net/channel/limits.h"
#include "net/sockets/clock.h"
#include "net/sockets/resolver.h"
#include "proto/reach.h"

namespace fairdeal::rendezvous {

using signaling::RelaySettings;
using signaling::RelayTrouble;
using signaling::RelayUrl;
namespace {

namespace beast = boost::beast;
namespace http = beast::http;
namespace ssl = asio::ssl;
namespace ws = beast::websocket;
using What = RelayTrouble::What;

constexpr const char* kPath = "/fairdeal/1";
constexpr const char* kSubprotocol = "fairdeal.1";

// Errors of our own beside the close codes of relays, which begin at 1000.
constexpr int kLate = 1;
constexpr int kText = 2;
constexpr int kEmpty = 3;
constexpr int kLongAnswer = 4;
/// A client's close frame with code 1000 (RFC 6455, section 5.5.1). Its mask is zero, since it
/// hides nothing from anybody.
constexpr std::string_view kCloseFrame{"\x88\x82\0\0\0\0\x03\xe8", 8};
// The close codes of a relay (docs/network.md).
constexpr int kNotTheProtocol = 4400;
constexpr int kNobody = 4404;
constexpr int kLostBytes = 4408;
constexpr int kOtherEndLeft = 4410;
constexpr int kOverALimit = 4429;
constexpr int kShutsDown = 4503;

class RelayErrors final : public boost::system::error_category {
 public:
  const char* name() const noexcept override { return "relay"; }
  std::string message(int code) const override {
    switch (code) {
      case kLate:
        return "the relay did not answer in time";
      case kText:
        return "the relay sent a text";
      case kEmpty:
        return "the relay sent an empty message";
      case kLongAnswer:
        return "the answer is too long";
      case kNotTheProtocol:
        return "the relay says that we do not speak its protocol";
      case kNobody:
        return "nobody came to the other end of the pipe";
      case kLostBytes:
        return "the relay lost bytes";
      case kOtherEndLeft:
        return "the other end left";
      case kOverALimit:
        return "over a limit of the relay";
      case kShutsDown:
        return "the relay shuts down";
      default:
        return "the relay closed the connection with code " + std::to_string(code);
    }
  }
};

error_code relay_error(int code) {
  static const RelayErrors kErrors;
  return {code, kErrors};
}

RelayTrouble trouble_at(What what, std::string about) {
  const bool broken = what == What::protocol;
  return {.what = what,
          .error = {.fault = broken ? Fault::not_canonical : Fault::incomplete,
                    .about = std::move(about)}};
}

/// Limits what is read during the upgrade, because Beast would take a page of 8 MB as an answer
/// that refuses it.
class UpgradeBudget {
 public:
  void begin(std::function<void()> on_spent) {
    left_ = net::kUpgradeBytesMax;
    on_spent_ = std::move(on_spent);
  }
  void end() {
    left_ = kUnlimited;
    on_spent_ = nullptr;
  }

 private:
  friend class beast::rate_policy_access;
  static constexpr std::size_t kUnlimited = std::numeric_limits<std::size_t>::max();

  std::size_t available_read_bytes() const { return left_; }
  static std::size_t available_write_bytes() { return kUnlimited; }
  void transfer_read_bytes(std::size_t size) {
    if (left_ == kUnlimited) return;
    left_ -= std::min(size, left_);
    if (left_ == 0 && on_spent_) on_spent_();
  }
  static void transfer_write_bytes(std::size_t) {}
  static void on_timer() {}

  std::size_t left_ = kUnlimited;
  std::function<void()> on_spent_;
};

using BareStream = beast::basic_stream<tcp, asio::any_io_executor, UpgradeBudget>;
using TlsStream = ssl::stream<BareStream>;

/// TLS to servers alone, with certificates of the system's store.
struct TlsContext {
  TlsContext() {
    error_code no_store;  // then no certificate is trusted, and TLS fails and says so
    context.set_default_verify_paths(no_store);
    context.set_verify_mode(ssl::verify_peer);
    context.set_options(ssl::context::default_workarounds | ssl::context::no_tlsv1 |
                        ssl::context::no_tlsv1_1);
  }
  ssl::context context{ssl::context::tls_client};
};

/// Makes TLS ask for `host` and accept a certificate for it only. Returns false if OpenSSL has no
/// memory for that.
bool expect_host(SSL* connection, const std::string& host) {
  error_code is_a_name;
  asio::ip::make_address(host, is_a_name);
  X509_VERIFY_PARAM* wanted = SSL_get0_param(connection);
  if (!is_a_name) return X509_VERIFY_PARAM_set1_ip_asc(wanted, host.c_str()) == 1;
  SSL_set_hostflags(connection, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
  return SSL_set1_host(connection, host.c_str()) == 1 &&
         SSL_set_tlsext_host_name(connection, host.c_str()) == 1;
}

/// Says what a web server means that answers, but does not upgrade.
RelayTrouble declined(unsigned status) {
  const std::string code = " (HTTP " + std::to_string(status) + ")";
  if (status == 429 || status == 503)
    return trouble_at(What::busy, "the relay has too much to do" + code);
  if (status == 401 || status == 403)
    return trouble_at(What::upgrade, "the relay is for those who have a pass" + code);
  return trouble_at(What::upgrade, "the web server there offers no relay" + code);
}

template <class Next>
class BeastSocket final : public RelaySocket {
 public:
  static constexpr bool kTls = std::is_same_v<Next, TlsStream>;

  BeastSocket(const asio::any_io_executor& executor, RelaySettings settings, Purpose purpose)
      : settings_(std::move(settings)),
        tls_(kTls ? std::make_unique<TlsContext>() : nullptr),
        stream_(next(executor, tls_.get())),
        resolver_(executor),
        timer_(executor),
        read_ended_(executor, time_point(never())) {
    const bool control = purpose == Purpose::control;
    const std::chrono::milliseconds silence(settings_.silence_max.ms);
    ws::stream_base::timeout limits{};
    limits.handshake_timeout = std::chrono::milliseconds(settings_.upgrade_max.ms);
    limits.idle_timeout = control ? silence : ws::stream_base::none();
    limits.keep_alive_pings = control;
    stream_.set_option(limits);
    stream_.read_message_max(control ? proto::kRelayBytesMax : proto::kPipeBytesMax);
    stream_.binary(true);
    stream_.auto_fragment(false);
  }

  asio::awaitable<std::optional<RelayTrouble>> open() override {
    const auto self = shared_from_this();
    set_deadline(sockets::now() + net::kConnectMax);
    const RelayUrl& url = settings_.url;
    const auto [unknown, endpoints] = co_await resolver_.look_up(url.host, url.port);
    if (unknown) co_return failed(What::name, "the name of the relay", unknown);
    const auto [silent, endpoint] =
        co_await asio::async_connect(bottom().socket(), endpoints, kAwait);
    if (silent) co_return failed(What::tcp, "the call of the relay", silent);
    error_code ignored;  // if the socket is broken already, what follows says so
    bottom().socket().set_option(tcp::no_delay(true), ignored);

    set_deadline(sockets::now() + settings_.upgrade_max);
    if constexpr (kTls) {
      if (!expect_host(stream_.next_layer().native_handle(), url.host))
        co_return trouble_at(What::tls, "no memory for TLS");
      const auto [untrusted] =
          co_await stream_.next_layer().async_handshake(ssl::stream_base::client, kAwait);
      if (untrusted) co_return failed_tls(untrusted);
    }
    auto refused = co_await upgrade();
    if (!refused) set_deadline(never());
    open_ = !refused;
    co_return refused;
  }

  asio::awaitable<std::tuple<error_code, std::size_t>> read_some(asio::mutable_buffer to) override {
    const auto self = shared_from_this();
    if (left_) co_return std::tuple(error_code(asio::error::operation_aborted), std::size_t{0});
    reading_ = true;
    const auto [error, size] = co_await stream_.async_read_some(to, kAwait);
    reading_ = false;
    read_ended_.cancel();
    if (error) co_return std::tuple(explained(error), std::size_t{0});
    if (left_) co_return std::tuple(error_code(asio::error::operation_aborted), std::size_t{0});
    const int wrong = stream_.got_text() ? kText : size == 0 ? kEmpty : 0;
    if (wrong == 0) co_return std::tuple(error_code(), size);
    cut();
    co_return std::tuple(relay_error(wrong), std::size_t{0});
  }

  bool message_done() const override { return stream_.is_message_done(); }

  asio::awaitable<error_code> write(asio::const_buffer message) override {
    const auto self = shared_from_this();
    writing_ = true;
    const auto [error, size] = co_await stream_.async_write(message, kAwait);
    writing_ = false;
    co_return error ? explained(error) : error_code();
  }

  void set_deadline(Instant deadline) override {
    timer_.expires_at(time_point(deadline));
    timer_.async_wait([weak = weak_from_this()](error_code cancelled) {
      const auto self = std::static_pointer_cast<BeastSocket>(weak.lock());
      if (cancelled || !self) return;
      self->why_cut_ = relay_error(kLate);
      self->cut();
    });
  }

  void cut() override {
    open_ = false;
    resolver_.cancel();
    timer_.cancel();
    read_ended_.cancel();
    bottom().close();
  }

  void leave(Bytes last) override {
    if (std::exchange(left_, true)) return;
    if (writing_ || !open_) return cut();
    asio::co_spawn(timer_.get_executor(), say_farewell(shared_from_this(), std::move(last)),
                   rethrow);
  }

 private:
  static ws::stream<Next> next(asio::any_io_executor executor, TlsContext* tls) {
    if constexpr (kTls)
      return ws::stream<Next>(executor, tls->context);
    else
      return ws::stream<Next>(executor);
  }

  BareStream& bottom() { return beast::get_lowest_layer(stream_); }

  asio::awaitable<std::optional<RelayTrouble>> upgrade() {
    const auto decorate = [pass = settings_.pass](ws::request_type& request) {
      request.set(http::field::sec_websocket_protocol, kSubprotocol);
      if (pass) request.set(http::field::authorization, "Bearer " + pass->text());
    };
    stream_.set_option(ws::stream_base::decorator(decorate));
    bottom().rate_policy().begin([this] {
      asio::post(timer_.get_executor(), [weak = weak_from_this()] {
        const auto self = std::static_pointer_cast<BeastSocket>(weak.lock());
        if (!self || self->open_) return;
        self->why_cut_ = relay_error(kLongAnswer);
        self->cut();
      });
    });
    const RelayUrl& url = settings_.url;
    const bool v6 = url.host.find(':') != std::string::npos;
    const std::string host =
        (v6 ? "[" + url.host + "]" : url.host) + ":" + std::to_string(url.port);
    ws::response_type answer;
    const auto [error] = co_await stream_.async_handshake(answer, host, kPath, kAwait);
    bottom().rate_policy().end();
    if (error == ws::error::upgrade_declined) co_return declined(answer.result_int());
    if (error) co_return failed(What::upgrade, "the upgrade to a WebSocket", error);
    if (answer[http::field::sec_websocket_protocol] != kSubprotocol)
      co_return trouble_at(What::version, "the relay does not offer " + std::string(kSubprotocol));
    if (answer.count(http::field::sec_websocket_extensions) > 0)
      co_return trouble_at(What::upgrade, "the relay uses an extension that nobody asked for");
    co_return std::nullopt;
  }

  RelayTrouble failed(What what, const std::string& step, const error_code& error) {
    cut();
    RelayTrouble trouble = trouble_at(what, step + " (" + explained(error).message() + ")");
    if (error == asio::error::connection_refused) trouble.error.fault = Fault::nobody_there;
    return trouble;
  }

  /// Names the check that the certificate failed, if that is why TLS failed.
  RelayTrouble failed_tls(const error_code& error) {
    const long check = SSL_get_verify_result(stream_.next_layer().native_handle());
    if (check == X509_V_OK || why_cut_) return failed(What::tls, "TLS with the relay", error);
    cut();
    return trouble_at(What::tls, std::string("the relay's certificate (") +
                                     X509_verify_cert_error_string(check) + ")");
  }

  /// Returns why the connection ended, rather than which operation noticed it.
  error_code explained(const error_code& error) const {
    if (why_cut_) return why_cut_;
    if (stream_.reason().code != ws::close_code::none) return relay_error(stream_.reason().code);
    if (error == beast::error::timeout) return relay_error(kLate);
    return error;
  }

  /// Writes the last message, ends the read that is under way, writes a close frame, sends no more,
  /// and reads until the relay ends the connection or the deadline cuts it. Beast's own closing
  /// would wait for the read, which may wait for it; and from here on Beast does nothing any more.
  static asio::awaitable<void> say_farewell(std::shared_ptr<RelaySocket> socket, Bytes last) {
    auto& self = static_cast<BeastSocket&>(*socket);
    self.set_deadline(sockets::now() + net::kFarewellMax);
    if (!last.empty()) co_await self.stream_.async_write(asio::buffer(last), kAwait);
    self.bottom().cancel();
    while (self.reading_ && self.open_) co_await self.read_ended_.async_wait(kAwait);
    if (!self.open_) co_return;
    error_code ended;
    std::tie(ended, std::ignore) =
        co_await asio::async_write(self.stream_.next_layer(), asio::buffer(kCloseFrame), kAwait);
    error_code ignored;
    self.bottom().socket().shutdown(tcp::socket::shutdown_send, ignored);
    std::array<char, 1024> unread{};
    while (!ended && self.open_)
      std::tie(ended, std::ignore) =
          co_await self.bottom().async_read_some(asio::buffer(unread), kAwait);
    self.cut();
  }

  RelaySettings settings_;
  std::unique_ptr<TlsContext> tls_;  // none without TLS
  ws::stream<Next> stream_;
  sockets::Resolver resolver_;
  asio::steady_timer timer_;
  asio::steady_timer read_ended_;  // is cancelled when a read ends
  error_code why_cut_;
  bool open_ = false;
  bool writing_ = false;
  bool reading_ = false;
  bool left_ = false;
};

}  // namespace

std::shared_ptr<RelaySocket> RelaySocket::make(const asio::any_io_executor& executor,
                                               const RelaySettings& settings, Purpose purpose) {
  if (settings.url.security == RelayUrl::Security::tls)
    return std::make_shared<BeastSocket<TlsStream>>(executor, settings, purpose);
  return std::make_shared<BeastSocket<BareStream>>(executor, settings, purpose);
}

RelayTrouble trouble_of(const error_code& error) {
  const auto what = [&] {
    if (error == relay_error(kOverALimit) || error == relay_error(kShutsDown)) return What::busy;
    if (error == relay_error(kNobody)) return What::nobody;
    if (error == relay_error(kOtherEndLeft)) return What::left;
    if (error == relay_error(kNotTheProtocol)) return What::version;
    const bool broken = error == ws::condition::protocol_violation ||
                        error == ws::error::message_too_big || error == asio::error::message_size ||
                        error == relay_error(kText) || error == relay_error(kEmpty);
    return broken ? What::protocol : What::lost;
  };
  return trouble_at(what(), "the connection to the relay (" + error.message() + ")");
}

}  // namespace fairdeal::rendezvous
