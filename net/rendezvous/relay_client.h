#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <memory>
#include <variant>

#include "base/bytes.h"
#include "base/result.h"
#include "net/signaling/relay_settings.h"
#include "net/signaling/relay_trouble.h"
#include "proto/reach.h"

namespace boost::asio {
class io_context;
}

namespace fairdeal::rendezvous {

using signaling::RelaySettings;
using signaling::RelayTrouble;

/// A visit at a relay, as this client names it. No number is used twice.
struct VisitId {
  enum class Role { holder, visitor };  ///< ours in it
  Role role = Role::holder;
  std::uint64_t number = 0;
  auto operator<=>(const VisitId&) const = default;
};

/// Why a visit is over: what the relay says, or why the relay cannot be reached (only for a visit
/// that we made).
using EndOfVisit = std::variant<proto::Gone::Why, RelayTrouble>;

/// One member at one relay. It keeps a control connection from its construction on, calls again
/// when that is lost, and then has its nameplate and its boxes again. Each visit that it makes goes
/// over a connection of its own, so that the answers to two visits cannot be confused: the relay
/// gives a visitor no number before the first answer.
///
/// All functions are called on the io_context's thread, and so are the handlers. No handler is
/// called from inside a function below. A handler may call any function and destroy the client.
class RelayClient {
 public:
  /// All of them are set.
  struct Handlers {
    /// A control connection is up. This comes again after each reconnection.
    std::function<void(const proto::Greeting&)> on_greeting;
    /// We hold this nameplate for so many seconds; nothing is said when they are over. This comes
    /// again after each reconnection, and the number may then be another one.
    std::function<void(std::uint32_t nameplate, std::uint32_t seconds)> on_nameplate;
    /// The relay refused the nameplate, which is no longer asked for.
    std::function<void(proto::Gone::Why)> on_no_nameplate;
    std::function<void(const proto::BoxId&)> on_held;
    /// The relay refused the box, which is no longer asked for: `refused` means that another
    /// program holds it with another proof.
    std::function<void(const proto::BoxId&, proto::Gone::Why)> on_not_held;
    /// Somebody visits a place that we hold.
    std::function<void(VisitId, const proto::RelayPlace&, Bytes body)> on_visit;
    /// The other one said something, in a visit of either role.
    std::function<void(VisitId, Bytes body)> on_said;
    /// The visit is over, not by our hang_up().
    std::function<void(VisitId, const EndOfVisit&)> on_gone;
    /// The control connection was lost, or a call failed. The next call follows by itself.
    std::function<void(const RelayTrouble&)> on_trouble;
  };

  RelayClient(boost::asio::io_context& io, RelaySettings settings, Handlers handlers);
  ~RelayClient();

  /// Holds a nameplate for so long, in place of the one before. Requires: 1 to
  /// proto::kClaimMinutesMax.
  void claim(std::uint32_t minutes);
  void close_nameplate();
  /// Holds a box. Errors: too_large (this client has kBoxesMax).
  Result<void> open(const proto::BoxId& box, const proto::BoxProof& proof);
  void close(const proto::BoxId& box);

  /// Visits a place. The visit ends by itself after kVisitMax. Errors: too_large (there are
  /// kVisitsMadeMax). Requires: at most proto::kVisitBytesMax bytes, here and in say().
  Result<VisitId> visit(const proto::RelayPlace& place, ByteSpan body);
  /// Says something to the other one. Returns false, and says nothing, if the visit is over or has
  /// had its proto::kVisitMessagesMax messages; and to a visitor also before the first answer.
  bool say(VisitId visit, ByteSpan body);
  /// Ends a visit; `why` is for a visitor to us.
  void hang_up(VisitId visit, proto::Gone::Why why = proto::Gone::Why::left);
  /// Tells the relay that a visitor has proved that it knows the code. Requires: a visit to us.
  void prove(VisitId visit);

  /// Replaces the control connection now and forgets the waits between calls: the machine has slept
  /// or its addresses have changed.
  void renew();

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace fairdeal::rendezvous
