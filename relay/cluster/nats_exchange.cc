#include "relay/cluster/nats_exchange.h"

#include <algorithm>

#include "base/check.h"
#include "base/overloaded.h"
#include "crypto/keyed_hash.h"

namespace fairdeal::relay::cluster {
namespace {

ProcessId draw_process(Rng& rng) {
  ProcessId process;
  rng.fill(process);
  return process;
}

/// The proof that a claim shows, and the one for the next claim of the same place.
struct ClaimProofs {
  proto::RelayPlace place;
  ByteArray<16> shown;
  ByteArray<16> proof;
};

/// Reads them out of a request and the answer of Places to it; none if that is a refusal.
std::optional<ClaimProofs> proofs_of(const proto::RelayMessage& request,
                                     const proto::RelayMessage& answer) {
  if (const auto* open = std::get_if<proto::OpenBox>(&request);
      open != nullptr && std::holds_alternative<proto::Held>(answer))
    return ClaimProofs{.place = open->box, .shown = open->proof, .proof = open->proof};
  const auto* claim = std::get_if<proto::Claim>(&request);
  const auto* claimed = std::get_if<proto::Claimed>(&answer);
  if (claim == nullptr || claimed == nullptr) return {};
  return ClaimProofs{.place = claimed->nameplate,
                     .shown = claim->keep.value_or(claimed->keep),
                     .proof = claimed->keep};
}

/// Returns the place that a request is about; none for a Claim of any number.
std::optional<proto::RelayPlace> place_of(const proto::RelayMessage& request) {
  if (const auto* open = std::get_if<proto::OpenBox>(&request)) return open->box;
  if (const auto* close = std::get_if<proto::ClosePlace>(&request)) return close->place;
  const auto* claim = std::get_if<proto::Claim>(&request);
  if (claim != nullptr && claim->keep) return Places::nameplate_in(*claim->keep);
  return {};
}

}  // namespace

NatsExchange::NatsExchange(const Bounds& bounds, Sources& sources, Counters& counters, Rng& rng,
                           Bus& bus, Deliver deliver, std::function<void(CallerId)> hang_up)
    : sources_(sources),
      counters_(counters),
      deliver_(std::move(deliver)),
      hang_up_(std::move(hang_up)),
      self_(draw_process(rng)),
      places_(bounds, sources, counters, rng),
      pipes_(bounds, counters),
      keys_(self_, bus, counters,
            {.wanted = [this](const auto& place, Instant now) { return places_.has(place, now); },
             .on_lost = [this](const auto& place, auto loss,
                               Instant now) { on_lost(place, loss, now); }}),
      visits_(self_, bounds, bus, places_, counters, rng, deliver_),
      remote_pipes_(bus, pipes_, counters, rng) {}

Result<> NatsExchange::on_message(CallerId from, const SourceId& source,
                                  const proto::RelayMessage& message, Instant now) {
  if (const auto* visited = std::get_if<proto::Visit>(&message); visited && visited->visit == 0) {
    visit(from, source, *visited, now);
  } else if (std::holds_alternative<proto::Claim>(message) ||
             std::holds_alternative<proto::OpenBox>(message) ||
             std::holds_alternative<proto::ClosePlace>(message)) {
    auto& requests = requests_[from];
    if (requests.size() >= kRequestsMax) {
      counters_.count(Denied::queue);
      hang_up_(from);
      return {};
    }
    requests.push_back({.source = source, .message = message});
    handle_requests(from, now);
  } else {
    if (const auto* say = std::get_if<proto::Say>(&message); say && visits_.on_say(from, *say))
      return {};
    if (const auto* gone = std::get_if<proto::Gone>(&message)) visits_.on_gone(from, *gone);
    FD_TRY(const auto deliveries, places_.on_message(from, source, message, now));
    deliver(deliveries);
  }
  return {};
}

void NatsExchange::on_hang_up(CallerId from, Instant now) {
  requests_.erase(from);
  visits_.on_hang_up(from);
  deliver(places_.on_hang_up(from, now));
}

// ---- Places

void NatsExchange::handle_requests(CallerId from, Instant now) {
  const auto found = requests_.find(from);
  if (found == requests_.end()) return;
  auto& requests = found->second;
  while (!requests.empty() && handle(from, requests.front(), now)) requests.pop_front();
  if (requests.empty()) requests_.erase(found);
}

bool NatsExchange::handle(CallerId from, Request& request, Instant now) {
  if (request.answer) return false;
  const auto about = place_of(request.message);
  if (about && keys_.is_busy(*about)) return false;
  auto deliveries = places_.on_message(from, request.source, request.message, now);
  CHECK(deliveries);  // it refuses none of these three
  if (std::holds_alternative<proto::ClosePlace>(request.message)) {
    deliver(*deliveries);
    if (!places_.has(*about, now)) keys_.release(*about);
    return true;
  }
  CHECK(deliveries->size() == 1);
  const auto proofs = proofs_of(request.message, deliveries->front().message);
  if (!proofs || keys_.holds(proofs->place, proofs->proof)) {
    deliver(*deliveries);
    return true;
  }
  request.answer = deliveries->front();
  keys_.claim(proofs->place, proofs->shown, proofs->proof, now,
              [this, from, place = proofs->place](PlaceKeys::Claim outcome, Instant then) {
                on_claim(from, place, outcome, then);
              });
  return false;
}

void NatsExchange::on_claim(CallerId from, const proto::RelayPlace& place, PlaceKeys::Claim outcome,
                            Instant now) {
  claims_work_ = outcome != PlaceKeys::Claim::unavailable;
  if (outcome != PlaceKeys::Claim::held)
    places_.drop(place);
  else if (!places_.has(place, now))
    keys_.release(place);  // it was given up meanwhile
  const auto found = requests_.find(from);
  if (found == requests_.end()) return;  // if its client comes back in time, it has its place
  Request& request = found->second.front();
  auto* claim = std::get_if<proto::Claim>(&request.message);
  const std::optional<Delivery> answer = std::exchange(request.answer, {});
  if (outcome == PlaceKeys::Claim::held) {
    deliver({*answer});
  } else if (outcome == PlaceKeys::Claim::unavailable) {
    requests_.erase(found);
    return hang_up_(from);
  } else if (claim == nullptr) {
    refuse(from, proto::Gone::Why::refused, Denied::box_proof);
  } else if (++request.tries < kNameplateTriesMax) {
    places_.avoid(std::get<std::uint32_t>(place), now + kKeyLifetime);
    claim->keep.reset();
    return handle_requests(from, now);
  } else {
    refuse(from, proto::Gone::Why::too_many, Denied::nameplates);
  }
  found->second.pop_front();
  handle_requests(from, now);
}

bool NatsExchange::ask_elsewhere(const proto::RelayMessage& message, Instant now,
                                 const std::function<void(bool renews)>& then) {
  const auto about = place_of(message);
  const auto* open = std::get_if<proto::OpenBox>(&message);
  const auto* claim = std::get_if<proto::Claim>(&message);
  if (!about || (open == nullptr && claim == nullptr)) return false;
  keys_.find(
      *about, now,
      [shown = open != nullptr ? open->proof : *claim->keep, then](const auto& found, Instant) {
        then(found && *found && crypto::same_in_constant_time((*found)->proof, shown));
      });
  return true;
}

void NatsExchange::on_lost(const proto::RelayPlace& place, PlaceKeys::Loss loss, Instant) {
  const auto holder = places_.drop(place);
  if (holder && loss == PlaceKeys::Loss::lost) hang_up_(*holder);
}

// ---- Visits

void NatsExchange::visit(CallerId from, const SourceId& source, const proto::Visit& visit,
                         Instant now) {
  if (!sources_.take_visit(source, now))
    return refuse(from, proto::Gone::Why::too_often, Denied::visits);
  const std::uint64_t id = visits_.begin(from, visit, now);
  keys_.find(visit.place, now, [this, from, id](const auto& found, Instant then) {
    on_found(from, id, found, then);
  });
}

void NatsExchange::on_found(CallerId from, std::uint64_t visit,
                            const Result<std::optional<KeyValue>>& found, Instant now) {
  if (found && *found && (*found)->process != self_)
    return visits_.send(visit, (*found)->process, now);
  const auto visited = visits_.take(visit);
  if (!visited) return;
  if (!found) return hang_up_(from);
  deliver(*found ? places_.begin_visit(from, source_of_stand_in(from), *visited, now)
                 : places_.no_such_place(from, source_of_stand_in(from), *visited, now));
}

void NatsExchange::deliver(const Places::Deliveries& deliveries) {
  for (const Delivery& delivery : deliveries) {
    if (RemoteVisits::is_stand_in(delivery.to))
      visits_.answer(delivery.to, delivery.message);
    else
      deliver_(delivery.to, delivery.message);
  }
}

void NatsExchange::refuse(CallerId to, proto::Gone::Why why, Denied counted) {
  counters_.count(counted);
  deliver_(to, proto::Gone{.visit = 0, .why = why});
}

// ---- Pipes

void NatsExchange::await_other(const PipeHello& hello, std::shared_ptr<PipeEnd> end, Instant now) {
  pipes_.await_other(hello, std::move(end), now);
  remote_pipes_.on_await(hello, now);
}

void NatsExchange::on_left(const PipeHello& hello, const PipeEnd& end, Instant now) {
  pipes_.on_left(hello, end, now);
  remote_pipes_.on_left(hello);
}

// ---- The bus, and time

void NatsExchange::on_event(const BusEvent& event, Instant now) {
  std::visit(Overloaded{[&](const BusMessage& m) {
                          if (RemotePipes::is_subject(m.subject))
                            remote_pipes_.on_message(m.subject, m.bytes, now);
                          else
                            deliver(visits_.on_message(m.bytes, now));
                        },
                        [&](const KeyAnswer& answer) { keys_.on_answer(answer, now); },
                        [&](const BusLost&) { remote_pipes_.on_lost_bus(now); },
                        [&](const BusBack&) {
                          ++counters_.nats_reconnects;
                          remote_pipes_.on_lost_bus(now);
                          keys_.on_back(now);
                        }},
             event);
  if (!std::holds_alternative<KeyAnswer>(event)) return;
  // Some wait for a key that another request was about.
  std::vector<CallerId> waiting;
  for (const auto& [caller, unused] : requests_) waiting.push_back(caller);
  for (const CallerId caller : waiting) handle_requests(caller, now);
}

Instant NatsExchange::deadline() const {
  return std::min({places_.deadline(), pipes_.deadline(), keys_.deadline(), visits_.deadline(),
                   remote_pipes_.deadline()});
}

void NatsExchange::on_time(Instant now) {
  deliver(places_.on_time(now));
  pipes_.on_time(now);
  keys_.on_time(now);
  visits_.on_time(now);
  remote_pipes_.on_time(now);
}

Occupancy NatsExchange::occupancy() const {
  Occupancy occupancy = places_.occupancy();
  occupancy.pipes = pipes_.size();
  return occupancy;
}

}  // namespace fairdeal::relay::cluster
