#include "apps/transcript_files.h"

#include <ctime>

#include "apps/paths.h"
#include "apps/read_file.h"
#include "proto/transcript.h"

namespace fairdeal::apps {

namespace fs = std::filesystem;

namespace {

/// A match of 10,000 hands at a full table takes less; more would not fit into this memory.
constexpr std::size_t kFileBytesMax = std::size_t{2} << 30;

/// Whether there is a reason to read on.
bool may_be_transcript(ByteSpan beginning) {
  auto reader = proto::TranscriptReader::open(beginning);
  using Part = Result<std::optional<proto::TranscriptPart>>;
  const Part table = reader ? reader->next() : Part(fail(reader.error()));
  return table || table.error().fault == Fault::incomplete;
}

}  // namespace

Result<Bytes> read_transcript(const fs::path& path) {
  return read_file(path, kFileBytesMax, may_be_transcript);
}

Result<runtime::AuditReport> audit_file(const fs::path& path, Rng& rng,
                                        const runtime::AuditWatch& watch) {
  FD_TRY(const Bytes bytes, read_transcript(path));
  return runtime::audit(bytes, rng, watch);
}

Exit exit_for(runtime::Verdict verdict) {
  using runtime::Verdict;
  switch (verdict) {
    case Verdict::valid:
      return Exit::success;
    case Verdict::invalid:
      return Exit::invalid;
    case Verdict::incomplete:
      return Exit::incomplete;
    case Verdict::cannot_check:
      break;
  }
  return Exit::cannot_check;
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
