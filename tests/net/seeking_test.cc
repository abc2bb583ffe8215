#include "net/party/seeking.h"

#include <gtest/gtest.h>

#include "base/seeded_rng.h"

/// The ends of the search for a host.

namespace fairdeal::party {
namespace {

const sockets::Address kThere{.host = "192.0.2.1", .port = 7777};
const Error kNobody{Fault::nobody_there, {}, "refused"};

crypto::PublicKey key(std::uint64_t seed) {
  SeededRng rng(seed);
  return crypto::SigningKey::generate(rng).public_key();
}

/// Returns how these effects end the session; none if they do not.
std::optional<How> end_of(const Effects& effects) {
  if (effects.empty()) return {};
  const auto* end = std::get_if<End>(&effects.back());
  return end != nullptr ? std::optional(end->how.how) : std::nullopt;
}

TEST(Seeking, FourRefusedCallsAreEnoughAndThreeAreNot) {
  Seeking seeking({.addresses = {kThere}});
  const Effects begin = seeking.start(Instant{0});
  ASSERT_EQ(begin.size(), 1u);
  EXPECT_EQ(std::get<Call>(begin[0]).at, kThere);
  for (int call = 1; call < 4; ++call)
    EXPECT_FALSE(end_of(seeking.on_refused(kThere.text(), kNobody)));
  EXPECT_FALSE(end_of(seeking.on_refused("192.0.2.9:1", kNobody))) << "somebody else's address";
  EXPECT_EQ(end_of(seeking.on_refused(kThere.text(), kNobody)), How::nobody_there);
}

TEST(Seeking, TheReasonIsWhatSpeaksMostAgainstTheHost) {
  const auto after = [](const Error& why) {
    Seeking seeking({.addresses = {kThere, {.host = "192.0.2.2", .port = 1}}, .by_link = true});
    EXPECT_FALSE(end_of(seeking.start(Instant{0})));
    EXPECT_FALSE(end_of(seeking.on_refused(kThere.text(), why)));
    EXPECT_FALSE(end_of(seeking.on_time(Instant{9'999})));
    return end_of(seeking.on_time(seeking.deadline()));
  };
  EXPECT_EQ(after({Fault::other_identity, {}, ""}), How::other_host);
  EXPECT_EQ(after({Fault::hung_up, {}, ""}), How::refused);
  EXPECT_EQ(after({Fault::no_answer, {}, ""}), How::host_silent);
  EXPECT_EQ(after({Fault::incomplete, {}, ""}), How::unreachable);
}

TEST(Seeking, WhereOnlyRelaysAreKnownTheirTroubleIsTheReason) {
  Seeking seeking({.host = key(1), .by_link = true, .at_relays = true});
  EXPECT_FALSE(end_of(seeking.start(Instant{0})));
  seeking.on_relays(signaling::RelayTrouble{signaling::RelayTrouble::What::tls, {}});
  const Effects out = seeking.on_time(seeking.deadline());
  ASSERT_EQ(end_of(out), How::relay_down);
  EXPECT_EQ(std::get<End>(out[0]).how.relay, signaling::RelayTrouble::What::tls);
}

TEST(Seeking, ARightCodeGivesTheHostAndItsAddressesTheirOwnTime) {
  Seeking seeking({.by_code = true, .at_relays = true});
  const Effects begin = seeking.start(Instant{0});
  EXPECT_TRUE(std::holds_alternative<UseCode>(begin.at(0)));
  EXPECT_EQ(seeking.deadline(), never()) << "the host's person may have to decide";
  const Effects granted = seeking.on_granted(key(1), {kThere}, Instant{60'000});
  EXPECT_EQ(std::get<Call>(granted.at(0)).expected, key(1));
  EXPECT_EQ(seeking.deadline(), Instant{70'000});
  EXPECT_TRUE(seeking.is_host(key(1), {}));
  EXPECT_FALSE(seeking.is_host(key(2), {}));
}

/// The host of a next match may hang up on this guest for long, while its program is still at the
/// end of the last one. The time of the search may run out in the middle of such a call.
TEST(Seeking, AGuestOfANextMatchGivesUpAlsoIfItsTimeRanOutWhileTheHostWasThere) {
  Seeking seeking({.host = key(1), .addresses = {kThere}, .next = true, .reach_max = {90'000}});
  EXPECT_FALSE(end_of(seeking.start(Instant{0})));
  EXPECT_TRUE(seeking.on_hung_up(Instant{50'000}));
  EXPECT_EQ(seeking.deadline(), Instant{90'000});
  EXPECT_TRUE(seeking.on_hung_up(Instant{91'000}));
  EXPECT_LE(seeking.deadline(), Instant{91'000});
  EXPECT_EQ(end_of(seeking.on_time(Instant{91'000})), How::unreachable);
}

/// The addresses that these effects call.
std::vector<std::string> called_by(const Effects& effects) {
  std::vector<std::string> all;
  for (const Effect& effect : effects)
    if (const auto* call = std::get_if<Call>(&effect)) all.push_back(call->at.text());
  return all;
}

/// The host of a next match opens on the first free port of twenty, and another program may have
/// taken the one of the last match.
TEST(Seeking, AStrangerAtThePortOfTheLastMatchIsNotTheEndOfTheNext) {
  for (const Fault stranger : {Fault::other_identity, Fault::nobody_there, Fault::incomplete,
                               Fault::no_answer, Fault::unknown_version}) {
    Seeking seeking({.host = key(1), .addresses = {kThere}, .next = true, .reach_max = {90'000}});
    EXPECT_EQ(called_by(seeking.start(Instant{0})), std::vector{kThere.text()});
    const Effects out = seeking.on_refused(kThere.text(), {stranger, {}, ""});
    EXPECT_FALSE(end_of(out)) << name(stranger);
    const auto called = called_by(out);
    ASSERT_EQ(called.size(), 19u) << name(stranger);
    EXPECT_EQ(called.front(), "192.0.2.1:7778");
    EXPECT_EQ(called.back(), "192.0.2.1:7796");
    EXPECT_EQ(std::get<Call>(out[0]).expected, key(1));
    for (const auto& where : called) {
      EXPECT_TRUE(seeking.is_guess(where));
      EXPECT_FALSE(end_of(seeking.on_refused(where, {stranger, {}, ""})));
    }
    EXPECT_FALSE(seeking.is_guess(kThere.text()));
    EXPECT_TRUE(called_by(seeking.on_refused(kThere.text(), {stranger, {}, ""})).empty()) << "once";
    EXPECT_TRUE(end_of(seeking.on_time(seeking.deadline())));
  }
}

TEST(Seeking, TheHostsOwnRefusalCallsNoOtherPort) {
  for (const Fault host : {Fault::hung_up, Fault::not_wanted}) {
    Seeking seeking({.host = key(1),
                     .addresses = {kThere, {.host = "192.0.2.2", .port = 65535}},
                     .next = true});
    EXPECT_EQ(called_by(seeking.start(Instant{0})).size(), 2u);
    EXPECT_TRUE(seeking.on_refused(kThere.text(), {host, {}, ""}).empty());
    // There is no port after the last one.
    EXPECT_EQ(called_by(seeking.on_refused("192.0.2.2:65535", kNobody)).size(), 19u);
  }
}

}  // namespace
}  // namespace fairdeal::party
