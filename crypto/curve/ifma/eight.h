#pragma once

#include <cstddef>
#include <cstdint>

namespace fairdeal::crypto::eight {

/// Eight computations on the curve side by side, on processors that can (field_lanes.h). Callers
/// use lanes.h to convert points.
///
/// The interface has plain numbers only. The files *_ifma.cc are compiled for such processors, and
/// a linker keeps one copy of each inline function: if they shared one with the rest, it might keep
/// their copy, which other processors cannot run.
///
/// All functions take constant time but those that end in _vartime: no branch and no address
/// depends on coordinates or digits. tests/ctime cannot show this, since valgrind knows no AVX-512;
/// it shows it of the same formulas over Field (docs/arithmetic.md, Two faces).

/// Returns whether this processor can do this.
bool supported();
/// Returns whether it can and the environment does not forbid it by FAIRDEAL_PORTABLE=1. If not, no
/// function below may be called. Both halves compute the same numbers; the variable is there to
/// test both on one machine.
bool available();

inline constexpr std::size_t kLanes = 8;

/// A number modulo p in each lane, indexed by limb and then by lane.
struct Numbers {
  std::uint64_t limb[5][kLanes];
};
/// A point in each lane.
struct alignas(64) Points {
  Numbers X, Y, Z, T;
};
/// A digit of each lane's scalar, from −8 to 8.
struct Digits {
  std::int8_t lane[kLanes];
};

/// Room for the multiples O, P … 8P of each lane's P.
struct alignas(64) Window {
  Numbers multiples[9][4];
};

/// Sets `sum` in each lane to Σ digits[d·groups + g]·16^d·points[g], over d below digits_count and
/// g below groups. `windows` must have room for as many windows as groups.
void straus(const Points* points, std::size_t groups, const Digits* digits,
            std::size_t digits_count, Window* windows, Points& sum);

/// A point in the form of Cached<Field>, and −2dT, with which it can be subtracted. If Z is 1,
/// as it is in every decoded point, a product is saved.
struct Addend {
  std::uint64_t Y_plus_X[5], Y_minus_X[5], twice_Z[5], twice_dT[5], minus_twice_dT[5];
  bool Z_is_1;
};
/// A point to which others are added: X, Y, Z, T, five limbs each.
struct alignas(32) BucketPoint {
  std::uint64_t limb[20];
};
/// An order to add points[point] to a bucket in each lane, or to subtract it where the lane's bit
/// of `negative` is set.
struct Placement {
  std::uint32_t point;
  std::uint16_t bucket[kLanes];
  std::uint8_t negative;
};

/// Carries out all placements, then sets `out` in each lane to Σ b·(bucket b) over b from 1 to
/// `size`. Bucket 0 is a dummy, to which zero digits are added. `buckets` must have room for
/// kLanes·(size + 1). Variable time: addresses depend on the placements.
void buckets_vartime(const Addend* points, const Placement* placements, std::size_t count,
                     BucketPoint* buckets, std::size_t size, Points& out);

/// A point in the form of Niels<Field>.
struct NielsPoint {
  std::uint64_t limb[15];
};
/// A table of one point's multiples: 1·256^i·P … 8·256^i·P for i from 0 to 31.
struct FixedTable {
  NielsPoint rows[32][8];
};

/// Sets `out` in each lane to Σ digits[d]·16^d·P, over d below 64.
void fixed_base(const FixedTable& of_P, const Digits* digits, Points& out);

/// Sets `out` in each lane to the number below p whose bytes are the point's ristretto255 encoding.
void encode(const Points& points, Numbers& out);

/// Decodes in each lane the number that a ristretto255 encoding says. Returns a bit for each lane,
/// set if there is such a point. Requires numbers that are canonical and not negative.
std::uint64_t decode(const Numbers& encodings, Points& out);

}  // namespace fairdeal::crypto::eight
