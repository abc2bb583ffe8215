#pragma once

#include <string>

#include "ui/words/report.h"

namespace fairdeal::cli {

struct GamesOptions {
  std::string name;    ///< empty: list all games
  bool all = false;    ///< list also the variants that only recorded matches use
  bool state = false;  ///< describe the game's JSON state instead
};
int run_games(const GamesOptions& options, const words::Output& output);

}  // namespace fairdeal::cli
