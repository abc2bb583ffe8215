#pragma once

#include <string>

#include "tests/consensus/explore/options.h"

/// From here on the network delivers everything between honest members and their timers fire; liars
/// say no more. Do they decide?
namespace fairdeal::explore {

struct Continued {
  std::string rule, wrong;   ///< none: all decided the same
  std::uint32_t rounds = 0;  ///< after the last in which something had been said
};

/// Each member holds, besides what it said itself, what it must have heard to say it (as found by
/// answer()), and no more.
Continued go_on_from(const Universe& universe, Answers& answers, const Said& said,
                     const Place& end);

/// The members as they are, all by the same clock. `rounds`: how many may be entered beyond the
/// latest.
/// `drags`: liars are not silent: before anything else is said they are heard in the next round.
Continued go_on(const Universe& universe, std::vector<StepAgreement> members, Instant now,
                bool drags = false, std::uint32_t rounds = kRoundsAfter);

/// Whether a decision is for what is in play and carries a certificate that anybody accepts;
/// otherwise what is wrong with it.
std::string wrong_with(const Universe& universe, const StepAgreement::Decision& decision);

}  // namespace fairdeal::explore
