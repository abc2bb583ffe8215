// A match that goes on from another: who sits where, and what nobody can slip in.
#include <map>

#include <nlohmann/json.hpp>

#include "crypto/hash.h"
#include "rules/json.h"
#include "tests/runtime/lobby_fixture.h"

namespace fairdeal::meet {
namespace {

/// Three played hold'em at this host's table; each has so many chips now, by next seats: guest 1,
/// guest 2, the host.
class NextLobby : public Lobby {
 protected:
  NextLobby() {
    auto terms = host({.module = "holdem", .params = "{}", .seats = 3}).gathering().terms;
    auto params = rules::Json::parse(terms.params);
    params["stacks"] = {900, 1300, 800};
    terms.params = rules::text(params);
    terms.continues = crypto::hash("the end", {});
    next = {terms, {{id(1), name_of(1)}, {id(2), name_of(2)}, {id(0), name_of(0)}}};
  }

  Offer offer(const proto::Terms& terms) {
    Offer offer{.module = terms.module, .params = terms.params, .seats = terms.seats};
    offer.terms = [terms](proto::Terms& all) { all = terms; };
    for (const auto& member : next.seats) offer.kept.push_back(member.key.public_key());
    return offer;
  }
  GuestLobby returning(std::size_t i) { return {keys[i], id(0), name_of(i), 7, false, rng, next}; }
  /// All that a lobby sends to one guest; the first error of the guest, if it has one.
  std::optional<Error> tell(GuestLobby& guest, std::size_t i, const LobbyEffects& effects) {
    for (const auto& out : effects.outgoing)
      if (out.to == id(i))
        if (const auto heard = guest.on_frame(out.frame); !heard) return heard.error();
    return {};
  }

  NextMatch next;
};

TEST_F(NextLobby, WhoPlayedHasItsSeatAgainAndSomebodyNewTakesTheOneThatIsFree) {
  auto lobby = host(offer(next.terms));
  auto stranger = guest(3), second = returning(2);
  ASSERT_TRUE(say(lobby, 3, stranger.on_up().outgoing[0].frame));
  const auto full = say(lobby, 2, second.on_up().outgoing[0].frame);
  ASSERT_TRUE(full);
  const auto proposed = sent<proto::Propose>(*full, 2);
  ASSERT_TRUE(proposed);
  const auto charter = *proto::decode_charter(proposed->charter);
  EXPECT_EQ(charter.continues, next.terms.continues);
  ASSERT_EQ(charter.seats.size(), 3U);
  EXPECT_EQ(charter.seats[0].key.public_key(), id(3));
  EXPECT_EQ(charter.seats[1].key.public_key(), id(2));
  EXPECT_EQ(charter.seats[2].key.public_key(), id(0));
  EXPECT_EQ(rules::Json::parse(charter.params)["stacks"], rules::Json({1000, 1300, 800}))
      << "the stranger has the stack of the terms";

  std::map<std::size_t, GuestLobby*> guests{{2, &second}, {3, &stranger}};
  std::optional<LobbyEffects> agreed;
  for (const auto& [i, guest] : guests) {
    EXPECT_EQ(tell(*guest, i, *full), std::nullopt);
    const auto signs = guest->agree();
    ASSERT_EQ(signs.outgoing.size(), 1U);
    auto signed_it = say(lobby, i, signs.outgoing[0].frame);
    ASSERT_TRUE(signed_it);
    agreed = *std::move(signed_it);
  }
  ASSERT_TRUE(lobby.formed());
  EXPECT_EQ(lobby.formed()->me, Seat(2));
  EXPECT_EQ(tell(second, 2, *agreed), std::nullopt);
  EXPECT_EQ(second.formed()->me, Seat(1));
}

TEST_F(NextLobby, AGuestRefusesStacksThatTheLastMatchDidNotLeave) {
  auto terms = next.terms;
  auto params = rules::Json::parse(terms.params);
  params["stacks"] = {800, 1300, 900};
  terms.params = rules::text(params);
  auto lobby = host(offer(terms));
  auto first = returning(1);
  const auto told = say(lobby, 1, first.on_up().outgoing[0].frame);
  ASSERT_TRUE(told);
  const auto refused = tell(first, 1, *told);
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->fault, Fault::bad_parameters);
  EXPECT_NE(refused->about.find("not those that the last match left"), std::string::npos);
}

TEST_F(NextLobby, ANewcomerDoesNotGetTheChipsOfTheSeatsLastOwner) {
  const std::vector<proto::PublicKey> seats{id(3), id(2), id(0)};
  const auto refused = check_next(next, next.terms, seats);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().about.find("not those that the last match left"), std::string::npos);
  proto::Terms terms = next.terms;
  terms.params = params_with_newcomers(next.terms, SeatSet::of({Seat(0)}));
  EXPECT_TRUE(check_next(next, terms, seats));
  EXPECT_TRUE(differs_by_newcomers(next.terms, terms));
  auto params = rules::Json::parse(terms.params);
  params["stacks"][0] = 1001;
  terms.params = rules::text(params);
  EXPECT_FALSE(check_next(next, terms, seats));
  EXPECT_FALSE(differs_by_newcomers(next.terms, terms));
}

TEST_F(NextLobby, AGuestRefusesASeatThatIsNotItsOwn) {
  auto moved = offer(next.terms);
  std::swap(moved.kept[0], moved.kept[1]);
  auto lobby = host(std::move(moved));
  auto first = returning(1), second = returning(2);
  ASSERT_TRUE(say(lobby, 1, first.on_up().outgoing[0].frame));
  const auto full = say(lobby, 2, second.on_up().outgoing[0].frame);
  ASSERT_TRUE(full);
  const auto refused = tell(second, 2, *full);
  ASSERT_TRUE(refused);
  EXPECT_NE(refused->about.find("has not kept its place"), std::string::npos) << refused->about;
}

TEST_F(NextLobby, WhatANextMatchMayNotChangeIsNamed) {
  std::vector<proto::PublicKey> seats;
  for (const auto& member : next.seats) seats.push_back(member.key.public_key());
  EXPECT_TRUE(check_next(next, next.terms, seats));
  proto::Terms slower = next.terms;
  slower.pace.move = {60'000};
  EXPECT_TRUE(check_next(next, slower, seats)) << "the pace may change";
  const auto refused = [&](void (*change)(proto::Terms&)) {
    proto::Terms terms = next.terms;
    change(terms);
    const auto checked = check_next(next, terms, seats);
    return checked ? "" : checked.error().about;
  };
  EXPECT_NE(refused([](proto::Terms& t) { t.continues = {}; }).find("another match"),
            std::string::npos);
  EXPECT_NE(refused([](proto::Terms& t) { t.module = "kuhn"; }).find("another game"),
            std::string::npos);
  EXPECT_NE(refused([](proto::Terms& t) { t.seats = 4; }).find("other seats"), std::string::npos);
  EXPECT_NE(refused([](proto::Terms& t) { t.params = "{}"; }).find("parameters"),
            std::string::npos);
}

}  // namespace
}  // namespace fairdeal::meet
