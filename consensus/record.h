#pragma once

#include <span>
#include <vector>

#include "proto/messages.h"

namespace fairdeal::consensus {

using proto::Digest;

/// A place in a record: the seat that owes an entry at a step, and the entry's kind.
struct EntrySlot {
  Seat seat;
  proto::Kind kind;
  bool operator==(const EntrySlot&) const = default;
};

/// The base class of checkers of entries. Only derived classes can make a Valid or an
/// Invalid, so an unproved share or an illegal move cannot reach a record as if it were sound.
class EntryChecker {
  struct Key {
    explicit Key() = default;
  };

 public:
  /// An entry that fits a slot of its step, with the verdict of its check as a type. Only a checker
  /// has the Key that the constructor asks for.
  template <class Tag>
  class Examined {
   public:
    Examined(Key, proto::Signed<proto::Entry> entry) : entry_(std::move(entry)) {}
    const proto::Signed<proto::Entry>& operator*() const { return entry_; }
    const proto::Signed<proto::Entry>* operator->() const { return &entry_; }

   private:
    proto::Signed<proto::Entry> entry_;
  };
  /// An entry that passed every check: signature, proofs and rules.
  using Valid = Examined<struct ValidTag>;
  /// An entry that its author signed for this very slot and history, and that is false. No honest
  /// peer signs one, so it convicts its author.
  using Invalid = Examined<struct InvalidTag>;

 protected:
  static Valid valid(proto::Signed<proto::Entry> entry) { return {Key(), std::move(entry)}; }
  static Invalid invalid(proto::Signed<proto::Entry> entry) { return {Key(), std::move(entry)}; }
};
using Checked = EntryChecker::Valid;
using InvalidEntry = EntryChecker::Invalid;

/// The answer to a slot: a valid entry, an absence, or a false entry, which convicts.
using Answer = std::variant<Checked, proto::AbsentSeat, InvalidEntry>;

/// The content of a step: an answer for each slot, in slot order.
struct Record {
  Step step;
  Digest parent;  ///< the head of the history before it
  std::vector<Answer> answers;
};

/// Returns the entry in an answer, valid or not; null for an absence.
const proto::Signed<proto::Entry>* entry_in(const Answer& answer);

/// Returns whether nothing came for the slot: the voters said so, or its seat itself, by `none`.
bool is_absence(const Answer& answer);

/// Returns the digest that votes name a record by. It covers the bodies of entries and not their
/// signatures: a member that signs one body twice said one thing.
Digest digest(const Record& record);
/// Returns the same digest of a record as it travels, before anything in it is checked.
Digest digest(Step step, const Digest& parent, std::span<const proto::Answer> answers);

/// Returns the answers of a record as they travel and are stored.
std::vector<proto::Answer> to_wire(const Record& record);

/// Returns the head after a step: the digest of the head before it and of the step's outcome, so
/// that a head names a whole history.
Digest next_head(const Digest& parent, const proto::Outcome& outcome);

/// Returns the head before step 0, which names the table alone.
Digest first_head(const Digest& table);

}  // namespace fairdeal::consensus
