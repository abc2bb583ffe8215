#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/time.h"

/// The limits on everything that comes from the network, and the reasons for the numbers.
namespace fairdeal::net {

// These are part of the protocol: two peers must have the same.
inline constexpr std::string_view kProtocolVersion = "fairdeal/1";
inline constexpr std::size_t kVersionBytesMax = 64;     ///< printable ASCII, which people can read
inline constexpr std::size_t kFrameBytesMax = 1 << 20;  ///< a shuffle of 512 cards is 82 kB
inline constexpr std::size_t kHandshakeBytesMax = 512;  ///< message 2, the longest, takes 260

// These are our own caution: an honest peer comes nowhere near them.

/// The longest time from the connection until both sides have sent their welcome. A bad mobile
/// network answers within 3 s.
inline constexpr Duration kHandshakeMax{10'000};
/// The time after which a side that has sent nothing sends a ping.
inline constexpr Duration kPingAfter{3'000};
/// The time without a byte after which a connection counts as dead: three pings are missing.
inline constexpr Duration kSilenceMax{10'000};

/// The size of one read of a socket. The rates below are looked at after each read, so this bounds
/// what a peer can make us do in between: decrypt some 860 records of 19 bytes, the smallest.
inline constexpr std::size_t kReadBytes = std::size_t{16} * 1024;
/// The rate at which a peer is read. One that sends faster is not dropped: we stop reading for a
/// while, and TCP then slows it down. An honest peer needs little: a step of a full table is 50
/// small records, and bots play some 20 steps a second. To decrypt the largest frames at the full
/// rate takes about one percent of a core.
inline constexpr std::int64_t kReceiveBytesPerSecond = 8 << 20;
inline constexpr std::int64_t kReceiveBytesBurst = 16 << 20;
inline constexpr std::int64_t kReceiveRecordsPerSecond = 4'000;
inline constexpr std::int64_t kReceiveRecordsBurst = 8'000;

/// How many bytes may wait for a peer that does not read: eight of the largest frames. If there are
/// more, the peer is dropped. In the worst case 15 peers make us hold 120 MiB that wait to be sent,
/// and 17 MiB of frames of which only a part has come.
inline constexpr std::size_t kSendQueueBytesMax = 8 * kFrameBytesMax;

/// How many connections may exist at once that came in and are not yet known to be a member's. A
/// stranger's identity does not help to limit them, because it can make as many as it likes for
/// nothing; but each connection costs us a few kB, a signature and three multiplications.
inline constexpr std::size_t kHalfOpenMax = 64;
/// How many of them may come from one source: as many as a full table behind one address needs,
/// whose members all call at once.
inline constexpr std::size_t kHalfOpenPerSourceMax = 16;
/// How many of the kHalfOpenMax places are kept for the addresses of a table's members: again a
/// full table may come back from one address all at once.
inline constexpr std::size_t kHalfOpenForMembers = kHalfOpenMax / 4;
/// How long a stranger may stay connected before it has said what it wants. An honest program says
/// so at once.
inline constexpr Duration kStrangerMax{10'000};
/// The pause after accept() failed because there were no descriptors or no memory left.
inline constexpr Duration kAcceptRetryAfter{100};

/// The longest time for the look-up of a name and the TCP connect together. The kernel alone would
/// try for two minutes.
inline constexpr Duration kConnectMax{10'000};
/// The waits between calls double from the first of these to the second. The second is the longest
/// that a person must wait who has restarted a router or a program.
inline constexpr Duration kRedialMin{250};
inline constexpr Duration kRedialMax{15'000};

/// How many calls without an answer this member makes to an address that a host named, before it
/// gives up until it loses a connection to anybody; they take about a minute. Without this limit a
/// host could make many programs call whomever it likes, for as long as it likes.
inline constexpr int kUnansweredMax = 8;

/// How many calls to a host may be refused or broken off before the guest gives up. With the waits
/// above they take less than two seconds. (A call that nobody answers at all takes longer to fail,
/// so for such a host a guest waits longer.)
inline constexpr int kFailedCallsMax = 4;

/// The age that decides between two connections of the same peers. If the first is younger than
/// this, both sides have called at once, and the first stays. If it is older, the newer one
/// replaces it: the other side has lost the first, or it would not have called again.
inline constexpr Duration kTwinAge{5'000};

}  // namespace fairdeal::net
