#pragma once

#include <string>

#include "base/result.h"
#include "proto/messages.h"

/// The bounds of a table's terms, and the comparison of terms. Table, lobby and auditor all ask
/// here, so that nobody is held to terms that another of them would refuse.

namespace fairdeal::state {

// Every bound, with its reason.
/// The proofs of a full table take a slow machine about a second.
inline constexpr Duration kWorkMin{2'000}, kWorkMax{600'000};
/// A message goes halfway around the world in 100 ms; a dozen rounds should end within the hour.
inline constexpr Duration kRoundMin{100}, kRoundMax{60'000};
/// Nobody can answer in less than a second; a game by correspondence takes a month for a move.
inline constexpr Duration kMoveMin{1'000}, kMoveMax{2'592'000'000};
/// The most for the reserve, for its increment with each move, and for the reconnect time.
inline constexpr Duration kAllowanceMax{2'592'000'000};
inline constexpr std::uint32_t kAbsencesMax = 100;
inline constexpr std::uint32_t kCarefulMax = 100;
/// With fewer seats, all others would be one or two: a seat's hand would be open to one opponent,
/// or to two that work together.
inline constexpr std::uint32_t kRecoverySeatsMin = 4;

/// Checks terms against their bounds. Errors: bad_parameters, naming the first term that is out of
/// bounds, what it is, and what it may be.
Result<> check_terms(const proto::Terms& terms);

/// Checks that `offered` are the terms that were shown. Errors: bad_parameters, naming the first
/// term that differs, what it is, and what it was.
Result<> check_same(const proto::Terms& shown, const proto::Terms& offered);

/// Returns a length of time in words: "1 min 30 s", "500 ms", "30 days"; "no limit" for kUntimed.
std::string in_words(Duration time);

}  // namespace fairdeal::state
