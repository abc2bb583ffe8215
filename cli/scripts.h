#pragma once

#include <string>

#include "ui/words/report.h"

namespace fairdeal::cli {

/// The games that are scripts: fairdeal games add, show, remove, sign, verify.
struct ScriptsOptions {
  std::string
      script;  ///< a file; or the name, or the first digits of the digest, of one that is kept
  std::string identity;  ///< whose signature; empty: the usual identity
};
int run_games_add(const ScriptsOptions& options, const words::Output& output);
int run_games_show(const ScriptsOptions& options, const words::Output& output);
int run_games_remove(const ScriptsOptions& options, const words::Output& output);
int run_games_sign(const ScriptsOptions& options, const words::Output& output);
int run_games_verify(const ScriptsOptions& options, const words::Output& output);

}  // namespace fairdeal::cli
