#include "relay/server/wire.h"

#include <cerrno>

#include <boost/asio/write.hpp>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <sys/socket.h>

namespace fairdeal::relay::server {
namespace {

// OpenSSL reads and writes the socket by these, not by its own functions for sockets: a write to a
// connection that is gone must not raise a signal, and a socket that is closed must not be used,
// since its number may be another one's by then.

int at_socket(BIO* bio, const std::function<ssize_t(int socket)>& use, int again) {
  auto& socket = *static_cast<tcp::socket*>(BIO_get_data(bio));
  BIO_clear_retry_flags(bio);
  if (!socket.is_open()) return -1;
  const ssize_t size = use(socket.native_handle());
  if (size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR))
    BIO_set_flags(bio, again | BIO_FLAGS_SHOULD_RETRY);
  return static_cast<int>(size);
}

int read_socket(BIO* bio, char* to, int size) {
  return at_socket(
      bio, [&](int socket) { return ::recv(socket, to, static_cast<std::size_t>(size), 0); },
      BIO_FLAGS_READ);
}

int write_socket(BIO* bio, const char* from, int size) {
  return at_socket(
      bio,
      [&](int socket) {
        return ::send(socket, from, static_cast<std::size_t>(size), MSG_NOSIGNAL);
      },
      BIO_FLAGS_WRITE);
}

/// Everything is written at once, so there is nothing to flush; no other question is known.
long control_socket(BIO*, int question, long, void*) { return question == BIO_CTRL_FLUSH ? 1 : 0; }

const BIO_METHOD* socket_method() {
  static BIO_METHOD* const method = [] {
    BIO_METHOD* made = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "a relay's client");
    BIO_meth_set_read(made, read_socket);
    BIO_meth_set_write(made, write_socket);
    BIO_meth_set_ctrl(made, control_socket);
    return made;
  }();
  return method;
}

error_code broken() { return asio::error::connection_reset; }

}  // namespace

struct Wire::Tls {
  explicit Tls(SSL* made) : ssl(made) {}
  ~Tls() { SSL_free(ssl); }
  Tls(const Tls&) = delete;
  SSL* ssl;  ///< null if there was no memory
};

Wire::Wire(tcp::socket socket, const std::optional<TlsKeys>& tls) : socket_(std::move(socket)) {
  if (!tls) return;
  tls_ = std::make_unique<Tls>(tls->connection());
  error_code ignored;  // if the socket is broken already, the first read says so
  socket_.native_non_blocking(true, ignored);
  BIO* bio = tls_->ssl == nullptr ? nullptr : BIO_new(socket_method());
  if (bio == nullptr) return;
  BIO_set_data(bio, &socket_);
  BIO_set_init(bio, 1);
  SSL_set_bio(tls_->ssl, bio, bio);
}

Wire::~Wire() = default;

asio::awaitable<bool> Wire::wait(int result) {
  const int what = SSL_get_error(tls_->ssl, result);
  ERR_clear_error();  // what one connection got wrong must not be read as another one's
  if ((what != SSL_ERROR_WANT_READ && what != SSL_ERROR_WANT_WRITE) || !socket_.is_open())
    co_return false;
  const auto [error] = co_await socket_.async_wait(
      what == SSL_ERROR_WANT_READ ? tcp::socket::wait_read : tcp::socket::wait_write, kAwait);
  co_return !error && socket_.is_open();
}

asio::awaitable<bool> Wire::open() {
  if (!tls_) co_return true;
  if (tls_->ssl == nullptr || SSL_get_rbio(tls_->ssl) == nullptr) co_return false;
  for (;;) {
    const int result = SSL_accept(tls_->ssl);
    if (result == 1) co_return true;
    if (!co_await wait(result)) co_return false;
  }
}

asio::awaitable<std::tuple<error_code, std::size_t>> Wire::read_some(asio::mutable_buffer to) {
  if (!tls_) co_return co_await socket_.async_read_some(asio::buffer(to), kAwait);
  while (socket_.is_open()) {
    std::size_t size = 0;
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
  if (tls_ && tls_->ssl != nullptr && SSL_is_init_finished(tls_->ssl) == 1) {
    SSL_shutdown(tls_->ssl);
    ERR_clear_error();
  }
  error_code ignored;
  socket_.shutdown(tcp::socket::shutdown_send, ignored);
}

}  // namespace fairdeal::relay::server
