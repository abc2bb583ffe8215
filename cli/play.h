#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ui/front/page_options.h"
#include "ui/seat/options.h"
#include "ui/words/report.h"

namespace fairdeal::apps {

struct PlayOptions {
  TableOptions table;
  std::string bot = "simple";
  std::optional<std::uint64_t> seed;
  PageOptions page{};
  bool answers = false;  ///< let the game answer by what the person alone knows
};
int run_play(PlayOptions options, const Output& output);

/// Continues the interrupted match of `fairdeal play` that has this name.
int resume_play(const std::string& name, const PageOptions& page, bool answers,
                const Output& output);

}  // namespace fairdeal::apps
