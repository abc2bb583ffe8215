#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/audit/audit.h"
#include "ui/sandbox/kept_scripts.h"

/// The parts of an audit's report beside its verdict: what such a file can show, and what its
/// members agreed on.

namespace fairdeal::match {

/// The claims that a VALID transcript proves, a sentence each.
extern const std::array<const char*, 3> kShown;
/// The claims that no transcript proves, a sentence each.
extern const std::array<const char*, 3> kNotShown;

/// Returns the script that a transcript has, with who signed it, if it is kept on this machine with
/// that: the transcript itself does not say.
std::optional<sandbox::KeptScript> script_of(const audit::Report& report);

/// Returns what all members signed, as name and value in words: rules, parameters, votes, recovery,
/// clocks, and the script with its signer. Empty if the file's terms could not be read.
std::vector<std::pair<std::string, std::string>> signed_by_all(const audit::Report& report);

/// Return the same as parts of a page of HTML.
std::string shows_section();
std::string signed_table(const audit::Report& report);

}  // namespace fairdeal::match
