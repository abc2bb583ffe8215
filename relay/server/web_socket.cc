#include "relay/server/web_socket.h"

#include <algorithm>
#include <array>

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/rfc7230.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <linux/sockios.h>
#include <sys/ioctl.h>

#include "relay/frames.h"
#include "relay/server/wire.h"

namespace fairdeal::relay::server {
namespace {

namespace beast = boost::beast;
namespace http = beast::http;

constexpr const char* kSubprotocol = "fairdeal.1";
constexpr std::string_view kBearer = "Bearer ";
constexpr std::uint16_t kNormalClosure = 1000;
/// How much of a head is read at once.
constexpr std::size_t kHeadReadBytes = 1024;
/// The bytes that may be on their way to a client when the kernel gets its connection back.
constexpr int kUnsentMax = 1024;

using Parser = http::request_parser<http::empty_body>;

RequestHead head_of(const Parser::value_type& request) {
  RequestHead head;
  head.path = request.target();
  head.is_get = request.method() == http::verb::get;
  const auto forwarded = request.equal_range("X-Forwarded-For");
  for (auto field = forwarded.first; field != forwarded.second; ++field)
    head.forwarded += (head.forwarded.empty() ? "" : ",") + std::string(field->value());
  std::string_view bearer = request[http::field::authorization];
  // RFC 7235: the name of the scheme is compared without regard to case, and spaces follow it.
  if (beast::iequals(bearer.substr(0, kBearer.size()), kBearer)) {
    bearer.remove_prefix(std::min(bearer.find_first_not_of(' ', kBearer.size()), bearer.size()));
    head.authorization = bearer;
  }
  http::token_list offered(request[http::field::sec_websocket_protocol]);
  head.is_upgrade = beast::websocket::is_upgrade(request) && offered.exists(kSubprotocol) &&
                    request[http::field::sec_websocket_version] == "13" &&
                    accept_key(request[http::field::sec_websocket_key]);
  return head;
}

const char* reason(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 503:
      return "Service Unavailable";
    default:
      return "Not Found";
  }
}

}  // namespace

struct WebSocket::Impl {
  Impl(tcp::socket socket, const std::optional<TlsKeys>& tls, const Bounds& limits)
      : wire(std::move(socket), tls),
        bounds(limits),
        first_by(now() + limits.upgrade_max),
        written(wire.socket().get_executor(), time_point(never())) {}

  /// The next bytes to write. A message's head is sent with it.
  struct Next {
    std::string head;
    ByteSpan body;
    bool is_close = false, is_message = false;
  };
  std::optional<Next> next();

  Wire wire;
  const Bounds& bounds;

  /// The parts that serve the request alone.
  struct Request {
    Parser parser{};
    beast::flat_buffer buffer{kHeadBytesMax};
  };
  std::unique_ptr<Request> request = std::make_unique<Request>();

  FrameReader frames{};
  Bytes input{};                  // what was read from the socket
  std::span<std::byte> unread{};  // the part of it that `frames` has not had yet
  Bytes whole{};                  // a message that read() puts together
  ByteSpan last{};                // what was read last

  std::optional<ByteSpan> outgoing{};  // the message that write() waits for
  Next under_way{};
  bool is_writing = false;
  std::optional<std::string> pong{};
  bool ping_wanted = false;
  std::uint16_t close_code = 0;

  bool upgraded = false, closing = false, close_sent = false, is_cut = false;
  bool ended = false;            // the client has ended the connection, or all that it gets is sent
  Instant first_by;              // never, once the first message has come
  Instant silent_by = never();   // while a read is under way
  Instant message_by = never();  // while a part of a message is there
  Instant written_by = never();  // while a write is under way
  Instant closed_by = never();   // once closing
  Instant ping_at = never();     // once upgraded
  asio::steady_timer written;    // is cancelled when the outgoing message was taken, or is lost
};

/// Chooses what is written next: a message that is there comes before a close frame, and so do
/// pings and pongs.
std::optional<WebSocket::Impl::Next> WebSocket::Impl::next() {
  if (close_sent || is_cut) return {};
  if (closing) {
    close_sent = true;
    return Next{.head = close_frame(close_code), .body = {}, .is_close = true};
  }
  if (pong) {
    const std::string payload = *std::exchange(pong, std::nullopt);
    return Next{.head = frame_head(FrameKind::pong, payload.size()) + payload, .body = {}};
  }
  if (std::exchange(ping_wanted, false))
    return Next{.head = frame_head(FrameKind::ping, 0), .body = {}};
  if (!outgoing) return {};
  return Next{.head = frame_head(FrameKind::message, outgoing->size()),
              .body = *outgoing,
              .is_message = true};
}

WebSocket::WebSocket(tcp::socket socket, const std::optional<TlsKeys>& tls, const Bounds& bounds)
    : impl_(std::make_unique<Impl>(std::move(socket), tls, bounds)) {
  error_code ignored;  // if the socket is broken already, the first read says so
  impl_->wire.socket().set_option(tcp::no_delay(true), ignored);
  set_buffers(kSocketBufferBytes);
}

void WebSocket::enlarge_buffers() { set_buffers(kJoinedBufferBytes); }

void WebSocket::set_buffers(int bytes) {
  error_code ignored;
  impl_->wire.socket().set_option(asio::socket_base::send_buffer_size(bytes), ignored);
  impl_->wire.socket().set_option(asio::socket_base::receive_buffer_size(bytes), ignored);
}

WebSocket::~WebSocket() = default;

asio::awaitable<bool> WebSocket::hear_hello() {
  const auto self = shared_from_this();
  const bool heard = co_await impl_->wire.hear_hello();
  if (!heard && impl_->wire.has_tls()) cut();
  co_return heard && !impl_->is_cut;
}

asio::awaitable<bool> WebSocket::shake_hands(Handshakes& with, Handshakes::Name name,
                                             std::uint64_t rank) {
  const auto self = shared_from_this();
  const bool good = co_await impl_->wire.shake_hands(with, name, rank);
  co_return good && !impl_->is_cut;
}

asio::awaitable<std::optional<RequestHead>> WebSocket::read_head() {
  const auto self = shared_from_this();
  auto& request = *impl_->request;
  request.parser.header_limit(kHeadBytesMax);
  bool good = true;
  while (good && !impl_->is_cut && !request.parser.is_header_done()) {
    const std::size_t room = std::min(kHeadReadBytes, kHeadBytesMax - request.buffer.size());
    const auto [error, size] = co_await impl_->wire.read_some(request.buffer.prepare(room));
    if (error || impl_->is_cut) break;
    request.buffer.commit(size);
    error_code wrong;
    request.buffer.consume(request.parser.put(request.buffer.data(), wrong));
    good = (!wrong || wrong == http::error::need_more) && request.buffer.size() < kHeadBytesMax;
  }
  // A client waits for the answer before it says more.
  if (impl_->is_cut || !request.parser.is_header_done() || request.buffer.size() > 0 ||
      request.parser.get().version() != 11) {
    cut();
    co_return std::nullopt;
  }
  co_return head_of(request.parser.get());
}

asio::awaitable<void> WebSocket::answer(int status, std::string text, std::string headers) {
  const auto self = shared_from_this();
  const std::string whole =
      "HTTP/1.1 " + std::to_string(status) + " " + reason(status) + "\r\n" + headers +
      "Connection: close\r\nContent-Length: " + std::to_string(text.size()) + "\r\n\r\n" + text;
  const bool written = !co_await impl_->wire.write_all(asio::buffer(whole));
  impl_->wire.end_writing();
  // cut() would drop what a client far away has not taken of a longer answer: a client ends the
  // connection when it has all of it. Bounds::upgrade_max goes on.
  if (written && !impl_->is_cut && whole.size() > kUnsentMax) {
    std::array<char, 64> more;
    (void)co_await impl_->wire.read_some(asio::buffer(more));
  }
  impl_->ended = true;
  cut();
}

asio::awaitable<bool> WebSocket::accept() {
  const auto self = shared_from_this();
  const auto key = accept_key(impl_->request->parser.get()[http::field::sec_websocket_key]);
  impl_->request.reset();
  const std::string answer =
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      "Sec-WebSocket-Accept: " +
      key.value_or("") + "\r\nSec-WebSocket-Protocol: " + kSubprotocol + "\r\n\r\n";
  if (co_await impl_->wire.write_all(asio::buffer(answer))) cut();
  if (impl_->is_cut) co_return false;
  impl_->upgraded = true;
  impl_->ping_at = now() + impl_->bounds.ping_every;
  impl_->input.resize(kFirstBytes);
  if (impl_->closing) pump();
  co_return true;
}

// ---- Reading

asio::awaitable<WebSocket::Got> WebSocket::read(std::size_t bytes_max) {
  return read_data(shared_from_this(), bytes_max, true);
}

asio::awaitable<WebSocket::Got> WebSocket::read_piece(std::size_t bytes_max, std::size_t room) {
  // Another connection may still write what came before the closing.
  if (impl_->unread.empty() && !impl_->closing && impl_->input.size() < room)
    impl_->input.resize(room);
  return read_data(shared_from_this(), bytes_max, false);
}

/// Reads a whole message, or a piece of one.
asio::awaitable<WebSocket::Got> WebSocket::read_data(std::shared_ptr<WebSocket> self,
                                                     std::size_t bytes_max, bool whole) {
  using What = FrameReader::Event::What;
  Impl& impl = *self->impl_;
  if (!impl.closing) impl.whole = Bytes();
  while (!impl.closing && !impl.is_cut) {
    const auto event = impl.frames.next(impl.unread, bytes_max);
    switch (event.what) {
      case What::data:
        if (whole) impl.whole.insert(impl.whole.end(), event.bytes.begin(), event.bytes.end());
        if (!event.is_last && (whole || event.bytes.empty())) {
          if (whole) impl.message_by = std::min(impl.message_by, now() + impl.bounds.message_max);
          continue;
        }
        impl.last = whole ? ByteSpan(impl.whole) : event.bytes;
        impl.first_by = impl.message_by = never();
        co_return event.is_text ? Got::text : Got::message;
      case What::ping:
        impl.pong = std::string(as_text(event.bytes));
        self->pump();
        continue;
      case What::pong:
        continue;
      case What::close:
        self->begin_close(event.code == 0 ? kNormalClosure : event.code);
        continue;
      case What::broken:
        self->begin_close(event.code);
        continue;
      case What::nothing:
        break;
    }
    impl.silent_by = now() + impl.bounds.silence_max;
    const auto [error, size] = co_await impl.wire.read_some(asio::buffer(impl.input));
    impl.silent_by = never();
    impl.unread = std::span(impl.input).first(size);
    if (!error) continue;
    impl.ended = true;
    self->cut();
  }
  co_await discard(self);
  co_return Got::nothing;
}

/// Reads what still comes after the closing has begun, and looks at none of it, until the client
/// ends the connection. The last message may still be in use, so it stays where it is.
asio::awaitable<void> WebSocket::discard(std::shared_ptr<WebSocket> self) {
  Impl& impl = *self->impl_;
  std::array<char, kFirstBytes> discarded;
  while (!impl.is_cut) {
    const auto [error, size] = co_await impl.wire.read_some(asio::buffer(discarded));
    if (!error) continue;
    impl.ended = true;
    self->cut();
  }
}

ByteSpan WebSocket::message() const { return impl_->last; }

// ---- Writing

asio::awaitable<bool> WebSocket::write(ByteSpan bytes) {
  const auto self = shared_from_this();
  Impl& impl = *impl_;
  bool lost = false;
  do {
    impl.outgoing = bytes.first(std::min(bytes.size(), kWriteBytes));
    bytes = bytes.subspan(impl.outgoing->size());
    pump();
    while (impl.outgoing && !impl.is_cut && (!impl.closing || impl.under_way.is_message))
      co_await impl.written.async_wait(kAwait);
    lost = std::exchange(impl.outgoing, std::nullopt).has_value();
  } while (!bytes.empty() && !lost);
  co_return !lost;
}

/// Writes what is next, if nothing is being written.
void WebSocket::pump() {
  Impl& impl = *impl_;
  if (impl.is_writing || impl.is_cut || !impl.upgraded) return;
  auto next = impl.next();
  if (!next) return;
  impl.under_way = *std::move(next);
  impl.is_writing = true;
  impl.written_by = now() + impl.bounds.write_max;
  const std::array<asio::const_buffer, 2> buffers{
      asio::buffer(impl.under_way.head),
      asio::buffer(impl.under_way.body.data(), impl.under_way.body.size())};
  impl.wire.write(buffers, [self = shared_from_this()](error_code error) {
    Impl& done = *self->impl_;
    done.is_writing = false;
    done.written_by = never();
    const auto was = std::exchange(done.under_way, {});
    if (error) return self->cut();
    if (was.is_message) done.outgoing.reset();
    if (was.is_message || done.closing) done.written.cancel();
    if (was.is_close) done.wire.end_writing();
    self->pump();
  });
}

// ---- The end

void WebSocket::close(CloseCode code) { begin_close(static_cast<std::uint16_t>(code)); }

void WebSocket::begin_close(std::uint16_t code) {
  Impl& impl = *impl_;
  if (std::exchange(impl.closing, true) || impl.is_cut) return;
  if (!impl.upgraded) return cut();
  impl.close_code = code;
  impl.closed_by = now() + impl.bounds.closing_max;
  if (!impl.is_writing) impl.written.cancel();
  pump();
}

void WebSocket::cut() {
  if (std::exchange(impl_->is_cut, true)) return;
  error_code ignored;
  // The kernel keeps nothing for a client that was not served to its end, and little for one that
  // ended its side and reads nothing more.
  int unsent = 0;
  (void)::ioctl(impl_->wire.socket().native_handle(), SIOCOUTQ, &unsent);
  if (!impl_->ended || unsent > kUnsentMax)
    impl_->wire.socket().set_option(asio::socket_base::linger(true, 0), ignored);
  impl_->wire.socket().close(ignored);
  impl_->written.cancel();
}

WebSocket::State WebSocket::on_tick(Instant now) {
  Impl& impl = *impl_;
  if (impl.is_cut) return State::over;
  const bool closed_in_time = impl.closed_by > now;
  const bool slow =
      std::min({impl.first_by, impl.silent_by, impl.message_by, impl.written_by}) <= now;
  if (!closed_in_time || slow) {
    cut();
    return impl.closing ? State::over : State::too_slow;
  }
  if (impl.closing || impl.ping_at > now) return State::goes_on;
  impl.ping_at = now + impl.bounds.ping_every;
  impl.ping_wanted = true;
  pump();
  return State::goes_on;
}

}  // namespace fairdeal::relay::server
