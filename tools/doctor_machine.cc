#include <array>
#include <ctime>
#include <filesystem>
#include <unistd.h>

#include <sys/stat.h>
#include <sys/timex.h>

#include "tools/doctor_findings.h"
#include "ui/home/identity.h"

/// The part of `fairdeal doctor` that needs no network.

namespace fairdeal::tools {
namespace {

namespace fs = std::filesystem;
using State = Finding::State;

/// The space that the stores and transcripts of some long tables take.
constexpr std::uintmax_t kSpaceMin = 50 << 20;

/// Returns the folder itself or, if it is still to be made, the one in which that will be.
fs::path existing(fs::path folder) {
  std::error_code none;
  while (!fs::exists(folder, none) && folder.has_relative_path()) folder = folder.parent_path();
  return folder;
}

}  // namespace

Finding look_at_identity(const std::string& path) {
  struct stat file {};
  if (::stat(path.c_str(), &file) != 0 && errno == ENOENT)
    return {"identity", State::good, "You have no identity yet: your first table makes one."};
  const auto identity = home::load_identity(path);
  if (!identity)
    return {"identity", State::bad,
            "The identity file cannot be used: " + fairdeal::describe(identity.error()) + ".",
            "Name another file with --identity, or restore this one from a copy."};
  if ((file.st_mode & 077) != 0)
    return {"identity", State::warning,
            "Others on this machine can read your identity file " + path + ".",
            "Keep it to yourself: chmod 600 " + path};
  return {"identity", State::good, "You are " + identity->nickname + ", in " + path + "."};
}

Finding look_at_disk(const std::string& folder) {
  const fs::path there = existing(folder);
  std::error_code error;
  const auto space = fs::space(there, error);
  if (error || ::access(there.c_str(), W_OK | X_OK) != 0)
    return {"disk", State::bad, "Nothing can be written to " + folder + ".",
            "Choose another folder with --data, or let your user write there."};
  const std::string free =
      std::to_string(space.available >> 20) + " MiB are free in " + folder + ".";
  if (space.available < kSpaceMin)
    return {"disk", State::bad, "Only " + free,
            "Make room: a table ends where it cannot be stored."};
  return {"disk", State::good, free};
}

Finding look_at_clock() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  ::gmtime_r(&now, &utc);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S UTC", &utc);
  const std::string says = std::string("The clock says ") + text.data();
  timex kernel{};
  if (::adjtimex(&kernel) == TIME_ERROR)
    return {"clock", State::warning, says + ", and no time server is known to keep it.",
            "Compare it with another clock: members whose clocks differ by more than two minutes "
            "do not find each other again through a relay."};
  return {"clock", State::good, says + ", kept by a time server."};
}

}  // namespace fairdeal::tools
