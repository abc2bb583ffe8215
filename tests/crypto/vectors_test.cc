#include <gtest/gtest.h>

#include "tests/crypto/vector_file.h"
#include "tools/known_answers.h"

namespace fairdeal::tools {
namespace {

void expect_all(const std::string& name, std::size_t at_least) {
  const auto answers = check_known_answers(vector_file(name).dump());
  ASSERT_TRUE(answers) << describe(answers.error());
  EXPECT_GE(answers->checked, at_least);
  for (const auto& difference : answers->differences) ADD_FAILURE() << difference;
}

TEST(KnownAnswers, TheCardProtocolIsReproducedProversIncluded) {
  expect_all("card-protocol.json", 200);
}
TEST(KnownAnswers, TheProofsOfDecksAreReproducedProversIncluded) {
  expect_all("deck-algebra.json", 250);
}
/// Each key has one proof of another byte, then one that is no vector at all.
TEST(KnownAnswers, AWrongProofOfDecksIsADifference) {
  for (const char* key : {"place", "pack", "among", "some", "order", "remask", "rekey"}) {
    auto file = vector_file("deck-algebra.json");
    auto& proof = file.at(key).at(1).at("proof").get_ref<std::string&>();
    proof[proof.size() / 2] = proof[proof.size() / 2] == '0' ? '1' : '0';
    const auto answers = check_known_answers(file.dump());
    ASSERT_TRUE(answers);
    ASSERT_FALSE(answers->differences.empty()) << key;
    EXPECT_TRUE(answers->differences[0].starts_with(std::string(key) + "[1].proof"));
    file.at(key).at(1) = {{"rng", 5}};
    EXPECT_FALSE(check_known_answers(file.dump())->differences.empty()) << key;
  }
}
TEST(KnownAnswers, PointsAndScalarsDecodeCanonicallyOnly) { expect_all("decode.json", 109); }

}  // namespace
}  // namespace fairdeal::tools
