#include "tests/e2e/network_table.h"

/// Matches of real processes over a network that fails: each ends, with transcripts that are VALID
/// and heads that are equal; who does not come back is named, and nobody else is.
namespace fairdeal::e2e {
namespace {

constexpr Faults kDelay{.delay = {50}, .jitter = {20}};

class Network : public testing::Test, protected NetworkTable {};

class Matches : public Network, public testing::WithParamInterface<Match> {};

TEST_P(Matches, EndOverALineThatDelays) {
  sit_down(GetParam(), [](const std::string&) { return kDelay; });
  expect_good_end();
  EXPECT_GE(proxy_.count("connected"), 2u) << what_happened();
}

TEST_P(Matches, EndOverLinesThatAreCutNowAndThen) {
  sit_down(GetParam(), [this](const std::string&) {
    Faults faults = kDelay;
    for (int i = 0; i < 3; ++i)
      faults.cuts.push_back(proxy_.within({{100 + 1000 * i}, {600 + 1000 * i}}, {300}));
    return faults;
  });
  expect_good_end();
  EXPECT_GE(proxy_.count("cut"), 2u) << what_happened();
}

TEST_P(Matches, EndAfterAPartitionThatHeals) {
  const Faults::Span span = proxy_.within({{100}, {400}}, {3000});
  sit_down(GetParam(), [&](const std::string& name) {  // the host here, all others there
    Faults faults = kDelay;
    if (name.ends_with("-Ann")) faults.partition = {span};
    return faults;
  });
  expect_good_end();
  EXPECT_EQ(proxy_.count("parted"), proxy_.count("together")) << what_happened();
  EXPECT_GE(proxy_.count("parted"), 2u) << what_happened();
}

TEST_P(Matches, EndThoughALineIsHalfOpen) {
  sit_down(GetParam(), [this](const std::string& name) {
    Faults faults = kDelay;
    if (name == "Bob-Ann") faults.half_open = {proxy_.within({{100}, {400}}, {1000})};
    return faults;
  });
  expect_good_end();
  EXPECT_GE(proxy_.count("half open, 1"), 1u) << what_happened();
}

TEST_P(Matches, EndThoughOneIsKilledAndResumed) {
  sit_down(GetParam(), [](const std::string&) { return kDelay; });
  proxy_.wait_for_bytes("Bob-Ann", 2'000);  // it has begun, and its table is on its disk
  kill(1);
  resume(1);
  expect_good_end();
}

TEST_P(Matches, EndThoughTheHostIsKilledAndResumed) {
  sit_down(GetParam(), [](const std::string&) { return kDelay; });
  proxy_.wait_for_bytes("Bob-Ann", 2'000);  // it has begun, and its table is on its disk
  kill(0);
  resume(0);
  expect_good_end();
}

INSTANTIATE_TEST_SUITE_P(Of, Matches,
                         testing::Values(Match{"odds-and-evens", R"({"turns":9})", 2, 1},
                                         Match{"pig", R"({"goal":30})", 2, 1},
                                         Match{"kuhn", "{}", 2, 1},
                                         Match{"holdem", R"({"hands":1})", 4, 1}),
                         [](const auto& match) {
                           std::string name = match.param.game;
                           std::erase(name, '-');
                           return name;
                         });

TEST_F(Network, WhoIsKilledAndStaysAwayIsNamedAndNobodyElse) {
  sit_down(
      {"holdem", R"({"hands":2})", 4, 0}, [](const std::string&) { return kDelay; }, kHaste);
  proxy_.wait_for_bytes("Cat-Ann", 5'000);
  kill(2);
  expect_good_end(Json({2}));
}

TEST_F(Network, WhoWasVotedOutPlaysAgainFromTheNextDealOnceItIsResumed) {
  sit_down(
      {"holdem", R"({"hands":15})", 4, 0}, [](const std::string&) { return kDelay; }, kHaste);
  proxy_.wait_for_bytes("Cat-Ann", 5'000);
  kill(2);
  members_[0].process->said("Cat did not answer and sits out.");
  resume(2);
  members_[0].process->said("Cat is back and plays again after a short wait.");
  expect_good_end();
  // It heard of many steps at once, and tells each of them: all hands that were played without it.
  const std::string& ann = members_[0].ended->err;
  const std::string& cat = members_[2].ended->err;
  std::size_t hands = 0;
  for (auto at = ann.find("\nHand ", ann.find("Cat did not answer and sits out."));
       at != std::string::npos; at = ann.find("\nHand ", at + 1)) {
    const std::string line = ann.substr(at, ann.find('\n', at + 1) + 1 - at);
    EXPECT_NE(cat.find(line), std::string::npos) << line << cat;
    ++hands;
  }
  EXPECT_GE(hands, 1u) << ann;
}

}  // namespace
}  // namespace fairdeal::e2e
