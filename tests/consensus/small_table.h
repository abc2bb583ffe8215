#pragma once

#include "base/seeded_rng.h"
#include "consensus/record.h"
#include "proto/codec.h"
#include "proto/envelope.h"

namespace fairdeal::consensus {

/// A table as far as an agreement knows of one: members with keys, and a place in a history. Two
/// seats owe an entry each; whatever entry a test makes is taken as checked.
class SmallTable : private EntryChecker {
 public:
  explicit SmallTable(std::size_t witnesses, Step step = Step(0), Seat second = Seat(1))
      : step_(step), slots_{{Seat(0), proto::Kind::commit}, {second, proto::Kind::commit}} {
    SeededRng rng(1);
    for (std::size_t i = 0; i < 2 + witnesses; ++i) {
      keys_.push_back(crypto::SigningKey::generate(rng));
      auto& group = i < 2 ? charter_.seats : charter_.witnesses;
      group.push_back({keys_.back().public_key(), "member " + std::to_string(i)});
    }
    id_ = proto::table_id(proto::encode(charter_));
    head_ = first_head(id_);
  }

  const proto::Charter& charter() const { return charter_; }
  const Digest& id() const { return id_; }
  Step step() const { return step_; }
  const Digest& head() const { return head_; }
  const std::vector<EntrySlot>& slots() const { return slots_; }
  const crypto::SigningKey& key(Seat member) const { return keys_.at(member.value); }

  Checked assume_valid(proto::Signed<proto::Entry> entry) const { return valid(std::move(entry)); }
  InvalidEntry assume_invalid(proto::Signed<proto::Entry> entry) const {
    return invalid(std::move(entry));
  }

 private:
  proto::Charter charter_;
  std::vector<crypto::SigningKey> keys_;
  Digest id_, head_;
  Step step_;
  std::vector<EntrySlot> slots_;
};

}  // namespace fairdeal::consensus
