#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

/// The scripts of games/, each in the folder of its game: games/skull/skull.lua.
namespace fairdeal::sources {

/// Returns the path of a script by its file's name, "skull.lua".
inline std::string shipped_script(const std::string& file) {
  return std::string(FD_SOURCE_DIR "/games/") + std::filesystem::path(file).stem().string() + "/" +
         file;
}

/// Returns the files' names of all scripts, in their order.
inline std::vector<std::string> shipped_scripts() {
  std::vector<std::string> files;
  for (const auto& folder : std::filesystem::directory_iterator(FD_SOURCE_DIR "/games")) {
    const std::string file = folder.path().filename().string() + ".lua";
    if (std::filesystem::exists(folder.path() / file)) files.push_back(file);
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace fairdeal::sources
