// FAIRDEAL_PORTABLE=1 chooses the half of the arithmetic that any processor can run. ctest runs
// all of crypto_test under it, too.
#include <cstdlib>
#include <string_view>

#include <gtest/gtest.h>

#include "crypto/curve/ifma/eight.h"

namespace fairdeal::crypto {
namespace {

TEST(Portable, IsChosenByTheEnvironmentAlone) {
  const char* asked = std::getenv("FAIRDEAL_PORTABLE");
  const bool portable = asked != nullptr && std::string_view(asked) == "1";
  EXPECT_EQ(eight::available(), eight::supported() && !portable);
}

}  // namespace
}  // namespace fairdeal::crypto
