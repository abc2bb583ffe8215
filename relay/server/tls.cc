#include "relay/server/tls.h"

#include <string>

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>

namespace fairdeal::relay::server {
namespace {

using Bio = std::unique_ptr<BIO, decltype(&BIO_free)>;
using Certificate = std::unique_ptr<X509, decltype(&X509_free)>;
using Key = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;

tl::unexpected<Error> refused(const std::string& what) {
  const char* reason = ERR_reason_error_string(ERR_peek_last_error());
  ERR_clear_error();
  return fail(Fault::bad_parameters,
              what + (reason == nullptr ? "" : " (" + std::string(reason) + ")"));
}

Bio reader_of(std::string_view text) {
  return {BIO_new_mem_buf(text.data(), static_cast<int>(text.size())), BIO_free};
}

/// Refuses to ask a person for a password: a relay has nobody in front of it.
int no_password(char*, int, int, void*) { return -1; }

Result<> use_certificates(SSL_CTX* context, std::string_view text) {
  const Bio bio = reader_of(text);
  const Certificate own(PEM_read_bio_X509_AUX(bio.get(), nullptr, no_password, nullptr), X509_free);
  if (!own) return refused("there is no certificate in it");
  if (SSL_CTX_use_certificate(context, own.get()) != 1)
    return refused("the certificate cannot be used");
  for (;;) {
    const Certificate next(PEM_read_bio_X509(bio.get(), nullptr, no_password, nullptr), X509_free);
    if (!next) break;
    if (SSL_CTX_add1_chain_cert(context, next.get()) != 1) return refused("its chain is too long");
  }
  ERR_clear_error();  // the end of the text
  return {};
}

}  // namespace

Result<TlsKeys> TlsKeys::from(std::string_view certificates, std::string_view key) {
  ERR_clear_error();
  std::shared_ptr<ssl_ctx_st> context(SSL_CTX_new(TLS_server_method()), SSL_CTX_free);
  if (!context) return refused("no memory for TLS");
  SSL_CTX_set_min_proto_version(context.get(), TLS1_2_VERSION);
  SSL_CTX_set_options(context.get(), SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_TICKET |
                                         SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE);
  // A client chooses among these, and computing with the others takes up to a hundred times as
  // long.
  if (SSL_CTX_set1_groups_list(context.get(), "X25519:P-256") != 1) return refused("no groups");
  SSL_CTX_set_num_tickets(context.get(), 0);
  SSL_CTX_set_session_cache_mode(context.get(), SSL_SESS_CACHE_OFF);
  // A connection that waits keeps no buffers, so a relay with TLS needs little more memory.
  SSL_CTX_set_mode(context.get(), SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE |
                                      SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  // A client that only changes its keys, again and again, gets no more than its turn.
  SSL_CTX_clear_mode(context.get(), SSL_MODE_AUTO_RETRY);
  FD_TRY(use_certificates(context.get(), certificates));
  const Bio bio = reader_of(key);
  const Key own(PEM_read_bio_PrivateKey(bio.get(), nullptr, no_password, nullptr), EVP_PKEY_free);
  if (!own) return refused("there is no private key without a password in it");
  if (SSL_CTX_use_PrivateKey(context.get(), own.get()) != 1 ||
      SSL_CTX_check_private_key(context.get()) != 1)
    return refused("the key is not that of the certificate");
  return TlsKeys(std::move(context));
}

ssl_st* TlsKeys::connection() const { return SSL_new(context_.get()); }

}  // namespace fairdeal::relay::server
