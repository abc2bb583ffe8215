#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/rng.h"
#include "base/time.h"
#include "net/sockets/address.h"
#include "proto/reach.h"

namespace fairdeal::reach {

/// Why an attempt to punch brought no connection. "There" is the other member's side.
enum class PunchFailure {
  no_reflector_here,  ///< fewer than two reflectors said how this machine is seen
  no_reflector_there,
  ports_change_here,  ///< the router gives each connection another port, so nobody can call it
  ports_change_there,
  ports_change_both,
  time,        ///< both called, and no connection came: a router or firewall lets none in
  no_answer,   ///< the other member's program did not say when to call
  refused,     ///< the other member's program does not want an attempt now
  bad_address  ///< the other member named an address that is not to be called
};

/// Returns the stable short name, as printed in JSON: "ports_change_here".
std::string name(PunchFailure failure);

/// The attempts of this member and one peer, whom a relay connects, to come to a connection of
/// their own through both their routers: both call each other at the same moment, so that each
/// router takes the other's call for the answer to its own. The class does no I/O: events and the
/// time go in, Effects come out.
///
/// Both take a fresh port and ask two reflectors how it is seen (net/reach/reflect.h). What they
/// say to each other goes through the relay. The member with the smaller key starts:
///
///     starts       Reflecting --Punch-> Asking  --Go-> Going <-Go-- Starting -> Calling
///     answers                 --Punch-> Reflecting --Punch-> Waiting --Go-> Starting -> Calling
///
/// The answering side sends `Go` back as it came, and calls `in_ms` later. From the time that
/// takes the other one knows the round trip, and begins at the same moment. Where the ports of both
/// change, an attempt is given up at once: neither knows where to call. Either side ends an attempt
/// with `NoPunch`.
///
/// A peer that lies has this member call one address that may be called, kPunchesMax times in
/// kPunchesTime; more it does not get. A message that fits no attempt is ignored.
class PunchAttempts {
 public:
  enum class Role { starts, answers };

  /// Take a fresh port, and ask reflectors of this family, or of any; then call on_reflected().
  struct Reflect {
    std::optional<bool> v6{};
    bool operator==(const Reflect&) const = default;
  };
  struct Say {
    proto::PathMessage message;
    bool operator==(const Say&) const = default;
  };
  /// Call this address from the port, again and again, and take what comes in there.
  struct Call {
    sockets::Address at;
    bool operator==(const Call&) const = default;
  };
  /// Give the port up. Connections that were made stay.
  struct Close {
    bool operator==(const Close&) const = default;
  };
  /// Tell why an attempt failed.
  struct Tell {
    PunchFailure why;
    bool operator==(const Tell&) const = default;
  };
  using Effect = std::variant<Reflect, Say, Call, Close, Tell>;
  using Effects = std::vector<Effect>;

  /// How this machine's port is seen.
  struct Seen {
    sockets::Address at;
    bool steady;  ///< two reflectors see the same
  };

  /// `may_be_called` says whether an IP address that the peer names may be called. `rng` must
  /// outlive this object.
  PunchAttempts(Role role, std::function<bool(const sockets::Address&)> may_be_called, Rng& rng)
      : role_(role), may_be_called_(std::move(may_be_called)), rng_(rng) {}

  /// The peer is reached through a relay, and both want a better path. Does nothing if that is
  /// known already.
  void on_relayed(Instant now);
  /// The peer is reached by a better path, or not at all.
  [[nodiscard]] Effects on_settled();
  [[nodiscard]] Effects on_message(const proto::PathMessage& message, Instant now);
  /// The reflectors have answered; none if fewer than two have.
  [[nodiscard]] Effects on_reflected(const std::optional<Seen>& seen, Instant now);
  /// Call it once `now` has reached deadline().
  [[nodiscard]] Effects on_time(Instant now);
  Instant deadline() const;

  /// Returns why the last attempt failed; none if there was none, or it brought a connection.
  std::optional<PunchFailure> failure() const { return failure_; }

 private:
  using Nonce = ByteArray<8>;
  enum class Stage { reflecting, asking, waiting, going, starting, calling };
  struct Attempt {
    Nonce nonce;
    Stage stage = Stage::reflecting;
    Instant until = never();             // when the stage ends by itself
    std::optional<proto::Punch> theirs;  // once it has come
    std::optional<Seen> ours{};          // once reflectors have answered
    Instant go_sent{};                   // in `going`
  };

  bool begin(const Nonce& nonce, std::optional<proto::Punch> theirs, Instant now);
  Effects on(const proto::Punch& punch, Instant now);
  Effects on(const proto::Go& go, Instant now);
  Effects on(const proto::NoPunch& no, Instant now);
  static Effects on(const proto::Where&, Instant) { return {}; }
  bool is_callable(const proto::Punch& punch) const;
  bool ports_of_both_change() const;
  /// Returns what it means that no connection came although both called.
  PunchFailure in_vain() const;
  Tell failed(PunchFailure why);
  Effects fail(PunchFailure why);
  Effects refuse(const Nonce& nonce, std::uint32_t why, PunchFailure meaning);

  Role role_;
  std::function<bool(const sockets::Address&)> may_be_called_;
  Rng& rng_;
  bool relayed_ = false;
  std::size_t tries_ = 0;  // so many times of kPunchAfter have passed
  Instant next_ = never();
  std::deque<Instant> begun_;  // attempts within kPunchesTime
  std::optional<Attempt> attempt_;
  std::optional<PunchFailure> failure_;
};

}  // namespace fairdeal::reach
