#include <csignal>

#include "tests/e2e/network_table.h"
#include "tests/e2e/stored.h"

/// A deal goes on without who falls silent in it, and so does the match.
namespace fairdeal::e2e {
namespace {

class Deal : public testing::Test, protected NetworkTable {
 protected:
  /// With limits at which no bot can lose all its chips before the last hand.
  void sit_down_to(int hands, std::size_t seats) {
    const std::string params =
        R"({"betting":"fixed-limit","stack":100000,"hands":)" + std::to_string(hands) + "}";
    sit_down(
        {"holdem", params.c_str(), seats, 0},
        [](const std::string&) { return Faults{.delay = {5}, .jitter = {2}}; }, kHaste);
  }
};

/// Two are left, and no recovery: what the dead one put in is lost to it, and nothing else.
TEST_F(Deal, TheNextHandIsDealtThoughOneOfThreeIsKilledInMidHand) {
  is_person("Cat");  // who sits there and thinks
  sit_down_to(3, 3);
  members_[0].process->said("waiting for Cat");
  kill(2);
  members_[0].process->said("Hand 2: ");
  members_[0].process->said("Hand 3: ");
  expect_good_end(Json({2}));
}

/// A seat that stands still at its turn of the shuffle misses that deal, and plays the next.
TEST_F(Deal, WhoIsStoppedAtTheShuffleIsDealtInAgainAfterThat) {
  sit_down_to(6, 3);
  members_[2].process->signal(SIGSTOP);
  members_[0].process->said("Hand 1: ");
  members_[2].process->signal(SIGCONT);
  members_[0].process->said("Hand 6: ");
  expect_good_end();
}

/// Of this secret, in all that a member keeps on its disk.
bool is_kept(const fs::path& folder, ByteSpan secret) {
  for (const auto& file : fs::recursive_directory_iterator(folder))
    if (file.is_regular_file() && read_file(file.path()).find(as_text(secret)) != std::string::npos)
      return true;
  return false;
}

/// Neither the store nor the log beside it, nor anything else that its program wrote.
TEST_F(Deal, NoFileHoldsAKeyOfADealThatIsOver) {
  sit_down_to(40, 4);
  members_[0].process->said("Hand 3: ");
  kill(1);
  const Stored stored = Stored::read(Stored::in(data(1)));
  ASSERT_FALSE(stored.keys.empty());
  for (const Bytes& keys : stored.keys) EXPECT_TRUE(is_kept(data(1), ByteSpan(keys).first(32)));
  resume(1);
  expect_good_end();
  for (const Bytes& keys : stored.keys)
    for (const ByteSpan key : {ByteSpan(keys).first(32), ByteSpan(keys).last(32)})
      EXPECT_FALSE(is_kept(data(1), key));
  EXPECT_TRUE(is_kept(data(1), as_bytes(R"({"deal":)"))) << "what the seat itself saw";
}

}  // namespace
}  // namespace fairdeal::e2e
