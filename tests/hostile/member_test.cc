#include <algorithm>
#include <cstdio>

#include <gtest/gtest.h>

#include "proto/codec.h"
#include "tests/sim/world.h"

/// A member at its worst: what the other three of a table lose by it, in time of the terms. The
/// production Node, and a clock that jumps. Prints a row for each behaviour.
namespace fairdeal::hostile {
namespace {

using namespace sim;

constexpr Seat kWorst{1}, kVictim{2};

/// One member's acts besides lying.
struct Behaviour {
  std::string name;
  std::function<void(World&)> begins = [](World&) {};
  /// After each event.
  std::function<void(World&)> goes_on = [](World&) {};
};

/// At each step of the one that looks on, once.
std::function<void(World&)> at_each_step(std::function<void(World&, const state::Table&)> act) {
  return [act = std::move(act), at = std::optional<Step>()](World& world) mutable {
    const state::Table& table = world.node(Seat(0)).table();
    if (!table.over() && std::exchange(at, table.step()) != table.step()) act(world, table);
  };
}

/// Stands still for so much of the time that it has for its work, or its moves.
std::function<void(World&)> stands_still(double part, bool at_moves) {
  return at_each_step([=](World& world, const state::Table& table) {
    const auto slots = table.slots();
    const auto own = std::ranges::find(slots, kWorst, &consensus::EntrySlot::seat);
    if (own == slots.end() || (own->kind == proto::Kind::move) != at_moves) return;
    const auto& pace = table.charter().pace;
    const auto ms = static_cast<double>((at_moves ? pace.move : pace.work).ms);
    world.freeze(kWorst, Duration{static_cast<std::int64_t>(part * ms)});
  });
}

std::vector<Behaviour> behaviours() {
  std::vector<Behaviour> all;
  for (std::size_t i = 0; i < kPlainLies; ++i) {
    const auto lie = static_cast<Lie>(i);
    if (needs_a_quorum(lie)) continue;
    all.push_back({name(lie), [lie](World& world) { world.lie(kWorst, lie, kVictim); }});
  }
  all.push_back({"says nothing", [](World& world) { world.silence(kWorst); }});
  all.push_back({"dies", [](World& world) { world.kill(kWorst); }});
  all.push_back(
      {"takes nine tenths of its time for work", {[](World&) {}}, stands_still(0.9, false)});
  all.push_back({"takes three times its time for moves", {[](World&) {}}, stands_still(3, true)});
  all.push_back({"loses its connections at every step",
                 {[](World&) {}},
                 at_each_step([](World& world, const state::Table&) {
                   for (const Seat other : {Seat(0), Seat(2), Seat(3)}) {
                     world.link(kWorst, other, false);
                     world.link(kWorst, other, true);
                   }
                 })});
  all.push_back({"asks ten times at every step",
                 {[](World&) {}},
                 at_each_step([](World& world, const state::Table& table) {
                   for (std::uint64_t i = 0; i < 10; ++i)
                     world.inject(kWorst, kVictim,
                                  proto::encode(proto::Message(proto::Status{
                                      table.id(), Step(std::min(i, table.step().value)), {}})));
                 })});
  all.push_back({"sends what is no message",
                 {[](World&) {}},
                 at_each_step([](World& world, const state::Table&) {
                   world.inject(kWorst, kVictim, to_bytes("no message"));
                 })});
  return all;
}

/// How long the others play, with this behaviour; none: with nobody's.
struct Course {
  Duration took{0};
  std::uint64_t steps = 0;
  bool finished = true;
};
Course play(const Behaviour& worst) {
  World world({.game = "holdem",
               .params = R"({"betting":"fixed-limit","hands":5,"stack":1000})",
               .seats = 4,
               .seed = 9,
               .faults = {.delay_min = {5}, .delay_max = {20}}});
  worst.begins(world);
  const auto others_are_done = [&] {
    return std::ranges::all_of(std::array{Seat(0), Seat(2), Seat(3)},
                               [&](Seat seat) { return world.node(seat).finished(); });
  };
  Course course;
  constexpr Instant kEnough{3'600'000};
  while (!others_are_done() && world.now() < kEnough && world.step()) worst.goes_on(world);
  course.took = world.now() - Instant{0};
  course.steps = world.node(Seat(0)).table().step().value;
  course.finished = others_are_done();
  return course;
}

/// The terms give a seat, once: its bank and a move, its reserves of work time and for
/// reconnecting, and its grace.
Duration once(const proto::Pace& pace) {
  return {pace.bank.ms + pace.move.ms + pace.work.ms + pace.reconnect.ms +
          node::MoveClock::kGrace.ms};
}

TEST(MemberAtItsWorst, CostsTheOthersNoMoreThanTheTermsGiveItOnce) {
  const Course honest = play({"is honest"});
  ASSERT_TRUE(honest.finished);
  const auto all = behaviours();
  EXPECT_GE(all.size(), 20u);
  std::printf("| behaviour | seconds lost | steps |\n| --- | --- | --- |\n");
  for (const Behaviour& worst : all) {
    const Course course = play(worst);
    EXPECT_TRUE(course.finished) << worst.name;
    const Duration lost = Duration{course.took.ms - honest.took.ms};
    EXPECT_LE(lost, once({})) << worst.name;
    std::printf("| %s | %.1f | %llu |\n", worst.name.c_str(),
                static_cast<double>(std::max<std::int64_t>(0, lost.ms)) / 1000,
                static_cast<unsigned long long>(course.steps));
  }
}

}  // namespace
}  // namespace fairdeal::hostile
