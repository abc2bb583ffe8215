#include "rules/lua/budget.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace fairdeal::rules {
namespace {

/// More than any block but the stack has while a script runs, and less than a grown stack, also
/// where a place of it takes 12 bytes.
constexpr std::size_t kGrownStack = std::size_t{12} * kScriptStack;

}  // namespace

std::uint32_t TextCounts::note(const void* text, std::uint32_t hash) {
  std::uint32_t& count = counts_[hash % kPlaces];
  if (is_new(text)) {
    ++count;
    touched_.push_back(static_cast<std::uint16_t>(hash % kPlaces));
  }
  most_ = std::max(most_, count);
  return count;
}

void TextCounts::begin() {
  for (const std::uint16_t place : touched_) --counts_[place];
  touched_.clear();
  if (seen_count_ > 0) std::ranges::fill(seen_, nullptr);
  if (seen_.size() > kPlaces) seen_ = {};
  seen_count_ = 0;
  most_ = 0;
}

void TextCounts::keep() {
  touched_.clear();
  begin();
}

bool TextCounts::insert(const void* text) {
  const std::size_t mask = seen_.size() - 1;
  const auto address = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(text));
  auto at = static_cast<std::size_t>(address * 0x9e3779b97f4a7c15U >> 32) & mask;
  while (seen_[at] != nullptr && seen_[at] != text) at = (at + 1) & mask;
  if (seen_[at] == text) return false;
  seen_[at] = text;
  return true;
}

bool TextCounts::is_new(const void* text) {
  if (2 * seen_count_ >= seen_.size()) {
    const std::vector<const void*> old =
        std::exchange(seen_, std::vector<const void*>(std::max<std::size_t>(64, 2 * seen_.size())));
    for (const void* one : old)
      if (one != nullptr) insert(one);
  }
  if (!insert(text)) return false;
  ++seen_count_;
  return true;
}

bool spend(lua_State* L, std::size_t steps) {
  ScriptBudget& budget = ScriptBudget::of(L);
  const auto most = static_cast<std::size_t>(budget.fuel < 0 ? 0 : budget.fuel);
  budget.fuel -= static_cast<std::int64_t>(steps < most ? steps : most + 1);
  return budget.fuel >= 0;
}

void charge(lua_State* L, std::size_t steps) {
  ScriptBudget& budget = ScriptBudget::of(L);
  if (spend(L, steps) || !budget.limited) return;
  budget.over = kFuelUsedUp;
  luaL_error(L, "too long");
}

void* allocate_for_script(void* given, void* block, std::size_t, std::size_t size) {
  ScriptBudget& budget = *static_cast<ScriptBudget*>(given);
  if (size == 0) {
    std::free(block);
    return nullptr;
  }
  if (budget.limited && !budget.compiles && block == nullptr && size > kGrownStack) {
    budget.over = "its calls within one another are too many";
    return nullptr;
  }
  void* const there = std::realloc(block, size);
  budget.no_memory = budget.no_memory || there == nullptr;
  return there;
}

}  // namespace fairdeal::rules
