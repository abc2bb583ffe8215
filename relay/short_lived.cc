#include "relay/short_lived.h"

#include <iterator>
#include <limits>

namespace fairdeal::relay {
namespace {

constexpr CountedNetwork kEverything{.width = Width::everything, .prefix = {}};

CountedNetwork around(const CountedNetwork& network) {
  const auto wider = static_cast<Width>(static_cast<int>(network.width) + 1);
  return wider == Width::everything ? kEverything : network_of(network.prefix, wider);
}

}  // namespace

ShortLived::Child ShortLived::child(const CountedNetwork& network, const std::set<Name>& names) {
  return {.around = around(network),
          .size = names.size(),
          .age = std::numeric_limits<Name>::max() - *names.begin(),
          .network = network};
}

void ShortLived::change(const CountedNetwork& network, Name name, bool add) {
  std::set<Name>& names = names_[network];
  if (!names.empty()) children_.erase(child(network, names));
  if (add)
    names.insert(name);
  else
    names.erase(name);
  if (names.empty())
    names_.erase(network);
  else
    children_.insert(child(network, names));
}

void ShortLived::add(Name name, const SourceId& source) {
  sources_.emplace(name, source);
  for (const Width width : kWidths) change(network_of(source, width), name, true);
}

void ShortLived::remove(Name name) {
  const auto found = sources_.find(name);
  if (found == sources_.end()) return;
  const SourceId source = found->second;
  sources_.erase(found);
  for (const Width width : kWidths) change(network_of(source, width), name, false);
}

std::optional<ShortLived::Name> ShortLived::gives_way() const { return gives_way_in(kEverything); }

std::optional<ShortLived::Name> ShortLived::gives_way_in(CountedNetwork network) const {
  constexpr auto kMost = std::numeric_limits<std::size_t>::max();
  while (network.width != Width::source) {
    const auto after =
        children_.upper_bound({.around = network, .size = kMost, .age = 0, .network = {}});
    if (after == children_.begin()) return {};
    const Child& most = *std::prev(after);  // the last of those in `network`, if there are any
    if (most.around != network) return {};
    network = most.network;
  }
  const auto names = names_.find(network);
  if (names == names_.end()) return {};
  return *names->second.begin();
}

}  // namespace fairdeal::relay
