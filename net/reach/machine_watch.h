#pragma once

#include <optional>
#include <vector>

#include "base/time.h"
#include "net/sockets/lan.h"

namespace fairdeal::reach {

/// The time between two looks at the clock, and between two at the interfaces.
inline constexpr Duration kLookEvery{1'000};
inline constexpr Duration kInterfacesLookEvery{5'000};
/// By how much a look has to come too late before that counts as a sleep.
inline constexpr Duration kSleptMin{5'000};

/// Notices that this machine was asleep, or that its addresses have changed: then connections may
/// be dead without a sign, and the times until the next calls are wrong. The class reads no clock
/// and no interface.
class MachineWatch {
 public:
  /// The latest changes of the machine.
  struct News {
    std::optional<Duration> slept{};  ///< for about so long; or the process was stopped
    bool moved = false;               ///< its addresses are others
    explicit operator bool() const { return slept || moved; }
  };

  /// `now` is of a clock that goes on while the machine sleeps, here and below.
  MachineWatch(std::vector<sockets::LanInterface> interfaces, Instant now)
      : interfaces_(std::move(interfaces)), looked_(now), read_(now) {}

  /// Returns whether the interfaces are to be read for the next look.
  bool wants_interfaces(Instant now) const { return now - read_ >= kInterfacesLookEvery; }
  /// Looks; to be called each kLookEvery.
  News look(std::optional<std::vector<sockets::LanInterface>> interfaces, Instant now);

 private:
  std::vector<sockets::LanInterface> interfaces_;
  Instant looked_;
  Instant read_;  // the interfaces
};

}  // namespace fairdeal::reach
