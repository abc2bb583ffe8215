#pragma once

#include <map>
#include <string>
#include <utility>

#include "crypto/system_rng.h"
#include "net/mesh/link.h"
#include "net/mesh/mesh.h"
#include "net/mesh/peer_links.h"
#include "net/sockets/asio.h"
#include "net/sockets/dialer.h"
#include "net/sockets/transport.h"

/// The implementation of Mesh: mesh.cc listens and calls, mesh_links.cc has the connections.

namespace fairdeal::mesh {

inline Error unwanted(std::string about) {
  return {.fault = Fault::not_wanted, .about = std::move(about)};
}

struct Mesh::Impl : std::enable_shared_from_this<Mesh::Impl> {
  using PublicKey = crypto::PublicKey;

  /// An address that is to be called.
  struct Known {
    std::shared_ptr<sockets::Dialer> dialer;
    std::optional<PublicKey> expected;
    std::optional<PublicKey> identity;  // the expected one, or else the one that answered last
    Patience patience = Patience::endless;
    int unanswered = 0;  // calls since a connection to any peer was last lost
  };
  using Number = PeerLinks::Number;
  struct Connection {
    std::shared_ptr<Link> link{};
    std::string where;  // the address that was called, or from which the connection came
    std::string ip{};   // of the other end; "" if a relay hides it
    Known* called;      // null: this side did not call
    channel::Rung rung;
    Instant begun{};
    sockets::HalfOpen::Permit permit;                // held while the peer is a stranger
    bool stranger = false;                           // it came by add_stream(), and has no permit
    bool known_elsewhere = false;                    // its peer is up by another connection
    std::optional<PublicKey> expected{};             // every other identity is refused
    std::unique_ptr<asio::steady_timer> patience{};  // how long a stranger that is up may stay
    std::optional<PublicKey> peer{};                 // set when it is admitted
  };
  struct Peer {
    PeerLinks links;
    bool up = false;
    channel::LinkId came_by{};                    // the connection by which it came up
    std::unique_ptr<asio::steady_timer> timer{};  // of a handover
  };

  Impl(asio::io_context& io_context, crypto::SigningKey identity, Handlers callbacks,
       Config settings)
      : io(io_context),
        me(std::move(identity)),
        handlers(std::move(callbacks)),
        config(std::move(settings)) {}

  Result<sockets::Address> listen(const sockets::Address& at);
  Result<sockets::Address> listen_on(sockets::HeldPort port);
  sockets::Listening::OnStream on_accepted(const sockets::Transport& transport);
  void keep_calling(const sockets::Address& address, std::optional<PublicKey> expected,
                    Patience patience);
  void unanswered(Known& address);
  /// Calls the addresses that it is worth to call again, once `peer` is down.
  void call_again(const PublicKey& peer);
  /// Adds a connection by a transport, without a relay or anybody else in between.
  void add_direct(const sockets::Transport& transport, std::unique_ptr<sockets::Stream> stream,
                  std::string where, Known* called, sockets::HalfOpen::Permit permit);
  void add(std::unique_ptr<sockets::Stream> stream, channel::Channel channel,
           Connection connection);
  void on_event(Number number, channel::Channel::Event& event);
  void on_established(Number number, const channel::Channel::Established& established);
  void on_path_news(Number number, ByteSpan bytes);
  void on_end(Number number, const Error& why);
  void limit_stay(Number number);
  /// Does what the connections to `peer` want done. A handler may have stopped the mesh meanwhile.
  void perform(const PublicKey& peer, const PeerLinks::Effects& effects);
  void apply(const PublicKey& peer, const PeerLinks::SayWelcome& it);
  void apply(const PublicKey& peer, const PeerLinks::RefuseLink& it);
  void apply(const PublicKey& peer, const PeerLinks::SendHandover& it);
  void apply(const PublicKey& peer, const PeerLinks::FinishLink& it);
  void apply(const PublicKey& peer, const PeerLinks::CloseLink& it);
  void apply(const PublicKey& peer, const PeerLinks::ReleaseLink& it);
  void apply(const PublicKey& peer, const PeerLinks::Up& it);
  void apply(const PublicKey& peer, const PeerLinks::Down& it);
  void apply(const PublicKey& peer, const PeerLinks::Moved& it);
  void arm(const PublicKey& peer);
  /// Returns whether nobody needs to call this address now: its peer is up, and not by a relay, or
  /// it is our own.
  bool settled(const Known& address) const;
  void rest_if_settled(const PublicKey& peer);
  Connection* up(const PublicKey& peer);
  void stop();

  asio::io_context& io;
  crypto::SigningKey me;
  Handlers handlers;
  Config config;
  crypto::SystemRng rng;
  std::vector<std::shared_ptr<sockets::Listening>> listeners;
  std::map<sockets::Address, Known> known;
  std::map<Number, Connection> connections;
  std::map<PublicKey, Peer> peers;
  std::vector<std::weak_ptr<Link>> finishing;  // these still write, and are in no other table
  Number next_number = 0;
  bool stopped = false;
};

}  // namespace fairdeal::mesh
