#include "runtime/state/deal.h"

#include <algorithm>

#include "base/encode.h"

namespace fairdeal::state {

SeatSet Deal::owe_shares() const {
  if (recovery == 0 || !owe_keys().empty()) return {};
  SeatSet seats = members;
  for (const auto& [dealer, dealing] : dealings) seats.erase(dealer);
  return seats;
}

crypto::Digest Deal::keys_digest() const {
  Writer writer;
  for (const Seat seat : members.list())
    writer.u32(seat.value).raw(X[seat.value].encode()).raw(Y[seat.value].encode());
  return crypto::hash("keys", writer.bytes());
}

const crypto::EncryptedScalar& Deal::encrypted(Seat dealer, Seat to) const {
  const auto others = (members - SeatSet::of({dealer})).list();
  const auto at = std::ranges::find(others, to) - others.begin();
  return dealings.at(dealer).encrypted.at(static_cast<std::size_t>(at));
}

std::optional<Seat> SharedDeck::due(SeatSet takers) const {
  const auto waiting = (left & takers).list();
  return waiting.empty() ? std::nullopt : std::optional(waiting.front());
}

void SharedDeck::take_turn(Seat seat, std::shared_ptr<const crypto::Deck> to) {
  left.erase(seat);
  turns.insert(seat);
  cards = std::move(to);
  digest = crypto::digest(*cards);
}

}  // namespace fairdeal::state
