#include "base/edit_distance.h"

#include <vector>

#include <gtest/gtest.h>

namespace fairdeal {
namespace {

TEST(NearestName, IsFoundBySlipsBeginningsAndWhateverLettersAreCapitals) {
  const std::vector<std::string> games{"pig", "go-fish", "gin-rummy", "holdem", "spades", "Zoe"};
  const std::pair<const char*, const char*> kMeant[] = {{"spade", "spades"},
                                                        {"SPADES", "spades"},
                                                        {"Hold'em", "holdem"},
                                                        {"gin", "gin-rummy"},
                                                        {"Gin", "gin-rummy"},
                                                        {"gin rummy", "gin-rummy"},
                                                        {"pgi", "pig"},
                                                        {"zoe", "Zoe"},
                                                        {"go fish", "go-fish"},
                                                        {"canasta", ""},
                                                        {"", ""}};
  for (const auto& [written, meant] : kMeant)
    EXPECT_EQ(nearest_name(written, games), meant) << written;
  EXPECT_EQ(nearest_name(std::string(65, 'x'), games), "");
}

}  // namespace
}  // namespace fairdeal
