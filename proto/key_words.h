#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "crypto/sign.h"

namespace fairdeal::proto {

/// Keys as words that people can read to each other. Each word says 10 bits of a key's hash and
/// comes from a list whose order never changes; scripts/key-words makes the list.

inline constexpr std::size_t kKeyWords = 1024;       ///< in the list
inline constexpr std::size_t kKeyWordsOfKey = 12;    ///< a whole fingerprint: 120 bits
inline constexpr std::size_t kKeyWordsToDecide = 6;  ///< where a person decides about somebody
inline constexpr std::size_t kKeyWordsToDiffer = 2;  ///< beside a nickname

/// Returns a word of the list. Requires index < kKeyWords.
std::string_view key_word(std::size_t index);

/// Returns the first `count` words of a key, with spaces between them. They say the bits of
/// hash("key words", key), most significant bit of each byte first. Requires count <= 25 (CHECKed).
std::string key_words(const crypto::PublicKey& key, std::size_t count);

}  // namespace fairdeal::proto
