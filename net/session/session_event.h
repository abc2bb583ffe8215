#pragma once

#include <optional>
#include <string>
#include <variant>

#include "base/time.h"
#include "net/mesh/path_status.h"
#include "net/reach/machine_watch.h"
#include "net/reach/punch.h"
#include "net/rendezvous/rendezvous.h"
#include "net/sockets/address.h"
#include "runtime/meet/lobby.h"
#include "runtime/node/effects.h"

/// The events of a session for the program that plays, in the order in which they happen. Events
/// about a seat come only once the table has begun.

namespace fairdeal::session {

/// This member takes calls there.
struct ListeningAt {
  sockets::Address address;
};
/// A guest's host, before the table begins, answers no more, so that it is called again; or it is
/// back.
struct HostSilence {
  bool silent;
};
/// The code to tell friends, at a host: the first, and each new one. It is a text to be shown.
struct CodeOffered {
  std::string code;
};
/// A relay cannot be used; it is called again all the while.
struct RelayDown {
  rendezvous::RelayUrl url;
  rendezvous::RelayTrouble trouble;
};
/// A relay has much to do and asks for work, which takes longer than a second.
struct RelayBusy {
  rendezvous::RelayUrl url;
};
/// The clock of a member, or of the host that is sought, is ahead of this machine's by so much, or
/// behind if it is negative; so they do not find each other at relays.
struct ClockAhead {
  crypto::PublicKey member;
  Duration ahead;
};
/// The router now takes calls for this member there.
struct PortForwarded {
  sockets::Address external;
};
/// The table has begun, or goes on after a restart: the session has a node now.
struct TableBegan {};
/// A member is now reached by a better way.
struct PathChanged {
  Seat seat;
  channel::Rung rung;
};
/// A member is still reached through a relay alone, since punching failed. It is tried again.
struct OnlyRelayed {
  Seat seat;
  reach::PunchFailure why;
};
/// The connection to a member is there, or gone.
struct LinkChanged {
  Seat seat;
  bool up;
};
/// A call failed, somebody who called was not let in, or a peer's frame was refused.
struct PeerRefused {
  std::string where;  ///< an address, or the nickname that a peer gave itself
  Error error;
};
/// A member wants to keep this one as a contact, and waits for this person's yes.
struct KeepAsked {
  Seat seat;
};
/// Both have said yes. This may come again, with another secret, after a restart of the other side.
struct KeepAgreed {
  Seat seat;
  meet::PairSecret secret;
};
/// Evidence that convicts a member was written to a file.
struct EvidenceKept {
  Seat seat;
  std::string path;
};
/// The statement of a member that built on another history is in a file beside the transcript: the
/// member did not show that history.
struct StatementKept {
  Seat seat;
  std::string path;
};

/// The session has ended, in this way.
struct SessionEnded {
  enum class How {
    finished,
    left,           ///< this member left, and nobody needs anything of it any more
    unreachable,    ///< no connection to the host came about, or no port was free
    nobody_there,   ///< no program listens at any of the host's addresses
    host_silent,    ///< nothing came back from the host's addresses
    host_gone,      ///< the host was there, and went before the table began
    relay_down,     ///< the host is known at relays alone, and none can be used: `relay` says why
    clock_differs,  ///< the host does not take knocks of a clock that is so far from its own
    incompatible,   ///< the other side has another version, or this program lacks the game
    bad_terms,      ///< the terms are out of bounds, or differ from those that were shown
    table_full,     ///< the host refused this guest for want of room
    refused,        ///< the host refused this guest for another reason
    not_invited,    ///< the host refused this guest because it was not invited
    kicked,         ///< the host's person sent this guest away
    other_host,     ///< another identity than the host's answers at its address
    not_hosting,    ///< the contact has no table open for this guest
    no_host,        ///< the code led to no host: `code` says why
    violated,       ///< another member broke the protocol, and the table cannot go on
    failed,         ///< this machine failed: its disk is full, …
  };
  How how;
  std::optional<Error> error{};
  std::optional<rendezvous::Rendezvous::CodeFailure::What> code{};
  std::optional<rendezvous::RelayTrouble::What> relay{};  ///< how far the call of the relay came
};

/// One event. A Gathering says who is here, and the terms: a guest's session signs nothing until
/// agree() is called, and then only a charter with the terms that were shown first. LobbyNews say,
/// at a host, who comes and goes and, at a guest, that it has to wait for the host's person.
using SessionEvent =
    std::variant<ListeningAt, proto::Gathering, meet::LobbyNews, HostSilence, CodeOffered,
                 meet::CodeNews, RelayDown, RelayBusy, ClockAhead, reach::MachineWatch::News,
                 PortForwarded, TableBegan, PathChanged, OnlyRelayed, LinkChanged, node::Notice,
                 PeerRefused, KeepAsked, KeepAgreed, EvidenceKept, StatementKept, SessionEnded>;

}  // namespace fairdeal::session
