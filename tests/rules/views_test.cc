#include "rules/views.h"

#include <gtest/gtest.h>

namespace fairdeal::rules {
namespace {

/// Monty Hall: what is behind a door is hidden until it is opened.
ViewRules monty_hall(bool honest) {
  const Filter contestant = [](const Json& state) -> Result<Json> {
    Json view = state;
    view.erase("doors");
    return view;
  };
  return {.filters =
              [=](const Json&) {
                return std::map<std::string, Filter>{
                    {"contestant", contestant},
                    {"auditor", [](const Json& state) -> Result<Json> { return state; }}};
              },
          .update = [=](Json& state, const Json& door, const News& news) -> Result<> {
            const auto open = [&](Json& full) -> Result<> {
              if (!full.contains("doors")) return fail(Fault::bad_parameters, "no doors to see");
              full["open"][door.get<std::string>()] = full["doors"][door.get<std::string>()];
              return {};
            };
            if (honest)
              FD_TRY(news(open));
            else
              FD_TRY(open(state));
            state["prize"] = state["open"][door.get<std::string>()];
            return {};
          }};
}

const Json kDoors = {{"doors", {{"1", "goat"}, {"2", "car"}, {"3", "goat"}}},
                     {"open", Json::object()}};

TEST(Views, WhatIsRevealedReachesAPerspectiveAndNothingElse) {
  const ViewRules rules = monty_hall(true);
  const auto played = play_action(rules, kDoors, "2");
  ASSERT_TRUE(played);
  const std::string info = played->new_info.at("contestant").dump();
  EXPECT_NE(info.find("car"), std::string::npos);
  EXPECT_EQ(info.find("goat"), std::string::npos);
  const Json view = {{"open", Json::object()}};
  const auto seen = replay_action(rules, view, "2", played->new_info.at("contestant"));
  EXPECT_EQ(*seen, (Json{{"open", {{"2", "car"}}}, {"prize", "car"}}));
  EXPECT_EQ(*replay_action(rules, kDoors, "2", played->new_info.at("auditor")), played->state);
}

TEST(Views, ARuleThatReadsWhatIsHiddenIsRefused) {
  const auto played = play_action(monty_hall(false), kDoors, "2");
  ASSERT_FALSE(played);
  EXPECT_EQ(played.error().kind, ViewError::Kind::rule_failed);
  EXPECT_EQ(played.error().perspective, "contestant");
  EXPECT_TRUE(play_action(monty_hall(false), kDoors, "2", /*checked=*/false));
}

TEST(Views, AChanceThatIsNotSharedIsRefusedWithWhatDiffers) {
  ViewRules rules = monty_hall(true);
  rules.update = [count = std::make_shared<int>(0)](Json& state, const Json&,
                                                    const News&) -> Result<> {
    state["die"] = ++*count;
    return {};
  };
  const auto played = play_action(rules, kDoors, "2");
  ASSERT_FALSE(played);
  EXPECT_EQ(played.error().kind, ViewError::Kind::replay_differs);
  EXPECT_EQ(played.error().result["die"], 1);
  EXPECT_EQ(played.error().replayed["die"], 2);
  EXPECT_EQ(played.error().difference, (Json{{{"die"}, 1}}));
}

TEST(Views, DifferencesTurnOneValueIntoTheOther) {
  const Json values[] = {nullptr,
                         1,
                         Json::array(),
                         {1, 2, 3},
                         {2, 3},
                         {1, 9, 3},
                         {0, 1, 2, 3, 4},
                         Json::object(),
                         {{"a", 1}},
                         {{"a", {1, 2}}, {"b", nullptr}},
                         {{"a", {2, 1}}, {"c", {{"d", 1}}}}};
  for (const Json& a : values)
    for (const Json& b : values) EXPECT_EQ(*patched(a, difference(a, b)), b) << a << " to " << b;
}

TEST(Views, NewInformationThatDoesNotFitIsRefused) {
  for (const char* edits : {"1", "[1]", "[[[\"x\",\"y\"],1]]", "[[[5]]]", "[[[-1],1]]", "[[[]]]"})
    EXPECT_FALSE(patched(Json::array({1}), Json::parse(edits))) << edits;
}

}  // namespace
}  // namespace fairdeal::rules
