#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "net/signaling/relay_settings.h"
#include "net/sockets/asio.h"
#include "proto/reach.h"
#include "tests/net/certificate.h"

/// A relay at this machine's own address that says what a test tells it to say.

namespace fairdeal::net::testing_ {

struct RelayScript {
  std::string instead_of_upgrade{};  ///< is sent, if it is not empty, and the connection closed
  std::string subprotocol = "fairdeal.1";
  std::string extensions{};
  Bytes greeting = proto::encode(proto::Greeting{.observed = "192.0.2.7"});
  bool greets = true;
  bool reads = true;
  Certificate tls{};  ///< speaks TLS if it is not empty
};

/// One connection from a client.
class RelayGuest {
 public:
  virtual ~RelayGuest() = default;
  virtual void send(Bytes message) = 0;
  virtual void send_text(const std::string& text) = 0;
  /// Sends one message in frames of these sizes.
  virtual void send_in_frames(ByteSpan message, std::vector<std::size_t> sizes) = 0;
  virtual void close(std::uint16_t code) = 0;
  /// Goes without a close frame.
  virtual void cut() = 0;
  virtual void stop_reading() = 0;

  void send(const proto::RelayMessage& message) { send(proto::encode(message)); }

  std::string target, subprotocol, extensions, authorization;  // of its request
  std::vector<Bytes> messages;                                 // that it has sent
  int pings = 0;
  bool gone = false;
};

class ScriptedRelay {
 public:
  explicit ScriptedRelay(asio::io_context& io, RelayScript script = {});
  ~ScriptedRelay();

  /// The settings for a call; without waits between calls that a test would notice.
  signaling::RelaySettings settings(const std::string& host = "127.0.0.1") const;

  RelayScript script;                               ///< may change between connections
  std::vector<std::shared_ptr<RelayGuest>> guests;  ///< after the upgrade
  int calls = 0;                                    ///< also those before it

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace fairdeal::net::testing_
