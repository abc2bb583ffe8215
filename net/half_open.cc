#include "net/half_open.h"

#include <algorithm>
#include <map>

namespace fairdeal::net {

HalfOpen::Permit HalfOpen::enter(const Source& source) {
  std::map<std::string, std::size_t> held;
  for (const Place* place : *places_) ++held[place->source.network];
  if (const auto own = held.find(source.network);
      own != held.end() && own->second >= per_source_max_)
    evict_one_of(source.network);
  else if (places_->size() >= max_)
    evict_one_of(
        std::ranges::max_element(held, {}, [](const auto& each) { return each.second; })->first);

  const auto leave = [places = places_](Place* place) {
    places->remove(place);
    delete place;
  };
  Permit permit(new Place{.source = source}, leave);
  places_->push_back(permit.get());
  return permit;
}

void HalfOpen::evict_one_of(const std::string& network) {
  std::map<std::string, std::size_t> held;
  for (const Place* place : *places_)
    if (place->source.network == network) ++held[place->source.part];
  const auto most =
      std::ranges::max_element(held, {}, [](const auto& each) { return each.second; })->first;
  const auto oldest = std::ranges::find_if(*places_, [&](const Place* place) {
    return place->source.network == network && place->source.part == most;
  });
  Place& place = **oldest;
  places_->erase(oldest);
  place.evicted = true;
  if (place.on_evicted) place.on_evicted();
}

}  // namespace fairdeal::net
