// Runs a target in any build: with each file of a corpus, then with inputs made of these files by
// cutting, joining and tampering, from a fixed seed. CI uses it to run a target for a few seconds.
//
//   NAME RUNS FOLDER…
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/check.h"
#include "base/seeded_rng.h"
#include "fuzz/target.h"

namespace fairdeal {
namespace {

Bytes read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return to_bytes(text);
}

std::vector<Bytes> corpus(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    paths.push_back(entry.path());
  std::ranges::sort(paths);  // the same in every run
  std::vector<Bytes> files;
  for (const auto& path : paths) files.push_back(read(path));
  return files;
}

Bytes tampered(Bytes bytes, Rng& rng) {
  for (std::uint64_t changes = rng.below(4); changes > 0 && !bytes.empty(); --changes)
    bytes[rng.below(bytes.size())] ^= std::byte(1 << rng.below(8));
  if (rng.below(4) == 0) bytes.resize(rng.below(bytes.size() + 1));
  return bytes;
}

}  // namespace
}  // namespace fairdeal

int main(int argc, char** argv) {
  using namespace fairdeal;
  std::vector<Bytes> files;
  for (int i = 2; i < argc; ++i) std::ranges::move(corpus(argv[i]), std::back_inserter(files));
  CHECK(!files.empty());
  for (const Bytes& file : files) fuzz(file);
  SeededRng rng(1);
  const int runs = std::atoi(argv[1]);
  for (int i = 0; i < runs; ++i) {
    Bytes input = tampered(files[rng.below(files.size())], rng);
    if (rng.below(3) == 0)
      std::ranges::copy(tampered(files[rng.below(files.size())], rng), std::back_inserter(input));
    fuzz(input);
  }
  std::printf("%zu files of the corpus and %d inputs more: no finding\n", files.size(), runs);
}
