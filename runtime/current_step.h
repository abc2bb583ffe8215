#pragma once

#include "runtime/follow.h"
#include "runtime/restart.h"

namespace fairdeal::runtime {

/// One step of the table as this member sees it, from its beginning to its decision: the state from
/// which it starts, the agreement on its record, and what this member signed in it.
class CurrentStep {
 public:
  using Agreement = consensus::Agreement;
  using Added = Agreement::Added;

  /// Begins at the step where `table` is; begin() sets the time.
  CurrentStep(Seat me, std::shared_ptr<const Table> table);
  /// Goes to the step where `table` is, which may be the same one. Forgets what this member signed
  /// at earlier steps, for it binds nobody any more.
  void begin(std::shared_ptr<const Table> table, Instant now);

  const Table& table() const { return *table_; }
  const std::shared_ptr<const Table>& shared_table() const { return table_; }
  const Agreement& agreement() const { return agreement_; }

  // What comes in: as the agreement's functions of these names.

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
  void set_checking(Seat author, bool is) { agreement_.checking(author, is); }
  void set_quiet(SeatSet voters) { agreement_.quiet(voters); }
  void wait_until(Instant when) { agreement_.wait_until(when); }
  std::vector<consensus::Equivocation> take_evidence() { return agreement_.take_evidence(); }
  /// Validates a record's answers in slot order, with their proofs in one sum; what is here already
  /// is not validated again. Errors: not_canonical, and as Table::validate.
  Result<std::vector<consensus::Answer>> validate(const std::vector<proto::Answer>& record,
                                                  const Verified& verified, Rng& rng) const;

  // What this member signs.

  /// Returns whether this step waits for an answer of this member that it has not signed. One that
  /// it signed after another history counts: there is no second one.
  bool owes() const;
  bool has_entered() const;
  /// Signs this member's entry, stores and sends it. Requires: owes().
  void enter(proto::Entry entry, const crypto::SigningKey& key, const Links& links, Effects& out);
  /// Signs the votes and proposals that are due now.
  void vote(const crypto::SigningKey& key, const Links& links, Instant now, Effects& out);
  /// Shows this member's entries to each voter whose vote says that it was sent others; once a
  /// step.
  void show_entries(Effects& out);

  // What it signed and forgot: before a restart, or with a part of its store.

  /// Takes in a stored statement of this step or a later one, before restore().
  void remember(Put said) { mine_.add(std::move(said)); }
  /// Gives the agreement what this member signed at this step; others get it when they ask.
  /// Errors: damaged.
  Result<> restore(const crypto::SigningKey& key, const Verified& verified, Rng& rng);
  /// Stores what this member's votes rest on and is here by now: a vote of its own may have come
  /// back before that.
  void store_grounds(Effects& out);
  /// Takes in a statement of this member that others send back. It is this member's even if its
  /// store does not have it: it is stored, and binds. Errors: equivocation, if it contradicts
  /// another one, for then this program runs twice.
  Result<> adopt(const proto::Signed<proto::Entry>& own, const Links& links, Effects& out);
  Result<> adopt(const proto::Signed<proto::Vote>& own, Effects& out);
  Result<> adopt(const proto::Signed<proto::Proposal>& own, const Verified& verified, Rng& rng,
                 Effects& out);
  /// Returns whether something that this member signed is here, of this step or a later one.
  bool holds_own(const crypto::Digest& statement) const;

  // How it ends.

  /// Takes the decision as others made it.
  void follow(Followed followed, consensus::Certificate certificate);
  bool is_followed() const { return followed_.has_value(); }
  std::optional<Agreement::Decision> decision() const;
  /// Returns the table after a decision of this step.
  std::shared_ptr<const Table> after(const Agreement::Decision& decision) const;
  /// Returns why the table cannot go on, if it cannot: a quorum holds the rules to be others than
  /// this member does, or the entries of all lead nowhere. Errors, as a value: state_differs, and
  /// those of Table::after.
  std::optional<Error> impasse() const;

 private:
  Agreement agreement_on_step(Instant now) const;
  template <class... What>
  void restore_in_agreement(What&&... what) {
    agreement_.restore(std::forward<What>(what)...);
    compute_outcomes();
  }
  void compute_outcomes();
  Result<> restore_statement(const Put& said, const crypto::SigningKey& key,
                             const Verified& verified, Rng& rng);
  void sign(Agreement::Statement statement, const crypto::SigningKey& key, const Links& links,
            Effects& out);
  void tell_new_round(const Links& links, Effects& out);
  enum class Returned { of_now, of_later, of_no_use };
  Result<Returned> take_back(const Put& own, const crypto::Digest& table, Step step, Effects& out);
  void keep(const Put& own, Effects& out);
  std::optional<Error> dissent() const;

  Seat me_;
  std::shared_ptr<const Table> table_;
  Agreement agreement_;
  std::map<crypto::Digest, std::shared_ptr<const Table>> outcomes_;  ///< of each record, by digest
  std::optional<Error> leads_nowhere_;  ///< why the entries of all do not lead to a state
  std::optional<Agreement::Decision> followed_;
  OwnStatements mine_;
  SeatSet shown_;  ///< who was sent the entries that are here, for it has others
  Round told_round_{0};
};

}  // namespace fairdeal::runtime
