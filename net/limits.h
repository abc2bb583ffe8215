#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/time.h"

/// Every bound on what comes from the network, and why it is what it is.
namespace fairdeal::net {

// Part of the protocol: two peers must agree on these.
inline constexpr std::string_view kProtocolVersion = "fairdeal/1";
inline constexpr std::size_t kVersionBytesMax = 64;     ///< a word for people, printable ASCII
inline constexpr std::size_t kFrameBytesMax = 1 << 20;  ///< a shuffle of 512 cards is 82 kB
inline constexpr std::size_t kHandshakeBytesMax = 512;  ///< message 2, the longest, takes 260

// Our own caution: nothing honest comes near.

/// The time from the first byte until both sides said welcome. A bad mobile network answers within
/// 3 s.
inline constexpr Duration kHandshakeMax{10'000};
/// A side that has nothing to say pings this often …
inline constexpr Duration kPingAfter{3'000};
/// … so that this long without a byte means a dead connection: three pings are missing.
inline constexpr Duration kSilenceMax{10'000};

/// One read of a socket. With 16-byte records it bounds what a peer can make us do before the
/// rates below are looked at.
inline constexpr std::size_t kReadBytes = std::size_t{16} * 1024;
/// The rate at which a peer is read. One that sends faster is not dropped: it is read more slowly,
/// and TCP then slows it down. A step of
/// a full table is 50 small records; bots play some 20 steps a second. The largest frames at the
/// largest rate still cost only a percent of a core to decrypt.
inline constexpr std::int64_t kReceiveBytesPerSecond = 8 << 20;
inline constexpr std::int64_t kReceiveBytesBurst = 16 << 20;
inline constexpr std::int64_t kReceiveRecordsPerSecond = 4'000;
inline constexpr std::int64_t kReceiveRecordsBurst = 8'000;

/// The bytes that may wait for a peer that does not read: eight of the largest frames. With more it
/// is dropped. With 15 peers the worst case is 120 MiB to send, and 17 MiB half received.
inline constexpr std::size_t kSendQueueBytesMax = 8 * kFrameBytesMax;

/// How many connections may be here that came in and are not yet members'. Identities cost nothing;
/// each connection costs us a few kB, a signature and three multiplications. A full table behind
/// one address may come all at once.
inline constexpr std::size_t kHalfOpenMax = 64;
inline constexpr std::size_t kHalfOpenPerSourceMax = 16;
/// A quarter of these places is kept for the addresses of a table's members, because a full table
/// may come back from one address all at once.
inline constexpr std::size_t kHalfOpenForMembers = kHalfOpenMax / 4;
/// Who is connected must say what it wants within this time. An honest program does so at once.
inline constexpr Duration kStrangerMax{10'000};
/// The pause after an accept failed for want of descriptors or memory.
inline constexpr Duration kAcceptRetryAfter{100};

/// Name look-up and TCP connect together; the kernel alone would try for two minutes.
inline constexpr Duration kConnectMax{10'000};
/// Waits between calls double from the first to the last; a person who restarts a router or a
/// program must not wait longer than that.
inline constexpr Duration kRedialMin{250};
inline constexpr Duration kRedialMax{15'000};

/// How many unanswered calls of an address that a host named this member makes, about a minute's,
/// before it gives up until it loses a connection. Why: a host could make many programs call whom
/// it likes.
inline constexpr int kUnansweredMax = 8;

/// How many calls of a host may fail, refused or broken off, before its guest gives up: with the
/// waits above that takes less than two seconds. (A guest waits longer for a host that does not
/// answer at all.)
inline constexpr int kFailedCallsMax = 4;

/// Where two connections between the same peers meet and the first is younger than this, both sides
/// have dialed at once, and the first stays. If it is older, its other end has lost it, for else it
/// would not have dialed again.
inline constexpr Duration kTwinAge{5'000};

}  // namespace fairdeal::net
