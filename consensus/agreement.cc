#include "consensus/agreement.h"

#include <algorithm>

#include "base/check.h"
#include "proto/envelope.h"

namespace fairdeal::consensus {

using proto::Outcome;
using proto::Phase;
using proto::Proposal;
using proto::Signed;
using proto::Vote;

Agreement::Agreement(const Place& place, const Quorum& quorum, std::vector<EntrySlot> slots,
                     Judge judge, Duration round, Instant now)
    : place_(place),
      quorum_(quorum),
      slots_(std::move(slots)),
      judge_(std::move(judge)),
      round_time_(round),
      entries_(slots_.size()),
      entered_at_(now) {}

// ---- What comes in

Agreement::Added Agreement::add(Checked entry) { return add_answer(std::move(entry)); }
Agreement::Added Agreement::add(Wrong entry) { return add_answer(std::move(entry)); }

Agreement::Added Agreement::add_answer(Answer answer) {
  const auto& entry = *entry_in(answer);
  const EntrySlot slot{entry.by(), proto::kind_of(entry.message().payload)};
  const auto found = std::ranges::find(slots_, slot);
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
    own_ = know(std::move(record));
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
  if (const auto* held = votes.first(vote.by()); held && held->body() == vote.body())
    return Added::known;
  const bool contradicts = compare(vote);
  // What more a liar signs is kept where others' proofs may rest on it.
  if (votes.add(vote, !v.outcome || candidate(*v.outcome) != nullptr)) note_proved();
  return contradicts ? Added::contradicts : Added::fresh;
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

Agreement::Added Agreement::add(const Signed<Proposal>& proposal, std::vector<Answer> answers) {
  const Proposal& p = proposal.message();
  if (p.table != place_.table || p.step != place_.step || p.round == Round(0) ||
      p.round > round_.next() || proposal.by() != leader(p.round) ||
      answers.size() != slots_.size())
    return Added::unwanted;
  OneRound& round = rounds_[p.round];
  if (round.proposal) {
    auto evidence = contradiction(*round.proposal, proposal);
    if (!evidence) return Added::known;
    evidence_.push_back(*std::move(evidence));
    return Added::contradicts;
  }
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const auto* entry = entry_in(answers[i]);
    const Seat seat = entry != nullptr ? entry->by() : std::get<proto::AbsentSeat>(answers[i]).seat;
    if (seat != slots_[i].seat) return Added::unwanted;
  }
  for (const Answer& answer : answers)
    if (entry_in(answer) != nullptr) add_answer(answer);
  round.proposal = proposal;
  round.proposed = Record{place_.step, place_.parent, std::move(answers)};
  know(*round.proposed);
  return Added::fresh;
}

/// Remembers a record and what it leads to, so that it can be voted for and decided.
std::optional<Outcome> Agreement::know(Record record) {
  const Digest wanted = digest(record);
  for (const Candidate& known : candidates_)
    if (known.outcome.record == wanted) return known.outcome;
  const auto outcome = judge_(record);
  if (outcome) {
    candidates_.push_back({std::move(record), *outcome});
    note_proved();
  }
  return outcome;
}

/// Keeps the latest record that a quorum prevoted: what a leader must propose.
void Agreement::note_proved() {
  for (const auto& [round, votes] : rounds_) {
    if (round > round_ || (proved_ && round <= proved_->round)) continue;
    const Vote* vote = votes.prevotes.quorum(quorum_.needed);
    const Candidate* known = vote != nullptr ? candidate(*vote->outcome) : nullptr;
    if (known != nullptr) proved_ = Proved{*known, round};
  }
}

// ---- What this peer owes

std::optional<Agreement::Statement> Agreement::advance(Seat me, Instant now) {
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
    enter(round_.next(), now);
  }
}

/// (f) To the latest round in which more than f voters were heard: an honest one is there. But
/// nobody leaves round 0 without its vote (a): only its own clock makes that nil. And back to where
/// this peer was before it was restarted.
void Agreement::skip_ahead(Seat me, Instant now) {
  if (const auto mine = furthest_.find(me); mine != furthest_.end() && mine->second > round_)
    enter(mine->second, now);
  if (round_ == Round(0) && !rounds_[round_].prevotes.has(me)) return;
  std::vector<Round> heard;
  for (const auto& [voter, round] : furthest_) heard.push_back(round);
  if (heard.size() <= quorum_.liars) return;
  std::ranges::sort(heard, std::greater());
  if (heard[quorum_.liars] > round_) enter(heard[quorum_.liars], now);
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
    if (auto proposing = propose()) return *std::move(proposing);
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

  std::optional<Round> locked_in;  // the latest round in which this peer precommitted to something
  std::optional<Outcome> locked;
  for (const auto& [r, votes] : rounds_)
    if (const auto* mine = votes.precommits.first(me); mine && mine->message().outcome) {
      locked_in = r;
      locked = mine->message().outcome;
    }
  if (const auto proved = round.proposal->message().proved) {
    const OneRound* shown = *proved < round_ ? at(*proved) : nullptr;
    const Vote* vote = shown != nullptr ? shown->prevotes.quorum(quorum_.needed) : nullptr;
    const bool holds = vote != nullptr && vote->outcome == outcome &&
                       (!locked || *locked == outcome || *locked_in <= *proved);
    return holds ? std::optional(outcome) : std::nullopt;
  }
  if (locked) return *locked == outcome ? locked : std::nullopt;
  if (!may_leave(me, outcome)) return {};
  for (std::size_t i = 0; i < slots_.size(); ++i)  // it is not absent: its entry is here
    if (entry_in(found->record.answers[i]) == nullptr && !entries_[i].empty()) return {};
  return outcome;
}

/// Whether nobody can have decided what this peer prevoted in round 0, because too many voters
/// prevoted something else.
bool Agreement::may_leave(Seat me, const Outcome& for_another) const {
  const OneRound* first = at(Round(0));
  if (first == nullptr) return true;
  const auto* mine = first->prevotes.first(me);
  if (mine == nullptr) return true;
  const auto& bound_to = mine->message().outcome;
  if (!bound_to || *bound_to == for_another) return true;
  return first->prevotes.against(bound_to) > quorum_.liars;
}

/// (b) Round 0 leaves the last votes time to arrive: with all of them, no precommit is needed.
std::optional<Agreement::Statement> Agreement::precommit_due(Instant now) {
  if (!prevotes_at_) return {};
  const OneRound& here = rounds_[round_];
  if (const Vote* vote = here.prevotes.quorum(quorum_.needed);
      vote && candidate(*vote->outcome) != nullptr) {
    if (round_ == Round(0) && now < *prevotes_at_ + timeout()) return {};
    return statement(Phase::precommit, vote->outcome);
  }
  const bool failed = here.prevotes.count({}) >= quorum_.needed;
  if (!failed && now < *prevotes_at_ + timeout()) return {};
  return statement(Phase::precommit, {});
}

Instant Agreement::deadline(Seat me) const {
  if (!quorum_.voters.has(me) || decision()) return never();
  const OneRound* here = at(round_);
  if (here == nullptr || !here->prevotes.has(me))
    return round_ == Round(0) ? wait_until_ : entered_at_ + timeout();
  if (!here->precommits.has(me)) return prevotes_at_ ? *prevotes_at_ + timeout() : never();
  return precommits_at_ ? *precommits_at_ + timeout() : never();
}

// ---- What may be asked

std::optional<Agreement::Decision> Agreement::decision() const {
  for (const auto& [round, votes] : rounds_) {
    for (const Candidate& known : candidates_) {
      if (round == Round(0) && votes.prevotes.count(known.outcome) == quorum_.voters.size())
        return Decision{known.record, votes.prevotes.envelopes(known.outcome)};
      if (votes.precommits.count(known.outcome) >= quorum_.needed)
        return Decision{known.record, votes.precommits.envelopes(known.outcome)};
    }
  }
  return {};
}

bool Agreement::complete() const {
  return std::ranges::none_of(entries_, [](const auto& held) { return held.empty(); });
}

const Signed<Vote>* Agreement::vote(Round round, Phase phase, Seat by) const {
  const OneRound* there = at(round);
  if (there == nullptr) return nullptr;
  const Votes& votes = phase == Phase::prevote ? there->prevotes : there->precommits;
  return votes.first(by);
}

bool Agreement::holds(const proto::Envelope& vote) const {
  for (const auto& [round, votes] : rounds_)
    for (const Votes* phase : {&votes.prevotes, &votes.precommits})
      if (const auto* held = phase->first(vote.by); held && held->body() == vote.body) return true;
  return false;
}

const Signed<Proposal>* Agreement::proposal(Round round) const {
  const OneRound* there = at(round);
  return there != nullptr && there->proposal ? &*there->proposal : nullptr;
}

bool Agreement::dissents(const Vote& vote) const {
  return std::ranges::any_of(candidates_, [&](const Candidate& known) {
    return vote.outcome && vote.outcome->record == known.outcome.record &&
           *vote.outcome != known.outcome;
  });
}

const Signed<Vote>* Agreement::dissent() const {
  for (const auto& [round, votes] : rounds_)
    for (const auto* vote : votes.prevotes.all())
      if (dissents(vote->message())) return vote;
  return nullptr;
}

std::size_t Agreement::dissenters() const {
  SeatSet seats;
  for (const auto& [round, votes] : rounds_)
    for (const auto* vote : votes.prevotes.all())
      if (dissents(vote->message())) seats.insert(vote->by());
  return seats.size();
}

std::optional<Seat> Agreement::differs() const {
  const OneRound* first = at(Round(0));
  if (first == nullptr || !complete()) return {};
  for (const auto* vote : first->prevotes.all())
    if (const auto& outcome = vote->message().outcome; outcome && candidate(*outcome) == nullptr)
      return vote->by();
  return {};
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
