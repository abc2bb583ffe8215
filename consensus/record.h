#pragma once

#include <span>
#include <vector>

#include "proto/messages.h"

namespace fairdeal::runtime {
class Table;
}

namespace fairdeal::consensus {

using proto::Digest;

/// Who owes what at a step.
struct EntrySlot {
  Seat seat;
  proto::Kind kind;
  bool operator==(const EntrySlot&) const = default;
};

/// The verdict on an entry that fits a slot of its step. runtime::Table alone makes one: by a
/// check, or by assume_valid() of what this node itself signed, or checked before it stored it.
template <class Verdict>
class ExaminedEntry {
 public:
  const proto::Signed<proto::Entry>& operator*() const { return entry_; }
  const proto::Signed<proto::Entry>* operator->() const { return &entry_; }

 private:
  friend class runtime::Table;
  explicit ExaminedEntry(proto::Signed<proto::Entry> entry) : entry_(std::move(entry)) {}
  proto::Signed<proto::Entry> entry_;
};

/// It passed every check: signature, proof, rules.
using Checked = ExaminedEntry<struct ValidTag>;
/// Signed by its author for this very place, and false: no honest peer signs it. It convicts.
using InvalidEntry = ExaminedEntry<struct InvalidTag>;

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
