#pragma once

#include <span>
#include <vector>

#include "proto/messages.h"

namespace fairdeal::consensus {

using proto::Digest;

/// Who owes what at a step.
struct EntrySlot {
  Seat seat;
  proto::Kind kind;
  bool operator==(const EntrySlot&) const = default;
};

/// Whoever checks entries derives from this, and so is all that can say what came of a check: an
/// unproved share or an illegal move cannot reach a record as if it were sound.
class EntryChecker {
  struct Key {
    explicit Key() = default;
  };

 public:
  /// An entry that fits a slot of its step, with the verdict on it. Only a checker has the key.
  template <class Tag>
  class Examined {
   public:
    Examined(Key, proto::Signed<proto::Entry> entry) : entry_(std::move(entry)) {}
    const proto::Signed<proto::Entry>& operator*() const { return entry_; }
    const proto::Signed<proto::Entry>* operator->() const { return &entry_; }

   private:
    proto::Signed<proto::Entry> entry_;
  };
  /// It passed every check: signature, proof, rules.
  using Valid = Examined<struct ValidTag>;
  /// Signed by its author for this very place, and false: no honest peer signs it. It convicts.
  using Invalid = Examined<struct InvalidTag>;

 protected:
  static Valid valid(proto::Signed<proto::Entry> entry) { return {Key(), std::move(entry)}; }
  static Invalid invalid(proto::Signed<proto::Entry> entry) { return {Key(), std::move(entry)}; }
};
using Checked = EntryChecker::Valid;
using InvalidEntry = EntryChecker::Invalid;

using Answer = std::variant<Checked, proto::AbsentSeat, InvalidEntry>;

/// What a step came to: an answer for each slot, in slot order.
struct Record {
  Step step;
  Digest parent;  ///< the head before it
  std::vector<Answer> answers;
};

/// The entry in an answer, sound or not; none for an absence.
const proto::Signed<proto::Entry>* entry_in(const Answer& answer);

/// Whether nothing came for the slot: voted, or said by the seat itself.
bool is_absence(const Answer& answer);

/// Over the bodies, not the signatures: whoever signs the same entry twice has said one thing.
Digest digest(const Record& record);
/// The same of a record as it travels, before anything in it is looked at.
Digest digest(Step step, const Digest& parent, std::span<const proto::Answer> answers);

/// As it travels and is kept.
std::vector<proto::Answer> to_wire(const Record& record);

/// The chain: what was before, what the step came to.
Digest next_head(const Digest& parent, const proto::Outcome& outcome);

/// The head before step 0.
Digest first_head(const Digest& table);

}  // namespace fairdeal::consensus
