#pragma once

#include <optional>
#include <string>
#include <variant>

#include "base/time.h"
#include "net/channel/rung.h"
#include "net/mesh/path_status.h"
#include "net/party/event.h"
#include "net/reach/machine_watch.h"
#include "net/reach/punch.h"
#include "net/rendezvous/rendezvous.h"
#include "net/sockets/address.h"
#include "runtime/meet/lobby.h"
#include "runtime/node/effects.h"

/// The events of a session for the program that plays, in the order in which they happen. Events
/// about a seat come only once the table has begun.

namespace fairdeal::session {

using party::ClockAhead;
using party::HostSilence;
using party::LinkChanged;
using party::PeerRefused;
using party::SessionEnded;
using party::TableBegan;

/// This member takes calls there.
struct ListeningAt {
  sockets::Address address;
};
/// The code to tell friends, at a host: the first, and each new one. It is a text to be shown.
struct CodeOffered {
  std::string code;
};
/// A relay cannot be used; it is called again all the while.
struct RelayDown {
  signaling::RelayUrl url;
  signaling::RelayTrouble trouble;
};
/// A relay has much to do and asks for work, which takes longer than a second.
struct RelayBusy {
  signaling::RelayUrl url;
};
/// The router now takes calls for this member there.
struct PortForwarded {
  sockets::Address external;
};
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
/// A member wants to keep this one as a contact, and waits for this person's yes.
struct KeepAsked {
  Seat seat;
};
/// Both have said yes. This may come again, with another secret, after a restart of the other side.
struct KeepAgreed {
  Seat seat;
  meet::PairSecret secret;
};
/// A member signed what no honest program signs. This may come twice: when two statements that
/// contradict each other are found, and when the table convicts their author.
struct MemberAccused {
  Seat seat;
  /// The two statements, or the false answer; none: the transcript alone has the proof.
  std::optional<std::variant<proto::Equivocation, proto::WrongEntry>> lie{};
  std::string path{};  ///< of the file of evidence; "": none was written
};
/// The statement of a member that built on another history is in a file beside the transcript: the
/// member did not show that history.
struct StatementKept {
  Seat seat;
  std::string path;
};

/// One event. A Gathering says who is here, and the terms: a guest's session signs nothing until
/// agree() is called, and then only a charter with the terms that were shown first. LobbyNews say,
/// at a host, who comes and goes and, at a guest, that it has to wait for the host's person.
using SessionEvent =
    std::variant<ListeningAt, proto::Gathering, meet::LobbyNews, HostSilence, CodeOffered,
                 meet::CodeNews, RelayDown, RelayBusy, ClockAhead, reach::MachineWatch::News,
                 PortForwarded, TableBegan, PathChanged, OnlyRelayed, LinkChanged, node::Notice,
                 PeerRefused, KeepAsked, KeepAgreed, MemberAccused, StatementKept, SessionEnded>;

}  // namespace fairdeal::session
