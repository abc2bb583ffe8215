#pragma once

#include <optional>
#include <variant>

#include "base/time.h"
#include "proto/reach.h"
#include "runtime/meet/code_exchange.h"

namespace fairdeal::meet {

/// A visit of a guest that has a spoken code, at the host that gave it: a few short messages
/// through a relay, or over a connection in the LAN (docs/network.md, The visit). Whoever carries
/// them learns no key, and can stop the visit but not take part in it, unless it guesses the words.
///
///   guest            host
///   Hello      ->                sid, Ya
///              <-    Answer      Yb
///   Proof      ->                a tag, and the guest's Ask, encrypted
///              <-    Deny wait   at most a few times, while the host's person is being asked
///              <-    Grant       a tag, and the host's Ticket, encrypted; or Deny: not so
///
/// The guest proves first that it knows the words. So a visitor that does not know them learns
/// nothing by which it could test a guess, and one that tests a guess has shown it to the host.

/// The answer of a host to a guest that knows the words.
struct CodeGranted {
  proto::Ticket ticket;
  SecretDigest pair;  ///< CodeKeys::pair, which the host has, too
};

/// The work of the caller after an input to a CodeGuest. At most one of the last three is set; then
/// the visit is over.
struct CodeGuestEffects {
  std::optional<Bytes> send{};  ///< a body to send in the visit
  bool waits = false;           ///< the host's person is being asked
  std::optional<CodeGranted> granted{};
  std::optional<proto::CodeDeny::Why> denied{};
  std::optional<Error> failed{};
};

/// The guest's side of visits, one after another: a person who mistyped a word tries again.
class CodeGuest {
 public:
  /// A relay that plays the host can test one guess by each Proof that it receives. So a guest
  /// sends only so many with one code, unless a Grant shows that the host received them.
  static constexpr std::size_t kUnansweredMax = 2;
  static constexpr Duration kVisitMax{60'000};

  CodeGuest(proto::Ask ask, Rng& rng) : ask_(std::move(ask)), rng_(&rng) {}

  /// Begins a visit at the code's nameplate with a Hello; a visit before it is over then. Errors:
  /// not_wanted (too many visits with this code came to nothing: the host has to make another).
  Result<CodeGuestEffects> begin(const InviteCode& code, Instant now);
  /// Takes in a body that came in the visit. It may be of anybody's making.
  CodeGuestEffects on_body(ByteSpan body);
  /// Forgets a visit that the relay or the host has ended.
  void on_gone() { state_ = Idle{}; }
  /// Gives the visit up once `now` has reached deadline().
  CodeGuestEffects on_time(Instant now);
  Instant deadline() const { return idle() ? never() : until_; }

 private:
  struct Idle {};
  struct Greeting {  ///< the Hello is sent
    CodeExchange exchange;
  };
  struct Proving {  ///< the Proof is sent
    CodeKeys keys;
  };

  bool idle() const { return std::holds_alternative<Idle>(state_); }
  CodeGuestEffects on(const proto::CodeAnswer& answer);
  CodeGuestEffects on(const proto::CodeGrant& grant);
  CodeGuestEffects on(const proto::CodeDeny& deny);
  /// Ends the visit for a message that only the guest sends.
  CodeGuestEffects out_of_place();
  CodeGuestEffects end(Error error);

  proto::Ask ask_;
  Rng* rng_;
  std::variant<Idle, Greeting, Proving> state_;
  Instant until_ = never();
  std::uint32_t nameplate_ = 0;  ///< of the last visit
  std::size_t unanswered_ = 0;   ///< Proofs to that nameplate that no Grant answered
};

}  // namespace fairdeal::meet
