#include "net/reach/machine_watch.h"

namespace fairdeal::reach {

MachineWatch::News MachineWatch::look(std::optional<std::vector<sockets::LanInterface>> interfaces,
                                      Instant now) {
  News news;
  const Duration late = now - (looked_ + kLookEvery);
  if (late >= kSleptMin) news.slept = late;
  looked_ = now;
  if (interfaces) {
    news.moved = *interfaces != interfaces_;
    interfaces_ = *std::move(interfaces);
    read_ = now;
  }
  return news;
}

}  // namespace fairdeal::reach
