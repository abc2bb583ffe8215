#include <atomic>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <thread>
#include <unistd.h>

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include "base/seeded_rng.h"
#include "tests/e2e/process.h"
#include "tests/net/certificate.h"

/// A relay as a process of its own, and strangers that do to it what they can. After each attack
/// the law holds: all that the relay counts is back at zero, its memory is what it was, and SIGTERM
/// ends it within 3 s.
namespace fairdeal::e2e {
namespace {

constexpr std::size_t kHostile = 10'000;
constexpr rlim_t kMemoryMax = 512'000'000;
/// The bytes that the allocator may keep of an attack.
constexpr double kMemoryKept = 24e6;

/// A stranger's connection, which never waits for an answer but to its upgrade.
class Stranger {
 public:
  /// `source` becomes an address of this machine's loopback network.
  Stranger(int port, std::size_t source) : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    const timeval patience{.tv_sec = 20, .tv_usec = 0};
    ::setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    const auto n = static_cast<std::uint32_t>(source);
    const sockaddr_in from =
        at(0x7f000000U + ((1 + n / 60'000) << 16) + (n / 240 % 250 << 8) + 1 + n % 240, 0);
    const sockaddr_in to = at(0x7f000001U, port);
    (void)::bind(fd_, reinterpret_cast<const sockaddr*>(&from), sizeof from);
    good_ = ::connect(fd_, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0;
  }
  Stranger(Stranger&& other) noexcept : fd_(std::exchange(other.fd_, -1)), good_(other.good_) {}
  ~Stranger() {
    if (fd_ >= 0) ::close(fd_);
  }

  /// Sends as much as goes without waiting.
  void send(const std::string& bytes) const {
    (void)::send(fd_, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  }
  bool upgrade() const {
    send(
        "GET /fairdeal/1 HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        "Sec-WebSocket-Protocol: fairdeal.1\r\n\r\n");
    std::string answer;
    while (good_ && answer.find("\r\n\r\n") == std::string::npos) {
      std::array<char, 512> more{};
      const auto size = ::recv(fd_, more.data(), more.size(), 0);
      if (size <= 0) return false;
      answer.append(more.data(), static_cast<std::size_t>(size));
    }
    return good_;
  }
  /// Does a TLS handshake to its end, and keeps the connection without the keys.
  bool shake_hands(SSL_CTX* context) const {
    const std::unique_ptr<SSL, decltype(&SSL_free)> ssl(SSL_new(context), SSL_free);
    SSL_set_fd(ssl.get(), fd_);
    return SSL_connect(ssl.get()) == 1;
  }
  std::string rest() const {
    std::string all;
    std::array<char, 65536> more{};
    for (;;) {
      const auto size = ::recv(fd_, more.data(), more.size(), 0);
      if (size <= 0) return all;
      all.append(more.data(), static_cast<std::size_t>(size));
    }
  }

 private:
  static sockaddr_in at(std::uint32_t address, int port) {
    sockaddr_in out{};
    out.sin_family = AF_INET;
    out.sin_addr.s_addr = htonl(address);
    out.sin_port = htons(static_cast<std::uint16_t>(port));
    return out;
  }
  int fd_;
  bool good_;
};

std::string frame(int opcode, const std::string& payload, int bits = 0x80) {
  const std::size_t size = payload.size();
  std::string bytes{static_cast<char>(opcode | bits),
                    static_cast<char>(0x80U | (size < 126 ? size : 126U))};
  if (size >= 126) bytes += {static_cast<char>(size >> 8), static_cast<char>(size)};
  return bytes + std::string(4, '\0') + payload;
}
const std::string kControl = frame(2, std::string(1, '\0'));

std::string pipe_hello(std::size_t token, int side) {
  std::string hello(18, 't');
  hello[0] = '\1';
  for (std::size_t i = 0; i < 8; ++i) hello[1 + i] = static_cast<char>(token >> 8 * i);
  hello[17] = static_cast<char>(side);
  return frame(2, hello);
}

class RelayAttack : public E2e {
 protected:
  void SetUp() override {
    rlimit files{};
    ::getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &files);
    if (files.rlim_max < 2 * kHostile) GTEST_SKIP() << "too few descriptors";
#ifndef __SANITIZE_ADDRESS__
    // The relay has no more memory than this, and ends if it needs more.
    const rlimit memory{.rlim_cur = kMemoryMax, .rlim_max = kMemoryMax};
    ::setrlimit(RLIMIT_DATA, &memory);
#endif
    environment_["TERM"] = "dumb";
    // The law holds once the relay has given its memory back, which takes it a minute by default.
    write_file(folder_ / "relay.toml", "[limits]\nforget-every = 1\n");
    std::vector<std::string> arguments{"relay",       "--config",    folder_ / "relay.toml",
                                       "--listen",    "127.0.0.1:0", "--metrics",
                                       "127.0.0.1:0", "--json"};
    arguments.insert(arguments.end(), options_.begin(), options_.end());
    relay_ = start(arguments, Out::terminal);
    const std::string said = relay_->said("{\"listening\":\"" + scheme_ + "127.0.0.1:");
    port_ = std::stoi(said);
    metrics_port_ = std::stoi(said.substr(said.find("http://127.0.0.1:") + 17));
    memory_before_ = metric("process_resident_memory_bytes");
  }

  double metric(const std::string& series) const {
    const Stranger collector(metrics_port_, 59'999);
    collector.send("GET /metrics HTTP/1.1\r\nHost: here\r\n\r\n");
    const std::string text = collector.rest();
    const auto found = text.find("\n" + series + " ");
    return found == std::string::npos ? -1 : std::atof(text.c_str() + found + series.size() + 2);
  }
  std::vector<Stranger> upgraded(std::size_t count, std::size_t first_source = 0) const {
    std::vector<Stranger> all;
    for (std::size_t i = 0; i < count; ++i) {
      Stranger stranger(port_, first_source + i);
      if (stranger.upgrade()) all.push_back(std::move(stranger));
    }
    return all;
  }
  void expect_little_memory() const {
    EXPECT_LT(metric("process_resident_memory_bytes"), static_cast<double>(kMemoryMax));
  }
  void expect_the_law() {
    for (const char* gauge : {"connections{kind=\"new\"}", "connections{kind=\"control\"}",
                              "connections{kind=\"pipe\"}", "connections{kind=\"reflector\"}",
                              "places{kind=\"nameplate\"}", "places{kind=\"box\"}", "pipes"})
      while (metric(std::string("fairdeal_relay_") + gauge) != 0) continue;
    while (metric("process_resident_memory_bytes") > memory_before_ + kMemoryKept) continue;
    const auto began = std::chrono::steady_clock::now();
    relay_->signal(SIGTERM);
    EXPECT_EQ(relay_->end().code, 0);
    EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(3));
  }
  /// The arguments of a bot that keeps its things by its name.
  std::vector<std::string> seat(const std::string& name, std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--bot", "simple", "--nickname", name, "--identity",
                                       folder_ / (name + ".id"), "--data", folder_ / name});
    return arguments;
  }
  /// A bot that opens a table at the relay and gets a code for it.
  std::unique_ptr<Process> hosts(const std::string& name) {
    return start(seat(name, {"host", "kuhn", "--listen", "127.0.0.1:0", "--admit", "invited",
                             "--relay", scheme_ + "127.0.0.1:" + std::to_string(port_)}));
  }
  /// A host gets a code, and a friend who is told it plays with it, whatever the relay asks of them
  /// meanwhile.
  void expect_service() {
    const std::string table = std::to_string(++tables_);
    const auto host = hosts("Ann" + table);
    const std::string code = host->said("for 20 minutes: ");
    const auto began = std::chrono::steady_clock::now();
    const auto bob = run(seat("Bob" + table, {"join", code, "--accept"}));
    const auto took = std::chrono::steady_clock::now() - began;
    EXPECT_EQ(bob.code, 0) << bob.err;
    if (bob.code != 0) host->signal(SIGINT);  // nobody else comes
    EXPECT_EQ(host->end().code, 0);
    longest_ = std::max(longest_, std::chrono::duration<double>(took).count());
    RecordProperty("longest_match_s", std::to_string(longest_));
  }

  std::string scheme_ = "ws://";
  std::vector<std::string> options_{};  ///< of the relay
  std::unique_ptr<Process> relay_;
  int port_ = 0, metrics_port_ = 0;
  double memory_before_ = 0;
  int tables_ = 0;
  double longest_ = 0;  ///< from a code that is typed to the end of the match
};

TEST_F(RelayAttack, A82_BrokenClosesByTheThousand) {
  const std::string foreign = frame(2, "none of ours"), broken = frame(3, "x"),
                    close = frame(8, "\x03\xe8");
  for (const std::string& frames : {foreign + broken, foreign + close, close + broken, broken}) {
    const auto strangers = upgraded(2'048);
    for (const Stranger& stranger : strangers) stranger.send(kControl + frames);
    expect_service();
  }
  expect_the_law();
}

TEST_F(RelayAttack, A83_TenThousandUnfinishedMessages) {
  {
    const auto strangers = upgraded(kHostile);
    for (const Stranger& stranger : strangers)
      stranger.send(kControl + std::string("\x82\xfe\x0f\xff\0\0\0\0", 8) +
                    std::string(4'000, 'x'));
    expect_service();
    expect_little_memory();
  }
  expect_the_law();
}

TEST_F(RelayAttack, A83_TenThousandReadersThatDoNotRead) {
  {
    const auto strangers = upgraded(kHostile);
    for (std::size_t i = 0; i < strangers.size(); ++i)
      strangers[i].send(pipe_hello(i / 2, static_cast<int>(i % 2)));
    const std::string much =
        frame(2, std::string(60'000, 'x')) + frame(2, std::string(60'000, 'y'));
    for (std::size_t i = 0; i < strangers.size(); i += 2) strangers[i].send(much);
    expect_service();
    expect_little_memory();
  }
  expect_the_law();
}

TEST_F(RelayAttack, A83_HeadsThatNeverEnd) {
  {
    std::vector<Stranger> strangers;
    for (std::size_t i = 0; i < kHostile; ++i) {
      strangers.emplace_back(port_, i);
      strangers.back().send("GET /fairdeal/1 HTTP/1.1\r\nX: " + std::string(4'000, 'x'));
    }
    expect_service();
    expect_little_memory();
  }
  expect_the_law();
}

/// Strangers take numbers and boxes, as many as their networks may have without work.
TEST_F(RelayAttack, A83_TenThousandHoldersOfNumbersAndBoxes) {
  {
    const auto strangers = upgraded(kHostile);
    for (std::size_t i = 0; i < strangers.size(); ++i) {
      std::string box(16, 'b');
      for (std::size_t at = 0; at < 4; ++at) box[at] = static_cast<char>(i >> 8 * at);
      strangers[i].send(
          kControl + frame(2, std::string("\x0a\x02\x08\x14", 4)) +
          frame(2, std::string("\x1a\x24\x0a\x10", 4) + box + "\x12\x10" + std::string(16, 'p')));
    }
    expect_service();
    expect_little_memory();
  }
  expect_the_law();
}

TEST_F(RelayAttack, A83_TenThousandPipesThatNobodyJoins) {
  {
    const auto strangers = upgraded(kHostile);
    for (std::size_t i = 0; i < strangers.size(); ++i) strangers[i].send(pipe_hello(i, 0));
    expect_service();
    expect_little_memory();
  }
  expect_the_law();
}

/// A relay with a certificate, which all programs of the test trust.
class RelayTlsAttack : public RelayAttack {
 protected:
  void SetUp() override {
    const auto made = net::testing_::certificate("DNS:localhost,IP:127.0.0.1", 2 * 3'600);
    write_file(folder_ / "fullchain.pem", made.certificate);
    write_file(folder_ / "privkey.pem", made.key);
    environment_["SSL_CERT_FILE"] = folder_ / "fullchain.pem";
    options_ = {"--tls-cert", folder_ / "fullchain.pem", "--tls-key", folder_ / "privkey.pem"};
    scheme_ = "wss://";
    RelayAttack::SetUp();
  }
  /// Strangers that have agreed on keys with the relay, and said nothing more.
  std::vector<Stranger> with_keys(std::size_t count) const {
    std::vector<Stranger> all;
    for (std::size_t i = 0; i < count; ++i) {
      Stranger stranger(port_, i);
      if (stranger.shake_hands(context_.get())) all.push_back(std::move(stranger));
    }
    return all;
  }
  /// Returns the first bytes of a handshake, as OpenSSL sends them.
  std::string hello() const {
    const std::unique_ptr<SSL, decltype(&SSL_free)> ssl(SSL_new(context_.get()), SSL_free);
    BIO* sent = BIO_new(BIO_s_mem());
    SSL_set_bio(ssl.get(), BIO_new(BIO_s_mem()), sent);
    (void)SSL_connect(ssl.get());
    char* bytes = nullptr;
    const long size = BIO_get_mem_data(sent, &bytes);
    return {bytes, static_cast<std::size_t>(size)};
  }

  const std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context_{SSL_CTX_new(TLS_client_method()),
                                                                   SSL_CTX_free};
};

TEST_F(RelayTlsAttack, A82_TenThousandHandshakesThatStop) {
  {
    std::vector<Stranger> strangers;
    for (std::size_t i = 0; i < kHostile; ++i) {
      strangers.emplace_back(port_, i);
      strangers.back().send(hello());
    }
    expect_service();
    expect_little_memory();
  }
  expect_the_law();
}

TEST_F(RelayTlsAttack, A82_TenThousandHandshakesAndThenSilence) {
  {
    const auto strangers = with_keys(kHostile);
    expect_service();
    expect_little_memory();
  }
  expect_the_law();
}

TEST_F(RelayTlsAttack, A82_TenThousandHandshakesAndThenHalfARecord) {
  {
    const auto strangers = with_keys(kHostile);
    for (const Stranger& stranger : strangers)
      stranger.send(std::string("\x17\x03\x03\x40\x00", 5) + std::string(4'000, 'x'));
    expect_service();
    expect_little_memory();
  }
  expect_the_law();
}

/// Strangers from many networks shake hands, hang up and come again, as fast as this machine does.
TEST_F(RelayTlsAttack, A82_HandshakesThatNeverRest) {
  {
    std::atomic<bool> over = false;
    std::vector<std::thread> strangers;
    for (std::size_t i = 0; i < 4; ++i)
      strangers.emplace_back([&, i] {
        for (std::size_t n = i; !over; n += 4)
          (void)Stranger(port_, n % 50'000).shake_hands(context_.get());
      });
    for (int i = 0; i < 3; ++i) expect_service();
    expect_little_memory();
    over = true;
    for (std::thread& stranger : strangers) stranger.join();
  }
  expect_the_law();
}

TEST_F(RelayAttack, A82_AllOfItMixedForAMinute) {
  const char* wanted = std::getenv("FAIRDEAL_SOAK_S");
  const std::chrono::seconds soak(wanted == nullptr ? 60 : std::atoi(wanted));
  const auto over = std::chrono::steady_clock::now() + soak;
  // One address may visit ten numbers a minute, and a fast machine would play more tables.
  constexpr std::chrono::seconds kBetweenTables(10);
  auto next_table = std::chrono::steady_clock::now();
  SeededRng rng(1);
  const std::vector<std::string> words{
      kControl,
      frame(2, "none of ours"),
      frame(3, "x"),
      frame(8, "\x03\xe8"),
      frame(9, "ping"),
      frame(2, "half", 0),
      frame(0, "rest"),
      frame(1, "text"),
      frame(2, std::string("\x0a\x02\x08\x14", 4)),      // a claim of twenty minutes
      frame(2, std::string("\x2a\x03\x10\xe8\x07", 5)),  // a visit of number 1000
      std::string("\x82\xfe\x0f\xff", 4),
      frame(2, std::string(5'000, 'x'))};
  while (std::chrono::steady_clock::now() < over) {
    std::vector<Stranger> strangers;
    for (int i = 0; i < 500; ++i) {
      Stranger stranger(port_, rng.below(20'000));
      if (rng.below(8) > 0 && !stranger.upgrade()) continue;
      std::string frames;
      for (auto count = rng.below(8); count > 0; --count)
        frames += rng.below(5) == 0 ? pipe_hello(rng.below(100), static_cast<int>(rng.below(2)))
                                    : words[rng.below(words.size())];
      stranger.send(frames);
      strangers.push_back(std::move(stranger));
    }
    if (std::chrono::steady_clock::now() >= next_table) {
      expect_service();
      next_table = std::chrono::steady_clock::now() + kBetweenTables;
    }
    expect_little_memory();
  }
  expect_the_law();
}

/// A friend with the code comes in while silent visits from forty networks fill its place.
TEST_F(RelayAttack, A84_FortyBlockersKeepNoFriendOut) {
  const auto host = hosts("Ann");
  const std::string code = host->said("for 20 minutes: ");
  const auto number = static_cast<std::uint32_t>(std::stoul(code));
  const std::string visit =
      frame(2, std::string("\x2a\x03\x10", 3) + static_cast<char>(0x80U | (number & 0x7fU)) +
                   static_cast<char>(number >> 7));
  std::vector<Stranger> blockers;
  for (std::size_t network = 0; network < 40; ++network)
    for (std::size_t i = 0; i < 2; ++i) {
      blockers.emplace_back(port_, network * 240);
      ASSERT_TRUE(blockers.back().upgrade());
      blockers.back().send(kControl);
    }
  for (int burst = 0; burst < 10; ++burst)
    for (const Stranger& blocker : blockers) blocker.send(visit);
  const auto bob = run(seat("Bob", {"join", code, "--accept"}));
  EXPECT_EQ(bob.code, 0) << bob.err;
  if (bob.code != 0) host->signal(SIGINT);
  EXPECT_EQ(host->end().code, 0);
  blockers.clear();
  expect_the_law();
}

/// Forty thousand visits come in one second, from two thousand networks, and each looks honest.
TEST_F(RelayAttack, A84_AFriendComesInBesideFortyThousandVisits) {
  const auto host = hosts("Ann");
  const std::string code = host->said("for 20 minutes: ");
  const auto number = static_cast<std::uint32_t>(std::stoul(code));
  const std::string share(
      "\xe2\xf2\xae\x0a\x6a\xbc\x4e\x71\xa8\x84\xa9\x61\xc5\x00\x51\x5f"
      "\x58\xe3\x0b\x6a\xa5\x82\xdd\x8d\xb6\xa6\x59\x45\xe0\x8d\x2d\x76",
      32);
  const std::string hello = "\x0a\x36\x08\x01\x12\x10" + std::string(16, 's') + "\x1a\x20" + share;
  const std::string visit =
      frame(2, std::string("\x2a\x3d\x10", 3) + static_cast<char>(0x80U | (number & 0x7fU)) +
                   static_cast<char>(number >> 7) + "\x22\x38" + hello);
  std::string twenty = kControl;
  for (int i = 0; i < 20; ++i) twenty += visit;
  std::vector<Stranger> strangers;
  for (std::size_t network = 0; network < 2'000; ++network) {
    strangers.emplace_back(port_, network * 240);
    ASSERT_TRUE(strangers.back().upgrade());
  }
  const auto bob = start(seat("Bob", {"join", code, "--accept", "--timeout", "10"}));
  for (const Stranger& stranger : strangers) stranger.send(twenty);
  const auto b = bob->end();
  EXPECT_EQ(b.code, 0) << b.err;
  if (b.code != 0) host->signal(SIGINT);
  EXPECT_EQ(host->end().code, 0);
  EXPECT_GT(metric("fairdeal_relay_refused_total{why=\"work\"}"), 0);
  strangers.clear();
  expect_the_law();
}

}  // namespace
}  // namespace fairdeal::e2e
