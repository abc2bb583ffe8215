#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/ids.h"
#include "base/time.h"
#include "crypto/sign.h"

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

/// A move that may take as long as its player likes.
inline constexpr Duration kUntimed{std::numeric_limits<std::int64_t>::max()};

/// How long things may take. Clocks are local; only votes make a seat absent.
struct Pace {
  Duration work{20'000};       ///< for what a program answers by itself
  Duration move{60'000};       ///< for a move; kUntimed: no limit
  Duration increment{5'000};   ///< what a move in time adds to the bank
  Duration bank{120'000};      ///< a seat's reserve for moves, at the start
  Duration reconnect{30'000};  ///< what a lost connection adds
  Duration round{1'000};       ///< for votes to arrive
  std::uint32_t absences = 2;  ///< in a row, after which a seat is gone
  bool untimed() const { return move == kUntimed; }
  bool operator==(const Pace&) const = default;
};

/// All that a member agrees to when it sits down: a charter is this, who the members are, and a
/// nonce. What the terms may be: runtime/terms.h.
struct Terms {
  std::string module;
  std::string module_version;
  std::string params;  ///< JSON, in its one text
  std::uint32_t seats = 0;
  std::uint32_t witnesses = 0;
  std::uint32_t quorum = 0;
  std::uint32_t recovery = 0;  ///< how many others finish a deal without a seat; 0: off
  Randomness randomness = Randomness::commit_reveal;
  Pace pace{};
  /// The head after the last step of the match that this one goes on from; zeros: none.
  Digest continues{};

  std::uint32_t validators() const { return seats + witnesses; }
  bool operator==(const Terms&) const = default;
};

/// The terms of a table, signed by all its members (docs/protocol.md, Setting up). Its digest names
/// the table.
struct Charter {
  std::string module;
  std::string module_version;
  Digest module_digest;  ///< zeros: built in
  std::string params;    ///< JSON, in its one text
  std::vector<Member> seats;
  std::vector<Member> witnesses;
  std::uint32_t quorum = 0;
  std::uint32_t recovery = 0;
  Randomness randomness = Randomness::commit_reveal;
  ByteArray<32> nonce{};
  Pace pace{};
  Digest continues{};  ///< as in Terms

  std::size_t validators() const { return seats.size() + witnesses.size(); }
  const Member& member(Seat seat) const {
    return seat.value < seats.size() ? seats[seat.value] : witnesses.at(seat.value - seats.size());
  }
  bool operator==(const Charter&) const = default;
};

struct SignedCharter {
  Bytes raw;  ///< the charter as it was signed
  Charter charter;
  std::vector<Signature> signatures;  ///< seats', then witnesses'
};

}  // namespace fairdeal::proto
