#pragma once

#include <array>
#include <deque>
#include <map>
#include <set>

#include "relay/places.h"

namespace fairdeal::relay {

/// The exchange of a relay that is one process.
///
///   pipe    one end waits, at most pipe_wait_max → both are joined → over, and its token is dead
///
/// An end with a dead token waits like one whose other end does not come, and hears the same.
class LocalExchange final : public Exchange {
 public:
  LocalExchange(const RelayBounds& bounds, Sources& sources, Counters& counters, Rng& rng,
                Deliver deliver)
      : bounds_(bounds),
        counters_(counters),
        places_(bounds, sources, counters, rng),
        deliver_(std::move(deliver)) {}

  Result<> on_message(CallerId from, const SourceId& source, const proto::RelayMessage& message,
                      Instant now) override;
  void on_hang_up(CallerId from, Instant now) override;
  void await_other(const PipeHello& hello, std::shared_ptr<PipeEnd> end, Instant now) override;
  void on_left(const PipeHello& hello, const PipeEnd& end, Instant now) override;
  Instant deadline() const override;
  void on_time(Instant now) override;
  Occupancy occupancy() const override;

 private:
  /// One side of one token. Of two ends that claim to be the same, the newest counts.
  using EndName = std::pair<proto::PipeToken, std::uint8_t>;
  struct Waiting {
    std::shared_ptr<PipeEnd> end;
    Instant since;
  };
  using Joined = std::array<std::shared_ptr<PipeEnd>, 2>;  ///< by side

  Instant gives_up(const Waiting& waiting) const { return waiting.since + bounds_.pipe_wait_max; }
  /// Takes an end that waits out of the list.
  Waiting take(std::map<EndName, Waiting>::iterator at);
  void bury(const proto::PipeToken& token, Instant now);
  void deliver(const Places::Deliveries& deliveries) const;

  const RelayBounds& bounds_;
  Counters& counters_;
  Places places_;
  Deliver deliver_;
  std::map<EndName, Waiting> waiting_;
  std::set<std::pair<Instant, EndName>> gives_up_;  ///< all that wait, by when they give up
  std::map<proto::PipeToken, Joined> joined_;
  std::set<proto::PipeToken> dead_;
  std::deque<std::pair<Instant, proto::PipeToken>> forget_;  ///< dead tokens, the oldest first
};

}  // namespace fairdeal::relay
