#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/ids.h"
#include "base/time.h"
#include "crypto/hash.h"
#include "crypto/sign.h"
#include "proto/evening.h"

/// The terms of a table, as its members sign them.
namespace fairdeal::proto {

using crypto::Digest;
using crypto::PublicKey;
using crypto::Signature;

struct Member {
  crypto::VerifyKey key;
  std::string nickname;
  bool operator==(const Member&) const = default;
};

enum class Randomness : std::uint32_t { commit_reveal = 0, coin = 1 };

/// The time for a move that may take as long as its player likes.
inline constexpr Duration kUntimed{std::numeric_limits<std::int64_t>::max()};

/// How long a seat may take for what it owes. Every member measures by its own clock, so a timeout
/// alone makes nobody absent: only the votes of a quorum do.
struct Pace {
  Duration work{60'000};        ///< a seat's reserve for answers that its program gives by itself
  Duration move{60'000};        ///< time for a move; kUntimed: no limit
  Duration increment{5'000};    ///< added to the bank by a move made in time
  Duration bank{120'000};       ///< a seat's reserve for moves, at the start
  Duration reconnect{120'000};  ///< a seat's reserve for coming back when nobody reaches it
  Duration round{1'000};        ///< time for votes to arrive
  std::uint32_t absences = 2;   ///< so many in a row, and the seat is gone
  std::uint32_t careful = 3;    ///< so many moves in a row a program may choose for its person
  bool untimed() const { return move == kUntimed; }
  bool operator==(const Pace&) const = default;
};

/// All that a member agrees to when it sits down. A charter consists of these terms, the members
/// and a nonce. runtime/state/terms.h says which terms are allowed.
struct Terms {
  std::string module;
  std::string module_version;
  Digest rules{};  ///< of the rules: runtime/state/rules_digest.h
  std::string
      interpreter{};   ///< what runs a script (rules/script_interpreter.h); "": compiled rules
  std::string params;  ///< JSON, in its canonical text
  std::uint32_t seats = 0;
  std::uint32_t witnesses = 0;
  std::uint32_t quorum = 0;
  std::uint32_t recovery = 0;  ///< so many others can finish a deal without a seat; 0: nobody can
  Randomness randomness = Randomness::commit_reveal;
  Pace pace{};
  /// The last head of the match that this match continues; zeros: it continues none.
  Digest continues{};
  /// The evening of which this table is one. Terms that are offered have no orders yet.
  std::optional<Evening> evening{};

  std::uint32_t validators() const { return seats + witnesses; }
  bool operator==(const Terms&) const = default;
};

/// The terms of a table, signed by all its members (docs/protocol.md, Setting up). Its digest names
/// the table.
struct Charter {
  std::string module;
  std::string module_version;
  Digest rules;        ///< as in Terms
  std::string params;  ///< JSON, in its canonical text
  std::vector<Member> seats;
  std::vector<Member> witnesses;
  std::uint32_t quorum = 0;
  std::uint32_t recovery = 0;
  Randomness randomness = Randomness::commit_reveal;
  ByteArray<32> nonce{};
  Pace pace{};
  Digest continues{};         ///< as in Terms
  std::string interpreter{};  ///< as in Terms
  std::optional<Evening> evening{};

  std::size_t validators() const { return seats.size() + witnesses.size(); }
  const Member& member(Seat seat) const {
    return seat.value < seats.size() ? seats[seat.value] : witnesses.at(seat.value - seats.size());
  }
  bool operator==(const Charter&) const = default;
};

struct SignedCharter {
  Bytes raw;  ///< the charter as it was signed
  Charter charter;
  std::vector<Signature> signatures;  ///< those of the seats, then those of the witnesses
  /// The text of the game, if it is a script. It is not signed: the charter names its digest.
  std::string script{};
};

/// Returns the digest of a script's text, which charters name.
Digest script_digest(std::string_view text);

}  // namespace fairdeal::proto
