#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "base/time.h"
#include "consensus/certificate.h"
#include "consensus/equivocation.h"
#include "consensus/quorum.h"
#include "consensus/record.h"
#include "consensus/votes.h"

namespace fairdeal::consensus {

/// How one step is decided, as one peer sees it, in the manner of Tendermint (Buchman, Kwon,
/// Milosevic, arXiv:1807.04938). A pure state machine: entries, votes, proposals and the time go
/// in; what this peer owes and the decision come out. The caller signs, stores and sends.
///
///   round 0    Gathering --all entries--> prevote --all voters' equal prevotes--> Decided (fast)
///                  |                         |
///               budget over: nil             | a while later: precommit what a quorum prevoted
///                  v                         v                                    (else nil)
///   round r    leader proposes --> prevote --quorum--> precommit --quorum--> Decided
///                  ^                                       |
///                  +----------- none: round r + 1 ---------+
///
/// The rules, and why two honest peers never decide differently: docs/model/README.md, whose
/// letters the code quotes; checked there by going through every state.
class Agreement {
 public:
  struct StepContext {
    Digest table;
    Step step;
    Digest parent;
  };
  struct Decision {
    Record record;
    Certificate certificate;
  };
  enum class Added { fresh, known, unwanted, contradicts };
  /// Why this peer may precommit a record: the record, and a quorum's prevotes for it.
  struct Lock {
    Record record;
    Certificate prevotes;
  };
  /// What this peer should sign.
  struct Proposing {
    proto::Proposal proposal;
    std::vector<Answer> answers;  ///< its record's
  };
  using Statement = std::variant<proto::Vote, Proposing>;

  /// `round`: how long votes may take to arrive; later rounds wait longer.
  Agreement(const StepContext& place, const Quorum& quorum, std::vector<EntrySlot> slots,
            Duration round, Instant now);

  /// An entry for one of the slots. `contradicts`: its author has already answered otherwise.
  Added add(Checked entry);
  Added add(InvalidEntry entry);
  /// A voter's vote, this peer's own among them.
  Added add(const proto::Signed<proto::Vote>& vote);
  /// Whether a proposal is worth looking into: it is its leader's first of a round that is near.
  /// A second one is kept as evidence.
  Added consider(const proto::Signed<proto::Proposal>& proposal);
  /// What the leader of a round proposes; `answers` are its record's, validated.
  Added add(const proto::Signed<proto::Proposal>& proposal, std::vector<Answer> answers);

  /// The record whose outcome the caller has to compute and give to on_outcome(), if there is one.
  /// Requires of the caller: after each add() or restore(), before anything else, until it is null.
  const Record* wanted_outcome() const {
    return wanted_.empty() ? nullptr : &wanted_.front().record;
  }
  /// What wanted_outcome() leads to; none if the rules cannot follow it.
  void on_outcome(const std::optional<proto::Outcome>& outcome);

  /// Takes in what this peer itself signed of this step before it was restarted, of whatever round,
  /// and what a lock of its own rests on.
  void restore(const proto::Signed<proto::Vote>& own);
  void restore(const proto::Signed<proto::Proposal>& own, std::vector<Answer> answers);
  void restore(Record record, const std::vector<proto::Signed<proto::Vote>>& prevotes);

  /// Until when round 0 waits for entries.
  void wait_until(Instant when) { wait_until_ = when; }
  /// An entry of `author` is here and not checked yet: it is not absent.
  void checking(Seat author, bool is) { is ? checking_.insert(author) : checking_.erase(author); }
  /// Voters from whom nothing has come for a while: round 0 does not wait for their votes once a
  /// quorum has voted.
  void quiet(SeatSet voters) { quiet_ = voters; }

  /// What validator `me` should sign now: to be stored, added and sent. Call until there is none.
  std::optional<Statement> advance(Seat me, Instant now);
  /// When advance() may have something to say though nothing came in.
  Instant deadline(Seat me) const;
  std::optional<Decision> decision() const;
  /// What this peer's precommit of `round` for a record rests on; none if that is not here.
  std::optional<Lock> lock(Seat me, Round round) const;

  bool complete() const;  ///< every slot has an entry
  /// Whether an entry of this member is here; whether two are; and whether this very one is.
  bool answered(Seat member) const;
  bool contradicted(Seat member) const;
  bool holds_entry(const proto::Envelope& entry) const;
  const StepContext& place() const { return place_; }
  const Quorum& quorum() const { return quorum_; }
  const std::vector<EntrySlot>& slots() const { return slots_; }
  Round round() const { return round_; }
  Seat leader(Round round) const;

  /// The entry in slot i, if one is here.
  const Answer* entry(std::size_t i) const {
    return entries_[i].empty() ? nullptr : &entries_[i].front();
  }
  /// An answer to slot i that is here already, as this one travels; null if it is not.
  const Answer* held(std::size_t i, const proto::Answer& answer) const;
  const proto::Signed<proto::Vote>* vote(Round round, proto::Phase phase, Seat by) const;
  /// Whether this very vote is here already.
  bool holds(const proto::Envelope& vote) const;
  const proto::Signed<proto::Proposal>* proposal(Round round) const;
  /// All prevotes and all proposals that are here, by round.
  std::vector<proto::Envelope> prevotes() const;
  std::vector<proto::Envelope> proposals() const;
  /// What `member` has signed of this step, as far as it is here: entries, votes, proposals.
  std::vector<proto::Envelope> entries_of(Seat member) const;
  std::vector<proto::Envelope> votes_of(Seat member) const;
  std::vector<const proto::Signed<proto::Proposal>*> proposals_of(Seat member) const;
  /// The prevotes which show that a proposal may be voted for.
  std::vector<proto::Envelope> grounds(const proto::Proposal& proposal) const;
  /// A prevote for the same record and another state: the rules differ.
  const proto::Signed<proto::Vote>* dissent() const;
  /// How many voters have cast such a prevote.
  std::size_t dissenters() const;
  /// Voters whose prevotes of round 0 are for another record than this peer's.
  SeatSet differ() const;
  /// Contradictions found since the last call.
  std::vector<Equivocation> take_evidence() { return std::exchange(evidence_, {}); }

 private:
  struct OneRound {
    Votes prevotes;
    Votes precommits;
    std::optional<proto::Signed<proto::Proposal>> proposal;
    std::optional<Record> proposed;
  };
  struct Wanted {
    Record record;
    Digest digest;
  };
  struct Candidate {
    Record record;
    proto::Outcome outcome;
  };
  struct Proved {
    Candidate candidate;
    Round round;
  };

  Added add_answer(Answer answer);
  void add_record(const proto::Signed<proto::Proposal>& proposal, std::vector<Answer> answers);
  void know(Record record);
  const Candidate* candidate(const proto::Outcome& outcome) const;
  const OneRound* at(Round round) const;
  bool compare(const proto::Signed<proto::Vote>& vote);
  void note_proved();

  void skip_ahead(Seat me, Instant now);
  void enter(Round round, Instant now);
  bool dissents(const proto::Vote& vote) const;
  std::optional<Statement> prevote_due(Seat me, Instant now);
  std::optional<Statement> precommit_due(Instant now);
  const proto::Vote* prevoted_by_quorum(const OneRound& round) const;
  bool waits_for_more(const OneRound& round) const;
  std::optional<proto::Outcome> verdict_on(Seat me, const OneRound& round) const;
  bool shows_lock(const proto::Proposal& proposal, const proto::Outcome& outcome) const;
  bool fills(Seat me, const Record& record) const;
  bool may_leave(Seat me, const proto::Outcome& for_another) const;
  std::optional<Proposing> propose(Seat me) const;
  std::optional<Record> best_record(Seat me) const;
  std::optional<Record> record_of(const Digest& digest) const;
  proto::Vote statement(proto::Phase phase, const std::optional<proto::Outcome>& outcome,
                        std::optional<Round> proved = {}) const;
  /// Later rounds wait longer, to a limit.
  Duration timeout() const {
    return round_time_ * std::min<std::int64_t>(1 + std::int64_t{round_.value}, kLongestRound);
  }

  static constexpr std::int64_t kLongestRound = 16;  // times the first

  StepContext place_;
  Quorum quorum_;
  std::vector<EntrySlot> slots_;
  Duration round_time_;
  std::vector<std::vector<Answer>> entries_;  // by slot: the first, and one that contradicts it
  std::vector<Wanted> wanted_;                // can be voted for once their outcome is known
  std::vector<Candidate> candidates_;
  std::map<Round, OneRound> rounds_;
  std::map<Seat, Round> furthest_;  // the latest round in which each voter was heard
  std::vector<Equivocation> evidence_;
  SeatSet checking_;
  SeatSet quiet_;
  std::optional<Proved> proved_;       // the latest record that a quorum prevoted
  std::optional<Digest> own_record_;   // of the first entries of all slots
  std::optional<proto::Outcome> own_;  // what it comes to

  Round round_{0};
  Instant wait_until_ = never();
  Instant entered_at_;
  std::optional<Instant> prevotes_at_;    // a quorum of prevotes, of whatever, is here (and mine)
  std::optional<Instant> precommits_at_;  // and of precommits
};

}  // namespace fairdeal::consensus
