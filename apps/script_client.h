#pragma once

#include <filesystem>

#include "rules/lua/script.h"

namespace fairdeal::apps {

/// How long a script's process may be silent before it is killed. What it may compute is counted
/// and takes some ten milliseconds; this is for what no count has foreseen, and for a machine that
/// is far too busy.
inline constexpr int kScriptSilenceMax_ms = 10'000;

/// Loads a script into a process of its own, which has nothing but the script. If that process is
/// killed, or hangs, another one is started and asked once more, which the script cannot notice.
/// Throws rules::ScriptLost if that fails, too: it is this machine's failure, and no error of the
/// game. Errors: bad_parameters, in words; too_large.
Result<std::shared_ptr<rules::Script>> load_script(const std::string& name, std::string text);

/// Lets this program run games that are scripts: each in a process of its own, and those that are
/// kept in this folder without being told their texts.
void run_scripts_apart(std::filesystem::path folder);

}  // namespace fairdeal::apps
