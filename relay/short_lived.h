#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>

#include "relay/networks.h"

namespace fairdeal::relay {

/// Short-lived things of one kind, such as visits, and which of them gives way when there are too
/// many: the oldest of the source that holds most, in the site that holds most, in the network that
/// holds most. So strangers who take all they can get push out each other, and nobody else. Cost of
/// each call: logarithmic in their number.
class ShortLived {
 public:
  /// A name for each thing; names grow with time.
  using Name = std::uint64_t;

  /// Adds a thing that is not there.
  void add(Name name, const SourceId& source);
  /// Takes a thing out, if it is there.
  void remove(Name name);
  bool has(Name name) const { return sources_.contains(name); }
  std::size_t size() const { return sources_.size(); }

  /// Returns which one gives way; none if there is none.
  std::optional<Name> gives_way() const;
  /// Returns which one of this network does.
  std::optional<Name> gives_way_in(CountedNetwork network) const;

 private:
  /// A network in the network around it: by how many things it has, then by the age of its oldest.
  struct Child {
    CountedNetwork around;
    std::size_t size;
    Name age;  ///< of its oldest: the larger, the older
    CountedNetwork network;
    auto operator<=>(const Child&) const = default;
  };
  static Child child(const CountedNetwork& network, const std::set<Name>& names);
  void change(const CountedNetwork& network, Name name, bool add);

  std::map<Name, SourceId> sources_;
  std::map<CountedNetwork, std::set<Name>> names_;  ///< of each network, of all widths
  std::set<Child> children_;
};

}  // namespace fairdeal::relay
