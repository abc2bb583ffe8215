// Admission: a host's answers, by policy, to friends, strangers and people who dawdle.
#include "runtime/meet/admission.h"

#include <algorithm>

#include "proto/key_words.h"
#include "tests/runtime/lobby_fixture.h"

namespace fairdeal::meet {
namespace {

using What = LobbyNews::What;
constexpr Token kToken{std::byte{1}, std::byte{2}};

class AdmissionTest : public Lobby {
 protected:
  HostLobby gathers(proto::Policy policy, std::size_t seats = 2, Invitation invitation = {kToken}) {
    return host({.module = seats == 2 ? "kuhn" : "holdem",
                 .params = "{}",
                 .seats = seats,
                 .policy = policy,
                 .invitations = {invitation}});
  }
  /// A guest with the link; `looks`: its person reads the terms first.
  GuestLobby friend_(std::size_t i, bool looks = false) {
    GuestLobby guest = this->guest(i);
    guest.prove(kToken, link_of(i));
    if (looks) guest.look_first();
    return guest;
  }
  template <class Guest>
  Result<LobbyEffects> comes(HostLobby& lobby, std::size_t i, Guest&& guest) {
    return say(lobby, i, guest.on_up().outgoing[0].frame);
  }
  Bytes signs(const Bytes& charter, std::size_t i) {
    return proto::encode(Message(proto::Sign{proto::sign_charter(charter, keys[i])}));
  }
  static std::size_t count(const LobbyEffects& effects, What what) {
    return static_cast<std::size_t>(std::ranges::count(effects.news, what, &LobbyNews::what));
  }
  std::optional<proto::Refusal> refused(const LobbyEffects& effects, std::size_t i) {
    const auto refuse = sent<proto::Refuse>(effects, i);
    return refuse ? std::optional(refuse->reason) : std::nullopt;
  }
};

TEST_F(AdmissionTest, StrangersTakeNoSeatAndHearNothingOfWhoIsThere) {
  auto lobby = gathers(proto::Policy::invited, 3);
  ASSERT_TRUE(comes(lobby, 1, friend_(1)));
  for (const std::size_t stranger : {2u, 3u}) {
    const auto effects = comes(lobby, stranger, guest(stranger));
    ASSERT_TRUE(effects);
    EXPECT_EQ(refused(*effects, stranger), proto::Refusal::not_invited);
    EXPECT_EQ(effects->outgoing.size(), 1u) << "no Gathering, to anybody";
    EXPECT_FALSE(lobby.here(id(stranger)));
  }
  EXPECT_EQ(lobby.gathering().nicknames.size(), 2u);
  EXPECT_EQ(lobby.gathering().policy, proto::Policy::invited);
}

/// Each break of an evening has a lobby of its own.
TEST_F(AdmissionTest, WhoWasLetInBeforeIsNotAskedAbout) {
  auto before = gathers(proto::Policy::ask, 3);
  ASSERT_EQ(count(*comes(before, 1, friend_(1)), What::asks), 1u);
  const auto yes = before.answer(name_of(1), true, now);
  ASSERT_TRUE(yes);
  ASSERT_EQ(yes->news.front().what, What::answered);
  EXPECT_TRUE(yes->news.front().let_in);
  auto lobby = host({.module = "holdem",
                     .params = "{}",
                     .seats = 3,
                     .policy = proto::Policy::ask,
                     .invitations = {Invitation{kToken}},
                     .let_in = {id(1)}});
  EXPECT_EQ(count(*comes(lobby, 1, friend_(1)), What::asks), 0u);
  EXPECT_TRUE(lobby.here(id(1)));
  ASSERT_EQ(count(*comes(lobby, 2, friend_(2)), What::asks), 1u);
  const auto no = lobby.answer(name_of(2), false, now);
  ASSERT_TRUE(no);
  EXPECT_FALSE(no->news.front().let_in);
}

TEST_F(AdmissionTest, AProofIsWorthNothingOnAnotherLinkOrForAnotherKey) {
  auto lobby = gathers(proto::Policy::invited);
  const auto knows = [&](std::size_t i, auto change) {
    auto join = *sent<proto::Join>(friend_(1).on_up(), 0);
    change(join);
    join.nickname = name_of(i);
    const auto effects = say(lobby, i, encode(Message(join)));
    return effects && !refused(*effects, i);
  };
  EXPECT_FALSE(knows(2, [](auto&) {})) << "another key and link";
  EXPECT_FALSE(knows(1, [&](auto& j) { j.proof = link_proof(kToken, link_of(2), id(0), id(1)); }));
  lobby.on_down(id(1), now);
  EXPECT_FALSE(knows(1, [&](auto& j) { j.proof = link_proof(kToken, link_of(1), id(2), id(1)); }));
  lobby.on_down(id(1), now);
  EXPECT_FALSE(knows(1, [&](auto& j) { j.proof = link_proof({}, link_of(1), id(0), id(1)); }));
  lobby.on_down(id(1), now);
  EXPECT_FALSE(knows(1, [](auto& j) { j.proof.pop_back(); }));
  lobby.on_down(id(1), now);
  EXPECT_FALSE(knows(1, [](auto& j) { j.how = proto::Invited::no; }));
  lobby.on_down(id(1), now);
  EXPECT_TRUE(knows(1, [](auto&) {}));
}

TEST_F(AdmissionTest, AnInvitationEndsAndMayServeOnce) {
  auto late = gathers(proto::Policy::invited, 2, {.token = kToken, .until = now});
  const auto too_late = comes(late, 1, friend_(1));
  EXPECT_EQ(refused(*too_late, 1), proto::Refusal::not_invited);
  EXPECT_EQ(sent<proto::Refuse>(*too_late, 1)->text,
            "this link is too old: ask the host for a new one");
  EXPECT_EQ(sent<proto::Refuse>(*comes(late, 2, guest(2)), 2)->text, "")
      << "who has no link hears nothing of links that others have";
  auto once = gathers(proto::Policy::invited, 3, {.token = kToken, .once = true});
  EXPECT_FALSE(refused(*comes(once, 1, friend_(1)), 1));
  const auto second = comes(once, 2, friend_(2));
  EXPECT_EQ(refused(*second, 2), proto::Refusal::not_invited);
  EXPECT_NE(sent<proto::Refuse>(*second, 2)->text.find("another guest used it"), std::string::npos);
  once.on_down(id(1), now);
  EXPECT_FALSE(refused(*comes(once, 1, friend_(1)), 1)) << "whose line broke comes back";
}

/// The host's program keeps it: a link that has served its guest serves nobody else at the next
/// table, or after a restart.
TEST_F(AdmissionTest, AHostHearsWhomALinkServesAndOffersItAsUsed) {
  const Invitation link{.token = kToken, .once = true};
  auto lobby = gathers(proto::Policy::invited, 4, link);
  const auto came = comes(lobby, 1, friend_(1));
  ASSERT_EQ(count(*came, What::link_used), 1u);
  const auto used = std::ranges::find(came->news, What::link_used, &LobbyNews::what);
  EXPECT_EQ(used->key, id(1));
  EXPECT_EQ(used->token, kToken);
  lobby.on_down(id(1), now);
  EXPECT_EQ(count(*comes(lobby, 1, friend_(1)), What::link_used), 0u) << "once is enough";
  EXPECT_EQ(count(*comes(lobby, 2, friend_(2)), What::link_used), 0u);
  auto always = gathers(proto::Policy::invited, 4, {.token = kToken});
  EXPECT_EQ(count(*comes(always, 1, friend_(1)), What::link_used), 0u);

  Invitation known = link;
  known.used_by = id(1);
  auto next = gathers(proto::Policy::invited, 4, known);
  EXPECT_EQ(refused(*comes(next, 2, friend_(2)), 2), proto::Refusal::not_invited);
  const auto again = comes(next, 1, friend_(1));
  EXPECT_FALSE(refused(*again, 1));
  EXPECT_EQ(count(*again, What::link_used), 0u);
}

/// A guest that is refused, though its link was right, uses it when it comes again.
TEST_F(AdmissionTest, AHostHearsOfAUsedLinkOnceItsGuestIsLetIn) {
  auto lobby = gathers(proto::Policy::invited, 4, {.token = kToken, .once = true});
  auto join = *sent<proto::Join>(friend_(1).on_up(), 0);
  join.nickname = "Hanna";  // as the host
  EXPECT_FALSE(say(lobby, 1, encode(Message(join))));
  lobby.on_down(id(1), now);
  EXPECT_EQ(count(*comes(lobby, 1, friend_(1)), What::link_used), 1u);
}

TEST_F(AdmissionTest, WhoIsTurnedAwayIsHungUpOnLaterAndTheHostIsToldNowAndThen) {
  auto lobby = gathers(proto::Policy::invited);
  std::size_t told = 0;
  for (const std::size_t i : {1u, 2u, 3u})
    told += count(*comes(lobby, i, guest(i)), What::not_invited);
  EXPECT_EQ(told, 1u) << "at first, and not again within 5 s";
  EXPECT_EQ(lobby.deadline(), now + HostLobby::kRefusedStays);
  EXPECT_TRUE(say(lobby, 1, join("Again"))->outgoing.empty()) << "it has its answer";
  EXPECT_TRUE(lobby.on_time(now).hang_up.empty());
  now = lobby.deadline();
  EXPECT_EQ(lobby.on_time(now).hang_up.size(), 3u);
  EXPECT_EQ(lobby.deadline(), never());
  now = now + HostLobby::kToldEvery;
  const auto again = comes(lobby, 4, guest(4));
  ASSERT_EQ(count(*again, What::not_invited), 1u);
  EXPECT_EQ(again->news[0].count, 3u) << "two that were not told, and this one";
}

TEST_F(AdmissionTest, WhoHasAKeptSeatNeedsNoInvitation) {
  auto lobby = host({.module = "kuhn",
                     .params = "{}",
                     .kept = {id(0), id(1)},
                     .policy = proto::Policy::ask,
                     .invitations = {{kToken}}});
  EXPECT_FALSE(refused(*comes(lobby, 1, guest(1)), 1));
  EXPECT_TRUE(lobby.here(id(1)));
}

TEST_F(AdmissionTest, TheHostIsAskedAndSaysYesOrNo) {
  auto lobby = gathers(proto::Policy::ask, 3);
  EXPECT_EQ(refused(*comes(lobby, 3, guest(3)), 3), proto::Refusal::not_invited) << "no link";
  for (const std::size_t i : {1u, 2u}) {
    const auto asks = comes(lobby, i, friend_(i));
    ASSERT_TRUE(asks);
    EXPECT_EQ(count(*asks, What::asks), 1u);
    EXPECT_TRUE(sent<proto::Waiting>(*asks, i));
    EXPECT_FALSE(sent<proto::Gathering>(*asks, i));
    EXPECT_FALSE(lobby.here(id(i)));
  }
  EXPECT_FALSE(lobby.answer("Nobody", true, now));
  EXPECT_FALSE(lobby.answer("", true, now));
  EXPECT_FALSE(lobby.answer("\xff", true, now)) << "no text";
  const auto yes = lobby.answer(name_of(1), true, now);
  ASSERT_TRUE(yes);
  EXPECT_TRUE(lobby.here(id(1)));
  EXPECT_TRUE(sent<proto::Gathering>(*yes, 1));
  EXPECT_FALSE(sent<proto::Gathering>(*yes, 2)) << "who waits hears nothing";
  const auto words = proto::key_words(id(2), proto::kKeyWordsToDecide);
  const auto no = lobby.answer(words.substr(0, words.find(' ')), false, now);
  ASSERT_TRUE(no);
  EXPECT_EQ(refused(*no, 2), proto::Refusal::not_invited);
  now = lobby.deadline();
  EXPECT_EQ(lobby.on_time(now).hang_up, (std::vector{id(3), id(2)})) << "unless they go before";
}

TEST_F(AdmissionTest, TheHostsOwnBotsAreNotAskedAbout) {
  auto lobby = gathers(proto::Policy::ask, 2, {.token = kToken, .asks = false});
  ASSERT_TRUE(comes(lobby, 1, friend_(1)));
  EXPECT_TRUE(lobby.here(id(1)));
}

TEST_F(AdmissionTest, WhoIsNotAnsweredIsToldSo) {
  auto lobby = gathers(proto::Policy::ask);
  ASSERT_TRUE(comes(lobby, 1, friend_(1)));
  now = now + HostLobby::kVisitMax;
  EXPECT_EQ(lobby.deadline(), now);
  const auto effects = lobby.on_time(now);
  EXPECT_EQ(refused(effects, 1), proto::Refusal::not_welcome);
  EXPECT_FALSE(lobby.answer(name_of(1), true, now));
}

// ---- Reading the terms

TEST_F(AdmissionTest, WhoReadsTheTermsHoldsUpNobody) {
  auto lobby = gathers(proto::Policy::invited);
  auto reader = friend_(1, true), quick = friend_(2);
  const auto looks = comes(lobby, 1, reader);
  ASSERT_TRUE(looks);
  const auto gathering = sent<proto::Gathering>(*looks, 1);
  ASSERT_TRUE(gathering);
  EXPECT_EQ(gathering->nicknames.size(), 1u) << "it holds no seat";
  ASSERT_TRUE(reader.on_frame(looks->outgoing[0].frame));
  const auto sits = comes(lobby, 2, quick);
  ASSERT_TRUE(sits);
  EXPECT_TRUE(sent<proto::Propose>(*sits, 2));
  EXPECT_EQ(sent<proto::Gathering>(*sits, 1)->nicknames.size(), 2u) << "the reader sees it";
  EXPECT_FALSE(sent<proto::Propose>(*sits, 1));
  const auto too_late = reader.agree();
  EXPECT_EQ(fault(say(lobby, 1, too_late.outgoing[0].frame)), Fault::too_large) << "full";
}

TEST_F(AdmissionTest, WhoHasReadTheTermsSitsDownAndSignsByItself) {
  auto lobby = gathers(proto::Policy::invited);
  auto reader = friend_(1, true);
  const auto looks = comes(lobby, 1, reader);
  ASSERT_TRUE(reader.on_frame(looks->outgoing[0].frame));
  const auto sits = say(lobby, 1, reader.agree().outgoing[0].frame);
  ASSERT_TRUE(sits);
  std::optional<LobbyEffects> signs;
  for (const auto& out : sits->outgoing)
    if (const auto heard = reader.on_frame(out.frame); heard && !heard->outgoing.empty())
      signs = *heard;
  ASSERT_TRUE(signs);
  ASSERT_TRUE(say(lobby, 1, signs->outgoing[0].frame));
  EXPECT_TRUE(lobby.formed());
}

TEST_F(AdmissionTest, NobodySitsDownUnderAnotherNameThanTheHostSaidYesTo) {
  auto lobby = gathers(proto::Policy::ask, 3);
  auto reader = friend_(1, true);
  ASSERT_TRUE(comes(lobby, 1, reader));
  ASSERT_TRUE(lobby.answer("gUEST 1", true, now)) << "capitals do not matter";
  EXPECT_TRUE(lobby.visits(id(1))) << "it reads the terms now";
  auto sits = *sent<proto::Join>(friend_(1).on_up(), 0);
  sits.nickname = "Ann";
  EXPECT_EQ(fault(say(lobby, 1, encode(Message(sits)))), Fault::not_wanted);
  sits.nickname = name_of(1);
  EXPECT_TRUE(say(lobby, 1, encode(Message(sits))));
  EXPECT_TRUE(lobby.here(id(1)));
}

TEST_F(AdmissionTest, AReaderThatThinksBetterOfItIsNoFault) {
  auto lobby = gathers(proto::Policy::invited);
  ASSERT_TRUE(comes(lobby, 1, friend_(1, true)));
  const auto leaves = say(lobby, 1, HostLobby::refusal(proto::Refusal::not_welcome, "no"));
  ASSERT_TRUE(leaves);
  EXPECT_FALSE(lobby.visits(id(1)));
  EXPECT_EQ(lobby.deadline(), never());
}

TEST_F(AdmissionTest, OnlySoManyReadAtOnceAndNotForLong) {
  for (int i = 6; i <= 9; ++i) keys.push_back(crypto::SigningKey::generate(rng));
  auto lobby = gathers(proto::Policy::open);
  for (std::size_t i = 1; i <= HostLobby::kVisitorsMax; ++i) {
    auto reader = guest(i);
    reader.look_first();
    ASSERT_TRUE(comes(lobby, i, reader)) << i;
  }
  auto one_more = guest(9);
  one_more.look_first();
  EXPECT_EQ(fault(comes(lobby, 9, one_more)), Fault::not_wanted);
  EXPECT_FALSE(lobby.visits(id(9)));
  now = now + HostLobby::kVisitMax;
  EXPECT_EQ(count(lobby.on_time(now), What::too_late), HostLobby::kVisitorsMax);
  EXPECT_TRUE(comes(lobby, 9, one_more));
}

// ---- Kicking, starting, signing

TEST_F(AdmissionTest, WhoIsSentAwayDoesNotComeBackAndItsProposalFalls) {
  auto lobby = gathers(proto::Policy::invited, 3);
  ASSERT_TRUE(comes(lobby, 1, friend_(1)));
  ASSERT_TRUE(sent<proto::Propose>(*comes(lobby, 2, friend_(2)), 1));
  EXPECT_FALSE(lobby.kick("Hanna", now)) << "not the host itself";
  const auto kicked = lobby.kick(name_of(2), now);
  ASSERT_TRUE(kicked);
  EXPECT_EQ(refused(*kicked, 2), proto::Refusal::kicked);
  EXPECT_EQ(sent<proto::Gathering>(*kicked, 1)->nicknames.size(), 2u);
  lobby.on_down(id(2), now);
  EXPECT_EQ(refused(*comes(lobby, 2, friend_(2)), 2), proto::Refusal::kicked);
  EXPECT_TRUE(sent<proto::Propose>(*comes(lobby, 3, friend_(3)), 1)) << "the seat is free";
}

TEST_F(AdmissionTest, NothingIsProposedBeforeTheHostStarts) {
  auto lobby = host({.module = "kuhn", .params = "{}", .confirms_start = true});
  EXPECT_FALSE(lobby.start(now)) << "a seat is free";
  const auto full = comes(lobby, 1, guest(1));
  ASSERT_TRUE(full);
  EXPECT_EQ(count(*full, What::ready), 1u);
  EXPECT_FALSE(sent<proto::Propose>(*full, 1));
  const auto started = lobby.start(now);
  ASSERT_TRUE(started);
  EXPECT_TRUE(sent<proto::Propose>(*started, 1));
  EXPECT_FALSE(lobby.start(now)) << "twice";
}

TEST_F(AdmissionTest, WhoDoesNotSignInTimeLosesItsSeatAndNobodyElseDoes) {
  auto lobby = host({.module = "holdem", .params = "{}", .seats = 3});
  ASSERT_TRUE(say(lobby, 1, join("Ann")));
  const auto proposal = sent<proto::Propose>(*say(lobby, 2, join("Bob")), 1);
  ASSERT_TRUE(
      say(lobby, 1, encode(Message(proto::Sign{proto::sign_charter(proposal->charter, keys[1])}))));
  EXPECT_EQ(lobby.deadline(), now + HostLobby::kSignMax);
  now = lobby.deadline();
  const auto effects = lobby.on_time(now);
  EXPECT_EQ(refused(effects, 2), proto::Refusal::not_welcome);
  ASSERT_EQ(count(effects, What::dropped), 1u);
  EXPECT_EQ(effects.news[0].nickname, "Bob");
  EXPECT_EQ(sent<proto::Gathering>(effects, 1)->nicknames,
            (std::vector<std::string>{"Hanna", "Ann"}));
  const auto again = sent<proto::Propose>(*say(lobby, 3, join("Cat")), 3);
  ASSERT_TRUE(again);
  for (const std::size_t i : {1u, 3u})
    ASSERT_TRUE(
        say(lobby, i, encode(Message(proto::Sign{proto::sign_charter(again->charter, keys[i])}))));
  EXPECT_TRUE(lobby.formed());
}

// ---- Anything, in any order

/// Four guests, of whom the last has no link, do whatever they like, and so does the host.
TEST_F(AdmissionTest, WhateverHappensWhoSitsWasInvitedAndLetInAndIsNotBarred) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    SeededRng dice(seed);
    auto lobby = gathers(proto::Policy::ask, 3);
    std::vector<bool> let_in(5), kicked(5);
    std::optional<proto::Propose> proposed;
    for (int step = 0; step < 60 && !lobby.formed(); ++step) {
      const std::size_t i = 1 + dice.below(4);
      Result<LobbyEffects> effects = LobbyEffects{};
      switch (dice.below(8)) {
        case 0:
        case 1: {
          auto guest = i == 4 ? this->guest(i) : friend_(i);
          if (dice.below(2) == 0) guest.look_first();
          effects = comes(lobby, i, guest);
          break;
        }
        case 2:
          effects = lobby.on_down(id(i), now);
          break;
        case 3: {
          const bool yes = dice.below(3) > 0;
          effects = lobby.answer(name_of(i), yes, now);
          if (effects && yes) let_in[i] = true;
          break;
        }
        case 4:
          if (dice.below(4) > 0) break;
          effects = lobby.kick(name_of(i), now);
          if (effects) kicked[i] = true;
          break;
        case 5:
          now = now + Duration{static_cast<std::int64_t>(dice.below(40'000))};
          effects = lobby.on_time(now);
          break;
        case 6:
          if (proposed) effects = say(lobby, i, signs(proposed->charter, i));
          break;
        default:
          effects = say(lobby, i, HostLobby::refusal(proto::Refusal::not_welcome, "no"));
      }
      if (!effects) lobby.on_down(id(i), now);  // as a session does, after a refusal
      if (effects)
        for (const std::size_t to : {1u, 2u, 3u})
          if (const auto proposal = sent<proto::Propose>(*effects, to)) proposed = proposal;
      for (std::size_t guest = 1; guest <= 4; ++guest) {
        ASSERT_TRUE(!lobby.here(id(guest)) || (let_in[guest] && !kicked[guest] && guest != 4))
            << "seed " << seed << ", step " << step;
        ASSERT_FALSE(lobby.here(id(guest)) && lobby.visits(id(guest)));
      }
    }
  }
}

// ---- Codes

TEST_F(AdmissionTest, WhoKnewTheCodeSitsDownAndNobodyElseWhoSaysSo) {
  auto lobby = gathers(proto::Policy::invited, 4);
  const auto by_code = [&](std::size_t i) {
    GuestLobby guest = this->guest(i);
    guest.came_by_code();
    return comes(lobby, i, guest);
  };
  lobby.came_by_code(id(1), now + Duration{1000});
  lobby.came_by_code(id(2), now);
  EXPECT_TRUE(by_code(1) && lobby.here(id(1)));
  EXPECT_EQ(refused(*by_code(2), 2), proto::Refusal::not_invited) << "it came too late";
  EXPECT_EQ(refused(*by_code(3), 3), proto::Refusal::not_invited) << "its code was never seen";
}

TEST_F(AdmissionTest, A84_AfterAGuessTheHostIsAskedAboutGuestsWithACodeAndNoOthers) {
  auto lobby = gathers(proto::Policy::invited, 4);
  lobby.came_by_code(id(1), never());
  lobby.ask_about_codes();
  EXPECT_EQ(lobby.gathering().policy, proto::Policy::invited);
  GuestLobby guest = this->guest(1);
  guest.came_by_code();
  EXPECT_EQ(count(*comes(lobby, 1, guest), What::asks), 1u);
  EXPECT_EQ(count(*comes(lobby, 2, friend_(2)), What::asks), 0u);
  EXPECT_TRUE(lobby.here(id(2)));
}

TEST_F(AdmissionTest, WhoWasSentAwayDoesNotKnowTheLobbySecret) {
  auto lobby = host({.module = "holdem", .params = "{}", .seats = 3, .relays = {"r.example.org"}});
  const auto first = lobby.gathering().lobby_secret;
  ASSERT_TRUE(first);
  EXPECT_EQ(lobby.gathering().relays, std::vector<std::string>{"r.example.org"});
  for (const std::size_t i : {1u, 2u}) ASSERT_TRUE(comes(lobby, i, guest(i)));
  const auto effects = lobby.kick(name_of(1), now);
  ASSERT_TRUE(effects);
  EXPECT_NE(lobby.gathering().lobby_secret, first);
  EXPECT_EQ(sent<proto::Gathering>(*effects, 2)->lobby_secret, lobby.gathering().lobby_secret);
  EXPECT_FALSE(sent<proto::Gathering>(*effects, 1));
  EXPECT_FALSE(gathers(proto::Policy::open).gathering().lobby_secret) << "no relays, no secret";
}

}  // namespace
}  // namespace fairdeal::meet
