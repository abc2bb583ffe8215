#pragma once

#include <string>
#include <system_error>

#include "base/result.h"
#include "ui/words/exit_code.h"
#include "ui/words/said.h"

namespace fairdeal::words {

/// The failure of a command, in words for a person.
struct Failure {
  Exit code = Exit::internal;
  std::string name;     ///< for searching and for scripts, never changes: "no_such_table"
  std::string message;  ///< what failed and why, in a sentence or two
  std::string hint{};   ///< what to do next
  Said said{};          ///< the message for a page in any language; empty: the text is all there is
  Said next{};          ///< the hint, likewise
};

/// Returns the failure with these sentences.
Failure told_failure(Exit code, std::string name, Said message, Said hint = {});

/// The output of a command. Its result goes to standard output, as text or, with --json, as one
/// JSON document; with --json a failure goes there, too. Everything else goes to standard error.
struct Output {
  bool json = false;
  bool quiet = false;
  bool compact = false;  ///< a JSON document is one line

  /// Prints the result if `json` is set.
  void result(const Json& document) const;
  /// Prints the result if `json` is not set.
  void result(const std::string& text) const;
  /// Prints one line of JSON, if `json` is set: for a command that goes on afterwards.
  void line(const Json& document) const;
  /// Prints a line about progress, or a warning, unless `quiet` is set.
  void note(const std::string& line) const;
  /// Prints the failure. Returns its exit code.
  int failed(const Failure& failure) const;
  /// Does the same; with --json, the members of the object `more` are printed beside the error.
  int failed(const Failure& failure, Json more) const;
};

/// Thrown when a result could not be written: standard output is closed, or its disk is full.
struct ResultLost : std::system_error {
  using std::system_error::system_error;
};

/// Returns the failure of a file that is not there. It names the file of the same folder and kind
/// that may have been meant, if there is one; otherwise its hint is `hint`.
Failure no_such_file(const std::string& path, const std::string& hint = "");

/// Returns the failure of a folder that was named in place of a file, and names a file in it.
Failure is_a_folder(const std::string& path);

/// Returns the failure that reports `error`. Its message begins with `what`, which says what failed
/// ("Could not read the transcript"), except that a missing file, whose path is what the error is
/// about, is reported as such.
Failure failure_of(const Error& error, const std::string& what);

}  // namespace fairdeal::words
