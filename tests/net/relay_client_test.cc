#include "net/rendezvous/relay_client.h"

#include <functional>

#include "net/channel/limits.h"
#include "tests/net/relay_scene.h"

/// A member at a relay that a test scripts.

namespace fairdeal::rendezvous {
namespace {

using namespace net::testing_;
using signaling::RelayPass;
using signaling::RelayTrouble;
using signaling::VisitId;
using Why = proto::Gone::Why;
using What = RelayTrouble::What;

const proto::BoxId kBox{std::byte{1}};
const proto::BoxProof kProof{std::byte{3}};
const proto::Keep kKeep{std::byte{4}};

class RelayClientTest : public testing::Test, protected net::testing_::Scene {};

TEST_F(RelayClientTest, TheUpgradeIsTheProtocolsAndTheFirstMessageChoosesControl) {
  ASSERT_TRUE(connect());
  EXPECT_EQ(guest().target, "/fairdeal/1");
  EXPECT_EQ(guest().subprotocol, "fairdeal.1");
  EXPECT_EQ(guest().extensions, "");
  EXPECT_EQ(guest().authorization, "");
  EXPECT_EQ(guest().messages.at(0), Bytes{std::byte{0}});
  ASSERT_EQ(ann->greetings.size(), 1u);
  EXPECT_EQ(ann->greetings[0].observed, "192.0.2.7");
}

TEST_F(RelayClientTest, AClosedRelayIsShownThePass) {
  auto settings = relay.settings();
  settings.pass = RelayPass::parse("1795000000.c2VjcmV0_-").value();
  start(settings);
  ASSERT_TRUE(run([&] { return relay.guests.size() == 1; }));
  EXPECT_EQ(guest().authorization, "Bearer 1795000000.c2VjcmV0_-");
  EXPECT_FALSE(RelayPass::parse("a\r\nHost: b"));
  EXPECT_FALSE(RelayPass::parse(""));
  EXPECT_FALSE(RelayPass::parse(std::string(201, 'a')));
}

TEST_F(RelayClientTest, PlacesAreHeldAgainAfterAReconnection) {
  ASSERT_TRUE(connect());
  ann->client->claim(20);
  ASSERT_TRUE(ann->client->open(kBox, kProof));
  ASSERT_TRUE(run([&] { return guest().messages.size() == 3; }));
  EXPECT_EQ(message(0, 1), proto::RelayMessage(proto::Claim{.minutes = 20}));
  EXPECT_EQ(message(0, 2), proto::RelayMessage(proto::OpenBox{.box = kBox, .proof = kProof}));
  guest().send(proto::Claimed{.nameplate = 7, .seconds = 1200, .keep = kKeep});
  guest().send(proto::Held{kBox});
  ASSERT_TRUE(run([&] { return ann->held.size() == 1; }));
  EXPECT_EQ(ann->nameplates, (std::vector{std::pair(7u, 1200u)}));

  guest().cut();
  ASSERT_TRUE(run([&] { return relay.guests.size() == 2 && guest(1).messages.size() == 3; }));
  EXPECT_EQ(message(1, 1), proto::RelayMessage(proto::Claim{.minutes = 20, .keep = kKeep}));
  EXPECT_EQ(message(1, 2), proto::RelayMessage(proto::OpenBox{.box = kBox, .proof = kProof}));
  ASSERT_EQ(ann->troubles.size(), 1u);
  EXPECT_EQ(ann->troubles[0].what, What::lost);
  guest(1).send(proto::Claimed{.nameplate = 9, .seconds = 1100, .keep = kKeep});
  guest(1).send(proto::Gone{.visit = 0, .why = Why::refused});
  ASSERT_TRUE(run([&] { return ann->refusals.size() == 1; }));
  EXPECT_EQ(ann->nameplates.at(1), std::pair(9u, 1100u));
}

TEST_F(RelayClientTest, AHolderIsVisited) {
  ASSERT_TRUE(connect());
  ASSERT_TRUE(ann->client->open(kBox, kProof));
  guest().send(proto::Held{kBox});
  guest().send(proto::Visit{.visit = 77, .place = kBox, .body = to_bytes("knock")});
  ASSERT_TRUE(run([&] { return ann->visits.size() == 1; }));
  const VisitId visit = ann->visits[0].first;
  EXPECT_EQ(ann->visits[0].second, to_bytes("knock"));
  EXPECT_TRUE(ann->client->say(visit, as_bytes("who is there")));
  guest().send(proto::Say{.visit = 77, .body = to_bytes("bob")});
  ASSERT_TRUE(run([&] { return ann->said.size() == 1 && guest().messages.size() == 3; }));
  EXPECT_EQ(message(0, 2),
            proto::RelayMessage(proto::Say{.visit = 77, .body = to_bytes("who is there")}));
  EXPECT_EQ(ann->said[0], std::pair(visit, to_bytes("bob")));
  guest().send(proto::Gone{.visit = 77, .why = Why::left});
  ASSERT_TRUE(run([&] { return ann->gone.size() == 1; }));
  EXPECT_EQ(std::get<Why>(ann->gone[0].second), Why::left);
  EXPECT_FALSE(ann->client->say(visit, {}));
}

TEST_F(RelayClientTest, AnswersToTwoVisitsAreNotConfused) {
  ASSERT_TRUE(connect());
  const auto one = ann->client->visit(std::uint32_t{7}, as_bytes("one"));
  const auto two = ann->client->visit(kBox, as_bytes("two"));
  ASSERT_TRUE(one && two);
  EXPECT_FALSE(ann->client->say(*one, {})) << "it has no number yet";
  ASSERT_TRUE(run([&] {
    return relay.guests.size() == 3 && guest(1).messages.size() == 2 &&
           guest(2).messages.size() == 2;
  }));
  const auto body = [&](std::size_t of) { return std::get<proto::Visit>(message(of, 1)).body; };
  const std::size_t first = body(1) == to_bytes("one") ? 1 : 2;
  EXPECT_EQ(message(first, 1),
            proto::RelayMessage(
                proto::Visit{.visit = 0, .place = std::uint32_t{7}, .body = to_bytes("one")}));
  EXPECT_EQ(body(3 - first), to_bytes("two"));

  guest(3 - first).send(proto::Say{.visit = 5, .body = to_bytes("to two")});
  ASSERT_TRUE(run([&] { return ann->said.size() == 1; }));
  guest(first).send(proto::Say{.visit = 6, .body = to_bytes("to one")});
  ASSERT_TRUE(run([&] { return ann->said.size() == 2; }));
  EXPECT_EQ(ann->said[0], std::pair(*two, to_bytes("to two")));
  EXPECT_EQ(ann->said[1], std::pair(*one, to_bytes("to one")));
  EXPECT_TRUE(ann->client->say(*one, as_bytes("thanks")));
  ASSERT_TRUE(run([&] { return guest(first).messages.size() == 3; }));
  EXPECT_EQ(message(first, 2),
            proto::RelayMessage(proto::Say{.visit = 6, .body = to_bytes("thanks")}));

  ann->client->hang_up(*one);
  guest(3 - first).send(proto::Gone{.visit = 5, .why = Why::refused});
  ASSERT_TRUE(run([&] { return guest(first).gone && ann->gone.size() == 1; }));
  EXPECT_EQ(ann->gone[0].first, *two);
  EXPECT_EQ(std::get<Why>(ann->gone[0].second), Why::refused);
  EXPECT_TRUE(ann->troubles.empty());
}

TEST_F(RelayClientTest, AVisitToNobodyAndAVisitThatIsCutAreOver) {
  ASSERT_TRUE(connect());
  const auto nobody = ann->client->visit(kBox, {});
  ASSERT_TRUE(run([&] { return relay.guests.size() == 2; }));
  guest(1).send(proto::Gone{.visit = 0, .why = Why::no_place});
  ASSERT_TRUE(run([&] { return ann->gone.size() == 1; }));
  EXPECT_EQ(ann->gone[0].first, *nobody);
  EXPECT_EQ(std::get<Why>(ann->gone[0].second), Why::no_place);

  ASSERT_TRUE(ann->client->visit(kBox, {}));
  ASSERT_TRUE(run([&] { return relay.guests.size() == 3; }));
  guest(2).close(4429);
  ASSERT_TRUE(run([&] { return ann->gone.size() == 2; }));
  EXPECT_EQ(std::get<RelayTrouble>(ann->gone[1].second).what, What::busy);
  EXPECT_TRUE(ann->troubles.empty());
}

TEST_F(RelayClientTest, ARelayThatLiesToAVisitorLosesIt) {
  const proto::RelayMessage lies[] = {
      proto::Say{.visit = 0, .body = {}},
      proto::Say{.visit = 6, .body = {}},
      proto::Held{kBox},
      proto::Claimed{.nameplate = 1, .seconds = 1, .keep = kKeep},
      proto::Visit{.visit = 5, .place = kBox, .body = {}},
  };
  ASSERT_TRUE(connect());
  for (const auto& lie : lies) {
    const std::size_t at = relay.guests.size();
    const std::size_t over = ann->gone.size();
    ASSERT_TRUE(ann->client->visit(kBox, {}));
    ASSERT_TRUE(run([&] { return relay.guests.size() > at; }));
    guest(at).send(proto::Say{.visit = 5, .body = {}});
    guest(at).send(lie);
    ASSERT_TRUE(run([&] { return ann->gone.size() > over; }));
    EXPECT_EQ(std::get<RelayTrouble>(ann->gone.back().second).what, What::protocol);
  }
}

TEST_F(RelayClientTest, AVisitorHearsSevenAnswersAndNoMore) {
  ASSERT_TRUE(connect());
  ASSERT_TRUE(ann->client->visit(kBox, {}));
  ASSERT_TRUE(run([&] { return relay.guests.size() == 2; }));
  for (int i = 0; i < 9; ++i) guest(1).send(proto::Say{.visit = 5, .body = {}});
  ASSERT_TRUE(run([&] { return !ann->gone.empty(); }));
  EXPECT_EQ(std::get<Why>(ann->gone[0].second), Why::too_many);
  EXPECT_EQ(ann->said.size(), proto::kVisitMessagesMax - 1);
}

TEST_F(RelayClientTest, VisitsAtOnceAreLimited) {
  ASSERT_TRUE(connect());
  for (std::size_t i = 0; i < net::kVisitsMadeMax; ++i) ASSERT_TRUE(ann->client->visit(kBox, {}));
  const auto refused = ann->client->visit(kBox, {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().fault, Fault::too_large);
}

TEST(RelayClientLies, ALyingRelayIsLeftAndCalledAgain) {
  const std::vector<std::pair<const char*, std::function<void(net::testing_::RelayGuest&)>>> lies{
      {"text", [](net::testing_::RelayGuest& g) { g.send_text("hello"); }},
      {"empty", [](net::testing_::RelayGuest& g) { g.send(Bytes{}); }},
      {"one byte too long",
       [](net::testing_::RelayGuest& g) { g.send(Bytes(proto::kRelayBytesMax + 1)); }},
      {"too long in two frames",
       [](net::testing_::RelayGuest& g) {
         g.send_in_frames(Bytes(proto::kRelayBytesMax + 1), {4000, 97});
       }},
      {"full, and then an empty frame",
       [](net::testing_::RelayGuest& g) {
         g.send_in_frames(Bytes(proto::kRelayBytesMax), {4096, 0});
       }},
      {"garbage", [](net::testing_::RelayGuest& g) { g.send(to_bytes("garbage")); }},
      {"its own question",
       [](net::testing_::RelayGuest& g) { g.send(proto::Claim{.minutes = 1}); }},
      {"an answer to nothing", [](net::testing_::RelayGuest& g) { g.send(proto::Held{kBox}); }},
  };
  for (const auto& [what, lie] : lies) {
    SCOPED_TRACE(what);
    net::testing_::Scene scene;
    ASSERT_TRUE(scene.connect());
    lie(scene.guest());
    EXPECT_EQ(scene.trouble().what, What::protocol);
  }
}

TEST_F(RelayClientTest, NumbersThatMeanNothingAreIgnored) {
  ASSERT_TRUE(connect());
  guest().send(proto::Say{.visit = 123, .body = to_bytes("late")});
  guest().send(proto::Gone{.visit = 123, .why = Why::left});
  guest().send(proto::Visit{.visit = 124, .place = kBox, .body = {}});
  ASSERT_TRUE(run([&] { return guest().messages.size() == 2; }));
  EXPECT_EQ(message(0, 1), proto::RelayMessage(proto::Gone{.visit = 124, .why = Why::no_place}));
  EXPECT_TRUE(ann->said.empty() && ann->gone.empty() && ann->visits.empty());
  EXPECT_TRUE(ann->troubles.empty());
}

TEST_F(RelayClientTest, RenewReplacesTheConnectionAtOnceAndIsNoTrouble) {
  ASSERT_TRUE(connect());
  ASSERT_TRUE(ann->client->open(kBox, kProof));
  ann->client->renew();
  ASSERT_TRUE(run([&] { return relay.guests.size() == 2 && guest(1).messages.size() == 2; }));
  EXPECT_EQ(message(1, 1), proto::RelayMessage(proto::OpenBox{.box = kBox, .proof = kProof}));
  EXPECT_TRUE(ann->troubles.empty());
}

TEST_F(RelayClientTest, RenewEndsTheWaitForTheNextCall) {
  auto settings = relay.settings();
  settings.redial_min = settings.redial_max = Duration{3'600'000};
  start(settings);
  ASSERT_TRUE(run([&] { return relay.guests.size() == 1; }));
  guest().cut();
  ASSERT_TRUE(run([&] { return ann->troubles.size() == 1; }));
  ann->client->renew();
  EXPECT_TRUE(run([&] { return relay.guests.size() == 2; }));
}

TEST(RelayClientLife, AnyHandlerMayDestroyTheClient) {
  const std::vector<std::pair<const char*, std::function<void(net::testing_::RelayGuest&)>>> causes{
      {"claimed",
       [](net::testing_::RelayGuest& g) { g.send(proto::Claimed{.nameplate = 7, .seconds = 60}); }},
      {"refused",
       [](net::testing_::RelayGuest& g) { g.send(proto::Gone{.visit = 0, .why = Why::refused}); }},
      {"lost", [](net::testing_::RelayGuest& g) { g.cut(); }},
      {"lie", [](net::testing_::RelayGuest& g) { g.send_text("hello"); }},
  };
  for (const auto& [what, cause] : causes) {
    SCOPED_TRACE(what);
    net::testing_::Scene scene;
    ASSERT_TRUE(scene.connect());
    scene.ann->client->claim(1);
    ASSERT_TRUE(scene.run([&] { return scene.guest().messages.size() == 2; }));
    scene.ann->goes_at_next = true;
    cause(scene.guest());
    scene.guest().send(proto::Held{kBox});
    ASSERT_TRUE(scene.run([&] { return scene.ann->client == nullptr && scene.guest().gone; }));
  }
  net::testing_::Scene scene;
  scene.start();
  scene.ann->client.reset();  // before it has called
  scene.start();
  scene.ann->goes_at_next = true;  // at the greeting
  ASSERT_TRUE(scene.run([&] { return scene.ann->client == nullptr; }));
  EXPECT_EQ(scene.ann->greetings.size(), 1u);
}

}  // namespace
}  // namespace fairdeal::rendezvous
