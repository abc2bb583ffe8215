#pragma once

#include <optional>
#include <string>
#include <vector>

#include "crypto/sign.h"
#include "runtime/node/node.h"

/// Faults that `fairdeal demo --chaos` injects, to show that a table survives them.

namespace fairdeal::seat {

/// One fault, at a seat and from a step on. A person types it as the comments below show.
struct Chaos {
  enum class What {
    kill,       ///< kill:SEAT@STEP            the seat's process is killed and never comes back
    kill_back,  ///< kill-back:SEAT@STEP       it is killed and resumed from its store
    silent,     ///< silent:SEAT@STEP          the seat sends nothing any more
    lie,        ///< lie:SEAT@STEP:KIND        it signs something false, at one step
    error,      ///< error:SEAT@STEP           its program throws an exception (for tests)
    cut         ///< cut:SEAT-SEAT@STEP:SECONDS  the two cannot reach each other for so long
  };
  What what;
  Seat seat;
  Seat other{};
  Step step;
  std::string lie{};
  Duration duration{};
};

/// Parses one fault as a person types it. Errors: bad_parameters, with a sentence for the person.
Result<Chaos> parse_chaos(const std::string& text);

/// Returns the words that KIND may be.
std::vector<std::string> lies();

/// The part of a seat that replaces what it sends when it is to be silent or to lie.
class Saboteur {
 public:
  Saboteur(std::vector<Chaos> plan, const crypto::SigningKey& key)
      : plan_(std::move(plan)), key_(key.clone()) {}
  /// Returns the frames to send to `to` instead of `frame`, or nullopt to send `frame` itself.
  std::optional<std::vector<Bytes>> operator()(const node::Node& node, Seat to, ByteSpan frame);

 private:
  std::optional<proto::Message> lie(const Chaos& chaos, const node::Node& node, Seat to,
                                    const proto::Message& honest);

  std::vector<Chaos> plan_;
  crypto::SigningKey key_;
  std::optional<Step> lied_at_;
};

}  // namespace fairdeal::seat
