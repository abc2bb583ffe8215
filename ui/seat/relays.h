#pragma once

#include <vector>

#include "ui/seat/place.h"
#include "ui/words/report.h"

namespace fairdeal::apps {

/// Returns the relays of a seat: those that a guest's code, link or contact names come first, then
/// those of its options. Fails if one of them cannot be read, or the file of the pass.
tl::expected<std::vector<net::RelaySettings>, Failure> relays_of(const SeatOptions& seat,
                                                                 const TableChoice& table);

/// Warns of relays to which the way is not encrypted.
void warn_of_exposed(const std::vector<net::RelaySettings>& relays, const Output& output);

}  // namespace fairdeal::apps
