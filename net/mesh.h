#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "crypto/sign.h"
#include "net/address.h"
#include "net/channel.h"
#include "net/limits.h"

namespace boost::asio {
class io_context;
}

namespace fairdeal::net {

/// Settings that only tests change; limits.h has the reasons for the numbers.
struct MeshConfig {
  ChannelConfig channel{};
  Duration twin_age = kTwinAge;
  Duration stranger_max = kStrangerMax;
  Duration redial_max = kRedialMax;
};

/// The connections to the peers, one to each. Peers are named by their identities. The Mesh listens
/// for peers, calls them and calls them again, and drops whoever breaks the protocol.
///
/// A peer is up between on_up and on_down. The frames sent to it in that time arrive in order, up
/// to some frame; if that is not the last one, on_down follows. So after the next on_up the caller
/// asks the peer what it lacks.
///
/// Two peers may call each other at the same moment, and then have two connections. Both must close
/// the same one, so only the side with the smaller key decides: it welcomes one and closes the
/// other, and the other side follows. It keeps the older one while that is younger than `twin_age`.
/// After that it keeps the newer one: a peer that calls again has lost the older one, even if that
/// still looks alive from here.
///
/// Anybody can make an identity, so an identity alone earns nothing: whoever calls here is a
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
    /// is the address that was called, or from which the connection came. The error is not_wanted
    /// if one end did not admit the other.
    std::function<void(const std::string& where, const Error& why)> on_refused;
  };

  Mesh(boost::asio::io_context& io, crypto::SigningKey me, Handlers handlers,
       MeshConfig config = {});
  /// Closes all connections. No handler is called any more.
  ~Mesh();
  Mesh(const Mesh&) = delete;
  Mesh& operator=(const Mesh&) = delete;

  /// Accepts connections at an IP address of this machine; port 0 takes any free port. Returns the
  /// address with the port that it took. Errors: as Listener::open.
  Result<Address> listen(const Address& at);
  /// Keeps room for connections from these hosts, where members of a table live, however many
  /// others call. Requires: listen() came first.
  void expect_from(const std::vector<std::string>& hosts);
  enum class Patience {
    endless,
    short_,  ///< gives up after kUnansweredMax calls, until the connection to any peer is lost
  };
  /// Calls `address` now, and again whenever its peer is not connected. It stops if our own
  /// identity answers there. If `expected` is given, every other identity is refused.
  void keep_calling(const Address& address, std::optional<crypto::PublicKey> expected = {},
                    Patience patience = Patience::endless);

  /// Sends a frame. Returns false if `peer` is not up. A peer is dropped if more than
  /// kSendQueueBytesMax would wait for it. Requires: the frame has at most kFrameBytesMax.
  bool send(const crypto::PublicKey& peer, ByteSpan frame);
  /// Lets a peer that is up stay: it no longer counts as a stranger, and is not dropped for
  /// wanting nothing.
  void keep(const crypto::PublicKey& peer);
  /// Returns whether `peer` is up, and the connection is one that this side made.
  bool called(const crypto::PublicKey& peer) const;
  /// Drops a peer that broke a rule of a layer above; on_down follows.
  void drop(const crypto::PublicKey& peer, Error why);
  /// Returns the IP address of a peer that is up; "" if it is not up.
  std::string host_of(const crypto::PublicKey& peer) const;
  /// Returns the id of the connection to a peer that is up; zeros if it is not up. Both ends have
  /// the same id, and no other connection has it. It is no secret: whoever reads the handshake on
  /// the wire can compute it.
  ByteArray<8> link_of(const crypto::PublicKey& peer) const;
  /// Returns the address that this side called to reach `peer`; "" if called() is false.
  std::string called_at(const crypto::PublicKey& peer) const;
  /// Returns the peers that are up, in the order of their keys.
  std::vector<crypto::PublicKey> peers() const;

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace fairdeal::net
