// A target in any build: each file and folder named, then inputs made of known encodings, cut,
// joined and bent, from a fixed seed. How CI runs the corpus for a few seconds.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/seeded_rng.h"
#include "crypto/dleq.h"
#include "crypto/schnorr.h"
#include "crypto/shuffle_proof.h"
#include "fuzz/target.h"

namespace fairdeal {
namespace {

void replay(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  fuzz(as_bytes(text));
}

/// What honest provers send.
std::vector<Bytes> honest(Rng& rng) {
  using namespace crypto;
  const Secret<Scalar> x(Scalar::random(rng));
  const Point X = mul_base(x.reveal());
  std::vector<Face> faces{Face(0), Face(1), Face(2)};
  const Deck in = shuffle(open_deck(faces), X, draw_shuffle(3, rng));
  const ShuffleWitness witness = draw_shuffle(3, rng);
  const Deck out = shuffle(in, X, witness);
  const std::vector<Point> A{in[0].A}, D{unlock_share(x.reveal(), in[0])};
  Bytes deck;
  for (const MaskedCard& card : out)
    for (const std::byte b : card.encode()) deck.push_back(b);
  return {to_bytes(prove_key(x, {}, rng).encode()),
          to_bytes(prove_dleq({X, A, D}, x, {}, rng).encode()),
          prove_shuffle({X, in, out}, witness, {}, rng).encode(), deck};
}

Bytes bent(Bytes bytes, Rng& rng) {
  for (std::uint64_t changes = rng.below(4); changes > 0 && !bytes.empty(); --changes)
    bytes[rng.below(bytes.size())] ^= std::byte(1 << rng.below(8));
  if (rng.below(4) == 0) bytes.resize(rng.below(bytes.size() + 1));
  return bytes;
}

}  // namespace
}  // namespace fairdeal

int main(int argc, char** argv) {
  using namespace fairdeal;
  std::size_t files = 0;
  for (int i = 1; i < argc; ++i)
    for (const auto& entry : std::filesystem::directory_iterator(argv[i])) {
      replay(entry.path());
      ++files;
    }
  SeededRng rng(1);
  const std::vector<Bytes> seeds = honest(rng);
  for (int i = 0; i < 5000; ++i) {
    Bytes input = bent(seeds[rng.below(seeds.size())], rng);
    if (rng.below(3) == 0)
      for (const std::byte b : bent(seeds[rng.below(seeds.size())], rng)) input.push_back(b);
    fuzz(input);
  }
  std::printf("%zu files of the corpus and 5000 inputs more: no finding\n", files);
}
