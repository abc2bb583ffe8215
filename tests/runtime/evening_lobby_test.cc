// An evening between two of its tables, with the production lobbies: who orders, who sits down, and
// what neither a bank nor a guest can slip in.
#include "tests/runtime/evening_lobby.h"

#include "proto/key_words.h"

namespace fairdeal::meet {
namespace {

TEST_F(EveningLobby, TwoWithChipsAreATableAndOthersComeLater) {
  EXPECT_NE(cannot_start().find("you need chips"), std::string::npos);
  from_host(*lobby->order(800, now));
  EXPECT_NE(cannot_start().find("two people with chips"), std::string::npos);
  sits(1);
  EXPECT_NE(cannot_start().find("two people with chips"), std::string::npos) << "no chips yet";
  orders(1, 500);
  EXPECT_EQ(news(1, What::ordered)->order->chips, 500);
  EXPECT_EQ(news(0, What::ordered)->key, id(1));
  EXPECT_TRUE(news(0, What::ready));
  start();
  ASSERT_TRUE(lobby->formed()) << refused[1];
  EXPECT_EQ(at_table(), (std::vector<std::string>{"Guest 1", "Hanna"}));
  EXPECT_TRUE(guests.at(1).formed());
  EXPECT_EQ(rules::Json::parse(formed().params)["stacks"], rules::Json({800, 500}));
  EXPECT_EQ(formed().evening->table, 1U);
  play();
  EXPECT_EQ(kept_by(0) + kept_by(1), 1300);
}

/// An evening of five tables: people go on without a word, one leaves, one comes, one buys again.
TEST_F(EveningLobby, PeopleComeAndGoAndTheChipsStayTheirs) {
  begin({1, 2});
  Chips bought = 1500, cashed = 0;
  for (int tables = 2; tables <= 6; ++tables) {
    SCOPED_TRACE(tables);
    if (kept_by(0) == 0) {
      from_host(*lobby->order(500, now));
      bought += 500;
    }
    for (const std::size_t i : {1U, 2U}) {
      if (i == 2 && tables == 3) continue;
      comes(i);
      ASSERT_TRUE(guests.contains(i)) << refused[i];
      EXPECT_EQ(guests.at(i).goes_on_as_seen(), tables != 4 || i != 2) << "it has missed a table";
      from_guest(i, guests.at(i).agree());
      if (kept_by(i) > 0) continue;
      orders(i, 600);
      bought += 600;
    }
    if (tables == 3) {
      comes(2);
      const Chips all = kept_by(2);
      if (all > 0) {
        from_guest(2, *guests.at(2).cash_out());
        EXPECT_EQ(news(2, What::ordered)->order->kind, Order::Kind::cash_out);
        cashed += all;
      }
      sits(3, 700);
      bought += 700;
    }
    if (tables == 4 && guests.at(2).orders().empty() && kept_by(2) == 0) {
      orders(2, 600);
      bought += 600;
    }
    start();
    ASSERT_TRUE(lobby->formed());
    play(tables % 2 == 0);
    Chips all = 0;
    for (const auto& account : last->terms.evening->accounts) all += account.kept;
    EXPECT_EQ(all, bought - cashed);
    EXPECT_EQ(last->terms.evening->table, static_cast<std::uint32_t>(tables + 1));
  }
}

TEST_F(EveningLobby, AnOrderThatMayNotBeIsRefusedInWordsAndTheGuestOrdersAgain) {
  from_host(*lobby->order(500, now));
  sits(1, 300);
  ASSERT_TRUE(guests.contains(1));
  EXPECT_NE(news(1, What::order_refused)
                ->why.find("your buy-in of 300 chips: a buy-in is from 400 to 1000"),
            std::string::npos)
      << news(1, What::order_refused)->why;
  orders(1, 600);
  EXPECT_EQ(news(1, What::ordered)->order->chips, 600);
  orders(1, 401);
  EXPECT_NE(news(1, What::order_refused)->why.find("nobody buys more"), std::string::npos);
  orders(1, 400);
  EXPECT_EQ(guests.at(1).orders().size(), 2U);
  orders(1, 1);
  EXPECT_TRUE(guests.contains(1)) << "the guest that sits is still here";
  start();
  ASSERT_TRUE(lobby->formed());
  EXPECT_EQ(rules::Json::parse(formed().params)["stacks"], rules::Json({500, 1000}));
}

/// The words of these reasons are the player's program's, in the language of its person.
TEST_F(EveningLobby, ARefusedOrderHasAReasonThatIsNoText) {
  using enum proto::OrderProblem;
  const auto refused_for = [&](std::size_t of) { return news(of, What::order_refused)->problem; };
  from_host(*lobby->order(300, now));
  EXPECT_EQ(refused_for(0), out_of_range) << "the bank's own order";
  from_host(*lobby->order(500, now));
  sits(1, 300);
  EXPECT_EQ(refused_for(1), out_of_range);
  orders(1, 600);
  orders(1, 1);
  orders(1, 1);
  EXPECT_EQ(guests.at(1).orders().size(), Bank::kOrdersOfOneMax);
  orders(1, 1);
  EXPECT_EQ(refused_for(1), too_often);
  const auto places = [&](std::uint32_t number, Order::Kind kind, Chips chips) {
    const Order order{id(2), number, kind, chips};
    const proto::Break at{lobby->gathering().terms.evening->id, {}};
    const auto said = say(
        *lobby, 2,
        encode(Message(proto::PlaceOrder{number, kind, chips, sign_order(at, order, keys[2])})));
    return said ? sent<proto::RefuseOrder>(*said, 2)->why : other;
  };
  sits(2);
  EXPECT_EQ(places(2, Order::Kind::buy_in, 500), wrong_number);
  EXPECT_EQ(places(1, Order::Kind::rebuy, 500), no_account);
  EXPECT_EQ(places(1, Order::Kind::cash_out, 500), not_all_chips);
  start();
  from_host(*lobby->order(100, now));
  EXPECT_EQ(refused_for(0), table_begins);
}

TEST_F(EveningLobby, ThePersonAtTheBankSaysYesToEachOrder) {
  open({.asks = true});
  from_host(*lobby->order(500, now));
  sits(1, 500);
  EXPECT_TRUE(guests.at(1).gathering()->asks);
  ASSERT_TRUE(news(0, What::asks_order));
  EXPECT_FALSE(news(1, What::ordered));
  EXPECT_TRUE(lobby->visits(id(1)));
  from_host(*lobby->answer(name_of(1), false, now));
  EXPECT_NE(news(1, What::order_refused)->why.find("said no"), std::string::npos);
  EXPECT_EQ(news(1, What::order_refused)->problem, proto::OrderProblem::bank_said_no);
  orders(1, 500);
  from_host(*lobby->answer(name_of(1), true, now));
  EXPECT_TRUE(news(1, What::ordered));
  EXPECT_TRUE(lobby->here(id(1)));
  EXPECT_FALSE(lobby->answer(name_of(1), true, now)) << "nothing waits";
  // The order is there twice: the yes to the first one makes the second one too large.
  orders(1, 400);
  auto again = *proto::decode_message(kept);
  EXPECT_TRUE(std::get<proto::Gathering>(again).asks) << "the disk has it";
  from_host(*lobby->answer(name_of(1), true, now));
  start();
  EXPECT_EQ(rules::Json::parse(formed().params)["stacks"], rules::Json({500, 900}));
}

/// A yes comes when the rules allow the order no more.
TEST_F(EveningLobby, ALateYesIsCheckedAgain) {
  open({.asks = true});
  from_host(*lobby->order(500, now));
  const auto placed = [&](std::uint32_t number, Order::Kind kind, Chips chips) {
    const Order order{id(1), number, kind, chips};
    const proto::Break at{lobby->gathering().terms.evening->id, {}};
    return encode(Message(proto::PlaceOrder{number, kind, chips, sign_order(at, order, keys[1])}));
  };
  sits(1, 1000);
  from_host(*lobby->answer(name_of(1), true, now));
  const auto more = say(*lobby, 1, placed(2, Order::Kind::top_up, 1));
  ASSERT_TRUE(more);
  EXPECT_TRUE(sent<proto::RefuseOrder>(*more, 1));
  EXPECT_FALSE(lobby->answer(name_of(1), true, now));
}

TEST_F(EveningLobby, ThePersonAtTheBankIsAskedOnceAndAnswersWhatIsShown) {
  open({.asks = true});
  from_host(*lobby->order(500, now));
  sits(1, 500);
  const Instant until = lobby->deadline();
  now = now + Duration{60'000};
  told.clear();
  const Order other{id(1), 1, Order::Kind::buy_in, 1000};
  const proto::Break at{lobby->gathering().terms.evening->id, {}};
  const auto second = say(*lobby, 1,
                          encode(Message(proto::PlaceOrder{1, other.kind, other.chips,
                                                           sign_order(at, other, keys[1])})));
  ASSERT_TRUE(second);
  EXPECT_TRUE(sent<proto::RefuseOrder>(*second, 1));
  EXPECT_TRUE(second->news.empty());
  EXPECT_EQ(lobby->deadline(), until);
  from_host(*lobby->answer(name_of(1), true, now));
  EXPECT_EQ(lobby->gathering().terms.evening->orders.back().order.chips, 500);
}

/// The bank's page would ask about such an order until the break is over.
TEST_F(EveningLobby, ThePersonAtTheBankHearsThatAnOrderNeedsNoAnswerAnyMore) {
  open({.asks = true});
  from_host(*lobby->order(500, now));
  sits(1, 500);
  goes(1);
  EXPECT_EQ(news(0, What::answered)->key, id(1));
  for (const std::size_t i : {2, 3}) {
    sits(i, 500);
    from_host(*lobby->answer(name_of(i), true, now));
  }
  orders(3, 400);
  told.clear();
  start();
  EXPECT_EQ(news(0, What::answered)->key, id(3)) << "the next table begins";
}

TEST_F(EveningLobby, AnOrderThatComesTwiceCountsOnce) {
  from_host(*lobby->order(500, now));
  sits(1);
  const auto order = *guests.at(1).order(500);
  from_guest(1, order);
  from_guest(1, order);
  EXPECT_FALSE(guests.at(1).order(0));
  EXPECT_EQ(guests.at(1).orders().size(), 1U);
  sits(2, 500);
  EXPECT_EQ(guests.at(2).orders().front().number, 1U) << "each counts its own";
  start();
  EXPECT_EQ(formed().evening->orders.size(), 3U);
}

TEST_F(EveningLobby, ALostLinkLosesNoOrder) {
  from_host(*lobby->order(500, now));
  sits(1, 500);
  goes(1);
  EXPECT_NE(cannot_start(), "");
  comes(1);
  EXPECT_EQ(guests.at(1).orders().size(), 1U);
  EXPECT_FALSE(guests.at(1).goes_on_as_seen()) << "this program has not ordered that";
  from_guest(1, guests.at(1).agree());
  start();
  ASSERT_TRUE(lobby->formed());
  EXPECT_EQ(rules::Json::parse(formed().params)["stacks"], rules::Json({500, 500}));
}

TEST_F(EveningLobby, AnOrderThatWasOnItsWayIsPlacedAgain) {
  from_host(*lobby->order(500, now));
  sits(1);
  held = true;
  orders(1, 500);
  frames.clear();  // the connection breaks
  held = false;
  from_host(lobby->on_down(id(1), now));
  from_guest(1, guests.at(1).on_up());
  EXPECT_EQ(guests.at(1).orders().size(), 1U);
  start();
  EXPECT_TRUE(lobby->formed());
}

TEST_F(EveningLobby, WhoCashedOutMayComeBackInTheSameBreak) {
  begin({1, 2});
  for (const std::size_t i : {1U, 2U}) sits(i);
  const Chips had = kept_by(2);
  from_guest(2, *guests.at(2).cash_out());
  EXPECT_TRUE(news(2, What::ordered));
  EXPECT_EQ(lobby->gathering().standing, std::vector{name_of(2)});
  goes(2);
  sits(2);
  start();
  ASSERT_TRUE(lobby->formed());
  EXPECT_EQ(at_table().size(), 3U);
  EXPECT_TRUE(formed().evening->orders.empty());
  const auto* account = state::account_of(formed().evening->accounts, id(2));
  EXPECT_EQ(account->kept, had);
}

TEST_F(EveningLobby, WhoCashesOutAndGoesIsInTheLedgerOfTheNextTable) {
  begin({1, 2});
  sits(1);
  sits(2, 0);
  const Chips had = kept_by(2);
  from_guest(2, *guests.at(2).cash_out());
  goes(2);
  start();
  ASSERT_TRUE(lobby->formed());
  play();
  const auto* account = state::account_of(last->terms.evening->accounts, id(2));
  EXPECT_EQ(account->cashed, had);
  EXPECT_EQ(account->kept, 0);
}

/// Strangers with the link come first to the break, and as many as they like.
TEST_F(EveningLobby, StrangersTakeNoSeatOfThePeopleOfTheEvening) {
  room = 3;
  open();
  begin({1, 2});
  for (std::size_t i = 10; i < 16; ++i) sits(i, 500);
  EXPECT_EQ(lobby->gathering().nicknames.size(), 3U);
  sits(2);
  sits(1);
  EXPECT_EQ(lobby->gathering().nicknames,
            (std::vector<std::string>{"Hanna", name_of(2), name_of(1)}));
  start();
  ASSERT_TRUE(lobby->formed());
  EXPECT_EQ(at_table(), (std::vector<std::string>{name_of(1), name_of(2), "Hanna"}));
  EXPECT_EQ(formed().evening->accounts.size(), 3U);
  EXPECT_TRUE(formed().evening->orders.empty()) << "a stranger who stands has no account";
}

TEST_F(EveningLobby, WhoHasAnAccountComesBeforeStrangersAndStandsWhereAllSeatsAreTaken) {
  room = 3;
  open();
  begin({1, 2});
  sits(1);
  sits(3, 500);  // guest 2 does not come
  start();
  play();
  for (std::size_t i = 10; i < 14; ++i) sits(i, 500);
  sits(2);
  EXPECT_EQ(lobby->gathering().nicknames.at(1), name_of(2)) << "before all strangers";
  sits(3);
  sits(1);
  EXPECT_EQ(lobby->gathering().nicknames,
            (std::vector<std::string>{"Hanna", name_of(3), name_of(1)}));
  EXPECT_TRUE(guests.contains(2)) << "nobody is thrown out of their own evening";
  EXPECT_EQ(lobby->gathering().standing.front(), name_of(10));
  from_guest(1, *guests.at(1).cash_out());
  EXPECT_EQ(lobby->gathering().nicknames.at(2), name_of(2));
}

/// A newcomer reads by the first name who invites them.
TEST_F(EveningLobby, TheHostIsNamedFirstWhateverTheSeatsOfTheNextTable) {
  begin({1, 2});
  sits(1);
  sits(2);
  held = true;
  from_host(*lobby->start(now));
  EXPECT_EQ(lobby->gathering().nicknames.front(), "Hanna");
  EXPECT_EQ(lobby->gathering().nicknames.size(), 3U);
}

TEST_F(EveningLobby, StrangersHoldNoPlaceForLong) {
  begin({1});
  for (std::size_t i = 10; i < 10 + HostLobby::kVisitorsMax; ++i) sits(i);
  comes(20);
  EXPECT_FALSE(guests.contains(20)) << "as many as can read the terms";
  comes(1);
  EXPECT_TRUE(guests.contains(1)) << "one of the evening always can";
  orders(10, 500);
  orders(11, 5);  // no order that fits
  now = now + HostLobby::kVisitMax;
  from_host(lobby->on_time(now));
  EXPECT_TRUE(lobby->here(id(10)));
  EXPECT_FALSE(lobby->visits(id(11)) || lobby->here(id(11)));
  EXPECT_TRUE(lobby->visits(id(1)));
  goes(10);
  EXPECT_EQ(lobby->gathering().nicknames, std::vector<std::string>{"Hanna"});
  EXPECT_TRUE(lobby->gathering().standing.empty());
}

TEST_F(EveningLobby, ThrowawayIdentitiesFillNeitherTheLedgerNorTheOrders) {
  from_host(*lobby->order(500, now));
  sits(1, 500);
  for (int round = 0; round < 100; ++round) {
    keys[20] = crypto::SigningKey::generate(rng);
    sits(20, 400);
    goes(20);
  }
  EXPECT_LE(lobby->gathering().terms.evening->orders.size(), Bank::kOrdersOfOthersMax);
  sits(2, 500);
  EXPECT_TRUE(lobby->here(id(2)));
  start();
  EXPECT_EQ(formed().evening->orders.size(), 3U);
  play();
  EXPECT_EQ(last->terms.evening->accounts.size(), 3U);
}

TEST_F(EveningLobby, NobodyTakesTheNameOfSomebodyOfTheEvening) {
  begin({1});
  comes(5, true, name_of(1));
  EXPECT_FALSE(guests.contains(5));
  EXPECT_NE(refused[5].find("called that"), std::string::npos);
}

TEST_F(EveningLobby, OneOfTwoNewcomersOfOneNameSitsDownAndTheOtherHearsWhy) {
  for (const bool asks : {false, true}) {
    open({.asks = asks});
    guests.clear();
    told.clear();
    refused.clear();
    from_host(*lobby->order(500, now));
    sits(1, 500);
    if (asks) from_host(*lobby->answer(name_of(1), true, now));
    for (const std::size_t i : {2U, 3U}) comes(i, true, "Twin");
    for (const std::size_t i : {2U, 3U}) from_guest(i, guests.at(i).agree());
    for (const std::size_t i : {2U, 3U}) orders(i, 500);
    if (asks)
      for (const std::size_t i : {2U, 3U})
        from_host(*lobby->answer(proto::key_words(id(i), proto::kKeyWordsToDecide), true, now));
    EXPECT_TRUE(lobby->here(id(2)));
    EXPECT_FALSE(lobby->here(id(3)));
    EXPECT_NE(news(3, What::order_refused)->why.find("called that"), std::string::npos);
    EXPECT_EQ(news(3, What::order_refused)->problem, proto::OrderProblem::name_taken);
    EXPECT_TRUE(guests.contains(1)) << refused[1];
  }
}

TEST_F(EveningLobby, ThoseWhoStayGoOnWhenTheBreakIsOver) {
  begin({1, 2}, true, {.starts_at = now + Duration{15'000}});
  sits(1);
  EXPECT_EQ(lobby->deadline(), now + Duration{15'000});
  now = lobby->deadline();
  from_host(lobby->on_time(now));
  ASSERT_TRUE(lobby->formed());
  EXPECT_EQ(at_table().size(), 2U);
}

TEST_F(EveningLobby, ABreakLastsWhileThePersonAtTheBankIsAskedAndAllSeeHowLong) {
  begin({1, 2}, true, {.asks = true, .starts_at = now + Duration{40'000}});
  sits(1);
  now = now + Duration{39'000};
  sits(3, 500);
  ASSERT_TRUE(news(0, What::asks_order));
  EXPECT_EQ(lobby->deadline(), now + HostLobby::kAskedWaits);
  EXPECT_EQ(guests.at(1).gathering()->break_left, HostLobby::kAskedWaits);
  now = now + Duration{30'000};
  from_host(lobby->on_time(now));
  from_host(*lobby->answer(name_of(3), true, now));
  EXPECT_TRUE(news(3, What::ordered));
  EXPECT_EQ(lobby->deadline(), now + HostLobby::kAnsweredWaits) << "and no longer than that";
  EXPECT_EQ(guests.at(1).gathering()->break_left, HostLobby::kAnsweredWaits);
  now = lobby->deadline();
  from_host(lobby->on_time(now));
  ASSERT_TRUE(lobby->formed());
  EXPECT_EQ(at_table().size(), 3U);
}

/// Nobody keeps the others from playing by orders that the bank's person does not answer.
TEST_F(EveningLobby, QuestionsHoldABreakForAWhileOnly) {
  begin({1, 2}, true, {.asks = true, .starts_at = now + Duration{40'000}});
  sits(1);
  const Instant latest = lobby->deadline() + HostLobby::kAskedMax;
  for (std::size_t newcomer = 3; newcomer < 15 && !lobby->formed(); ++newcomer) {
    sits(newcomer, 500);
    now = now + Duration{50'000};
    from_host(lobby->on_time(now));
    if (now < latest) {
      EXPECT_FALSE(lobby->formed());
    }
  }
  ASSERT_TRUE(lobby->formed());
  EXPECT_EQ(at_table(), (std::vector<std::string>{"Guest 1", "Hanna"}));
}

TEST_F(EveningLobby, AGuestWhoHasOrderedWaitsForTheBanksPersonAndIsNotTakenForOneWhoReads) {
  begin({1, 2}, true, {.asks = true, .starts_at = now + Duration{40'000}});
  sits(1);
  sits(3, 500);
  now = now + HostLobby::kVisitMax + Duration{30'000};
  from_host(lobby->on_time(now));
  EXPECT_FALSE(news(0, What::too_late));
}

/// The bank's person hears who went, and the break goes on as if nobody had asked.
TEST_F(EveningLobby, AGuestThatGoesWhileThePersonIsAskedHoldsTheBreakNoLonger) {
  begin({1, 2}, true, {.asks = true, .starts_at = now + Duration{40'000}});
  sits(1);
  now = now + Duration{5'000};
  sits(3, 500);
  EXPECT_EQ(guests.at(1).gathering()->break_left, HostLobby::kAskedWaits);
  now = now + Duration{5'000};
  goes(3);
  ASSERT_TRUE(news(0, What::gave_up));
  EXPECT_EQ(news(0, What::gave_up)->nickname, name_of(3));
  EXPECT_EQ(news(0, What::gave_up)->order->chips, 500);
  EXPECT_EQ(guests.at(1).gathering()->break_left, Duration{30'000}) << "all see how long";
  EXPECT_EQ(lobby->deadline(), now + Duration{30'000});
  EXPECT_FALSE(lobby->answer(name_of(3), true, now)) << "nothing is asked any more";
}

/// All have seen that the break lasts for a while, so the next table does not begin at once.
TEST_F(EveningLobby, ABreakThatIsHeldNoLongerLastsALittle) {
  begin({1, 2}, true, {.asks = true, .starts_at = now + Duration{40'000}});
  sits(1);
  now = now + Duration{39'000};
  sits(3, 500);
  now = now + Duration{5'000};
  goes(3);
  EXPECT_EQ(guests.at(1).gathering()->break_left, HostLobby::kBreakAgain);
  EXPECT_EQ(lobby->deadline(), now + HostLobby::kBreakAgain);
}

TEST_F(EveningLobby, ANoToAnOrderHoldsTheBreakNoLonger) {
  begin({1, 2}, true, {.asks = true, .starts_at = now + Duration{40'000}});
  sits(1);
  now = now + Duration{5'000};
  sits(3, 500);
  now = now + Duration{5'000};
  from_host(*lobby->answer(name_of(3), false, now));
  EXPECT_EQ(guests.at(1).gathering()->break_left, Duration{30'000});
}

TEST_F(EveningLobby, AGuestThatIsAskedAboutAndDeclinesIsNamed) {
  begin({1, 2}, true, {.asks = true, .starts_at = now + Duration{40'000}});
  sits(3, 500);
  const auto said = say(*lobby, 3, HostLobby::refusal(proto::Refusal::not_welcome, "no"));
  ASSERT_TRUE(said);
  from_host(*said);
  EXPECT_TRUE(news(0, What::gave_up));
  EXPECT_FALSE(news(0, What::declined));
}

/// Nobody keeps the others from playing by coming and going.
TEST_F(EveningLobby, GuestsThatAskAndGoHoldABreakForAWhileOnly) {
  begin({1, 2}, true, {.asks = true, .starts_at = now + Duration{40'000}});
  sits(1);
  const Instant latest = lobby->deadline() + HostLobby::kAskedMax;
  now = now + Duration{39'000};
  for (int times = 0; times < 100 && !lobby->formed(); ++times) {
    sits(3, 500);
    now = now + Duration{5'000};
    goes(3);
    from_host(lobby->on_time(now));
  }
  ASSERT_TRUE(lobby->formed());
  EXPECT_LE(now, latest + Duration{5'000});
}

/// The host sees for whom it may wait: the Gathering has those alone who sit or stand.
TEST_F(EveningLobby, AHostSeesWhoHasNotBoughtInYet) {
  using Newcomers = std::vector<Newcomer>;
  from_host(*lobby->order(500, now));
  comes(1);
  const Newcomers one{{id(1), name_of(1), false}};
  EXPECT_EQ(lobby->newcomers(), one) << "who reads the terms";
  from_guest(1, guests.at(1).agree());
  EXPECT_EQ(lobby->newcomers(), one) << "who has agreed to them";
  orders(1, 500);
  EXPECT_EQ(lobby->newcomers(), Newcomers());
  comes(2);
  goes(2);
  EXPECT_EQ(lobby->newcomers(), Newcomers());
  start();
  ASSERT_TRUE(lobby->formed());
  play();
  comes(1);
  EXPECT_EQ(lobby->newcomers(), (Newcomers{{id(1), name_of(1), true}}));
  from_guest(1, guests.at(1).agree());
  EXPECT_EQ(lobby->newcomers(), Newcomers());
}

TEST_F(EveningLobby, ABreakInWhichNobodyComesBackGoesOn) {
  begin({1}, true, {.starts_at = now + Duration{15'000}});
  for (int i = 0; i < 3; ++i) {
    now = lobby->deadline();
    from_host(lobby->on_time(now));
    EXPECT_EQ(lobby->deadline(), now + HostLobby::kBreakAgain);
  }
  sits(1);
  now = lobby->deadline();
  from_host(lobby->on_time(now));
  EXPECT_TRUE(lobby->formed());
}

TEST_F(EveningLobby, AnotherWhoComesDoesNotWithdrawTheTableThatIsSigned) {
  begin({1, 2});
  sits(1);
  held = true;
  from_host(*lobby->start(now));
  held = false;
  guests.emplace(3, GuestLobby(keys[3], id(0), name_of(3), 7, false, rng));
  const auto came = say(*lobby, 3, guests.at(3).on_up().outgoing[0].frame);
  ASSERT_TRUE(came);
  EXPECT_TRUE(sent<proto::Gathering>(*came, 3));
  EXPECT_FALSE(sent<proto::Gathering>(*came, 1));
  pass();
  EXPECT_TRUE(lobby->formed());
}

// ---- Liars, crashes, and guests who have not seen all

TEST_F(EveningLobby, AGuestSignsASecondTableOnlyIfItSaysThatTheFirstIsWithdrawn) {
  from_host(*lobby->order(500, now));
  sits(1, 500);
  sits(2, 500);
  held = true;
  from_host(*lobby->start(now));
  std::optional<proto::Propose> to_1;
  for (const auto& frame : frames) {
    const auto message = *proto::decode_message(frame.bytes);
    if (const auto* proposed = std::get_if<proto::Propose>(&message); proposed && frame.to == 1)
      to_1 = *proposed;
  }
  frames.clear();
  ASSERT_TRUE(to_1);
  auto signs = guests.at(1).on_frame(encode(Message(*to_1)));
  ASSERT_TRUE(signs);
  EXPECT_TRUE(sent<proto::Sign>(*signs, 0));
  const auto first = guests.at(1).memory()->terms.evening->withdrawn;
  ASSERT_EQ(first.size(), 1U);

  // The bank claims that it gathers again, and proposes a table that does not say so.
  ASSERT_TRUE(guests.at(1).on_frame(encode(Message(lobby->gathering()))));
  auto charter = *proto::decode_charter(to_1->charter);
  auto parts = to_1->parts;
  parts[0] = {std::byte{77}};
  charter.nonce = nonce_of(parts);
  const auto propose = [&] {
    return guests.at(1).on_frame(
        encode(Message(proto::Propose{proto::encode(charter), to_1->addresses, parts})));
  };
  const auto forked = propose();
  ASSERT_FALSE(forked);
  EXPECT_NE(forked.error().about.find("second table"), std::string::npos) << forked.error().about;
  charter.evening->withdrawn = first;
  const auto again = propose();
  ASSERT_TRUE(again) << describe(again.error());
  EXPECT_TRUE(sent<proto::Sign>(*again, 0));

  // Also if the program was started again meanwhile.
  memories[1] = *guests.at(1).memory();
  held = false;
  from_host(lobby->on_down(id(1), now));
  charter.evening->withdrawn.clear();
  comes(1);
  guests.at(1).agree();
  EXPECT_EQ(guests.at(1).memory()->terms.evening->withdrawn.size(), 2U);
}

TEST_F(EveningLobby, AGuestThatGoesWithdrawsTheTableAndTheOthersSignTheNext) {
  from_host(*lobby->order(500, now));
  for (const std::size_t i : {1U, 2U}) sits(i, 500);
  held = true;
  from_host(*lobby->start(now));
  std::erase_if(frames, [](const Frame& frame) { return frame.to == 2; });
  held = false;
  pass();
  EXPECT_FALSE(lobby->formed());
  goes(2);
  start();
  ASSERT_TRUE(lobby->formed()) << refused[1];
  EXPECT_EQ(formed().evening->withdrawn.size(), 1U);
  EXPECT_EQ(at_table().size(), 2U);
}

TEST_F(EveningLobby, WhoEndsTwoProposalsOfABreakStandsUntilTheNext) {
  from_host(*lobby->order(500, now));
  for (const std::size_t i : {1U, 2U}) sits(i, 500);
  for (int times = 0; times < HostLobby::kSpoiledMax; ++times) {
    held = true;
    from_host(*lobby->start(now));
    frames.clear();
    held = false;
    goes(2);
    goes(1);
    sits(1);
    sits(2);
  }
  EXPECT_EQ(lobby->gathering().standing, std::vector{name_of(2)});
  start();
  ASSERT_TRUE(lobby->formed()) << refused[1];
  EXPECT_EQ(at_table(), (std::vector<std::string>{"Guest 1", "Hanna"}));
}

TEST_F(EveningLobby, ABankThatRestartsKnowsItsOrdersAndWhatItHasProposed) {
  begin({1, 2}, true, {.asks = true});
  from_host(*lobby->order(1, now));
  sits(1, 1);
  from_host(*lobby->answer(name_of(1), true, now));
  EXPECT_TRUE(news(1, What::ordered));
  sits(2);
  held = true;
  from_host(*lobby->start(now));
  frames.clear();
  held = false;
  const auto disk = std::get<proto::Gathering>(*proto::decode_message(kept));
  EXPECT_TRUE(disk.asks);
  EXPECT_EQ(disk.terms.evening->withdrawn.size(), 1U);
  restarted = disk;
  guests.clear();
  open({.asks = disk.asks});
  sits(1);
  sits(2);
  start();
  ASSERT_TRUE(lobby->formed());
  EXPECT_EQ(formed().evening->orders.size(), 2U);
  EXPECT_EQ(formed().evening->withdrawn, disk.terms.evening->withdrawn);
}

TEST_F(EveningLobby, WhatABanksDiskHasOfAnotherBreakIsForgotten) {
  from_host(*lobby->order(500, now));
  sits(1, 500);
  const auto old = lobby->gathering().terms.evening->orders;
  start();
  play();
  restarted = proto::Gathering{last->terms, {}};
  restarted->terms.evening->orders = old;
  open();
  EXPECT_TRUE(lobby->gathering().terms.evening->orders.empty());
}

/// Somebody who stands signs the proposal, too, so that their signature lies ready for another one.
TEST_F(EveningLobby, WhoStandsSignsNothing) {
  from_host(*lobby->order(500, now));
  sits(1, 500);
  sits(2);  // without chips
  held = true;
  from_host(*lobby->start(now));
  std::optional<proto::Propose> proposal;
  for (const auto& frame : frames) {
    const auto message = *proto::decode_message(frame.bytes);
    if (const auto* proposed = std::get_if<proto::Propose>(&message)) proposal = *proposed;
  }
  ASSERT_TRUE(proposal);
  from_host(lobby->on_down(id(2), now));
  held = false;
  frames.clear();
  sits(3, 500);
  const auto signs =
      say(*lobby, 3, encode(Message(proto::Sign{proto::sign_charter(proposal->charter, keys[3])})));
  EXPECT_FALSE(signs);
}

/// The order of a break is no order of another one: a bank that withheld it cannot use it.
TEST_F(EveningLobby, AWithheldOrderIsWorthNothingInTheNextBreak) {
  begin({1, 2});
  sits(1);
  const auto placed = *sent<proto::PlaceOrder>(*guests.at(1).order(1), 0);
  start();
  ASSERT_TRUE(lobby->formed());
  play();
  sits(1);
  const auto late = say(*lobby, 1, encode(Message(placed)));
  ASSERT_TRUE(late);
  EXPECT_TRUE(sent<proto::RefuseOrder>(*late, 1)) << "an honest bank does not take it";
  auto lie = lobby->gathering();
  const Order order{id(1), placed.number, placed.kind, placed.chips};
  const proto::Break at{lie.terms.evening->id, lie.terms.continues};
  lie.terms.evening->orders = {{order, placed.player, sign_order(at, order, keys[0])}};
  const auto heard = guests.at(1).on_frame(encode(Message(lie)));
  ASSERT_FALSE(heard);
  EXPECT_NE(heard.error().about.find("has not given it"), std::string::npos);
}

TEST_F(EveningLobby, ABankUsesNoOrderThatItHasRefused) {
  begin({1});
  sits(1);
  const auto placed = *sent<proto::PlaceOrder>(*guests.at(1).order(1), 0);
  ASSERT_TRUE(guests.at(1).on_frame(encode(Message(proto::RefuseOrder{placed.number, "no"}))));
  auto lie = lobby->gathering();
  const Order order{id(1), placed.number, placed.kind, placed.chips};
  const proto::Break at{lie.terms.evening->id, lie.terms.continues};
  lie.terms.evening->orders = {{order, placed.player, sign_order(at, order, keys[0])}};
  EXPECT_FALSE(guests.at(1).on_frame(encode(Message(lie))));
}

TEST_F(EveningLobby, AGuestRefusesAccountsOtherThanItSaw) {
  begin({1, 2});
  auto& accounts = last->terms.evening->accounts;
  ++accounts[0].kept;
  --accounts[1].kept;
  open();
  comes(1);
  EXPECT_FALSE(guests.contains(1));
  EXPECT_NE(refused[1].find("the account of"), std::string::npos) << refused[1];
}

/// The losers of a table, and the bank, offer it anew.
TEST_F(EveningLobby, AGuestGoesBackToNoBreakBeforeTheOneThatItKnows) {
  begin({1, 2});
  const auto first_break = last;
  for (const std::size_t i : {1U, 2U}) sits(i);
  start();
  ASSERT_TRUE(lobby->formed());
  play();
  last = first_break;
  open();
  comes(1);
  EXPECT_FALSE(guests.contains(1));
  EXPECT_NE(refused[1].find("table 2 of this evening anew"), std::string::npos) << refused[1];

  // The break has the same table number, and follows another end of the table before.
  last->terms.continues = {{std::byte{9}}};
  memories[2] = {first_break->terms, {}};
  open();
  comes(2);
  EXPECT_FALSE(guests.contains(2));
}

TEST_F(EveningLobby, AGuestRefusesAHostThatIsNotTheBank) {
  auto lie = lobby->gathering();
  lie.terms.evening->bank = id(3);
  auto newcomer = guest(1);
  EXPECT_FALSE(newcomer.on_frame(encode(Message(lie))));
  Offer offer{.module = "holdem", .params = "{}", .seats = 3};
  offer.terms = [&](proto::Terms& terms) { terms.evening = lie.terms.evening; };
  offer.evening = BreakOffer{};
  EXPECT_FALSE(HostLobby::create(offer, keys[0], "Hanna", rng));
  offer.evening.reset();
  EXPECT_FALSE(HostLobby::create(offer, keys[3], "Hanna", rng));
}

TEST_F(EveningLobby, AGuestThatMissedATableIsAskedAndRemembersWhatItSawUntilItsPersonSaysYes) {
  begin({1, 2});
  const proto::Terms seen = memories[2].terms;
  sits(1);  // guest 2 is cut off
  start();
  play();
  comes(2);
  ASSERT_TRUE(guests.contains(2)) << refused[2];
  EXPECT_FALSE(guests.at(2).goes_on_as_seen());
  EXPECT_EQ(guests.at(2).memory()->terms, seen);
  EXPECT_EQ(guests.at(2).gathering()->terms.evening->table, seen.evening->table + 1);
  goes(2);
  comes(2);
  EXPECT_EQ(guests.at(2).memory()->terms, seen) << "nobody has confirmed another one";
  from_guest(2, guests.at(2).agree());
  EXPECT_EQ(guests.at(2).memory()->terms.evening->table, seen.evening->table + 1);
}

TEST_F(EveningLobby, AnEveningHasTheUsualQuorumAndRecovery) {
  const auto refused_with = [&](const std::function<void(proto::Terms&)>& change) {
    Offer offer{.module = "holdem", .params = "{}", .seats = 6};
    offer.terms = [&](proto::Terms& terms) {
      terms.evening = {.bank = id(0), .buy_in_min = 400, .buy_in_max = 1000, .room = 6};
      change(terms);
    };
    offer.evening = BreakOffer{};
    const auto made = HostLobby::create(offer, keys[0], "Hanna", rng);
    return made ? "" : made.error().about;
  };
  EXPECT_EQ(refused_with([](proto::Terms&) {}), "");
  EXPECT_NE(refused_with([](proto::Terms& t) { t.quorum = 6; }).find("quorum"), std::string::npos);
  EXPECT_NE(refused_with([](proto::Terms& t) { state::set_recovery(t, false); }).find("recovery"),
            std::string::npos);
}

TEST_F(EveningLobby, ABreakSaysHowLongItLastsOnceTwoWouldSitDown) {
  begin({1, 2}, true, {.opens = now, .starts_at = now + Duration{15'000}});
  EXPECT_FALSE(lobby->gathering().break_left) << "nobody is here yet";
  sits(1);
  EXPECT_EQ(guests.at(1).gathering()->break_left, Duration{15'000});
  now = now + Duration{4'000};
  sits(2);
  EXPECT_EQ(guests.at(1).gathering()->break_left, Duration{11'000});
  now = now + Duration{1'000};
  goes(2);
  EXPECT_EQ(guests.at(1).gathering()->break_left, Duration{10'000});
  const auto disk = *proto::decode_message(lobby->kept());
  EXPECT_FALSE(std::get<proto::Gathering>(disk).break_left) << "it begins anew after a restart";
}

TEST_F(EveningLobby, ABankWithoutChipsMayBuySomeAndTheEveningGoesOn) {
  host_loses_all({.opens = now, .starts_at = now + Duration{15'000}});
  const Instant ends = now + Duration{15'000} + HostLobby::kBankBuysMax;
  sits(1);
  sits(2);
  EXPECT_TRUE(state::is_bank_broke(*guests.at(1).gathering()->terms.evening));
  EXPECT_EQ(guests.at(1).gathering()->break_left, ends - now);
  EXPECT_NE(cannot_start().find("you need chips"), std::string::npos);
  EXPECT_EQ(lobby->deadline(), ends) << "no table begins meanwhile";
  now = now + Duration{20'000};
  from_host(*lobby->order(500, now));
  EXPECT_FALSE(state::is_bank_broke(*guests.at(1).gathering()->terms.evening));
  EXPECT_EQ(guests.at(1).gathering()->break_left, HostLobby::kBreakAgain);
  EXPECT_EQ(lobby->deadline(), now + HostLobby::kBreakAgain);
  now = lobby->deadline();
  from_host(lobby->on_time(now));
  ASSERT_TRUE(lobby->formed());
  EXPECT_EQ(at_table().size(), 3U);
}

TEST_F(EveningLobby, AnEveningWhoseBankBuysNoChipsEndsForAll) {
  host_loses_all({.opens = now, .starts_at = now + Duration{15'000}});
  sits(1);
  comes(2);
  told.clear();
  now = lobby->deadline();
  from_host(lobby->on_time(now));
  EXPECT_TRUE(news(0, What::bank_broke));
  EXPECT_EQ(refused[1], "the evening is over");
  EXPECT_EQ(refused[2], "the evening is over");
  EXPECT_TRUE(news(0, What::over));
  from_host(*lobby->order(500, now));
  EXPECT_EQ(news(0, What::order_refused)->problem, proto::OrderProblem::evening_over);
}

/// A bank that has no chips before the first table may take its time: nobody has played yet.
TEST_F(EveningLobby, ABankThatHasNotBoughtInYetIsNotBroke) {
  open({.opens = now, .starts_at = now + Duration{15'000}});
  sits(1, 500);
  now = lobby->deadline();
  from_host(lobby->on_time(now));
  EXPECT_FALSE(news(0, What::bank_broke));
  EXPECT_FALSE(state::is_bank_broke(*guests.at(1).gathering()->terms.evening));
  EXPECT_FALSE(lobby->gathering().break_left) << "the break waits for the bank";
}

TEST_F(EveningLobby, AllHearThatTheEveningIsOver) {
  begin({1, 2});
  sits(1);
  comes(2);
  told.clear();
  from_host(lobby->close(now));
  EXPECT_EQ(refused[1], "the evening is over");
  EXPECT_EQ(refused[2], "the evening is over");
  EXPECT_TRUE(news(0, What::over)) << "nobody is expected any more";
}

TEST_F(EveningLobby, WhoComesLateHearsThatTheEveningIsOver) {
  begin({1, 2});
  sits(1);
  from_host(lobby->close(now));
  EXPECT_FALSE(news(0, What::over));
  comes(2);
  EXPECT_EQ(refused[2], "the evening is over");
  EXPECT_TRUE(news(0, What::over));
  EXPECT_NE(cannot_start(), "");
}

TEST_F(EveningLobby, TheBankWaitsOnlyAWhileForThoseWhoDoNotCome) {
  begin({1, 2});
  from_host(lobby->close(now));
  EXPECT_FALSE(news(0, What::over));
  EXPECT_EQ(lobby->deadline(), now + HostLobby::kOverStays);
  now = lobby->deadline();
  from_host(lobby->on_time(now));
  EXPECT_TRUE(news(0, What::over));
}

}  // namespace
}  // namespace fairdeal::meet
