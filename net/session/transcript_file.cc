#include "net/session/transcript_file.h"

#include <cerrno>
#include <cstring>
#include <unistd.h>
#include <utility>

#include "net/sockets/private_file.h"
#include "proto/transcript.h"

namespace fairdeal::session {

Result<TranscriptFile> TranscriptFile::create(const std::string& path) {
  FD_TRY(const int file, sockets::open_private(path, sockets::Existing::emptied));
  TranscriptFile transcript(file, path);
  FD_TRY(transcript.write(as_bytes(proto::kTranscriptMagic)));
  return transcript;
}

TranscriptFile::TranscriptFile(TranscriptFile&& other) noexcept
    : file_(std::exchange(other.file_, -1)), path_(std::move(other.path_)) {}

TranscriptFile::~TranscriptFile() {
  if (file_ >= 0) ::close(file_);
}

Result<> TranscriptFile::append(ByteSpan part) { return write(proto::frame_part(part)); }

Result<> TranscriptFile::write(ByteSpan bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return fail(Fault::storage, path_ + ": " + std::strerror(errno));
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return {};
}

Result<> TranscriptFile::sync() {
  if (::fsync(file_) != 0) return fail(Fault::storage, path_ + ": " + std::strerror(errno));
  return {};
}

}  // namespace fairdeal::session
