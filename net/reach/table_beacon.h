#pragma once

#include <memory>
#include <vector>

#include "net/reach/beacon_socket.h"

/// Tables on the local network, for programs: a host announces its own, and a guest looks for all.

namespace fairdeal::reach {

/// Announces a table on the local network for as long as it exists, and answers those who ask.
/// When it is destroyed it says that the table gathers no more.
class TableBeacon {
 public:
  /// Begins to announce `table` once `io` runs. Errors: as BeaconSocket::open.
  static Result<std::unique_ptr<TableBeacon>> open(boost::asio::io_context& io,
                                                   const BeaconSettings& settings,
                                                   const proto::BeaconTable& table);
  ~TableBeacon();
  TableBeacon(const TableBeacon&) = delete;
  TableBeacon& operator=(const TableBeacon&) = delete;

  /// Announces the table as it is now, if it has changed.
  void change(const proto::BeaconTable& table);
  std::vector<BeaconSocket::Refusing> refusing() const;

 private:
  struct Impl;
  explicit TableBeacon(std::shared_ptr<Impl> impl);
  std::shared_ptr<Impl> impl_;
};

/// Asks on the local network for tables, and returns those that were heard of within `wait`. Blocks
/// for so long. Errors: as BeaconSocket::open.
Result<std::vector<BeaconList::Heard>> find_tables(const BeaconSettings& settings, Duration wait);

}  // namespace fairdeal::reach
