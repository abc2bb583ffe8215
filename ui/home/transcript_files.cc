#include "ui/home/transcript_files.h"

#include <ctime>
#include <optional>

#include "proto/transcript.h"
#include "ui/home/places.h"
#include "ui/home/private_files.h"
#include "ui/home/read_file.h"

namespace fairdeal::home {

namespace fs = std::filesystem;

namespace {

/// The longest transcript that is read, in bytes. A match of 10,000 hands at a full table is
/// shorter.
constexpr std::size_t kTranscriptBytesMax = std::size_t{2} << 30;

/// Returns whether the file begins as a transcript does, with the charter of a table.
bool begins_as_transcript(const fs::path& path) {
  auto file = FileReader::open(path);
  if (!file) return false;
  auto reader =
      proto::TranscriptReader::open([&](std::size_t wanted) { return file->more(wanted); });
  return reader && reader->next();
}

}  // namespace

Result<Bytes> read_transcript(const fs::path& path) { return read_file(path, kTranscriptBytesMax); }

namespace {

/// Gives a file to an audit part by part. Errors: storage, too_large.
template <class Audit>
auto audit_parts(const fs::path& path, const Audit& audit)
    -> Result<decltype(audit(proto::MoreBytes()))> {
  FD_TRY(FileReader file, FileReader::open(path));
  if (file.size() > kTranscriptBytesMax && begins_as_transcript(path))
    return fail(Fault::too_large, path.string());
  std::optional<Error> unreadable;
  const auto more = [&](std::size_t wanted) {
    auto bytes = file.more(wanted);
    if (!bytes) unreadable = bytes.error();
    return bytes;
  };
  auto found = audit(more);
  if (unreadable) return fail(*std::move(unreadable));
  return found;
}

}  // namespace

Result<audit::Report> audit_file(const fs::path& path, Rng& rng, const audit::Watch& watch) {
  return audit_parts(
      path, [&](proto::MoreBytes more) { return audit::audit(std::move(more), rng, watch); });
}

Result<std::vector<audit::FoundTable>> audit_tables_file(const fs::path& path, Rng& rng,
                                                         const audit::WatchTable& watch) {
  return audit_parts(path, [&](proto::MoreBytes more) {
    return audit::audit_tables(std::move(more), rng, watch);
  });
}

words::Exit exit_for(audit::Verdict verdict) {
  using audit::Verdict;
  switch (verdict) {
    case Verdict::valid:
      return words::Exit::success;
    case Verdict::invalid:
      return words::Exit::invalid;
    case Verdict::incomplete:
      return words::Exit::incomplete;
    case Verdict::cannot_check:
      break;
  }
  return words::Exit::cannot_check;
}

fs::path new_transcript_path() {
  const fs::path folder = transcripts_folder();
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

}  // namespace fairdeal::home
