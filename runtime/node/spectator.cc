#include "runtime/node/spectator.h"

#include "proto/envelope.h"
#include "runtime/state/follow.h"

namespace fairdeal::node {

proto::Watch Spectator::ask(const std::optional<meet::Token>& token, const meet::LinkId& link,
                            const proto::PublicKey& host, const proto::PublicKey& me) const {
  proto::Watch watch;
  if (table_) watch = {.table = table_->id(), .from = table_->step()};
  if (token) watch.proof = meet::link_proof(*token, link, host, me);
  return watch;
}

Result<> Spectator::on_charter(const proto::SignedCharter& charter) {
  if (table_ && table_->id() != proto::table_id(charter.raw))
    return fail(Fault::wrong_table, "another table than before");
  if (table_) return {};
  FD_TRY(proto::verify_charter(charter));
  FD_TRY(table_, state::Table::create(std::make_shared<const proto::SignedCharter>(charter)));
  return {};
}

Result<> Spectator::on_decided(const proto::Decided& decided, Rng& rng) {
  if (!table_ || table_->over()) return fail(Fault::not_wanted, "a step that nobody asked for");
  FD_TRY(auto followed, state::follow(*table_, decided, rng));
  table_ = std::move(followed.next);
  return {};
}

}  // namespace fairdeal::node
