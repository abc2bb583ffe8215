#pragma once

#include <functional>
#include <map>
#include <set>
#include <string_view>

#include "relay/ip.h"

namespace fairdeal::relay {

/// Networks whose connections the relay does not take.
class BlockList {
 public:
  static constexpr std::size_t kBytesMax = std::size_t{4} << 20;

  /// Reads one network a line, such as "192.0.2.0/24"; what follows a # is a comment. Errors:
  /// not_canonical, with the number of the line.
  static Result<BlockList> parse(std::string_view text);
  bool contains(const IpAddress& address) const;
  std::size_t size() const;

 private:
  std::map<std::size_t, std::set<IpAddress>> networks_;  ///< their bases, by how many bits count
};

/// Calls `use` with each line that says something, without its comment and the white space around
/// it, and its number from 1 on, until `use` fails.
Result<> for_each_line(std::string_view text,
                       const std::function<Result<>(std::string_view line, std::size_t)>& use);

}  // namespace fairdeal::relay
