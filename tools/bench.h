#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "ui/words/report.h"

namespace fairdeal::tools {

/// Unset fields take the benchmark's defaults.
struct BenchOptions {
  std::string what = "cards";
  std::string file;
  std::optional<int> runs;
  std::optional<std::size_t> seats;
  std::optional<int> hands;
};
int run_bench(const BenchOptions& options, const words::Output& output);

}  // namespace fairdeal::tools
