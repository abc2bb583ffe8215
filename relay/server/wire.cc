#include "relay/server/wire.h"

#include <algorithm>
#include <cerrno>

#include <boost/asio/write.hpp>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <sys/socket.h>

#include "relay/limits.h"

namespace fairdeal::relay::server {
namespace {

error_code broken() { return asio::error::connection_reset; }

}  // namespace

/// OpenSSL's state of a connection. Until the handshake is over, OpenSSL reads and writes `unread`
/// and `unsent`, so that Handshakes computes a step of it without the socket. Then it reads the
/// rest of `unread`, and reads and writes the socket by the functions below, not by its own: a
/// write to a connection that is gone must not raise a signal, and a socket that is closed must not
/// be used, since its number may be another one's by then.
struct Wire::Tls {
  explicit Tls(const TlsKeys& with) : keys(with) {}
  ~Tls() { SSL_free(ssl); }
  Tls(const Tls&) = delete;

  void shake_hands();
  bool may_go_on() const { return unread_at < unread.size(); }
  int read(BIO* bio, char* to, std::size_t size);
  int write(BIO* bio, const char* from, std::size_t size);
  int again(BIO* bio, ssize_t size, int flag) const;
  static Tls& of(BIO* bio) { return *static_cast<Tls*>(BIO_get_data(bio)); }
  static const BIO_METHOD* method();
  static void on_event(const SSL* ssl, int where, int what);

  std::optional<TlsKeys> keys;    ///< until `ssl` is there
  SSL* ssl = nullptr;             ///< begins with the handshake; null if there was no memory
  tcp::socket* socket = nullptr;  ///< is set once the handshake is over
  std::string unread{}, unsent{};
  std::size_t unread_at = 0;    ///< the part before it was read
  std::size_t socket_room = 0;  ///< how much may be read from the socket before others have a turn
  std::size_t handshake_bytes = 0;
  bool renegotiates = false;         ///< the client began another handshake
  int result = SSL_ERROR_WANT_READ;  ///< of the last step of the handshake
};

int Wire::Tls::again(BIO* bio, ssize_t size, int flag) const {
  if (size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR))
    BIO_set_flags(bio, flag | BIO_FLAGS_SHOULD_RETRY);
  return static_cast<int>(size);
}

int Wire::Tls::read(BIO* bio, char* to, std::size_t size) {
  BIO_clear_retry_flags(bio);
  if (may_go_on()) {
    const std::size_t part = unread.copy(to, size, unread_at);
    unread_at += part;
    if (!may_go_on()) {
      unread = std::string();
      unread_at = 0;
    }
    return static_cast<int>(part);
  }
  if (socket == nullptr || (socket->is_open() && socket_room == 0)) {
    BIO_set_retry_read(bio);
    return -1;
  }
  if (!socket->is_open() || renegotiates) return -1;
  const ssize_t got = ::recv(socket->native_handle(), to, std::min(size, socket_room), 0);
  if (got > 0) socket_room -= static_cast<std::size_t>(got);
  return again(bio, got, BIO_FLAGS_READ);
}

int Wire::Tls::write(BIO* bio, const char* from, std::size_t size) {
  BIO_clear_retry_flags(bio);
  if (socket == nullptr) {
    unsent.append(from, size);
    return static_cast<int>(size);
  }
  if (!socket->is_open()) return -1;
  return again(bio, ::send(socket->native_handle(), from, size, MSG_NOSIGNAL), BIO_FLAGS_WRITE);
}

const BIO_METHOD* Wire::Tls::method() {
  static BIO_METHOD* const method = [] {
    BIO_METHOD* made = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "a relay's client");
    BIO_meth_set_read(made, [](BIO* bio, char* to, int size) {
      return of(bio).read(bio, to, static_cast<std::size_t>(size));
    });
    BIO_meth_set_write(made, [](BIO* bio, const char* from, int size) {
      return of(bio).write(bio, from, static_cast<std::size_t>(size));
    });
    // Everything is written at once, so there is nothing to flush; no other question is known.
    BIO_meth_set_ctrl(made, [](BIO*, int question, long, void*) -> long {
      return question == BIO_CTRL_FLUSH ? 1 : 0;
    });
    return made;
  }();
  return method;
}

/// Hears what OpenSSL answers to a client that asks for another handshake, which no client of ours
/// does; OpenSSL would go on for as long as there are bytes to read.
void Wire::Tls::on_event(const SSL* ssl, int where, int what) {
  if (where == SSL_CB_WRITE_ALERT && (what & 0xff) == SSL_AD_NO_RENEGOTIATION)
    of(SSL_get_rbio(ssl)).renegotiates = true;
}

/// Goes on with the handshake, as far as the client's bytes lead.
void Wire::Tls::shake_hands() {
  result = SSL_ERROR_SSL;
  if (keys) {
    ssl = std::exchange(keys, std::nullopt)->connection();
    BIO* bio = ssl == nullptr ? nullptr : BIO_new(method());
    if (bio == nullptr) return;
    BIO_set_data(bio, this);
    BIO_set_init(bio, 1);
    SSL_set_bio(ssl, bio, bio);
    SSL_set_info_callback(ssl, on_event);
  }
  if (ssl == nullptr || SSL_get_rbio(ssl) == nullptr) return;
  result = SSL_get_error(ssl, SSL_accept(ssl));
  ERR_clear_error();  // what one connection got wrong must not be read as another one's
}

Wire::Wire(tcp::socket socket, const std::optional<TlsKeys>& tls) : socket_(std::move(socket)) {
  if (!tls) return;
  tls_ = std::make_shared<Tls>(*tls);
  error_code ignored;  // if the socket is broken already, the first read says so
  socket_.native_non_blocking(true, ignored);
}

Wire::~Wire() = default;

asio::awaitable<bool> Wire::wait(int result) {
  const int what = SSL_get_error(tls_->ssl, result);
  ERR_clear_error();
  if ((what != SSL_ERROR_WANT_READ && what != SSL_ERROR_WANT_WRITE) || !socket_.is_open() ||
      tls_->renegotiates)
    co_return false;
  if (what == SSL_ERROR_WANT_READ && tls_->may_go_on()) {
    const auto executor = co_await asio::this_coro::executor;
    co_await asio::post(executor, asio::use_awaitable);
    co_return socket_.is_open();
  }
  const auto [error] = co_await socket_.async_wait(
      what == SSL_ERROR_WANT_READ ? tcp::socket::wait_read : tcp::socket::wait_write, kAwait);
  co_return !error && socket_.is_open();
}

/// Reads more of the client's handshake.
asio::awaitable<bool> Wire::read_handshake() {
  std::array<char, 2048> part;
  const auto [error, size] = co_await socket_.async_read_some(asio::buffer(part), kAwait);
  if (error || !socket_.is_open()) co_return false;
  tls_->unread.append(part.data(), size);
  tls_->handshake_bytes += size;
  co_return tls_->handshake_bytes <= kHandshakeBytesMax;
}

asio::awaitable<bool> Wire::hear_hello() {
  if (!tls_) co_return false;
  co_return co_await read_handshake();
}

asio::awaitable<bool> Wire::shake_hands(Handshakes& with, Handshakes::Name name,
                                        std::uint64_t rank) {
  for (;;) {
    const std::function<void()> step = [tls = tls_] { tls->shake_hands(); };
    co_await with.compute(name, rank, step);
    if (!socket_.is_open()) co_return false;
    const std::string answer = std::exchange(tls_->unsent, {});
    if (!answer.empty()) {
      const auto [error, size] = co_await asio::async_write(socket_, asio::buffer(answer), kAwait);
      if (error || !socket_.is_open()) co_return false;
    }
    if (tls_->result == SSL_ERROR_NONE) break;
    if (tls_->result != SSL_ERROR_WANT_READ || !co_await read_handshake()) co_return false;
  }
  tls_->socket = &socket_;
  co_return true;
}

asio::awaitable<std::tuple<error_code, std::size_t>> Wire::read_some(asio::mutable_buffer to) {
  if (!tls_) co_return co_await socket_.async_read_some(asio::buffer(to), kAwait);
  while (socket_.is_open()) {
    std::size_t size = 0;
    tls_->socket_room = kTlsReadBytes;
    const int result = SSL_read_ex(tls_->ssl, to.data(), to.size(), &size);
    if (result == 1) co_return std::tuple(error_code(), size);
    if (!co_await wait(result)) break;
  }
  co_return std::tuple(broken(), std::size_t{0});
}

asio::awaitable<error_code> Wire::write_all(asio::const_buffer bytes) {
  if (!tls_) {
    const auto [error, size] = co_await asio::async_write(socket_, asio::buffer(bytes), kAwait);
    co_return error;
  }
  while (bytes.size() > 0) {
    std::size_t size = 0;
    const int result =
        socket_.is_open() ? SSL_write_ex(tls_->ssl, bytes.data(), bytes.size(), &size) : -1;
    if (result == 1)
      bytes += size;
    else if (!socket_.is_open() || !co_await wait(result))
      co_return broken();
  }
  co_return error_code();
}

asio::awaitable<error_code> Wire::write_text(std::string bytes) {
  co_return co_await write_all(asio::buffer(bytes));
}

void Wire::write(const std::array<asio::const_buffer, 2>& bytes,
                 std::function<void(error_code)> done) {
  if (!tls_) {
    asio::async_write(socket_, bytes,
                      [done = std::move(done)](error_code error, std::size_t) { done(error); });
    return;
  }
  std::string both(static_cast<const char*>(bytes[0].data()), bytes[0].size());
  both.append(static_cast<const char*>(bytes[1].data()), bytes[1].size());
  asio::co_spawn(socket_.get_executor(), write_text(std::move(both)),
                 [done = std::move(done)](const std::exception_ptr& thrown, error_code error) {
                   rethrow(thrown);
                   done(error);
                 });
}

void Wire::end_writing() {
  if (!socket_.is_open()) return;
  if (tls_ && tls_->socket != nullptr && SSL_is_init_finished(tls_->ssl) == 1) {
    SSL_shutdown(tls_->ssl);
    ERR_clear_error();
  }
  error_code ignored;
  socket_.shutdown(tcp::socket::shutdown_send, ignored);
}

}  // namespace fairdeal::relay::server
