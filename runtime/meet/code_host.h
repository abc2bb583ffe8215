#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "base/time.h"
#include "proto/reach.h"
#include "runtime/meet/code_exchange.h"

namespace fairdeal::meet {

/// The number that a relay gives to a visit, or the caller to one over a connection in the LAN.
using CodeVisitId = std::uint64_t;

/// One piece of news for the person at the host.
struct CodeNews {
  enum class What {
    wrong_code,  ///< somebody tried a wrong code; `count` guesses were made so far
    burned,      ///< as many guesses as are allowed were made: another code is needed
    send_link,   ///< burned, as so many codes were before: no other follows unless show() is asked
    busy,        ///< somebody visits the code again and again without trying words
    expired,     ///< the code's time is over: another one is needed
  };
  What what;
  std::uint32_t nameplate = 0;
  std::size_t count = 0;
};

/// The work of the caller after an input to a CodeHost: say first, then hang up.
struct CodeHostEffects {
  struct Said {
    CodeVisitId visit;
    Bytes body;
  };
  struct HungUp {
    CodeVisitId visit;
    proto::Gone::Why why;
  };
  struct Asked {
    CodeVisitId visit;
    proto::Ask ask;
  };
  /// A guest may sit down without more ado until then, if it comes with this key.
  struct Admitted {
    proto::Ask ask;
    proto::PipeToken pipe;
    Instant until;
    SecretDigest pair;  ///< CodeKeys::pair, which the guest has, too
  };
  std::vector<Said> say{};
  std::vector<HungUp> hang_up{};
  std::vector<Asked> asks{};  ///< to be answered by admit() or deny()
  std::vector<Admitted> admitted{};
  std::vector<CodeNews> news{};
  bool ask_each = false;  ///< somebody guesses: from now on the host's person decides about each
};

/// The host's side of visits by a spoken code; code_guest.h draws a visit. It has at most one code,
/// which serves any number of guests until its time is over, it is withdrawn or it is burned.
///
/// Each Proof with a wrong tag is one guess: an attacker who makes kGuessesMax guesses at a code of
/// two words has found it with a chance of 3 / 2^20. Anybody can burn codes by wrong guesses, and
/// gains nothing by it.
class CodeHost {
 public:
  static constexpr std::size_t kGuessesMax = 3;  ///< then the code is burned
  static constexpr std::size_t kBurnedMax = 3;   ///< codes; then a link should be sent instead
  static constexpr Duration kLifetime{20LL * 60'000};
  static constexpr Duration kUnprovedMax{
      5'000};  ///< until a guest has shown that it knows the words
  static constexpr Duration kVisitMax{60'000};
  static constexpr std::size_t kVisitsMax = 1024;  ///< at once
  /// So many visits without a guess within that time are no friends who mistype.
  static constexpr std::size_t kBusyVisits = 8;
  static constexpr Duration kBusyWithin{20'000};
  static constexpr Duration kAdmittedFor{10LL * 60'000};
  /// How long a used-up nameplate is remembered, to tell late guests that they have the right one,
  /// and how many.
  static constexpr Duration kRememberedFor{60LL * 60'000};
  static constexpr std::size_t kRememberedMax = 16;
  /// How often a guest may be told to wait: a visit has so many messages beside the others.
  static constexpr std::size_t kWaitsMax = proto::kVisitMessagesMax - 4;

  explicit CodeHost(Rng& rng) : rng_(&rng) {}

  /// Takes a new code in place of the one before, which is valid no more. After a send_link the
  /// caller does so only if the person wants it, and calls begin_anew() first.
  CodeHostEffects show(InviteCode code, Instant now, Duration lifetime = kLifetime);
  /// Forgets how many codes were burned.
  void begin_anew() { burned_ = 0; }
  /// Returns whether so many codes were burned that no other should be made by itself.
  bool stopped() const { return burned_ >= kBurnedMax; }
  /// Withdraws the code: all seats are taken, or the person wants so. Guests that have proved that
  /// they know it may still be admitted.
  CodeHostEffects withdraw(Instant now);
  /// Returns the code that is valid now; null if there is none. deadline() says until when.
  const InviteCode* code() const { return code_ ? &code_->code : nullptr; }

  /// Takes in the first body of a visit to a nameplate.
  CodeHostEffects on_visit(CodeVisitId visit, std::uint32_t nameplate, ByteSpan body, Instant now);
  /// Takes in a body of a visit. One of a visit that is over changes nothing.
  CodeHostEffects on_body(CodeVisitId visit, ByteSpan body, Instant now);
  /// Forgets a visit that the guest or the relay has ended.
  CodeHostEffects on_gone(CodeVisitId visit, Instant now);
  /// Does what is due. Call it once `now` has reached deadline().
  CodeHostEffects on_time(Instant now);
  Instant deadline() const;

  /// Lets in a guest that asks. Nothing is admitted if its visit is over.
  CodeHostEffects admit(CodeVisitId visit, const proto::Ticket& ticket, Instant now);
  /// Sends away a guest that asks, or lets it wait for the person. Requires: `why` is full,
  /// not_welcome or wait (CHECKed).
  CodeHostEffects deny(CodeVisitId visit, proto::CodeDeny::Why why);

 private:
  struct Shown {
    InviteCode code;
    Instant until;
    std::size_t guesses = 0;
    std::deque<Instant> in_vain{};  ///< when the last visits ended without a guess
    bool told_busy = false;
  };
  struct Retired {
    std::uint32_t nameplate;
    Instant forget;
  };
  struct Visit {
    CodeVisitId id;
    Instant until;
    Instant begun;
    CodeKeys keys;
    std::optional<proto::Ask> ask{};  ///< once the guest has proved that it knows the words
    std::size_t waits = 0;
  };

  Visit* find(CodeVisitId visit);
  void forget(CodeVisitId visit);
  void count_in_vain(Instant now, CodeHostEffects& out);
  void make_room(CodeHostEffects& out);
  void retire(Instant now, CodeHostEffects& out);
  void count_guess(Instant now, CodeHostEffects& out);
  void greet(CodeVisitId visit, const proto::CodeHello& hello, Instant now, CodeHostEffects& out);
  void check(Visit& visit, const proto::CodeProof& proof, Instant now, CodeHostEffects& out);
  /// Tells a visit why it is over; on_body() and answers to it are ignored from then on.
  void end(CodeVisitId visit, proto::CodeDeny::Why why, CodeHostEffects& out);
  void hang_up(CodeVisitId visit, proto::Gone::Why why, CodeHostEffects& out);

  Rng* rng_;
  std::optional<Shown> code_;
  std::vector<Visit> visits_;
  std::vector<Retired> retired_;  ///< the oldest first
  std::size_t burned_ = 0;        ///< codes so far
};

}  // namespace fairdeal::meet
