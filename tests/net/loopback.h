#pragma once

#include <algorithm>
#include <map>
#include <set>

#include <boost/asio/write.hpp>
#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "net/mesh/mesh.h"
#include "net/sockets/asio.h"
#include "net/sockets/clock.h"
#include "net/sockets/tcp_stream.h"

/// Real sockets on this machine's own address, driven by one io_context.

namespace fairdeal::net::testing_ {

using crypto::PublicKey;
using crypto::SigningKey;

inline const sockets::Address kAnyPort{.host = "127.0.0.1", .port = 0};

inline SigningKey key(std::uint64_t seed) {
  SeededRng rng(seed);
  return SigningKey::generate(rng);
}

/// Runs what is to be run until `happened()`; fails after a minute, which no machine needs.
template <class Condition>
[[nodiscard]] bool run_until(asio::io_context& io, Condition happened) {
  const auto give_up = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  io.restart();
  while (!happened())
    if (io.run_one_until(give_up) == 0) return false;
  return true;
}

/// A Mesh and what became of it.
struct Node {
  Node(asio::io_context& io, const SigningKey& me, mesh::Config config = {})
      : id(me.public_key()),
        mesh(std::make_unique<mesh::Mesh>(
            io, me.clone(),
            mesh::Mesh::Handlers{
                .admit = [this](const PublicKey& peer) { return !strangers.contains(peer); },
                .on_up =
                    [this](const PublicKey& peer) {
                      ++ups[peer];
                      if (keeps) mesh->keep(peer);
                    },
                .on_down =
                    [this](const PublicKey& peer, const Error& why) {
                      ++downs[peer];
                      reasons.push_back(why);
                    },
                .on_frame = [this](const PublicKey& peer,
                                   Bytes frame) { frames[peer].push_back(std::move(frame)); },
                .on_refused =
                    [this](const std::string& where, const Error& why) {
                      refused_at.push_back(where);
                      refusals.push_back(why);
                    },
                .on_path_message =
                    [this](const PublicKey& peer, const proto::PathMessage& message) {
                      path_messages[peer].push_back(message);
                    },
                .on_path = [this](const PublicKey& peer,
                                  channel::Rung rung) { paths[peer].push_back(rung); }},
            std::move(config))) {}

  bool is_up(const PublicKey& peer) const {
    const auto peers = mesh->peers();
    return std::ranges::find(peers, peer) != peers.end();
  }
  bool got(const PublicKey& peer, std::string_view frame) {
    const auto& from = frames[peer];
    return std::ranges::find(from, to_bytes(frame)) != from.end();
  }

  PublicKey id;
  bool keeps = true;  ///< everybody
  std::set<PublicKey> strangers;
  std::map<PublicKey, int> ups, downs;
  std::map<PublicKey, std::vector<Bytes>> frames;
  std::vector<Error> reasons, refusals;
  std::vector<std::string> refused_at;
  std::map<PublicKey, std::vector<proto::PathMessage>> path_messages;
  std::map<PublicKey, std::vector<channel::Rung>> paths;  ///< to which a peer was moved
  std::unique_ptr<mesh::Mesh> mesh;
};

/// Returns the two ends of a TCP connection, as streams.
inline std::pair<std::unique_ptr<sockets::Stream>, std::unique_ptr<sockets::Stream>> two_ends(
    asio::io_context& io) {
  tcp::acceptor acceptor(io, {asio::ip::make_address("127.0.0.1"), 0});
  tcp::socket one(io);
  one.connect(acceptor.local_endpoint());
  return {std::make_unique<sockets::TcpStream>(std::move(one)),
          std::make_unique<sockets::TcpStream>(acceptor.accept())};
}

/// Somebody with a socket and no manners: what he sends and when he reads is the test's.
class Client {
 public:
  /// Calls from this address of this machine.
  Client(asio::io_context& io, const sockets::Address& to, const std::string& from = "127.0.0.1")
      : io_(io), socket_(io, tcp::endpoint(asio::ip::make_address(from), 0)) {
    socket_.connect({asio::ip::make_address(to.host), to.port});
  }

  void send(ByteSpan bytes) { asio::write(socket_, asio::buffer(bytes.data(), bytes.size())); }
  void send(std::string_view text) { send(as_bytes(text)); }

  /// Waits for bytes. Empty when the other side has closed.
  Bytes receive() {
    Bytes buffer(64 * 1024);
    std::optional<std::size_t> received;
    socket_.async_read_some(asio::buffer(buffer),
                            [&](error_code, std::size_t size) { received = size; });
    EXPECT_TRUE(run_until(io_, [&] { return received.has_value(); }));
    buffer.resize(received.value_or(0));
    return buffer;
  }
  bool is_closed() {
    while (!receive().empty()) continue;
    return true;
  }

  /// Proposes, when it becomes a peer, that this connection replaces that one.
  void replace(const channel::LinkId& other) { replaces_ = other; }
  /// Becomes a peer, as `me`.
  void open(const SigningKey& me, Rng& rng) { ASSERT_TRUE(comes_up(me, rng)); }
  /// Whether it does, and is not hung up on.
  [[nodiscard]] bool comes_up(const SigningKey& me, Rng& rng) {
    channel_.emplace(channel::Channel::dial(me, {}, rng, sockets::now()));
    apply(channel_->on_start());
    while (!opened_) {
      const Bytes bytes = receive();
      if (bytes.empty()) break;
      apply(channel_->on_bytes(bytes, sockets::now()));
    }
    return opened_;
  }
  void send_path(std::string_view path) { send(channel_->encrypt_path(as_bytes(path))); }
  void send_frame(std::string_view frame) { send(channel_->encrypt(as_bytes(frame))); }

 private:
  void apply(channel::Channel::Effects effects) {
    send(effects.write);
    for (const channel::Channel::Event& event : effects.events) {
      if (std::holds_alternative<channel::Channel::Established>(event))
        apply(channel_->welcome(replaces_, sockets::now()));
      if (std::holds_alternative<channel::Channel::Opened>(event)) opened_ = true;
    }
  }

  asio::io_context& io_;
  tcp::socket socket_;
  std::optional<channel::Channel> channel_;
  std::optional<channel::LinkId> replaces_;
  bool opened_ = false;
};

}  // namespace fairdeal::net::testing_
