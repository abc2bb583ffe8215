#pragma once

#include <memory>
#include <string_view>

#include "base/result.h"

struct ssl_st;
struct ssl_ctx_st;

namespace fairdeal::relay::server {

/// The relay's certificate with its key, by which it speaks TLS 1.2 or 1.3. Connections that have
/// begun keep theirs when the relay gets another one.
class TlsKeys {
 public:
  /// Reads a certificate with the chain that leads to its issuer, and its private key, both in PEM.
  /// Errors: bad_parameters (one of them cannot be read, or the key is another certificate's), with
  /// OpenSSL's words.
  static Result<TlsKeys> from(std::string_view certificates, std::string_view key);

  /// Returns OpenSSL's state of a connection that waits for its client; null without memory. The
  /// caller frees it.
  ssl_st* connection() const;

 private:
  explicit TlsKeys(std::shared_ptr<ssl_ctx_st> context) : context_(std::move(context)) {}
  std::shared_ptr<ssl_ctx_st> context_;
};

}  // namespace fairdeal::relay::server
