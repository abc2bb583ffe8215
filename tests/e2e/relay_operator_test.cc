#include <csignal>

#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>
#include <openssl/ssl.h>

#include "proto/reach.h"
#include "tests/e2e/reach_scene.h"
#include "tests/net/certificate.h"

/// A relay as its operator meets it: its file, its certificate, its lists, its end.
namespace fairdeal::e2e {
namespace {

class RelayOperator : public Reach {
 protected:
  /// Runs a bot's table of two by this relay to its end.
  void expect_a_match(const std::string& relay, const Arguments& more = {}) {
    Arguments hosting{"host",   "kuhn",    "--listen", "127.0.0.1:0", "--no-announce", "--bot",
                      "simple", "--relay", relay,      "--admit",     "invited"};
    hosting.insert(hosting.end(), more.begin(), more.end());
    const auto ann = seat("Ann", hosting);
    const std::string link = [&] {
      const std::string rest = ann->said("'fairdeal:");
      return "fairdeal:" + rest.substr(0, rest.find('\''));
    }();
    ann->said("for 20 minutes: ");
    Arguments joining{
        "join", link.substr(0, link.find("&a=")), "--bot", "simple", "--accept", "--relay", relay};
    joining.insert(joining.end(), more.begin(), more.end());
    const auto bob = seat("Bob", joining);
    const Ended guest = bob->end();
    ASSERT_EQ(guest.code, 0) << guest.err;
    EXPECT_EQ(ann->end().code, 0);
  }
  /// Writes a certificate for this machine, and lets every program of this test trust it.
  void write_certificate(long seconds = 3'600) {
    const auto made = net::testing_::certificate("DNS:localhost,IP:127.0.0.1", seconds);
    write_file(folder_ / "fullchain.pem", made.certificate);
    write_file(folder_ / "privkey.pem", made.key);
    write_file(folder_ / "trusted.pem", made.certificate);
    environment_["SSL_CERT_FILE"] = folder_ / "trusted.pem";
  }
  std::string json_line_of_status(const std::string& metrics) {
    return run({"relay", "status", "--metrics", metrics, "--json"}).out;
  }
};

/// Calls a port of this machine by TLS. Returns the serial number of the certificate there; -1 if
/// there is none.
long serial_at(int port) {
  const std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context(SSL_CTX_new(TLS_client_method()),
                                                                  SSL_CTX_free);
  const std::unique_ptr<BIO, decltype(&BIO_free_all)> bio(BIO_new_ssl_connect(context.get()),
                                                          BIO_free_all);
  BIO_set_conn_hostname(bio.get(), ("127.0.0.1:" + std::to_string(port)).c_str());
  if (BIO_do_connect(bio.get()) <= 0) return -1;
  SSL* ssl = nullptr;
  BIO_get_ssl(bio.get(), &ssl);
  const std::unique_ptr<X509, decltype(&X509_free)> peer(SSL_get1_peer_certificate(ssl), X509_free);
  return peer ? ASN1_INTEGER_get(X509_get0_serialNumber(peer.get())) : -1;
}

/// A WebSocket of the relay's protocol, made by hand.
class RawClient {
 public:
  explicit RawClient(std::uint16_t port) : socket_(io_) {
    socket_.connect({asio::ip::make_address("127.0.0.1"), port});
    const std::string request =
        "GET /fairdeal/1 HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        "Sec-WebSocket-Protocol: fairdeal.1\r\n\r\n";
    asio::write(socket_, asio::buffer(request));
    input_.erase(0, asio::read_until(socket_, asio::dynamic_buffer(input_), "\r\n\r\n"));
  }
  /// Reads a short frame.
  std::string frame() {
    fill(2);
    const std::size_t size = static_cast<unsigned char>(input_[1]);
    fill(2 + size);
    const std::string payload = input_.substr(2, size);
    input_.erase(0, 2 + size);
    return payload;
  }
  /// Becomes an end of a pipe.
  void join(int side) {
    const std::string hello = "\1" + std::string(16, 't') + static_cast<char>(side);
    asio::write(socket_, asio::buffer(std::string("\x82\x92\0\0\0\0", 6) + hello));
  }

 private:
  void fill(std::size_t size) {
    if (input_.size() < size)
      asio::read(socket_, asio::dynamic_buffer(input_),
                 asio::transfer_at_least(size - input_.size()));
  }
  asio::io_context io_;
  tcp::socket socket_;
  std::string input_;
};

int port_of(const std::string& url) { return std::stoi(url.substr(url.rfind(':') + 1)); }

TEST_F(RelayOperator, ItsFileHasEveryOptionAndLimit) {
  const auto all = run({"relay", "limits"});
  ASSERT_EQ(all.code, 0) << all.err;
  write_file(folder_ / "relay.toml", all.out);
  EXPECT_EQ(run({"relay", "limits", "--config", folder_ / "relay.toml"}).out, all.out);
  // Each field of relay::Bounds is a limit there, but for how often times are looked at.
  const std::string header = read_file(fs::path(FD_SOURCE_DIR) / "relay/limits.h");
  const std::string fields = header.substr(header.find("struct Bounds"),
                                           header.find("\n};") - header.find("struct Bounds"));
  std::istringstream lines(fields);
  std::size_t seen = 0;
  for (std::string line; std::getline(lines, line);) {
    const bool is_field = line.starts_with("  std::") || line.starts_with("  PerWidth") ||
                          line.starts_with("  Duration");
    if (!is_field) continue;
    std::string name = line.substr(0, line.find_first_of("={", line.rfind('>') + 1));
    name = name.substr(0, name.find_last_not_of(' ') + 1);
    name = name.substr(name.rfind(' ') + 1);
    std::ranges::replace(name, '_', '-');
    ++seen;
    if (name == "tick") continue;
    EXPECT_NE(all.out.find("\n" + name + " = "), std::string::npos) << name;
  }
  EXPECT_GT(seen, 30u);
}

TEST_F(RelayOperator, WrongKeysOfItsFileAreNamedWithTheirLine) {
  const auto refused = [&](const std::string& text) {
    write_file(folder_ / "relay.toml", text);
    return run_refused({"relay", "--config", folder_ / "relay.toml"}, 2, "bad_config").out;
  };
  const auto expect = [](const std::string& out, const std::string& words) {
    EXPECT_NE(out.find(words), std::string::npos) << out;
  };
  expect(refused("listen = \"127.0.0.1:0\"\n\nlisten-at = 4\n"),
         "relay.toml:3: there is no 'listen-at'");
  expect(refused("metric = \"127.0.0.1:0\"\n"), "Did you mean metrics?");
  expect(refused("[limits]\nvisit-max = 60\nvisits-max = 3\n"),
         "relay.toml:3: there is no 'visits-max'");
  expect(refused("[limits]\nvisit-max = 0\n"),
         "relay.toml:2: visit-max is not a number of seconds");
  expect(refused("[limits]\nboxes-of = [4, 3, 9]\n"),
         "relay.toml:2: boxes-of is not three numbers");
  expect(refused("[limits]\nconnections = -1\n"), "relay.toml:2: connections is not a number");
  expect(refused("rate = 20\n"), "relay.toml:1: rate has a value of another kind");
  expect(refused("listen = \n"), "relay.toml:1: this is not TOML");
  write_file(folder_ / "relay.toml", "rate = \"fast\"\n");
  run_refused({"relay", "--config", folder_ / "relay.toml"}, 2, "usage");
}

TEST_F(RelayOperator, AnOptionThatDoesNothingWithoutAnotherIsRefused) {
  for (const char* option :
       {"--nats-creds", "--nats-nkey", "--nats-ca", "--nats-cert", "--nats-key", "--cluster-key"})
    EXPECT_NE(run_refused({"relay", option, "file"}, 2, "usage")
                  .out.find(std::string(option) + " does nothing without --nats."),
              std::string::npos)
        << option;
  EXPECT_NE(run_refused({"relay", "--revoked-file", "file"}, 2, "usage")
                .out.find("--revoked-file does nothing without --secret-file."),
            std::string::npos);
}

TEST_F(RelayOperator, LimitsOfItsFileHold) {
  write_file(folder_ / "relay.toml",
             "listen = \"127.0.0.1:0\"\nmetrics = \"127.0.0.1:0\"\n"
             "[limits]\npipe-bytes-per-second = 12345\n");
  relay_process_ = start({"relay", "--config", folder_ / "relay.toml", "--json"}, Out::terminal);
  const std::string rest = relay_process_->said("{\"listening\":\"ws://127.0.0.1:");
  EXPECT_NE(rest.find("\"metrics\":\"http://"), std::string::npos);
  RawClient client(static_cast<std::uint16_t>(std::stoi(rest)));
  const auto greeting = proto::decode_greeting(as_bytes(client.frame()));
  ASSERT_TRUE(greeting);
  EXPECT_EQ(greeting->limits.pipe_bytes_per_second, 12'345u);
}

TEST_F(RelayOperator, SpeaksTlsItselfAndReadsItsCertificateAgain) {
  write_certificate();
  const std::string relay =
      open_relay({"--tls-cert", folder_ / "fullchain.pem", "--tls-key", folder_ / "privkey.pem"});
  ASSERT_TRUE(relay.starts_with("wss://127.0.0.1:")) << relay;
  // The seats are confined to their folders by then, and SSL_CERT_FILE lies elsewhere.
  expect_a_match(relay);
  EXPECT_EQ(serial_at(port_of(relay)), 1);
  const auto next = net::testing_::certificate("DNS:localhost,IP:127.0.0.1", 3'600, 2);
  write_file(folder_ / "next.pem", next.certificate);
  write_file(folder_ / "next.key", next.key);
  fs::rename(folder_ / "next.pem", folder_ / "fullchain.pem");  // as certbot does
  fs::rename(folder_ / "next.key", folder_ / "privkey.pem");
  relay_process_->signal(SIGHUP);
  relay_process_->said("has read its certificate");
  EXPECT_EQ(serial_at(port_of(relay)), 2);
  write_file(folder_ / "fullchain.pem", "nothing of the kind");
  relay_process_->signal(SIGHUP);
  relay_process_->said("The relay keeps what it has.");
  EXPECT_EQ(serial_at(port_of(relay)), 2);
}

TEST_F(RelayOperator, RefusesACertificateThatCannotBeUsed) {
  write_certificate();
  const auto refused = [&](const std::string& certificate, const std::string& key) {
    return run_refused({"relay", "--listen", "127.0.0.1:0", "--tls-cert", folder_ / certificate,
                        "--tls-key", folder_ / key},
                       2, "bad_certificate")
        .out;
  };
  EXPECT_NE(refused("privkey.pem", "privkey.pem").find("there is no certificate"),
            std::string::npos);
  EXPECT_NE(refused("fullchain.pem", "fullchain.pem").find("no private key"), std::string::npos);
  write_file(folder_ / "other.pem", net::testing_::certificate("DNS:localhost").key);
  EXPECT_NE(refused("fullchain.pem", "other.pem").find("not that of the certificate"),
            std::string::npos);
  run_refused({"relay", "--listen", "127.0.0.1:0", "--tls-cert", folder_ / "fullchain.pem"}, 2,
              "usage");
}

TEST_F(RelayOperator, AnOwnAuthorityIsTrustedThroughALinkInAFolder) {
  const auto made = net::testing_::certificate("DNS:localhost,IP:127.0.0.1");
  write_file(folder_ / "fullchain.pem", made.certificate);
  write_file(folder_ / "privkey.pem", made.key);
  // OpenSSL finds a certificate in a folder by the hash of its subject.
  const std::unique_ptr<BIO, decltype(&BIO_free)> bio(
      BIO_new_mem_buf(made.certificate.data(), static_cast<int>(made.certificate.size())),
      BIO_free);
  const std::unique_ptr<X509, decltype(&X509_free)> read(
      PEM_read_bio_X509(bio.get(), nullptr, nullptr, nullptr), X509_free);
  std::array<char, 16> name{};
  std::snprintf(name.data(), name.size(), "%08lx.0", X509_subject_name_hash(read.get()));
  // Such a folder is full of links, and there may be two of them.
  fs::create_directory(folder_ / "none");
  fs::create_directory(folder_ / "authorities");
  fs::create_directory(folder_ / "elsewhere");
  write_file(folder_.path / "elsewhere" / "authority.pem", made.certificate);
  fs::create_symlink(folder_.path / "elsewhere" / "authority.pem",
                     folder_.path / "authorities" / name.data());
  environment_["SSL_CERT_DIR"] =
      (folder_ / "none").string() + ":" + (folder_ / "authorities").string();
  const std::string relay =
      open_relay({"--tls-cert", folder_ / "fullchain.pem", "--tls-key", folder_ / "privkey.pem"});
  expect_a_match(relay);
}

TEST_F(RelayOperator, AStrangersCertificateIsRefusedUnderConfinement) {
  write_certificate();
  const std::string relay =
      open_relay({"--tls-cert", folder_ / "fullchain.pem", "--tls-key", folder_ / "privkey.pem"});
  write_file(folder_ / "trusted.pem",
             net::testing_::certificate("DNS:localhost,IP:127.0.0.1").certificate);
  const auto ann = seat("Ann", {"host", "kuhn", "--listen", "127.0.0.1:0", "--no-announce",
                                "--relay", relay, "--admit", "invited"});
  ann->said("self-signed certificate");
}

TEST_F(RelayOperator, RevokesAPassWhileItRuns) {
  write_file(folder_ / "secret", "a secret that is long enough\n");
  write_file(folder_ / "revoked", "");
  const std::string relay =
      open_relay({"--secret-file", folder_ / "secret", "--revoked-file", folder_ / "revoked"});
  const auto pass = run({"relay", "pass", "--name", "ann", "--secret-file", folder_ / "secret"});
  ASSERT_EQ(pass.code, 0);
  EXPECT_TRUE(pass.out.starts_with("ann.")) << pass.out;
  write_file(folder_ / "ann.pass", pass.out);
  expect_a_match(relay, {"--relay-pass-file", folder_ / "ann.pass"});
  write_file(folder_ / "revoked.new", "ann\n");
  fs::rename(folder_ / "revoked.new", folder_ / "revoked");
  relay_process_->signal(SIGHUP);
  relay_process_->said("has read its certificate and lists again");
  const auto ann = seat("Ann", {"host", "kuhn", "--listen", "127.0.0.1:0", "--no-announce",
                                "--relay", relay, "--relay-pass-file", folder_ / "ann.pass"});
  ann->said("the relay is for those who have a pass");
  run_refused({"relay", "pass", "--name", "not a name", "--secret-file", folder_ / "secret"}, 2,
              "usage");
}

TEST_F(RelayOperator, KeepsTheMonthsVolumeOverItsEnd) {
  const Arguments arguments{"--month",          "500G",      "--rate",     "20M", "--volume-file",
                            folder_ / "volume", "--metrics", "127.0.0.1:0"};
  const auto metrics = [&] {
    Arguments all{"relay", "--listen", "127.0.0.1:0", "--json"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    relay_process_ = start(all, Out::terminal);
    const std::string rest = relay_process_->said("{\"listening\":\"");
    relay_ = rest.substr(0, rest.find('"'));
    const std::string after = rest.substr(rest.find("http://") + 7);
    return after.substr(0, after.find('/'));
  };
  metrics();
  expect_a_match(relay_);
  relay_process_->signal(SIGTERM);
  EXPECT_EQ(relay_process_->end().code, 0);
  const std::string kept = read_file(folder_ / "volume");
  EXPECT_EQ(fs::status(folder_ / "volume").permissions(),
            fs::perms::owner_read | fs::perms::owner_write);
  const auto bytes = std::stoull(kept.substr(kept.find(' ')));
  EXPECT_GT(bytes, 1'000u);
  const std::string again = metrics();
  const Json status = Json::parse(json_line_of_status(again));
  EXPECT_EQ(status.at("sent").at("bytes"), bytes);
  EXPECT_EQ(status.at("sent").at("max"), 500'000'000'000);
  EXPECT_EQ(status.at("rate").at("max"), 20'000'000);
  const auto words = run({"relay", "status", "--metrics", again});
  EXPECT_NE(words.out.find("of 500.0 GB"), std::string::npos) << words.out;
  write_file(folder_ / "volume", "a lot");
  run_refused({"relay", "--listen", "127.0.0.1:0", "--volume-file", folder_ / "volume"}, 2,
              "bad_volume");
  run_refused({"relay", "status", "--metrics", "127.0.0.1:1"}, 6, "no_status");
}

/// A table at a relay that was told to end plays to its end there, and the relay ends after it.
TEST_F(RelayOperator, TablesGoOnWhileItDrains) {
  open_relay();
  // By the relay alone: the link has no address, and nobody punches.
  const auto ann = seat("Ann", {"host", "holdem", "--seats", "2", "--params", "{\"hands\":12}",
                                "--listen", "127.0.0.1:0", "--no-announce", "--bot", "simple",
                                "--relay", relay_, "--admit", "invited"});
  const std::string link = link_of(*ann);
  const auto bob = seat("Bob", {"join", link, "--bot", "simple", "--accept"});
  bob->said("Everybody is here.");
  ann->said("Everybody is here.");
  relay_process_->signal(SIGTERM);
  EXPECT_EQ(bob->end().code, 0);
  EXPECT_EQ(ann->end().code, 0);
  EXPECT_EQ(relay_process_->end().code, 0);
}

TEST_F(RelayOperator, ToldTwiceItEndsAtOnceThoughATablePlays) {
  const auto port = static_cast<std::uint16_t>(port_of(open_relay()));
  RawClient ann(port), bob(port);
  ann.frame();
  bob.frame();
  ann.join(0);
  bob.join(1);
  EXPECT_EQ(ann.frame(), "\1");
  EXPECT_EQ(bob.frame(), "\1");
  relay_process_->signal(SIGTERM);
  relay_process_->said("1 pipe goes on for a minute");
  const auto began = std::chrono::steady_clock::now();
  relay_process_->signal(SIGTERM);
  EXPECT_EQ(relay_process_->end().code, 0);
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(30));
  EXPECT_EQ(ann.frame(), "\x11\x97") << "4503: it shuts down";
}

TEST_F(RelayOperator, KeepsTheMonthsVolumeInTheStateFolderByDefault) {
  open_relay({"--month", "1G"});
  expect_a_match(relay_);
  relay_process_->signal(SIGTERM);
  EXPECT_EQ(relay_process_->end().code, 0);
  const std::string kept = read_file(folder_.path / ".local/state/fairdeal/relay-volume-0");
  EXPECT_GT(std::stoull(kept.substr(kept.find(' '))), 1'000u);
}

}  // namespace
}  // namespace fairdeal::e2e
