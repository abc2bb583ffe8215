#include <algorithm>

#include "base/check.h"
#include "base/encode.h"
#include "proto/codec.h"
#include "proto/envelope.h"
#include "runtime/node.h"

/// This member's own answer to a step.
namespace fairdeal::runtime {

using consensus::Agreement;
using proto::Kind;

namespace {

/// Enough for what an entry's attachments hold beside evidence and passed shuffles, and for
/// framing.
constexpr std::size_t kSmallAttachmentsBytes = 8 * 1024;

}  // namespace

void Node::contribute(Instant now, Effects& out) {
  if (!owes() || contributed_) return;
  if (const auto able = private_.can_answer(*table_); !able) {
    refuse(able.error(), out);
    return answer_none(now, out);
  }
  if (table_->state().is_shuffling()) return;  // see advance_pipeline
  const auto& slots = agreement_.slots();
  const auto mine = std::ranges::find(slots, config_.me, &consensus::EntrySlot::seat);
  if (is_human(*table_, *mine)) {
    if (presences_.leaves()) return make_move({}, now, out);
    out.notices.push_back(ToAct{});
    return;
  }
  contributed_ = true;
  if (mine->kind == Kind::commit) {
    auto payload = private_.commit_to_dice(*table_, *rng_);
    out.store.push_back({kept::Opening{}, private_.opening_to_store()});
    return make_entry(payload, now, out);
  }
  const auto make = private_.contribution(table_, *rng_);
  if (!make) return answer_none(now, out);
  out.work.push_back([make, step = table_->step()] {
    try {
      return Done{step, make()};
    } catch (const std::exception&) {  // no memory: this machine's failure
      return Done{step, Done::Failed{false}};
    }
  });
}

/// Whether this step waits for an answer of this peer that it has not signed. One that it signed
/// after another history counts: there is no second one.
bool Node::owes() const {
  const auto& slots = agreement_.slots();
  return std::ranges::find(slots, config_.me, &consensus::EntrySlot::seat) != slots.end() &&
         !has_entered();
}

bool Node::has_entered() const {
  if (agreement_.answered(config_.me)) return true;
  return mine_.has(kept::Entry{table_->step()});
}

/// Says that nothing comes from here: its clock has run out, its machine failed or a secret is
/// lost. Nobody else has to find that out, and a program that lives always answers.
void Node::answer_none(Instant now, Effects& out) {
  if (asking_ || !owes()) return;
  contributed_ = true;
  make_entry(proto::NonePayload{}, now, out);
}

/// Submits a player's move. A leaving seat submits an empty action, so that nobody waits for its
/// clock.
void Node::make_move(const std::string& action, Instant now, Effects& out) {
  contributed_ = true;
  if (to_move(table_->stage())) return make_entry(private_.move(*table_, action, *rng_), now, out);
  auto payload = private_.commit_to_move(*table_, to_bytes(action), *rng_);
  out.store.push_back({kept::Opening{}, private_.opening_to_store()});
  make_entry(payload, now, out);
}

void Node::make_entry(proto::Payload payload, Instant now, Effects& out) {
  if (!owes()) return;  // "nothing from me here" was said meanwhile
  proto::Entry entry{table_->id(), table_->step(), table_->head(), std::move(payload), {}};
  const std::size_t most = entry_bytes_max(table_->state(), config_.me);
  entry.attachments =
      attachments(most - std::min(most, proto::encode(entry).size() + kSmallAttachmentsBytes));
  if (std::holds_alternative<proto::NonePayload>(entry.payload))  // it passes its turn as well
    std::erase_if(entry.attachments, [](const proto::Attachment& attachment) {
      return std::holds_alternative<proto::PassedAttachment>(attachment);
    });
  auto own = proto::sign(config_.me, std::move(entry), config_.key);
  out.store.push_back({kept::Entry{table_->step()}, own.body()});
  clock_.stop(config_.me, now);
  links_.broadcast(proto::EntryFrame{proto::envelope(own)}, out);
  out.notices.push_back(Arrived{config_.me, proto::kind_of(own.message().payload)});
  CHECK(add(table_->assume_valid(std::move(own))) == Agreement::Added::fresh);
  progress(now, out);
}

/// For a deal that is being opened: stored before anything is made of them.
void Node::draw_keys(Effects& out) {
  if (const auto number = private_.draw_keys(*table_, *rng_))
    out.store.push_back({kept::Keys{*number}, private_.keys_to_store(*number)});
}

/// Those of deals that are over go from memory, and from the store with the record that ends them;
/// when the match is over, everything goes that hides something.
void Node::forget_keys(Effects& out) {
  const bool committed = private_.has_committed();
  for (const std::uint64_t number : private_.forget(*table_))
    out.store.push_back({kept::Keys{number}, {}});
  if (committed && !private_.has_committed()) out.store.push_back({kept::Opening{}, {}});
  if (table_->over()) out.store.push_back({kept::Hedge{}, {}});
}

}  // namespace fairdeal::runtime
