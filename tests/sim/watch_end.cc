#include <algorithm>

#include "base/overloaded.h"
#include "proto/codec.h"
#include "runtime/audit/audit.h"
#include "tests/sim/terms.h"
#include "tests/sim/watch.h"

namespace fairdeal::sim {

bool Watch::stuck(const World& world) const {
  const Duration longest = step_max(world.charter()->charter);
  for (const auto& [seat, entered] : entered_) {
    if (lost_.has(seat) || !world.alive(seat)) continue;
    const Instant since = std::max(entered.at, world.last_trouble());
    if (!world.node(seat).finished() && world.now() - since > longest) return true;
  }
  return false;
}

/// Returns whether liars alone can keep `seat`'s table from deciding. Then it may stop instead of
/// waiting.
bool Watch::outvoted(World& world, Seat seat) const {
  const auto quorum = world.node(seat).table().quorum();
  return (quorum.voters & liars_).size() > quorum.voters.size() - quorum.needed;
}

/// Returns whether two quorums of `seat`'s table may share nobody but liars. After others were
/// voted out, a liar may even be left to decide alone.
bool Watch::divided(World& world, Seat seat) const {
  const auto quorum = world.node(seat).table().quorum();
  return 2 * quorum.needed <= quorum.voters.size() + (quorum.voters & liars_).size();
}

/// Returns whether the voters of `seat`'s step that are neither lost nor dead are a quorum. A
/// member that has signed twice without a lie is no help any more; without it no liar has to vote.
bool Watch::can_go_on(World& world, Seat seat) const {
  const auto quorum = world.node(seat).table().quorum();
  const auto excused = [&](Seat voter) { return !honest(voter) && world.liar(voter) == nullptr; };
  const bool some = std::ranges::any_of(quorum.voters.list(), excused);
  std::size_t whole = 0;
  for (const Seat voter : quorum.voters.list())
    if ((honest(voter) || !some) && !lost_.has(voter) && world.alive(voter)) ++whole;
  return whole >= quorum.needed;
}

/// Returns whether there is no quorum without a member that lost a vote of this step, or the record
/// that it voted for, which no honest member has that is there. Such a vote is neither repeated nor
/// signed anew, and such a record cannot be proposed, so it may stop the step for good
/// (docs/agreement.md, Crashes).
bool Watch::needs_lost_vote(World& world, Seat seat) const {
  const Step step = world.node(seat).table().step();
  std::vector<const consensus::Agreement*> there;  // of the honest members at this step
  for (std::uint32_t i = 0; i < world.size(); ++i)
    if (honest(Seat(i)) && world.alive(Seat(i)) && world.node(Seat(i)).table().step() == step)
      there.push_back(&world.node(Seat(i)).parts().agreement());
  const auto has_record = [&](const std::optional<proto::Outcome>& outcome) {
    return !outcome || std::ranges::any_of(there, [&](const consensus::Agreement* agreement) {
      return agreement->knows(outcome->record);
    });
  };
  const auto is_known = [&](const Place& place) {
    return std::ranges::any_of(there, [&](const consensus::Agreement* agreement) {
      const auto* vote = agreement->vote(place.round, place.phase, place.by);
      return vote != nullptr && has_record(vote->message().outcome);
    });
  };
  const auto quorum = world.node(seat).table().quorum();
  SeatSet whole;
  for (const Seat voter : quorum.voters.list())
    if (!lost_.has(voter) && world.alive(voter)) whole.insert(voter);
  for (const auto& [place, body] : signed_)
    if (place.step == step && place.what == What::vote && world.has_older_copy(place.by) &&
        !is_known(place))
      whole.erase(place.by);
  return whole.size() < quorum.needed;
}

/// Checks that a restarted member does not ask for too long what it signed. Other honest members
/// that are connected to it and not asking themselves answer it, if they make a quorum with it.
void Watch::asks(World& world, Seat seat) {
  constexpr Duration kMuteMax{60'000};
  const auto& parts = world.node(seat).parts();
  const auto quorum = parts.table().quorum();
  SeatSet whole;
  for (const Seat voter : (quorum.voters & parts.links.up()).list())
    if (honest(voter) && !lost_.has(voter) && world.alive(voter) &&
        !world.node(voter).parts().asking && !world.node(voter).halted())
      whole.insert(voter);
  if (quorum.voters.has(seat)) whole.insert(seat);
  const bool well = !world.troubled() && !forked_ && whole.size() >= quorum.needed;
  // One that fell silent for good is heard by nobody, so nobody answers it.
  if (!parts.asking || parts.halted || parts.table().over() || !well || lost_.has(seat)) {
    asking_since_.erase(seat);
    return;
  }
  const Instant since = asking_since_.emplace(seat, world.now()).first->second;
  if (world.now() <= since + kMuteMax) return;
  broken(world, "mute", seat_text(seat) + " has asked since " + std::to_string(since.ms) + " ms");
  asking_since_.erase(seat);
}

/// Audits the whole transcript of a member. One member's is enough, because each record was checked
/// when it was stored.
void Watch::audit(const World& world, Seat seat) {
  SeededRng rng(7);
  const auto report = audit::audit(world.transcript(seat), rng);
  if (report.verdict != audit::Verdict::valid || report.head != world.node(seat).table().head())
    broken(world, "validity",
           seat_text(seat) + ": " + name(report.verdict) +
               (report.error ? ", " + describe(*report.error) : std::string()));
}

void Watch::count_lies(const World& world) {
  std::size_t liars = 0;
  for (std::uint32_t i = 0; i < world.size(); ++i)
    if (const Liar* liar = world.liar(Seat(i)); liar != nullptr && liar->told() > 0) {
      tally_.reach.told(liar->lie());
      ++liars;
    }
  if (liars > 1) tally_.reach.count(Reached::several_liars);
}

void Watch::at_end(World& world, bool to_convict) {
  count_lies(world);
  count_table(world);
  forks(world);
  length(world);
  bool audited = false;
  for (std::uint32_t i = 0; i < world.size(); ++i) {
    const Seat seat(i);
    if (!honest(seat) || !world.alive(seat) || !world.synced(seat)) continue;
    auto& node = world.node(seat);
    if (!node.finished()) {
      // A table that may fork stops where it did, though the other history is one of liars alone.
      const bool stopped = forks_allowed_ && node.halted() && node.halted()->fault == Fault::forked;
      if (!stopped && !lost_.has(seat) && !forked_ && can_go_on(world, seat) &&
          !needs_lost_vote(world, seat))
        broken(world, "liveness",
               seat_text(seat) + " is still at " + step_text(node.table().step()) + ", round " +
                   std::to_string(node.parts().agreement().round().value));
      continue;
    }
    if (!std::exchange(audited, true)) audit(world, seat);
    for (std::uint32_t liar = 0; to_convict && liar < world.size(); ++liar)
      if (const Liar* script = world.liar(Seat(liar));
          script != nullptr && script->proven() &&
          !node.table().members().standing(Seat(liar)).convicted())
        broken(world, "conviction",
               seat_text(Seat(liar)) + " lied and " + seat_text(seat) + " did not convict it");
  }
}

}  // namespace fairdeal::sim
