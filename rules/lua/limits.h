#pragma once

#include <cstddef>
#include <cstdint>

/// The bounds of a script. They are counted, not timed, so every peer comes to the same end.
namespace fairdeal::rules {

inline constexpr std::size_t kScriptBytesMax = std::size_t{64} * 1024;  ///< of a module's text
inline constexpr std::int64_t kScriptFuelMax = 1'000'000;               ///< instructions of a call
/// Instructions of all calls that make one value of a game: its wants, moves, labels, result.
inline constexpr std::int64_t kScriptFuelAtOnce = 10 * kScriptFuelMax;
/// Instructions of all calls for what one reader is shown of one state.
inline constexpr std::int64_t kScriptFuelShown = kScriptFuelAtOnce / 10;
inline constexpr std::int64_t kScriptCallFuel = 500;  ///< what each call counts besides
/// After so many instructions the fuel is counted; a call ends at most so many late.
inline constexpr int kScriptFuelStep = 1000;
/// Bytes of the model (docs/modules.md#the-count) that a call takes, whether or not it lets
/// go of them: nothing is collected in a call.
inline constexpr std::size_t kScriptTakenMax = std::size_t{32} << 20;
/// Garbage of earlier calls, in bytes of the model and in texts that may stand in one place of
/// Lua's table of texts. It is collected beyond this, between calls.
inline constexpr std::size_t kScriptGarbageMax = std::size_t{4} << 20;
inline constexpr std::uint32_t kScriptGarbageTextsMax = 512;
/// Bytes of the model and variables that a script may keep from when it was loaded. After calls the
/// collector goes through the former, and check_kept() through the latter: time that no call pays
/// for.
inline constexpr std::size_t kScriptKeptMax = std::size_t{2} << 20;
inline constexpr std::size_t kScriptKeptVariablesMax = 1'000;
/// The places of a table's list part, and the keys of its hash part, which has a power of 2 of
/// them. A part is copied as a whole when it grows.
inline constexpr std::size_t kScriptPlacesMax = 4'096;
inline constexpr std::size_t kScriptNodesMax = 2'048;
/// Values on Lua's stack, which has this size from the beginning and never grows: 16,000 hold some
/// 5,000 calls within one another.
inline constexpr int kScriptStack = 16'000;
/// Longer strings could make one instruction, such as a comparison, slow.
inline constexpr std::size_t kScriptStringMax = std::size_t{8} << 10;
inline constexpr std::size_t kScriptMessageMax = 500;
inline constexpr std::size_t kScriptValuesMax = 100'000;              ///< that a call returns
inline constexpr std::size_t kScriptTextsMax = std::size_t{1} << 20;  ///< bytes of their texts
/// Results, their bounds and ranges go no further, so that their sums never overflow.
inline constexpr std::int64_t kScriptNumberMax = std::int64_t{1} << 53;
/// Events in a row of which none is a move, or the absence of somebody who was asked for one.
inline constexpr int kScriptQuietMax = 2'000;
inline constexpr int kScriptDepthMax = 32;  ///< of lists and objects in one another

}  // namespace fairdeal::rules
