#pragma once

#include <boost/asio/ssl.hpp>

#include "tests/relay/client.h"

namespace fairdeal::relay::testing_ {

namespace ssl = asio::ssl;

/// A client of a relay that speaks TLS itself. It takes any certificate.
class TlsClient : public Client {
 public:
  explicit TlsClient(std::uint16_t port, int version = 0, const std::string& from = "127.0.0.1",
                     const std::string& groups = "")
      : Client(port, from), stream_(socket_, context_) {
    if (version != 0) SSL_set_max_proto_version(stream_.native_handle(), version);
    if (!groups.empty()) SSL_set1_groups_list(stream_.native_handle(), groups.c_str());
    stream_.handshake(ssl::stream_base::client, refused_);
  }
  const error_code& refused() const { return refused_; }
  SSL* ssl() { return stream_.native_handle(); }
  std::string version() { return SSL_get_version(stream_.native_handle()); }
  long serial() {
    const std::unique_ptr<X509, decltype(&X509_free)> peer(
        SSL_get1_peer_certificate(stream_.native_handle()), X509_free);
    return peer ? ASN1_INTEGER_get(X509_get0_serialNumber(peer.get())) : -1;
  }

 private:
  void put(std::string_view bytes, error_code& error) override {
    asio::write(stream_, asio::buffer(bytes), error);
  }
  std::size_t take(asio::mutable_buffer to, error_code& error) override {
    return stream_.read_some(asio::buffer(to), error);
  }

  ssl::context context_{ssl::context::tls_client};
  ssl::stream<tcp::socket&> stream_;
  error_code refused_;
};

/// Returns the first bytes of a handshake: a hello of OpenSSL's, as it stands on the wire.
inline std::string client_hello() {
  ssl::context context{ssl::context::tls_client};
  const std::unique_ptr<SSL, decltype(&SSL_free)> made(SSL_new(context.native_handle()), SSL_free);
  BIO* sent = BIO_new(BIO_s_mem());
  SSL_set_bio(made.get(), BIO_new(BIO_s_mem()), sent);
  (void)SSL_connect(made.get());
  char* bytes = nullptr;
  const long size = BIO_get_mem_data(sent, &bytes);
  return {bytes, static_cast<std::size_t>(size)};
}

}  // namespace fairdeal::relay::testing_
