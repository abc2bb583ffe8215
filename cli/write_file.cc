#include "cli/write_file.h"

#include <filesystem>
#include <fstream>

#include "net/sockets/private_file.h"
#include "ui/words/printable.h"

namespace fairdeal::cli {

std::optional<words::Failure> write_file(const std::string& path, ReadableBy readable_by,
                                         const std::function<Result<Bytes>()>& part_of) {
  std::error_code none;
  const auto there = std::filesystem::status(path, none);
  // A file that was there stays whole if the new one has no room. A device has no other place.
  const bool in_place = std::filesystem::exists(there) && !std::filesystem::is_regular_file(there);
  const std::string part = in_place ? path : path + ".part";
  const words::Failure unwritten{words::Exit::usage, "storage",
                                 words::printable(path) + " could not be written.",
                                 "Is there such a folder, may you write there, and is there room?"};
  if (!in_place && readable_by == ReadableBy::owner && !sockets::write_private(part, ""))
    return unwritten;
  std::ofstream file(part, std::ios::binary | std::ios::trunc);
  auto bytes = part_of();
  for (; bytes && !bytes->empty(); bytes = part_of()) file << as_text(*bytes);
  file.close();
  if (!bytes) file.setstate(std::ios::failbit);
  if (file && !in_place) std::filesystem::rename(part, path, none);
  if (file && (in_place || !none)) return {};
  if (!in_place) std::filesystem::remove(part, none);
  if (!bytes) return words::failure_of(bytes.error(), "Could not read a transcript again");
  return unwritten;
}

}  // namespace fairdeal::cli
