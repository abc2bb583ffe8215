#include <algorithm>

#include "tests/sim/world.h"

/// The part of World that begins and ends the incidents of a match.
namespace fairdeal::sim {

using What = Faults::Incident::What;

void World::begin_incidents(Step reached, Round round) {
  const auto due = [&](const Faults::Incident& i) {
    return i.step <= reached.value && i.round <= round.value;
  };
  std::vector<Faults::Incident> now;
  std::ranges::copy_if(ahead_, std::back_inserter(now), due);
  std::erase_if(ahead_, due);
  for (const Faults::Incident& incident : now) {
    ++waiting_;
    const auto run = [this, incident] {
      --waiting_;
      begin(incident);
    };
    if (incident.after.ms == 0)
      run();
    else
      at(now_ + incident.after, run);
  }
}

void World::begin(const Faults::Incident& i) {
  tell(describe(i));
  const Seat seat = i.seat;
  if (i.what == What::crash) return begin_crash(i);
  trouble(now_ + i.lasts.value_or(Duration{0}));
  if (i.lasts && i.what != What::frozen) {
    ++waiting_;
    at(now_ + *i.lasts, [this, i] {
      --waiting_;
      tell("over: " + describe(i));
      end(i);
    });
  }
  switch (i.what) {
    case What::cut:
      return link(seat, i.other, false);
    case What::partition:
      for (std::uint32_t a = 0; a < size(); ++a)
        for (std::uint32_t b = a + 1; b < size(); ++b)
          if (i.group.has(Seat(a)) != i.group.has(Seat(b))) link(Seat(a), Seat(b), false);
      return;
    case What::one_way:
      return deafen(seat, i.other, true);
    case What::frozen:
      return freeze(seat, i.lasts.value_or(Duration{1'000'000'000}));
    case What::kill:
      members_[seat.value].found = i.found;
      members_[seat.value].missing = i.missing;
      if (alive(seat)) kill(seat);
      return;
    case What::silent:
      return silence(seat);
    case What::leaves:
      return say_presence(seat, proto::Presence::What::leaves);
    case What::lies:
      return lie(seat, i.lie, i.other);
    case What::jump:
      return jump(seat, i.by);
    case What::mended:
      return link(seat, i.other, true);
    case What::crash:
      return;
  }
}

void World::begin_crash(const Faults::Incident& i) {
  Member& member = members_[i.seat.value];
  crash_at_write(i.seat, member.writes + i.writes, i.crash, i.lasts);
  member.found = i.found;
  member.missing = i.missing;
}

void World::end(const Faults::Incident& i) {
  switch (i.what) {
    case What::cut:
      return link(i.seat, i.other, true);
    case What::partition:
      for (std::uint32_t a = 0; a < size(); ++a)
        for (std::uint32_t b = a + 1; b < size(); ++b)
          if (i.group.has(Seat(a)) != i.group.has(Seat(b))) link(Seat(a), Seat(b), true);
      return;
    case What::one_way:
      return deafen(i.seat, i.other, false);
    case What::kill:
      return revive(i.seat);
    case What::silent:
      return corrupt(i.seat, {});
    case What::leaves:
      return say_presence(i.seat, proto::Presence::What::back);
    case What::lies:
      members_[i.seat.value].liar.reset();
      return;
    case What::frozen:
    case What::jump:
    case What::crash:
    case What::mended:
      return;
  }
}

}  // namespace fairdeal::sim
