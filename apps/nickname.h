#pragma once

#include <filesystem>

#include "apps/commands.h"

namespace fairdeal::apps {

/// Returns what is wrong with a nickname, or "". It has to fit into a table's terms and to be shown
/// on anybody's terminal.
std::string nickname_problem(const std::string& nickname);

/// Returns what the others are to call whoever sits down. The options say it, or the person at the
/// terminal, if an identity is to be made at `path`. With "" the identity's own name is taken, or
/// this machine's.
std::string ask_nickname(const SeatOptions& seat, const std::filesystem::path& path);

}  // namespace fairdeal::apps
