#pragma once

#include <string>

#include "ui/seat/options.h"
#include "ui/words/report.h"

namespace fairdeal::cli {

struct JoinOptions {
  /// An address with its port, a link, a code or a contact's petname; empty: ask for a code, or for
  /// a table of a contact or of this network.
  std::string address;
  std::string code_file;  ///< a file with a code; empty: none
  bool witness = false;
  seat::Options seat{};
};
int run_join(const JoinOptions& join, const words::Output& output);

}  // namespace fairdeal::cli
