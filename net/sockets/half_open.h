#pragma once

#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <string>

namespace fairdeal::sockets {

/// The places for connections that came in and have not yet proved to be a member's. Their number
/// is limited, so that strangers cannot fill our memory: `max` in all and `per_source_max` for each
/// network. If the newcomer's network holds all that it may, the newcomer takes a place from its
/// own network; if all `max` are taken, it takes one from the network that holds most. So strangers
/// of one network who hold many places cannot lock others out: a newcomer pushes out one of theirs.
class HalfOpen {
 public:
  /// The origin of a connection. When one from this `network` must go, it is the oldest from the
  /// `part` of the network that holds most places.
  struct Source {
    std::string network;
    std::string part;
  };
  struct Occupant {
    Source source;
    /// The holder sets this. It is called when a newer connection takes the place, and must not
    /// destroy the last copy of the Permit before it returns.
    std::function<void()> on_evicted{};
    bool evicted = false;
  };
  /// The right to a place. It ends when the last copy is destroyed, or when a newer connection
  /// takes the place.
  using Permit = std::shared_ptr<Occupant>;

  HalfOpen(std::size_t max, std::size_t per_source_max)
      : max_(max), per_source_max_(per_source_max) {}

  /// Returns a place, if necessary one that is taken from an older connection.
  Permit enter(const Source& source);

 private:
  using Occupants = std::list<Occupant*>;  // the oldest first; a few dozen at most, so it is cheap
                                           // to walk through all of them

  void evict_one_of(const std::string& network);

  std::size_t max_;
  std::size_t per_source_max_;
  std::shared_ptr<Occupants> occupants_ = std::make_shared<Occupants>();
};

}  // namespace fairdeal::sockets
