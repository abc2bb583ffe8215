#pragma once

#include <string>

#include "rules/json.h"

/// Hints: how a page draws the view of a game (docs/web.md, Hints). A hint may come with a
/// stranger's script, so it is judged before anything else reads it.
namespace fairdeal::rules {

inline constexpr std::size_t kHintBytesMax = std::size_t{8} * 1024;

/// Returns why a hint cannot be used, in words for its writer: "/track: an object". "" if it can:
/// it has one of grid, cards, dice and track, and only members that docs/web.md lists, each of its
/// kind and size. web/src/hint/hint.ts has the same list, and both tests read the same cases.
std::string hint_problem(const Json& hint);

/// Reads the text of a hint, as GameInfo::hint has it. Returns null for "" and for a hint that
/// cannot be used: the page then draws the game as any other.
Json usable_hint(const std::string& text);
/// Returns why the hint in this text cannot be used; "" if it can, or if there is none.
std::string hint_text_problem(const std::string& text);

}  // namespace fairdeal::rules
