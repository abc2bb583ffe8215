#pragma once

#include <span>

#include "net/channel/rung.h"

namespace fairdeal::words {

/// The names of a rung. The page has its own words for them, by `name`.
struct RungWords {
  channel::Rung rung;
  const char* name;   ///< for scripts
  const char* words;  ///< how a member is reached, for a person: "on this network"
};

/// Returns the names of all rungs, the best first.
std::span<const RungWords> all_rungs();

const char* rung_name(channel::Rung rung);
const char* rung_words(channel::Rung rung);

}  // namespace fairdeal::words
