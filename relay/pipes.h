#pragma once

#include <array>
#include <deque>
#include <map>
#include <memory>
#include <set>

#include "relay/counters.h"
#include "relay/exchange.h"
#include "relay/limits.h"

namespace fairdeal::relay {

/// The pipes of this process, and the ends that wait to be joined.
///
///   pipe    one end waits, at most pipe_wait_max → both are joined → over, and its token is dead
///
/// An end with a dead token waits like one whose other end does not come, and hears the same.
class Pipes {
 public:
  Pipes(const Bounds& bounds, Counters& counters) : bounds_(bounds), counters_(counters) {}

  /// Lets an end wait for the other one. on_joined or on_end is called later, or at once.
  void await_other(const PipeHello& hello, std::shared_ptr<PipeEnd> end, Instant now);
  /// Takes note that an end has left. The other one hears `why`.
  void on_left(const PipeHello& hello, const PipeEnd& end, Instant now,
               CloseCode why = CloseCode::other_left);
  /// Returns whether an end waits there for one that can still come.
  bool is_waiting(const PipeHello& hello) const;
  /// Returns whether the other end of this pipe waits there.
  bool is_awaited(const PipeHello& hello) const {
    return is_waiting({.token = hello.token, .side = static_cast<std::uint8_t>(1 - hello.side)});
  }

  Instant deadline() const { return gives_up_.empty() ? never() : gives_up_.begin()->first; }
  void on_time(Instant now);
  /// Returns how many pipes there are.
  std::size_t size() const { return joined_.size(); }

 private:
  /// One side of one token. Of two ends that claim to be the same, the newest counts.
  using EndName = std::pair<proto::PipeToken, std::uint8_t>;
  struct Waiting {
    std::shared_ptr<PipeEnd> end;
    Instant since;
  };
  using Joined = std::array<std::shared_ptr<PipeEnd>, 2>;  ///< by side

  Instant gives_up(const Waiting& waiting) const { return waiting.since + bounds_.pipe_wait_max; }
  bool is_dead(const proto::PipeToken& token) const {
    return dead_.contains(token) || joined_.contains(token);
  }
  /// Takes an end that waits out of the list.
  Waiting take(std::map<EndName, Waiting>::iterator at);
  void bury(const proto::PipeToken& token, Instant now);

  const Bounds& bounds_;
  Counters& counters_;
  std::map<EndName, Waiting> waiting_;
  std::set<std::pair<Instant, EndName>> gives_up_;  ///< all that wait, by when they give up
  std::map<proto::PipeToken, Joined> joined_;
  std::set<proto::PipeToken> dead_;
  std::deque<std::pair<Instant, proto::PipeToken>> forget_;  ///< dead tokens, the oldest first
};

}  // namespace fairdeal::relay
