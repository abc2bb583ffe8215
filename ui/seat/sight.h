#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "net/mesh/path_status.h"
#include "net/session/session.h"
#include "rules/any_game.h"
#include "runtime/node/node_queries.h"
#include "ui/home/own_addresses.h"
#include "ui/sandbox/kept_scripts.h"

/// The program of a seat sees these values when it looks at its session or its dealer. All that is
/// shown follows from them, with a table or without.

namespace fairdeal::seat {

/// A member, as the session and the node of a seat see it.
struct MemberSight {
  std::optional<Seat> through{};  ///< who forwards its messages, if there is no own connection
  std::optional<mesh::PathStatus> path{};
  std::optional<reach::PunchFailure> relay_only{};  ///< why punching failed last
  std::vector<mesh::FailedCall> failed_calls{};
  std::string address{};  ///< at which it can be called; "": none is known
  Duration line_left{};   ///< how long its place is kept while it is away
  Duration bank{};        ///< its reserve of time to think
};

/// The game as its seat sees it, at a table or before a dealer in the same process.
struct Position {
  Seat me{};
  rules::AnyGame value;  ///< the game now
  rules::Known known{};  ///< what this seat alone knows
  bool to_act = false;   ///< whether it is this seat's move now
  std::uint64_t step = 0;

  const rules::AnyGame& game() const { return value; }
};

/// The table, once it has begun: a position, and those who hold it.
struct TableSight : Position {
  std::shared_ptr<const state::Table> table{};
  bool asking = false;                   ///< whether the others are asked where the table is
  std::vector<node::Awaited> awaited{};  ///< for whom the step waits
  SeatSet passed{};                      ///< who have passed the deck on that is shuffled
  Duration time_left{};                  ///< until those for whom it waits may be voted absent
  Duration alarm_left{};                 ///< until the game's alarm is due by this program's clock
  bool has_chat = false;                 ///< whether members may say anything
  std::vector<MemberSight> members{};
  std::vector<std::string> relays{};        ///< of the table
  std::optional<crypto::PublicKey> host{};  ///< who made the table; none: this seat
  std::uint64_t bytes_sent = 0;

  const state::Standing& standing(Seat seat) const { return table->members().standing(seat); }
  std::size_t seats() const { return table->seats(); }
  std::size_t validators() const { return table->charter().validators(); }
};

/// A script that a guest lacks.
struct ScriptSight {
  proto::Gathering gathering;
  std::string text;
  std::vector<sandbox::KeptScript> others{};  ///< that are kept here and have the same name
};

/// The time, and all that is seen at it.
struct Sight {
  std::chrono::steady_clock::time_point now{};
  std::uint32_t day = 0;                ///< since 1970
  bool started = false;                 ///< at a guest: whether the host has started the table
  std::string transcript{}, store{};    ///< paths; "" until the table has begun
  std::chrono::milliseconds silence{};  ///< for how long the game's script has not answered
  std::vector<home::OwnAddress> own_addresses{};  ///< of this machine, until the table begins
  std::vector<sockets::Address> reached_at{};     ///< where others reach it then, the best first
  bool on_no_network = false;                     ///< known once the session has ended
  std::optional<ScriptSight> script{};            ///< until it runs
  // At a guest of an evening that gathers:
  bool as_seen = false;  ///< whether its program may agree by itself (GuestLobby::goes_on_as_seen)
  std::optional<meet::EveningMemory> evening{};  ///< what it remembers
  std::vector<proto::Order> own_orders{};        ///< of this break, that the bank has signed
  std::vector<meet::Newcomer> newcomers{};       ///< at the host of an evening that gathers
  std::optional<TableSight> table{};
  std::optional<Position> dealt{};  ///< by a dealer in this process: then there is no table
};

/// Returns whether a table that listens there is open at all addresses of its machine.
bool is_everywhere(const sockets::Address& address);
/// Returns the addresses at which others reach a table that is open at `address`, the best first.
std::vector<sockets::Address> reached_at(const sockets::Address& address,
                                         const std::vector<home::OwnAddress>& own_addresses);

/// Looks at the position of a node.
Position position_at(const node::Node& node);
/// Looks at the table of a session. Requires: it has begun.
TableSight table_sight(const session::Session& session);

}  // namespace fairdeal::seat
