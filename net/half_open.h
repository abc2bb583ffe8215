#pragma once

#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <string>

namespace fairdeal::net {

/// Counts the connections that came in and have not yet proved to be a member's, and limits them in
/// total and for each source. Why: strangers can then neither fill our memory nor lock others out,
/// because who comes to a full house takes the place of the oldest of the source that holds most.
class HalfOpen {
 public:
  /// Where a connection comes from. Each `network` has a share; within it the `part` of the network
  /// that holds most gives way first.
  struct Source {
    std::string network;
    std::string part;
  };
  struct Occupant {
    Source source;
    std::function<void()> on_evicted{};  ///< set by the holder; may not free the place at once
    bool evicted = false;
  };
  /// The right to be here. It ends when its last copy dies, or when a newer connection takes the
  /// place.
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
