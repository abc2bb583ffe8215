#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace fairdeal {

/// An integer that means one thing: no arithmetic, no conversion to or from another id.
template <class Tag, class Rep = std::uint32_t>
struct Id {
  Rep value{};

  constexpr Id() = default;
  constexpr explicit Id(Rep v) : value(v) {}
  auto operator<=>(const Id&) const = default;

  /// The next one: steps and seats are counted.
  constexpr Id next() const { return Id(static_cast<Rep>(value + 1)); }
};

/// A place at the table, from 0. Witnesses, who vote but do not play, come after the players.
using Seat = Id<struct SeatTag>;
/// A place where a card lies; what it means is the game's business.
using CardSlot = Id<struct CardSlotTag>;
/// What a card is: k of the card points M_k (docs/cards.md).
using Face = Id<struct FaceTag>;
/// One decision of the table, from 0.
using Step = Id<struct StepTag, std::uint64_t>;
/// An attempt to decide a step, from 0.
using Round = Id<struct RoundTag>;

}  // namespace fairdeal

template <class Tag, class Rep>
struct std::hash<fairdeal::Id<Tag, Rep>> {
  std::size_t operator()(fairdeal::Id<Tag, Rep> id) const noexcept {
    return std::hash<Rep>{}(id.value);
  }
};
