#pragma once

#include <memory>
#include <string>

#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include "base/bytes.h"

namespace fairdeal::net::testing_ {

/// A certificate and its key, in PEM.
struct Certificate {
  std::string certificate, key;
};

template <class Write>
std::string pem(Write write) {
  const std::unique_ptr<BIO, decltype(&BIO_free)> bio(BIO_new(BIO_s_mem()), BIO_free);
  EXPECT_EQ(write(bio.get()), 1);
  char* text = nullptr;
  const long size = BIO_get_mem_data(bio.get(), &text);
  return {text, static_cast<std::size_t>(size)};
}

/// Makes a certificate that its own key signed, for `names` ("DNS:localhost,IP:127.0.0.1") and from
/// now on for `seconds`.
inline Certificate certificate(const std::string& names, long seconds = 3'600, long serial = 1) {
  const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key(EVP_EC_gen("P-256"), EVP_PKEY_free);
  const std::unique_ptr<X509, decltype(&X509_free)> x509(X509_new(), X509_free);
  X509* made = x509.get();
  X509_set_version(made, X509_VERSION_3);
  ASN1_INTEGER_set(X509_get_serialNumber(made), serial);
  X509_gmtime_adj(X509_getm_notBefore(made), -3'600);
  X509_gmtime_adj(X509_getm_notAfter(made), seconds);
  X509_set_pubkey(made, key.get());
  X509_NAME* name = X509_get_subject_name(made);
  const std::string common = "a relay under test";
  X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, uchars(common), -1, -1, 0);
  X509_set_issuer_name(made, name);
  const std::unique_ptr<X509_EXTENSION, decltype(&X509_EXTENSION_free)> extension(
      X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, names.c_str()),
      X509_EXTENSION_free);
  X509_add_ext(made, extension.get(), -1);
  EXPECT_GT(X509_sign(made, key.get(), EVP_sha256()), 0);
  return {.certificate = pem([&](BIO* bio) { return PEM_write_bio_X509(bio, made); }),
          .key = pem([&](BIO* bio) {
            return PEM_write_bio_PrivateKey(bio, key.get(), nullptr, nullptr, 0, nullptr, nullptr);
          })};
}

}  // namespace fairdeal::net::testing_
