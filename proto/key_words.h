#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "crypto/sign.h"

namespace fairdeal::proto {

/// Keys as words that people can read to each other: 10 bits a word, out of a list whose order is
/// fixed for ever. The list is made by scripts/key-words.

inline constexpr std::size_t kKeyWords = 1024;       ///< in the list
inline constexpr std::size_t kKeyWordsOfKey = 12;    ///< a whole fingerprint: 120 bits
inline constexpr std::size_t kKeyWordsToDecide = 6;  ///< where a person decides about somebody
inline constexpr std::size_t kKeyWordsToDiffer = 2;  ///< beside a nickname

/// Requires: less than kKeyWords.
std::string_view key_word(std::size_t index);

/// The first `count` words of a key, with spaces between them: bits of hash("key words", key), the
/// first bit first. Requires: at most 25.
std::string key_words(const crypto::PublicKey& key, std::size_t count);

}  // namespace fairdeal::proto
