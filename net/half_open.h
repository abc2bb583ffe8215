#pragma once

#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <string>

namespace fairdeal::net {

/// Holds the connections that came in and have not yet proved to be a member's, so many in total
/// and for each source, so that strangers can neither fill our memory nor lock others out: who
/// comes to a full house takes the place of the oldest of the source that holds most.
class HalfOpen {
 public:
  /// Whom a connection stands for. Its `network` has a share; within that, a `part` of the network
  /// that holds less than another is spared.
  struct Source {
    std::string network;
    std::string part;
  };
  struct Occupant {
    Source source;
    std::function<void()> on_evicted{};  ///< set by the holder; may not free the place at once
    bool evicted = false;
  };
  /// A place, given back when the last copy dies or when it is taken by a newer connection.
  using Permit = std::shared_ptr<Occupant>;

  HalfOpen(std::size_t max, std::size_t per_source_max)
      : max_(max), per_source_max_(per_source_max) {}

  Permit enter(const Source& source);

 private:
  using Occupants = std::list<Occupant*>;  // the oldest first; never more than a few dozen

  void evict_one_of(const std::string& network);

  std::size_t max_;
  std::size_t per_source_max_;
  std::shared_ptr<Occupants> occupants_ = std::make_shared<Occupants>();
};

}  // namespace fairdeal::net
