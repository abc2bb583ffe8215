#pragma once

#include <optional>
#include <string>
#include <variant>

#include "base/time.h"
#include "net/signaling/code_failure.h"
#include "net/signaling/relay_trouble.h"
#include "runtime/meet/lobby.h"
#include "runtime/node/effects.h"

/// The events that a member tells the program that plays.

namespace fairdeal::party {

/// A guest's host, before the table begins, answers no more, so that it is called again; or it is
/// back.
struct HostSilence {
  bool silent;
};
/// The clock of a member, or of the host that is sought, is ahead of this machine's by so much, or
/// behind if it is negative; so they do not find each other at relays.
struct ClockAhead {
  crypto::PublicKey member;
  Duration ahead;
};
/// The table has begun, or goes on after a restart: the member has a node now.
struct TableBegan {};
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

/// The session has ended, in this way.
struct SessionEnded {
  enum class How {
    finished,
    left,           ///< this member left, and nobody needs anything of it any more
    unreachable,    ///< no connection to the host came about, or no port was free
    nobody_there,   ///< no program listens at any of the host's addresses
    host_silent,    ///< nothing came back from the host's addresses
    host_gone,      ///< the host was there, and went before the table began
    withdrawn,      ///< the table that this guest had signed did not begin: the host gathers again
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
    begun,          ///< the host refused this guest because the match has begun
    until_break,    ///< a table of the evening is played: this guest may come again after it
    over,           ///< the host says that the evening is over
  };
  How how;
  std::optional<Error> error{};
  std::optional<signaling::CodeFailure::What> code{};
  std::optional<signaling::RelayTrouble::What> relay{};  ///< how far the call of the relay came
};
using How = SessionEnded::How;

/// Returns how a session ends because of `error`.
How how_ended(const Error& error);

/// One event. A Gathering says who is here, and the terms.
using Event = std::variant<proto::Gathering, meet::LobbyNews, HostSilence, ClockAhead, TableBegan,
                           LinkChanged, node::Notice, PeerRefused>;

}  // namespace fairdeal::party
