#include <algorithm>

#include "crypto/commit.h"
#include "proto/limits.h"
#include "runtime/table.h"

namespace fairdeal::runtime {

using crypto::Purpose;

/// Whether a payload is true at a stage. What meets no case below is not wanted.
struct Checking {
  const Table& table;
  Seat seat;
  Rng& rng;

  Bytes context(Purpose purpose) const { return crypto::context(table.place(), seat, purpose); }

  Result<> operator()(const CollectingKeys&, const proto::KeyPayload& p) const {
    FD_CHECKED(crypto::verify_key(p.X, p.proof, context(Purpose::key), rng));
    return crypto::verify_key(p.Y, p.sealing_proof, context(Purpose::recover), rng);
  }

  /// What is sealed cannot be checked by all; that its sealer knows e can (crypto/seal.h).
  Result<> operator()(const DealingShares&, const proto::SharesPayload& p) const {
    if (p.commitments.size() != table.charter().recovery || p.sealed.size() != table.seats())
      return fail(Fault::bad_proof, "recovery shares: not as many as agreed");
    if (p.commitments.front() != table.keys()[seat.value])
      return fail(Fault::bad_proof, "recovery shares: of another key");
    for (const auto& sealed : p.sealed)
      FD_CHECKED(crypto::verify_sealed(sealed, context(Purpose::recover), rng));
    return {};
  }

  Result<> operator()(const Shuffling& s, const proto::ShufflePayload& p) const {
    return crypto::verify_shuffle({table.joint_key(), *s.deck, p.deck}, p.proof,
                                  context(Purpose::shuffle), rng);
  }

  Result<> operator()(const Unlocking&, const proto::UnlockPayload& p) const {
    return shares(p, Purpose::unlock);
  }
  Result<> operator()(const Tossing&, const proto::CoinPayload& p) const {
    return shares(p, Purpose::coin);
  }

  Result<> operator()(const Committing&, const proto::CommitPayload&) const { return {}; }

  Result<> operator()(const Revealing& s, const proto::RevealPayload& p) const {
    const auto committed = crypto::context(s.place, seat, Purpose::commit);
    if (crypto::commit(committed, p.value, p.salt) != s.commitments.at(seat))
      return fail(Fault::bad_proof, "reveal: not what was committed to");
    if (!s.what.dice.empty())
      return p.value.size() == 32 ? Result<>() : fail(Fault::bad_proof, "reveal: not 32 bytes");
    if (p.value.size() > proto::kActionBytesMax ||
        !rules::allows(table.game(), seat, {std::string(as_text(p.value))}))
      return fail(Fault::illegal_move, "revealed move");
    return {};
  }

  Result<> operator()(const Moving&, const proto::MovePayload& p) const {
    FD_CHECKED(table.game().after(rules::Moved<rules::Action>{seat, {p.action}}));
    return {};
  }

  Result<> operator()(const Ending&, const proto::EndPayload&) const { return {}; }

  template <class S, class P>
  Result<> operator()(const S&, const P&) const {
    return fail(Fault::not_wanted, "entry of another kind");
  }

 private:
  template <class P>
  Result<> shares(const P& p, Purpose purpose) const {
    const auto A = table.owed_points(seat);
    return crypto::verify_dleq({table.keys()[seat.value], A, p.shares}, p.proof, context(purpose),
                               rng);
  }
};

Result<> Table::fits(const proto::Signed<proto::Entry>& entry) const {
  const proto::Entry& e = entry.message();
  if (e.table != id_) return fail(Fault::wrong_table, "entry");
  if (e.step != step_)
    return fail(Fault::wrong_table, "entry of step " + std::to_string(e.step.value));
  if (e.parent != head_) return fail(Fault::state_differs, "entry after another history");
  const auto open = slots();
  if (std::ranges::find(open, consensus::EntrySlot{entry.by(), proto::kind_of(e.payload)}) ==
      open.end())
    // After this very history its author knows whose slots are open.
    return fail(blame({Fault::not_wanted, {}, "entry for no open slot"}, entry.by()));
  return {};
}

Result<consensus::Checked> Table::check(proto::Signed<proto::Entry> entry, Rng& rng) const {
  FD_CHECKED(fits(entry));
  const auto verdict =
      std::visit(Checking{*this, entry.by(), rng}, stage_, entry.message().payload);
  if (!verdict) return fail(blame(verdict.error(), entry.by()));
  return consensus::Checked(std::move(entry));
}

consensus::Checked Table::vouch(proto::Signed<proto::Entry> own) const {
  return consensus::Checked(std::move(own));
}

}  // namespace fairdeal::runtime
