#pragma once

#include <cstdint>

namespace fairdeal::relay {

/// Reads how much memory this process has, from a file of the kernel that is opened at the start:
/// later the program may have given up the right to open files.
class ResidentMemory {
 public:
  ResidentMemory();
  ResidentMemory(const ResidentMemory&) = delete;
  ~ResidentMemory();

  /// Returns the bytes; 0 if they are not known.
  std::uint64_t bytes() const;

 private:
  int file_;
};

}  // namespace fairdeal::relay
