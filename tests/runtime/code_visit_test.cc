// Visits by a spoken code: what the host grants, counts and forgets.
#include "crypto/keyed_hash.h"
#include "tests/runtime/code_visits.h"

namespace fairdeal::meet {
namespace {

using What = CodeNews::What;
using DenyWhy = proto::CodeDeny::Why;
using GoneWhy = proto::Gone::Why;

class CodeVisit : public CodeVisits {
 protected:
  /// Begins a visit, and brings it to where the host asks its person.
  CodeVisitId asks(CodeGuest& guest) {
    const CodeVisitId id = ++last_;
    const auto answer = host.on_visit(id, 7, *guest.begin(code(kCode), now)->send, now);
    const auto proof = guest.on_body(answer.say.at(0).body).send;
    EXPECT_EQ(host.on_body(id, *proof, now).asks.size(), 1u);
    return id;
  }
  static std::vector<What> kinds(const std::vector<CodeNews>& news) {
    std::vector<What> kinds;
    for (const CodeNews& one : news) kinds.push_back(one.what);
    return kinds;
  }

 private:
  CodeVisitId last_ = 10'000;
};

TEST_F(CodeVisit, WhoKnowsTheWordsIsAdmitted) {
  const proto::Ask asked = ask();
  CodeGuest guest(asked, rng);
  const auto outcome = visit(guest, code("7 GUI igl"));
  ASSERT_TRUE(outcome.granted);
  EXPECT_EQ(outcome.granted->ticket, given);
  ASSERT_EQ(outcome.admitted.size(), 1u);
  EXPECT_EQ(outcome.admitted[0].ask, asked);
  EXPECT_EQ(outcome.admitted[0].pipe, given.pipe);
  EXPECT_EQ(outcome.admitted[0].until, now + Duration{600'000});
  EXPECT_EQ(outcome.admitted[0].pair.expose(), outcome.granted->pair.expose());
  EXPECT_EQ(outcome.hung_up, std::vector{GoneWhy::left});
  EXPECT_TRUE(outcome.news.empty());
  EXPECT_FALSE(outcome.ask_each);
  expect_nothing_is_open();
}

/// The bytes of the protocol, written out once more from its description.
TEST_F(CodeVisit, TheKeysAreTheHashesThatTheProtocolNames) {
  const CodeSession session{std::byte{5}};
  CodeExchange guest(CodeExchange::Role::initiator, code(kCode), session, rng);
  const auto channel = crypto::lv_cat({as_bytes("fairdeal/code/1"), as_bytes("7")});
  crypto::CpaceParty host_party(crypto::CpaceParty::Role::responder,
                                {as_bytes("guitar-igloo"), channel.expose(), session}, rng);
  const auto Ya = guest.share(), Yb = host_party.share();
  const auto keys = *std::move(guest).finish(Yb);
  const auto isk = *std::move(host_party).finish(Ya, as_bytes("joiner"), as_bytes("host"));
  const auto derived = [&](const char* domain) { return crypto::hash(domain, isk.expose()); };
  Bytes said;
  for (const ByteSpan part : {ByteSpan(session), ByteSpan(Ya), ByteSpan(Yb)})
    said.insert(said.end(), part.begin(), part.end());
  EXPECT_EQ(keys.guest_tag.expose(), crypto::keyed_hash(derived("code/confirm-a"), said));
  EXPECT_EQ(keys.host_tag.expose(), crypto::keyed_hash(derived("code/confirm-b"), said));
  EXPECT_EQ(keys.guest_key.expose(), derived("code/seal-a"));
  EXPECT_EQ(keys.host_key.expose(), derived("code/seal-b"));
  EXPECT_EQ(keys.pair.expose(), derived("code/pair"));
}

TEST_F(CodeVisit, OneCodeServesManyGuests) {
  std::set<crypto::Digest> pairs;
  for (int i = 0; i < 9; ++i) {
    given = ticket();
    const auto outcome = visit(kCode);
    ASSERT_TRUE(outcome.granted);
    EXPECT_EQ(outcome.granted->ticket, given);
    EXPECT_TRUE(pairs.insert(outcome.granted->pair.expose()).second);
  }
}

TEST_F(CodeVisit, AnyOtherWordsAreWrong) {
  for (const char* typed : {"7-igloo-guitar", "7-guitar-icepack", "7-guitar-igloo-icepack"}) {
    show(kCode);
    const auto outcome = visit(typed);
    EXPECT_EQ(outcome.denied, DenyWhy::wrong_code) << typed;
    EXPECT_EQ(outcome.guesses, 1u);
    EXPECT_EQ(outcome.asked, 0u);
    EXPECT_TRUE(outcome.ask_each);
  }
}

/// The number is part of the channel: a guest that a relay brings to another host is no guest
/// there.
TEST_F(CodeVisit, AnotherNumberIsAnotherCode) {
  EXPECT_EQ(visit("8-guitar-igloo").denied, DenyWhy::wrong_code) << "the relay says it is 7";
}

TEST_F(CodeVisit, ThreeWrongGuessesBurnTheCode) {
  for (std::size_t guess = 1; guess <= 3; ++guess) {
    ASSERT_NE(host.code(), nullptr);
    const auto outcome = visit("7-guitar-icepack");
    EXPECT_EQ(outcome.denied, DenyWhy::wrong_code);
    ASSERT_FALSE(outcome.news.empty());
    EXPECT_EQ(outcome.news[0].count, guess);
    EXPECT_EQ(outcome.news[0].nameplate, 7u);
    EXPECT_EQ(outcome.news.size(), guess == 3 ? 2u : 1u);
  }
  EXPECT_EQ(host.code(), nullptr);
  const auto right = visit(kCode);
  EXPECT_FALSE(right.granted);
  EXPECT_EQ(right.denied, DenyWhy::expired);
  show("7-icepack-icepack");
  EXPECT_TRUE(visit("7-icepack-icepack").granted) << "a new code with the same number";
}

TEST_F(CodeVisit, AfterThreeBurnedCodesALinkIsBetter) {
  for (std::size_t burned = 1; burned <= 3; ++burned) {
    show(kCode);
    std::vector<CodeNews> news;
    for (int guess = 0; guess < 3; ++guess) news = visit("7-guitar-icepack").news;
    EXPECT_EQ(news.back().what, burned == 3 ? What::send_link : What::burned);
    EXPECT_EQ(host.stopped(), burned == 3);
  }
  host.begin_anew();
  EXPECT_FALSE(host.stopped()) << "the person wants another code";
}

TEST_F(CodeVisit, GuessesOfVisitsAtOnceAreCountedAlike) {
  std::vector<CodeGuest> guessers;
  for (int i = 0; i < 4; ++i) guessers.emplace_back(ask(), rng);
  Bodies proofs;
  for (std::size_t i = 0; i < 4; ++i) {
    const auto hello = guessers[i].begin(code("7-guitar-icepack"), now)->send;
    const auto answer = host.on_visit(i, 7, *hello, now);
    proofs.push_back(*guessers[i].on_body(answer.say.at(0).body).send);
  }
  for (std::size_t i = 0; i < 3; ++i) take(host.on_body(i, proofs[i], now));
  EXPECT_EQ(kinds(all_news),
            (std::vector{What::wrong_code, What::wrong_code, What::wrong_code, What::burned}));
  const auto fourth = host.on_body(3, proofs[3], now);
  EXPECT_TRUE(fourth.say.empty() && fourth.news.empty()) << "the code is gone, and so is its visit";
}

TEST_F(CodeVisit, WhoProvedTheWordsIsNotSentAwayWithTheCode) {
  CodeGuest guest(ask(), rng), unproved(ask(), rng);
  const CodeVisitId id = asks(guest);
  const auto hello = unproved.begin(code(kCode), now)->send;
  const auto answer = host.on_visit(1, 7, *hello, now);
  const auto withdrawn = host.withdraw(now);
  ASSERT_EQ(withdrawn.say.size(), 1u);
  EXPECT_EQ(withdrawn.say[0].visit, 1u);
  EXPECT_EQ(unproved.on_body(withdrawn.say[0].body).denied, DenyWhy::expired);
  EXPECT_TRUE(guest.on_body(host.admit(id, given, now).say.at(0).body).granted);
}

TEST_F(CodeVisit, A84_AVisitThatProvedNothingGivesWayWhenThereAreTooMany) {
  CodeGuest proved(ask(), rng);
  const CodeVisitId first = asks(proved);
  CodeGuest guest(ask(), rng);
  const Bytes hello = *guest.begin(code(kCode), now)->send;
  for (std::size_t i = 0; i < CodeHost::kVisitsMax; ++i) {
    const auto effects = host.on_visit(100 + i, 7, hello, now);
    EXPECT_EQ(effects.say.size(), 1u);
    const bool last = i + 1 == CodeHost::kVisitsMax;
    ASSERT_EQ(effects.hang_up.size(), last ? 1u : 0u);
    if (!last) continue;
    EXPECT_EQ(effects.hang_up[0].visit, 100u) << "the oldest";
    EXPECT_EQ(effects.hang_up[0].why, GoneWhy::too_many);
  }
  EXPECT_FALSE(host.admit(first, given, now).admitted.empty());
}

TEST_F(CodeVisit, A84_AVisitThatProvesNothingLastsFiveSeconds) {
  CodeGuest guest(ask(), rng);
  host.on_visit(1, 7, *guest.begin(code(kCode), now)->send, now);
  EXPECT_EQ(host.deadline(), now + Duration{5'000});
  now = now + Duration{5'000};
  EXPECT_EQ(host.on_time(now).hang_up.at(0).why, GoneWhy::time);
}

TEST_F(CodeVisit, A84_TheHostIsToldOnceThatSomebodyKeepsTheCodeBusy) {
  std::vector<What> told;
  const auto comes_in_vain = [&](CodeVisitId id, bool hangs_up) {
    CodeGuest guest(ask(), rng);
    host.on_visit(id, 7, *guest.begin(code(kCode), now)->send, now);
    if (!hangs_up) now = now + Duration{5'000};
    for (const auto& news : hangs_up ? host.on_gone(id, now).news : host.on_time(now).news)
      told.push_back(news.what);
  };
  for (CodeVisitId id = 0; id < 7; ++id) {
    comes_in_vain(id, true);
    now = now + Duration{100};
  }
  EXPECT_TRUE(told.empty());
  now = now + Duration{20'000};
  comes_in_vain(7, true);
  EXPECT_TRUE(told.empty()) << "those before were long ago";
  for (CodeVisitId id = 8; id < 40; ++id) comes_in_vain(id, true);
  EXPECT_EQ(told, std::vector{What::busy});
  EXPECT_TRUE(visit(kCode).granted) << "the code serves as before";
  show(kCode);
  for (CodeVisitId id = 40; id < 60; ++id) comes_in_vain(id, false);
  EXPECT_EQ(told.size(), 1u) << "they are slow";
}

TEST_F(CodeVisit, AVisitThatIsProvedLastsAMinute) {
  CodeGuest guest(ask(), rng);
  const CodeVisitId id = asks(guest);
  EXPECT_EQ(host.deadline(), now + Duration{60'000});
  now = now + Duration{59'999};
  EXPECT_TRUE(host.on_time(now).hang_up.empty());
  now = now + Duration{1};
  const auto late = host.on_time(now);
  ASSERT_EQ(late.hang_up.size(), 1u);
  EXPECT_EQ(late.hang_up[0].visit, id);
  EXPECT_EQ(late.hang_up[0].why, GoneWhy::time);
  const auto too_late = host.admit(id, given, now);
  EXPECT_TRUE(too_late.say.empty() && too_late.admitted.empty());
}

TEST_F(CodeVisit, ThePersonMayLetAGuestWait) {
  CodeGuest guest(ask(), rng);
  const CodeVisitId id = asks(guest);
  std::size_t told = 0;
  for (int i = 0; i < 10; ++i)
    for (const auto& say : host.deny(id, DenyWhy::wait).say) {
      EXPECT_TRUE(guest.on_body(say.body).waits);
      ++told;
    }
  EXPECT_EQ(told + 4, proto::kVisitMessagesMax) << "with Hello, Answer, Proof and Grant";
  EXPECT_TRUE(guest.on_body(host.admit(id, given, now).say.at(0).body).granted);
}

TEST_F(CodeVisit, ThePersonMaySayNo) {
  for (const DenyWhy why : {DenyWhy::full, DenyWhy::not_welcome}) {
    CodeGuest guest(ask(), rng);
    const CodeVisitId id = asks(guest);
    const auto effects = host.deny(id, why);
    EXPECT_EQ(guest.on_body(effects.say.at(0).body).denied, why);
    EXPECT_EQ(effects.hang_up.at(0).why, GoneWhy::left);
    EXPECT_TRUE(host.admit(id, given, now).admitted.empty());
  }
}

TEST_F(CodeVisit, NobodyIsAdmittedWhoHasGoneOrProvedNothing) {
  CodeGuest gone(ask(), rng), unproved(ask(), rng);
  const CodeVisitId id = asks(gone);
  host.on_gone(id, now);
  const auto hello = unproved.begin(code(kCode), now)->send;
  EXPECT_EQ(host.on_visit(1, 7, *hello, now).say.size(), 1u);
  for (const CodeVisitId visit : {id, CodeVisitId{1}, CodeVisitId{2}}) {
    EXPECT_TRUE(host.admit(visit, given, now).admitted.empty());
    EXPECT_TRUE(host.deny(visit, DenyWhy::full).say.empty());
  }
}

TEST_F(CodeVisit, ACodeExpiresAndIsRememberedForAnHour) {
  const Instant end = now + Duration{20 * 60'000};
  EXPECT_EQ(host.deadline(), end);
  now = Instant{end.ms - 1};
  EXPECT_TRUE(visit(kCode).granted);
  now = end;
  EXPECT_EQ(kinds(take(host.on_time(now)).news), std::vector{What::expired});
  EXPECT_EQ(host.code(), nullptr);
  EXPECT_EQ(visit(kCode).denied, DenyWhy::expired);
  EXPECT_EQ(host.deadline(), end + Duration{3'600'000});
  now = Instant{host.deadline().ms - 1};
  EXPECT_EQ(visit(kCode).denied, DenyWhy::expired);
  now = host.deadline();
  const auto forgotten = visit(kCode);
  EXPECT_FALSE(forgotten.denied);
  EXPECT_EQ(forgotten.hung_up, std::vector{GoneWhy::no_place});
  EXPECT_EQ(host.deadline(), never());
}

/// Input that comes before on_time() finds no code whose time is over.
TEST_F(CodeVisit, ACodeIsNotServedPastItsTime) {
  CodeGuest guest(ask(), rng);
  const auto hello = guest.begin(code(kCode), now)->send;
  now = Instant{host.deadline().ms - 1};
  const auto proof = guest.on_body(host.on_visit(1, 7, *hello, now).say.at(0).body).send;
  now = now + Duration{1};
  const auto effects = host.on_body(1, *proof, now);
  EXPECT_TRUE(effects.asks.empty());
  EXPECT_EQ(kinds(effects.news), std::vector{What::expired});
  EXPECT_EQ(guest.on_body(effects.say.at(0).body).denied, DenyWhy::expired);
}

TEST_F(CodeVisit, OnlySoManyOldNumbersAreRemembered) {
  for (std::uint32_t number = 100; number < 100 + CodeHost::kRememberedMax + 2; ++number)
    take(host.show(InviteCode::draw(number, 2, rng), now));
  CodeGuest guest(ask(), rng);
  const Bytes hello = *guest.begin(code(kCode), now)->send;
  const auto why = [&](std::uint32_t number) {
    return host.on_visit(1, number, hello, now).hang_up.at(0).why;
  };
  EXPECT_EQ(why(100), GoneWhy::no_place);
  EXPECT_EQ(why(101), GoneWhy::left) << "with the word that it has expired";
  EXPECT_EQ(why(7), GoneWhy::no_place);
}

}  // namespace
}  // namespace fairdeal::meet
