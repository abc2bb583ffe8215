#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/bytes.h"
#include "base/ids.h"
#include "crypto/commit.h"
#include "crypto/dleq.h"
#include "crypto/schnorr.h"
#include "crypto/seal.h"
#include "crypto/shuffle_proof.h"
#include "crypto/sign.h"

/// What peers say to each other, as values. Bytes become these in proto/codec, which refuses what
/// is malformed; whether it is true and welcome is for the layers above.
namespace fairdeal::proto {

using crypto::Digest;
using crypto::PublicKey;
using crypto::Signature;

// ---- The table's terms

struct Member {
  PublicKey key;
  std::string nickname;
  bool operator==(const Member&) const = default;
};

enum class Randomness : std::uint32_t { commit_reveal = 0, coin = 1 };

/// The terms of a table, signed by all its members (TABLE.md, 1). Its digest names the table.
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

  std::size_t validators() const { return seats.size() + witnesses.size(); }
  const Member& member(Seat seat) const {
    return seat.value < seats.size() ? seats[seat.value] : witnesses.at(seat.value - seats.size());
  }
  bool operator==(const Charter&) const = default;
};

struct SealedCharter {
  Bytes raw;  ///< the charter as it was signed
  Charter charter;
  std::vector<Signature> signatures;  ///< seats', then witnesses'
};

// ---- Entries: one author's answer to one slot

/// Step 0: a seat's masking key, and the key to which others seal shares for it.
struct KeyPayload {
  crypto::Point X;
  crypto::KeyProof proof;
  crypto::Point Y;
  crypto::KeyProof sealing_proof;
};
/// Recovery shares of the masking key, one sealed to each seat.
struct SharesPayload {
  std::vector<crypto::Point> commitments;
  std::vector<crypto::SealedScalar> sealed;
};
struct ShufflePayload {
  crypto::Deck deck;
  crypto::ShuffleProof proof;
};
/// This seat's part in opening the cards of a step, in their order.
struct UnlockPayload {
  std::vector<crypto::Point> shares;
  crypto::DleqProof proof;
};
/// The same for the points of a coin.
struct CoinPayload {
  std::vector<crypto::Point> shares;
  crypto::DleqProof proof;
};
struct CommitPayload {
  crypto::Commitment commitment;
};
struct RevealPayload {
  Bytes value;
  crypto::Salt salt;
};
struct MovePayload {
  std::string action;
};
/// The match is over and this seat agrees to the head it leaves.
struct EndPayload {};

using Payload = std::variant<KeyPayload, SharesPayload, ShufflePayload, UnlockPayload, CoinPayload,
                             CommitPayload, RevealPayload, MovePayload, EndPayload>;

/// The kinds of entries, in the order of Payload's alternatives.
enum class Kind : std::uint8_t { key, shares, shuffle, unlock, coin, commit, reveal, move, end };
inline Kind kind_of(const Payload& payload) { return static_cast<Kind>(payload.index()); }

struct Entry {
  Digest table;
  Step step;
  Digest parent;  ///< the head before this step
  Payload payload;
};

// ---- Agreement

enum class Phase : std::uint32_t { prevote = 0, precommit = 1 };

/// What a step comes to. Two peers that agree on the record and not on the state have other rules.
struct Outcome {
  Digest record;
  Digest state;
  bool operator==(const Outcome&) const = default;
};

struct Vote {
  Digest table;
  Step step;
  Round round;
  Phase phase = Phase::prevote;
  std::optional<Outcome> outcome;  ///< none: nil
  bool operator==(const Vote&) const = default;
};

/// A message and who signed it, with the bytes as they travelled. Made by seal() and open() only
/// (proto/envelope.h), so a handler that takes one cannot forget to verify.
template <class T>
class Signed {
 public:
  Seat by() const { return by_; }
  const T& message() const { return message_; }
  const Bytes& body() const { return body_; }
  const Signature& signature() const { return signature_; }

 private:
  friend struct Sealer;
  Signed(Seat by, T message, Bytes body, Signature signature)
      : by_(by), message_(std::move(message)), body_(std::move(body)), signature_(signature) {}

  Seat by_;
  T message_;
  Bytes body_;
  Signature signature_;
};

/// A signed message not looked into yet.
struct Envelope {
  Seat by;
  Bytes body;
  Signature signature;
  bool operator==(const Envelope&) const = default;
};

struct AbsentSeat {
  Seat seat;
  bool operator==(const AbsentSeat&) const = default;
};
using Answer = std::variant<Envelope, AbsentSeat>;

/// A step as it was decided, for a peer that was away and for the transcript.
struct Decided {
  Step step;
  std::vector<Answer> record;         ///< in slot order
  std::vector<Envelope> certificate;  ///< votes, by author
};

/// Where a peer stands, so that others can send what it lacks.
struct Status {
  Digest table;
  Step step;
  std::uint32_t entries = 0;  ///< bit i: holds the entry of slot i
  std::uint32_t votes = 0;    ///< bit i: holds the round-0 prevote of validator i
  std::uint32_t links = 0;    ///< bit i: is connected to validator i
};

// ---- Gathering at a table

struct Join {
  std::string nickname;
  std::uint16_t port = 0;  ///< where it listens; 0: nowhere
  bool witness = false;
};
struct Gathering {
  std::string module;
  std::string module_version;
  std::string params;
  std::vector<std::string> nicknames;
  std::uint32_t seats = 0;
};
struct Propose {
  Bytes charter;
  std::vector<std::string> addresses;
};
struct Sign {
  Signature signature;
};
enum class Refusal : std::uint32_t { full = 0, started = 1, incompatible = 2, not_welcome = 3 };
struct Refuse {
  Refusal reason = Refusal::not_welcome;
  std::string text;
};

struct EntryFrame {
  Envelope envelope;
};
struct VoteFrame {
  Envelope envelope;
};

using Message = std::variant<Join, Gathering, Propose, Sign, SealedCharter, Refuse, EntryFrame,
                             VoteFrame, Status, Decided>;

using TranscriptPart = std::variant<SealedCharter, Decided>;

}  // namespace fairdeal::proto
