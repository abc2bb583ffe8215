#pragma once

#include <functional>
#include <map>
#include <set>

#include "base/rng.h"
#include "relay/cluster/bus.h"
#include "relay/places.h"

namespace fairdeal::relay::cluster {

/// Whose process sends a message of a visit.
enum class VisitRole : std::uint8_t { visitor, holder };

/// Returns a source of its own for a visitor whose address is not known here: it is counted by its
/// address at the process that it called.
SourceId source_of_stand_in(CallerId who);

/// Visits between clients of two processes. A core without I/O, beside the Places of this process:
/// for a visitor at another process a stand-in, a caller with a number that no connection has,
/// visits the place here, so that the rules of Places hold for it, too.
///
///   subject   fd.v.PROCESS
///   message   the sender's process ‖ u64 visit ‖ role ‖ number ‖ a control message
///
/// The role is 0 from the visitor's process, which draws the visit's number, and 1 from the
/// holder's. Messages of one role are numbered from 1, so that what comes twice counts once. The
/// first one is repeated if nothing comes back, and the answer to it with it; what else is lost
/// ends the visit by time.
class RemoteVisits {
 public:
  RemoteVisits(const ProcessId& self, const Bounds& bounds, Bus& bus, Places& places,
               Counters& counters, Rng& rng, Deliver deliver);
  static std::string subject(const ProcessId& process);

  // Of visitors here.
  /// Takes note of a visit whose holder's process is not known yet.
  std::uint64_t begin(CallerId visitor, const proto::Visit& visit, Instant now);
  /// Returns the visit, and forgets it; none if its visitor has hung up.
  std::optional<proto::Visit> take(std::uint64_t id);
  /// Sends the visit to its holder's process.
  void send(std::uint64_t id, const ProcessId& holder, Instant now);
  /// Takes what a client says in a visit to another process. Returns false if this is none.
  bool on_say(CallerId from, const proto::Say& say);
  void on_gone(CallerId from, const proto::Gone& gone);
  void on_hang_up(CallerId from);

  // Of visitors elsewhere.
  static bool is_stand_in(CallerId caller) { return (caller.value & kStandIn) != 0; }
  /// Sends what a holder here, or Places, says to the visitor for whom `to` stands.
  void answer(CallerId to, const proto::RelayMessage& message);

  /// Returns what Places wants delivered.
  Places::Deliveries on_message(ByteSpan bytes, Instant now);
  Instant deadline() const { return due_.empty() ? never() : due_.begin()->first; }
  void on_time(Instant now);

 private:
  static constexpr std::uint64_t kStandIn = std::uint64_t{1} << 63;
  /// A visit by a client here.
  struct Visitor {
    CallerId caller;
    proto::Visit visit;
    Instant until;
    Instant due;  ///< when it is repeated, or ends
    std::optional<ProcessId> holder{};
    std::uint64_t number = 0;  ///< once the holder has answered
    std::uint8_t sent = 0, heard = 0;
    int repeats = 0;
  };
  using GuestName = std::pair<ProcessId, std::uint64_t>;
  /// A visit from elsewhere.
  struct Guest {
    GuestName name;
    std::uint8_t sent = 0, heard = 0;
    Bytes answer{};  ///< the last message, for a visitor that has not heard it
  };
  struct Message;

  void set_due(std::uint64_t id, Instant due);
  void remove(std::uint64_t id);
  void send_as_visitor(std::uint64_t id, Visitor& visitor, const proto::RelayMessage& message);
  void on_answer(const Message& message);
  Places::Deliveries on_guest(const Message& message, Instant now);
  void remove_guest(CallerId stand_in);

  ProcessId self_;
  const Bounds& bounds_;
  Bus& bus_;
  Places& places_;
  Counters& counters_;
  Rng& rng_;
  Deliver deliver_;
  std::map<std::uint64_t, Visitor> visitors_;
  std::map<CallerId, std::set<std::uint64_t>> visits_of_;
  std::set<std::pair<Instant, std::uint64_t>> due_;
  std::map<CallerId, Guest> guests_;  ///< by stand-in
  std::map<GuestName, CallerId> stand_ins_;
  std::uint64_t last_stand_in_ = 0;
};

}  // namespace fairdeal::relay::cluster
