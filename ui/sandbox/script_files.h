#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "rules/registry.h"
#include "ui/sandbox/kept_scripts.h"
#include "ui/words/report.h"

namespace fairdeal::sandbox {

/// Returns whether a game is named by the file of a script: "skull.lua".
bool is_script(const std::string& game);

/// Reads a script's text. Errors: storage, also if that is no file but a folder or a pipe;
/// too_large.
Result<std::string> read_script(const std::filesystem::path& path);

/// Returns the failure of a script that is no game.
words::Failure bad_script(const std::string& what);

/// Puts in place of a script's file the name of its game, which can be started by it from then on;
/// loads a script that is kept under this name, if no compiled game has it. Any other name stays as
/// it is. Returns who signed the script: FILE.sig beside it, or what is kept. Fails in words if the
/// file cannot be read or is no game, or if its signature is wrong.
tl::expected<std::optional<meet::ScriptAuthor>, words::Failure> use_script(std::string& game,
                                                                           const KeptScripts& kept);
/// Does the same with the scripts that all commands share.
tl::expected<std::optional<meet::ScriptAuthor>, words::Failure> use_script(std::string& game);

/// Tells the writer of a script why its hint cannot be used, or its scene at the beginning of a
/// match cannot be drawn, if that is so: the game is then drawn as any other. Call it when the
/// script is loaded.
void tell_of_drawing(const std::string& game, const words::Output& output);
/// Returns that sentence; "" if the game can be drawn, or says nothing of it.
std::string drawing_words(const rules::Module& module);

/// Returns how many seats a table of a game has: `chosen` or, if that is 0, `usual` or the number
/// nearest to it that the game allows.
std::size_t fitting_seats(const std::string& game, std::size_t chosen, std::size_t usual = 2);

}  // namespace fairdeal::sandbox
