#include "runtime/state/stages/end.h"

#include "base/check.h"
#include "runtime/state/checking.h"

namespace fairdeal::state::stages {

Stage ending() { return Ending{}; }
Stage over() { return Over{}; }
bool is_over(const Stage& stage) { return std::holds_alternative<Over>(stage); }

EntrySlots owing(const Ending&, const PublicState& state) {
  EntrySlots slots;
  for (const Seat seat : state.present().list()) slots.push_back({seat, proto::Kind::end});
  return slots;
}

proto::Payload make(const Ending&, const Making&) { return proto::EndPayload{}; }

Result<> check(const Ending&, const Checking& checking) {
  FD_TRY(checking.payload<proto::EndPayload>());
  return {};
}

Next apply(const Ending&, const Transition&) { return over(); }

EntrySlots owing(const Over&, const PublicState&) { return {}; }

proto::Payload make(const Over&, const Making&) { CHECK(false); }

Result<> check(const Over&, const Checking&) {
  return fail(Fault::not_wanted, "the match is over");
}

Next apply(const Over&, const Transition&) { return fail(Fault::not_wanted, "the match is over"); }

}  // namespace fairdeal::state::stages
