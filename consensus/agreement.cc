#include "consensus/agreement.h"

#include <algorithm>

#include "base/check.h"
#include "proto/envelope.h"
#include "proto/limits.h"

namespace fairdeal::consensus {

using proto::Outcome;
using proto::Phase;
using proto::Proposal;
using proto::Signed;
using proto::Vote;

Agreement::Agreement(const StepContext& place, const Quorum& quorum, std::vector<EntrySlot> slots,
                     Duration round, Instant now)
    : place_(place),
      quorum_(quorum),
      slots_(std::move(slots)),
      round_time_(round),
      entries_(slots_.size()),
      entered_at_(now) {}

// ---- What comes in

Agreement::Added Agreement::add(Checked entry) { return add_answer(std::move(entry)); }
Agreement::Added Agreement::add(InvalidEntry entry) { return add_answer(std::move(entry)); }

Agreement::Added Agreement::add_answer(Answer answer) {
  const auto& entry = *entry_in(answer);
  const proto::Kind kind = proto::kind_of(entry.message().payload);
  const auto found = std::ranges::find_if(slots_, [&](const EntrySlot& slot) {
    return slot.seat == entry.by() && (slot.kind == kind || kind == proto::Kind::none);
  });
  if (found == slots_.end()) return Added::unwanted;
  auto& held = entries_[static_cast<std::size_t>(found - slots_.begin())];
  for (const Answer& other : held)
    if (entry_in(other)->body() == entry.body()) return Added::known;
  if (held.size() == 2) return Added::unwanted;  // its author is convicted already
  if (!held.empty()) {
    if (auto evidence = contradiction(*entry_in(held.front()), entry))
      evidence_.push_back(*std::move(evidence));
    held.push_back(std::move(answer));
    return Added::contradicts;
  }
  held.push_back(std::move(answer));
  if (complete()) {
    Record record{place_.step, place_.parent, {}};
    for (const auto& first : entries_) record.answers.push_back(first.front());
    own_record_ = digest(record);
    know(std::move(record));
  }
  return Added::fresh;
}

Agreement::Added Agreement::add(const Signed<Vote>& vote) {
  const Vote& v = vote.message();
  if (v.table != place_.table || v.step != place_.step || !quorum_.voters.has(vote.by()))
    return Added::unwanted;
  auto& furthest = furthest_[vote.by()];
  furthest = std::max(furthest, v.round);
  if (v.round > round_.next()) return Added::unwanted;  // asked for again once this peer is there
  OneRound& round = rounds_[v.round];
  Votes& votes = v.phase == Phase::prevote ? round.prevotes : round.precommits;
  if (votes.holds(vote.by(), vote.body())) return Added::known;
  const bool contradicts = compare(vote);
  // What more a liar signs is kept where others' proofs may rest on it.
  const bool kept = votes.add(vote, !v.outcome || candidate(*v.outcome) != nullptr);
  if (kept) note_proved();
  if (contradicts) return Added::contradicts;
  return kept ? Added::fresh : Added::unwanted;
}

/// With what the same voter signed before. Whether that convicts it.
bool Agreement::compare(const Signed<Vote>& vote) {
  bool found = false;
  for (const auto& [round, votes] : rounds_)
    for (const Votes* phase : {&votes.prevotes, &votes.precommits})
      if (const auto* other = phase->first(vote.by()))
        if (auto evidence = contradiction(*other, vote)) {
          evidence_.push_back(*std::move(evidence));
          found = true;
        }
  return found;
}

Agreement::Added Agreement::consider(const Signed<Proposal>& proposal) {
  const Proposal& p = proposal.message();
  if (p.table != place_.table || p.step != place_.step || p.round == Round(0) ||
      p.round > round_.next() || quorum_.voters.empty() || proposal.by() != leader(p.round) ||
      p.record.size() != slots_.size())
    return Added::unwanted;
  const OneRound* round = at(p.round);
  if (round == nullptr || !round->proposal) return Added::fresh;
  auto evidence = contradiction(*round->proposal, proposal);
  if (!evidence) return Added::known;
  evidence_.push_back(*std::move(evidence));
  return Added::contradicts;
}

Agreement::Added Agreement::add(const Signed<Proposal>& proposal, std::vector<Answer> answers) {
  if (const Added found = consider(proposal); found != Added::fresh) return found;
  if (answers.size() != slots_.size()) return Added::unwanted;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const auto* entry = entry_in(answers[i]);
    const Seat seat = entry != nullptr ? entry->by() : std::get<proto::AbsentSeat>(answers[i]).seat;
    if (seat != slots_[i].seat) return Added::unwanted;
  }
  add_record(proposal, std::move(answers));
  return Added::fresh;
}

void Agreement::add_record(const Signed<Proposal>& proposal, std::vector<Answer> answers) {
  for (const Answer& answer : answers)
    if (entry_in(answer) != nullptr) add_answer(answer);
  OneRound& round = rounds_[proposal.message().round];
  round.proposal = proposal;
  round.proposed = Record{place_.step, place_.parent, std::move(answers)};
  know(*round.proposed);
}

// ---- What this peer itself said, before a restart

void Agreement::restore(const Signed<Vote>& own) {
  const Vote& vote = own.message();
  auto& furthest = furthest_[own.by()];
  furthest = std::max(furthest, vote.round);
  OneRound& round = rounds_[vote.round];
  (vote.phase == Phase::prevote ? round.prevotes : round.precommits).add(own, true);
}

void Agreement::restore(const Signed<Proposal>& own, std::vector<Answer> answers) {
  if (answers.size() == slots_.size()) add_record(own, std::move(answers));
}

void Agreement::restore(Record record, const std::vector<Signed<Vote>>& prevotes) {
  for (const Answer& answer : record.answers)
    if (entry_in(answer) != nullptr) add_answer(answer);
  know(std::move(record));
  for (const auto& vote : prevotes) rounds_[vote.message().round].prevotes.add(vote, true);
  note_proved();
}

/// Asks what a record leads to, unless that is known, so that it can be voted for and decided.
void Agreement::know(Record record) {
  const Digest name = digest(record);
  const auto known =
      std::ranges::find(candidates_, name, [](const Candidate& one) { return one.outcome.record; });
  if (known != candidates_.end()) {
    if (name == own_record_) own_ = known->outcome;
  } else if (std::ranges::find(wanted_, name, &Wanted::digest) == wanted_.end()) {
    wanted_.push_back({std::move(record), name});
  }
}

void Agreement::on_outcome(const std::optional<Outcome>& outcome) {
  CHECK(!wanted_.empty());
  Wanted wanted = std::move(wanted_.front());
  wanted_.erase(wanted_.begin());
  if (!outcome) return;
  CHECK(outcome->record == wanted.digest);
  if (wanted.digest == own_record_) own_ = outcome;
  candidates_.push_back({std::move(wanted.record), *outcome});
  note_proved();
}

/// Keeps the latest record that a quorum prevoted: what a leader must propose.
void Agreement::note_proved() {
  for (const auto& [round, votes] : rounds_) {
    if (round > round_ || (proved_ && round <= proved_->round)) continue;
    if (const Vote* vote = prevoted_by_quorum(votes))
      proved_ = Proved{*candidate(*vote->outcome), round};
  }
}

// ---- What this peer owes

std::optional<Agreement::Statement> Agreement::advance(Seat me, Instant now) {
  CHECK(wanted_.empty());
  if (!quorum_.voters.has(me) || decision()) return {};
  skip_ahead(me, now);
  for (;;) {
    const OneRound& here = rounds_[round_];
    if (!here.prevotes.has(me)) return prevote_due(me, now);
    if (!prevotes_at_ && here.prevotes.voters() >= quorum_.needed) prevotes_at_ = now;
    if (!here.precommits.has(me)) return precommit_due(now);
    if (here.precommits.voters() < quorum_.needed) return {};
    if (!precommits_at_) precommits_at_ = now;
    const bool failed = here.precommits.count({}) >= quorum_.needed;
    if (!failed && now < *precommits_at_ + timeout()) return {};
    if (round_ >= Round(proto::kRoundMax)) return {};
    enter(round_.next(), now);
  }
}

/// (f) Goes to the latest round that enough voters have reached (Quorum::to_skip): an honest one is
/// there, and one liar alone draws nobody along. But nobody leaves round 0 without its vote (a):
/// only its own clock makes that nil. And a restarted peer goes back to where it was.
void Agreement::skip_ahead(Seat me, Instant now) {
  if (const auto mine = furthest_.find(me); mine != furthest_.end() && mine->second > round_)
    enter(mine->second, now);
  if (round_ == Round(0) && !rounds_[round_].prevotes.has(me)) return;
  std::vector<Round> heard;
  for (const auto& [voter, round] : furthest_) heard.push_back(round);
  const std::size_t needed = quorum_.to_skip();
  if (heard.size() < needed) return;
  std::ranges::sort(heard, std::greater());
  if (heard[needed - 1] > round_) enter(heard[needed - 1], now);
}

void Agreement::enter(Round round, Instant now) {
  round_ = round;
  entered_at_ = now;
  prevotes_at_ = precommits_at_ = {};
  note_proved();
}

std::optional<Agreement::Statement> Agreement::prevote_due(Seat me, Instant now) {
  if (round_ == Round(0)) {
    if (own_) return statement(Phase::prevote, own_);
    if (now < wait_until_) return {};
    return statement(Phase::prevote, {});
  }
  const OneRound& here = rounds_[round_];
  if (here.proposal) {
    const auto verdict = verdict_on(me, here);
    return statement(Phase::prevote, verdict,
                     verdict ? here.proposal->message().proved : std::nullopt);
  }
  if (leader(round_) == me)
    if (auto proposing = propose(me)) return *std::move(proposing);
  if (now < entered_at_ + timeout()) return {};
  return statement(Phase::prevote, {});
}

/// (d) What to prevote for the proposal of this round: its outcome, or nil.
std::optional<Outcome> Agreement::verdict_on(Seat me, const OneRound& round) const {
  const Digest record = digest(*round.proposed);
  const auto found = std::ranges::find(candidates_, record,
                                       [](const Candidate& known) { return known.outcome.record; });
  if (found == candidates_.end()) return {};
  const Outcome& outcome = found->outcome;

  const std::optional<Round> proof = round.proposal->message().proved;
  if (proof && !shows_lock(round.proposal->message(), outcome)) return {};
  bool locked = false;             // on this outcome
  std::optional<Round> elsewhere;  // other(h): the last round of a lock on another one
  for (const auto& [r, votes] : rounds_)
    if (const auto* mine = votes.precommits.first(me); mine && mine->message().outcome) {
      if (*mine->message().outcome == outcome)
        locked = true;
      else
        elsewhere = r;
    }
  if (elsewhere && (!proof || *proof < *elsewhere)) return {};
  if (locked || proof) return outcome;
  return may_leave(me, outcome) && !fills(me, found->record) ? std::optional(outcome)
                                                             : std::nullopt;
}

/// Whether the lock proof that a proposal names is here.
bool Agreement::shows_lock(const Proposal& proposal, const Outcome& outcome) const {
  const OneRound* shown = at(*proposal.proved);
  if (shown == nullptr || *proposal.proved >= proposal.round) return false;
  return std::ranges::any_of(shown->prevotes.quorums(quorum_.needed),
                             [&](const Vote* vote) { return vote->outcome == outcome; });
}

/// Whether this peer has what a record calls absent: an entry, one that is still being checked, or
/// its own answer, which it gives itself, if only as "nothing from me here".
bool Agreement::fills(Seat me, const Record& record) const {
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    const Seat seat = slots_[i].seat;
    const bool here = !entries_[i].empty() || seat == me || checking_.has(seat);
    if (here && entry_in(record.answers[i]) == nullptr) return true;
  }
  return false;
}

/// Whether nobody can have decided what this peer prevoted in round 0, because too many voters
/// prevoted something else.
bool Agreement::may_leave(Seat me, const Outcome& for_another) const {
  const OneRound* first = at(Round(0));
  const auto* mine = first != nullptr ? first->prevotes.first(me) : nullptr;
  if (mine == nullptr) return false;  // lost with an older copy of the store: it may bind
  const auto& bound_to = mine->message().outcome;
  if (!bound_to || *bound_to == for_another) return true;
  return first->prevotes.against(bound_to) > quorum_.max_faulty;
}

/// (b) Round 0 leaves the last votes time to arrive: with all of them, no precommit is needed.
std::optional<Agreement::Statement> Agreement::precommit_due(Instant now) {
  if (!prevotes_at_) return {};
  const OneRound& here = rounds_[round_];
  if (const Vote* vote = prevoted_by_quorum(here)) {
    if (waits_for_more(here) && now < *prevotes_at_ + timeout()) return {};
    return statement(Phase::precommit, vote->outcome);
  }
  const bool failed = here.prevotes.count({}) >= quorum_.needed;
  if (!failed && now < *prevotes_at_ + timeout()) return {};
  return statement(Phase::precommit, {});
}

/// What a quorum prevoted in a round, if its record is here.
const Vote* Agreement::prevoted_by_quorum(const OneRound& round) const {
  for (const Vote* vote : round.prevotes.quorums(quorum_.needed))
    if (candidate(*vote->outcome) != nullptr) return vote;
  return nullptr;
}

/// Whether votes of round 0 may still come from voters that have been heard lately.
bool Agreement::waits_for_more(const OneRound& round) const {
  if (round_ != Round(0)) return false;
  return std::ranges::any_of((quorum_.voters - quiet_).list(),
                             [&](Seat voter) { return !round.prevotes.has(voter); });
}

Instant Agreement::deadline(Seat me) const {
  if (!quorum_.voters.has(me) || decision()) return never();
  const OneRound* here = at(round_);
  if (here == nullptr || !here->prevotes.has(me))
    return round_ == Round(0) ? wait_until_ : entered_at_ + timeout();
  if (!here->precommits.has(me)) return prevotes_at_ ? *prevotes_at_ + timeout() : never();
  if (round_ >= Round(proto::kRoundMax)) return never();
  return precommits_at_ ? *precommits_at_ + timeout() : never();
}

// ---- Counting

const Agreement::OneRound* Agreement::at(Round round) const {
  const auto found = rounds_.find(round);
  return found != rounds_.end() ? &found->second : nullptr;
}

const Agreement::Candidate* Agreement::candidate(const Outcome& outcome) const {
  const auto found = std::ranges::find(candidates_, outcome, &Candidate::outcome);
  return found != candidates_.end() ? &*found : nullptr;
}

Vote Agreement::statement(Phase phase, const std::optional<Outcome>& outcome,
                          std::optional<Round> proved) const {
  return {place_.table, place_.step, round_, phase, outcome, proved};
}

}  // namespace fairdeal::consensus
