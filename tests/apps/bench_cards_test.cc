#include "apps/bench_cards.h"

#include <set>

#include <gtest/gtest.h>

namespace fairdeal::apps {
namespace {

TEST(BenchCards, MeasuresEverythingItNames) {
  const auto figures = bench_cards(1);
  EXPECT_EQ(figures.at("runs"), 1);
  EXPECT_GT(figures.at("yardstick_us").get<double>(), 0);
  std::set<std::string> names;
  const auto flat = figures.at("microseconds").flatten();
  for (const auto& [name, value] : flat.items()) {
    names.insert(name);
    EXPECT_GT(value.get<double>(), 0) << name;
  }
  EXPECT_EQ(names, (std::set<std::string>{"/key_prove", "/key_verify", "/shuffle",
                                          "/shuffle_prepare", "/shuffle_prepared", "/shuffle_prove",
                                          "/shuffle_verify", "/unlock_prove/1", "/unlock_prove/9",
                                          "/unlock_verify/1", "/unlock_verify/9"}));
  EXPECT_EQ(figures.at("bytes"),
            (nlohmann::json{{"shuffle_proof", 5280}, {"unlock_proof", 96}, {"key_proof", 64}}));
}

}  // namespace
}  // namespace fairdeal::apps
