#include "ui/seat/bots.h"

#include <fstream>
#include <unistd.h>

#include "ui/home/private_files.h"
#include "ui/seat/bot_names.h"

namespace fairdeal::seat {

namespace fs = std::filesystem;

namespace {

constexpr const char* kFolderBegins = "bot-";
constexpr const char* kNameFile = "bot";     // in a bot's folder: which player it is
constexpr const char* kMatches = "1000000";  // as many as their host plays

/// Returns which player has this folder. Those of older programs did not say so, and were simple.
std::string kept_name(const fs::path& folder) {
  std::string name;
  std::ifstream file(folder / kNameFile);
  std::getline(file, name);
  return may_name_bot(name) ? name : "simple";
}

}  // namespace

bool Bots::are_kept(const fs::path& tables) {
  std::error_code none;
  for (const auto& folder : fs::directory_iterator(tables, none))
    if (folder.path().filename().string().starts_with(kFolderBegins)) return true;
  return false;
}

void Bots::start(const std::string& bot, std::vector<std::string> arguments,
                 const fs::path& folder) {
  arguments.insert(arguments.end(),
                   {"--identity", (folder / "identity").string(), "--data", folder.string(),
                    "--bot", bot, "--think", std::to_string(think_ms_)});
  for (const std::string& library : libraries_)
    arguments.insert(arguments.end(), {"--library", library});
  folders_.push_back(folder);
  running_.emplace_back(std::move(arguments), home::Child::Streams::none).close_events();
}

void Bots::sit_down(const std::vector<std::string>& bots, const std::string& table) {
  for (std::size_t i = 1; i <= bots.size(); ++i) {
    const std::string& bot = bots[i - 1];
    const std::string number = std::to_string(i);
    const fs::path folder = tables_ / (kFolderBegins + std::to_string(::getpid()) + "-" + number);
    fs::remove_all(folder);  // left by an earlier host with the same process number
    home::make_private_folder(folder);
    std::ofstream(folder / kNameFile) << bot;
    start(bot,
          {"join", table, "--accept", "--nickname", bot_nickname(bot, i), "--matches", kMatches,
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
        start(kept_name(folder.path()), {"resume", store.path().string(), "--matches", kMatches},
              folder.path());
  }
}

void Bots::forget() {
  running_.clear();
  std::error_code none;
  for (const fs::path& folder : folders_) fs::remove_all(folder, none);
}

}  // namespace fairdeal::seat
