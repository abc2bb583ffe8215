#include "runtime/node/node_parts.h"

namespace fairdeal::node {

Parts::Parts(NodeConfig its_config, std::shared_ptr<const state::Table> table,
             state::PrivateView its_view, Rng& its_rng)
    : config(std::move(its_config)),
      rng(&its_rng),
      step(config.me, std::move(table)),
      view(std::move(its_view)),
      catch_up(members()),
      forks(members()),
      unshown(members()),
      peers(config.me, members()),
      links(config.me, members()),
      presences(config.me, members()),
      chat(members()),
      release(config.watch),
      clock(config.me, members(), config.charter->charter.pace),
      alarm(config.alarm_played),
      stragglers(config.me, members()),
      vote_pace(config.me, members()) {}

ShufflePipeline::Here Parts::here() const {
  const auto& slots = agreement().slots();
  return {config.me, step.shared_table(), slots.empty() ? config.me : slots.front().seat, links};
}

proto::Status Parts::status() const {
  return status_of(table(), agreement(), links, asking.has_value());
}

SeatSet Parts::away() const {
  const SeatSet reached = links.within_reach();
  const consensus::Quorum& quorum = agreement().quorum();
  if ((quorum.voters & reached).size() < quorum.needed) return {};
  return SeatSet::first(members()) - reached;
}

void Parts::set_due(Instant now) {
  clock.set_away(away(), now);
  clock.set_due(table(), agreement().slots(), now);
  step.wait_until(clock.entries_due());
}

void Parts::halt(Error error, Effects& out) {
  if (halted) return;
  halted = error;
  out.notices.push_back(Halted{std::move(error)});
}

}  // namespace fairdeal::node
