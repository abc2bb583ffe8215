#include "tests/net/scripted_relay.h"

#include <deque>

#include <boost/asio/ssl.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <boost/beast/websocket/ssl.hpp>

namespace fairdeal::net::testing_ {
namespace {

namespace beast = boost::beast;
namespace http = beast::http;
namespace ssl = asio::ssl;
namespace ws = beast::websocket;

using Request = http::request<http::string_body>;

template <class Next>
class Guest final : public RelayGuest, public std::enable_shared_from_this<Guest<Next>> {
 public:
  explicit Guest(Next next) : stream(std::move(next)), wake(stream.get_executor()) {
    stream.binary(true);
    stream.auto_fragment(false);
    stream.read_message_max(1 << 20);
    stream.control_callback([this](ws::frame_type kind, beast::string_view) {
      if (kind == ws::frame_type::ping) ++pings;
    });
  }

  using RelayGuest::send;
  void send(Bytes message) override { push({.bytes = std::move(message), .fin = true}); }
  void send_text(const std::string& text) override {
    push({.bytes = to_bytes(text), .fin = true, .text = true});
  }
  void send_in_frames(ByteSpan message, std::vector<std::size_t> sizes) override {
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      push({.bytes = to_bytes(message.first(sizes[i])), .fin = i + 1 == sizes.size()});
      message = message.subspan(sizes[i]);
    }
  }
  void close(std::uint16_t code) override { push({.code = code}); }
  void cut() override {
    error_code ignored;
    beast::get_lowest_layer(stream).close(ignored);
  }
  void stop_reading() override { reads = false; }

  struct Out {
    Bytes bytes{};
    bool fin = false;
    bool text = false;
    std::uint16_t code = 0;
  };
  void push(Out out) {
    waiting.push_back(std::move(out));
    wake.cancel();
  }

  static asio::awaitable<void> write(std::shared_ptr<Guest> self) {
    while (!self->gone) {
      if (self->waiting.empty()) {
        self->wake.expires_at(time_point(never()));
        co_await self->wake.async_wait(kAwait);
        continue;
      }
      const Out out = std::move(self->waiting.front());
      self->waiting.pop_front();
      if (out.code != 0) {
        co_await self->stream.async_close(ws::close_reason(out.code), kAwait);
        co_return;
      }
      self->stream.text(out.text);
      const auto [error, size] =
          co_await self->stream.async_write_some(out.fin, asio::buffer(out.bytes), kAwait);
      if (error) co_return;
    }
  }

  static asio::awaitable<void> read(std::shared_ptr<Guest> self) {
    while (self->reads) {
      beast::flat_buffer buffer;
      const auto [error, size] = co_await self->stream.async_read(buffer, kAwait);
      if (error) {
        self->gone = true;
        self->wake.cancel();
        co_return;
      }
      const auto* begin = static_cast<const std::byte*>(buffer.data().data());
      self->messages.emplace_back(begin, begin + size);
    }
  }

  ws::stream<Next> stream;
  asio::steady_timer wake;
  std::deque<Out> waiting;
  bool reads = true;
};

std::string header(const Request& request, http::field field) {
  return std::string(request[field]);
}

}  // namespace

struct ScriptedRelay::Impl : std::enable_shared_from_this<Impl> {
  Impl(asio::io_context& io, ScriptedRelay& the_owner)
      : owner(&the_owner), acceptor(io, tcp::endpoint(asio::ip::make_address("127.0.0.1"), 0)) {}

  static asio::awaitable<void> accept(std::shared_ptr<Impl> self) {
    while (self->owner != nullptr) {
      auto [error, socket] = co_await self->acceptor.async_accept(kAwait);
      if (error) co_return;
      ++self->owner->calls;
      asio::co_spawn(self->acceptor.get_executor(), welcome(self, std::move(socket)), rethrow);
    }
  }

  static asio::awaitable<void> welcome(std::shared_ptr<Impl> self, tcp::socket socket) {
    const Certificate tls = self->owner->script.tls;
    if (tls.key.empty()) {
      co_await upgrade(self, std::move(socket));
      co_return;
    }
    ssl::context context(ssl::context::tls_server);
    context.use_certificate_chain(asio::buffer(tls.certificate));
    context.use_private_key(asio::buffer(tls.key), ssl::context::pem);
    ssl::stream<tcp::socket> stream(std::move(socket), context);
    const auto [error] = co_await stream.async_handshake(ssl::stream_base::server, kAwait);
    if (!error) co_await upgrade(self, std::move(stream));
  }

  template <class Next>
  static asio::awaitable<void> upgrade(std::shared_ptr<Impl> self, Next next) {
    beast::flat_buffer buffer;
    Request request;
    const auto [unread, size] = co_await http::async_read(next, buffer, request, kAwait);
    if (unread || self->owner == nullptr) co_return;
    const RelayScript script = self->owner->script;
    if (!script.instead_of_upgrade.empty()) {
      co_await asio::async_write(next, asio::buffer(script.instead_of_upgrade), kAwait);
      co_return;
    }
    const auto guest = std::make_shared<Guest<Next>>(std::move(next));
    const auto decorate = [script](ws::response_type& answer) {
      if (!script.subprotocol.empty())
        answer.set(http::field::sec_websocket_protocol, script.subprotocol);
      if (!script.extensions.empty())
        answer.set(http::field::sec_websocket_extensions, script.extensions);
    };
    guest->stream.set_option(ws::stream_base::decorator(decorate));
    const auto [refused] = co_await guest->stream.async_accept(request, kAwait);
    if (refused || self->owner == nullptr) co_return;
    guest->target = std::string(request.target());
    guest->subprotocol = header(request, http::field::sec_websocket_protocol);
    guest->extensions = header(request, http::field::sec_websocket_extensions);
    guest->authorization = header(request, http::field::authorization);
    self->owner->guests.push_back(guest);
    if (script.greets) guest->send(script.greeting);
    asio::co_spawn(self->acceptor.get_executor(), Guest<Next>::write(guest), rethrow);
    if (script.reads) co_await Guest<Next>::read(guest);
  }

  ScriptedRelay* owner;  // null when it is gone
  tcp::acceptor acceptor;
};

ScriptedRelay::ScriptedRelay(asio::io_context& io, RelayScript says)
    : script(std::move(says)), impl_(std::make_shared<Impl>(io, *this)) {
  asio::co_spawn(io, Impl::accept(impl_), rethrow);
}

ScriptedRelay::~ScriptedRelay() {
  impl_->owner = nullptr;
  error_code ignored;
  impl_->acceptor.close(ignored);
  for (const auto& guest : guests) guest->cut();
}

signaling::RelaySettings ScriptedRelay::settings(const std::string& host) const {
  const auto security = script.tls.key.empty() ? signaling::RelayUrl::Security::none
                                               : signaling::RelayUrl::Security::tls;
  return {
      .url = {.security = security, .host = host, .port = impl_->acceptor.local_endpoint().port()},
      .redial_min = Duration{1},
      .redial_max = Duration{10},
      .busy_min = Duration{1}};
}

}  // namespace fairdeal::net::testing_
