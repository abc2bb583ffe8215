#include "relay/web_socket.h"

#include <algorithm>
#include <array>
#include <tuple>

#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/rfc7230.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <boost/beast/websocket/stream.hpp>

namespace fairdeal::relay {
namespace {

namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;

constexpr const char* kSubprotocol = "fairdeal.1";
constexpr std::string_view kBearer = "Bearer ";
/// Beast asks for room for a read before it knows how much it will need.
constexpr std::size_t kReadAhead = 4096;
/// The first read of a message has room for most messages, and others for much of a large one.
constexpr std::size_t kFirstReadBytes = 1536, kReadBytes = std::size_t{16} * 1024;
/// A buffer that a long message has made larger than this is given back.
constexpr std::size_t kKeptBufferBytes = 8 * 1024;

using Parser = http::request_parser<http::empty_body>;

RequestHead head_of(const Parser::value_type& request) {
  RequestHead head;
  head.path = request.target();
  head.is_get = request.method() == http::verb::get;
  const auto forwarded = request.equal_range("X-Forwarded-For");
  for (auto field = forwarded.first; field != forwarded.second; ++field)
    head.forwarded += (head.forwarded.empty() ? "" : ",") + std::string(field->value());
  const std::string_view bearer = request[http::field::authorization];
  if (bearer.starts_with(kBearer)) head.authorization = bearer.substr(kBearer.size());
  http::token_list offered(request[http::field::sec_websocket_protocol]);
  head.is_upgrade = websocket::is_upgrade(request) && offered.exists(kSubprotocol);
  return head;
}

const char* reason(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 401:
      return "Unauthorized";
    default:
      return "Not Found";
  }
}

}  // namespace

struct WebSocket::Impl {
  Impl(tcp::socket socket, const RelayBounds& limits)
      : stream(std::move(socket)),
        bounds(limits),
        first_by(now() + limits.upgrade_max),
        ended(stream.get_executor(), time_point(never())) {}

  tcp::socket& socket() { return stream.next_layer(); }
  void set_options();

  websocket::stream<tcp::socket, false> stream;  // false: permessage-deflate is not even compiled
  const RelayBounds& bounds;
  Parser parser{};
  beast::flat_buffer buffer{kHeadBytesMax};
  bool upgraded = false, closing = false, pinging = false;
  Instant first_by;              // never, once the first message has come
  Instant silent_by = never();   // while a read is under way
  Instant written_by = never();  // while a write is under way
  Instant closed_by = never();   // once close() was called
  Instant ping_at = never();     // once upgraded
  asio::steady_timer ended;      // is cancelled when the socket is closed
};

void WebSocket::Impl::set_options() {
  stream.set_option(websocket::stream_base::decorator([](websocket::response_type& response) {
    response.set(http::field::sec_websocket_protocol, kSubprotocol);
    response.erase(http::field::server);
  }));
  // The relay's own times are looked at by on_tick().
  stream.set_option(websocket::stream_base::timeout{websocket::stream_base::none(),
                                                    websocket::stream_base::none(), false});
  stream.auto_fragment(false);
  stream.write_buffer_bytes(kReadAhead);
  stream.binary(true);
  // Pings, pongs and closing frames are heard, too.
  stream.control_callback([this](websocket::frame_type, beast::string_view) {
    silent_by = now() + bounds.silence_max;
  });
}

WebSocket::WebSocket(tcp::socket socket, const RelayBounds& bounds)
    : impl_(std::make_unique<Impl>(std::move(socket), bounds)) {
  error_code ignored;  // if the socket is broken already, the first read says so
  impl_->socket().set_option(tcp::no_delay(true), ignored);
}

WebSocket::~WebSocket() = default;

asio::awaitable<std::optional<RequestHead>> WebSocket::read_head() {
  const auto self = shared_from_this();
  impl_->parser.header_limit(kHeadBytesMax);
  const auto [error, size] =
      co_await http::async_read_header(impl_->socket(), impl_->buffer, impl_->parser, kAwait);
  // A client waits for the answer before it says more.
  if (error || impl_->buffer.size() > 0 || impl_->parser.get().version() != 11) {
    shut();
    co_return std::nullopt;
  }
  co_return head_of(impl_->parser.get());
}

asio::awaitable<void> WebSocket::answer(int status, std::string text) {
  const auto self = shared_from_this();
  const std::string whole =
      "HTTP/1.1 " + std::to_string(status) + " " + reason(status) +
      "\r\nContent-Type: text/plain\r\nConnection: close\r\nContent-Length: " +
      std::to_string(text.size()) + "\r\n\r\n" + text;
  co_await asio::async_write(impl_->socket(), asio::buffer(whole), kAwait);
  shut();
}

asio::awaitable<bool> WebSocket::accept() {
  const auto self = shared_from_this();
  impl_->set_options();
  const auto request = impl_->parser.release();
  const auto [error] = co_await impl_->stream.async_accept(request, kAwait);
  impl_->buffer = beast::flat_buffer();
  impl_->upgraded = !error;
  impl_->ping_at = now() + impl_->bounds.ping_every;
  if (error) shut();
  co_return !error;
}

/// Reads a message into the buffer, or as much of it as comes before close().
///
/// Beast's async_read would do the same, but between two parts of a message it reckons how much may
/// come, and asserts that something may. A closing handshake that has begun meanwhile may have
/// taken the rest, so a client that sends parts while the other end leaves could end the relay.
asio::awaitable<error_code> WebSocket::read_message(Impl& impl) {
  for (;;) {
    auto& buffer = impl.buffer;
    const std::size_t room = buffer.size() == 0 ? kFirstReadBytes : kReadBytes;
    const auto to = buffer.prepare(std::min(room, buffer.max_size() - buffer.size()));
    const auto [error, size] = co_await impl.stream.async_read_some(to, kAwait);
    if (error) co_return error;
    buffer.commit(size);
    if (impl.stream.is_message_done() || impl.closing) co_return error;
  }
}

asio::awaitable<WebSocket::Got> WebSocket::read(std::size_t bytes_max) {
  const auto self = shared_from_this();
  error_code error;
  if (!impl_->closing) {
    auto& buffer = impl_->buffer;
    if (buffer.capacity() > kKeptBufferBytes)
      buffer = beast::flat_buffer();
    else
      buffer.clear();
    buffer.max_size(bytes_max + kReadAhead);
    impl_->stream.read_message_max(bytes_max);
    impl_->silent_by = now() + impl_->bounds.silence_max;
    error = co_await read_message(*impl_);
    impl_->silent_by = never();
    impl_->first_by = never();
    if (!error && !impl_->closing) co_return impl_->stream.got_text() ? Got::text : Got::message;
    if (!impl_->closing) shut();
  }
  // Later bytes are not looked at. The last message may still be in use by who writes it.
  std::array<char, kReadAhead> discarded;
  while (!error)
    std::tie(error, std::ignore) =
        co_await impl_->stream.async_read_some(asio::buffer(discarded), kAwait);
  // The client has left: nothing more is owed to it.
  if (error != asio::error::operation_aborted) shut();
  // The closing handshake may be under way still; it ends with shut().
  while (impl_->socket().is_open()) co_await impl_->ended.async_wait(kAwait);
  co_return Got::nothing;
}

ByteSpan WebSocket::message() const {
  const auto data = impl_->buffer.cdata();
  return {static_cast<const std::byte*>(data.data()), data.size()};
}

asio::awaitable<bool> WebSocket::write(ByteSpan bytes) {
  const auto self = shared_from_this();
  bool last = false;
  while (!last) {
    const ByteSpan part = bytes.first(std::min(bytes.size(), kWriteBytes));
    bytes = bytes.subspan(part.size());
    last = bytes.empty();
    impl_->written_by = now() + impl_->bounds.write_max;
    const auto [error, size] = co_await impl_->stream.async_write_some(
        last, asio::buffer(part.data(), part.size()), kAwait);
    impl_->written_by = never();
    if (error) {
      if (!std::exchange(impl_->closing, true)) shut();
      co_return false;
    }
  }
  co_return true;
}

void WebSocket::close(CloseCode code) {
  if (impl_->closing) return;
  impl_->closing = true;
  impl_->closed_by = now() + impl_->bounds.closing_max;
  // Beast asserts that nothing but async_close begins to close. But a read does, too, once the
  // client has sent a close frame or what is none of WebSocket's.
  if (!impl_->upgraded || !impl_->stream.is_open()) return shut();
  const websocket::close_reason why(static_cast<std::uint16_t>(code));
  impl_->stream.async_close(why, [self = shared_from_this()](error_code) { self->shut(); });
}

void WebSocket::shut() {
  error_code ignored;
  impl_->socket().shutdown(tcp::socket::shutdown_send, ignored);
  impl_->socket().close(ignored);
  impl_->ended.cancel();
}

bool WebSocket::on_tick(Instant now) {
  Impl& impl = *impl_;
  if (impl.closed_by <= now) shut();
  if (impl.closing) return true;
  if (std::min({impl.first_by, impl.silent_by, impl.written_by}) <= now) {
    impl.closing = true;
    shut();
    return false;
  }
  if (impl.ping_at > now || impl.pinging) return true;
  impl.pinging = true;
  impl.ping_at = now + impl.bounds.ping_every;
  impl.stream.async_ping({},
                         [self = shared_from_this()](error_code) { self->impl_->pinging = false; });
  return true;
}

}  // namespace fairdeal::relay
