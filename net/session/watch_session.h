#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "net/party/watching.h"

namespace boost::asio {
class io_context;
}

namespace fairdeal::session {

/// Somebody who watches a table, with its I/O: Asio drives a party::Watching.
///
/// Everything happens on the io_context's thread.
class WatchSession {
 public:
  struct Config {
    crypto::SigningKey key;
    std::vector<sockets::Address> addresses;  ///< of the host
    std::optional<crypto::PublicKey> host{};  ///< every other identity is refused
    std::optional<meet::Token> token{};       ///< of the link by which this one was invited
    std::string transcript;                   ///< the file to write; its folder exists
    /// How long it tries to reach the host at first, and after a connection was lost.
    Duration reach_max{10'000};
    Duration lost_max{60'000};
    /// How long it waits between two calls to a host whose table has not begun.
    Duration begin_every{3'000};
  };

  using Ended = party::Watching::Ended;

  struct Viewer {
    virtual ~Viewer() = default;
    /// Hears, once, that the table has not begun yet.
    virtual void on_waiting() {}
    virtual void on_begin(const state::Table&) = 0;
    /// Hears of a decided step; the table is the one after it.
    virtual void on_step(const state::Table&) = 0;
    virtual void on_lost() {}
    virtual void on_ended(const Ended&) = 0;
  };

  WatchSession(boost::asio::io_context& io, Config config, Viewer& viewer);
  ~WatchSession();
  WatchSession(const WatchSession&) = delete;
  WatchSession& operator=(const WatchSession&) = delete;

  void start();
  /// Ends. The viewer is not called any more.
  void stop();
  /// Returns the table as far as it was seen; null before the charter came.
  const state::Table* table() const;

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace fairdeal::session
