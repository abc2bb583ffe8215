#include "ui/home/machine.h"

namespace fairdeal::home {

std::string what_machine_lacks(const std::filesystem::path& root) {
  std::error_code none;
  if (!std::filesystem::exists(root / "proc/self/exe", none)) return "This program needs /proc";
  if (!std::filesystem::exists(root / "dev/null", none)) return "This program needs /dev/null";
  return "";
}

}  // namespace fairdeal::home
