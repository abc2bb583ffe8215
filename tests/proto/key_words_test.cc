// The words of keys, and what makes them safe to read aloud.
#include "proto/key_words.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "crypto/sign.h"

namespace fairdeal::proto {
namespace {

TEST(KeyWords, AreShortLowerCaseAndTellThemselvesApartByThreeLetters) {
  std::set<std::string> beginnings;
  std::string before;
  for (std::size_t i = 0; i < kKeyWords; ++i) {
    const std::string word(key_word(i));
    EXPECT_TRUE(word.size() >= 4 && word.size() <= 9) << word;
    for (const char c : word) EXPECT_TRUE(c >= 'a' && c <= 'z') << word;
    EXPECT_TRUE(beginnings.insert(word.substr(0, 3)).second) << word;
    EXPECT_LT(before, word) << "the order of the alphabet, for ever";
    before = word;
  }
}

/// Two words that stand side by side must say nothing of somebody.
TEST(KeyWords, NoPairSaysWhatNobodyWantsToRead) {
  const std::vector<std::pair<std::string, std::string>> pairs{
      {"kissing", "uncle"},     {"poking", "niece"},     {"moaning", "daughter"},
      {"massager", "student"},  {"rubber", "womb"},      {"ravishing", "niece"},
      {"juvenile", "body"},     {"hacking", "human"},    {"badass", "mother"},
      {"handgun", "student"},   {"poison", "water"},     {"suffocate", "sibling"},
      {"elderly", "widow"},     {"savage", "immigrant"}, {"siamese", "twins"},
      {"sacrifice", "daughter"}};
  std::set<std::string, std::less<>> words;
  for (std::size_t i = 0; i < kKeyWords; ++i) words.emplace(key_word(i));
  for (const auto& [first, second] : pairs)
    EXPECT_FALSE(words.contains(first) && words.contains(second)) << first << " " << second;
}

TEST(KeyWords, AKeyHasTheSameWordsForEver) {
  EXPECT_EQ(
      key_words({}, kKeyWordsOfKey),
      "enunciate ruined alphabet dagger hefty iconic plug ointment tamale decal broom jigsaw");
}

TEST(KeyWords, FewerWordsAreTheBeginningOfMore) {
  SeededRng rng(1);
  for (int i = 0; i < 100; ++i) {
    const auto key = crypto::SigningKey::generate(rng).public_key();
    const std::string all = key_words(key, kKeyWordsOfKey);
    EXPECT_TRUE(all.starts_with(key_words(key, kKeyWordsToDecide) + " "));
    EXPECT_TRUE(all.starts_with(key_words(key, kKeyWordsToDiffer) + " "));
    EXPECT_EQ(std::ranges::count(all, ' '), 11);
  }
}

}  // namespace
}  // namespace fairdeal::proto
