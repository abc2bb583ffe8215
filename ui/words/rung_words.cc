#include "ui/words/rung_words.h"

#include <algorithm>

#include "base/check.h"

namespace fairdeal::words {
namespace {

constexpr RungWords kAll[] = {
    {channel::Rung::lan, "lan", "on this network"},
    {channel::Rung::direct, "direct", "directly"},
    {channel::Rung::punched, "punched", "directly, through both routers"},
    {channel::Rung::relayed, "relayed", "by a relay"},
};

const RungWords& names_of(channel::Rung rung) {
  const auto found = std::ranges::find(kAll, rung, &RungWords::rung);
  CHECK(found != std::end(kAll));
  return *found;
}

}  // namespace

std::span<const RungWords> all_rungs() { return kAll; }

const char* rung_name(channel::Rung rung) { return names_of(rung).name; }

const char* rung_words(channel::Rung rung) { return names_of(rung).words; }

}  // namespace fairdeal::words
