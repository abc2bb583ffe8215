#include "apps/read_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace fairdeal::apps {

namespace {
constexpr std::size_t kPieceBytes = 1 << 20;
}

Result<Bytes> read_file(const std::filesystem::path& path, std::size_t bytes_max,
                        const std::function<bool(ByteSpan)>& may_go_on) {
  const auto failed = [&] {
    return fail(Fault::storage, path.string() + ": " + std::strerror(errno));
  };
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return failed();
  Bytes bytes;
  Result<> state{};
  for (ssize_t got = 1; state && got != 0;) {
    const std::size_t before = bytes.size();
    bytes.resize(before + kPieceBytes);
    got = ::read(file, bytes.data() + before, kPieceBytes);
    bytes.resize(before + static_cast<std::size_t>(got > 0 ? got : 0));
    if (got < 0 && errno != EINTR) state = failed();
    if (bytes.size() > bytes_max) state = fail(Fault::too_large, path.string());
    if (may_go_on && !may_go_on(bytes)) break;
  }
  ::close(file);
  FD_CHECKED(state);
  return bytes;
}

}  // namespace fairdeal::apps
