#include "net/reach/port_map.h"

#include <future>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <gtest/gtest.h>

namespace fairdeal::reach {
namespace {

/// A router's acts, which outlive the protocol that spoke to it.
struct Router {
  std::promise<void> unmapped;
  std::promise<void> asked;
  std::shared_future<void> answers_after;  // not valid: it answers at once
};

class FakeProtocol final : public RouterProtocol {
 public:
  FakeProtocol(const char* name, std::shared_ptr<Router> router, Result<Granted> answer)
      : name_(name), router_(std::move(router)), answer_(std::move(answer)) {}
  const char* name() const override { return name_; }
  Result<IpAddress> address() override { return fail(Fault::incomplete); }
  Result<Granted> map(std::uint16_t port, Duration) override {
    router_->asked.set_value();
    if (router_->answers_after.valid()) router_->answers_after.wait();
    if (answer_) answer_->port = port;
    return answer_;
  }
  void unmap() override { router_->unmapped.set_value(); }

 private:
  const char* name_;
  std::shared_ptr<Router> router_;
  Result<Granted> answer_;
};

Result<RouterProtocol::Granted> granted(const std::string& ip) {
  return RouterProtocol::Granted{.ip = *IpAddress::parse(ip), .lease = {3'600'000}};
}

Result<RouterProtocol::Granted> refused() { return fail(Fault::not_wanted, "the router refuses"); }

class PortMaps : public testing::Test {
 protected:
  std::unique_ptr<PortMap> map(std::vector<std::unique_ptr<RouterProtocol>> protocols) {
    return std::make_unique<PortMap>(io_, 7777, std::move(protocols),
                                     PortMap::Handlers{.on_mapped =
                                                           [&](const sockets::Address& external) {
                                                             mapped_.push_back(external.text());
                                                             io_.stop();
                                                           },
                                                       .on_failed =
                                                           [&](const std::string& why) {
                                                             failed_.push_back(why);
                                                             io_.stop();
                                                           }});
  }
  boost::asio::io_context io_;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_ =
      boost::asio::make_work_guard(io_);
  std::shared_ptr<Router> first_ = std::make_shared<Router>(), second_ = std::make_shared<Router>();
  std::vector<std::string> mapped_, failed_;
};

TEST_F(PortMaps, TheFirstRouterThatGrantsIsTakenAndToldAtTheEnd) {
  std::vector<std::unique_ptr<RouterProtocol>> protocols;
  protocols.push_back(std::make_unique<FakeProtocol>("A", first_, refused()));
  protocols.push_back(std::make_unique<FakeProtocol>("B", second_, granted("203.0.114.7")));
  auto port_map = map(std::move(protocols));
  io_.run();
  EXPECT_EQ(mapped_, std::vector<std::string>{"203.0.114.7:7777"});
  EXPECT_TRUE(failed_.empty());
  auto unmapped = second_->unmapped.get_future();
  port_map.reset();
  EXPECT_EQ(unmapped.wait_for(std::chrono::seconds(0)), std::future_status::ready);
}

TEST_F(PortMaps, WithoutARouterEachProtocolSaysWhy) {
  std::vector<std::unique_ptr<RouterProtocol>> protocols;
  protocols.push_back(std::make_unique<FakeProtocol>("A", first_, refused()));
  protocols.push_back(std::make_unique<FakeProtocol>("B", second_, refused()));
  const auto port_map = map(std::move(protocols));
  io_.run();
  EXPECT_EQ(failed_, std::vector<std::string>{"A: the router refuses; B: the router refuses"});
}

/// A program that quits waits for no router that may never answer; a late grant is taken back.
TEST_F(PortMaps, AnAnswerAfterTheEndIsTakenBack) {
  std::promise<void> answer;
  first_->answers_after = answer.get_future().share();
  auto asked = first_->asked.get_future(), unmapped = first_->unmapped.get_future();
  std::vector<std::unique_ptr<RouterProtocol>> protocols;
  protocols.push_back(std::make_unique<FakeProtocol>("A", first_, granted("203.0.114.7")));
  auto port_map = map(std::move(protocols));
  asked.wait();
  port_map.reset();
  answer.set_value();
  unmapped.wait();
  io_.poll();
  EXPECT_TRUE(mapped_.empty());
}

TEST(PortMap, A86_ARouterIsCalledAtItsOwnAddressOnly) {
  const IpAddress router = *IpAddress::parse("192.168.1.1");
  for (const char* good :
       {"http://192.168.1.1:5000/rootDesc.xml", "http://192.168.1.1/x", "http://192.168.1.1"})
    EXPECT_TRUE(leads_to(good, router)) << good;
  for (const char* bad :
       {"http://127.0.0.1:8080/", "http://192.168.1.1.example.org/", "http://192.168.1.10/",
        "http://192.168.1.1@127.0.0.1/", "http://192.168.1.1:80@127.0.0.1/", "https://192.168.1.1/",
        "http://router/", "http://[::ffff:192.168.1.1]/", "http://0300.0250.1.1/",
        "http://3232235777/", "http://192.168.1.1:80:90/", "file:///etc/passwd", "", "http://"})
    EXPECT_FALSE(leads_to(bad, router)) << bad;
}

}  // namespace
}  // namespace fairdeal::reach
