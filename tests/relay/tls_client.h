#pragma once

#include <boost/asio/ssl.hpp>

#include "tests/relay/client.h"

namespace fairdeal::relay::testing_ {

namespace ssl = asio::ssl;

/// A client of a relay that speaks TLS itself. It takes any certificate.
class TlsClient : public Client {
 public:
  explicit TlsClient(std::uint16_t port, int version = 0, const std::string& from = "127.0.0.1")
      : Client(port, from), stream_(socket_, context_) {
    if (version != 0) SSL_set_max_proto_version(stream_.native_handle(), version);
    stream_.handshake(ssl::stream_base::client, refused_);
  }
  const error_code& refused() const { return refused_; }
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

}  // namespace fairdeal::relay::testing_
