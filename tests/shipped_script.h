#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

/// The scripts of games/, each in the folder of its game: games/skull/skull.lua; and those of
/// tests/rules/lua/games, examples that no program has built in.
namespace fairdeal::sources {

constexpr const char* kExamples = FD_SOURCE_DIR "/tests/rules/lua/games";

/// Returns the path of a script by its file's name, "skull.lua".
inline std::string shipped_script(const std::string& file) {
  if (const auto example = std::filesystem::path(kExamples) / file;
      std::filesystem::exists(example))
    return example.string();
  return std::string(FD_SOURCE_DIR "/games/") + std::filesystem::path(file).stem().string() + "/" +
         file;
}

/// Returns the files' names of the scripts of games/, in their order.
inline std::vector<std::string> shipped_scripts() {
  std::vector<std::string> files;
  for (const auto& folder : std::filesystem::directory_iterator(FD_SOURCE_DIR "/games")) {
    const std::string file = folder.path().filename().string() + ".lua";
    if (std::filesystem::exists(folder.path() / file)) files.push_back(file);
  }
  std::ranges::sort(files);
  return files;
}

/// Returns the files' names of all scripts, the examples included, in their order.
inline std::vector<std::string> all_scripts() {
  std::vector<std::string> files = shipped_scripts();
  for (const auto& file : std::filesystem::directory_iterator(kExamples))
    if (file.path().extension() == ".lua") files.push_back(file.path().filename().string());
  std::ranges::sort(files);
  return files;
}

}  // namespace fairdeal::sources
