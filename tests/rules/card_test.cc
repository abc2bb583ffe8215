#include "rules/card.h"

#include <set>

#include <gtest/gtest.h>

namespace fairdeal::rules {
namespace {

TEST(Card, EveryFaceHasItsOwnNameAndIsFoundByIt) {
  std::set<std::string> names;
  for (std::uint32_t k = 0; k < Card::kFaces; ++k) {
    const std::string name = card_name(Face(k));
    names.insert(name);
    EXPECT_EQ(parse_card(name), Face(k));
    EXPECT_EQ(card_of(Face(k)).face(), Face(k));
  }
  EXPECT_EQ(names.size(), Card::kFaces);
}

TEST(Card, NamesAreThoseThatPlayersUse) {
  EXPECT_EQ(card_name(Face(0)), "2c");
  EXPECT_EQ(card_name(Face(51)), "As");
  EXPECT_EQ(card_symbol(parse_card("Td").value()), "T♦");
}

TEST(Card, WhatIsNoNameIsRefused) {
  for (const char* name : {"", "A", "Ahh", "1h", "ah", "AH", "A♥"})
    EXPECT_FALSE(parse_card(name)) << name;
}

}  // namespace
}  // namespace fairdeal::rules
