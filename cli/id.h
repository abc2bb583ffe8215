#pragma once

#include <string>

#include "ui/words/report.h"

namespace fairdeal::cli {

struct IdOptions {
  std::string file;      ///< empty: identity_file()
  std::string nickname;  ///< for a new identity
};
int run_id(const IdOptions& options, const words::Output& output);

}  // namespace fairdeal::cli
