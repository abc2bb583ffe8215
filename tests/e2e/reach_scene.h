#pragma once

#include <functional>
#include <thread>

#include "net/sockets/asio.h"
#include "tests/e2e/process.h"

/// The common parts of tests of failures on the way to a table.
namespace fairdeal::e2e {

namespace asio = boost::asio;

/// An io_context that runs beside the test, for a relay, a host or a peer that a test plays itself.
class Beside {
 public:
  Beside() : work_(asio::make_work_guard(io)), thread_([this] { io.run(); }) {}
  ~Beside() {
    io.stop();
    thread_.join();
  }
  Beside(const Beside&) = delete;

  asio::io_context io;

 private:
  asio::executor_work_guard<asio::io_context::executor_type> work_;
  std::thread thread_;
};

/// A port of this machine. At first nothing listens there.
class Port {
 public:
  Port() : acceptor_(io_, tcp::endpoint(asio::ip::make_address("127.0.0.1"), 0)) {
    number_ = acceptor_.local_endpoint().port();
    acceptor_.close();
  }
  std::string text() const { return "127.0.0.1:" + std::to_string(number_); }
  std::uint16_t number() const { return number_; }
  /// From now on calls are taken, and nothing is ever said.
  void answer_nothing() { listen(16); }
  /// From now on nothing comes back from there, as behind a firewall: a queue of one is full.
  void be_silent() {
    listen(0);
    filler_.connect(acceptor_.local_endpoint());
  }

 private:
  void listen(int queue) {
    const tcp::endpoint here(asio::ip::make_address("127.0.0.1"), number_);
    acceptor_.open(here.protocol());
    acceptor_.set_option(tcp::acceptor::reuse_address(true));
    acceptor_.bind(here);
    acceptor_.listen(queue);
  }
  asio::io_context io_;
  tcp::acceptor acceptor_;
  tcp::socket filler_{io_};
  std::uint16_t number_ = 0;
};

/// Hosts and guests that may use a relay of the test's own.
class Reach : public E2e {
 protected:
  using Arguments = std::vector<std::string>;

  std::string open_relay(const Arguments& more = {}) {
    Arguments arguments{"relay", "--listen", "127.0.0.1:0", "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    relay_process_ = start(arguments, Out::terminal);
    const std::string rest = relay_process_->said("{\"listening\":\"");
    return relay_ = rest.substr(0, rest.find('"'));
  }
  std::unique_ptr<Process> seat(const std::string& name, Arguments arguments) {
    arguments.insert(arguments.end(), {"--nickname", name, "--identity", folder_ / (name + ".id"),
                                       "--data", folder_ / name});
    return start(arguments);
  }
  std::unique_ptr<Process> host(const Arguments& more) {
    Arguments arguments{"host", "--listen", "127.0.0.1:0", "--admit", "invited", "--no-announce"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    if (!relay_.empty()) arguments.insert(arguments.end(), {"--relay", relay_});
    return seat("Ann", arguments);
  }
  /// The link that a host shows. With a relay it has no address, so that the relay is the only way.
  std::string link_of(Process& host) {
    const std::string rest = host.said("'fairdeal:");
    const std::string link = "fairdeal:" + rest.substr(0, rest.find('\''));
    if (!relay_.empty()) host.said("for 20 minutes: ");  // so the relay knows the host
    return relay_.empty() ? link : link.substr(0, link.find("&a="));
  }
  Ended joins(const std::string& name, const std::string& by, const Arguments& more = {}) {
    return joining(name, by, more)->end();
  }
  std::unique_ptr<Process> joining(const std::string& name, const std::string& by,
                                   const Arguments& more = {}) {
    Arguments arguments{"join", by, "--bot", "simple", "--accept", "--json", "--timeout", "3"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return seat(name, arguments);
  }

  std::unique_ptr<Process> relay_process_;
  std::string relay_;
};

/// A failure as a guest's program has to tell it.
struct Told {
  int exit;
  const char* code;     ///< of the error
  std::string message;  ///< words in what is said first
  std::string next;     ///< words in what is said to do
};

inline void expect_told(const Ended& ended, const Told& told) {
  expect_error(ended, told.exit, told.code);
  const Json document = Json::parse(ended.out, nullptr, false);
  if (!document.is_object() || !document.contains("error")) return;
  const Json& error = document.at("error");
  const auto has = [&](const char* part, const std::string& words) {
    return error.at(part).get<std::string>().find(words) != std::string::npos;
  };
  EXPECT_TRUE(has("message", told.message)) << error << " without: " << told.message;
  EXPECT_TRUE(has("hint", told.next)) << error << " without: " << told.next;
}

}  // namespace fairdeal::e2e
