#pragma once

#include "net/channel/rung.h"

namespace fairdeal::words {

/// Returns how a member is reached, as a word for scripts: "lan", "direct", "punched" or "relayed".
const char* rung_name(channel::Rung rung);
/// Returns the same in words for a person: "on this network".
const char* rung_words(channel::Rung rung);

}  // namespace fairdeal::words
