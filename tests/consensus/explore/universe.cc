#include "tests/consensus/explore/universe.h"

#include <algorithm>

#include "consensus/equivocation.h"
#include "proto/envelope.h"

namespace fairdeal::explore {

using consensus::Record;
using proto::Outcome;

namespace {

constexpr std::array kLetters{"A", "B", "N", "C"};  // by Second

Outcome judged(const Record& record) { return {digest(record), digest(record)}; }

proto::Payload commitment(std::uint8_t content) {
  proto::CommitPayload payload{};
  payload.commitment[0] = std::byte{content};
  return payload;
}

}  // namespace

std::vector<Seat> Setting::honest() const { return (SeatSet::first(voters) - liars).list(); }

bool Setting::author_is_honest() const {
  return !liars.has(Seat(1)) && std::ranges::find(records, Second::another) == records.end();
}

Seat Setting::author() const {
  const bool votes = liars.has(Seat(1)) || author_is_honest();
  return votes ? Seat(1) : Seat(static_cast<std::uint32_t>(voters));
}

Universe::Universe(const Setting& setting)
    : setting_(setting),
      table_(std::make_shared<const consensus::SmallTable>(
          std::max<std::size_t>(setting.voters, 2) - 1, Step(setting.step), setting.author())) {
  const Seat author = setting_.author();
  messages_.push_back(entry(Seat(0), commitment(0)));
  for (const auto& payload : {commitment(0), commitment(1), proto::Payload(proto::NonePayload{})}) {
    second_entries_[messages_.size() - 1] = static_cast<Id>(messages_.size());
    messages_.push_back(entry(author, payload));
  }
  for (const Second second : setting_.records) {
    consensus::Answer answer = proto::AbsentSeat{author};
    if (second != Second::absent) answer = std::get<Checked>(messages_[second_entry(second)]);
    records_.push_back({place().step, place().parent, {std::get<Checked>(messages_[0]), answer}});
  }
  for (const Seat by : SeatSet::first(setting_.voters).list()) add_votes(by);
  for (const Seat by : setting_.liars.list()) add_misshapen(by);
  for (std::uint32_t r = 1; r < setting_.rounds; ++r) add_proposals(r);
}

StepAgreement::StepContext Universe::place() const {
  return {table_->id(), table_->step(), table_->head()};
}

consensus::Quorum Universe::quorum() const {
  return {SeatSet::first(setting_.voters), setting_.needed, setting_.tolerated};
}

StepAgreement Universe::fresh() const {
  StepAgreement agreement(
      place(), quorum(), table_->slots(), [](const Record& r) { return std::optional(judged(r)); },
      kRound, kStart);
  agreement.wait_until(kDue);
  return agreement;
}

StepAgreement Universe::begun(Seat me) const {
  StepAgreement agreement = fresh();
  give(agreement, first_entry_);
  if (me == setting_.author() && setting_.author_is_honest())
    give(agreement, second_entry(Second::entry));
  return agreement;
}

Seat Universe::leader(std::uint32_t round) const {
  return Seat(static_cast<std::uint32_t>((setting_.step + round) % setting_.voters));
}

// ---- Possible statements

Checked Universe::entry(Seat seat, proto::Payload payload) const {
  const auto at = place();
  return table_->assume_valid(proto::sign(
      seat, proto::Entry{at.table, at.step, at.parent, std::move(payload), {}}, table_->key(seat)));
}

Id Universe::add_vote(Seat by, const proto::Vote& vote) {
  messages_.push_back(proto::sign(by, vote, table_->key(by)));
  return static_cast<Id>(messages_.size() - 1);
}

void Universe::add_votes(Seat by) {
  const auto at = place();
  for (std::uint32_t r = 0; r < setting_.rounds; ++r) {
    const int proofs = std::min<int>(static_cast<int>(r), 7);  // what a Code has room for
    for (std::uint32_t w = 0; w <= records_.size(); ++w) {
      const auto outcome = w == 0 ? std::nullopt : std::optional(judged(records_[w - 1]));
      for (int proved = -1; proved < (w == 0 ? 0 : proofs); ++proved) {
        const auto proof =
            proved < 0 ? std::nullopt : std::optional(Round(static_cast<std::uint32_t>(proved)));
        votes_[{by.value, r, 0, w, static_cast<std::uint32_t>(proved + 1)}] =
            add_vote(by, {at.table, at.step, Round(r), Phase::prevote, outcome, proof});
      }
      votes_[{by.value, r, 1, w, 0}] =
          add_vote(by, {at.table, at.step, Round(r), Phase::precommit, outcome, {}});
    }
  }
}

void Universe::add_misshapen(Seat by) {
  const auto at = place();
  for (std::uint32_t r = 0; r < setting_.rounds; ++r)
    for (const Phase phase : {Phase::prevote, Phase::precommit}) {
      const Place where{r, phase == Phase::prevote ? Act::prevote : Act::precommit};
      for (std::uint32_t w = 0; w <= records_.size(); ++w) {
        const bool belongs = phase == Phase::prevote && w > 0;
        const auto outcome = w == 0 ? std::nullopt : std::optional(judged(records_[w - 1]));
        const Round proved(belongs ? r : 0);
        const proto::Vote vote{at.table, at.step, Round(r), phase, outcome, proved};
        const auto statement = proto::sign(by, vote, table_->key(by));
        if (!proto::verify_vote(proto::envelope(statement), charter())) continue;
        misshapen_[{by, where}].push_back(add_vote(by, vote));
      }
    }
}

void Universe::add_proposals(std::uint32_t round) {
  const auto at = place();
  const Seat by = leader(round);
  for (std::uint32_t w = 1; w <= records_.size(); ++w)
    for (int proved = -1; proved < std::min<int>(static_cast<int>(round), 7); ++proved) {
      const auto proof =
          proved < 0 ? std::nullopt : std::optional(Round(static_cast<std::uint32_t>(proved)));
      const Record& record = records_[w - 1];
      proposals_[{round, w, static_cast<std::uint32_t>(proved + 1)}] =
          static_cast<Id>(messages_.size());
      messages_.push_back(Proposed{
          proto::sign(by, proto::Proposal{at.table, at.step, Round(round), proof, digest(record)},
                      table_->key(by)),
          record.answers});
    }
}

Id Universe::vote(Seat by, std::uint32_t round, Phase phase, What what, Proved proved) const {
  return votes_.at({by.value, round, static_cast<std::uint32_t>(phase), what,
                    static_cast<std::uint32_t>(proved + 1)});
}

Id Universe::proposal(std::uint32_t round, What what, Proved proved) const {
  return proposals_.at({round, what, static_cast<std::uint32_t>(proved + 1)});
}

Id Universe::say(Seat by, const Place& place, Code said) const {
  if (place.act == Act::propose) return proposal(place.round, what_of(said), proved_of(said));
  const auto phase = place.act == Act::prevote ? Phase::prevote : Phase::precommit;
  return vote(by, place.round, phase, what_of(said), proved_of(said));
}

Id Universe::second_entry(Second which) const {
  return second_entries_[static_cast<std::size_t>(which)];
}

const Ids& Universe::misshapen(Seat by, const Place& place) const {
  static const Ids kNone;
  const auto found = misshapen_.find({by, place});
  return found != misshapen_.end() ? found->second : kNone;
}

// ---- Heard statements

void Universe::give(StepAgreement& to, Id message) const {
  const Message& m = messages_[message];
  if (const auto* entry = std::get_if<Checked>(&m)) {
    to.add(*entry);
  } else if (const auto* vote = std::get_if<proto::Signed<proto::Vote>>(&m)) {
    to.add(*vote);
  } else {
    const auto& proposed = std::get<Proposed>(m);
    to.add(proposed.proposal, proposed.answers);
  }
}

void Universe::restore(StepAgreement& to, Id message) const {
  const Message& m = messages_[message];
  if (const auto* vote = std::get_if<proto::Signed<proto::Vote>>(&m)) {
    to.restore(*vote);
  } else {
    const auto& proposed = std::get<Proposed>(m);
    to.restore(proposed.proposal, proposed.answers);
  }
}

void Universe::restore_lock(StepAgreement& to, What what, const Ids& prevotes) const {
  std::vector<proto::Signed<proto::Vote>> votes;
  for (const Id id : prevotes) votes.push_back(*signed_vote(id));
  to.restore(record(what), votes);
}

StepAgreement Universe::restarted(const StepAgreement& before, Seat me) const {
  StepAgreement after = fresh();
  give(after, first_entry_);
  for (const proto::Envelope& envelope : before.entries_of(me))
    for (const Id id : second_entries_)
      if (std::get<Checked>(messages_[id])->body() == envelope.body) give(after, id);
  for (const proto::Envelope& envelope : before.votes_of(me)) {
    const auto vote = *proto::verify_vote(envelope, charter());
    const auto& v = vote.message();
    if (const What w = what(v.outcome); v.round == Round(0) && w != kNil && w != kUnknown)
      after.restore(record(w), std::vector<proto::Signed<proto::Vote>>());
    after.restore(vote);
    const auto lock = before.lock(me, vote.message().round);
    if (vote.message().phase != Phase::precommit || !lock) continue;
    std::vector<proto::Signed<proto::Vote>> prevotes;
    for (const proto::Envelope& behind : lock->prevotes)
      prevotes.push_back(*proto::verify_vote(behind, charter()));
    after.restore(lock->record, prevotes);
  }
  for (const auto* proposal : before.proposals_of(me))
    if (const What w = what(proposal->message().record); w != kUnknown)
      after.restore(*proposal, record(w).answers);
  return after;
}

const proto::Signed<proto::Vote>* Universe::signed_vote(Id message) const {
  return std::get_if<proto::Signed<proto::Vote>>(&messages_[message]);
}

const proto::Signed<proto::Proposal>* Universe::signed_proposal(Id message) const {
  const auto* proposed = std::get_if<Proposed>(&messages_[message]);
  return proposed != nullptr ? &proposed->proposal : nullptr;
}

proto::Signed<proto::Vote> Universe::sign(Seat by, const proto::Vote& vote) const {
  return proto::sign(by, vote, table_->key(by));
}

proto::Signed<proto::Proposal> Universe::sign(Seat by, const proto::Proposal& proposal) const {
  return proto::sign(by, proposal, table_->key(by));
}

// ---- Names

What Universe::what(const std::optional<Outcome>& outcome) const {
  if (!outcome) return kNil;
  for (std::size_t i = 0; i < records_.size(); ++i)
    if (judged(records_[i]) == *outcome) return static_cast<What>(i + 1);
  return kUnknown;
}

What Universe::what(const proto::Digest& record) const {
  for (std::size_t i = 0; i < records_.size(); ++i)
    if (digest(records_[i]) == record) return static_cast<What>(i + 1);
  return kUnknown;
}

Outcome Universe::outcome(What what) const { return judged(record(what)); }

std::string Universe::name(What what) const {
  if (what == kNil) return "-";
  if (what > setting_.records.size()) return "a record that is not explored";
  return kLetters[static_cast<std::size_t>(setting_.records.at(what - 1u))];
}

std::optional<Id> Universe::find(Seat by, const StepAgreement::Statement& statement) const {
  const auto named = [](const std::optional<Round>& proved) {
    return proved ? static_cast<std::uint32_t>(proved->value) + 1 : 0;
  };
  if (const auto* vote = std::get_if<proto::Vote>(&statement)) {
    const auto found =
        votes_.find({by.value, vote->round.value, static_cast<std::uint32_t>(vote->phase),
                     what(vote->outcome), named(vote->proved)});
    return found != votes_.end() ? std::optional(found->second) : std::nullopt;
  }
  const auto& proposal = std::get<StepAgreement::Proposing>(statement).proposal;
  const auto found =
      proposals_.find({proposal.round.value, what(proposal.record), named(proposal.proved)});
  return found != proposals_.end() ? std::optional(found->second) : std::nullopt;
}

Ids Universe::of_liars() const {
  Ids ids;
  for (Id id = 0; id < messages_.size(); ++id) {
    const auto* vote = signed_vote(id);
    const auto* proposal = signed_proposal(id);
    if ((vote != nullptr && setting_.liars.has(vote->by())) ||
        (proposal != nullptr && setting_.liars.has(proposal->by())))
      ids.push_back(id);
  }
  return ids;
}

bool Universe::contradict(Id a, Id b) const {
  if (const auto* one = signed_vote(a), *other = signed_vote(b); one && other)
    return consensus::contradiction(*one, *other).has_value();
  if (const auto* one = signed_proposal(a), *other = signed_proposal(b); one && other)
    return consensus::contradiction(*one, *other).has_value();
  return false;
}

std::string Universe::describe(Id message) const {
  const auto proof = [](const std::optional<Round>& proved) {
    return proved ? static_cast<int>(proved->value) : -1;
  };
  if (const auto* vote = signed_vote(message)) {
    const proto::Vote& v = vote->message();
    const Act act = v.phase == Phase::prevote ? Act::prevote : Act::precommit;
    return explore::describe(*this, vote->by(), {v.round.value, act},
                             code(what(v.outcome), proof(v.proved)));
  }
  if (const auto* proposal = signed_proposal(message)) {
    const proto::Proposal& p = proposal->message();
    return explore::describe(*this, proposal->by(), {p.round.value, Act::propose},
                             code(what(p.record), proof(p.proved)));
  }
  for (const Second second : {Second::entry, Second::another, Second::none})
    if (message == second_entry(second))
      return "the second entry of " + std::string(kLetters[static_cast<std::size_t>(second)]);
  return "the first entry";
}

std::string describe(const Universe& universe, Seat by, const Place& place, Code said) {
  constexpr std::array kActs{"proposes", "prevotes", "precommits"};
  std::string text = "round " + std::to_string(place.round) + ": " + std::to_string(by.value) +
                     " " + kActs[static_cast<std::size_t>(place.act)] + " " +
                     universe.name(what_of(said));
  if (proved_of(said) >= 0) text += " on the proof of round " + std::to_string(proved_of(said));
  return text;
}

}  // namespace fairdeal::explore
