#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <variant>
#include <vector>

#include "net/channel/backoff.h"
#include "net/signaling/pipe_call.h"
#include "net/signaling/relay_call.h"
#include "net/signaling/relay_holder.h"
#include "net/signaling/relay_settings.h"
#include "net/signaling/relay_work.h"

namespace fairdeal::signaling {

/// A visit at a relay, as its client names it. No number is used twice.
struct VisitId {
  enum class Role { holder, visitor };  ///< ours in it
  Role role = Role::holder;
  std::uint64_t number = 0;
  auto operator<=>(const VisitId&) const = default;
};

/// Why a visit is over: what the relay says, or why the relay cannot be reached (only for a visit
/// that we made).
using EndOfVisit = std::variant<proto::Gone::Why, RelayTrouble>;

/// The events that the client of a relay tells its owner.
namespace told {
/// A control connection is up. This comes again after each reconnection.
struct Greeting {
  proto::Greeting greeting;
};
/// We hold this nameplate for so many seconds; nothing is said when they are over. This comes again
/// after each reconnection, and the number may then be another one.
struct Nameplate {
  std::uint32_t nameplate;
  std::uint32_t seconds;
};
/// The relay refused the nameplate, which is no longer asked for.
struct NoNameplate {
  proto::Gone::Why why;
};
struct Held {
  proto::BoxId box;
};
/// The relay refused the box, which is no longer asked for: `refused` means that another program
/// holds it with another proof.
struct NotHeld {
  proto::BoxId box;
  proto::Gone::Why why;
};
/// Somebody visits a place that we hold.
struct Visit {
  VisitId visit;
  proto::RelayPlace place;
  Bytes body;
};
/// The other one said something, in a visit of either role.
struct Said {
  VisitId visit;
  Bytes body;
};
/// The visit is over, not by our hang_up().
struct Gone {
  VisitId visit;
  EndOfVisit why;
};
/// The control connection was lost, or a call failed. The next call follows by itself.
struct Trouble {
  RelayTrouble trouble;
};
/// The pipe's other end has come: its socket is a stream from here on.
struct PipeOpen {
  SocketId pipe;
};
struct PipeFailed {
  SocketId pipe;
  RelayTrouble why;
};
/// The relay asks for work that takes longer than kWorkTold.
struct LongWork {};
}  // namespace told

/// One member at one relay, without its I/O: its control connection, the visits that it makes and
/// the pipes that it opens there. Bytes and the time go in; what to do with sockets, and what the
/// owner hears, comes out. The same inputs give the same outputs.
///
/// It keeps a control connection from start() on, calls again when that is lost, and then has its
/// nameplate and its boxes again. Each visit that it makes goes over a connection of its own, so
/// that the answers to two visits cannot be confused: the relay gives a visitor no number before
/// the first answer.
///
/// Each input appends to `out`. The owner performs `sockets` in order and then takes `events`; it
/// calls on_time() once `now` has reached deadline(). An input of the owner (claim to renew) brings
/// no events.
class Client {
 public:
  using Event = std::variant<told::Greeting, told::Nameplate, told::NoNameplate, told::Held,
                             told::NotHeld, told::Visit, told::Said, told::Gone, told::Trouble,
                             told::PipeOpen, told::PipeFailed, told::LongWork>;
  struct Effects {
    std::vector<SocketEffect> sockets{};
    std::vector<Event> events{};
  };

  /// `rng` outlives the client.
  Client(RelaySettings settings, Rng& rng);

  const RelaySettings& settings() const { return settings_; }

  /// Makes the first call. It comes once, before anything else.
  void start(Effects& out) { call(out); }

  /// Holds a nameplate for so long, in place of the one before. Requires: 1 to
  /// proto::kClaimMinutesMax.
  void claim(std::uint32_t minutes, Effects& out) { send(holder_.claim(minutes), out); }
  void close_nameplate(Effects& out) { send(holder_.close_nameplate(), out); }
  /// Holds a box. Errors: too_large (this client has kBoxesMax).
  Result<void> open(const proto::BoxId& box, const proto::BoxProof& proof, Effects& out);
  void close(const proto::BoxId& box, Effects& out) { send(holder_.close(box), out); }

  /// Visits a place. The visit ends by itself after kVisitMax. Errors: too_large (there are
  /// kVisitsMadeMax). Requires: at most proto::kVisitBytesMax bytes, here and in say().
  Result<VisitId> visit(const proto::RelayPlace& place, ByteSpan body, Instant now, Effects& out);
  /// Says something to the other one. Returns false, and says nothing, if the visit is over or has
  /// had its proto::kVisitMessagesMax messages; and to a visitor also before the first answer.
  bool say(VisitId visit, ByteSpan body, Effects& out);
  /// Ends a visit; `why` is for a visitor to us.
  void hang_up(VisitId visit, proto::Gone::Why why, Effects& out);
  /// Tells the relay that a visitor has proved that it knows the code. Requires: a visit to us.
  void prove(VisitId visit, Effects& out) { send(holder_.prove(visit.number), out); }

  /// Opens a pipe; PipeOpen or PipeFailed comes later.
  SocketId open_pipe(const proto::PipeToken& token, PipeSide side, Effects& out);
  /// Gives a pipe up that is not open yet. Neither event comes then.
  void drop_pipe(SocketId pipe, Effects& out);

  /// Replaces the control connection at the next on_time(), which is due now, and forgets the waits
  /// between calls: the machine has slept or its addresses have changed.
  void renew(Instant now);

  void on_open(SocketId socket, Instant now);
  void on_message(SocketId socket, ByteSpan message, Instant now, Effects& out);
  /// Hears why a connection ended, or was never made.
  void on_end(SocketId socket, const RelayTrouble& why, Instant now, Effects& out);
  void on_time(Instant now, Effects& out);
  Instant deadline() const;

 private:
  /// A visit that we made.
  struct Made {
    RelayCall call;
    Instant until;
    proto::Visit visit;  ///< is sent again after work
    std::optional<RelayWorkTask> work{};
    std::uint64_t relay_number = 0;  ///< 0 until the first answer
    std::size_t messages = 1;
  };
  using AllMade = std::map<std::uint64_t, Made>;

  SocketId next_socket() { return SocketId(++last_socket_); }
  AllMade::iterator made_at(SocketId socket);

  // ---- The control connection
  void call(Effects& out);
  void on_control(ByteSpan message, Instant now, Effects& out);
  void on_lost(const RelayTrouble& why, bool renewed, Instant now, Effects& out);
  void cut_control(const RelayTrouble& why, Instant now, Effects& out);
  void send(const RelayHolder::Messages& messages, Effects& out);
  void perform(RelayHolder::Effects effects, Instant now, Effects& out);
  static void tell(RelayHolder::Event& event, Effects& out);
  void work_for_places(Instant now, Effects& out);

  // ---- The visits that we make
  void on_visit(AllMade::iterator at, ByteSpan message, Instant now, Effects& out);
  void on_answer(AllMade::iterator at, proto::RelayMessage& message, Instant now, Effects& out);
  void work_for_visits(Instant now, Effects& out);
  void cut(AllMade::iterator at, RelayTrouble why, Effects& out);
  void end(AllMade::iterator at, const EndOfVisit& why, Effects& out);

  // ---- Pipes
  using Pipes = std::map<SocketId, PipeCall>;
  void perform(Pipes::iterator at, PipeCall::Effects effects, Effects& out);

  RelaySettings settings_;
  Rng* rng_;
  channel::Backoff backoff_;
  RelayHolder holder_;
  std::optional<RelayCall> control_;  ///< none while we wait for the next call
  Instant redial_at_ = never();
  std::optional<Instant> greeted_at_;  ///< of this connection
  std::optional<Instant> renew_at_;
  std::optional<RelayWorkTask> work_;  ///< for a place
  AllMade made_;                       ///< by our numbers
  std::uint64_t last_visit_ = 0;
  Pipes pipes_;
  std::uint64_t last_socket_ = 0;
};

}  // namespace fairdeal::signaling
