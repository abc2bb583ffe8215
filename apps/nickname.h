#pragma once

#include <filesystem>

#include "apps/commands.h"

namespace fairdeal::apps {

/// What is wrong with a nickname, which has to fit into a table's terms and be shown on anybody's
/// terminal. Empty: nothing.
std::string nickname_problem(const std::string& nickname);

/// What the others are to call whoever sits down: as the options say or, if an identity is to be
/// made at `path` and a person is at the terminal, as that person says. Empty: as the identity has
/// it, or this machine.
std::string ask_nickname(const SeatOptions& seat, const std::filesystem::path& path);

}  // namespace fairdeal::apps
