#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <unistd.h>

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include "net/relay_pipe.h"
#include "net/stream.h"
#include "tests/net/relay_scene.h"

/// Relays behind TLS: whose certificate is believed.
namespace fairdeal::net {
namespace {

using namespace testing_;
using What = RelayTrouble::What;

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
Certificate certificate(const std::string& names, long seconds = 3'600) {
  const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key(EVP_EC_gen("P-256"), EVP_PKEY_free);
  const std::unique_ptr<X509, decltype(&X509_free)> x509(X509_new(), X509_free);
  X509* made = x509.get();
  X509_set_version(made, X509_VERSION_3);
  ASN1_INTEGER_set(X509_get_serialNumber(made), 1);
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

class RelayTlsTest : public testing::Test, protected Scene {
 protected:
  ~RelayTlsTest() override {
    if (before_)
      setenv(kVariable, before_->c_str(), 1);
    else
      unsetenv(kVariable);
    std::filesystem::remove(file_);
  }
  /// Makes TLS believe this certificate, and no other file of certificates.
  void trust(const Certificate& trusted) {
    std::ofstream(file_) << trusted.certificate;
    setenv(kVariable, file_.c_str(), 1);
  }
  void serve(Certificate its) { relay.script.tls = std::move(its); }
  RelayTrouble refusal(const std::string& host) {
    start(relay.settings(host));
    EXPECT_TRUE(run([&] { return !ann->troubles.empty(); }));
    EXPECT_TRUE(relay.guests.empty());
    return ann->troubles.at(0);
  }
  static bool says(const RelayTrouble& trouble, const char* words) {
    return trouble.what == What::tls && trouble.error.about.find(words) != std::string::npos;
  }

 private:
  static constexpr const char* kVariable = "SSL_CERT_FILE";
  static std::optional<std::string> environment() {
    const char* value = std::getenv(kVariable);
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
  }

  std::optional<std::string> before_ = environment();
  std::filesystem::path file_ = std::filesystem::temp_directory_path() /
                                ("fairdeal-relay-tls-" + std::to_string(getpid()) + ".pem");
};

TEST_F(RelayTlsTest, ATrustedCertificateForTheNameIsAccepted) {
  const auto made = certificate("DNS:localhost,IP:127.0.0.1");
  trust(made);
  serve(made);
  for (const char* host : {"localhost", "127.0.0.1"}) {
    start(relay.settings(host));
    EXPECT_TRUE(run([&] { return ann->greetings.size() == 1; })) << host;
    EXPECT_TRUE(ann->troubles.empty());
  }
}

TEST_F(RelayTlsTest, ACertificateThatNobodyTrustsIsRefused) {
  trust(certificate("DNS:localhost"));
  serve(certificate("DNS:localhost"));
  const auto why = refusal("localhost");
  EXPECT_TRUE(says(why, "self-signed certificate")) << why.error.about;
}

TEST_F(RelayTlsTest, ATrustedCertificateForAnotherNameIsRefused) {
  const auto made = certificate("DNS:relay.example.org,DNS:*.local,IP:127.0.0.2");
  trust(made);
  serve(made);
  const auto why = refusal("localhost");
  EXPECT_TRUE(says(why, "ostname mismatch")) << why.error.about;
  const auto by_address = refusal("127.0.0.1");
  EXPECT_TRUE(says(by_address, "IP address mismatch")) << by_address.error.about;
}

TEST_F(RelayTlsTest, ACertificateThatIsOverIsRefused) {
  const auto made = certificate("DNS:localhost", -60);
  trust(made);
  serve(made);
  const auto why = refusal("localhost");
  EXPECT_TRUE(says(why, "expired")) << why.error.about;
}

asio::awaitable<void> echo_through(Stream& stream, Bytes sent, Bytes& received) {
  EXPECT_FALSE(co_await stream.write(asio::buffer(sent)));
  Bytes buffer(10'000);
  while (received.size() < sent.size()) {
    const auto [error, size] = co_await stream.read_some(asio::buffer(buffer));
    EXPECT_FALSE(error) << error.message();
    if (error) co_return;
    received.insert(received.end(), buffer.begin(),
                    buffer.begin() + static_cast<std::ptrdiff_t>(size));
  }
}

TEST_F(RelayTlsTest, APipeGoesThroughTls) {
  const auto made = certificate("DNS:localhost");
  trust(made);
  serve(made);
  std::unique_ptr<Stream> stream;
  open_pipe(io, relay.settings("localhost"), proto::PipeToken{}, PipeSide::asking,
            {.on_open = [&](std::unique_ptr<Stream> opened) { stream = std::move(opened); },
             .on_failure = [](const RelayTrouble& why) { ADD_FAILURE() << why.error.about; }});
  ASSERT_TRUE(run([&] { return relay.guests.size() == 1 && guest().messages.size() == 1; }));
  guest().send(Bytes{std::byte{1}});
  ASSERT_TRUE(run([&] { return stream != nullptr; }));

  const Bytes sent(100'000, std::byte{7});
  Bytes received;
  asio::co_spawn(io, echo_through(*stream, sent, received), rethrow);
  ASSERT_TRUE(run([&] { return guest().messages.size() == 3; }));
  for (std::size_t i : {1, 2}) guest().send(guest().messages[i]);
  ASSERT_TRUE(run([&] { return received.size() == sent.size(); }));
  EXPECT_EQ(received, sent);
  stream->close(asio::buffer("bye", 3));
  ASSERT_TRUE(run([&] { return guest().gone; }));
  EXPECT_EQ(guest().messages.at(3), to_bytes("bye"));
}

}  // namespace
}  // namespace fairdeal::net
