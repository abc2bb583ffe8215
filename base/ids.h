#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace fairdeal {

/// An integer that means one thing: it has no arithmetic, and does not convert to or from other
/// ids.
template <class Tag, class Rep = std::uint32_t>
struct Id {
  Rep value{};

  constexpr Id() = default;
  constexpr explicit Id(Rep v) : value(v) {}
  auto operator<=>(const Id&) const = default;

  /// Returns the id after this one: steps and seats are counted.
  constexpr Id next() const { return Id(static_cast<Rep>(value + 1)); }
};

/// A place at the table, counted from 0. Witnesses, who vote but do not play, come after the
/// players.
using Seat = Id<struct SeatTag>;
/// A place where a card lies. Only the game knows its purpose.
using CardSlot = Id<struct CardSlotTag>;
/// Which card a card is: the k of its card point M_k (docs/cards.md).
using Face = Id<struct FaceTag>;
/// A decision of the table, counted from 0.
using Step = Id<struct StepTag, std::uint64_t>;
/// An attempt to decide a step, counted from 0.
using Round = Id<struct RoundTag>;

}  // namespace fairdeal

template <class Tag, class Rep>
struct std::hash<fairdeal::Id<Tag, Rep>> {
  std::size_t operator()(fairdeal::Id<Tag, Rep> id) const noexcept {
    return std::hash<Rep>{}(id.value);
  }
};
