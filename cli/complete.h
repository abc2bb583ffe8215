#pragma once

#include <string>

namespace fairdeal::cli {

struct CompleteOptions {
  std::string what;      ///< "table": what `fairdeal join` takes; "contact"
  std::string typed;     ///< so far
  std::string identity;  ///< as in ContactsOptions
};
int run_complete(const CompleteOptions& options);

}  // namespace fairdeal::cli
