#pragma once

#include <filesystem>
#include <vector>

namespace fairdeal::sandbox {

/// Keeps other programs from reading this one's memory (ptrace), and a crash from writing it to a
/// disk. Does nothing in a build with sanitizers, which need to look into it themselves.
void keep_memory_private();

/// Which restrictions are in force.
struct Confined {
  bool files = false;  ///< by Landlock, since Linux 5.13
  bool calls = false;  ///< by seccomp; never in a build with sanitizers
};

/// Gives up for good, for this process and for all threads and processes that it starts later, what
/// a seat at a table never needs: running another program; opening, making or removing files
/// outside of `own`, except to read what name resolution and libraries need; tracing, mounting,
/// loading code into the kernel, and joining a namespace. Why: an attacker who finds a fault in the
/// code that reads the network can then do little more than the seat itself. A relay also reads the
/// files in `read_only` later. Requires: this process has one thread.
Confined confine(const std::vector<std::filesystem::path>& own,
                 const std::vector<std::filesystem::path>& read_only = {});

/// Returns the folders that have to be readable so that a file can be read again once it was
/// replaced: its own and, if it is a link, that of the file itself.
std::vector<std::filesystem::path> folders_to_read(const std::filesystem::path& file);

/// Gives up for good all but computing, and reading and writing what is open: no file, no process,
/// no thread, no code that is made at run time, and at most 256 MiB more memory and ten minutes of
/// computing. Any other system call ends the process. Requires: this process has one thread.
Confined confine_to_computing();

/// Raises this process's limit of open descriptors to the highest allowed, and returns it; 0 if it
/// is not known.
std::size_t descriptors_max();

}  // namespace fairdeal::sandbox
