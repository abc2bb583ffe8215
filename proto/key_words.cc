#include "proto/key_words.h"

#include <algorithm>
#include <array>

#include "base/check.h"
#include "crypto/hash.h"
#include "proto/key_word_list.h"

namespace fairdeal::proto {
namespace {

std::array<std::string_view, kKeyWords> split(std::string_view all) {
  std::array<std::string_view, kKeyWords> words;
  for (std::string_view& word : words) {
    const auto end = std::min(all.find(' '), all.size());
    word = all.substr(0, end);
    all.remove_prefix(std::min(end + 1, all.size()));
  }
  CHECK(all.empty() && !words.back().empty());
  return words;
}

}  // namespace

std::string_view key_word(std::size_t index) {
  static const auto words = split(kKeyWordList);
  return words.at(index);
}

std::string key_words(const crypto::PublicKey& key, std::size_t count) {
  const crypto::Digest digest = crypto::hash("key words", key.bytes);
  CHECK(10 * count <= 8 * digest.bytes.size());
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t index = 0;
    for (std::size_t bit = 10 * i; bit < 10 * (i + 1); ++bit)
      index =
          2 * index + (std::to_integer<std::size_t>(digest.bytes[bit / 8]) >> (7 - bit % 8)) % 2;
    text += (i == 0 ? "" : " ") + std::string(key_word(index));
  }
  return text;
}

}  // namespace fairdeal::proto
