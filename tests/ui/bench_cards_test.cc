#include "tools/bench_cards.h"

#include <set>

#include <gtest/gtest.h>

namespace fairdeal::tools {
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
  EXPECT_EQ(names, (std::set<std::string>{"/claim_prove/13_of_39",
                                          "/claim_prove/7_of_48",
                                          "/claim_prove/fleet",
                                          "/claim_verify/13_of_39",
                                          "/claim_verify/7_of_48",
                                          "/claim_verify/fleet",
                                          "/cut_prove/104",
                                          "/cut_prove/52",
                                          "/cut_verify/104",
                                          "/cut_verify/52",
                                          "/pack_prove/100",
                                          "/pack_prove/300",
                                          "/pack_prove/40",
                                          "/pack_verify/100",
                                          "/pack_verify/300",
                                          "/pack_verify/40",
                                          "/place_prove/100_of_1000",
                                          "/place_prove/1_of_1000",
                                          "/place_prove/1_of_52",
                                          "/place_prove/60_of_300",
                                          "/place_verify/100_of_1000",
                                          "/place_verify/1_of_1000",
                                          "/place_verify/1_of_52",
                                          "/place_verify/60_of_300",
                                          "/double_base",
                                          "/key_prove",
                                          "/key_verify",
                                          "/shuffle",
                                          "/shuffle_prepare",
                                          "/shuffle_prepared",
                                          "/shuffle_prove",
                                          "/shuffle_prove_416",
                                          "/shuffle_verify",
                                          "/shuffle_verify_416",
                                          "/shuffle_verify_each_of_9",
                                          "/sum_each_point/300",
                                          "/sum_each_point/10000",
                                          "/unlock_prove/1",
                                          "/unlock_prove/9",
                                          "/unlock_verify/1",
                                          "/unlock_verify/9"}));
  const double multiplication = figures.at("yardstick_us");
  const auto relative = figures.at("relative").flatten();
  for (const auto& [name, ratio] : relative.items())
    EXPECT_DOUBLE_EQ(ratio.get<double>() * multiplication, flat.at(name).get<double>()) << name;
  EXPECT_EQ(
      figures.at("bytes"),
      (nlohmann::json{
          {"shuffle_proof", 5280}, {"unlock_proof", 96}, {"cut_proof", 800}, {"key_proof", 64}}));
}

}  // namespace
}  // namespace fairdeal::tools
