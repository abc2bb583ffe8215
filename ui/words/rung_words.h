#pragma once

#include <span>

#include "net/channel/rung.h"
#include "net/reach/punch.h"
#include "ui/words/said.h"

namespace fairdeal::words {

/// The names of a rung. The page has its own words for them, by `name`.
struct RungWords {
  channel::Rung rung;
  const char* name;  ///< for scripts
};

/// Returns the names of all rungs, the best first.
std::span<const RungWords> all_rungs();

const char* rung_name(channel::Rung rung);
/// Returns how a member is reached, for a person: "on this network".
Said rung_said(channel::Rung rung);

/// Returns why a member is reached by a relay alone, after "because": "your router …".
Said punch_said(reach::PunchFailure failure);

}  // namespace fairdeal::words
