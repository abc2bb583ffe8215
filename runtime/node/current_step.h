#pragma once

#include "runtime/node/restart.h"
#include "runtime/state/follow.h"

namespace fairdeal::node {

/// One step of the table as this member sees it, from its beginning to its decision: the state at
/// its beginning, the agreement on its record, and what this member signed in it.
class CurrentStep {
 public:
  using Agreement = consensus::Agreement;
  using Added = Agreement::Added;

  /// Starts at the step where `table` is. Call begin() before anything else, for it sets the time.
  CurrentStep(Seat me, std::shared_ptr<const state::Table> table);
  /// Goes to the step where `table` is, which may be the same one. Forgets what this member signed
  /// at earlier steps, for it binds nobody any more.
  void begin(std::shared_ptr<const state::Table> table, Instant now);

  const state::Table& table() const { return *table_; }
  const std::shared_ptr<const state::Table>& shared_table() const { return table_; }
  const Agreement& agreement() const { return agreement_; }

  // Inputs. These functions pass on to those of Agreement.

  /// Adds an entry, a vote, or a proposal with its answers, and computes the outcomes of the
  /// records that follow from it.
  template <class... What>
  Added add(What&&... what) {
    const auto added = agreement_.add(std::forward<What>(what)...);
    compute_outcomes();
    return added;
  }
  Added consider(const proto::Signed<proto::Proposal>& proposal) {
    return agreement_.consider(proposal);
  }
  bool note(const proto::Signed<proto::Entry>& entry) { return agreement_.note(entry); }
  void set_checking(Seat author, bool is) { agreement_.checking(author, is); }
  void set_quiet(SeatSet voters) { agreement_.quiet(voters); }
  void wait_until(Instant when) { agreement_.wait_until(when); }
  std::vector<consensus::Equivocation> take_evidence() { return agreement_.take_evidence(); }
  /// Returns the answers of a record that are here already, by slot.
  std::vector<std::optional<consensus::Answer>> held(
      const std::vector<proto::Answer>& record) const;
  /// Validates the answers of a record that are not here already. Errors: those of
  /// Table::validate_record().
  Result<std::vector<consensus::Answer>> validate(const std::vector<proto::Answer>& record,
                                                  const state::Verified& verified, Rng& rng) const;

  // This member's statements.

  /// Returns whether this step waits for an answer of this member, and it has signed none. One that
  /// it signed after another history counts, for it must not sign a second one.
  bool owes() const;
  bool has_entered() const;
  /// Signs this member's entry, stores and sends it. Requires: owes().
  void enter(proto::Entry entry, const crypto::SigningKey& key, const Links& links, Effects& out);
  /// Signs the votes and proposals that are due now; none while an outcome is being computed.
  void vote(const crypto::SigningKey& key, const Links& links, Instant now, Effects& out);
  /// Sends all entries that are here to each voter whose prevote shows that it holds other ones;
  /// once a step and voter.
  void show_entries(Effects& out);

  // This member's statements that are not in memory, because it was restarted or its store lost
  // a part.

  /// Remembers a stored statement of this step or a later one. Call it before restore().
  void remember(state::Put said) { mine_.add(std::move(said)); }
  /// Gives the agreement what this member signed at this step. It is not sent again here: others
  /// get it when they ask. Errors: damaged.
  Result<> restore(const crypto::SigningKey& key, const state::Verified& verified, Rng& rng);
  /// Stores the record and prevotes that this member's votes rest on, once they are here. Votes
  /// that others sent back may have come before them.
  void store_grounds(Effects& out);
  /// Adopts a statement of this member that others send back. Even if the store has lost it, this
  /// member signed it, so it is stored and binds this member. Errors: equivocation (it contradicts
  /// another statement of this member, so this program runs twice).
  Result<> adopt(const proto::Signed<proto::Entry>& own, const Links& links, Effects& out);
  Result<> adopt(const proto::Signed<proto::Vote>& own, Effects& out);
  Result<> adopt(const proto::Signed<proto::Proposal>& own,
                 const std::vector<proto::Answer>& record, const state::Verified& verified,
                 Rng& rng, Effects& out);
  /// Returns whether the statement with this name, which this member signed at this step or a later
  /// one, is here.
  bool holds_own(const crypto::Digest& statement) const;

  // The answers of rules that are a script: another thread asks them, and votes,
  // signs of life and clocks go on meanwhile.

  /// Returns the work of computing the next outcome that is needed; none if there is none, or it
  /// has begun.
  std::optional<Work> ask_rules();
  /// Returns whether an outcome is needed that is not known yet.
  bool computing() const { return agreement_.wanted_outcome() != nullptr; }
  /// Takes in the outcome of a record.
  void on_done(Done::Outcome outcome);

  // How it ends.

  /// Takes the decision that others made.
  void follow(state::Followed followed, consensus::Certificate certificate);
  bool is_followed() const { return followed_.has_value(); }
  std::optional<Agreement::Decision> decision() const;
  /// Returns the table after a decision of this step.
  std::shared_ptr<const state::Table> after(const Agreement::Decision& decision) const;
  /// Returns why the table cannot go on; none if it can. Either so many members computed another
  /// state that no quorum may agree with this one, or the rules refuse the valid entries of all.
  /// The error is state_differs, or one of Table::after.
  std::optional<Error> impasse() const;

 private:
  Agreement agreement_on_step(Instant now) const;
  template <class... What>
  void restore_in_agreement(What&&... what) {
    agreement_.restore(std::forward<What>(what)...);
    compute_outcomes();
  }
  void compute_outcomes();
  void take_outcome(Result<std::shared_ptr<const state::Table>> next);
  void restore_proposal(const state::Put& said, const crypto::SigningKey& key,
                        const state::Verified& verified, Rng& rng);
  Result<> restore_statement(const state::Put& said, const crypto::SigningKey& key,
                             const state::Verified& verified, Rng& rng);
  void sign(Agreement::Statement statement, const crypto::SigningKey& key, const Links& links,
            Effects& out);
  void tell_new_round(const Links& links, Effects& out);
  Result<bool> is_news(const state::Put& own, const crypto::Digest& table, Step step, Effects& out);
  void keep(const state::Put& own, Effects& out);
  std::optional<Error> dissent() const;

  Seat me_;
  std::shared_ptr<const state::Table> table_;
  Agreement agreement_;
  /// The table after each record whose outcome is known, by the record's digest.
  std::map<crypto::Digest, std::shared_ptr<const state::Table>> outcomes_;
  std::optional<Error> leads_nowhere_;  ///< why the rules refuse the valid entries of all
  std::optional<Agreement::Decision> followed_;
  OwnStatements mine_;
  SeatSet shown_;  ///< the voters that show_entries() has served
  Round told_round_{0};
  std::optional<crypto::Digest> asked_;  ///< the record whose outcome is being computed
};

}  // namespace fairdeal::node
