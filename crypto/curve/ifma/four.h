#pragma once

#include <cstddef>
#include <cstdint>

namespace fairdeal::crypto::four {

/// One computation on the curve whose four coordinates go side by side, for sums of few points:
/// where eight::available(), and plain numbers as in eight.h, for the same reason. Not in constant
/// time. lanes.h is for whoever uses this.
///
/// Source: Hisil, Wong, Carter, Dawson, "Twisted Edwards Curves Revisited", ASIACRYPT 2008, section
/// 4, with the formulas of edwards.h.

/// X, Y, Z, T of a point: limb, coordinate. Of one to be added: Y − X, Y + X, 2Z, 2dT.
struct alignas(32) Quad {
  std::uint64_t limb[5][4];
};

/// P, 3P … 15P to be added.
struct OddMultiples {
  Quad at[8];
};
void odd_multiples(const Quad& P, OddMultiples& out);

/// So many doublings, then the addition or subtraction of *addend, if there is one.
struct SumStep {
  int doublings;
  const Quad* addend;
  bool negative;
};
/// sum after all steps, beginning at O.
void steps_vartime(const SumStep* steps, std::size_t count, Quad& sum);

}  // namespace fairdeal::crypto::four
