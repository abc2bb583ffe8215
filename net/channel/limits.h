#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/time.h"
#include "proto/reach.h"

/// The limits on everything that comes from the network, and the reasons for the numbers.

namespace fairdeal::net {

// These are part of the protocol: two peers must have the same.
inline constexpr std::string_view kProtocolVersion = "fairdeal/7";
inline constexpr std::size_t kVersionBytesMax = 64;     ///< printable ASCII, which people can read
inline constexpr std::size_t kFrameBytesMax = 1 << 20;  ///< a shuffle of 512 cards is 82 kB
inline constexpr std::size_t kHandshakeBytesMax = 512;  ///< message 2, the longest, takes 260
/// How many messages about paths (proto::PathMessage) a peer may send at once, and how many in each
/// second after that.
inline constexpr std::int64_t kPathsBurst = 10;
inline constexpr std::int64_t kPathsPerSecond = 1;
/// How often a peer may say on one connection that it wants to be kept as a contact: once, and
/// again after its person was asked again.
inline constexpr std::size_t kKeepsMax = 4;

// How tables are announced on the local network (docs/network.md); part of the protocol, too.
inline constexpr std::uint16_t kBeaconPort = 24177;
inline constexpr std::string_view kBeaconGroup4 = "239.255.70.68";
inline constexpr std::string_view kBeaconGroup6 = "ff02::f:d1ea";
inline constexpr Duration kAnnounceEvery{30'000};
inline constexpr Duration kAnnouncedFor{90'000};  ///< so two announcements in a row may be lost
inline constexpr Duration kAnswerDelayMax{200};   ///< so that many hosts do not answer at once
inline constexpr Duration kAnswerEvery{1'000};    ///< to one source

// These are our own caution: an honest peer comes nowhere near them.

/// The shortest time between two announcements of a table. Without it, guests who come and go could
/// make a host fill the network.
inline constexpr Duration kAnnounceGap{500};
/// How many tables a listener remembers, and at how many addresses each. A host of both families
/// with two networks has four.
inline constexpr std::size_t kLanTablesMax = 32;
inline constexpr std::size_t kLanPlacesMax = 4;
/// How many datagrams a second count from one source: an announcement arrives up to three times, by
/// multicast of both families and by broadcast. The limit is for each source, so that one that
/// sends too many does not drown the others.
inline constexpr std::int64_t kBeaconsPerSecond = 20;
/// How many sources are kept apart for that, and how many may wait for an answer.
inline constexpr std::size_t kBeaconSourcesMax = 64;
/// How many datagrams a second are read at all. The kernel drops the rest.
inline constexpr std::int64_t kBeaconReadsPerSecond = 500;
/// How often the interfaces are read again, so that a cable or a radio network that comes later is
/// used as well.
inline constexpr Duration kInterfacesEvery{5'000};

/// The longest time from the connection until both sides have sent their welcome. A bad mobile
/// network answers within 3 s.
inline constexpr Duration kHandshakeMax{10'000};
/// The time between the pings of each side.
inline constexpr Duration kPingAfter{3'000};
/// The time without a byte after which a connection counts as dead: three pings are missing.
inline constexpr Duration kSilenceMax{10'000};
/// The same once there is a reason to doubt the connection.
inline constexpr Duration kDoubtMax{2'000};

/// How long a guest calls a host again that fell silent before the table began. A person who opens
/// the lid of a laptop again, or changes the network, has come back by then.
inline constexpr Duration kHostSilentMax{120'000};

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

/// How many bytes may wait for a peer that is still sent what matters less than the match: lines of
/// chat, and steps for those who watch. So these never delay a move by more than a slow line takes
/// for that much.
inline constexpr std::size_t kBusyQueueBytes = std::size_t{64} * 1024;

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
/// How many names are looked up at once. Each takes a thread, and half a minute if no name server
/// answers.
inline constexpr int kLookUpsMax = 16;
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

/// The longest time that a better connection may take to replace another one. Until then its bytes
/// wait, so it is as long as a silence.
inline constexpr Duration kHandoverMax = kSilenceMax;

/// The age that decides between two connections of the same peers. If the first is younger than
/// this, both sides have called at once, and the first stays. If it is older, the newer one
/// replaces it: the other side has lost the first, or it would not have called again.
inline constexpr Duration kTwinAge{5'000};

// Punching (punch.h).

/// How long reflectors have to answer, whom this machine asks from a fresh port.
inline constexpr Duration kReflectMax{2'000};
/// The longest answer of a reflector; ours take 44 bytes.
inline constexpr std::size_t kStunAnswerBytesMax = 256;
/// When punching is tried, counted from when the peer came up through a relay: again for a router
/// that was busy, and then rarely.
inline constexpr std::array kPunchAfter{Duration{500}, Duration{5'000}, Duration{30'000}};
inline constexpr Duration kPunchEvery{300'000};
/// How many attempts two members make in so long a time, whoever wants more. Each may have us call
/// an address that the other one named.
inline constexpr std::size_t kPunchesMax = 3;
inline constexpr Duration kPunchesTime{600'000};
/// How long the peer may take for its next message; it asks reflectors first, and all goes through
/// a relay.
inline constexpr Duration kPunchAnswerMax{5'000};
/// How long after `Go` has come both begin to call. If the round trip takes less than twice this
/// time, both begin at the same moment. The second is the longest that a peer may want.
inline constexpr Duration kGoIn{250};
inline constexpr Duration kGoInMax{1'000};
/// How long both call, how long one call may take, and the pause after it. A call that the
/// other side's router refuses ends at once, so the pauses bound how many there are: about a
/// hundred. The pauses are random, because calls must meet each other.
inline constexpr Duration kPunchMax{3'000};
inline constexpr Duration kPunchCallMax{400};
inline constexpr Duration kPunchPauseMin{10};
inline constexpr Duration kPunchPauseMax{50};
/// How many connections one attempt may bring. Strangers may find the port, too.
inline constexpr std::size_t kPunchSocketsMax = 4;

/// The longest time for TLS and the upgrade to a WebSocket together.
inline constexpr Duration kUpgradeMax{10'000};
/// The most that a relay sends from the beginning of the upgrade to its end: the head of an HTTP
/// answer, or a proxy's page about an error, and for TLS the record around it and what follows.
inline constexpr std::size_t kUpgradeBytesMax = std::size_t{10} * 1024;
/// How long a relay may take to greet after the upgrade. It has nothing to look up for that.
inline constexpr Duration kGreetingMax{10'000};
/// The silence after which a control connection is replaced. A relay pings each 25 s, and we ping
/// after half of this time.
inline constexpr Duration kRelaySilenceMax{60'000};
/// The shortest wait before the next call to a relay that said it has too much to do.
inline constexpr Duration kRelayBusyMin{5'000};
/// How long an end of a pipe waits for the other one. The relay gives up after 15 s and says so;
/// its answer needs time to arrive.
inline constexpr Duration kPipeJoinMax{17'000};
/// How long the last bytes and the close frame of a WebSocket may take after its user has left.
inline constexpr Duration kFarewellMax{1'000};
/// The rate at which a relay's control messages are handled. Beyond it we stop reading for a while.
/// Strangers from 2,500 networks make 400 visits a second at an honest relay, for long.
inline constexpr std::int64_t kRelayMessagesPerSecond = 1'000;
inline constexpr std::int64_t kRelayMessagesBurst = 4'000;
/// How long a visit may last. The relay ends it after 60 s and says so.
inline constexpr Duration kVisitMax{65'000};
/// The work that this program does for one relay: sixteen times the most that a relay may ask for
/// at once, and as much again in ten minutes. So a relay that asks for ever takes one percent of a
/// core.
inline constexpr std::int64_t kWorkHashesBurst = std::int64_t{16} << proto::kWorkBitsMax;
inline constexpr std::int64_t kWorkHashesPerSecond = kWorkHashesBurst / 600;
/// How many hashes are tried before other work has its turn: less than a millisecond.
inline constexpr std::int64_t kWorkSlice = 1'000;
/// After so long a person is told why it takes so long.
inline constexpr Duration kWorkTold{1'000};
/// The waits between visits to a host by a code, if nobody answers.
inline constexpr Duration kVisitAgainMin{500};
inline constexpr Duration kVisitAgainMax{2'000};
/// The bytes of control messages that may wait for a relay that does not read.
inline constexpr std::size_t kRelayQueueBytesMax = std::size_t{256} * 1024;
/// The boxes that one member holds at one relay, and the visits to its places and by it to others
/// that are under way at once. A relay allows a source 64 connections and 64 boxes; each visit that
/// a member makes is a connection.
inline constexpr std::size_t kBoxesMax = 64;
inline constexpr std::size_t kVisitsHeldMax = 1024;
inline constexpr std::size_t kVisitsMadeMax = 16;

}  // namespace fairdeal::net
