#pragma once

#include <cstddef>
#include <cstdint>

#include "base/time.h"
#include "proto/reach.h"
#include "relay/networks.h"

/// The limits on what the relay takes from outside, and the reasons for the numbers. Those that are
/// part of the protocol are in proto/reach.h. These are our own caution; tests make them smaller.

namespace fairdeal::relay {

struct Bounds {
  /// All connections together. When they are all taken, a newcomer takes the place of one that has
  /// proved nothing yet (relay/short_lived.h).
  std::size_t connections = 8192;
  // These limits are for one source. A household, a dormitory or a company has one address; one
  // customer of a provider has a whole IPv6 site, or more; an IPv4 network has many customers.
  PerWidth<std::size_t> connections_of{64, 256, 512};
  PerWidth<std::size_t> boxes_of{64, 128, 256};
  PerWidth<std::size_t> nameplates_of{4, 8, 16};
  PerWidth<std::size_t> pipes_of{64, 128, 256};
  PerWidth<std::int64_t> visits_burst{20, 40, 80};
  PerWidth<std::int64_t> visits_per_minute{10, 20, 40};
  /// TLS handshakes, of a relay that has a certificate. A connection needs one, and a member who
  /// comes back opens a connection for each pipe.
  PerWidth<std::int64_t> handshakes_burst{64, 240, 480};
  PerWidth<std::int64_t> handshakes_per_minute{60, 120, 240};
  /// The bytes that a source may send through pipes in a day. A table sends some megabytes an hour.
  PerWidth<std::int64_t> bytes_per_day{std::int64_t{4} << 30, std::int64_t{8} << 30,
                                       std::int64_t{16} << 30};
  /// The rate at which each end of a pipe may send. A faster sender is read slower, and TCP then
  /// slows it down.
  std::int64_t pipe_bytes_per_second = 1 << 20;
  std::int64_t pipe_bytes_burst = 8 << 20;

  /// Handshakes at a time. Each may keep 50 KiB until it ends: 50 MiB for all.
  std::size_t handshakes = 1024;
  /// All boxes together: about 300 bytes each, so 20 MB.
  std::size_t boxes = 65536;
  /// Visits that are under way, in all and to one place. One that has proved nothing gives way to
  /// a newcomer, and is over soon anyway: an honest one proves itself within three round trips.
  /// Strangers from 2,500 networks make 400 visits a second for long; a place has room for more of
  /// them than come while a friend's visit proves itself.
  std::size_t visits = 8192;
  std::size_t visits_per_place = 1024;
  Duration unproved_visit_max{5'000};
  Duration visit_max{60'000};
  /// How long a place waits for its holder to come back after its connection was lost.
  Duration kept_for{30'000};
  /// Visits to numbers that nobody holds, of one network of any width. A person mistypes now and
  /// then; who tries one number after another is refused.
  std::int64_t misses_per_minute = 10;
  /// The first answer to a visit of a number comes after a random time between these, whether
  /// somebody holds the number or not, so that its time does not tell which.
  Duration answer_min{200};
  Duration answer_max{500};
  /// Control messages of one connection; who sends faster is read slower. Who comes back opens its
  /// 64 boxes at once.
  std::int64_t control_per_second = 20;
  std::int64_t control_burst = 200;
  /// Messages of one connection in visits. Strangers decide how many visits a host has.
  std::int64_t answers_per_second = 1'000;
  std::int64_t answers_burst = 4'000;
  /// Answers and visits that wait for a client that does not read; the connection then ends.
  std::size_t queue_bytes{256 * 1024};

  /// A relay of which more than this share is taken (of its connections, numbers, boxes or visits,
  /// or of the visits to one place) asks for work before it takes a claim, a visit or a new pipe.
  std::size_t work_from_percent = 50;
  /// A network may hold so many times its share of numbers, boxes and pipes if it works for what is
  /// beyond: a dormitory needs more than a household, and an attacker pays for each.
  std::size_t shares_with_work = 2;
  /// How long a challenge holds after the period in which it was made: a slow machine takes some
  /// seconds.
  Duration work_period{30'000};
  /// The solutions of two periods that are remembered, so that none counts twice: 5 MB. To void
  /// all challenges an attacker has to solve as many, which takes it minutes of a core.
  std::size_t work_solutions = 65'536;

  /// From accept() until the first message after the upgrade.
  Duration upgrade_max{10'000};
  /// How long one end of a pipe waits for the other.
  Duration pipe_wait_max{15'000};
  /// A pipe's token is dead after its pipe. It is remembered for so long, up to that many tokens.
  Duration dead_token_for{600'000};
  std::size_t dead_tokens = 16384;
  /// Proxies close a connection on which nothing moves, most of them after 60 s.
  Duration ping_every{25'000};
  /// Two pings and some time for the answer.
  Duration silence_max{60'000};
  /// The longest time for a client to take 16 KiB: a bad mobile network does that in two seconds.
  Duration write_max{15'000};
  /// From the first byte of a control message to its last one.
  Duration message_max{15'000};
  /// How long a client has to end its connection after it was told to. Then the relay does so, and
  /// stop() takes no longer than this either.
  Duration closing_max{2'000};
  /// How long tables go on after the relay was told to end.
  Duration drain_max{60'000};
  /// How often the times above are looked at. Answers to wrong visits are not bound to this.
  Duration tick{1'000};
  /// How often idle networks are forgotten, and unused memory is given back to the system. Both
  /// take some milliseconds for which tables wait.
  Duration forget_every{60'000};

  // The reflectors: a caller needs one connection to each at a time.
  std::size_t reflections = 1024;
  std::size_t reflections_per_source = 16;
  Duration reflection_max{60'000};
};

/// The steps of joined pipes that the relay takes one after another before it looks at its sockets
/// again (relay/server/turns.h), and for how many of them the others take one more.
inline constexpr std::size_t kTableStepsMax = 256;
inline constexpr std::size_t kTableStepsForOne = 4;
/// How many connections the relay looks at in one go, and how many answers and ends of visits that
/// are due it sends in one: each takes some microseconds, for which tables wait.
inline constexpr std::size_t kLookedAtTogether = 8;
inline constexpr std::size_t kDueTogether = 8;
/// How many places are looked at in one go whether their time is over.
inline constexpr std::size_t kSweptTogether = 64;
/// The bytes that a client may send until its TLS handshake ends: the hellos of browsers and of
/// OpenSSL have less than 2 KiB.
inline constexpr std::size_t kHandshakeBytesMax{16 * 1024};
/// How much of a client's TLS is read at once: a record, so that a client who sends one after
/// another, none of which has bytes for the relay, gets no more than its turn.
inline constexpr std::size_t kTlsReadBytes{17 * 1024};
/// The longest HTTP head that is read.
inline constexpr std::size_t kHeadBytesMax{8 * 1024};
/// How often the end of a pipe may be asked for work before it is sent away: a challenge may become
/// void once.
inline constexpr int kWorkAsksMax = 3;
/// The bytes that are read from a client at once before it has the other end of a pipe.
inline constexpr std::size_t kFirstBytes = 1024;
/// The largest piece of a stream that the relay holds for an end of a pipe. It passes on what comes
/// before the message is whole, so nothing longer is ever kept: 64 MiB for all 8192 connections.
inline constexpr std::size_t kPieceBytes{8 * 1024};
/// The kernel's buffer for a client in each direction; the kernel takes twice as much for itself.
inline constexpr int kSocketBufferBytes = 16 * 1024;
/// The larger buffer of an end of a joined pipe, and how many connections may have it: the others
/// keep the small one. So the kernel keeps at most 128 MiB for the first, and 64 KiB for each other
/// connection.
inline constexpr int kJoinedBufferBytes = 48 * 1024;
inline constexpr std::size_t kLargeBuffersMax = 680;
/// How much is written at once: see Bounds::write_max.
inline constexpr std::size_t kWriteBytes{16 * 1024};
/// A message of a pipe counts at least as much as this, so that empty ones are not free.
inline constexpr std::int64_t kPipeMessageBytesMin = 64;
/// A source that has sent less than this today is forgotten when it has nothing here any more.
inline constexpr std::int64_t kForgottenBytes = std::int64_t{16} << 20;
/// The pause after accept() failed because there were no descriptors or no memory left.
inline constexpr Duration kAcceptRetryAfter{100};

// Many processes, one relay (relay/cluster/nats_exchange.h).

/// The store forgets the key of a place so long after its last renewal: its process died.
inline constexpr Duration kKeyLifetime{60'000};
/// Two renewals may fail.
inline constexpr Duration kKeyRenewedEvery{20'000};
/// A process that could not renew a key gives its place up so long after it asked last, which is
/// before the store forgets it, even if the two clocks do not go quite alike.
inline constexpr Duration kKeyLease{55'000};
/// How long the store is asked again before a claim or a visit fails. When the server that leads it
/// dies, the others take about five seconds to elect another one.
inline constexpr Duration kStorePatience{10'000};
/// The pause between two such requests.
inline constexpr Duration kStoreRetryAfter{100};
/// The pause after a renewal has failed.
inline constexpr Duration kRenewAgainAfter{1'000};
/// A key changes at most so often while it is claimed; then the claim fails.
inline constexpr std::size_t kKeyRefusalsMax = 8;
/// Nameplates that turn out to be another process's in one claim; then the claim fails.
inline constexpr std::size_t kNameplateTriesMax = 16;
/// Requests of one connection that wait for the store: its 64 boxes twice.
inline constexpr std::size_t kRequestsMax = 128;
/// Visitors at other processes to places of this one, at a time: each takes some hundred bytes.
inline constexpr std::size_t kGuestsMax = 4096;
/// A visit that is not answered is sent again so often, after so long.
inline constexpr int kVisitRepeats = 2;
inline constexpr Duration kVisitRepeatAfter{3'000};
/// How often an end of a pipe seeks its other end at the other processes.
inline constexpr Duration kHelloEvery{500};
/// Bytes under way to a process, or waiting there for its client: a quarter of a second at the
/// rate of a pipe.
inline constexpr std::uint64_t kPipeWindowBytes{256 * 1024};
/// The receiver allows more after so many bytes.
inline constexpr std::uint64_t kCreditEveryBytes{64 * 1024};
/// A receiver whose client is slow says so often that it is there.
inline constexpr Duration kCreditRepeatAfter{2'000};
/// Without a word of credit for so long, bytes or the credit were lost.
inline constexpr Duration kCreditMax{5'000};
/// Other ends that have said hello to one end; a pipe has one.
inline constexpr std::size_t kHellosMax = 4;

/// A place or a visit that ends by time ends at most so much later.
inline constexpr Duration kSweepEvery{1'000};

}  // namespace fairdeal::relay
