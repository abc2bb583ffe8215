#include <algorithm>

#include "crypto/encrypt.h"
#include "crypto/transcript.h"
#include "tests/sim/falsify.h"
#include "tests/sim/liar_script.h"
#include "tests/sim/secrets.h"

namespace fairdeal::sim {

using crypto::Purpose;
using crypto::Scalar;
using proto::Kind;

/// Returns another entry for the same slot, which is as sound as the first.
std::optional<Bytes> Liar::Script::other_entry(const proto::Entry& entry) {
  proto::Entry other = entry;
  if (auto* move = std::get_if<proto::MovePayload>(&other.payload);
      move && table().step() == entry.step) {
    for (const auto& choice : table().game().legal(me))
      if (choice.action.text != move->action) {
        move->action = choice.action.text;
        return said(std::move(other));
      }
  }
  // It has the same payload, and attaches a statement that its author is back.
  const auto presence =
      proto::sign(me, proto::Presence{entry.table, entry.step, proto::Presence::What::back}, key());
  other.attachments.emplace_back(proto::PresenceAttachment{proto::envelope(presence)});
  return said(std::move(other));
}

crypto::EncryptedScalar Liar::Script::encrypted(const state::Deal& deal, Seat to,
                                                const Scalar& share) {
  return crypto::encrypt(crypto::Secret(share), deal.Y[to.value],
                         crypto::context({table().id(), deal.place()}, me, Purpose::recover), rng);
}

/// Replaces the recovery share for one other member by one that fits no commitment.
void Liar::Script::deal_wrongly(proto::SharesPayload& shares) {
  const state::Deal& deal = *table().state().next;
  const auto others = (deal.members - SeatSet::of({me})).list();
  const std::size_t victim = me.value % others.size();
  shares.encrypted[victim] = encrypted(deal, others[victim], Scalar::random_nonzero(rng));
}

/// Returns two contradictory votes of an honest seat at another table.
proto::Attachment Liar::Script::foreign_evidence(const proto::Entry& entry) {
  const Seat honest((me.value + 1) % static_cast<std::uint32_t>(world.size()));
  const auto vote = [&](const char* text) {
    const auto digest = crypto::hash(text, {});
    return proto::envelope(
        proto::sign(honest,
                    proto::Vote{crypto::hash("another table", {}), entry.step, Round(0),
                                proto::Phase::prevote, proto::Outcome{digest, digest}},
                    world.key(honest)));
  };
  auto first = vote("one record"), second = vote("another record");
  if (second.body < first.body) std::swap(first, second);
  return proto::Equivocation{proto::Equivocation::What::vote, std::move(first), std::move(second)};
}

proto::Presence Liar::Script::far_presence(Step near) {
  using What = proto::Presence::What;
  return {table().id(), Step(near.value + (heads() ? 1u << 30 : 1u)),
          rng.below(4) == 0 ? What::leaves : What::back};
}

/// Deals recovery shares of its key by a polynomial that is zero at the first other member's
/// argument v: f(z) = (x + b_1 z + … + b_(t−2) z^(t−2)) (1 − z/v).
std::optional<Bytes> Liar::Script::zero_share(const proto::Entry& entry) {
  if (!std::holds_alternative<proto::SharesPayload>(entry.payload) || entry.step != table().step())
    return {};
  const state::Deal& deal = deal_of(table());
  const std::size_t t = deal.recovery;
  const auto others = (deal.members - SeatSet::of({me})).list();
  const Scalar v = Scalar::from_u64(others.front().value + 1);
  std::vector<Scalar> b{keys_of(world, me, deal)->first};
  while (b.size() + 1 < t) b.push_back(Scalar::random_nonzero(rng));

  std::vector<Scalar> a(t);
  for (std::size_t k = 0; k < b.size(); ++k) {
    a[k] = a[k] + b[k];
    a[k + 1] = a[k + 1] - b[k] * v.inverse();
  }
  proto::SharesPayload dealing;
  for (const Scalar& coefficient : a) dealing.commitments.push_back(crypto::mul_base(coefficient));
  for (const Seat to : others) {
    const Scalar z = Scalar::from_u64(to.value + 1);
    Scalar share, power = Scalar::from_u64(1);
    for (const Scalar& coefficient : a) {
      share = share + coefficient * power;
      power = power * z;
    }
    dealing.encrypted.push_back(encrypted(deal, to, share));
  }
  proto::Entry other = entry;
  other.payload = std::move(dealing);
  return said(std::move(other));
}

/// Returns a complaint about a sound recovery share; none if there is no share to complain of.
std::optional<proto::Attachment> Liar::Script::complaint() {
  const state::Table& t = table();
  const state::Deal* deal = t.state().disputed(me);
  const auto keys = deal != nullptr ? keys_of(world, me, *deal) : std::nullopt;
  if (!keys) return {};
  for (const auto& [dealer, dealing] : deal->dealings) {
    if (dealer == me || t.members().standing(dealer).convicted()) continue;
    const crypto::Secret y(keys->second);
    const crypto::Point E[] = {deal->encrypted(dealer, me).E};
    const crypto::Point K[] = {y.expose() * E[0]};
    const auto proof =
        crypto::prove_dleq({deal->Y[me.value], E, K}, y,
                           crypto::context(t.state().place(), me, Purpose::recover), rng);
    return proto::Complaint{dealer, K[0], proof};
  }
  return {};
}

/// Returns what it says instead of its entry; nothing if it has no such lie for this one.
std::optional<Bytes> Liar::Script::lie_about(const proto::Entry& entry) {
  proto::Entry other = entry;
  switch (lie) {
    case Lie::two_entries:
    case Lie::two_faces:
      return other_entry(entry);
    case Lie::wrong_proof:
      if (std::holds_alternative<proto::MovePayload>(entry.payload)) return {};
      if (auto payload = falsified(entry.payload)) {
        other.payload = *std::move(payload);
        return said(std::move(other));
      }
      return {};
    case Lie::wrong_move:
      if (!std::holds_alternative<proto::MovePayload>(entry.payload)) return {};
      other.payload = *falsified(entry.payload);
      return said(std::move(other));
    case Lie::old_proof: {
      const Kind kind = proto::kind_of(entry.payload);
      const auto found = old.find(kind);
      const bool again =
          found != old.end() && kind != Kind::move && kind != Kind::end && kind != Kind::commit;
      if (again) other.payload = found->second;
      old.insert_or_assign(kind, entry.payload);
      return again ? std::optional(said(std::move(other))) : std::nullopt;
    }
    case Lie::wrong_dealing: {
      auto* shares = std::get_if<proto::SharesPayload>(&other.payload);
      if (shares == nullptr || entry.step != table().step()) return {};
      deal_wrongly(*shares);
      return said(std::move(other));
    }
    case Lie::zero_share:
      return zero_share(entry);
    case Lie::false_complaint: {
      const auto attachment = entry.step == table().step() ? complaint() : std::nullopt;
      if (!attachment) return {};
      other.attachments.push_back(*attachment);
      return said(std::move(other));
    }
    case Lie::false_evidence: {
      // One vote of an honest seat, twice, proves nothing.
      const auto at = std::ranges::find_if(votes, [&](const auto& v) { return v.by != me; });
      if (at == votes.end()) return {};
      other.attachments.emplace_back(
          proto::Equivocation{proto::Equivocation::What::vote, *at, *at});
      return said(std::move(other));
    }
    case Lie::foreign_evidence:
      other.attachments.push_back(foreign_evidence(entry));
      return said(std::move(other));
    case Lie::far_presence:
      if (heads()) return {};
      other.attachments.emplace_back(proto::PresenceAttachment{
          proto::envelope(proto::sign(me, far_presence(entry.step), key()))});
      return said(std::move(other));
    case Lie::false_turn_noted: {
      const auto attached =
          std::ranges::find_if(other.attachments, [](const proto::Attachment& attachment) {
            return std::holds_alternative<proto::PassedAttachment>(attachment);
          });
      if (attached == other.attachments.end()) return {};
      std::get<proto::PassedAttachment>(*attached).envelope.signature.bytes[0] ^= std::byte{1};
      return said(std::move(other));
    }
    default:
      return {};
  }
}

std::vector<Bytes> Liar::Script::reply(Seat to, const Bytes& frame,
                                       const proto::EntryFrame& message) {
  if (message.envelope.by != me) return {frame};
  if (lie == Lie::no_entries) {
    ++told;
    return {};
  }
  const auto decoded = proto::decode_entry(message.envelope.body);
  if (!decoded) return {frame};
  const proto::Entry& entry = *decoded;
  const bool two = lie == Lie::two_entries || lie == Lie::two_faces;
  if (two && to.value % 2 == 0) return {frame};
  // Whatever it says instead of an entry, it says to everybody.
  const auto before = instead.find(message.envelope.body);
  if (before != instead.end()) return {before->second};
  const auto lied = lie_about(entry);
  instead[message.envelope.body] = lied.value_or(frame);
  return {lied.value_or(frame)};
}

}  // namespace fairdeal::sim
