#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>

namespace fairdeal::net {

/// Counts the connections that came in and have not yet proved to be a member's, in total and for
/// each source, so that strangers can neither fill our memory nor keep our processor busy.
class HalfOpen {
 public:
  HalfOpen(std::size_t max, std::size_t per_source_max)
      : max_(max), per_source_max_(per_source_max) {}

  /// A place in the count, given back when the last copy dies.
  using Pass = std::shared_ptr<const std::string>;
  /// Null when the house, or this source's share of it, is full.
  Pass enter(const std::string& source);

 private:
  struct Counts {
    std::map<std::string, std::size_t> by_source;
    std::size_t total = 0;
  };

  std::size_t max_;
  std::size_t per_source_max_;
  std::shared_ptr<Counts> counts_ = std::make_shared<Counts>();
};

}  // namespace fairdeal::net
