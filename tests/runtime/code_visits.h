#pragma once

#include <functional>
#include <set>

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "runtime/meet/code_guest.h"
#include "runtime/meet/code_host.h"

namespace fairdeal::meet {

using Bodies = std::vector<Bytes>;

/// The bodies that a relay delivers in place of the n-th body of a visit: 0 Hello, 1 Answer, 2
/// Proof, 3 Grant or Deny.
using Meddle = std::function<Bodies(std::size_t, const Bytes&)>;

inline Bodies honest(std::size_t, const Bytes& body) { return {body}; }

/// The outcome of a visit, at both ends.
struct VisitOutcome {
  std::optional<CodeGranted> granted{};
  std::optional<proto::CodeDeny::Why> denied{};
  std::optional<Error> failed{};
  std::size_t waits = 0;
  std::size_t proofs = 0;   ///< sent by the guest
  std::size_t asked = 0;    ///< of the host's person
  std::size_t guesses = 0;  ///< counted by the host
  std::vector<CodeHostEffects::Admitted> admitted{};
  std::vector<proto::Gone::Why> hung_up{};
  std::vector<CodeNews> news{};
  bool ask_each = false;
};

/// A host with a code, and a relay that may lie.
class CodeVisits : public testing::Test {
 protected:
  static constexpr const char* kCode = "7-guitar-igloo";

  CodeVisits() { show(kCode); }
  void show(const char* text) { take(host.show(code(text), now)); }
  static InviteCode code(const char* text) { return *InviteCode::parse(text); }

  proto::Ask ask(const std::string& nickname = "Ann") {
    proto::Ask ask{.nickname = nickname, .witness = true, .watch = false, .version = "1"};
    rng.fill(ask.key.bytes);
    return ask;
  }
  proto::Ticket ticket() {
    proto::Ticket ticket{.addresses = {"192.0.2.7:7777", "[2001:db8::7]:7777"}};
    rng.fill(ticket.pipe);
    rng.fill(ticket.key.bytes);
    return ticket;
  }

  /// Brings a guest's body to the host, and returns what the host says to it.
  Bodies to_host(CodeVisitId visit, const Bytes& body, VisitOutcome& outcome) {
    const bool first = visits_.insert(visit).second;
    CodeHostEffects effects =
        first ? host.on_visit(visit, 7, body, now) : host.on_body(visit, body, now);
    Bodies said = note(effects, visit, outcome);
    for (const auto& asks : effects.asks) {
      EXPECT_EQ(asks.visit, visit);
      CodeHostEffects answer = host.admit(visit, given, now);
      for (Bytes& body_of_answer : note(answer, visit, outcome))
        said.push_back(std::move(body_of_answer));
    }
    return said;
  }

  /// Brings a body to the guest, and returns what it says to it.
  static std::optional<Bytes> note(CodeGuestEffects effects, VisitOutcome& outcome) {
    if (effects.granted) outcome.granted = std::move(effects.granted);
    if (effects.denied) outcome.denied = effects.denied;
    if (effects.failed) outcome.failed = effects.failed;
    outcome.waits += effects.waits;
    if (effects.send) {
      const auto message = proto::decode_code(*effects.send);
      outcome.proofs += std::holds_alternative<proto::CodeProof>(*message);
    }
    return std::move(effects.send);
  }

  /// Lets a guest with the code it typed visit the host, through a relay that meddles.
  VisitOutcome visit(CodeGuest& guest, const InviteCode& typed, const Meddle& meddle = honest) {
    VisitOutcome outcome;
    const CodeVisitId id = ++last_visit_;
    auto begun = guest.begin(typed, now);
    if (!begun) {
      outcome.failed = begun.error();
      return outcome;
    }
    auto sent = note(*std::move(begun), outcome);
    for (std::size_t n = 0; sent; n += 2) {
      Bodies said;
      for (const Bytes& body : meddle(n, *sent))
        for (Bytes& answer : to_host(id, body, outcome)) said.push_back(std::move(answer));
      sent.reset();
      for (const Bytes& body : said)
        for (const Bytes& delivered : meddle(n + 1, body))
          if (auto next = note(guest.on_body(delivered), outcome)) sent = std::move(next);
    }
    return outcome;
  }
  VisitOutcome visit(const char* typed, const Meddle& meddle = honest) {
    CodeGuest guest(ask(), rng);
    return visit(guest, code(typed), meddle);
  }

  /// Expects that nobody is left, and nothing is due but the code's own end.
  void expect_nothing_is_open() {
    now = now + CodeHost::kVisitMax;
    take(host.on_time(now));
    EXPECT_TRUE(take(host.on_time(now)).hang_up.empty());
    if (host.code() != nullptr) take(host.withdraw(now));
    now = now + CodeHost::kRememberedFor;
    take(host.on_time(now));
    EXPECT_EQ(host.deadline(), never());
  }

  /// Notes news that come of no visit.
  CodeHostEffects take(CodeHostEffects effects) {
    for (const CodeNews& news : effects.news) all_news.push_back(news);
    return effects;
  }

  SeededRng rng{1};
  Instant now{1000};
  CodeHost host{rng};
  proto::Ticket given = ticket();
  std::vector<CodeNews> all_news;

 private:
  Bodies note(CodeHostEffects& effects, CodeVisitId visit, VisitOutcome& outcome) {
    Bodies said;
    for (const auto& say : effects.say)
      if (say.visit == visit) said.push_back(say.body);
    for (const auto& hung : effects.hang_up)
      if (hung.visit == visit) outcome.hung_up.push_back(hung.why);
    outcome.asked += effects.asks.size();
    for (auto& admitted : effects.admitted) outcome.admitted.push_back(std::move(admitted));
    for (const CodeNews& news : effects.news) {
      outcome.news.push_back(news);
      outcome.guesses += news.what == CodeNews::What::wrong_code;
    }
    outcome.ask_each = outcome.ask_each || effects.ask_each;
    return said;
  }

  std::set<CodeVisitId> visits_;
  CodeVisitId last_visit_ = 100;
};

}  // namespace fairdeal::meet
