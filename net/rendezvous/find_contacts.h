#pragma once

#include <set>
#include <span>
#include <vector>

#include "net/signaling/relay_settings.h"
#include "runtime/meet/contact.h"

namespace fairdeal::rendezvous {

/// A contact, and the relays where its table may be.
struct SoughtContact {
  const meet::Contact* contact;
  std::vector<signaling::RelaySettings> relays;
};

/// Asks, at each of their relays, which of these contacts have a table open for `me`. Returns those
/// that answer within `wait`; blocks for so long at most. A relay can keep an answer back, and
/// cannot make one up.
std::set<crypto::PublicKey> find_contacts(const crypto::PublicKey& me,
                                          std::span<const SoughtContact> sought, Duration wait);

}  // namespace fairdeal::rendezvous
