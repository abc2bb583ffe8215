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

/// The decision of one step, as one peer sees it, in the manner of Tendermint (Buchman, Kwon,
/// Milosevic, "The latest gossip on BFT consensus", arXiv:1807.04938; line numbers in comments are
/// those of its Algorithm 1). It is a pure state machine: entries, votes, proposals and the time go
/// in; what this peer should sign and the decision come out. The caller signs, stores and sends, in
/// this order, so that a peer that crashes finds every statement that anybody may have heard.
///
///   round 0    Gathering --all entries--> prevote --all voters' equal prevotes--> Decided (fast)
///                  |                         |
///               time is up: nil              | a while later: precommit what a quorum prevoted
///                  v                         v                                    (else nil)
///   round r    leader proposes --> prevote --quorum--> precommit --quorum--> Decided
///                  ^                                       |
///                  +----------- none: round r + 1 ---------+
///
/// docs/model/README.md has the rules, (a) to (g), which the code quotes by their letters. It says
/// why two honest peers never decide differently, and its models go through every state.
class Agreement {
 public:
  /// The table, the step and the history before it that all statements of this step are about.
  struct StepContext {
    Digest table;
    Step step;
    Digest parent;
  };
  struct Decision {
    Record record;
    Certificate certificate;
  };
  /// The use of a message: it is new; it was here already; it is not needed (late, early or not
  /// of this step); or, with an earlier one, it convicts its author.
  enum class Added { fresh, known, unwanted, contradicts };
  /// The grounds of a precommit: the record, and a quorum's prevotes for it.
  struct Lock {
    Record record;
    Certificate prevotes;
  };
  /// A proposal that this peer should sign as the leader of a round.
  struct Proposing {
    proto::Proposal proposal;
    std::vector<Answer> answers;  ///< the answers of its record
  };
  using Statement = std::variant<proto::Vote, Proposing>;

  /// Starts the step at round 0. `round` is how long votes may take to arrive in round 0; later
  /// rounds wait longer.
  Agreement(const StepContext& place, const Quorum& quorum, std::vector<EntrySlot> slots,
            Duration round, Instant now);

  /// Adds an entry for one of the slots. `contradicts` means that its author has already answered
  /// otherwise.
  Added add(Checked entry);
  Added add(InvalidEntry entry);
  /// Notes an entry whose signature was verified and nothing else, for comparison. Returns whether
  /// it contradicts the first that its author signed for this slot. Why before it is checked: two
  /// entries convict whatever they say, and a liar's entries may not be worth a check.
  bool note(const proto::Signed<proto::Entry>& entry);
  /// Adds a vote of a voter, which may be this peer itself.
  Added add(const proto::Signed<proto::Vote>& vote);
  /// Notes a proposal, and decides whether its record is worth checking: `fresh` means that it is
  /// the first that its round's leader signed, the round is near, and no record of it is here yet.
  /// A second, different one becomes evidence, though no record of either is here.
  Added consider(const proto::Signed<proto::Proposal>& proposal);
  /// Adds the proposal of a round's leader; `answers` are those of its record, checked.
  Added add(const proto::Signed<proto::Proposal>& proposal, std::vector<Answer> answers);

  /// Returns the record whose outcome the caller has to compute and give to on_outcome(), or null.
  /// It may take its time: meanwhile add() and restore() take in what comes, and decision() finds
  /// what is known. Requires: this returns null when the caller calls advance().
  const Record* wanted_outcome() const {
    return wanted_.empty() ? nullptr : &wanted_.front().record;
  }
  /// Takes the outcome of the record that wanted_outcome() returned; none if the rules refuse that
  /// record, which is then never voted for here.
  void on_outcome(const std::optional<proto::Outcome>& outcome);
  /// Returns whether the record with this digest is here, and its outcome is known or wanted.
  bool knows(const Digest& record) const;

  /// Restores what this peer itself signed in this step before a restart, in whatever round, and
  /// the record and prevotes that a lock of its own rests on. Why: it may neither contradict itself
  /// nor forget a lock, and must be able to prove the lock to others (docs/model/README.md,
  /// Restart).
  void restore(const proto::Signed<proto::Vote>& own);
  void restore(const proto::Signed<proto::Proposal>& own);
  void restore(const proto::Signed<proto::Proposal>& own, std::vector<Answer> answers);
  void restore(Record record, const std::vector<proto::Signed<proto::Vote>>& prevotes);

  /// Sets the time until which round 0 waits for entries.
  void wait_until(Instant when) { wait_until_ = when; }
  /// Notes whether an entry of `author` is here and still being checked: then it is not absent.
  void checking(Seat author, bool is) { is ? checking_.insert(author) : checking_.erase(author); }
  /// Names the voters from whom nothing has come for a while. Round 0 does not wait for their votes
  /// once a quorum has voted; no safety rests on this.
  void quiet(SeatSet voters) { quiet_ = voters; }

  /// Returns what validator `me` should sign now. The caller signs it, stores it, adds it and sends
  /// it, and calls again until there is none.
  std::optional<Statement> advance(Seat me, Instant now);
  /// Returns when advance() may have something to sign though nothing came in.
  Instant deadline(Seat me) const;
  /// Returns the decision, if enough votes for a record that this peer knows are here, rule (g).
  std::optional<Decision> decision() const;
  /// Returns the grounds of this peer's precommit of `round` for a record; none if they are not
  /// here, or if it precommitted no record there.
  std::optional<Lock> lock(Seat me, Round round) const;

  /// Returns whether every slot has an entry.
  bool complete() const;
  /// Returns whether an entry of this member is here.
  bool answered(Seat member) const;
  /// Returns whether two entries of this member for one slot are here.
  bool contradicted(Seat member) const;
  /// Returns whether this very entry is here.
  bool holds_entry(const proto::Envelope& entry) const;
  const StepContext& place() const { return place_; }
  const Quorum& quorum() const { return quorum_; }
  const std::vector<EntrySlot>& slots() const { return slots_; }
  Round round() const { return round_; }
  /// Returns when this peer and a quorum had prevoted in the current round; none if they have not.
  const std::optional<Instant>& prevotes_at() const { return prevotes_at_; }
  /// Returns the leader of a round: the place (step + round) mod V of the voters.
  Seat leader(Round round) const;

  /// Returns the first entry for slot i; null if none is here.
  const Answer* entry(std::size_t i) const {
    return entries_[i].empty() ? nullptr : &entries_[i].front();
  }
  /// Returns the answer to slot i that is here and whose body and verdict are those of `answer`, as
  /// it travels; null if there is none.
  const Answer* held(std::size_t i, const proto::Answer& answer) const;
  /// Returns a voter's first vote of a round and phase; null if none is here.
  const proto::Signed<proto::Vote>* vote(Round round, proto::Phase phase, Seat by) const;
  /// Returns whether this very proposal is here, with its record.
  bool holds_proposal(const proto::Envelope& proposal) const;
  /// Returns whether this very vote is here already.
  bool holds(const proto::Envelope& vote) const;
  /// Returns the first proposal that a round's leader signed; null if none is here. Its record may
  /// not be here: see proposed().
  const proto::Signed<proto::Proposal>* proposal(Round round) const;
  /// Returns the record of that proposal, checked; null if it is not here.
  const Record* proposed(Round round) const;
  /// Return all prevotes and all proposals that are here, by round.
  std::vector<proto::Envelope> prevotes() const;
  std::vector<proto::Envelope> proposals() const;
  /// Return what `member` has signed in this step, as far as it is here: entries, votes, proposals.
  std::vector<proto::Envelope> entries_of(Seat member) const;
  std::vector<proto::Envelope> votes_of(Seat member) const;
  std::vector<const proto::Signed<proto::Proposal>*> proposals_of(Seat member) const;
  /// Returns the prevotes that show that a proposal may be voted for.
  std::vector<proto::Envelope> grounds(const proto::Proposal& proposal) const;
  /// Returns a prevote for a record that is known here, and for another state than this peer
  /// computed: its voter's program has other rules. Null if there is none.
  const proto::Signed<proto::Vote>* dissent() const;
  /// Returns how many voters have cast such a prevote.
  std::size_t dissenters() const;
  /// Returns the voters that prevoted in round 0 for an outcome that this peer, though it holds an
  /// entry for each slot, does not know.
  SeatSet differ() const;
  /// Returns the contradictions found since the last call.
  std::vector<Equivocation> take_evidence() { return std::exchange(evidence_, {}); }

 private:
  /// The votes and the proposal of one round.
  struct OneRound {
    Votes prevotes;
    Votes precommits;
    std::optional<proto::Signed<proto::Proposal>> proposal;  ///< the first that its leader signed
    std::optional<Record> proposed;                          ///< its record, once that was checked
    /// Returns whether a peer has voted. One that precommitted has prevoted before, even if its
    /// prevote was lost with an older copy of its store: it must not sign another.
    bool has_vote_of(Seat peer) const { return prevotes.has(peer) || precommits.has(peer); }
  };
  /// A record whose outcome is not known yet.
  struct Wanted {
    Record record;
    Digest digest;
  };
  /// A record that can be voted for and decided, since its outcome is known.
  struct Candidate {
    Record record;
    proto::Outcome outcome;
  };
  /// A record that a quorum prevoted, and the round in which it did.
  struct Proved {
    Candidate candidate;
    Round round;
  };

  std::optional<std::size_t> slot_of(const proto::Signed<proto::Entry>& entry) const;
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
  /// Returns how long the timers of this round run. Later rounds wait longer, so that a slow
  /// network is waited for in the end; the limit keeps a table that was stuck from waiting hours.
  Duration timeout() const {
    return round_time_ * std::min<std::int64_t>(1 + std::int64_t{round_.value}, kLongestRound);
  }

  static constexpr std::int64_t kLongestRound = 16;  // in units of round 0's time

  StepContext place_;
  Quorum quorum_;
  std::vector<EntrySlot> slots_;
  Duration round_time_;
  std::vector<std::vector<Answer>> entries_;  // by slot: the first, and one that contradicts it
  std::vector<std::optional<proto::Signed<proto::Entry>>> noted_;  // by slot: the first signed
  std::vector<Wanted> wanted_;  // in the order in which their outcomes are asked for
  std::vector<Candidate> candidates_;
  std::map<Round, OneRound> rounds_;
  std::map<Seat, Round> furthest_;  // the latest round of a vote of each voter
  std::vector<Equivocation> evidence_;
  SeatSet checking_;
  SeatSet quiet_;
  std::optional<Proved> proved_;       // the latest record that a quorum prevoted
  std::optional<Digest> own_record_;   // the record of the first entries of all slots
  std::optional<proto::Outcome> own_;  // its outcome

  Round round_{0};
  Instant wait_until_ = never();
  Instant entered_at_;
  std::optional<Instant> prevotes_at_;  // when this peer and a quorum had prevoted, whatever it was
  std::optional<Instant> precommits_at_;  // when this peer and a quorum had precommitted
};

}  // namespace fairdeal::consensus
