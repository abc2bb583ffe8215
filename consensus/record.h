#pragma once

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

/// An entry that fits a slot of its step and passed every check: signature, proof, rules. Made by
/// Table::check alone, so an unproved share or an illegal move cannot reach a record.
class Checked {
 public:
  const proto::Signed<proto::Entry>& operator*() const { return entry_; }
  const proto::Signed<proto::Entry>* operator->() const { return &entry_; }

 private:
  friend class runtime::Table;
  explicit Checked(proto::Signed<proto::Entry> entry) : entry_(std::move(entry)) {}
  proto::Signed<proto::Entry> entry_;
};

using Answer = std::variant<Checked, proto::AbsentSeat>;

/// What a step came to: an answer for each slot, in slot order.
struct Record {
  Step step;
  Digest parent;  ///< the head before it
  std::vector<Answer> answers;
};

/// Over the bodies, not the signatures: whoever signs the same entry twice has said one thing.
Digest digest(const Record& record);

/// As it travels and is kept.
std::vector<proto::Answer> to_wire(const Record& record);

/// The chain: what was before, what the step came to.
Digest next_head(const Digest& parent, const proto::Outcome& outcome);

/// The head before step 0.
Digest first_head(const Digest& table);

}  // namespace fairdeal::consensus
