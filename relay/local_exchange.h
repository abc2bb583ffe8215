#pragma once

#include "relay/pipes.h"
#include "relay/places.h"

namespace fairdeal::relay {

/// The exchange of a relay that is one process.
class LocalExchange final : public Exchange {
 public:
  LocalExchange(const Bounds& bounds, Sources& sources, Counters& counters, Rng& rng,
                Deliver deliver)
      : places_(bounds, sources, counters, rng),
        pipes_(bounds, counters),
        deliver_(std::move(deliver)) {}

  Result<> on_message(CallerId from, const SourceId& source, const proto::RelayMessage& message,
                      Instant now) override;
  void on_hang_up(CallerId from, Instant now) override;
  bool holds_place(CallerId who) const override { return places_.holds_place(who); }
  bool renews(const proto::RelayMessage& message, Instant now) override {
    return places_.renews(message, now);
  }
  std::size_t visits_at(const proto::RelayPlace& place) const override {
    return places_.visits_at(place);
  }
  bool is_awaited(const PipeHello& hello) const override { return pipes_.is_awaited(hello); }
  void await_other(const PipeHello& hello, std::shared_ptr<PipeEnd> end, Instant now) override;
  void on_left(const PipeHello& hello, const PipeEnd& end, Instant now) override;
  Instant deadline() const override;
  void on_time(Instant now) override;
  Occupancy occupancy() const override;

 private:
  void deliver(const Places::Deliveries& deliveries) const;

  Places places_;
  Pipes pipes_;
  Deliver deliver_;
};

}  // namespace fairdeal::relay
