#include "ui/seat/bots.h"

#include <unistd.h>

#include "ui/home/private_files.h"

namespace fairdeal::seat {

namespace fs = std::filesystem;

namespace {

constexpr const char* kFolderBegins = "bot-";
constexpr const char* kMatches = "1000000";  // as many as their host plays

}  // namespace

bool Bots::are_kept(const fs::path& tables) {
  std::error_code none;
  for (const auto& folder : fs::directory_iterator(tables, none))
    if (folder.path().filename().string().starts_with(kFolderBegins)) return true;
  return false;
}

void Bots::start(std::vector<std::string> arguments, const fs::path& folder) {
  arguments.insert(arguments.end(),
                   {"--identity", (folder / "identity").string(), "--data", folder.string(),
                    "--bot", "simple", "--think", std::to_string(think_ms_)});
  for (const std::string& library : libraries_)
    arguments.insert(arguments.end(), {"--library", library});
  folders_.push_back(folder);
  running_.emplace_back(std::move(arguments), home::Child::Streams::none).close_events();
}

void Bots::sit_down(std::size_t count, const std::string& table) {
  for (std::size_t i = 1; i <= count; ++i) {
    const std::string number = std::to_string(i);
    const fs::path folder = tables_ / (kFolderBegins + std::to_string(::getpid()) + "-" + number);
    fs::remove_all(folder);  // left by an earlier host with the same process number
    home::make_private_folder(folder);
    start({"join", table, "--accept", "--nickname", "Bot " + number, "--matches", kMatches,
           "--listen", "127.0.0.1:0"},
          folder);
  }
}

void Bots::resume(const std::string& table) {
  std::error_code none;
  for (const auto& folder : fs::directory_iterator(tables_, none)) {
    if (!folder.path().filename().string().starts_with(kFolderBegins)) continue;
    for (const auto& store : fs::directory_iterator(folder.path(), none))
      if (store.path().extension() == ".db" &&
          store.path().filename().string().starts_with(table.substr(0, 16)))
        start({"resume", store.path().string(), "--matches", kMatches}, folder.path());
  }
}

void Bots::forget() {
  running_.clear();
  std::error_code none;
  for (const fs::path& folder : folders_) fs::remove_all(folder, none);
}

}  // namespace fairdeal::seat
