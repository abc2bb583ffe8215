#include <algorithm>

#include "crypto/coin.h"
#include "proto/codec.h"
#include "proto/envelope.h"
#include "runtime/node/receive.h"

namespace fairdeal::node {

namespace {

using consensus::Agreement;
using proto::Kind;

/// A step so far ahead is impossible: at twenty steps a second the table would have played nine
/// days without this peer.
constexpr std::uint64_t kFarMax = 1 << 24;

/// Returns whether the check of an entry takes longer than a signature's, so that a worker does it.
bool takes_long(const proto::Entry& entry) {
  const bool passed =
      std::ranges::any_of(entry.attachments, [](const proto::Attachment& attachment) {
        return std::holds_alternative<proto::PassedAttachment>(attachment);
      });
  return passed || proto::has_proof(proto::kind_of(entry.payload));
}

/// Returns whether the check of an entry asks rules that are a script.
bool asks_script(const state::Table& table, const proto::Entry& entry) {
  return table.game().is_script() && proto::kind_of(entry.payload) == Kind::move;
}

/// Returns the check of an entry that fits a slot. It finds the entry valid, or false so that it
/// convicts its author, or neither.
auto examination(Parts& node, proto::Signed<proto::Entry> entry, Seat from) {
  ByteArray<64> seed;
  node.rng->fill(seed);
  return [table = node.step.shared_table(), entry = std::move(entry), seed, from,
          verified = node.pipeline.verified()] {
    crypto::SharedRng weights(seed);
    const Seat author = entry.by();
    auto checked = table->check(entry, weights, verified);
    if (checked) return Done::EntryCheck{*std::move(checked), {}, from, author};
    auto wrong = table->check_invalid(entry, weights);
    if (!wrong) return Done::EntryCheck{std::move(checked).error(), {}, from, author};
    return Done::EntryCheck{*std::move(wrong), std::move(checked).error(), from, author};
  };
}

/// Checks an entry of this step, here or on a worker.
void begin_check(Parts& node, Seat from, proto::Signed<proto::Entry> entry, Instant now,
                 Effects& out) {
  const Seat author = entry.by();
  const bool asks = asks_script(node.table(), entry.message());
  if (!asks && !takes_long(entry.message()))
    return accept(node, examination(node, std::move(entry), from)(), now, out);
  if (node.peers.checking(author)) return;  // one at a time; others will resend this one
  node.peers.set_checking(author, proto::envelope(entry));
  node.step.set_checking(author, true);
  const Step step = node.table().step();
  auto examine = examination(node, std::move(entry), from);
  if (asks) return out.work.push_back(asking_rules(step, std::move(examine)));
  out.work.push_back([step, examine = std::move(examine)] { return Done{step, examine()}; });
}

}  // namespace

bool is_impossible(Parts& node, Seat from, Step step, Effects& out) {
  if (step.value < node.table().step().value + kFarMax) return false;
  node.peers.useless(from, {Fault::not_wanted, {}, "a step that no table has reached"}, out);
  return true;
}

bool is_far(Parts& node, Step step, Instant now) {
  if (step <= node.table().step().next()) return false;
  node.catch_up.hurry(node.table().step(), now);
  return true;
}

bool is_out_of_reach(Parts& node, Seat from, const proto::Envelope& said, Instant now,
                     Effects& out) {
  const auto place = proto::peek_table_and_step(said.body);
  if (!place || said.by == node.config.me) return false;
  if (place->step < node.table().step() &&
      (node.history.holds(place->step, said) || node.peers.is_settled(from, state::name_of(said))))
    return true;
  if (place->table != node.table().id()) {
    node.peers.useless(from, {Fault::wrong_table, {}, "a statement"}, out);
    return true;
  }
  return is_impossible(node, from, place->step, out) || is_far(node, place->step, now) ||
         (place->step < node.table().step() && node.history.find(place->step) == nullptr);
}

std::int64_t work_of(const proto::Envelope& said) {
  constexpr std::int64_t kSignature = 100;
  constexpr std::size_t kBytesInOne = 8;  // a point has 32 bytes and takes 4 µs
  return kSignature + static_cast<std::int64_t>(said.body.size() / kBytesInOne);
}

void take(Parts& node, Seat from, const proto::EntryFrame& frame, Instant now, Effects& out) {
  const proto::Envelope& envelope = frame.envelope;
  const state::Table& table = node.table();
  if (node.agreement().holds_entry(envelope)) return;  // it is here: its signature was verified
  if (is_out_of_reach(node, from, envelope, now, out)) return;
  if (node.peers.is_settled(from, state::name_of(envelope))) return;
  auto verified = proto::verify_entry(envelope, table.charter());
  if (!verified) return node.peers.useless(from, std::move(verified).error(), out);
  const proto::Entry& entry = verified->message();
  if (entry.table != table.id())
    return node.peers.useless(from, {Fault::wrong_table, {}, "entry"}, out);
  node.peers.heard(envelope.by, table.step());
  node.stragglers.shown(envelope.by, entry.step);
  if (envelope.by == node.config.me) {
    if (const auto adopted = node.step.adopt(*verified, node.links, out); !adopted)
      node.peers.refuse(adopted.error(), out);
    return;
  }
  if (entry.step > table.step()) return keep_early(node, from, entry.step, frame);
  if (suspect(node, from, envelope.by, NamedHistory{entry.step, entry.parent}, now, out))
    node.unshown.keep(envelope.by, as_part(*verified), now, out);
  if (entry.step < table.step()) return look_back(node, from, *verified, out);
  // Two entries convict, whether or not they are worth a check.
  const bool contradicts = node.step.note(*verified);
  if (contradicts && envelope.by == from) node.peers.useless(from);
  if (node.peers.has_refused_enough(envelope.by) || node.agreement().contradicted(envelope.by)) {
    node.peers.spend(from, work_of(envelope));
    if (!contradicts && envelope.by == from) node.peers.useless(from);
    return;  // a third answer tells nothing new
  }
  // Whether it fits is asked first, because that is cheap: only one entry of an author is checked
  // at a time, and a replay must not hold up its author's own entry.
  if (auto fits = table.fits(*verified); !fits) {
    node.peers.settle(from, state::name_of(envelope));
    node.peers.spend(from, work_of(envelope));
    if (entry.parent != table.head()) {
      // It binds its author all the same: one that is restarted and has lost it is told of it.
      keep_early(node, from, entry.step, frame);
      return node.peers.refuse(std::move(fits).error(), out);
    }
    return node.peers.useless(from, std::move(fits).error(), out);
  }
  begin_check(node, from, *std::move(verified), now, out);
}

void accept(Parts& node, Done::EntryCheck verdict, Instant now, Effects& out) {
  if (auto* error = std::get_if<Error>(&verdict.is))
    return node.peers.refuse(std::move(*error), out);
  if (verdict.why) node.peers.refuse(*std::move(verdict.why), out);
  auto* wrong = std::get_if<consensus::InvalidEntry>(&verdict.is);
  const auto& entry = wrong ? **wrong : *std::get<consensus::Checked>(verdict.is);
  const Seat author = entry.by();
  const Kind kind = proto::kind_of(entry.message().payload);
  const proto::EntryFrame frame{proto::envelope(entry)};
  const auto added = wrong ? node.step.add(std::move(*wrong))
                           : node.step.add(std::get<consensus::Checked>(std::move(verdict.is)));
  if (added == Agreement::Added::known || added == Agreement::Added::unwanted) return;
  node.clock.stop(author, now);
  node.set_due(now);
  node.links.forward(author, verdict.from, frame, out);
  if (added == Agreement::Added::fresh) out.notices.push_back(Arrived{author, kind});
}

}  // namespace fairdeal::node
