#pragma once

#include <string>

#include "ui/front/page_options.h"
#include "ui/words/report.h"

namespace fairdeal::cli {

struct WatchOptions {
  std::string address;     ///< a link, or an address with its port
  std::string identity;    ///< a file; empty: identity_file()
  std::string transcript;  ///< a file; empty: a new one in the data folder
  bool json_lines = false;
  front::PageOptions page{};
};
int run_watch(const WatchOptions& options, const words::Output& output);

}  // namespace fairdeal::cli
