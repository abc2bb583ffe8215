#pragma once

#include <string>

#include "ui/words/report.h"

namespace fairdeal::cli {

struct ContactsOptions {
  enum class What { list, forget, block, unblock, rename };
  What what = What::list;
  std::string identity;  ///< whose contacts: a file; empty: identity_file()
  std::string name;
  std::string new_name;
};
int run_contacts(const ContactsOptions& options, const words::Output& output);

}  // namespace fairdeal::cli
