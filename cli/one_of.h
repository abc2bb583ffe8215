#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace fairdeal::cli {

/// Returns a check that an option has one of these values. Its refusal lists them, and names the
/// one that was probably meant. The help and the completions have them as "{ask,known}".
CLI::Validator one_of(std::vector<std::string> names);

}  // namespace fairdeal::cli
