// Setting a table up with hosts and guests who do not keep to what they said, or repeat it until
// they like the table that comes of it.
#include "runtime/meet/lobby.h"

#include <map>
#include <set>

#include "proto/limits.h"
#include "runtime/state/charter.h"
#include "tests/runtime/lobby_fixture.h"
#include "tests/runtime/match.h"

namespace fairdeal::meet {
namespace {

// ---- The host

TEST_F(Lobby, AllWhoJoinAndSignHoldTheSameTerms) {
  auto lobby = host({.module = "kuhn", .params = "{}", .witnesses = 1});
  auto watching = guest(1, true), playing = guest(2);
  ASSERT_TRUE(say(lobby, 1, watching.on_up().outgoing[0].frame));
  auto effects = say(lobby, 2, playing.on_up().outgoing[0].frame);
  ASSERT_TRUE(effects);
  std::map<std::size_t, GuestLobby*> guests{{1, &watching}, {2, &playing}};
  std::vector<std::pair<std::size_t, Bytes>> signs;
  for (const auto& out : effects->outgoing)
    for (auto& [i, g] : guests)
      if (out.to == id(i)) {
        const auto reply = g->on_frame(out.frame);
        ASSERT_TRUE(reply) << describe(reply.error());
        g->agree();
        for (const auto& back : reply->outgoing) signs.emplace_back(i, back.frame);
      }
  for (const auto& [i, sign] : signs) effects = say(lobby, i, sign);
  ASSERT_TRUE(lobby.formed());
  for (const auto& out : effects->outgoing)
    for (auto& [i, g] : guests)
      if (out.to == id(i)) {
        ASSERT_TRUE(g->on_frame(out.frame));
      }
  EXPECT_EQ(playing.formed()->me, Seat(1));
  EXPECT_EQ(watching.formed()->me, Seat(2)) << "witnesses come after players";
  EXPECT_EQ(playing.formed()->charter.raw, lobby.formed()->charter.raw);
  EXPECT_EQ(watching.formed()->charter.raw, lobby.formed()->charter.raw);
}

TEST_F(Lobby, PlayersAndWitnessesAreCountedApart) {
  auto lobby = host({.module = "kuhn", .params = "{}", .witnesses = 1});
  ASSERT_TRUE(say(lobby, 1, join("Cat", true)));
  const auto gathering = lobby.gathering();
  EXPECT_EQ(gathering.nicknames, std::vector<std::string>{"Hanna"});
  EXPECT_EQ(gathering.watching, std::vector<std::string>{"Cat"});
  EXPECT_EQ(gathering.terms.seats, 2u);
  EXPECT_EQ(gathering.terms.witnesses, 1u);
}

TEST_F(Lobby, A33_NobodyNamesATableAlone) {
  std::set<ByteArray<32>> nonces;
  for (const std::uint64_t drawn_by_host : {1u, 2u})
    for (const std::byte drawn_by_guest : {std::byte{1}, std::byte{2}}) {
      SeededRng hosts(drawn_by_host);
      auto lobby = *HostLobby::create({.module = "kuhn", .params = "{}"}, keys[0], "Hanna", hosts);
      const auto effects =
          say(lobby, 1, encode(Message(proto::Join{"Guest", 7, false, {drawn_by_guest}})));
      const auto proposal = sent<proto::Propose>(*effects, 1);
      nonces.insert(proto::decode_charter(proposal->charter)->nonce);
    }
  EXPECT_EQ(nonces.size(), 4u);
}

TEST_F(Lobby, WhoComesTwiceTooLateOrToAFullTableIsRefused) {
  auto lobby = host();
  EXPECT_EQ(fault(say(lobby, 1, join("Guest", true))), Fault::not_wanted) << "no room to watch";
  const auto effects = say(lobby, 1, join());
  ASSERT_TRUE(effects);
  EXPECT_EQ(fault(say(lobby, 1, join())), Fault::not_wanted) << "twice";
  EXPECT_EQ(fault(say(lobby, 0, join())), Fault::not_wanted) << "with the host's own key";
  EXPECT_EQ(fault(say(lobby, 2, join())), Fault::too_large) << "full";
  const auto proposal = sent<proto::Propose>(*effects, 1);
  ASSERT_TRUE(proposal);
  ASSERT_TRUE(
      say(lobby, 1, encode(Message(proto::Sign{proto::sign_charter(proposal->charter, keys[1])}))));
  ASSERT_TRUE(lobby.formed());
  EXPECT_EQ(fault(say(lobby, 2, join())), Fault::too_large) << "full, and started";
  EXPECT_EQ(lobby.gathering().nicknames.size(), 2u);
}

TEST_F(Lobby, ABadNicknameIsNoJoin) {
  auto lobby = host();
  for (const std::string& name : {std::string(33, 'a'), std::string("\x1b[2J"), std::string("a\nb"),
                                  std::string("\xff\xfe")}) {
    // Written by hand: our own encoder would complain of what is no text.
    const std::string part = std::string("\x22\x20") + std::string(32, 'p');
    std::string inside = std::string("\x0a") + static_cast<char>(name.size()) + name + part;
    const std::string frame = std::string("\x0a") + static_cast<char>(inside.size()) + inside;
    EXPECT_FALSE(say(lobby, 1, to_bytes(frame))) << name.size();
  }
  EXPECT_FALSE(lobby.here(id(1)));
  EXPECT_TRUE(say(lobby, 1, join("Zo\xc3\xab")));
  EXPECT_FALSE(HostLobby::create({.module = "kuhn", .params = "{}"}, keys[0], "\x1b[2J", rng));
}

TEST_F(Lobby, AWrongSignatureIsRefusedAndTheRightOneStillTaken) {
  auto lobby = host();
  const auto proposal = sent<proto::Propose>(*say(lobby, 1, join()), 1);
  const auto sign = [&](const proto::Signature& s) {
    return say(lobby, 1, encode(Message(proto::Sign{s})));
  };
  EXPECT_EQ(fault(sign({})), Fault::bad_signature);
  EXPECT_EQ(fault(sign(proto::sign_charter(proposal->charter, keys[2]))), Fault::bad_signature);
  Bytes other = proposal->charter;
  other.back() ^= std::byte{1};
  EXPECT_EQ(fault(sign(proto::sign_charter(other, keys[1]))), Fault::bad_signature);
  EXPECT_EQ(fault(say(lobby, 2, encode(Message(proto::Sign{})))), Fault::not_wanted);
  EXPECT_FALSE(lobby.formed());
  EXPECT_TRUE(sign(proto::sign_charter(proposal->charter, keys[1])));
  EXPECT_TRUE(lobby.formed());
}

TEST_F(Lobby, ASignatureUnderTermsThatFellMeanwhileBlamesNobody) {
  auto lobby = host({.module = "holdem", .params = "{}", .seats = 3});
  ASSERT_TRUE(say(lobby, 1, join()));
  const auto first = sent<proto::Propose>(*say(lobby, 2, join("Bob")), 1);
  ASSERT_TRUE(first);
  lobby.on_down(id(2), now);
  const Bytes late = encode(Message(proto::Sign{proto::sign_charter(first->charter, keys[1])}));
  const auto second = sent<proto::Propose>(*say(lobby, 3, join("Bob")), 1);
  ASSERT_TRUE(second);
  EXPECT_NE(second->charter, first->charter);
  EXPECT_TRUE(say(lobby, 1, late)) << "it was on its way";
  EXPECT_FALSE(lobby.formed());
  for (const std::size_t i : {1u, 3u})
    EXPECT_TRUE(
        say(lobby, i, encode(Message(proto::Sign{proto::sign_charter(second->charter, keys[i])}))));
  EXPECT_TRUE(lobby.formed());
  EXPECT_TRUE(proto::verify_charter(lobby.formed()->charter));
}

TEST_F(Lobby, WhatBelongsToATableThatPlaysIsNotWantedHere) {
  auto lobby = host();
  auto in = invited();
  for (const Message& m : std::vector<Message>{proto::Status{}, proto::Decided{},
                                               proto::EntryFrame{}, proto::VoteFrame{}}) {
    EXPECT_EQ(fault(say(lobby, 1, encode(m))), Fault::not_wanted);
    EXPECT_EQ(fault(in.guest.on_frame(encode(m))), Fault::not_wanted);
  }
  EXPECT_FALSE(say(lobby, 1, to_bytes("nonsense")));
}

TEST_F(Lobby, NoTableIsOfferedThatCannotBe) {
  const auto opens = [&](Offer offer) {
    return HostLobby::create(std::move(offer), keys[0], "Hanna", rng).has_value();
  };
  EXPECT_TRUE(opens({.module = "kuhn", .params = "{}"}));
  EXPECT_FALSE(opens({.module = "bridge", .params = "{}"}));
  EXPECT_FALSE(opens({.module = "kuhn", .params = "{"}));
  EXPECT_FALSE(opens({.module = "kuhn", .params = R"({"no":1})"}));
  EXPECT_FALSE(opens({.module = "kuhn", .params = "{}", .seats = 3}));
  EXPECT_FALSE(opens({.module = "kuhn", .params = "{}", .witnesses = 7}));
}

}  // namespace
}  // namespace fairdeal::meet
