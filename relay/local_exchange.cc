#include "relay/local_exchange.h"

#include <algorithm>

namespace fairdeal::relay {

Result<> LocalExchange::on_message(CallerId from, const SourceId& source,
                                   const proto::RelayMessage& message, Instant now) {
  FD_TRY(const auto deliveries, places_.on_message(from, source, message, now));
  deliver(deliveries);
  return {};
}

void LocalExchange::on_hang_up(CallerId from, Instant now) {
  deliver(places_.on_hang_up(from, now));
}

void LocalExchange::deliver(const Places::Deliveries& deliveries) const {
  for (const Delivery& delivery : deliveries) deliver_(delivery.to, delivery.message);
}

void LocalExchange::await_other(const PipeHello& hello, std::shared_ptr<PipeEnd> end, Instant now) {
  pipes_.await_other(hello, std::move(end), now);
}

void LocalExchange::on_left(const PipeHello& hello, const PipeEnd& end, Instant now) {
  pipes_.on_left(hello, end, now);
}

Instant LocalExchange::deadline() const { return std::min(pipes_.deadline(), places_.deadline()); }

void LocalExchange::on_time(Instant now) {
  deliver(places_.on_time(now));
  pipes_.on_time(now);
}

Occupancy LocalExchange::occupancy() const {
  Occupancy occupancy = places_.occupancy();
  occupancy.pipes = pipes_.size();
  return occupancy;
}

}  // namespace fairdeal::relay
