#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/result.h"
#include "ui/front/web_door.h"

namespace boost::asio {
class io_context;
}

namespace fairdeal::front {

// The bounds of the page server.
inline constexpr std::size_t kWebConnectionsMax = 16;  ///< a few tabs, and what they load
/// Connections that have not shown the browser's cookie. One more takes the place of the oldest, so
/// that other programs of this machine, whatever they hold open, keep no browser out.
inline constexpr std::size_t kWebStrangersMax = 64;
inline constexpr std::size_t kPageMessageBytesMax = 4096;
/// A browser sends along the cookies of everything else that this machine serves.
inline constexpr std::size_t kWebHeadBytesMax = std::size_t{16} * 1024;

/// The content that the page server serves. Its functions are called on the io_context's thread.
class WebSource {
 public:
  virtual ~WebSource() = default;
  /// Returns the message that has the whole state as it is now.
  virtual std::string state_message() = 0;
  /// Returns the message that has the kept lines after that with the number `seq`.
  virtual std::string lines_message(std::uint64_t seq) = 0;
  virtual std::uint64_t last_line() const = 0;
  /// Takes what a page said. Returns whether the page speaks the protocol.
  virtual bool take(const std::string& message) = 0;
  /// Returns the path of the transcript; "" if there is none.
  virtual std::string transcript() const = 0;
  /// Returns the path of the evidence against a seat; "" if there is none.
  virtual std::string evidence(std::uint32_t) const { return ""; }
  /// Hears that so many pages are there now.
  virtual void on_pages(std::size_t) {}
};

/// A server on this machine's own address for the page at which a person plays (docs/web.md). It
/// binds 127.0.0.1 and nothing else. A page that is slow or gone holds up nobody: each connection
/// has at most one message under way, and then gets the latest state and the lines that it lacks.
class WebServer {
 public:
  /// Opens the port; 0: any. Errors: storage, in words.
  static Result<WebServer> open(std::uint16_t port);
  WebServer(WebServer&& other) noexcept;
  WebServer& operator=(WebServer&&) = delete;
  ~WebServer();

  /// Returns the address, with its token, by which the person's browser enters.
  std::string address() const { return door_->address(); }

  /// Returns another such address, for the same person (WebDoor::fresh_address).
  std::string fresh_address(Rng& rng) const { return door_->fresh_address(rng); }

  /// Serves `source` on the io_context's thread, in place of what was served before, until the
  /// io_context is destroyed. A connection that waits for an audit is taken away soon after
  /// `audit_within`, even if the audit has not ended by itself. Requires: this object and `source`
  /// live until then.
  void serve(boost::asio::io_context& io, WebSource& source,
             std::chrono::milliseconds audit_within);
  /// The same, with the time that an audit has.
  void serve(boost::asio::io_context& io, WebSource& source);
  /// Sends all pages the state and the lines that are new, soon: at most twenty times a second.
  void changed();
  /// Returns how many pages are there.
  std::size_t pages() const;
  /// Sends the last state, closes all connections, and then calls `then`: after a second, even if a
  /// page reads nothing any more.
  void stop(std::function<void()> then);

 private:
  class Hall;
  class Visit;
  WebServer(int socket, std::unique_ptr<WebDoor> door);

  int socket_;
  std::unique_ptr<WebDoor> door_;
  std::weak_ptr<Hall> hall_;  ///< lives as long as the io_context
};

}  // namespace fairdeal::front
