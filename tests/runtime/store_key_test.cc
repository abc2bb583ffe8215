// The texts under which old stores have their values: they stay as they are.
#include "runtime/state/store_key.h"

#include <gtest/gtest.h>

namespace fairdeal::state {
namespace {

struct Example {
  StoreKey key;
  Space space;
  std::string text;
};

const std::vector<Example> kExamples{
    {kept::Charter{}, Space::charter, ""},
    {kept::Record{Step(12)}, Space::record, "12"},
    {kept::Entry{Step(7)}, Space::mine, "entry 7"},
    {kept::Vote{Step(7), Round(2), proto::Phase::precommit}, Space::mine, "vote 7 2 1"},
    {kept::Proposal{Step(7), Round(3)}, Space::mine, "proposal 7 3"},
    {kept::Proposed{Step(7), Round(3)}, Space::mine, "proposed 7 3"},
    {kept::Resignation{}, Space::mine, "resigns"},
    {kept::Lock{Step(7), Round(2)}, Space::mine, "lock 7 2"},
    {kept::Keys{5}, Space::secret, "keys 5"},
    {kept::Committed{}, Space::secret, "opening"},
    {kept::Hedge{}, Space::secret, "hedge"},
    {kept::Whereabouts{}, Space::secret, "whereabouts"},
    {kept::SignedProposal{}, Space::secret, "signed"},
    {kept::Banks{}, Space::local, "banks"},
    {kept::Alarm{}, Space::local, "alarm"},
    {kept::Held{}, Space::local, "held"},
    {kept::Behind{Step(9)}, Space::behind, "9"},
    {kept::Fork{Step(0)}, Space::fork, "0"},
    {kept::Unshown{Seat(3)}, Space::fork, "unshown 3"},
};

TEST(StoreKeys, HaveOneTextEach) {
  EXPECT_EQ(kExamples.size(), std::variant_size_v<StoreKey>) << "one example of each kind";
  for (const Example& example : kExamples) {
    EXPECT_EQ(space_of(example.key), example.space) << example.text;
    EXPECT_EQ(text_of(example.key), example.text);
    EXPECT_EQ(parse_key(example.space, example.text), example.key) << example.text;
  }
}

TEST(StoreKeys, NoOtherTextIsAKey) {
  for (const char* text : {"", "entry", "entry 07", "entry 7 1", "entry  7", "entry 7 ", "7 entry",
                           "vote 7 2", "note 7", "entry -1", "entry 99999999999999999999"})
    EXPECT_EQ(parse_key(Space::mine, text), std::nullopt) << text;
  EXPECT_EQ(parse_key(Space::record, "banks"), std::nullopt);
  EXPECT_EQ(parse_key(Space::local, "1"), std::nullopt);
}

}  // namespace
}  // namespace fairdeal::state
