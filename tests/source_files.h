#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

/// The sources of the tree, for tests of what each of them keeps to.
namespace fairdeal::sources {

namespace fs = std::filesystem;

struct File {
  std::string path;  // from the root
  std::string folder;
  std::vector<std::string> lines;
};

inline std::vector<File> files() {
  const fs::path root = FD_SOURCE_DIR;
  std::vector<File> found;
  for (const char* top :
       {"base", "crypto", "rules", "games", "conformance", "proto", "consensus", "runtime", "net",
        "relay", "ui", "tools", "cli", "bench", "fuzz", "tests"}) {
    if (!fs::exists(root / top)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
      const auto extension = entry.path().extension();
      if (extension != ".h" && extension != ".cc") continue;
      File file{fs::relative(entry.path(), root).string(), top, {}};
      std::ifstream in(entry.path());
      for (std::string line; std::getline(in, line);) file.lines.push_back(line);
      found.push_back(std::move(file));
    }
  }
  return found;
}

inline std::string at(const File& file, std::size_t line) {
  return file.path + ":" + std::to_string(line + 1);
}

}  // namespace fairdeal::sources
