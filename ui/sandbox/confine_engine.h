#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace fairdeal::sandbox {

/// A program that plays a game, such as a chess engine, and its arguments.
struct EngineCommand {
  std::string program;  ///< a path, or a name that engine_path() looks for
  std::vector<std::string> arguments{};
};

/// The most that an engine may use. No engine gets more than these defaults, whoever asks for it.
struct EngineLimits {
  std::uint64_t bytes = std::uint64_t{1} << 30;  ///< of addresses: Stockfish 15 takes 200 MiB
  std::uint32_t cpu_seconds = 3'600;             ///< of all its threads together
};

/// Returns where an engine is: in a folder of PATH, or in /usr/games, where Debian has its engines.
/// A name with a slash is a path. Returns none if there is no such file that can be run.
std::optional<std::filesystem::path> engine_path(const std::string& program);

/// Becomes the program of `path`, confined for good:
///
///   files      its own, libraries and a folder of its name below /usr/share, to be read
///   (Landlock).
///              It can execute nothing but itself, and write nothing
///   calls      computing, and reading and writing what is open; no socket, no other process, no
///              signal to one (seccomp)
///   resources  `limits`; nothing of the environment; standard input and output lead to `socket`
///
/// Returns only if that is not possible, as without Landlock (before Linux 5.13): then the caller
/// ends. Requires: the process was forked for this and has one thread.
void become_engine(const std::filesystem::path& path, const EngineCommand& command,
                   const EngineLimits& limits, int socket);

}  // namespace fairdeal::sandbox
