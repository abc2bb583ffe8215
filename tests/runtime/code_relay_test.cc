// Visits by a spoken code through a relay that lies: it never gets anything of them, and each guess
// that it makes is counted.
#include "tests/runtime/code_visits.h"

namespace fairdeal::meet {
namespace {

using What = CodeNews::What;
using DenyWhy = proto::CodeDeny::Why;
using GoneWhy = proto::Gone::Why;

class CodeRelay : public CodeVisits {};

constexpr std::size_t kBodies = 4;

template <class Message>
std::optional<Message> decoded(const Bytes& body) {
  const auto message = proto::decode_code(body);
  const auto* wanted = message ? std::get_if<Message>(&*message) : nullptr;
  return wanted != nullptr ? std::optional(*wanted) : std::nullopt;
}
template <class Message>
Bytes encoded(const Message& message) {
  return proto::encode(proto::CodeMessage(message));
}

/// The bodies of an honest visit.
Bodies recorded(const std::function<VisitOutcome(const Meddle&)>& visit) {
  Bodies bodies;
  (void)visit([&](std::size_t, const Bytes& body) {
    bodies.push_back(body);
    return Bodies{body};
  });
  return bodies;
}

TEST_F(CodeRelay, ADroppedMessageIsNoGrantAndNoGuess) {
  for (std::size_t dropped = 0; dropped < kBodies; ++dropped) {
    show(kCode);
    CodeGuest guest(ask(), rng);
    const auto outcome = visit(guest, code(kCode), [&](std::size_t n, const Bytes& body) {
      return n == dropped ? Bodies{} : Bodies{body};
    });
    EXPECT_FALSE(outcome.granted) << dropped;
    EXPECT_EQ(outcome.guesses, 0u) << dropped;
    EXPECT_EQ(outcome.admitted.size(), dropped == 3 ? 1u : 0u);
    EXPECT_EQ(guest.deadline(), now + CodeGuest::kVisitMax);
    EXPECT_FALSE(guest.on_time(now).failed);
    EXPECT_TRUE(guest.on_time(guest.deadline()).failed);
    EXPECT_EQ(guest.deadline(), never());
    expect_nothing_is_open();
  }
}

TEST_F(CodeRelay, ADoubledMessageIsNoGuess) {
  for (std::size_t doubled = 0; doubled < kBodies; ++doubled) {
    show(kCode);
    const auto outcome = visit(kCode, [&](std::size_t n, const Bytes& body) {
      return Bodies(n == doubled ? 2 : 1, body);
    });
    EXPECT_EQ(outcome.guesses, 0u) << doubled;
    EXPECT_EQ(outcome.granted.has_value(), doubled >= 2) << doubled;
    EXPECT_LE(outcome.admitted.size(), 1u) << doubled;
    expect_nothing_is_open();
  }
}

/// Any message in place of any other of the same visit, or of a visit before it.
TEST_F(CodeRelay, AnotherMessageInItsPlaceIsNoGrant) {
  const auto before = recorded([&](const Meddle& meddle) { return visit(kCode, meddle); });
  ASSERT_EQ(before.size(), kBodies);
  for (std::size_t place = 0; place < kBodies; ++place)
    for (std::size_t other = 0; other < kBodies; ++other)
      for (const bool same_visit : {false, true}) {
        if (same_visit && other >= place) continue;
        show(kCode);
        Bodies bodies = before;
        const auto outcome = visit(kCode, [&](std::size_t n, const Bytes& body) {
          if (same_visit && n < place) bodies[n] = body;
          return Bodies{n == place ? bodies[other] : body};
        });
        EXPECT_FALSE(outcome.granted) << place << " " << other;
        // A Proof of the visit before, or one that was made of its Hello or Answer, is a guess.
        const bool guess = place == other && place < 3 && !same_visit;
        EXPECT_EQ(outcome.guesses, guess ? 1u : 0u) << place << " " << other << same_visit;
        EXPECT_EQ(outcome.admitted.size(), place == 3 ? 1u : 0u) << place << " " << other;
      }
}

TEST_F(CodeRelay, AnAlteredByteIsNoGrant) {
  const auto lengths = recorded([&](const Meddle& meddle) { return visit(kCode, meddle); });
  for (std::size_t altered = 0; altered < kBodies; ++altered) {
    for (std::size_t at = 0; at < lengths[altered].size(); ++at) {
      for (const std::byte change : {std::byte(1 << at % 8), std::byte{0xff}}) {
        show(kCode);
        bool wrong_tag = false;
        const auto outcome = visit(kCode, [&](std::size_t n, const Bytes& body) {
          if (n != altered) return Bodies{body};
          Bytes other = body;
          other[at] ^= change;
          const auto proof = decoded<proto::CodeProof>(other);
          wrong_tag = n == 2 && proof && proof->tag != decoded<proto::CodeProof>(body)->tag;
          return Bodies{other};
        });
        EXPECT_FALSE(outcome.granted) << altered << " at " << at;
        EXPECT_EQ(outcome.asked, altered == 3 ? 1u : 0u) << altered << " at " << at;
        // Whatever was altered before the Proof makes its tag wrong.
        const bool guess = altered < 2 ? outcome.proofs == 1 : wrong_tag;
        EXPECT_EQ(outcome.guesses, guess ? 1u : 0u) << altered << " at " << at;
        EXPECT_EQ(outcome.ask_each, guess);
      }
    }
  }
}

/// Two guests at once, and a relay that gives each what was meant for the other.
TEST_F(CodeRelay, TwoVisitsThatAreMixedUpAreNoGrant) {
  for (std::size_t mixed = 1; mixed < kBodies; ++mixed) {
    show(kCode);
    CodeGuest guests[] = {{ask("Ann"), rng}, {ask("Bob"), rng}};
    VisitOutcome outcomes[2];
    std::optional<Bytes> sent[2];
    for (std::size_t i = 0; i < 2; ++i)
      sent[i] = note(*guests[i].begin(code(kCode), now), outcomes[i]);
    for (std::size_t n = 0; sent[0] && sent[1]; n += 2) {
      Bodies said[2];
      if (n == mixed) std::swap(sent[0], sent[1]);
      for (std::size_t i = 0; i < 2; ++i)
        said[i] = to_host(1000 * (mixed + 1) + i, *sent[i], outcomes[i]);
      if (n + 1 == mixed) std::swap(said[0], said[1]);
      for (std::size_t i = 0; i < 2; ++i) {
        sent[i].reset();
        for (const Bytes& body : said[i])
          if (auto next = note(guests[i].on_body(body), outcomes[i])) sent[i] = std::move(next);
      }
    }
    for (const auto& outcome : outcomes) {
      EXPECT_FALSE(outcome.granted) << mixed;
      EXPECT_EQ(outcome.guesses, mixed < 3 ? 1u : 0u) << mixed;
    }
  }
}

TEST_F(CodeRelay, AGuestsOwnMessagesGiveItNothing) {
  CodeGuest guest(ask(), rng);
  VisitOutcome outcome;
  const auto hello = decoded<proto::CodeHello>(*note(*guest.begin(code(kCode), now), outcome));
  const auto proof = decoded<proto::CodeProof>(
      *note(guest.on_body(encoded(proto::CodeAnswer{hello->y})), outcome));
  ASSERT_TRUE(proof);
  note(guest.on_body(encoded(proto::CodeGrant{proof->tag, proof->encrypted})), outcome);
  EXPECT_FALSE(outcome.granted);
  EXPECT_EQ(outcome.failed->fault, Fault::bad_proof);
}

/// A relay that answers in the host's place and does not know the words.
TEST_F(CodeRelay, ARelayThatPlaysTheHostGetsTwoGuessesOfAGuest) {
  show("7-icepack-icepack");
  CodeGuest guest(ask(), rng);
  for (std::size_t guess = 1; guess <= CodeGuest::kUnansweredMax; ++guess) {
    const auto outcome = visit(guest, code(kCode), [&](std::size_t n, const Bytes& body) {
      return n == 3 && guess == 2 ? Bodies{} : Bodies{body};
    });
    EXPECT_FALSE(outcome.granted);
    EXPECT_EQ(outcome.proofs, 1u);
    guest.on_gone();
  }
  const auto third = visit(guest, code(kCode));
  EXPECT_EQ(third.proofs, 0u);
  ASSERT_TRUE(third.failed);
  EXPECT_EQ(third.failed->fault, Fault::not_wanted);
  EXPECT_TRUE(guest.begin(code("8-guitar-igloo"), now)) << "another code may be tried";
}

TEST_F(CodeRelay, AGrantShowsThatNobodyElseReadTheProofs) {
  CodeGuest guest(ask(), rng);
  for (int i = 0; i < 3; ++i) {
    EXPECT_FALSE(visit(guest, code("7-guitar-icepack")).granted);
    show(kCode);
    EXPECT_TRUE(visit(guest, code(kCode)).granted) << i;
  }
}

TEST_F(CodeRelay, APointThatIsNoneEndsTheVisitAndIsNoGuess) {
  ByteArray<32> no_points[] = {{}, {}};
  no_points[1].fill(std::byte{0xff});
  for (const auto& y : no_points) {
    const auto at_host = visit(kCode, [&](std::size_t n, const Bytes& body) {
      if (n != 0) return Bodies{body};
      auto hello = *decoded<proto::CodeHello>(body);
      hello.y = y;
      return Bodies{encoded(hello)};
    });
    EXPECT_EQ(at_host.hung_up, std::vector{GoneWhy::no_place});
    EXPECT_EQ(at_host.proofs + at_host.guesses, 0u);
    const auto at_guest = visit(kCode, [&](std::size_t n, const Bytes& body) {
      return Bodies{n == 1 ? encoded(proto::CodeAnswer{y}) : body};
    });
    ASSERT_TRUE(at_guest.failed);
    EXPECT_EQ(at_guest.failed->fault, Fault::not_canonical);
    EXPECT_EQ(at_guest.proofs + at_guest.guesses, 0u);
  }
}

TEST_F(CodeRelay, AnotherVersionIsAnsweredAsANumberThatNobodyHolds) {
  const auto outcome = visit(kCode, [&](std::size_t n, const Bytes& body) {
    if (n != 0) return Bodies{body};
    auto hello = *decoded<proto::CodeHello>(body);
    hello.version = 2;
    return Bodies{encoded(hello)};
  });
  EXPECT_EQ(outcome.hung_up, std::vector{GoneWhy::no_place});
  EXPECT_EQ(outcome.proofs, 0u);
}

TEST_F(CodeRelay, ADenialThatTheHostDidNotMakeIsNoWorseThanSilence) {
  for (const DenyWhy why : {DenyWhy::wrong_code, DenyWhy::full, DenyWhy::not_welcome,
                            DenyWhy::expired, DenyWhy::wait}) {
    for (const std::size_t place : {1u, 3u}) {
      show(kCode);
      const auto outcome = visit(kCode, [&](std::size_t n, const Bytes& body) {
        return Bodies{n == place ? encoded(proto::CodeDeny{why}) : body};
      });
      EXPECT_FALSE(outcome.granted);
      EXPECT_EQ(outcome.guesses, 0u);
      if (why == DenyWhy::wait) {
        EXPECT_EQ(outcome.failed.has_value(), place == 1) << "nobody waits before the Proof";
      } else {
        EXPECT_EQ(outcome.denied, why);
      }
    }
  }
}

}  // namespace
}  // namespace fairdeal::meet
