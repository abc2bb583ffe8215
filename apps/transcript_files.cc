#include "apps/transcript_files.h"

#include <cerrno>
#include <cstring>
#include <ctime>
#include <fstream>

#include "apps/paths.h"

namespace fairdeal::apps {

namespace fs = std::filesystem;

Result<runtime::AuditReport> audit_file(const fs::path& path, Rng& rng) {
  std::ifstream in(path, std::ios::binary);
  const auto unreadable = [&] {
    return fail(Fault::storage, path.string() + ": " + std::strerror(errno));
  };
  if (!in || fs::is_directory(path) || !in.seekg(0, std::ios::end)) return unreadable();
  Bytes bytes(static_cast<std::size_t>(in.tellg()));
  in.seekg(0);
  if (!in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size())))
    return unreadable();
  return runtime::audit(bytes, rng);
}

fs::path new_transcript_path() {
  const fs::path folder = data_folder() / "transcripts";
  make_private_folder(folder);
  char date[32];
  const std::time_t now = std::time(nullptr);
  std::strftime(date, sizeof date, "%Y-%m-%d-%H%M%S", std::localtime(&now));
  for (int i = 0;; ++i) {
    const fs::path path =
        folder / (std::string(date) + (i == 0 ? "" : "-" + std::to_string(i)) + ".fdt");
    if (!fs::exists(path)) return path;
  }
}

}  // namespace fairdeal::apps
