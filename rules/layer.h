#pragma once

#include <vector>

#include "rules/position.h"

namespace fairdeal::rules {

/// A map from positions to values: a hash table whose entries stand in the order in which they were
/// added, so that every run walks through them in the same order.
template <class P, class Value>
class Layer {
 public:
  struct Entry {
    P position;
    Value value;
  };

  /// Returns the value of `position`. Adds the position if it is not there.
  Value& operator[](const P& position) {
    if (2 * entries_.size() >= slots_.size()) grow();
    std::uint32_t& slot = slots_[slot_of(position)];
    if (slot == kNone) {
      slot = static_cast<std::uint32_t>(entries_.size());
      entries_.push_back({position, Value{}});
    }
    return entries_[slot].value;
  }
  /// Returns the value of `position`; null if it is not there.
  const Value* find(const P& position) const {
    if (slots_.empty()) return nullptr;
    const std::uint32_t slot = slots_[slot_of(position)];
    return slot == kNone ? nullptr : &entries_[slot].value;
  }

  const std::vector<Entry>& entries() const { return entries_; }
  std::size_t size() const { return entries_.size(); }
  std::size_t bytes() const { return entries_.size() * sizeof(Entry) + slots_.size() * 4; }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  std::size_t slot_of(const P& position) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t i = hash_of(position) & mask;
    while (slots_[i] != kNone && !(entries_[slots_[i]].position == position)) i = (i + 1) & mask;
    return i;
  }
  void grow() {
    slots_.assign(std::max<std::size_t>(64, 2 * slots_.size()), kNone);
    for (std::uint32_t i = 0; i < entries_.size(); ++i) slots_[slot_of(entries_[i].position)] = i;
  }

  std::vector<Entry> entries_;
  std::vector<std::uint32_t> slots_;  ///< indexes of entries_; their number is a power of two
};

}  // namespace fairdeal::rules
