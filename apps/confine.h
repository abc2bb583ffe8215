#pragma once

#include <filesystem>
#include <vector>

namespace fairdeal::apps {

/// Keeps other programs from looking into this one's memory (ptrace), and crashes from writing it
/// to a disk. Does nothing in a build with sanitizers, which look into it themselves.
void keep_memory_private();

/// Which of the restrictions this kernel could apply.
struct Confined {
  bool files = false;  ///< by Landlock, since Linux 5.13
  bool calls = false;  ///< by seccomp; never in a build with sanitizers
};

/// Takes from this process for good, and from all threads and processes that it starts later, what
/// a seat at a table never needs: to run another program; to write outside of `own`, or to read
/// there more than names of hosts and libraries take; to trace, mount, load code into the kernel,
/// or enter a namespace. Why: whoever finds a fault in what reads the network can then do no more
/// than the seat. Requires: this process has one thread.
Confined confine(const std::vector<std::filesystem::path>& own);

/// Raises the limit of open descriptors as far as it goes, and returns it.
std::size_t descriptors_max();

}  // namespace fairdeal::apps
