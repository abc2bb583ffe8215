#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ui/front/page_options.h"
#include "ui/seat/options.h"
#include "ui/words/report.h"

namespace fairdeal::cli {

struct PlayOptions {
  seat::TableOptions table;
  std::string bot = "simple";
  std::string first = "me";  ///< who begins: me, bot or random
  std::optional<std::uint64_t> seed;
  front::PageOptions page{};
  bool answers = false;  ///< let the game answer by what the person alone knows
  std::int64_t bots_think_ms = seat::kBotsThink_ms;
  bool show_losing = false;
};
int run_play(PlayOptions options, const words::Output& output);

/// Continues the interrupted match of `fairdeal play` that has this name.
int resume_play(const std::string& name, const seat::Options& seat, const words::Output& output);

}  // namespace fairdeal::cli
