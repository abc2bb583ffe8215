#pragma once

#include "ui/author/tournament.h"

namespace fairdeal::author {

/// Draws the mean result of each standing with its 95 % interval, as SVG.
std::string plot_of(const std::string& title, const std::vector<Standing>& standings);

}  // namespace fairdeal::author
