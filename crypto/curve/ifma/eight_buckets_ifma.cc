#include "crypto/curve/edwards.h"
#include "crypto/curve/ifma/eight.h"
#include "crypto/curve/ifma/field_lanes.h"

namespace fairdeal::crypto::eight {
namespace {

using Words = Field8::Words;
/// Four words of one bucket, as a vector.
using Row __attribute__((vector_size(32), may_alias)) = std::uint64_t;

/// The addresses of the lanes' buckets.
template <class T>
struct Places {
  T* lane[kLanes];
};

/// Loads words 4b to 4b + 3 of all lanes' buckets, so that out[i] has word 4b + i of each lane. It
/// transposes by shuffles and not by gathers, which are slow on processors mended against Downfall.
void load_four(const Places<const BucketPoint>& from, std::size_t b, Words* out) {
  const auto pair = [&](int low, int high) {
    const auto at = [&](int l) {
      return *reinterpret_cast<const Row*>(&from.lane[l]->limb[4 * b]);
    };
    return __builtin_shufflevector(at(low), at(high), 0, 1, 2, 3, 4, 5, 6, 7);
  };
  const Words ac = pair(0, 2), bd = pair(1, 3), eg = pair(4, 6), fh = pair(5, 7);
  const Words even = __builtin_shufflevector(ac, bd, 0, 8, 2, 10, 4, 12, 6, 14);
  const Words odd = __builtin_shufflevector(ac, bd, 1, 9, 3, 11, 5, 13, 7, 15);
  const Words even2 = __builtin_shufflevector(eg, fh, 0, 8, 2, 10, 4, 12, 6, 14);
  const Words odd2 = __builtin_shufflevector(eg, fh, 1, 9, 3, 11, 5, 13, 7, 15);
  out[0] = __builtin_shufflevector(even, even2, 0, 1, 4, 5, 8, 9, 12, 13);
  out[1] = __builtin_shufflevector(odd, odd2, 0, 1, 4, 5, 8, 9, 12, 13);
  out[2] = __builtin_shufflevector(even, even2, 2, 3, 6, 7, 10, 11, 14, 15);
  out[3] = __builtin_shufflevector(odd, odd2, 2, 3, 6, 7, 10, 11, 14, 15);
}

/// Stores what load_four loads: in[i] has word 4b + i of each lane.
void store_four(const Words* in, const Places<BucketPoint>& to, std::size_t b) {
  const auto put = [&](int low, int high, Words rows) {
    const auto at = [&](int l) { return reinterpret_cast<Row*>(&to.lane[l]->limb[4 * b]); };
    *at(low) = __builtin_shufflevector(rows, rows, 0, 1, 2, 3);
    *at(high) = __builtin_shufflevector(rows, rows, 4, 5, 6, 7);
  };
  const Words even = __builtin_shufflevector(in[0], in[1], 0, 8, 2, 10, 4, 12, 6, 14);
  const Words odd = __builtin_shufflevector(in[0], in[1], 1, 9, 3, 11, 5, 13, 7, 15);
  const Words even2 = __builtin_shufflevector(in[2], in[3], 0, 8, 2, 10, 4, 12, 6, 14);
  const Words odd2 = __builtin_shufflevector(in[2], in[3], 1, 9, 3, 11, 5, 13, 7, 15);
  put(0, 2, __builtin_shufflevector(even, even2, 0, 1, 8, 9, 2, 3, 10, 11));
  put(1, 3, __builtin_shufflevector(odd, odd2, 0, 1, 8, 9, 2, 3, 10, 11));
  put(4, 6, __builtin_shufflevector(even, even2, 4, 5, 12, 13, 6, 7, 14, 15));
  put(5, 7, __builtin_shufflevector(odd, odd2, 4, 5, 12, 13, 6, 7, 14, 15));
}

Extended<Field8> load(const Places<const BucketPoint>& from) {
  Extended<Field8> P;
  Words words[20];
#pragma GCC unroll 5
  for (std::size_t b = 0; b < 5; ++b) load_four(from, b, words + 4 * b);
#pragma GCC unroll 5
  for (std::size_t i = 0; i < 5; ++i) {
    P.X.limb[i] = words[i], P.Y.limb[i] = words[5 + i];
    P.Z.limb[i] = words[10 + i], P.T.limb[i] = words[15 + i];
  }
  return P;
}

void store(const Extended<Field8>& P, const Places<BucketPoint>& to) {
  Words words[20];
#pragma GCC unroll 5
  for (std::size_t i = 0; i < 5; ++i) {
    words[i] = P.X.limb[i], words[5 + i] = P.Y.limb[i];
    words[10 + i] = P.Z.limb[i], words[15 + i] = P.T.limb[i];
  }
#pragma GCC unroll 5
  for (std::size_t b = 0; b < 5; ++b) store_four(words + 4 * b, to, b);
}

/// Returns `b` in each lane whose bit of `mask` is set, and `a` in the others.
Field8 choose(__mmask8 mask, const std::uint64_t (&a)[5], const std::uint64_t (&b)[5]) {
  Field8 chosen;
#pragma GCC unroll 5
  for (int i = 0; i < 5; ++i)
    chosen.limb[i] = Words(
        _mm512_mask_set1_epi64(__m512i(Field8::all(a[i])), mask, static_cast<long long>(b[i])));
  return chosen;
}

Extended<Field8> sum(const Extended<Field8>& P, const Addend& Q, __mmask8 negative) {
  const Field8 Y_plus_X = choose(negative, Q.Y_plus_X, Q.Y_minus_X),
               Y_minus_X = choose(negative, Q.Y_minus_X, Q.Y_plus_X),
               twice_dT = choose(negative, Q.twice_dT, Q.minus_twice_dT);
  if (Q.Z_is_1) return P + Niels<Field8>{Y_plus_X, Y_minus_X, twice_dT};
  return P + Cached<Field8>{Y_plus_X, Y_minus_X, choose(0, Q.twice_Z, Q.twice_Z), twice_dT};
}

}  // namespace

void buckets_vartime(const Addend* points, const Placement* placements, std::size_t count,
                     BucketPoint* buckets, std::size_t size, Points& out) {
  for (std::size_t i = 0; i < kLanes * (size + 1); ++i) {
    buckets[i] = {};
    buckets[i].limb[5] = buckets[i].limb[10] = 1;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const Placement& placement = placements[i];
    Places<BucketPoint> at;
    for (std::size_t l = 0; l < kLanes; ++l)
      at.lane[l] = buckets + l * (size + 1) + placement.bucket[l];
    Places<const BucketPoint> from;
    for (std::size_t l = 0; l < kLanes; ++l) from.lane[l] = at.lane[l];
    store(sum(load(from), points[placement.point], placement.negative), at);
  }
  Extended<Field8> running, total;
  for (std::size_t b = size; b > 0; --b) {
    Places<const BucketPoint> at;
    for (std::size_t l = 0; l < kLanes; ++l) at.lane[l] = buckets + l * (size + 1) + b;
    running = running + load(at);
    total = total + running;
  }
  total.X.store(out.X.limb);
  total.Y.store(out.Y.limb);
  total.Z.store(out.Z.limb);
  total.T.store(out.T.limb);
}

}  // namespace fairdeal::crypto::eight
