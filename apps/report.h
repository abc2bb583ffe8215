#pragma once

#include <string>
#include <system_error>

#include <nlohmann/json_fwd.hpp>

#include "apps/exit_code.h"
#include "base/result.h"

namespace fairdeal::apps {

using Json = nlohmann::json;

/// What a person reads when a command fails: what, why, and what to do next.
struct Failure {
  Exit code = Exit::internal;
  std::string name;     ///< stable, for searching: "port_in_use"
  std::string message;  ///< what and why, a sentence or two
  std::string hint{};   ///< what to do next
};

/// Prints what a command says: its result on standard output (text, or with --json one JSON
/// document), everything else on standard error.
struct Output {
  bool json = false;
  bool quiet = false;

  void result(const Json& document) const;     ///< if json
  void result(const std::string& text) const;  ///< if not json
  void note(const std::string& line) const;    ///< progress and warnings, unless quiet
  int failed(const Failure& failure) const;    ///< says it, and returns the exit code
  /// Does the same; with --json the members of the object `more` stand beside the error.
  int failed(const Failure& failure, Json more) const;
};

/// Thrown for a result that nobody got: standard output is closed, or its disk is full.
struct ResultLost : std::system_error {
  using std::system_error::system_error;
};

/// Returns a core's error as a Failure; `message` begins with what was being done.
Failure failure_of(const Error& error, const std::string& what);

}  // namespace fairdeal::apps
