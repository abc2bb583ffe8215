#include <map>
#include <set>

#include "proto/limits.h"
#include "runtime/state/charter.h"
#include "tests/runtime/lobby_fixture.h"
#include "tests/runtime/match.h"

namespace fairdeal::meet {
namespace {

// ---- The guest

TEST_F(Lobby, AGuestSignsWhatWasAnnounced) {
  auto in = invited();
  const auto reply = propose(in);
  ASSERT_TRUE(reply) << describe(reply.error());
  const auto sign = sent<proto::Sign>(*reply, 0);
  ASSERT_TRUE(sign);
  EXPECT_TRUE(proto::charter_signed(proto::encode(in.charter), id(1), sign->signature));
}

TEST_F(Lobby, AGuestSignsNothingElse) {
  const std::vector<std::pair<const char*, std::function<void(Invited&)>>> changes{
      {"another game", [](auto& in) { in.charter.module = "leduc"; }},
      {"another version", [](auto& in) { in.charter.module_version = "another"; }},
      {"other rules", [](auto& in) { in.charter.rules.bytes[0] ^= std::byte{1}; }},
      {"other parameters", [](auto& in) { in.charter.params = R"({"no":1})"; }},
      {"parameters in another text", [](auto& in) { in.charter.params += " "; }},
      {"without this guest", [&](auto& in) { in.charter.seats[1].key = id(2); }},
      {"under another name", [](auto& in) { in.charter.seats[1].nickname = "Fool"; }},
      {"without the host", [&](auto& in) { in.charter.seats[0].key = id(2); }},
      {"somebody twice", [&](auto& in) { in.charter.seats[0].key = id(1); }},
      {"the host watching too",
       [&](auto& in) {
         in.charter.witnesses.push_back({id(0), "Hanna"});
         in.addresses.push_back("");
       }},
      {"as a witness",
       [&](auto& in) {
         in.charter.witnesses.push_back(in.charter.seats[1]);
         in.charter.seats[1].key = id(2);
         in.addresses.push_back("");
       }},
      {"one seat more",
       [&](auto& in) {
         in.charter.seats.push_back({id(2), "Third"});
         in.addresses.push_back("");
       }},
      {"no seats", [](auto& in) { in.charter.seats.clear(); }},
      {"no quorum", [](auto& in) { in.charter.quorum = 1; }},
      {"too large a quorum", [](auto& in) { in.charter.quorum = 3; }},
      {"an address too few", [](auto& in) { in.addresses.pop_back(); }},
      {"another nonce", [](auto& in) { in.charter.nonce[0] ^= std::byte{1}; }},
      {"another part of the nonce",
       [](auto& in) {
         in.parts[1][0] ^= std::byte{1};
         in.charter.nonce = nonce_of(in.parts);
       }},
      {"a part too many",
       [](auto& in) {
         in.parts.emplace_back();
         in.charter.nonce = nonce_of(in.parts);
       }},
      {"recovery by one", [](auto& in) { in.charter.recovery = 1; }},
      {"recovery by all", [](auto& in) { in.charter.recovery = 2; }},
  };
  for (const auto& [what, change] : changes) {
    auto in = invited();
    change(in);
    EXPECT_FALSE(propose(in)) << what;
    EXPECT_FALSE(in.guest.on_frame(frame(signed_by_all(invited().charter)))) << what;
    EXPECT_FALSE(in.guest.formed()) << what;
  }
}

/// Terms that are other than those of a table of four, each within the bounds unless it says so.
const std::vector<std::pair<const char*, std::function<void(proto::Charter&)>>>& altered() {
  using proto::Charter;
  static const std::vector<std::pair<const char*, std::function<void(Charter&)>>> all{
      {"game", [](Charter& c) { c.module = "hearts"; }},
      {"version of the game", [](Charter& c) { c.module_version = "another"; }},
      {"parameters", [](Charter& c) { c.params += " "; }},
      {"number of seats", [](Charter& c) { c.seats.pop_back(); }},
      {"number of witnesses", [](Charter& c) { c.witnesses.push_back(c.seats[2]); }},
      {"quorum", [](Charter& c) { c.quorum = 4; }},
      {"quorum", [](Charter& c) { c.quorum = 2; }},  // two of four: never
      {"recovery", [](Charter& c) { c.recovery = 0; }},
      {"recovery", [](Charter& c) { c.recovery = 2; }},  // by two of four: never
      {"randomness", [](Charter& c) { c.randomness = proto::Randomness::commit_reveal; }},
      {"work time", [](Charter& c) { c.pace.work = {30'000}; }},
      {"round time", [](Charter& c) { c.pace.round = {2'000}; }},
      {"move time", [](Charter& c) { c.pace.move = proto::kUntimed; }},
      {"move time", [](Charter& c) { c.pace.move = {0}; }},  // at once: never
      {"reserve", [](Charter& c) { c.pace.bank = {0}; }},
      {"increment", [](Charter& c) { c.pace.increment = {0}; }},
      {"reconnect time", [](Charter& c) { c.pace.reconnect = {0}; }},
      {"number of absences", [](Charter& c) { c.pace.absences = 1; }},
  };
  return all;
}

TEST_F(Lobby, ACharterThatIsAlteredAfterItsTermsWereShownIsRefusedByName) {
  auto in_order = invited(4);
  ASSERT_TRUE(propose(in_order));
  for (const auto& [term, change] : altered()) {
    auto in = invited(4);
    change(in.charter);
    in.addresses.resize(in.charter.validators());
    const auto said = propose(in);
    ASSERT_FALSE(said) << term;
    EXPECT_EQ(said.error().fault, Fault::bad_parameters) << term;
    EXPECT_TRUE(said.error().about.starts_with(std::string(term) + " other than shown"))
        << said.error().about;
  }
}

TEST_F(Lobby, TermsOutOfBoundsAreRefusedByNameBeforeAnybodyIsAskedToAgree) {
  const std::vector<std::pair<const char*, std::function<void(proto::Terms&)>>> impossible{
      {"quorum", [](auto& t) { t.quorum = 2; }},
      {"recovery", [](auto& t) { t.recovery = 2; }},
      {"randomness", [](auto& t) { t.recovery = 0; }},
      {"work time", [](auto& t) { t.pace.work = {600'001}; }},
      {"round time", [](auto& t) { t.pace.round = {99}; }},
      {"move time", [](auto& t) { t.pace.move = {0}; }},
      {"number of absences", [](auto& t) { t.pace.absences = 0; }},
      {"number of seats", [](auto& t) { t.seats = 0; }},
      {"number of witnesses", [](auto& t) { t.witnesses = 7; }},
  };
  const auto gathering = host({.module = "holdem", .params = "{}", .seats = 4}).gathering();
  for (const auto& [term, change] : impossible) {
    auto other = gathering;
    change(other.terms);
    auto asked = guest(1);
    const auto said = asked.on_frame(encode(Message(other)));
    ASSERT_FALSE(said) << term;
    EXPECT_EQ(said.error().fault, Fault::bad_parameters) << term;
    EXPECT_TRUE(said.error().about.starts_with(std::string(term) + " of ")) << said.error().about;
    EXPECT_FALSE(asked.gathering()) << "there is nothing to agree to";
    const auto opened = HostLobby::create(
        {.module = "holdem", .params = "{}", .seats = 4, .terms = change}, keys[0], "Hanna", rng);
    ASSERT_FALSE(opened) << term;
    EXPECT_EQ(opened.error().about, said.error().about) << "no host offers them either";
  }
}

TEST_F(Lobby, NothingIsSignedBeforeItIsAgreedTo) {
  auto in = invited(2, false);
  auto reply = propose(in);
  ASSERT_TRUE(reply) << describe(reply.error());
  EXPECT_TRUE(reply->outgoing.empty());
  EXPECT_FALSE(in.guest.on_frame(frame(signed_by_all_but_the_guest(in.charter))));
  const auto sign = sent<proto::Sign>(in.guest.agree(), 0);
  ASSERT_TRUE(sign);
  EXPECT_TRUE(proto::charter_signed(proto::encode(in.charter), id(1), sign->signature));
  EXPECT_TRUE(in.guest.agree().outgoing.empty()) << "once is enough";
}

/// It never signed the proposal that fell while it was thinking.
TEST_F(Lobby, WhoAgreesLateSitsAtTheNextTableAllTheSame) {
  auto lobby = host({.module = "holdem", .params = "{}", .seats = 3});
  auto slow = guest(1);
  const auto hear = [&](const Result<LobbyEffects>& effects) {
    for (const auto& out : effects->outgoing)
      if (out.to == id(1)) {
        ASSERT_TRUE(slow.on_frame(out.frame));
      }
  };
  hear(say(lobby, 1, slow.on_up().outgoing[0].frame));
  hear(say(lobby, 2, join("Bob")));
  hear(lobby.on_down(id(2), now));
  const auto again = say(lobby, 3, join("Bob"));
  hear(again);
  const auto proposal = sent<proto::Propose>(*again, 3);
  ASSERT_TRUE(
      say(lobby, 3, encode(Message(proto::Sign{proto::sign_charter(proposal->charter, keys[3])}))));
  for (const auto& out : slow.agree().outgoing) ASSERT_TRUE(say(lobby, 1, out.frame));
  EXPECT_TRUE(lobby.formed());
}

TEST_F(Lobby, WhatWasAnnouncedDoesNotChangeUnderAGuest) {
  auto in = invited();
  auto gathering = host().gathering();
  gathering.nicknames.push_back("Another");
  EXPECT_TRUE(in.guest.on_frame(encode(Message(gathering)))) << "who is here may change";
  gathering.terms.module = "leduc";
  EXPECT_EQ(fault(in.guest.on_frame(encode(Message(gathering)))), Fault::bad_parameters);
}

TEST_F(Lobby, AGuestRefusesWhatItsProgramDoesNotHave) {
  const auto gathering = host().gathering();
  auto other = gathering;
  other.terms.module_version = "another";
  EXPECT_EQ(fault(guest(1).on_frame(encode(Message(other)))), Fault::unknown_module);
  other = gathering;
  other.terms.module = "bridge";
  EXPECT_EQ(fault(guest(1).on_frame(encode(Message(other)))), Fault::unknown_module);
  other = gathering;
  other.terms.seats = 1'000'000;
  EXPECT_EQ(fault(guest(1).on_frame(encode(Message(other)))), Fault::bad_parameters);
  other = gathering;
  other.terms.params = "[";
  EXPECT_FALSE(guest(1).on_frame(encode(Message(other))));
}

TEST_F(Lobby, TermsMayNotChangeBetweenProposalAndSignatures) {
  auto in = invited();
  ASSERT_TRUE(propose(in));
  auto changed = in.charter;
  changed.nonce[0] ^= std::byte{1};
  EXPECT_EQ(fault(in.guest.on_frame(frame(signed_by_all(changed)))), Fault::bad_parameters);
  auto unsigned_ = signed_by_all(in.charter);
  unsigned_.signatures[0] = unsigned_.signatures[1];
  EXPECT_EQ(fault(in.guest.on_frame(frame(unsigned_))), Fault::bad_signature);
  EXPECT_FALSE(in.guest.formed());
  EXPECT_TRUE(in.guest.on_frame(frame(signed_by_all(in.charter))));
  ASSERT_TRUE(in.guest.formed());
  // And what has begun is not set up again.
  EXPECT_EQ(fault(propose(in)), Fault::not_wanted);
  EXPECT_EQ(fault(in.guest.on_frame(encode(Message(host().gathering())))), Fault::not_wanted);
}

TEST_F(Lobby, NothingIsSignedBeforeItIsAnnounced) {
  auto in = invited();
  auto stranger = guest(1);
  EXPECT_EQ(fault(stranger.on_frame(encode(
                Message(proto::Propose{proto::encode(in.charter), in.addresses, in.parts})))),
            Fault::not_wanted);
  EXPECT_FALSE(stranger.on_frame(frame(signed_by_all(in.charter))));
}

TEST_F(Lobby, ARefusalIsToldInTheHostsWords) {
  auto in = invited();
  EXPECT_EQ(fault(in.guest.on_frame(HostLobby::refusal(proto::Refusal::full, "no chair left"))),
            Fault::not_wanted);
  EXPECT_EQ(in.guest.refused(), proto::Refusal::full);
}

TEST_F(Lobby, ANameIsOneAndNobodyElseHasIt) {
  auto lobby = host({.module = "holdem", .params = "{}", .seats = 4, .witnesses = 1});
  for (const char* name : {"", "a\u202Eb", "dealer", "seat 2", "\"Ann\"", "A  nn"})
    EXPECT_FALSE(say(lobby, 1, join(name))) << name;
  ASSERT_TRUE(say(lobby, 1, join("Ann")));
  for (const char* name : {"Ann", "ANN", "\u0410nn", "hanna"}) {
    EXPECT_EQ(fault(say(lobby, 2, join(name))), Fault::not_wanted) << name;
    EXPECT_EQ(fault(say(lobby, 2, join(name, true))), Fault::not_wanted) << name;
  }
  ASSERT_TRUE(say(lobby, 2, join("Anna")));
  lobby.on_down(id(1), now);
  EXPECT_TRUE(say(lobby, 3, join("ann"))) << "it is free again";
}

TEST_F(Lobby, AGuestSignsNoCharterOfNamesThatAreNoneOrTheSame) {
  for (const char* name : {"", "host", "Ann\u202E", "GUEST 1", "Gu\u0435st 1"}) {
    auto in = invited();
    in.charter.seats[0].nickname = name;
    EXPECT_FALSE(propose(in)) << name;
  }
  auto in = invited();
  EXPECT_TRUE(propose(in));
}

TEST_F(Lobby, ARefusalEndsWithAWholeCharacter) {
  for (std::size_t i = 0; i < 4; ++i) {
    std::string text(i, 'a');
    while (text.size() <= proto::kTextBytesMax) text += "\U0001F600";
    EXPECT_TRUE(proto::decode_message(HostLobby::refusal(proto::Refusal::full, text))) << i;
  }
}

}  // namespace
}  // namespace fairdeal::meet
