#include "tests/sim/disk.h"

#include <algorithm>

namespace fairdeal::sim {

Result<> Disk::apply(std::vector<state::Put> puts) {
  if (puts.empty()) return {};
  for (const auto& put : puts) {
    const Bytes* held = put.space == Space::mine ? get(put.space, put.key) : nullptr;
    if (held != nullptr && *held != put.value)
      return fail(Fault::equivocation, "a second " + put.key);
  }
  const std::size_t first = written_.size();
  for (auto& put : puts) {
    written_.push_back(std::move(put));
    keep(written_.size() - 1);
  }
  transactions_.emplace_back(first, written_.size());
  return {};
}

/// Keeps a value as the store would: a later value replaces the earlier one, and an empty one
/// deletes the key.
void Disk::keep(std::size_t index) {
  const state::Put& put = written_[index];
  Place place{put.space, put.key};
  damaged_.erase(place);
  if (put.value.empty() && put.space != Space::mine)
    kept_.erase(place);
  else
    kept_.insert_or_assign(std::move(place), index);
}

Result<std::vector<state::Put>> Disk::load() const {
  std::vector<state::Put> puts;
  for (const auto& [place, index] : kept_) {
    if (!damaged_.contains(place)) {
      puts.push_back(written_[index]);
    } else if (place.first != Space::record) {
      return fail(Fault::damaged, "the store");
    }
  }
  std::ranges::stable_sort(puts, {}, [](const state::Put& put) {
    return std::pair(put.space, put.space == Space::record ? std::stoull(put.key) : 0);
  });
  return puts;
}

const Bytes* Disk::get(Space space, const std::string& key) const {
  const auto found = kept_.find({space, key});
  return found != kept_.end() ? &written_[found->second].value : nullptr;
}

void Disk::go_back(std::size_t transactions) {
  const std::size_t stay = transactions_.size() - std::min(transactions_.size(), transactions);
  transactions_.resize(std::max<std::size_t>(stay, std::min<std::size_t>(transactions_.size(), 1)));
  kept_.clear();
  damaged_.clear();
  for (const auto& [first, end] : transactions_)
    for (std::size_t i = first; i < end; ++i) keep(i);
}

bool Disk::damage(bool a_record, std::uint64_t which) {
  std::vector<Place> rows;
  for (const auto& [place, index] : kept_)
    if ((place.first == Space::record) == a_record) rows.push_back(place);
  if (rows.empty()) return false;
  damaged_.insert(rows[static_cast<std::size_t>(which % rows.size())]);
  return true;
}

}  // namespace fairdeal::sim
