#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "crypto/sign.h"
#include "proto/limits.h"

/// The messages by which members find each other, alone and through a relay, as values
/// (docs/network.md). Decoding refuses what is over a bound (too_large) and what is not canonical
/// (not_canonical), as codec.h does.
namespace fairdeal::proto {

// Bounds that are part of the protocol.
inline constexpr std::size_t kRelayBytesMax = 4096;  ///< a control message
inline constexpr std::size_t kVisitBytesMax = 1024;  ///< a body of a Visit or Say
inline constexpr std::size_t kVisitMessagesMax = 8;  ///< bodies in one visit
inline constexpr std::size_t kPipeBytesMax = 65536;  ///< one piece of a pipe's stream
inline constexpr std::size_t kPathBytesMax = 1024;
inline constexpr std::size_t kCandidatesMax = 12;
inline constexpr std::size_t kTicketAddressesMax = 8;
inline constexpr std::size_t kReflectorsMax = 4;
inline constexpr std::size_t kNoticeBytesMax = 200;
inline constexpr std::size_t kClaimMinutesMax = 60;
inline constexpr std::uint32_t kNameplateMax = 9999;
/// A relay draws numbers of four digits, so that a stranger does not find one by trying a few.
inline constexpr std::uint32_t kNameplateDrawnMin = 1000;

/// The version of what a relay and its clients say. A client uses only a relay of its own version.
inline constexpr std::uint32_t kRelayVersion = 1;
/// How much work a relay may ask for: 4,096 to a million hashes, as many milliseconds as seconds.
inline constexpr std::uint32_t kWorkBitsMin = 12;
inline constexpr std::uint32_t kWorkBitsMax = 20;

/// 16 bytes under which a member can be visited at a relay.
using BoxId = ByteArray<16>;
/// 16 bytes that prove to a relay that a box is its opener's.
using BoxProof = ByteArray<16>;
/// 16 bytes that two ends name to a relay to be joined.
using PipeToken = ByteArray<16>;
/// 16 bytes by which a holder has its nameplate again.
using Keep = ByteArray<16>;

struct RelayLimits {
  std::uint32_t message = kRelayBytesMax;
  std::uint32_t pipe = kPipeBytesMax;
  std::uint32_t pipe_bytes_per_second = 0;
  bool operator==(const RelayLimits&) const = default;
};
struct Greeting {
  std::uint32_t version = kRelayVersion;
  std::string observed;  ///< the caller's IP address, as the relay sees it
  std::vector<std::string> reflectors{};
  RelayLimits limits{};
  std::string notice{};
  bool operator==(const Greeting&) const = default;
};

/// A place that can be visited: a nameplate, 1 to kNameplateMax, or a box.
using RelayPlace = std::variant<std::uint32_t, BoxId>;

struct Claim {
  std::uint32_t minutes = 0;
  std::optional<Keep> keep{};
  bool operator==(const Claim&) const = default;
};
struct Claimed {
  std::uint32_t nameplate = 0;
  std::uint32_t seconds = 0;
  Keep keep{};
  bool operator==(const Claimed&) const = default;
};
struct OpenBox {
  BoxId box{};
  BoxProof proof{};
  bool operator==(const OpenBox&) const = default;
};
struct ClosePlace {
  RelayPlace place;
  bool operator==(const ClosePlace&) const = default;
};
struct Visit {
  std::uint64_t visit = 0;  ///< 0 from a visitor
  RelayPlace place;
  Bytes body;
  bool operator==(const Visit&) const = default;
};
struct Say {
  std::uint64_t visit = 0;
  Bytes body;
  bool operator==(const Say&) const = default;
};
struct Gone {
  enum class Why : std::uint32_t {
    no_place = 1,
    left = 2,
    time = 3,
    too_many = 4,
    refused = 5,
    too_often = 6,  ///< this source, or a network around it, has called too often
  };
  std::uint64_t visit = 0;
  Why why = Why::left;
  bool operator==(const Gone&) const = default;
};
struct Held {
  BoxId box{};
  bool operator==(const Held&) const = default;
};
/// The holder's word that a visitor has proved that it knows the code; then its visit may take as
/// long as any, and gives way to none.
struct Proved {
  std::uint64_t visit = 0;
  bool operator==(const Proved&) const = default;
};
/// A relay's word that it has much to do: the client solves this and asks again (relay_work.h).
struct RelayWork {
  enum class For : std::uint32_t { claim = 1, box = 2, visit = 3, pipe = 4 };
  For purpose = For::visit;
  std::uint32_t bits = kWorkBitsMin;
  std::uint64_t period = 0;  ///< the relay's time, in units of its own
  ByteArray<16> challenge{};
  bool operator==(const RelayWork&) const = default;
};
/// A client's solution, after which it says again what it wanted.
struct Worked {
  RelayWork::For purpose = RelayWork::For::visit;
  std::uint32_t bits = kWorkBitsMin;
  std::uint64_t period = 0;
  std::uint64_t counter = 0;
  bool operator==(const Worked&) const = default;
};
using RelayMessage = std::variant<Claim, Claimed, OpenBox, ClosePlace, Visit, Say, Gone, Held,
                                  Proved, RelayWork, Worked>;

struct CodeHello {
  std::uint32_t version = 1;
  ByteArray<16> sid{};
  ByteArray<32> y{};
  bool operator==(const CodeHello&) const = default;
};
struct CodeAnswer {
  ByteArray<32> y{};
  bool operator==(const CodeAnswer&) const = default;
};
struct CodeProof {
  ByteArray<32> tag{};
  Bytes encrypted;  ///< an Ask
  bool operator==(const CodeProof&) const = default;
};
struct CodeGrant {
  ByteArray<32> tag{};
  Bytes encrypted;  ///< a Ticket
  bool operator==(const CodeGrant&) const = default;
};
struct CodeDeny {
  enum class Why : std::uint32_t {
    wrong_code = 1,
    full = 2,
    not_welcome = 3,  ///< the host's person says no
    wait = 4,         ///< for the host's person; a Grant or another Deny follows
    expired = 5,      ///< the number was that of a code that is valid no more
  };
  Why why = Why::wrong_code;
  bool operator==(const CodeDeny&) const = default;
};
using CodeMessage = std::variant<CodeHello, CodeAnswer, CodeProof, CodeGrant, CodeDeny>;

struct Ask {
  std::string nickname;
  bool witness = false;
  bool watch = false;
  std::string version;
  crypto::PublicKey key{};
  bool operator==(const Ask&) const = default;
};
struct Ticket {
  PipeToken pipe{};
  std::vector<std::string> addresses{};
  crypto::PublicKey key{};
  bool operator==(const Ticket&) const = default;
};
struct Knock {
  crypto::PublicKey key{};
  PipeToken pipe{};
  std::uint64_t time = 0;  ///< milliseconds since 1970, UTC
  bool operator==(const Knock&) const = default;
};

struct Candidate {
  std::string address;
  std::uint32_t rung = 0;  ///< 0 LAN, 1 direct, 2 punched
  bool operator==(const Candidate&) const = default;
};
struct Where {
  std::vector<Candidate> at{};
  std::vector<std::string> relays{};
  bool operator==(const Where&) const = default;
};
struct Punch {
  ByteArray<8> nonce{};
  std::string at;
  bool steady = false;
  bool operator==(const Punch&) const = default;
};
struct Go {
  ByteArray<8> nonce{};
  std::uint32_t in_ms = 0;
  bool operator==(const Go&) const = default;
};
struct NoPunch {
  ByteArray<8> nonce{};
  std::uint32_t why = 0;
  bool operator==(const NoPunch&) const = default;
};
using PathMessage = std::variant<Where, Punch, Go, NoPunch>;

Bytes encode(const Greeting& greeting);
Result<Greeting> decode_greeting(ByteSpan bytes);
Bytes encode(const RelayMessage& message);
Result<RelayMessage> decode_relay(ByteSpan bytes);
Bytes encode(const CodeMessage& message);
Result<CodeMessage> decode_code(ByteSpan bytes);
Bytes encode(const Ask& ask);
Result<Ask> decode_ask(ByteSpan bytes);
Bytes encode(const Ticket& ticket);
Result<Ticket> decode_ticket(ByteSpan bytes);
Bytes encode(const Knock& knock);
Result<Knock> decode_knock(ByteSpan bytes);
Bytes encode(const PathMessage& message);
Result<PathMessage> decode_path(ByteSpan bytes);

}  // namespace fairdeal::proto
