#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tests/consensus/explore/options.h"

/// Statements of honest members in the order in which they were made, as lines of text: what spin
/// prints of a run of docs/model/agreement.pml, and what places.h prints of a violation.
namespace fairdeal::explore {

struct Trail {
  std::string name;
  std::vector<std::string> lines;  ///< "round 1: 2 prevotes A", with a proof or without
};

/// Trails stand one after another, each after a line "trail NAME"; lines with # are comments.
std::vector<Trail> read_trails(const std::filesystem::path& file);

struct Followed {
  std::size_t lines = 0;  ///< so many of them the real class can make
  std::string refused;    ///< the one after them; none: all
};

/// Whether real Agreements can make these statements one after another. The members of the trail
/// are the honest ones, by number (`by_seat`: by seat). A prevote that names no proof may have any.
/// Rounds' leaders may propose anything, and liars have signed everything, as in the model; what a
/// member does not say at a place that it passed is nil.
Followed follow(const Universe& universe, Answers& answers, const Trail& trail,
                bool by_seat = false);

}  // namespace fairdeal::explore
