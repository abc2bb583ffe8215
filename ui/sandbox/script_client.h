#pragma once

#include <chrono>
#include <filesystem>

#include "rules/lua/script.h"

namespace fairdeal::sandbox {

/// How long a script's process may be silent before it is replaced. Its work is counted,
/// so a silence says something of this machine alone: that it is busy, or that somebody stopped the
/// process. Nobody is judged by it.
inline constexpr int kScriptSilenceMax_ms = 60'000;
/// How long a drawing is waited for, since nothing else goes on meanwhile where it is wanted; after
/// a silence, how long nothing is drawn, so that this machine comes to itself.
inline constexpr int kDrawingSilenceMax_ms = 3'000;
inline constexpr std::chrono::seconds kDrawingPause{10};

/// Loads a script into a process of its own, which has nothing but the script. If that process is
/// killed, or hangs, another one is started and asked once more, which the script cannot notice.
/// Throws rules::ScriptLost if that fails, too: it is this machine's failure, and no error of the
/// game. Questions for display go to a second such process, so that a step never waits for a
/// drawing, nor a drawing for a step. Any thread may ask. Errors: bad_parameters, in words;
/// too_large.
Result<std::shared_ptr<rules::Script>> load_script(const std::string& name, std::string text);

/// While such an object exists, the program waits for drawings as for steps. Commands that judge
/// drawings have one, so that their result does not depend on how busy this machine is.
class DrawingsAreWaitedFor {
 public:
  DrawingsAreWaitedFor();
  ~DrawingsAreWaitedFor();
  DrawingsAreWaitedFor(const DrawingsAreWaitedFor&) = delete;
  DrawingsAreWaitedFor& operator=(const DrawingsAreWaitedFor&) = delete;
};

/// Returns how long the process of a script has been silent over a question that this program has
/// to answer to go on; zero while there is none.
std::chrono::milliseconds script_silence();

/// Makes all that wait for a script give up: the program ends, and keeps its table.
void stop_waiting_for_scripts();

/// Lets this program run games that are scripts: each in a process of its own, and those that are
/// kept in this folder without being told their texts.
void run_scripts_apart(std::filesystem::path folder);

}  // namespace fairdeal::sandbox
