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
      noted_(slots_.size()),
      entered_at_(now) {}

// ---- Inputs

Agreement::Added Agreement::add(Checked entry) { return add_answer(std::move(entry)); }
Agreement::Added Agreement::add(InvalidEntry entry) { return add_answer(std::move(entry)); }

/// Returns the slot that an entry fits by its author and kind; none if it fits none.
std::optional<std::size_t> Agreement::slot_of(const Signed<proto::Entry>& entry) const {
  const proto::Kind kind = proto::kind_of(entry.message().payload);
  const auto found = std::ranges::find_if(slots_, [&](const EntrySlot& slot) {
    return slot.seat == entry.by() && (slot.kind == kind || kind == proto::Kind::none);
  });
  if (found == slots_.end()) return {};
  return static_cast<std::size_t>(found - slots_.begin());
}

bool Agreement::note(const Signed<proto::Entry>& entry) {
  if (entry.message().table != place_.table || entry.message().step != place_.step) return false;
  const auto slot = slot_of(entry);
  if (!slot) return false;
  auto& first = noted_[*slot];
  if (!first) first = entry;
  auto evidence = contradiction(*first, entry);
  if (!evidence) return false;
  evidence_.push_back(*std::move(evidence));
  return true;
}

Agreement::Added Agreement::add_answer(Answer answer) {
  const auto& entry = *entry_in(answer);
  const auto slot = slot_of(entry);
  if (!slot) return Added::unwanted;
  auto& held = entries_[*slot];
  for (const Answer& other : held)
    if (entry_in(other)->body() == entry.body()) return Added::known;
  if (held.size() == 2) return Added::unwanted;  // these two convict its author already
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
  // A liar could name any number of rounds. Votes of the far ones are asked for again once this
  // peer gets there; that somebody is there already was noted for skip_ahead().
  if (v.round > round_.next()) return Added::unwanted;
  OneRound& round = rounds_[v.round];
  Votes& votes = v.phase == Phase::prevote ? round.prevotes : round.precommits;
  if (votes.holds(vote.by(), vote.body())) return Added::known;
  const bool contradicts = compare(vote);
  // A liar's further votes are kept if another validator's proof may rest on them.
  const bool kept = votes.add(vote, !v.outcome || candidate(*v.outcome) != nullptr);
  if (kept) note_proved();
  if (contradicts) return Added::contradicts;
  return kept ? Added::fresh : Added::unwanted;
}

/// Compares a vote with all that its voter signed before; returns whether that convicts the voter.
/// Why all rounds: a vote that forgets a lock contradicts a precommit of an earlier round.
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
      p.round > round_.next() || quorum_.voters.empty() || proposal.by() != leader(p.round))
    return Added::unwanted;
  OneRound& round = rounds_[p.round];
  if (!round.proposal) round.proposal = proposal;
  auto evidence = contradiction(*round.proposal, proposal);
  if (!evidence) return round.proposed ? Added::known : Added::fresh;
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
  if (proposal.message().record != digest(Record{place_.step, place_.parent, answers}))
    return Added::unwanted;
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

// ---- This peer's own statements from before a restart

void Agreement::restore(const Signed<Vote>& own) {
  const Vote& vote = own.message();
  auto& furthest = furthest_[own.by()];
  furthest = std::max(furthest, vote.round);
  OneRound& round = rounds_[vote.round];
  (vote.phase == Phase::prevote ? round.prevotes : round.precommits).add(own, true);
}

void Agreement::restore(const Signed<Proposal>& own) {
  rounds_[own.message().round].proposal = own;
}

void Agreement::restore(const Signed<Proposal>& own, std::vector<Answer> answers) {
  if (answers.size() != slots_.size()) return;
  auto& furthest = furthest_[own.by()];
  furthest = std::max(furthest, own.message().round);
  add_record(own, std::move(answers));
}

void Agreement::restore(Record record, const std::vector<Signed<Vote>>& prevotes) {
  for (const Answer& answer : record.answers)
    if (entry_in(answer) != nullptr) add_answer(answer);
  know(std::move(record));
  for (const auto& vote : prevotes) rounds_[vote.message().round].prevotes.add(vote, true);
  note_proved();
}

/// Asks the caller which outcome a record leads to, unless that is known already. Why: nobody
/// prevotes, precommits or decides a record whose outcome it has not computed itself, rules (b),
/// (d) and (g).
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

bool Agreement::knows(const Digest& record) const {
  return std::ranges::find(wanted_, record, &Wanted::digest) != wanted_.end() ||
         std::ranges::any_of(candidates_, [&](const Candidate& candidate) {
           return candidate.outcome.record == record;
         });
}

/// Keeps the latest record that a quorum prevoted, which a leader must propose: validValue and
/// validRound of Tendermint (Algorithm 1, lines 36–43).
void Agreement::note_proved() {
  for (const auto& [round, votes] : rounds_) {
    if (round > round_ || (proved_ && round <= proved_->round)) continue;
    if (const Vote* vote = prevoted_by_quorum(votes))
      proved_ = Proved{*candidate(*vote->outcome), round};
  }
}

// ---- This peer's next statements

/// Goes through the phases of a round in order, so that nobody precommits before it prevoted or
/// leaves a round in which it did not precommit: rule (e), Tendermint's lines 47–48 and 65–67.
/// Once this peer has decided it signs nothing more in this step, rule (g).
std::optional<Agreement::Statement> Agreement::advance(Seat me, Instant now) {
  CHECK(wanted_.empty());
  if (!quorum_.voters.has(me) || decision()) return {};
  skip_ahead(me, now);
  for (;;) {
    const OneRound& here = rounds_[round_];
    if (!here.has_vote_of(me)) return prevote_due(me, now);
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

/// (f) Enters the latest round that enough voters have reached (Quorum::to_skip). Why it is safe:
/// one of so many is honest, so a quorum led to that round, and one liar alone draws nobody along
/// (Tendermint, line 55). But nobody leaves round 0 without its vote, rule (a), for only its own
/// clock may make that vote nil. A restarted peer goes back to the round in which it signed last.
void Agreement::skip_ahead(Seat me, Instant now) {
  if (const auto mine = furthest_.find(me); mine != furthest_.end() && mine->second > round_)
    enter(mine->second, now);
  if (round_ == Round(0) && !rounds_[round_].has_vote_of(me)) return;
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
  if (here.proposed) {
    const auto verdict = verdict_on(me, here);
    return statement(Phase::prevote, verdict,
                     verdict ? here.proposal->message().proved : std::nullopt);
  }
  if (leader(round_) == me && !here.proposal)
    if (auto proposing = propose(me)) return *std::move(proposing);
  if (now < entered_at_ + timeout()) return {};
  return statement(Phase::prevote, {});
}

/// (d) Returns what to prevote for the proposal of this round: its outcome, or nil.
///
/// Why two records are never decided in one step: a member that precommitted h leaves it only for a
/// record that a quorum prevoted in the same round or later, and one that prevoted h in round 0
/// only if h cannot have been decided there. So no quorum prevotes another record once h is
/// decided. These are the lock rules of Tendermint, Algorithm 1, lines 22–33, with round 0 added
/// (docs/model/README.md, Why).
std::optional<Outcome> Agreement::verdict_on(Seat me, const OneRound& round) const {
  const Digest record = digest(*round.proposed);
  const auto found = std::ranges::find(candidates_, record,
                                       [](const Candidate& known) { return known.outcome.record; });
  if (found == candidates_.end()) return {};
  const Outcome& outcome = found->outcome;

  const std::optional<Round> proof = round.proposal->message().proved;
  if (proof && !shows_lock(round.proposal->message(), outcome)) return {};
  bool locked = false;             // whether this peer precommitted this outcome, in any round
  std::optional<Round> elsewhere;  // other(h): the last round in which it precommitted another
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

/// Returns whether the lock proof that a proposal names is here: a quorum's equal prevotes for its
/// outcome, of an earlier round (Tendermint, line 28).
bool Agreement::shows_lock(const Proposal& proposal, const Outcome& outcome) const {
  const OneRound* shown = at(*proposal.proved);
  if (shown == nullptr || *proposal.proved >= proposal.round) return false;
  return std::ranges::any_of(shown->prevotes.quorums(quorum_.needed),
                             [&](const Vote* vote) { return vote->outcome == outcome; });
}

/// Returns whether this peer can fill a slot that a record calls absent: with an entry, with one
/// that is still being checked, or with its own answer, for a program that lives always answers,
/// if only "nothing from me here". Why: so nobody is absent by its own vote, rule (d) 3.
bool Agreement::fills(Seat me, const Record& record) const {
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    const Seat seat = slots_[i].seat;
    const bool here = !entries_[i].empty() || seat == me || checking_.has(seat);
    if (here && entry_in(record.answers[i]) == nullptr) return true;
  }
  return false;
}

/// Returns whether this peer may prevote another outcome than its first. Why it is safe: if its
/// first was decided in round 0, every honest voter prevoted it there, and at most f prevotes of
/// round 0 are for something else. More than f show that it was not decided, rule (d) 3.
bool Agreement::may_leave(Seat me, const Outcome& for_another) const {
  const OneRound* first = at(Round(0));
  const auto* mine = first != nullptr ? first->prevotes.first(me) : nullptr;
  // It was lost with an older copy of the store. Nobody knows what it said, so it binds.
  if (mine == nullptr) return false;
  const auto& bound_to = mine->message().outcome;
  if (!bound_to || *bound_to == for_another) return true;
  return first->prevotes.against(bound_to) > quorum_.max_faulty;
}

/// (b) Precommits what a quorum prevoted, or nil if a quorum prevoted but did not agree in time
/// (Tendermint, lines 36–46 and 61–64). A precommit of a record is a lock: q validators that sign
/// it decide, and each then prevotes another record only as verdict_on() allows. Round 0 leaves
/// the last prevotes time to arrive, for with all of them no precommit is needed.
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

/// Returns one of a quorum's equal prevotes of a round, if the outcome of their record is known
/// here; null if there is no such quorum.
const Vote* Agreement::prevoted_by_quorum(const OneRound& round) const {
  for (const Vote* vote : round.prevotes.quorums(quorum_.needed))
    if (candidate(*vote->outcome) != nullptr) return vote;
  return nullptr;
}

/// Returns whether this is round 0 and a voter that was heard lately has not prevoted yet.
bool Agreement::waits_for_more(const OneRound& round) const {
  if (round_ != Round(0)) return false;
  return std::ranges::any_of((quorum_.voters - quiet_).list(),
                             [&](Seat voter) { return !round.prevotes.has(voter); });
}

Instant Agreement::deadline(Seat me) const {
  if (!quorum_.voters.has(me) || decision()) return never();
  const OneRound* here = at(round_);
  if (here == nullptr || !here->has_vote_of(me))
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
