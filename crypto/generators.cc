#include "crypto/generators.h"

#include <memory>
#include <mutex>
#include <string>

#include "base/check.h"
#include "base/encode.h"
#include "crypto/hash.h"

namespace fairdeal::crypto {
namespace {

/// The points hash_to_group(u32(i), domain) for every i below kGeneratorsMax. They are derived in
/// blocks, each at its first use, in any thread.
class Derived {
 public:
  explicit Derived(std::string_view name) : domain_(std::string(kVersion).append(name)) {}

  const Point& operator[](std::size_t i) {
    CHECK(i < kGeneratorsMax);
    Block& block = blocks_[i / kBlock];
    std::call_once(block.once, [&] {
      block.points = std::make_unique<Point[]>(kBlock);
      for (std::size_t j = 0; j < kBlock; ++j) {
        const auto index = static_cast<std::uint32_t>(i / kBlock * kBlock + j);
        block.points[j] = hash_to_group(Writer().u32(index).bytes(), domain_);
      }
      keep_encodings(std::span(block.points.get(), kBlock));
    });
    return block.points[i % kBlock];
  }

 private:
  static constexpr std::size_t kBlock = 64;
  struct Block {
    std::once_flag once;
    std::unique_ptr<Point[]> points;
  };

  std::string domain_;
  Block blocks_[kGeneratorsMax / kBlock];
};

}  // namespace

Point hash_to_group(ByteSpan message, std::string_view domain) {
  return Point::from_uniform(expand_message_xmd(message, domain));
}

const Point& pedersen_g(std::size_t i) {
  static Derived derived("pedersen-g");
  return derived[i];
}

const Point& pedersen_h() {
  static const Point kH = hash_to_group({}, std::string(kVersion) + "pedersen-h");
  return kH;
}

std::vector<Point> pedersen_points(std::size_t n) {
  std::vector<Point> points;
  points.reserve(n + 1);
  for (std::size_t i = 0; i < n; ++i) points.push_back(pedersen_g(i));
  points.push_back(pedersen_h());
  return points;
}

const Point& card_point(Face k) {
  static Derived derived("card");
  return derived[k.value];
}

Point coin_point(ByteSpan context) {
  return hash_to_group(context, std::string(kVersion) + "coin");
}

}  // namespace fairdeal::crypto
