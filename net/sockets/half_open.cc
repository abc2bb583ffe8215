#include "net/sockets/half_open.h"

#include <algorithm>
#include <map>

namespace fairdeal::sockets {

HalfOpen::Permit HalfOpen::enter(const Source& source) {
  std::map<std::string, std::size_t> held;
  for (const Occupant* occupant : *occupants_) ++held[occupant->source.network];
  if (const auto own = held.find(source.network);
      own != held.end() && own->second >= per_source_max_)
    evict_one_of(source.network);
  else if (occupants_->size() >= max_)
    evict_one_of(
        std::ranges::max_element(held, {}, [](const auto& each) { return each.second; })->first);

  // The deleter shares the list, because a permit may outlive the HalfOpen. An occupant that was
  // evicted is no longer in the list; then remove() does nothing.
  const auto leave = [occupants = occupants_](Occupant* occupant) {
    occupants->remove(occupant);
    delete occupant;
  };
  Permit permit(new Occupant{.source = source}, leave);
  occupants_->push_back(permit.get());
  return permit;
}

void HalfOpen::evict_one_of(const std::string& network) {
  std::map<std::string, std::size_t> held;
  for (const Occupant* occupant : *occupants_)
    if (occupant->source.network == network) ++held[occupant->source.part];
  const auto most =
      std::ranges::max_element(held, {}, [](const auto& each) { return each.second; })->first;
  const auto oldest = std::ranges::find_if(*occupants_, [&](const Occupant* occupant) {
    return occupant->source.network == network && occupant->source.part == most;
  });
  Occupant& occupant = **oldest;
  occupants_->erase(oldest);
  occupant.evicted = true;
  if (occupant.on_evicted) occupant.on_evicted();
}

}  // namespace fairdeal::sockets
