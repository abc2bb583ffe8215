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
#include "crypto/remask.h"
#include "crypto/schnorr.h"
#include "crypto/shuffle_proof.h"
#include "crypto/sign.h"
#include "proto/charter.h"
#include "proto/script.h"

/// The messages of peers, as values. proto/codec makes them from bytes and refuses what is
/// malformed; the layers above decide whether a message is true and wanted.
namespace fairdeal::proto {

// ---- Entries: one author's answer to one slot

/// A seat's masking key for one deal, and the key to which others encrypt shares for it.
struct KeyPayload {
  crypto::Point X;
  crypto::KeyProof proof;
  crypto::Point Y;
  crypto::KeyProof encryption_proof;
};
/// Recovery shares of the author's masking key, one encrypted to each other member of the deal.
struct SharesPayload {
  std::vector<crypto::Point> commitments;
  std::vector<crypto::EncryptedScalar> encrypted;  ///< by seat
};
/// A shuffle of several cards, or the fresh mask of one card.
struct ShufflePayload {
  crypto::Deck deck;
  std::variant<crypto::ShuffleProof, crypto::DleqProof> proof;
};
/// The author's decryption shares of the cards that a step decrypts, in the order of the cards.
struct DecryptPayload {
  std::vector<crypto::Point> shares;
  crypto::DleqProof proof;
};
/// The author's shares of the coins that a step makes, in the order of the coins.
struct CoinPayload {
  std::vector<crypto::Point> shares;
  crypto::DleqProof proof;
};
struct CommitPayload {
  crypto::Commitment commitment;
  bool careful = false;  ///< to a move, as in MovePayload
};
struct RevealPayload {
  Bytes value;
  crypto::Salt salt;
};
struct MovePayload {
  std::string action;
  std::optional<DecryptPayload> locks{};  ///< comes with a fold: shares of the cards not dealt yet
  bool careful = false;  ///< the author's program chose it, because its person did not answer
};
/// States that the match is over, and agrees to the head that it leaves.
struct EndPayload {};
/// "Nothing from me here": a final answer, which fits any slot of its author and counts as an
/// absence. A seat's own program signs it when the seat's clock has run out or its work failed.
struct NonePayload {};
/// The author's recovery shares, for each seat whose shares are needed and that was absent, in its
/// place.
struct RecoverPayload {
  std::vector<DecryptPayload> shares;
};
/// Copies of cards that were dealt to the author, each under a fresh mask, with one proof each.
struct CopyPayload {
  crypto::Deck cards;
  std::vector<crypto::DleqProof> proofs;
};

using Payload = std::variant<KeyPayload, SharesPayload, ShufflePayload, DecryptPayload, CoinPayload,
                             CommitPayload, RevealPayload, MovePayload, EndPayload, RecoverPayload,
                             NonePayload, CopyPayload>;

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
  none,
  copy
};
inline Kind kind_of(const Payload& payload) { return static_cast<Kind>(payload.index()); }
/// Returns whether entries of this kind carry a proof.
constexpr bool has_proof(Kind kind) {
  switch (kind) {
    case Kind::key:
    case Kind::shares:
    case Kind::shuffle:
    case Kind::decrypt:
    case Kind::coin:
    case Kind::recover:
    case Kind::copy:
      return true;
    case Kind::commit:
    case Kind::reveal:
    case Kind::move:  // but for the locks that a fold hands over
    case Kind::end:
    case Kind::none:
      return false;
  }
  return false;
}

/// A signed message whose signature is not verified and whose body is not decoded yet.
struct Envelope {
  Seat by;
  Bytes body;
  Signature signature;
  bool operator==(const Envelope&) const = default;
};

/// Two signed statements of one author, of which an honest one signs at most one. The statement
/// with the smaller body comes first, so that all who find the same two hold the same object
/// (consensus/equivocation.h).
struct Equivocation {
  enum class What : std::uint32_t { entry, vote, proposal };
  What what;
  Envelope first;
  Envelope second;
  bool operator==(const Equivocation&) const = default;
};
/// Claims that the recovery share which `dealer` encrypted to the entry's author is wrong. With K
/// everybody can decrypt that share and see who lied.
struct Complaint {
  Seat dealer;
  crypto::Point K;
  crypto::DleqProof proof;
};
/// States that its author leaves, is back, or resigns the match, or that the game's alarm is due by
/// the author's clock. Only the author signs it; others attach it to their entries.
struct Presence {
  enum class What : std::uint32_t { leaves, back, resigns, alarm };
  Digest table;
  Step step;
  What what;
  std::uint32_t alarm = 0;  ///< its number, from 1 on; 0 with all else
};
struct PresenceAttachment {
  Envelope envelope;
};
/// A part of a deal's opening (a key, recovery shares) or a shuffle turn, which its author sends
/// ahead, before the table has agreed to it. It is neither an entry nor a vote: it binds its author
/// to nothing, and a false one convicts nobody until somebody attaches it as sound.
struct Passed {
  using Part = std::variant<KeyPayload, SharesPayload, ShufflePayload>;
  Digest table;
  Step place;    ///< in the context of its proofs: the deal's, or the step that opened a later deck
  Digest input;  ///< digest of the deck that is shuffled, or of the members' keys; zeros with a key
  Part part;
};
/// Claims that the entry's author has checked this passed part, and that it is the next that the
/// table needs.
struct PassedAttachment {
  Envelope envelope;
  Passed passed;  ///< the decoded body; the signature is not verified yet
};
/// A statement that any author may attach to its entry, for the table to act on.
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

/// The outcome of a step: the digests of its record and of the state after it. Two peers that agree
/// on the record and differ on the state run different rules.
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
  /// The round of the lock proof in the proposal that this vote answers; it is below the vote's own
  /// round. Only a prevote of a round after 0 that is not nil has one.
  std::optional<Round> proved{};
  bool operator==(const Vote&) const = default;
};

/// A message, who signed it, and the signed bytes. Only sign() and the verify functions of
/// proto/envelope.h make one, so that a handler that takes a Signed<T> cannot forget to verify.
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
/// An entry that a seat signed for its slot, although no honest seat signs that there.
struct WrongEntry {
  Envelope envelope;
  bool operator==(const WrongEntry&) const = default;
};
using Answer = std::variant<Envelope, AbsentSeat, WrongEntry>;

/// The record that the leader of a round after 0 puts to the vote, by its digest. The record itself
/// travels beside it (ProposalFrame).
struct Proposal {
  Digest table;
  Step step;
  Round round;
  std::optional<Round> proved;  ///< the round in which a quorum prevoted for it
  Digest record;
};

/// A decided step: its record and the votes that decided it, for peers that were away and for the
/// transcript.
struct Decided {
  Step step;
  std::vector<Answer> record;         ///< in slot order
  std::vector<Envelope> certificate;  ///< votes, by author
  bool operator==(const Decided&) const = default;
};

/// Where a peer is and what it holds, so that others can send what it lacks.
struct Status {
  Digest table;
  Step step;
  Digest head;                ///< the head of its history before that step
  std::uint32_t entries = 0;  ///< bit i: holds the entry of slot i
  std::uint32_t votes = 0;    ///< bit i: holds the round-0 prevote of validator i
  std::uint32_t links = 0;    ///< bit i: is connected to validator i
  Round round{0};             ///< the round it is at; the next three fields are about this round
  std::uint32_t prevotes = 0;
  std::uint32_t precommits = 0;
  bool proposal = false;
  bool asks = false;  ///< it was restarted, and asks what it signed at this step
};

/// The answer to a Status that asks. The statements that it names are sent before it.
struct Recall {
  Digest table;
  Step step;                       ///< where the sender is
  std::vector<Digest> statements;  ///< of what the receiver signed at this step or the next
};

/// Asks where two histories part. It goes to the author of an entry that follows another history
/// than the asker's.
struct HistoryQuery {
  Digest table;
  Step step;                  ///< heads[i] is the asker's head before step − i
  std::vector<Digest> heads;  ///< at most kHistoryMax
};
/// One member's decision of the first step after a common head that two members decided
/// differently.
struct HistoryAnswer {
  Decided decided;
  std::vector<Envelope> votes{};      ///< prevotes behind a decision of a later round
  std::vector<Envelope> proposals{};  ///< proposals of that step
  bool operator==(const HistoryAnswer&) const = default;
};

/// A line that a member says to the others. It binds nobody, and is kept nowhere.
struct Chat {
  Digest table;
  std::uint64_t number = 0;  ///< higher than that of its author's line before
  std::string text;          ///< without text_problem() (proto/name.h)
};

// ---- Gathering at a table

/// How a guest was invited.
enum class Invited : std::uint32_t { no = 0, by_code = 1, by_link = 2, by_contact = 3 };

/// A host's rule for who may sit down at a table that is being set up.
enum class Policy : std::uint32_t {
  open = 0,     ///< whoever reaches the host's port
  invited = 1,  ///< whoever proves that it was invited
  ask = 2,      ///< whoever proves that it was invited and is let in by the person at the host
  known = 3,    ///< whoever proves to be a contact of the person at the host
};

/// How far those who watch are behind: they see nothing of the last hands, nor of the last seconds.
struct WatchDelay {
  std::uint32_t hands = 1;     ///< 1 to kWatchHandsMax
  std::uint32_t seconds = 60;  ///< 1 to kWatchSecondsMax
  bool operator==(const WatchDelay&) const = default;
};

struct Join {
  std::string nickname;
  std::uint16_t port = 0;  ///< the port at which it listens; 0: it does not
  bool witness = false;
  ByteArray<32> part{};  ///< its part in the charter's nonce, new for each table
  Bytes proof{};         ///< the proof that it was invited
  Invited how = Invited::no;
  bool looks = false;  ///< it only reads the terms, and takes no seat yet
};
struct Gathering {
  Terms terms;
  std::vector<std::string> nicknames;   ///< the players who sit here
  std::vector<std::string> watching{};  ///< the witnesses who sit here
  Policy policy = Policy::open;
  /// Lets members find each other at the relays. There is one exactly if there are relays.
  std::optional<ByteArray<32>> lobby_secret{};
  std::vector<std::string> relays{};
  bool chat = true;                     ///< whether members may say something to each other
  std::optional<WatchDelay> watch{};    ///< none: nobody may watch
  std::optional<ScriptOffer> script{};  ///< the game, if it is a script
  /// The names of guests of an evening who would not sit down if the table began now; those who
  /// would are in `nicknames`. `terms` have the orders of this break so far.
  std::vector<std::string> standing{};
  bool asks = false;  ///< whether the bank's person is asked about each order
  /// How long the break lasts from now on, by the bank's clock: then the next table begins or, if
  /// the bank has no chips until then, the evening ends. None: the break waits for people.
  std::optional<Duration> break_left{};
};
/// Tells an invited guest to wait while the person at the host decides.
struct Waiting {};
struct Propose {
  Bytes charter;
  std::vector<std::string> addresses;
  std::vector<ByteArray<32>> parts;  ///< each member's part of the nonce
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
  not_begun = 6,    ///< only to who wants to watch
  until_break = 7,  ///< a table of an evening is played: the guest may sit down after it
  over = 8,         ///< the evening is over
};
struct Refuse {
  Refusal reason = Refusal::not_welcome;
  std::string text;
};

/// Orders chips from the bank of an evening, or gives them back: Order, whose key is the sender's.
struct PlaceOrder {
  std::uint32_t number = 1;
  Order::Kind kind = Order::Kind::buy_in;
  Chips chips = 0;
  Signature player{};
};
struct RefuseOrder {
  std::uint32_t number = 1;
  std::string text;  ///< for logs
  OrderProblem why = OrderProblem::other;
};

/// Asks to see the decided steps. Its sender is no member, and sends nothing else.
struct Watch {
  std::optional<Digest> table{};  ///< none: the table that is played there
  Step from{0};                   ///< the first step that it lacks
  Bytes proof{};                  ///< that it was invited; may be empty
};
/// Says who watches at the member that sends it.
struct Watchers {
  std::vector<PublicKey> keys;
};

struct EntryFrame {
  Envelope envelope;
};
struct VoteFrame {
  Envelope envelope;
};

struct ProposalFrame {
  Envelope envelope;
  std::vector<Envelope> votes;   ///< the votes that show why it may be voted for
  std::vector<Answer> record{};  ///< in slot order; or nothing: the statement alone
};
struct PresenceFrame {
  Envelope envelope;
};
struct PassedFrame {
  Envelope envelope;
};
struct ChatFrame {
  Envelope envelope;
};

using Message = std::variant<Join, Gathering, Propose, Sign, SignedCharter, Refuse, EntryFrame,
                             VoteFrame, Status, Decided, ProposalFrame, PresenceFrame, PassedFrame,
                             Recall, HistoryQuery, HistoryAnswer, Waiting, ChatFrame, Watch,
                             Watchers, FetchScript, ScriptText, PlaceOrder, RefuseOrder>;

/// A part of a transcript, a file of evidence or a store. A transcript has the first two kinds, a
/// file of evidence the first four.
using TranscriptPart =
    std::variant<SignedCharter, Decided, Equivocation, WrongEntry, HistoryAnswer>;

}  // namespace fairdeal::proto
