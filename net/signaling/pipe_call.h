#pragma once

#include <optional>
#include <vector>

#include "net/signaling/relay_call.h"
#include "net/signaling/relay_settings.h"
#include "net/signaling/relay_work.h"

namespace fairdeal::signaling {

/// Which end of a pipe this is. The asking end is the initiator of the Channel inside.
enum class PipeSide : std::uint8_t { asking = 0, asked = 1 };

/// The way of one end of a pipe to the other one, which the relay joins with it:
///
///   called → greeted → it waits, for pipe_join_max at most, and works if the relay asks for that
///          → joined: the socket is a stream from here on; or failed
///
/// The owner performs the effects of each input in order, and forgets the object once `joined` or
/// `failed` is set.
class PipeCall {
 public:
  struct Effects {
    std::vector<SocketEffect> sockets{};
    bool joined = false;
    std::optional<RelayTrouble> failed{};
    bool works_long = false;  ///< the work takes longer than kWorkTold
  };

  /// `rng` outlives the object.
  PipeCall(RelaySettings settings, SocketId socket, const proto::PipeToken& token, PipeSide side,
           Rng& rng);

  Effects start();
  void on_open(Instant now) { call_.on_open(now + settings_.greeting_max); }
  Effects on_message(ByteSpan message, Instant now);
  Effects on_end(const RelayTrouble& why);
  Effects on_time(Instant now);
  Instant deadline() const;

 private:
  Effects fail_with(RelayTrouble why) const;
  Effects greet(ByteSpan message, Instant now);

  RelaySettings settings_;
  RelayCall call_;
  Bytes hello_;
  Rng* rng_;
  Instant join_until_ = never();
  std::optional<RelayWorkTask> work_{};
};

}  // namespace fairdeal::signaling
