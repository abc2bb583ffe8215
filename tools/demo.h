#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ui/front/page_options.h"
#include "ui/seat/options.h"
#include "ui/words/report.h"

namespace fairdeal::tools {

struct DemoOptions {
  seat::TableOptions table;
  std::optional<std::int64_t> hands;
  std::string bot = "simple";
  std::int64_t timeout_s = 0;
  std::optional<std::uint64_t> seed;
  std::string transcript;
  bool no_input = false;
  std::vector<std::string> chaos;
  front::PageOptions page{};  ///< of the first seat
};
int run_demo(const DemoOptions& options, const words::Output& output);

}  // namespace fairdeal::tools
