#include "relay/resident_memory.h"

#include <array>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

namespace fairdeal::relay {

ResidentMemory::ResidentMemory() : file_(::open("/proc/self/statm", O_RDONLY | O_CLOEXEC)) {}

ResidentMemory::~ResidentMemory() {
  if (file_ >= 0) ::close(file_);
}

std::uint64_t ResidentMemory::bytes() const {
  std::array<char, 128> text{};  // numbers of pages: first of all, then of those in memory
  if (::pread(file_, text.data(), text.size() - 1, 0) <= 0) return 0;
  char* rest = nullptr;
  (void)std::strtoull(text.data(), &rest, 10);
  return std::strtoull(rest, nullptr, 10) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace fairdeal::relay
