#pragma once

#include <vector>

#include "net/signaling/relay_settings.h"
#include "ui/seat/options.h"
#include "ui/seat/place.h"
#include "ui/words/report.h"

namespace fairdeal::seat {

/// Returns the relays of a seat: those that a guest's code, link or contact names come first, then
/// those of its options. Fails if one of them cannot be read, or the file of the pass.
tl::expected<std::vector<signaling::RelaySettings>, words::Failure> relays_of(
    const Options& seat, const TableChoice& table);

/// Warns of relays to which the way is not encrypted.
void warn_of_exposed(const std::vector<signaling::RelaySettings>& relays,
                     const words::Output& output);

}  // namespace fairdeal::seat
