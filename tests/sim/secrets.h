#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "tests/sim/world.h"

namespace fairdeal::sim {

/// Returns a seat's keys for one deal, x and y, from its store; none if it stored none.
inline std::optional<std::pair<crypto::Scalar, crypto::Scalar>> keys_of(const World& world,
                                                                        Seat seat,
                                                                        const state::Deal& deal) {
  const std::string key = "keys " + std::to_string(deal.number);
  for (const auto& put : world.stored(seat))
    if (put.space == state::Put::Space::secret && put.key == key && !put.value.empty()) {
      const ByteSpan both = put.value;
      return std::pair(*crypto::Scalar::decode(both.first<crypto::Scalar::kBytes>()),
                       *crypto::Scalar::decode(both.last<crypto::Scalar::kBytes>()));
    }
  return {};
}

/// Returns the deal that this step is about: the one that is being opened because it is wanted, or
/// else the current one.
inline const state::Deal& deal_of(const state::Table& table) {
  const auto& next = table.state().next;
  return next && next->wanted ? *next : *table.state().deal;
}

}  // namespace fairdeal::sim
