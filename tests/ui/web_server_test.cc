#include "ui/front/web_server.h"

#include <atomic>
#include <filesystem>
#include <thread>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/e2e/web_client.h"

/// The server with pages that are slow, and at its end. What it refuses: e2e/web_test.cc.

namespace fairdeal::front {
namespace {

using e2e::PageSocket;
using e2e::WebAddress;
using Json = nlohmann::json;

/// A source whose states are numbered, and too large for many to be under way at once.
class Numbered final : public WebSource {
 public:
  explicit Numbered(std::size_t size) : padding_(size, 'x') {}

  std::string state_message() override {
    ++made;
    return Json{{"v", 1}, {"state", {{"n", n.load()}, {"padding", padding_}}}}.dump();
  }
  std::string lines_message(std::uint64_t seq) override {
    return Json{{"v", 1}, {"lines", {{{"seq", seq + 1}}}}}.dump();
  }
  std::uint64_t last_line() const override { return 0; }
  bool take(const std::string& message) override {
    said = message;
    return true;
  }
  std::string transcript() const override { return transcript_path; }
  void on_pages(std::size_t count) override { pages = count; }

  std::atomic<int> n = 0, made = 0;
  std::atomic<std::size_t> pages = 0;
  std::string said, transcript_path;

 private:
  std::string padding_;
};

/// The server with its source on a thread of its own.
class WebServed : public testing::Test {
 protected:
  void serve(std::size_t size, const std::string& transcript = "",
             std::chrono::milliseconds audit_within = std::chrono::minutes(5)) {
    source_.emplace(size);
    source_->transcript_path = transcript;
    server_.emplace(WebServer::open(0).value());
    server_->serve(io_, *source_, audit_within);
    address_.emplace(server_->address());
    thread_ = std::thread([this] { io_.run(); });
  }
  PageSocket page() {
    if (cookie_.empty()) cookie_ = e2e::web_enter(*address_);
    return {*address_, {cookie_}, "http://" + address_->host()};
  }
  /// Makes another state on the server's thread, and waits until it was put together.
  void change() {
    const int before = source_->made;
    boost::asio::post(io_, [this] {
      ++source_->n;
      server_->changed();
    });
    while (source_->made == before) std::this_thread::yield();
  }
  void TearDown() override {
    boost::asio::post(io_, [this] { server_->stop([this] { io_.stop(); }); });
    thread_.join();
  }

  boost::asio::io_context io_;
  std::optional<Numbered> source_;
  std::optional<WebServer> server_;
  std::optional<WebAddress> address_;
  std::string cookie_;
  std::thread thread_;
};

TEST_F(WebServed, APageThatReadsLateGetsTheLatestStateAndNotAll) {
  serve(2 << 20);
  auto slow = page(), quick = page();
  ASSERT_EQ(slow.status(), 101);
  constexpr int kChanges = 30;
  for (int i = 1; i <= kChanges; ++i) {
    change();
    for (int n = -1; n < i;) {
      const Json message = quick.read();
      ASSERT_FALSE(message.is_null()) << "a slow page holds up nobody";
      n = message.at("state").at("n");
    }
  }
  int seen = 0, last = -1;
  while (last < kChanges) {
    const Json message = slow.read();
    ASSERT_FALSE(message.is_null());
    EXPECT_GT(message.at("state").at("n"), last) << "the order is kept";
    last = message.at("state").at("n");
    ++seen;
  }
  EXPECT_LT(seen, kChanges / 2) << "what it missed is not sent";
}

TEST_F(WebServed, TheLastStateReachesThePagesBeforeTheEnd) {
  serve(100);
  auto one = page(), other = page();
  while (source_->pages != 2) std::this_thread::yield();
  boost::asio::post(io_, [this] {
    source_->n = 77;
    server_->stop([this] { io_.stop(); });
  });
  for (PageSocket* page : {&one, &other}) {
    int last = -1;
    for (Json message; !(message = page->read()).is_null();) last = message.at("state").at("n");
    EXPECT_EQ(last, 77);
    EXPECT_EQ(page->close_code(), 1001);
  }
}

TEST_F(WebServed, APageThatReadsNothingDoesNotKeepTheProgramFromEnding) {
  serve(24 << 20);
  const auto stuck = page();
  ASSERT_EQ(stuck.status(), 101);
  boost::asio::post(io_, [this] { server_->stop([this] { io_.stop(); }); });
  thread_.join();  // which is the claim
  thread_ = std::thread([] {});
  io_.restart();
}

/// An audit ends by itself after its time; its connection has a deadline of its own.
TEST_F(WebServed, A82_AConnectionThatWaitsForAnAuditIsTakenAwayInTimeAndTheAuditWithIt) {
  // Nobody ever writes into this pipe, so that the audit waits for ever.
  const std::string path =
      std::filesystem::temp_directory_path() / ("never-audited-" + std::to_string(::getpid()));
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  serve(100, path, std::chrono::milliseconds(10));
  cookie_ = e2e::web_enter(*address_);
  for (const char* which : {"first", "next"})
    EXPECT_EQ(e2e::web_get(*address_, address_->keyed("/audit"), {cookie_}).status, 0) << which;
  std::filesystem::remove(path);
}

TEST_F(WebServed, APageThatIsGoneIsNoticed) {
  serve(100);
  {
    auto one = page();
    ASSERT_EQ(one.status(), 101);
    while (source_->pages != 1) std::this_thread::yield();
  }
  while (source_->pages != 0) std::this_thread::yield();
}

}  // namespace
}  // namespace fairdeal::front
