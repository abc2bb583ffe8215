#pragma once

#include <filesystem>

#include "ui/seat/options.h"

namespace fairdeal::seat {

/// Returns what is wrong with a nickname, or "". It has to fit into a table's terms and to be shown
/// on anybody's terminal.
std::string nickname_problem(const std::string& nickname);

/// Returns the nickname for whoever sits down: the one in the options or, if there is no identity
/// at `path` yet, the one that the person at the terminal types. "" means the nickname of the
/// identity, or login_name() for a new one.
std::string ask_nickname(const Options& seat, const std::filesystem::path& path);

}  // namespace fairdeal::seat
