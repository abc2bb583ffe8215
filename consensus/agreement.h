#pragma once

#include <optional>

#include "consensus/certificate.h"
#include "consensus/equivocation.h"
#include "consensus/quorum.h"
#include "consensus/record.h"

namespace fairdeal::consensus {

/// How one step is decided, as one peer sees it. A pure state machine: entries and votes go in, the
/// votes this peer owes and the decision come out. The caller signs, stores and sends.
///
///   Gathering --last entry--> Complete --V equal prevotes of round 0--> Decided
///       |                        |
///       +---- two entries or two votes of one author for one place: Equivocation
///
/// A step decided by the prevotes of all validators is agreed however many others lie, since every
/// honest one signed it (docs/agreement.md). Rounds after 0 belong to the same class.
class Agreement {
 public:
  struct Place {
    Digest table;
    Step step;
    Digest parent;
  };
  struct Decision {
    Record record;
    Certificate certificate;
  };
  enum class Added { fresh, known, unwanted, contradicts };

  Agreement(const Place& place, std::size_t validators, std::vector<EntrySlot> slots);

  /// An entry for one of the slots. `contradicts`: its author has already answered otherwise; both
  /// are kept in equivocation().
  Added add(Checked entry);
  /// A validator's vote, this peer's own among them.
  Added add(const proto::Signed<proto::Vote>& vote);

  /// All slots answered, and the outcome not yet told.
  bool wants_outcome() const { return complete() && !outcome_; }
  Record record() const;  ///< Requires complete() (CHECKed).
  /// What the complete record leads to, as the state machine computes it.
  void set_outcome(const proto::Outcome& outcome) { outcome_ = outcome; }

  /// The vote that this peer as validator `me` should now sign: none, or again what it already
  /// added.
  std::optional<proto::Vote> vote_due(Seat me) const;
  std::optional<Decision> decision() const;

  bool complete() const;
  const Place& place() const { return place_; }
  const std::vector<EntrySlot>& slots() const { return slots_; }
  /// The entry in slot i, if it is here.
  const Checked* entry(std::size_t i) const { return entries_[i] ? &*entries_[i] : nullptr; }
  /// The round-0 prevote of a validator, if it is here.
  const proto::Signed<proto::Vote>* vote(Seat validator) const;
  const std::optional<proto::Outcome>& outcome() const { return outcome_; }
  const std::optional<Equivocation>& equivocation() const { return equivocation_; }
  /// Whether a validator voted for another outcome than this peer computed. With the same record,
  /// the rules differ; with another, somebody signed two entries, or the voter lies.
  bool dissents(Seat validator) const;

 private:
  Place place_;
  std::vector<EntrySlot> slots_;
  std::vector<std::optional<Checked>> entries_;                      // by slot
  std::vector<std::optional<proto::Signed<proto::Vote>>> prevotes_;  // of round 0, by validator
  std::optional<proto::Outcome> outcome_;
  std::optional<Equivocation> equivocation_;
};

}  // namespace fairdeal::consensus
