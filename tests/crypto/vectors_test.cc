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
TEST(KnownAnswers, PointsAndScalarsDecodeCanonicallyOnly) { expect_all("decode.json", 109); }

}  // namespace
}  // namespace fairdeal::tools
