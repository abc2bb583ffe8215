#pragma once

#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/bytes.h"
#include "base/ids.h"
#include "crypto/commit.h"
#include "crypto/dleq.h"
#include "crypto/encrypt.h"
#include "crypto/schnorr.h"
#include "crypto/shuffle_proof.h"
#include "crypto/sign.h"
#include "proto/charter.h"

/// What peers say to each other, as values. Bytes become these in proto/codec, which refuses what
/// is malformed; whether it is true and welcome is for the layers above.
namespace fairdeal::proto {

// ---- Entries: one author's answer to one slot

/// A seat's masking key for one deal, and the key to which others encrypt shares for it.
struct KeyPayload {
  crypto::Point X;
  crypto::KeyProof proof;
  crypto::Point Y;
  crypto::KeyProof encryption_proof;
};
/// Recovery shares of the masking key, one encrypted to each other member of the deal.
struct SharesPayload {
  std::vector<crypto::Point> commitments;
  std::vector<crypto::EncryptedScalar> encrypted;  ///< by seat
};
struct ShufflePayload {
  crypto::Deck deck;
  crypto::ShuffleProof proof;
};
/// This seat's part in opening the cards of a step, in their order.
struct DecryptPayload {
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
  std::optional<DecryptPayload> locks{};  ///< with a fold: of the cards that are not dealt yet
};
/// The match is over and this seat agrees to the head it leaves.
struct EndPayload {};
/// "Nothing from me here": final, and counted as the absence that it stands for. Signed by a seat's
/// own program when its clock has run out or its worker failed. It fits any slot of its author.
struct NonePayload {};
/// For each seat that was absent where its shares are needed, this seat's shares of them.
struct RecoverPayload {
  std::vector<DecryptPayload> shares;
};

using Payload = std::variant<KeyPayload, SharesPayload, ShufflePayload, DecryptPayload, CoinPayload,
                             CommitPayload, RevealPayload, MovePayload, EndPayload, RecoverPayload,
                             NonePayload>;

/// The kinds of entries, in the order of Payload's alternatives.
enum class Kind : std::uint8_t {
  key,
  shares,
  shuffle,
  decrypt,
  coin,
  commit,
  reveal,
  move,
  end,
  recover,
  none
};
inline Kind kind_of(const Payload& payload) { return static_cast<Kind>(payload.index()); }

/// A signed message not looked into yet.
struct Envelope {
  Seat by;
  Bytes body;
  Signature signature;
  bool operator==(const Envelope&) const = default;
};

/// Two signed statements of one author that cannot both be honest. The one with the smaller body
/// stands first, so that all who find the same two hold the same object (consensus/equivocation.h).
struct Equivocation {
  enum class What : std::uint32_t { entry, vote, proposal };
  What what;
  Envelope first;
  Envelope second;
  bool operator==(const Equivocation&) const = default;
};
/// That the recovery share which `dealer` encrypted to the entry's author is wrong: K opens it to
/// all.
struct Complaint {
  Seat dealer;
  crypto::Point K;
  crypto::DleqProof proof;
};
/// That a seat leaves, or is back. Signed by it alone; others carry it in their entries.
struct Presence {
  enum class What : std::uint32_t { leaves, back };
  Digest table;
  Step step;
  What what;
};
struct PresenceAttachment {
  Envelope envelope;
};
/// A seat's part in opening a deal, or its turn of a deck, passed on before the table has agreed to
/// it. Neither an entry nor a vote: its author is bound to nothing, and one that is false convicts
/// nobody until somebody attaches it as sound.
struct Passed {
  using Part = std::variant<KeyPayload, SharesPayload, ShufflePayload>;
  Digest table;
  Step place;    ///< of its proofs: the deal's, or the step at which a deck that joins was opened
  Digest input;  ///< of the deck that is shuffled, or of the keys shared for; zeros with a key
  Part part;
};
/// The entry's author has checked this passed part, and it is the next that the table needs.
struct PassedAttachment {
  Envelope envelope;
  Passed passed;  ///< what it holds; whether it is signed is not looked into yet
};
/// What any author may add to its entry for the table to act on.
using Attachment = std::variant<Equivocation, Complaint, PresenceAttachment, PassedAttachment>;

struct Entry {
  Digest table;
  Step step;
  Digest parent;  ///< the head before this step
  Payload payload;
  std::vector<Attachment> attachments{};
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
  /// Only a prevote of a later round for something has this: the round of the lock proof in the
  /// proposal that it answers, below its own.
  std::optional<Round> proved{};
  bool operator==(const Vote&) const = default;
};

/// A message and who signed it, with the bytes as they travelled. Made by sign() and verify() only
/// (proto/envelope.h), so a handler that takes one cannot forget to verify.
template <class T>
class Signed {
 public:
  Seat by() const { return by_; }
  const T& message() const { return message_; }
  const Bytes& body() const { return body_; }
  const Signature& signature() const { return signature_; }

 private:
  friend struct Signer;
  Signed(Seat by, T message, Bytes body, Signature signature)
      : by_(by), message_(std::move(message)), body_(std::move(body)), signature_(signature) {}

  Seat by_;
  T message_;
  Bytes body_;
  Signature signature_;
};

struct AbsentSeat {
  Seat seat;
  bool operator==(const AbsentSeat&) const = default;
};
/// What a seat signed for its slot, and what no honest one signs there.
struct WrongEntry {
  Envelope envelope;
  bool operator==(const WrongEntry&) const = default;
};
using Answer = std::variant<Envelope, AbsentSeat, WrongEntry>;

/// What the leader of a round after 0 puts to the vote.
struct Proposal {
  Digest table;
  Step step;
  Round round;
  std::optional<Round> proved;  ///< the round in which a quorum prevoted for it
  std::vector<Answer> record;   ///< in slot order
};

/// A step as it was decided, for a peer that was away and for the transcript.
struct Decided {
  Step step;
  std::vector<Answer> record;         ///< in slot order
  std::vector<Envelope> certificate;  ///< votes, by author
  bool operator==(const Decided&) const = default;
};

/// Where a peer stands, so that others can send what it lacks.
struct Status {
  Digest table;
  Step step;
  Digest head;                ///< of its history before that step
  std::uint32_t entries = 0;  ///< bit i: holds the entry of slot i
  std::uint32_t votes = 0;    ///< bit i: holds the round-0 prevote of validator i
  std::uint32_t links = 0;    ///< bit i: is connected to validator i
  Round round{0};             ///< the attempt it is at, of which it holds these
  std::uint32_t prevotes = 0;
  std::uint32_t precommits = 0;
  bool proposal = false;
  bool asks = false;  ///< it was restarted, and wants to know what it signed here
};

/// The answer to a Status that asks, sent after what it names.
struct Recall {
  Digest table;
  Step step;                       ///< where the sender is
  std::vector<Digest> statements;  ///< digests of what the receiver signed at this step or the next
};

/// Asks the author of an entry after another history where the two histories part.
struct HistoryQuery {
  Digest table;
  Step step;                  ///< heads[i] is the asker's head before step − i
  std::vector<Digest> heads;  ///< at most kHistoryMax
};
/// The first step after a common head which two members decided differently, as one has it.
struct HistoryAnswer {
  Decided decided;
  std::vector<Envelope> votes{};      ///< prevotes behind a decision of a later round
  std::vector<Envelope> proposals{};  ///< proposals of that step
  bool operator==(const HistoryAnswer&) const = default;
};

// ---- Gathering at a table

/// By which way a guest was invited. Numbers 1 and 3 are kept for codes and contacts.
enum class Invited : std::uint32_t { no = 0, by_link = 2 };

/// Who may sit down at a table that gathers.
enum class Policy : std::uint32_t {
  open = 0,     ///< whoever reaches the host's port
  invited = 1,  ///< who proves that it was invited
  ask = 2,      ///< of these, whom the host's person lets in
};

struct Join {
  std::string nickname;
  std::uint16_t port = 0;  ///< where it listens; 0: nowhere
  bool witness = false;
  ByteArray<32> part{};  ///< its part in the charter's nonce: new for each table
  Bytes proof{};         ///< that it was invited
  Invited how = Invited::no;
  bool looks = false;  ///< it reads the terms first, and holds no seat yet
};
struct Gathering {
  Terms terms;
  std::vector<std::string> nicknames;   ///< of the players who are here
  std::vector<std::string> watching{};  ///< of the witnesses who are here
  Policy policy = Policy::open;
};
/// To who was invited, while the host's person decides.
struct Waiting {};
struct Propose {
  Bytes charter;
  std::vector<std::string> addresses;
  std::vector<ByteArray<32>> parts;  ///< of the nonce, by member
};
struct Sign {
  Signature signature;
};
enum class Refusal : std::uint32_t {
  full = 0,
  started = 1,
  incompatible = 2,
  not_welcome = 3,
  not_invited = 4,
  kicked = 5,
};
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

struct ProposalFrame {
  Envelope envelope;
  std::vector<Envelope> votes;  ///< that show it may be voted for
};
struct PresenceFrame {
  Envelope envelope;
};
struct PassedFrame {
  Envelope envelope;
};

using Message = std::variant<Join, Gathering, Propose, Sign, SignedCharter, Refuse, EntryFrame,
                             VoteFrame, Status, Decided, ProposalFrame, PresenceFrame, PassedFrame,
                             Recall, HistoryQuery, HistoryAnswer, Waiting>;

/// What transcripts, files of evidence and stores are made of: a transcript has the first two, a
/// file of evidence the first four.
using TranscriptPart =
    std::variant<SignedCharter, Decided, Equivocation, WrongEntry, HistoryAnswer>;

}  // namespace fairdeal::proto
