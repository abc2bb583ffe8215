#pragma once

#include <string>

#include "ui/seat/options.h"
#include "ui/words/report.h"

namespace fairdeal::cli {

struct StatsOptions {
  std::string game{};  ///< only matches of this game; "": of any
  std::string with{};  ///< only matches with another person of this name; "": with anybody
  seat::Options seat{};
};
/// Tells the results and the luck of this person in the matches that are over, by their own
/// transcripts.
int run_stats(const StatsOptions& options, const words::Output& output);

}  // namespace fairdeal::cli
