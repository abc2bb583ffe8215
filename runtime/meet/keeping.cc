#include "runtime/meet/keeping.h"

#include "crypto/keyed_hash.h"

namespace fairdeal::meet {

const PairPart& Keeping::say_yes(const proto::PublicKey& peer, Rng& rng) {
  auto& mine = pairs_[peer].mine;
  if (!mine) {
    ByteArray<32> part;
    rng.fill(part);
    mine.emplace(std::move(part));
  }
  return *mine;
}

Result<bool> Keeping::on_part(const proto::PublicKey& peer, PairPart part) {
  const auto known = pairs_.find(peer);
  if (known == pairs_.end() && pairs_.size() >= kPeersMax)
    return fail(Fault::not_wanted, "too many who would be contacts");
  Pair& pair = pairs_[peer];
  if (pair.theirs && crypto::same_in_constant_time(pair.theirs->expose(), part.expose()))
    return false;
  if (pair.parts == kPartsMax)
    return fail(Fault::not_wanted, "too often another secret of a contact");
  ++pair.parts;
  pair.theirs = std::move(part);
  return true;
}

const PairPart* Keeping::mine(const proto::PublicKey& peer) const {
  const auto pair = pairs_.find(peer);
  return pair != pairs_.end() && pair->second.mine ? &*pair->second.mine : nullptr;
}

std::optional<PairSecret> Keeping::secret(const proto::PublicKey& peer) const {
  const auto pair = pairs_.find(peer);
  if (pair == pairs_.end() || !pair->second.mine || !pair->second.theirs) return {};
  return pair_secret(me_, *pair->second.mine, peer, *pair->second.theirs);
}

bool Keeping::is_asked_by(const proto::PublicKey& peer) const {
  const auto pair = pairs_.find(peer);
  return pair != pairs_.end() && pair->second.theirs.has_value();
}

}  // namespace fairdeal::meet
