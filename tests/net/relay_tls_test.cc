#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <unistd.h>

#include "net/sockets/stream.h"
#include "tests/net/certificate.h"
#include "tests/net/pipe_opener.h"
#include "tests/net/relay_scene.h"

/// Relays behind TLS: whose certificate is believed.

namespace fairdeal::rendezvous {
namespace {

using namespace net::testing_;
using signaling::PipeSide;
using signaling::RelayTrouble;
using What = RelayTrouble::What;

class RelayTlsTest : public testing::Test, protected net::testing_::Scene {
 protected:
  ~RelayTlsTest() override {
    if (before_)
      setenv(kVariable, before_->c_str(), 1);
    else
      unsetenv(kVariable);
    std::filesystem::remove(file_);
  }
  /// Makes TLS believe this certificate, and no other file of certificates.
  void trust(const net::testing_::Certificate& trusted) {
    std::ofstream(file_) << trusted.certificate;
    setenv(kVariable, file_.c_str(), 1);
  }
  void serve(net::testing_::Certificate its) { relay.script.tls = std::move(its); }
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
  const auto made = net::testing_::certificate("DNS:localhost,IP:127.0.0.1");
  trust(made);
  serve(made);
  for (const char* host : {"localhost", "127.0.0.1"}) {
    start(relay.settings(host));
    EXPECT_TRUE(run([&] { return ann->greetings.size() == 1; })) << host;
    EXPECT_TRUE(ann->troubles.empty());
  }
}

TEST_F(RelayTlsTest, ACertificateThatNobodyTrustsIsRefused) {
  trust(net::testing_::certificate("DNS:localhost"));
  serve(net::testing_::certificate("DNS:localhost"));
  const auto why = refusal("localhost");
  EXPECT_TRUE(says(why, "self-signed certificate")) << why.error.about;
}

TEST_F(RelayTlsTest, ATrustedCertificateForAnotherNameIsRefused) {
  const auto made = net::testing_::certificate("DNS:relay.example.org,DNS:*.local,IP:127.0.0.2");
  trust(made);
  serve(made);
  const auto why = refusal("localhost");
  EXPECT_TRUE(says(why, "ostname mismatch")) << why.error.about;
  const auto by_address = refusal("127.0.0.1");
  EXPECT_TRUE(says(by_address, "IP address mismatch")) << by_address.error.about;
}

TEST_F(RelayTlsTest, ACertificateThatIsOverIsRefused) {
  const auto made = net::testing_::certificate("DNS:localhost", -60);
  trust(made);
  serve(made);
  const auto why = refusal("localhost");
  EXPECT_TRUE(says(why, "expired")) << why.error.about;
}

asio::awaitable<void> echo_through(sockets::Stream& stream, Bytes sent, Bytes& received) {
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
  const auto made = net::testing_::certificate("DNS:localhost");
  trust(made);
  serve(made);
  std::unique_ptr<sockets::Stream> stream;
  const PipeOpener opener(
      io, relay.settings("localhost"), proto::PipeToken{}, PipeSide::asking,
      {.on_open = [&](std::unique_ptr<sockets::Stream> opened) { stream = std::move(opened); },
       .on_failure = [](const RelayTrouble& why) { ADD_FAILURE() << why.error.about; }});
  ASSERT_TRUE(run([&] { return relay.guests.size() == 1 && guest().messages.size() == 1; }));
  guest().send(Bytes{std::byte{1}});
  ASSERT_TRUE(run([&] { return stream != nullptr; }));

  const Bytes sent(100'000, std::byte{7});
  Bytes received;
  asio::co_spawn(io, echo_through(*stream, sent, received), rethrow);
  ASSERT_TRUE(run([&] { return guest().messages.size() == 3; }));
  for (std::size_t i : {1U, 2U}) guest().send(guest().messages[i]);
  ASSERT_TRUE(run([&] { return received.size() == sent.size(); }));
  EXPECT_EQ(received, sent);
  stream->close(asio::buffer("bye", 3));
  ASSERT_TRUE(run([&] { return guest().gone; }));
  EXPECT_EQ(guest().messages.at(3), to_bytes("bye"));
}

}  // namespace
}  // namespace fairdeal::rendezvous
