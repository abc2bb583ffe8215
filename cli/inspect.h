#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "ui/front/page_options.h"
#include "ui/words/report.h"

namespace fairdeal::cli {

struct InspectOptions {
  std::string what;  ///< a game, a script, a library, or a transcript
  std::string params = "{}";
  std::size_t seats = 0;  ///< 0: the fewest that the game allows
  std::uint64_t seed = 1;
  front::PageOptions page{};
};
int run_inspect(const InspectOptions& options, words::Output output);

}  // namespace fairdeal::cli
