#pragma once

#include <cstdint>
#include <string>

#include "ui/front/page_options.h"
#include "ui/words/report.h"

namespace fairdeal::cli {

struct ReplayOptions {
  std::string file;
  bool mine = false;          ///< begin with what the transcript's owner saw
  std::int64_t hand = 0;      ///< begin at this hand; 0: at the beginning
  front::PageOptions page{};  ///< where it is shown; else at the terminal
};
int run_replay(const ReplayOptions& options, const words::Output& output);

}  // namespace fairdeal::cli
