#include "ui/words/rung_words.h"

#include <algorithm>

#include "base/check.h"

namespace fairdeal::words {
namespace {

constexpr RungWords kAll[] = {
    {channel::Rung::lan, "lan"},
    {channel::Rung::direct, "direct"},
    {channel::Rung::punched, "punched"},
    {channel::Rung::relayed, "relayed"},
};

const RungWords& names_of(channel::Rung rung) {
  const auto found = std::ranges::find(kAll, rung, &RungWords::rung);
  CHECK(found != std::end(kAll));
  return *found;
}

}  // namespace

std::span<const RungWords> all_rungs() { return kAll; }

const char* rung_name(channel::Rung rung) { return names_of(rung).name; }

Said rung_said(channel::Rung rung) {
  switch (rung) {
    case channel::Rung::lan:
      return said("rung_lan");
    case channel::Rung::direct:
      return said("rung_direct");
    case channel::Rung::punched:
      return said("rung_punched");
    case channel::Rung::relayed:
      return said("rung_relayed");
  }
  return {};
}

Said punch_said(reach::PunchFailure failure) {
  using reach::PunchFailure;
  switch (failure) {
    case PunchFailure::no_reflector_here:
      return said("punch_no_reflector_here");
    case PunchFailure::no_reflector_there:
      return said("punch_no_reflector_there");
    case PunchFailure::ports_change_here:
      return said("punch_ports_change_here");
    case PunchFailure::ports_change_there:
      return said("punch_ports_change_there");
    case PunchFailure::ports_change_both:
      return said("punch_ports_change_both");
    case PunchFailure::time:
      return said("punch_time");
    case PunchFailure::no_answer:
      return said("punch_no_answer");
    case PunchFailure::refused:
      return said("punch_refused");
    case PunchFailure::bad_address:
      return said("punch_bad_address");
  }
  return {};
}

}  // namespace fairdeal::words
