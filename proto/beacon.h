#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "base/bytes.h"
#include "base/result.h"
#include "base/rng.h"

/// The datagrams by which a guest finds the tables on its local network (docs/network.md):
///
///   "fdb1" ‖ kind (1 byte) ‖ Protobuf
///
/// Everybody on the network can read and forge them. So they name no person and no key, and nothing
/// in them lasts longer than the lobby; who sits at a table is settled by the connection to it.
namespace fairdeal::proto {

// Bounds that are part of the protocol.
inline constexpr std::size_t kBeaconBytesMax = 512;  ///< fits one packet of any network
inline constexpr std::size_t kBeaconGameBytesMax = 32;
inline constexpr std::size_t kBeaconTagsBytes = std::size_t{8} * 4;

/// 8 random bytes that name a lobby for as long as it exists.
using LobbyId = ByteArray<8>;

/// A guest asks which tables there are.
struct BeaconSeek {
  ByteArray<8> nonce{};  ///< one question may arrive several times, by several ways
  bool operator==(const BeaconSeek&) const = default;
};
/// A host says that its table gathers. The table is at the sender's address.
struct BeaconTable {
  LobbyId lobby{};
  std::uint16_t port = 0;  ///< where the table listens for connections
  std::string game;
  std::uint32_t seats = 0;
  std::uint32_t taken = 0;
  std::uint32_t nameplate = 0;  ///< the number in the table's code; 0: none
  bool code = false;            ///< whether whoever joins is asked for a code or a link
  /// For each invited contact, 4 bytes by which it recognizes the table; for others they are noise.
  ByteArray<kBeaconTagsBytes> tags{};
  bool operator==(const BeaconTable&) const = default;
};
/// A host says that its table gathers no more.
struct BeaconBye {
  LobbyId lobby{};
  bool operator==(const BeaconBye&) const = default;
};
using Beacon = std::variant<BeaconSeek, BeaconTable, BeaconBye>;

/// Returns random tags, which no contact recognizes.
ByteArray<kBeaconTagsBytes> random_tags(Rng& rng);

/// Encodes a datagram. Requires: the fields are within their bounds.
Bytes encode(const Beacon& beacon);
/// Decodes a datagram. Errors: too_large; unknown_version (it begins otherwise, or is of a kind
/// that this program does not know); not_canonical.
Result<Beacon> decode_beacon(ByteSpan bytes);

}  // namespace fairdeal::proto
