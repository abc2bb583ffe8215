#pragma once

#include <cstddef>
#include <cstdint>

namespace fairdeal::crypto::eight {

/// Eight computations on the curve side by side, where the processor can (field_lanes.h). Plain
/// numbers in and out: *_ifma.cc are compiled for such processors only and share no inline function
/// with the rest, or a linker could pick its copy for all. lanes.h is for whoever uses this.
///
/// All of it takes constant time, no branch and no address depends on coordinates or digits, but
/// what ends in _vartime.

/// Whether this processor can.
bool supported();
/// Whether it can, and the environment does not forbid it by FAIRDEAL_PORTABLE=1. Both halves
/// compute the same numbers; the variable is there to test both on one machine. If not, nothing
/// below may be called.
bool available();

inline constexpr std::size_t kLanes = 8;

/// A number modulo p in each lane: limb, lane.
struct Numbers {
  std::uint64_t limb[5][kLanes];
};
/// A point in each lane.
struct alignas(64) Points {
  Numbers X, Y, Z, T;
};
/// A digit of each lane's scalar, −8 to 8.
struct Digits {
  std::int8_t lane[kLanes];
};

/// Room for O to 8P of each lane's P.
struct alignas(64) Window {
  Numbers multiples[9][4];
};

/// sum, lane by lane, of Σ digits[d·groups + g]·16^d·points[g]; d below digits_count, g below
/// groups. `windows` is room for as many windows as groups.
void straus(const Points* points, std::size_t groups, const Digits* digits,
            std::size_t digits_count, Window* windows, Points& sum);

/// A point in the form of Cached<Field>, and what it takes to subtract it. Z = 1, as of a point
/// that was decoded, saves a product.
struct Addend {
  std::uint64_t Y_plus_X[5], Y_minus_X[5], twice_Z[5], twice_dT[5], minus_twice_dT[5];
  bool Z_is_1;
};
/// A point that others are added to: X, Y, Z, T.
struct alignas(32) BucketPoint {
  std::uint64_t limb[20];
};
/// Adds points[point] to a bucket in each lane, subtracts it where the lane's bit is set.
struct Placement {
  std::uint32_t point;
  std::uint16_t bucket[kLanes];
  std::uint8_t negative;
};

/// out, lane by lane: Σ b·(bucket b) over b from 1 to `size`, after all placements; bucket 0 takes
/// what no lane wants. `buckets` is room for kLanes·(size + 1). Not in constant time:
/// addresses depend on the placements.
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

/// out, lane by lane: Σ digits[d]·16^d·P, d below 64.
void fixed_base(const FixedTable& of_P, const Digits* digits, Points& out);

/// Each lane's ristretto255 encoding as a number below p.
void encode(const Points& points, Numbers& out);

/// Each lane's point from its encoding as a number. Returns a bit for each lane that is one.
std::uint64_t decode(const Numbers& encodings, Points& out);

}  // namespace fairdeal::crypto::eight
