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

struct MeshConfig {
  ChannelConfig channel{};
  Duration twin_age = kTwinAge;
  Duration stranger_max = kStrangerMax;
  Duration redial_max = kRedialMax;
};

/// Connections to peers, one to each, named by their identities: listens, calls and calls again,
/// and drops whoever breaks the protocol.
///
/// Between on_up and on_down of a peer every frame sent arrives, in order, or on_down follows; what
/// was under way then is lost, so after the next on_up ask what is missing.
///
/// When two connections to one peer meet, the side with the smaller key alone decides: it welcomes
/// one and closes the other, and the larger side follows. It keeps the older one while that is
/// younger than `twin_age` (both sides called at once); later the newer one, because who calls
/// again has lost the old connection, even if that looks alive from here.
///
/// Anybody can make an identity. So whoever calls here is a stranger, one of the few that limits.h
/// allows at a time and for a short time, until keep() says that it is wanted.
///
/// Everything happens on the io_context's thread, which must outlive the Mesh. Handlers are never
/// called from inside a member function; they may call any member function, and may destroy the
/// Mesh.
class Mesh {
 public:
  struct Handlers {
    /// Says whether this identity may be a peer. It is asked at each connection.
    std::function<bool(const crypto::PublicKey&)> admit;
    std::function<void(const crypto::PublicKey&)> on_up;
    std::function<void(const crypto::PublicKey&, const Error& why)> on_down;
    std::function<void(const crypto::PublicKey&, Bytes frame)> on_frame;
    /// Hears of a connection that never came up: the call was not answered, or the other end has
    /// another version, is a stranger or sends garbage. `where` is the address that was called, or
    /// from which the connection came. The error is not_wanted where one end did not admit the
    /// other.
    std::function<void(const std::string& where, const Error& why)> on_refused;
  };

  Mesh(boost::asio::io_context& io, crypto::SigningKey me, Handlers handlers,
       MeshConfig config = {});
  /// Closes everything; no handler is called any more.
  ~Mesh();
  Mesh(const Mesh&) = delete;
  Mesh& operator=(const Mesh&) = delete;

  /// Accepts connections at an IP address of this machine; port 0 is any. Returns the address
  /// taken. Errors: bad_parameters (port in use, …).
  Result<Address> listen(const Address& at);
  /// Keeps room for connections from these hosts, where members of a table live, whoever else
  /// calls. Requires: listen() came first.
  void expect_from(const std::vector<std::string>& hosts);
  enum class Patience {
    endless,
    short_,  ///< gives up after kUnansweredMax calls, until a connection is lost: to anybody
  };
  /// Calls `address` now and whenever its peer is not connected, unless it answers as ourselves.
  /// Answers of another identity than `expected`, if given, are refused.
  void keep_calling(const Address& address, std::optional<crypto::PublicKey> expected = {},
                    Patience patience = Patience::endless);

  /// Sends a frame and returns whether it is on its way; false if `peer` is not up. A peer that
  /// lets more than kSendQueueBytesMax wait is dropped. Requires: at most kFrameBytesMax.
  bool send(const crypto::PublicKey& peer, ByteSpan frame);
  /// Notes that a peer that is up is no stranger: it does not count among those, and may stay.
  void keep(const crypto::PublicKey& peer);
  /// Returns whether this side called a peer that is up.
  bool called(const crypto::PublicKey& peer) const;
  /// Ends the connection with a peer that broke a rule of some layer above; on_down follows.
  void drop(const crypto::PublicKey& peer, Error why);
  /// Returns the IP address of a peer that is up; "" if it is not up.
  std::string host_of(const crypto::PublicKey& peer) const;
  /// Returns the name of the connection to a peer that is up, which both its ends know and nobody
  /// else; zeros if it is not up.
  ByteArray<8> link_of(const crypto::PublicKey& peer) const;
  /// Returns the address at which this side called a peer that is up; "" if it is not up, or called
  /// itself.
  std::string called_at(const crypto::PublicKey& peer) const;
  /// Returns the peers that are up, in the order of their keys.
  std::vector<crypto::PublicKey> peers() const;

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace fairdeal::net
