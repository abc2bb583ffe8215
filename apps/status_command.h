#pragma once

#include <filesystem>
#include <string>

#include "apps/report.h"
#include "net/rung.h"

namespace fairdeal::apps {

/// Returns how a member is reached, as a word for scripts: "lan", "direct", "punched" or "relayed".
const char* rung_name(net::Rung rung);
/// Returns the same in words for a person: "on this network".
const char* rung_words(net::Rung rung);

/// Returns the folder of the sockets at which this user's programs tell how they are.
std::filesystem::path status_folder();

/// Returns the lines for a person of what a seat says (SeatAtTable::status).
std::string describe_status(const Json& status);

}  // namespace fairdeal::apps
