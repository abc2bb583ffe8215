#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "crypto/sign.h"
#include "net/channel/channel.h"
#include "net/channel/limits.h"
#include "net/mesh/path_status.h"
#include "net/sockets/address.h"
#include "net/sockets/held_port.h"
#include "proto/reach.h"

namespace boost::asio {
class io_context;
}

namespace fairdeal::sockets {
class Stream;
}

namespace fairdeal::mesh {

/// Settings that only tests change; limits.h has the reasons for the numbers.
struct Config {
  channel::Config channel{};
  Duration twin_age = net::kTwinAge;
  Duration handover_max = net::kHandoverMax;
  Duration stranger_max = net::kStrangerMax;
  Duration redial_max = net::kRedialMax;
};

/// The connections to the peers, one to each. Peers are named by their identities. The Mesh listens
/// for peers, calls them and calls them again, and drops peers that break the protocol.
///
/// A peer is up between on_up and on_down. The frames sent to it in that time arrive in order, up
/// to some frame; if that is not the last one, on_down follows. So after the next on_up the caller
/// asks the peer what it lacks.
///
/// Two peers may call each other at the same moment, and then have two connections, of which one
/// stays (peer_links.h). If a connection of a better rung comes while one is up, it replaces the
/// other without a frame lost, and the peer stays up.
///
/// Anybody can make an identity, so an identity alone earns nothing: any caller here is a
/// stranger until keep() says that it is wanted. limits.h allows a few strangers at a time, and
/// each of them a short time.
///
/// Everything happens on the io_context's thread; the io_context must outlive the Mesh. Handlers
/// are never called from inside a member function. They may call any member function, and may
/// destroy the Mesh.
class Mesh {
 public:
  struct Handlers {
    /// Returns whether this identity may be a peer. It is asked at each connection.
    std::function<bool(const crypto::PublicKey&)> admit;
    std::function<void(const crypto::PublicKey&)> on_up;
    std::function<void(const crypto::PublicKey&, const Error& why)> on_down;
    std::function<void(const crypto::PublicKey&, Bytes frame)> on_frame;
    /// Hears of a call that nobody answered, and of a connection that ended before its peer was up:
    /// because of another version, of an identity that is not admitted or of wrong bytes. `where`
    /// is the address that was called, or from which the connection came, or add_stream()'s. The
    /// error is not_wanted if this end did not admit the other, hung_up if the other end did not
    /// admit this one, other_identity if another peer than the expected one is there.
    std::function<void(const std::string& where, const Error& why)> on_refused;
    /// Receives what a peer that is up says about paths; not set, it is ignored.
    std::function<void(const crypto::PublicKey&, const proto::PathMessage&)> on_path_message{};
    /// Receives the part of a pair secret from a peer that is up; not set, it is ignored.
    std::function<void(const crypto::PublicKey&, crypto::Secret<ByteArray<32>>)> on_keep{};
    /// Hears that a peer that is up is now reached by a better rung; not set, nobody does.
    std::function<void(const crypto::PublicKey&, channel::Rung)> on_path{};
  };

  Mesh(boost::asio::io_context& io, crypto::SigningKey me, Handlers handlers, Config config = {});
  /// Closes all connections. No handler is called any more.
  ~Mesh();
  Mesh(const Mesh&) = delete;
  Mesh& operator=(const Mesh&) = delete;

  /// Accepts connections at an IP address of this machine; port 0 takes any free port. Returns the
  /// address with the port that it took. Errors: as Transport::listen.
  Result<sockets::Address> listen(const sockets::Address& at);
  /// Accepts connections at a port that hold_port() of another Mesh returned. Errors: as above.
  Result<sockets::Address> listen_on(sockets::HeldPort port);
  /// Stops accepting connections, and returns the socket, which goes on listening; none if this
  /// Mesh does not listen. Of several, it is the first.
  std::optional<sockets::HeldPort> hold_port();
  /// Keeps room for connections from these hosts, where members of a table live, however many
  /// others call. Requires: listen() came first.
  void expect_from(const std::vector<std::string>& hosts);
  enum class Patience {
    endless,
    short_,  ///< gives up after kUnansweredMax calls, until the connection to any peer is lost
  };
  /// Calls `address` now, and again whenever its peer is not connected, or only through a relay. It
  /// stops if our own identity answers there. If `expected` is given, every other identity is
  /// refused.
  void keep_calling(const sockets::Address& address, std::optional<crypto::PublicKey> expected = {},
                    Patience patience = Patience::endless);

  /// Takes a stream to one peer that somebody else opened: a pipe through a relay, or a punched
  /// connection. Both ends agreed on it before, so it takes none of the strangers' places. `where`
  /// names it in messages. `dials` says that this side begins the handshake; the other side must
  /// answer it. If `expected` is given, every other identity is refused. Once such a connection is
  /// lost, nothing here opens it again. on_refused hears nothing of a punched one.
  void add_stream(std::unique_ptr<sockets::Stream> stream, std::string where,
                  std::optional<crypto::PublicKey> expected, bool dials,
                  channel::Rung rung = channel::Rung::relayed);

  /// Sends a frame. Returns false if `peer` is not up. A peer is dropped if more than
  /// kSendQueueBytesMax would wait for it. Requires: the frame has at most kFrameBytesMax.
  bool send(const crypto::PublicKey& peer, ByteSpan frame);
  /// Sends a frame that matters less than the others: it is dropped if kBusyQueueBytes or more wait
  /// for the peer. Returns whether it was sent. Requires: as send().
  bool send_unless_busy(const crypto::PublicKey& peer, ByteSpan frame);
  /// Return whether the peer is up and kBusyQueueBytes or more, or anything at all, wait for it.
  bool is_busy(const crypto::PublicKey& peer) const;
  bool has_unsent(const crypto::PublicKey& peer) const;
  /// Tells a peer about paths, between its frames. Returns false if `peer` is not up. A peer that
  /// is told more often than kPathsBurst and kPathsPerSecond allow ends the connection.
  bool send_path(const crypto::PublicKey& peer, const proto::PathMessage& message);
  /// Calls all addresses at once whose peers are not connected, and ends each connection by which
  /// nothing comes within kDoubtMax: this machine was asleep, or has other addresses.
  void doubt_all();
  /// Sends a peer this side's part of a pair secret. Returns false if `peer` is not up. A peer that
  /// is sent more than kKeepsMax on one connection ends it.
  bool send_keep(const crypto::PublicKey& peer, const crypto::Secret<ByteArray<32>>& part);
  /// Lets a peer that is up stay: it no longer counts as a stranger, and is not dropped for
  /// wanting nothing.
  void keep(const crypto::PublicKey& peer);
  /// Returns whether `peer` is up, and the connection is one that this side made.
  bool called(const crypto::PublicKey& peer) const;
  /// Drops a peer that broke a rule of a layer above; on_down follows.
  void drop(const crypto::PublicKey& peer, Error why);
  /// Returns the IP address of a peer that is up; "" if it is not up, or is relayed.
  std::string host_of(const crypto::PublicKey& peer) const;
  /// Returns the rung of the connection to a peer; none if it is not up.
  std::optional<channel::Rung> rung_of(const crypto::PublicKey& peer) const;
  /// Returns how the connection to a peer is; none if it is not up.
  std::optional<PathStatus> path_of(const crypto::PublicKey& peer) const;
  /// Returns the id of the connection by which a peer came up; zeros if it is not up. Both ends
  /// have the same id, and no other connection has it; a better connection that replaces it changes
  /// nothing. It is no secret: any reader of the handshake on
  /// the wire can compute it.
  channel::LinkId link_of(const crypto::PublicKey& peer) const;
  /// Returns the address that this side called to reach `peer`; "" if called() is false.
  std::string called_at(const crypto::PublicKey& peer) const;
  /// Returns the peers that are up, in the order of their keys.
  std::vector<crypto::PublicKey> peers() const;

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace fairdeal::mesh
