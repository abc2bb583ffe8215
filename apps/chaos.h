#pragma once

#include <optional>
#include <string>
#include <vector>

#include "crypto/sign.h"
#include "runtime/node.h"

/// Trouble on purpose, by which `fairdeal demo --chaos` shows that a table survives it.
namespace fairdeal::apps {

struct Chaos {
  enum class What {
    kill,       ///< kill:SEAT@STEP            the process is killed, and never comes back
    kill_back,  ///< kill-back:SEAT@STEP       killed, and resumed from its store
    silent,     ///< silent:SEAT@STEP          says nothing any more
    lie,        ///< lie:SEAT@STEP:KIND        signs something false, once
    error,      ///< error:SEAT@STEP           meets an error that should not happen (for tests)
    cut         ///< cut:SEAT-SEAT@STEP:SECONDS  these two cannot reach each other for so long
  };
  What what;
  Seat seat;
  Seat other{};
  Step step;
  std::string lie{};
  Duration duration{};
};

/// Reads one trouble as a person types it. Errors: bad_parameters, in words.
Result<Chaos> parse_chaos(const std::string& text);

/// Returns the ways to lie that KIND may name.
std::vector<std::string> lies();

/// What a seat sends instead of the truth, if it is to be silent or to lie.
class Saboteur {
 public:
  Saboteur(std::vector<Chaos> plan, const crypto::SigningKey& key)
      : plan_(std::move(plan)), key_(key.clone()) {}
  /// Returns the frames that are sent instead of one; none: the frame itself is sent.
  std::optional<std::vector<Bytes>> operator()(const runtime::Node& node, Seat to, ByteSpan frame);

 private:
  std::optional<proto::Message> lie(const Chaos& chaos, const runtime::Node& node, Seat to,
                                    const proto::Message& honest);

  std::vector<Chaos> plan_;
  crypto::SigningKey key_;
  std::optional<Step> lied_at_;
};

}  // namespace fairdeal::apps
