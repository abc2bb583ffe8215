#pragma once

#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/bytes.h"
#include "base/error.h"
#include "crypto/sign.h"
#include "net/party/event.h"
#include "net/sockets/address.h"
#include "runtime/meet/admission.h"

/// The inputs and effects of the objects of this folder that concern connections. An object
/// takes an input and the time, and returns its effects as values. The caller performs these in
/// their order. If one of them fails, it tells the object so and drops those that follow.

namespace fairdeal::party {

/// The way to a peer that is up, when an input of that peer comes.
struct Path {
  meet::LinkId link{};      ///< the connection by which the peer came up
  std::string host{};       ///< the IP address of the peer; "" behind a relay
  std::string called_at{};  ///< the address that this side called; "" if it did not call
  bool called = false;      ///< this side made the connection
};

// ---- Connections

/// Call this address until its peer is connected, and again whenever that connection is lost.
/// Every identity but the expected one is refused there.
struct Call {
  sockets::Address at;
  std::optional<crypto::PublicKey> expected{};
  bool endless = true;  ///< not given up after net::kUnansweredMax calls
};
/// Keep room for connections from these hosts.
struct ExpectFrom {
  std::vector<std::string> hosts;
};
struct Send {
  crypto::PublicKey to;
  Bytes frame;
};
/// Send a frame to a member of the table that has begun.
struct SendToSeat {
  Seat to;
  Bytes frame;
  bool unless_busy = false;  ///< drop it where much waits to be sent
};
/// Send the frames that node::decided_frames() makes of stored records.
struct SendDecided {
  node::Resend of;
};
/// Send a stored step to somebody who watches, then call Member::on_record_sent().
struct SendRecord {
  crypto::PublicKey to;
  Step step;
};
/// Let a peer stay: it is wanted.
struct Stay {
  crypto::PublicKey peer;
};
/// End the connection to a peer.
struct Drop {
  crypto::PublicKey peer;
  Error why;
};

// ---- Relays

/// Visit the host by its code, for so long.
struct UseCode {
  Duration patience;
};
/// Knock for the host at the relays.
struct KnockForHost {
  enum class By { box, link, contact };
  By by;
};
/// Open this member's box at relays that the host names, by the secret of the members.
struct ShareBox {
  std::vector<std::string> relays;
  ByteArray<32> secret;
};
/// Knock at the box of a member, for the first time after so long.
struct Seek {
  crypto::PublicKey member;
  Duration first_after;
};
/// Offer a code while somebody could still sit down, and withdraw it when nobody can.
struct OfferCode {};
struct WithdrawCode {};
/// Withdraw the code, and close the boxes for contacts: the table has begun.
struct CloseInvitations {};

// ---- The disk

/// Open the store of a table, whose files have this name, unless it is open already; then call
/// Member::on_opened().
struct OpenStore {
  std::string name;
};
/// Delete the store that is open: its table did not come about.
struct DeleteStore {};
/// Make a file of this evening durable, in place of what was there. Its name has the evening's
/// whole id (`meet::evening_file`).
struct KeepEvening {
  std::string name;
  Bytes bytes;
};
/// Create the transcript of the table.
struct CreateTranscript {};
/// Make these values durable together, and append what is public to the transcript.
struct Store {
  std::vector<state::Put> puts;
};
/// Append an encoded part to the transcript.
struct Append {
  Bytes part;
};
/// Force the transcript to the disk.
struct SyncTranscript {};
/// Write the evidence against a member to a file, if there is any.
struct KeepEvidence {
  Seat against;
};
/// Write a member's statement about another history to a file.
struct KeepStatement {
  node::HistoryUnshown unshown;
};

// ---- The program

/// Call Member::flush() once all inputs that came together are in.
struct FlushSoon {};
/// Run this on any thread, then call Member::on_done().
struct Run {
  node::Work work;
  bool idle;  ///< it begins only when no other work waits
};
/// Prepare what the notices will show, then call Member::on_prepared().
struct Prepare {};
struct Tell {
  Event event;
};
struct End {
  SessionEnded how;
};

using Effect =
    std::variant<Call, ExpectFrom, Send, SendToSeat, SendDecided, SendRecord, Stay, Drop, UseCode,
                 KnockForHost, ShareBox, Seek, OfferCode, WithdrawCode, CloseInvitations, OpenStore,
                 DeleteStore, KeepEvening, CreateTranscript, Store, SyncTranscript, KeepEvidence,
                 KeepStatement, FlushSoon, Run, Prepare, Tell, End>;
using Effects = std::vector<Effect>;

/// How long the members call each other directly before one whose connection was lost is sought
/// through relays.
inline constexpr Duration kSeekAfterLoss{500};

/// Makes the effects of an end.
inline Effects ending(How how, std::optional<Error> error = {}) {
  return {End{{.how = how, .error = std::move(error)}}};
}

/// Appends effects to those that come before them.
inline void append(Effects& out, Effects more) {
  std::move(more.begin(), more.end(), std::back_inserter(out));
}

}  // namespace fairdeal::party
