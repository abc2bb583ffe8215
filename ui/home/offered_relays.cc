#include "ui/home/offered_relays.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "net/signaling/relay_url.h"
#include "ui/home/read_file.h"

namespace fairdeal::home {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kFileBytesMax{64 * 1024};

std::vector<std::string> relays_in(std::string_view text) {
  std::vector<std::string> relays;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line) && relays.size() < kOfferedRelaysMax;) {
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (begin == std::string::npos || line[begin] == '#') continue;
    line = line.substr(begin, line.find_last_not_of(" \t\r") + 1 - begin);
    const auto url = signaling::RelayUrl::parse(line);
    if (url && std::ranges::count(relays, url->text()) == 0) relays.push_back(url->text());
  }
  return relays;
}

}  // namespace

std::vector<std::string> offered_relays() {
  const char* named = std::getenv("XDG_DATA_DIRS");
  std::istringstream folders(named != nullptr && *named != '\0' ? named
                                                                : "/usr/local/share:/usr/share");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path path = fs::path(folder) / "fairdeal" / "relays";
    if (!path.is_absolute()) continue;  // as the XDG base directories want it
    if (const auto text = read_regular_file(path, kFileBytesMax)) return relays_in(as_text(*text));
  }
  return {};
}

}  // namespace fairdeal::home
