#pragma once

#include <map>
#include <optional>
#include <vector>

#include "base/bucket.h"
#include "base/rng.h"
#include "base/time.h"
#include "net/channel/limits.h"
#include "net/sockets/lan.h"
#include "proto/beacon.h"

/// How tables are found on the local network (docs/network.md), without sockets and clocks:
/// beacon_socket.h sends and receives.

namespace fairdeal::reach {

/// The host's side: it decides when a table is announced, and to whom.
class Announcer {
 public:
  /// A datagram to send.
  struct Outgoing {
    std::optional<sockets::LanEndpoint> to;  ///< none: everybody on the network
    Bytes datagram;
  };

  /// Makes the announcer of a table that opens now: it is announced at once, and then each
  /// kAnnounceEvery.
  Announcer(proto::BeaconTable table, Instant now) : table_(std::move(table)), due_(now) {}

  void on_interfaces(std::vector<sockets::LanInterface> interfaces) {
    interfaces_ = std::move(interfaces);
  }
  /// Announces the table anew if it has changed, but not sooner after the last announcement than
  /// kAnnounceGap.
  void on_change(const proto::BeaconTable& table, Instant now);
  /// Takes in a datagram. A question is answered to its source alone, after a random delay, and to
  /// one source at most once each kAnswerEvery: of several questions the last is answered. Errors:
  /// as decode_beacon; not_wanted (it is no question, or its source is on no network to which this
  /// machine is attached); too_large (too many ask at once).
  Result<> on_datagram(const sockets::LanEndpoint& from, ByteSpan bytes, Instant now, Rng& rng);
  /// Returns what is to be sent now. Call it once `now` has reached deadline().
  std::vector<Outgoing> on_time(Instant now);
  Instant deadline() const;
  /// Returns the datagram for everybody that says that the table gathers no more.
  Bytes farewell() const { return proto::encode(proto::BeaconBye{table_.lobby}); }

 private:
  struct Asker {
    std::optional<sockets::LanEndpoint>
        waits{};    ///< where the answer goes that is still to be sent
    Instant due{};  ///< when it goes there; or before which no other goes
    ByteArray<8> nonce{};
  };

  proto::BeaconTable table_;
  std::vector<sockets::LanInterface> interfaces_;
  Instant due_;
  std::optional<Instant> announced_;
  std::map<sockets::LanIp, Asker> askers_;
};

/// The listener's side: the tables that were heard of.
class BeaconList {
 public:
  /// A table, and where it can be called: at the sources of the datagrams about it.
  struct Heard {
    struct Place {
      sockets::LanEndpoint at;
      Instant last;  ///< when it was last heard from there
    };
    proto::BeaconTable table;  ///< as its first place says
    std::vector<Place> places;
  };

  void on_interfaces(std::vector<sockets::LanInterface> interfaces) {
    interfaces_ = std::move(interfaces);
  }
  /// Takes in a datagram. Errors: as decode_beacon; not_wanted (it is a question, a farewell for no
  /// table that is known from that source, or its source is on no network to which this machine is
  /// attached); too_large (more tables, places of one, sources, or datagrams a second than
  /// limits.h allows).
  Result<> on_datagram(const sockets::LanEndpoint& from, ByteSpan bytes, Instant now);
  /// Forgets the tables that were not heard for kAnnouncedFor. Returns the others, in the order in
  /// which they were first heard.
  const std::vector<Heard>& tables(Instant now);

 private:
  /// The rate of the datagrams of one source.
  struct Rate {
    Bucket bucket;
    Instant open;  ///< before this moment the source's datagrams are dropped
  };

  Result<> count(const sockets::LanIp& source, Instant now);
  Result<> hear(const sockets::LanIp& from, const proto::BeaconTable& table, Instant now);
  Result<> end(const sockets::LanIp& from, const proto::BeaconBye& bye);

  std::vector<sockets::LanInterface> interfaces_;
  std::vector<Heard> tables_;
  std::map<sockets::LanIp, Rate> rates_;
};

}  // namespace fairdeal::reach
