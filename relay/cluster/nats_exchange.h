#pragma once

#include <deque>
#include <map>

#include "relay/cluster/place_keys.h"
#include "relay/cluster/remote_pipes.h"
#include "relay/cluster/remote_visits.h"

namespace fairdeal::relay::cluster {

/// The exchange of a relay that is many processes, which share a message bus: NATS. A client may
/// come to any of them. A core without I/O, made of four:
///
///   PlaceKeys     which process has a place           Places  the places and visits of this one
///   RemoteVisits  visits between two processes        Pipes   its pipes, where a RemoteEnd stands
///   RemotePipes   pipes between two processes                 for a client of another process
///
/// A place is opened here first and then claimed among all; its holder hears the answer after that.
/// A visit goes to the process that the place's key names, also if that is this one. If the store
/// of keys cannot be reached for kStorePatience, or a place was lost to somebody else, the client's
/// connection is closed, as if the relay shut down: clients come back and ask again.
class NatsExchange final : public Exchange {
 public:
  NatsExchange(const Bounds& bounds, Sources& sources, Counters& counters, Rng& rng, Bus& bus,
               Deliver deliver, std::function<void(CallerId)> hang_up);

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
  bool ask_elsewhere(const proto::RelayMessage& message, Instant now,
                     const std::function<void(bool renews)>& then) override;
  bool is_awaited(const PipeHello& hello) const override { return pipes_.is_awaited(hello); }
  void await_other(const PipeHello& hello, std::shared_ptr<PipeEnd> end, Instant now) override;
  void on_left(const PipeHello& hello, const PipeEnd& end, Instant now) override;
  Instant deadline() const override;
  void on_time(Instant now) override;
  Occupancy occupancy() const override;
  bool claims_work() const override { return claims_work_; }

  void on_event(const BusEvent& event, Instant now);

 private:
  /// A Claim, an Open or a Close. Those of one client are handled one after another, since each
  /// Claim and Open has its answer in their order.
  struct Request {
    SourceId source;
    proto::RelayMessage message;
    std::size_t tries = 0;
    std::optional<Delivery> answer{};  ///< is set while the place is claimed
  };

  void handle_requests(CallerId from, Instant now);
  /// Returns false if the request has to wait.
  bool handle(CallerId from, Request& request, Instant now);
  void on_claim(CallerId from, const proto::RelayPlace& place, PlaceKeys::Claim outcome,
                Instant now);
  void visit(CallerId from, const SourceId& source, const proto::Visit& visit, Instant now);
  void on_found(CallerId from, std::uint64_t visit, const Result<std::optional<KeyValue>>& found,
                Instant now);
  void on_lost(const proto::RelayPlace& place, PlaceKeys::Loss loss, Instant now);
  void deliver(const Places::Deliveries& deliveries);
  void refuse(CallerId to, proto::Gone::Why why, Denied counted);

  bool claims_work_ = true;
  Sources& sources_;
  Counters& counters_;
  Deliver deliver_;
  std::function<void(CallerId)> hang_up_;
  ProcessId self_;
  Places places_;
  Pipes pipes_;
  PlaceKeys keys_;
  RemoteVisits visits_;
  RemotePipes remote_pipes_;
  std::map<CallerId, std::deque<Request>> requests_;
};

}  // namespace fairdeal::relay::cluster
