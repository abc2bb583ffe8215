#pragma once

#include <memory>
#include <optional>

#include "net/reach/table_beacon.h"
#include "ui/home/contact_list.h"
#include "ui/seat/effects.h"

namespace fairdeal::seat {

/// A host's table as it is announced on the local network.
class Announcement {
 public:
  explicit Announcement(boost::asio::io_context& io) : io_(io) {}

  /// Announces the table that listens at `at`, or what is new of it, to contacts whom the host
  /// invites as theirs. Does nothing at an address that only this machine reaches. Errors: those of
  /// TableBeacon::open(), once.
  Result<> announce(const Announce& table, const sockets::Address& at,
                    const home::ContactList& contacts, const std::vector<std::string>& invited);
  void stop() { beacon_.reset(); }

 private:
  boost::asio::io_context& io_;
  std::optional<proto::BeaconTable> announced_{};  ///< what others of this network hear
  std::unique_ptr<reach::TableBeacon> beacon_{};   ///< while that is announced
};

}  // namespace fairdeal::seat
