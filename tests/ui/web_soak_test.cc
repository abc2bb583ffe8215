#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <malloc.h>
#include <thread>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "tests/e2e/web_client.h"
#include "ui/front/web_server.h"

/// A page's server, and programs of the same machine that do to its connections what they can, for
/// FAIRDEAL_SOAK_S seconds (60 by default). Then the law holds: every place is free again, memory
/// is what it was, and the end takes less than 3 s.

namespace fairdeal::front {
namespace {

using e2e::PageSocket;
using e2e::WebAddress;
using Clock = std::chrono::steady_clock;
using tcp = boost::asio::ip::tcp;

class Empty final : public WebSource {
 public:
  std::string state_message() override { return R"({"v":1,"state":{}})"; }
  std::string lines_message(std::uint64_t) override { return R"({"v":1,"lines":[]})"; }
  std::uint64_t last_line() const override { return 0; }
  bool take(const std::string& message) override { return message.size() < 100; }
  std::string transcript() const override { return ""; }
  void on_pages(std::size_t count) override { pages = count; }

  std::atomic<std::size_t> pages = 0;
};

std::size_t resident_bytes() {
  std::size_t all = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> all >> resident;
  return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

std::string frame(int first, const std::string& payload) {
  std::string bytes{static_cast<char>(first), static_cast<char>(0x80U | payload.size())};
  return bytes + std::string(4, '\0') + payload;
}

class WebSoak : public testing::Test {
 protected:
  WebSoak() : server_(WebServer::open(0).value()), address_(server_.address()) {
    server_.serve(io_, source_);
    thread_ = std::thread([this] { io_.run(); });
    cookie_ = e2e::web_enter(address_);
  }
  ~WebSoak() override {
    if (thread_.joinable()) stop();
  }
  void stop() {
    boost::asio::post(io_, [this] { server_.stop([this] { io_.stop(); }); });
    thread_.join();
  }
  /// Returns the bytes that one stranger says.
  std::string said(SeededRng& rng) const {
    const std::string host = address_.host();
    const std::string upgrade = "GET /socket HTTP/1.1\r\nHost: " + host + "\r\nOrigin: http://" +
                                host + "\r\n" + cookie_ +
                                "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                                "Sec-WebSocket-Version: 13\r\n"
                                "Sec-WebSocket-Protocol: fairdeal, fairdeal-key." +
                                address_.key +
                                "\r\n"
                                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";
    if (rng.below(4) == 0) return upgrade.substr(0, rng.below(upgrade.size()));
    if (rng.below(6) == 0) return "GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n";
    const std::array<std::string, 8> words{frame(0x81, "text"),
                                           frame(0x81, std::string(120, 'x')),
                                           frame(0x82, "binary"),
                                           frame(0x83, "broken"),
                                           frame(0x88, "\x03\xe8"),
                                           frame(0x89, "ping"),
                                           std::string("\x81\xfe\x0f", 3),
                                           frame(0x01, "half")};
    std::string all = upgrade;
    for (auto count = rng.below(6); count > 0; --count) all += words[rng.below(words.size())];
    return all;
  }

  boost::asio::io_context io_;
  Empty source_;
  WebServer server_;
  WebAddress address_;
  std::string cookie_;
  std::thread thread_;
};

TEST_F(WebSoak, A82_EveryPlaceComesBack) {
  const char* wanted = std::getenv("FAIRDEAL_SOAK_S");
  const auto over = Clock::now() + std::chrono::seconds(wanted == nullptr ? 60 : std::atoi(wanted));
  SeededRng rng(1);
  std::size_t before = 0;
  for (int round = 0; round == 0 || Clock::now() < over; ++round) {
    std::vector<tcp::socket> strangers;
    boost::asio::io_context io;
    for (int i = 0; i < 40; ++i) {
      boost::system::error_code ignored;
      auto& socket = strangers.emplace_back(io);
      socket.connect({boost::asio::ip::address_v4::loopback(), address_.port}, ignored);
      boost::asio::write(socket, boost::asio::buffer(said(rng)), ignored);
      if (rng.below(2) == 0) socket.close(ignored);
    }
    strangers.clear();
    // A person's page is let in once those have gone.
    for (;;) {
      PageSocket page(address_, {cookie_}, "http://" + address_.host());
      if (page.status() == 101) break;
    }
    if (round == 20) before = resident_bytes();
  }
  while (source_.pages != 0) std::this_thread::yield();
  ::malloc_trim(0);
  if (before > 0) {
    EXPECT_LT(resident_bytes(), before + (8U << 20));
  }
  const auto began = Clock::now();
  stop();
  EXPECT_LT(Clock::now() - began, std::chrono::seconds(3));
}

/// Those who stay and say nothing more lose their places as well.
TEST_F(WebSoak, A82_WhoHoldsAllPlacesInSilenceLosesThem) {
  boost::asio::io_context io;
  std::vector<tcp::socket> strangers;
  for (std::size_t i = 0; i < 2 * kWebStrangersMax; ++i)
    strangers.emplace_back(io).connect({boost::asio::ip::address_v4::loopback(), address_.port});
  for (;;) {
    PageSocket page(address_, {cookie_}, "http://" + address_.host());
    if (page.status() == 101) break;
  }
}

}  // namespace
}  // namespace fairdeal::front
