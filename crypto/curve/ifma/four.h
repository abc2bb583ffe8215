#pragma once

#include <cstddef>
#include <cstdint>

namespace fairdeal::crypto::four {

/// One computation on the curve with the point's four coordinates side by side, for sums of few
/// points, in variable time. Requires eight::available(). The interface has plain numbers only, for
/// the reason that eight.h gives; callers use lanes.h to convert points.
///
/// Source: Hisil, Wong, Carter, Dawson, "Twisted Edwards Curves Revisited", ASIACRYPT 2008, section
/// 4, with the formulas of edwards.h.

/// Four numbers modulo p, indexed by limb and then by number: X, Y, Z, T of a point, or
/// Y − X, Y + X, 2Z, 2dT of an addend (a point prepared to be added).
struct alignas(32) Quad {
  std::uint64_t limb[5][4];
};

/// The addends P, 3P … 15P.
struct OddMultiples {
  Quad at[8];
};
void odd_multiples(const Quad& P, OddMultiples& out);

/// A step of a sum: it doubles so many times, then adds or subtracts *addend, if there is one.
struct SumStep {
  int doublings;
  const Quad* addend;
  bool negative;
};
/// Sets `sum` to the result of all steps, beginning at O.
void steps_vartime(const SumStep* steps, std::size_t count, Quad& sum);

}  // namespace fairdeal::crypto::four
