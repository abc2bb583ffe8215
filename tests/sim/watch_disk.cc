#include <algorithm>

#include "base/check.h"
#include "proto/codec.h"
#include "tests/sim/watch.h"

/// Checks what the members store: an auditor accepts it, and a node that is resumed from it
/// remembers all that it must.
namespace fairdeal::sim {
namespace {

using Space = state::Put::Space;

/// Returns the step of a member's statement, which the key in the store names second.
Step step_of(const state::Put& mine) {
  return Step(std::stoull(mine.key.substr(mine.key.find(' ') + 1)));
}

/// Returns in words how a resumed copy of a node differs from it.
std::string forgotten(const sim::Memory& node, const sim::Memory& copy) {
  std::string text;
  if (node.step != copy.step || node.head != copy.head)
    text += "is at " + step_text(copy.step) + "; ";
  if (node.said != copy.said)
    text += "knows " + std::to_string(copy.said.size()) + " of " +
            std::to_string(node.said.size()) + " own statements; ";
  if (node.locks != copy.locks) text += "has other locks; ";
  if (node.secrets != copy.secrets) text += "has other secrets; ";
  if (node.banks != copy.banks) text += "has other banks; ";
  return text;
}

}  // namespace

/// Reads what `seat` wrote since the last time. Returns whether there was anything, or it was
/// restarted.
bool Watch::read_disk(World& world, Seat seat) {
  Disk& disk = disks_[seat];
  const auto& written = world.stored(seat);
  if (disk.table == nullptr) begin_disk(world, seat);
  const bool news = disk.read < written.size() || std::exchange(disk.restarted, false);
  for (; disk.read < written.size(); ++disk.read) {
    const state::Put& put = written[disk.read];
    if (put.space == Space::mine && !statements_.emplace(seat, put.key).second)
      tally_.reach.count(Reached::own_statement_adopted);
    stored(world, seat, put);
  }
  return news;
}

/// Reads what a process finds when it starts. Records after a damaged one wait until that one is
/// here again.
void Watch::begin_disk(World& world, Seat seat) {
  if (!ledger_) ledger_.emplace(world.charter());
  Disk& disk = disks_[seat];
  disk.table = ledger_->opened();
  if (!disk.restarted) return;
  const auto kept = world.disk(seat).load();
  CHECK(kept);
  for (const state::Put& put : *kept)
    if (put.space != Space::record || put.key == std::to_string(disk.table->step().value))
      stored(world, seat, put);
  disk.read = world.stored(seat).size();
}

void Watch::stored(World& world, Seat seat, const state::Put& put) {
  if (put.space == Space::record) return stored_record(world, seat, put);
  if (put.space == Space::mine && put.key.starts_with("vote "))
    if (const auto vote = proto::decode_vote(put.value)) tally_.signed_by(seat, *vote);
  if (put.space == Space::charter || put.space == Space::behind) return;
  auto& rest = disks_[seat].rest;
  std::erase_if(
      rest, [&](const state::Put& old) { return old.space == put.space && old.key == put.key; });
  if (!put.value.empty()) rest.push_back(put);
}

/// Checks that a record which a member stores is one that an auditor accepts after its others.
void Watch::stored_record(World& world, Seat seat, const state::Put& put) {
  Disk& disk = disks_[seat];
  const auto read = ledger_->read(disk.table, put.value);
  if (!read)
    return broken(world, "validity",
                  seat_text(seat) + " stores as " + step_text(disk.table->step()) +
                      " what an auditor refuses: " + describe(read.error()));
  const Ledger::Page& page = *read->page;
  if (read->fresh) {
    tally_.decided(*page.before, page.record, page.decided.certificate.front(), *page.after);
    settled(world, *page.before, *page.after);
    clocks_hold(world, page.record, *page.before);
    convictions(world, page.record, *page.before, *page.after);
    if (proto::decode_vote(page.decided.certificate.front().body)->phase == proto::Phase::prevote)
      first_by_all_.emplace(page.after->step(), world.now());
  }
  disk.table = page.after;
  std::erase_if(disk.rest, [&](const state::Put& old) {
    return old.space == Space::mine && step_of(old) < disk.table->step();
  });
}

/// Checks that nobody gains by its absence in a decided step.
void Watch::settled(World& world, const state::Table& before, const state::Table& after) {
  Profit profit = profits_.try_emplace(before.head(), before.game()).first->second;
  const Profit::Seen seen = profit.after(after.events());
  tally_.reach.pairs += seen.pairs;
  for (const Seat seat : seen.gained.list())
    broken(world, "profit",
           seat_text(seat) + " gains by its absence at " + step_text(before.step()));
  profits_.insert_or_assign(after.head(), std::move(profit));
}

/// Checks that a store has no keys of deals that are over. Why: whatever its owner is forced to
/// give away later, nothing opens its old cards.
void Watch::keys_of_old_deals(World& world, Seat seat) {
  const state::Table& table = world.node(seat).table();
  const auto is = [&](const std::optional<state::Deal>& deal, const state::Put& put) {
    return deal && !table.over() && put.key == "keys " + std::to_string(deal->number);
  };
  for (const state::Put& put : disks_[seat].rest)
    if (put.space == Space::secret && put.key.starts_with("keys ") &&
        !is(table.state().deal, put) && !is(table.state().next, put))
      broken(world, "secrecy", seat_text(seat) + " still has " + put.key);
}

/// Checks that a copy of the store, resumed, is where the node is and remembers what it does.
void Watch::resume_copy(World& world, Seat seat) {
  const node::Node& node = world.node(seat);
  if (node.halted()) return;  // a node that stopped signs nothing any more
  SeededRng rng(7);
  const Disk& disk = disks_[seat];
  const auto copy = node::Node::resume({world.charter(), seat, world.key(seat).clone()}, disk.rest,
                                       rng, disk.table);
  if (!copy)
    return broken(world, "memory",
                  seat_text(seat) + " cannot be resumed: " + describe(copy.error()));
  if (const auto what = forgotten(sim::memory_of(node), sim::memory_of(*copy)); !what.empty())
    broken(world, "memory",
           seat_text(seat) + ", resumed at " + step_text(node.table().step()) + ": " + what);
}

}  // namespace fairdeal::sim
