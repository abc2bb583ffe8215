#pragma once

#include <filesystem>
#include <vector>

namespace fairdeal::apps {

/// Nobody else's program looks into this one's memory from now on (ptrace), and no crash writes it
/// to a disk. Nothing in a build with sanitizers, which look themselves.
void keep_memory_private();

/// What a kernel could be made to refuse.
struct Confined {
  bool files = false;  ///< by Landlock, since Linux 5.13
  bool calls = false;  ///< by seccomp; never in a build with sanitizers
};

/// Takes from this process for good, and from all threads and processes that it starts later, what
/// a seat at a table never needs: to run another program; to write outside of `own`, or to read
/// there more than names of hosts and libraries take; to trace, mount, load code into the kernel,
/// or enter a namespace. Whoever found a fault in what reads the network could do no more than the
/// seat. Requires that there is one thread.
Confined confine(const std::vector<std::filesystem::path>& own);

/// Descriptors that this program may have open at once, once the limit is raised as far as it goes.
std::size_t descriptors_max();

}  // namespace fairdeal::apps
