#include "crypto/pick.h"

#include <algorithm>

#include "base/check.h"
#include "base/encode.h"
#include "crypto/curve/msm.h"
#include "crypto/generators.h"
#include "crypto/oblivious.h"

namespace fairdeal::crypto {
namespace {

Secrets<Scalar> draw_scalars(std::size_t n, Rng& rng) {
  Secrets<Scalar> scalars(n);
  for (Scalar& s : scalars.expose()) s = Scalar::random(rng);
  return scalars;
}

/// Returns all ones for 1, and zero for 0.
std::uint32_t mask_of(std::uint32_t bit) { return 0 - bit; }

/// Returns δ_s,l of every index, at s·m + l.
Secrets<std::uint32_t> bits_of(const Secrets<std::uint32_t>& indices, std::size_t m) {
  Secrets<std::uint32_t> bits(indices.size() * m);
  for (std::size_t s = 0; s < indices.size(); ++s)
    for (std::size_t l = 0; l < m; ++l) bits[s * m + l] = indices[s] >> l & 1;
  return bits;
}

void append_sums(Transcript& transcript, const Deck& Q) { transcript.append("sums", points_of(Q)); }

/// The coefficients p_s,i,l of one choice, times its scale, for l below m and every i below 2^m.
class Polynomials {
 public:
  explicit Polynomials(std::size_t m) : m_(m), p_((m + 1) << m), scratch_(3) {}

  /// Multiplies out Π_l (δ_l Y + a_l if bit l of i is 1, else Y − δ_l Y − a_l). After step d, the
  /// first 2^(d+1) columns are the products for the lower d + 1 bits of their numbers. A step takes
  /// each coefficient c once times a; c itself moves up by one degree on the side of δ, chosen by a
  /// mask.
  void multiply(const Scalar& scale, std::span<const std::uint32_t> delta,
                std::span<const Scalar> a) {
    Scalar &moves = scratch_[0], &stays = scratch_[1], &ca = scratch_[2];
    std::ranges::fill(p_.expose(), Scalar());
    at(0, 0) = scale;
    for (std::size_t d = 0; d < m_; ++d) {
      const std::size_t half = std::size_t{1} << d;
      for (std::size_t i = 0; i < half; ++i) {
        for (std::size_t l = d + 1; l-- > 0;) {  // downwards, as a coefficient moves up
          stays = Scalar();
          moves = at(l, i);
          ca = moves * a[d];
          oblivious_swap(~mask_of(delta[d]), moves, stays);  // moves: δ c, stays: (1 − δ) c
          at(l + 1, i + half) = at(l + 1, i + half) + moves;
          at(l + 1, i) = at(l + 1, i) + stays;
          at(l, i + half) = ca;
          at(l, i) = -ca;
        }
      }
    }
  }

  /// Returns the coefficients of Y^l, one for each i.
  std::span<const Scalar> of_degree(std::size_t l) const {
    return p_.expose().subspan(l << m_, std::size_t{1} << m_);
  }

 private:
  Scalar& at(std::size_t l, std::size_t i) { return p_[(l << m_) + i]; }

  std::size_t m_;
  Secrets<Scalar> p_;  // by degree, then by i
  Secrets<Scalar> scratch_;
};

/// Returns the scalars of Σ_s Σ_i p_s,i,l E_s,i for each l below m: those of the row's points, then
/// ρ_l, which is that of P.
std::vector<Secrets<Scalar>> sums(const BegunPick& begun, const PickRow& row,
                                  const Secrets<std::uint32_t>& delta) {
  const std::size_t m = row.m, points = row.B.size();
  std::vector<Secrets<Scalar>> sums;
  for (std::size_t l = 0; l < m; ++l) {
    sums.emplace_back(points + 1);
    sums[l][points] = begun.rho[l];
  }
  Polynomials p(m);
  for (std::size_t s = 0; s < begun.indices.size(); ++s) {
    p.multiply(row.scale[s], delta.expose().subspan(s * m, m), begun.a.expose().subspan(s * m, m));
    for (std::size_t l = 0; l < m; ++l)
      row.collect(s, p.of_degree(l), sums[l].expose().first(points));
  }
  return sums;
}

/// Returns Σ scalars[i]·points[i] for each list of scalars.
Secrets<Point> sums_of(std::span<const Secrets<Scalar>> scalars, std::span<const Point> points) {
  Secrets<Point> out(scalars.size());
  for (std::size_t at = 0; at < scalars.size(); at += kSumsMax) {
    std::array<ScalarProducts, kSumsMax> terms;
    const std::size_t n = std::min(kSumsMax, scalars.size() - at);
    for (std::size_t i = 0; i < n; ++i) terms[i] = {scalars[at + i].expose(), points};
    std::ranges::copy(msms(std::span(terms).first(n)).expose(),
                      out.expose().begin() + static_cast<std::ptrdiff_t>(at));
  }
  return out;
}

Deck blinded_sums(const BegunPick& begun, const PickRow& row, const Secrets<std::uint32_t>& delta) {
  const std::vector<Secrets<Scalar>> scalars = sums(begun, row, delta);
  std::vector<Point> B = row.B;
  // P is public, but its weights are a hash of points that were secret a moment ago: in constant
  // time, memcheck can follow the rest (tests/ctime).
  B.push_back(msm(row.P_B.scalars, row.P_B.points));
  const Secrets<Point> Q_B = sums_of(scalars, B);
  Secrets<Point> Q_A;
  if (row.A.empty()) {
    Q_A = multiples(begun.rho.expose(), Point::base());
  } else {
    std::vector<Point> A = row.A;
    A.push_back(Point::base());
    Q_A = sums_of(scalars, A);
  }
  Deck Q;
  for (std::size_t l = 0; l < row.m; ++l) Q.push_back({Q_A[l], Q_B[l]});
  keep_encodings(Q);
  return Q;
}

}  // namespace

Bytes PickProof::encode() const {
  Writer writer;
  for (const Point& p : {I, J, K, L}) writer.raw(p.encode());
  for (const MaskedCard& sum : Q) writer.raw(sum.encode());
  for (const Scalar& s : f) writer.raw(s.encode());
  for (const Scalar& s : {z_I, z_K, zeta}) writer.raw(s.encode());
  return std::move(writer).bytes();
}

Result<PickProof> PickProof::decode(ByteSpan bytes, std::size_t q, std::size_t m) {
  if (bytes.size() != PickProof::bytes(q, m))
    return fail(Fault::not_canonical, "pick: wrong length");
  const std::size_t points = 32 * (2 * m + 4);
  FD_TRY(const auto decoded, Point::decode_all(bytes.first(points)));
  for (const Point& p : decoded)
    if (p.is_identity()) return fail(Fault::not_canonical, "pick: the identity");
  PickProof proof;
  proof.I = decoded[0], proof.J = decoded[1], proof.K = decoded[2], proof.L = decoded[3];
  for (std::size_t l = 0; l < m; ++l) proof.Q.push_back({decoded[4 + 2 * l], decoded[5 + 2 * l]});
  Reader reader(bytes.subspan(points));
  const auto scalar = [&](Scalar& into) -> Result<> {
    FD_TRY(const auto raw, reader.array<32>());
    FD_TRY(into, Scalar::decode(raw));
    return {};
  };
  proof.f.resize(q * m);
  for (Scalar& s : proof.f) FD_TRY(scalar(s));
  for (Scalar* s : {&proof.z_I, &proof.z_K, &proof.zeta}) FD_TRY(scalar(*s));
  return proof;
}

std::vector<Scalar> draw_pick_weights(Transcript& transcript, const PickProof& proof,
                                      std::size_t n) {
  transcript.append("commit", std::array{proof.I, proof.J, proof.K, proof.L});
  return transcript.weights("w", n);
}

BegunPick begin_pick(Secrets<std::uint32_t> indices, std::size_t m, Rng& rng) {
  const std::size_t n = indices.size() * m;
  BegunPick begun{
      std::move(indices), draw_scalars(4, rng), draw_scalars(n, rng), draw_scalars(m, rng), {}};
  const Secrets<std::uint32_t> delta = bits_of(begun.indices, m);
  Secrets<Scalar> open_I(n + 1), open_J(n + 1), open_K(n + 1), open_L(n + 1), minus_a(n);
  for (std::size_t i = 0; i < n; ++i) {
    minus_a[i] = -begun.a[i];
    open_I[i] = Scalar::from_u64(delta[i]);
    open_J[i] = begun.a[i];
    open_K[i] = begun.a[i];
    open_L[i] = minus_a[i] * begun.a[i];
    oblivious_swap(mask_of(delta[i]), open_K[i], minus_a[i]);  // a(1 − 2δ)
  }
  open_I[n] = begun.r[0], open_J[n] = begun.r[1], open_K[n] = begun.r[2], open_L[n] = begun.r[3];
  const auto G_H = pedersen_points(n);
  const auto points =
      msms(std::array{ScalarProducts{open_I.expose(), G_H, n}, ScalarProducts{open_J.expose(), G_H},
                      ScalarProducts{open_K.expose(), G_H}, ScalarProducts{open_L.expose(), G_H}});
  begun.proof.I = points[0], begun.proof.J = points[1];
  begun.proof.K = points[2], begun.proof.L = points[3];
  return begun;
}

Secret<Scalar> weighted(std::span<const Scalar> w, const Secrets<Scalar>& masks) {
  Secret sum(Scalar{});
  for (std::size_t j = 0; j < w.size(); ++j)
    sum = Secret(sum.expose() + Secret(w[j] * masks[j]).expose());
  return sum;
}

PickProof finish_pick(BegunPick begun, const PickRow& row, const Secret<Scalar>& sigma,
                      Transcript& transcript) {
  const std::size_t m = row.m;
  CHECK(begun.rho.size() == m && begun.indices.size() == row.scale.size());
  const Secrets<std::uint32_t> delta = bits_of(begun.indices, m);
  PickProof proof = begun.proof;
  proof.Q = blinded_sums(begun, row, delta);
  append_sums(transcript, proof.Q);
  const Scalar y = transcript.challenge("y");

  for (std::size_t i = 0; i < delta.size(); ++i)
    proof.f.push_back(Secret(Scalar::from_u64(delta[i]) * y).expose() + begun.a[i]);
  proof.z_I = Secret(y * begun.r[0]).expose() + begun.r[1];
  proof.z_K = Secret(y * begun.r[2]).expose() + begun.r[3];
  Scalar power = Scalar::from_u64(1);
  for (std::size_t l = 0; l < m; ++l, power = power * y)
    proof.zeta = proof.zeta + Secret(power * begun.rho[l]).expose();
  proof.zeta = proof.zeta + Secret(power * sigma.expose()).expose();
  return proof;
}

namespace {

/// Returns v_s,i = scale · y^m Π_l (f_s,l / y if bit l of i is 1, else 1 − f_s,l / y) for every i.
void products(const Scalar& scale, std::span<const Scalar> f_by_y, std::span<Scalar> v) {
  v[0] = scale;
  for (std::size_t l = 0; l < f_by_y.size(); ++l) {
    const std::size_t half = std::size_t{1} << l;
    for (std::size_t i = 0; i < half; ++i) {
      v[i + half] = v[i] * f_by_y[l];
      v[i] = v[i] - v[i + half];
    }
  }
}

/// Adds (1) and (2) of docs/decks.md#pick: that the f open the commitments, to bits.
void add_openings(Equations& equations, const PickProof& proof, const Scalar& y) {
  const Scalar one = Scalar::from_u64(1);
  equations.begin();  // y I + J − Σ f G − z_I H = O
  equations.add(y, proof.I);
  equations.add(one, proof.J);
  for (std::size_t i = 0; i < proof.f.size(); ++i) equations.add_g(i, -proof.f[i]);
  equations.add_h(-proof.z_I);

  equations.begin();  // y K + L − Σ f(y − f) G − z_K H = O
  equations.add(y, proof.K);
  equations.add(one, proof.L);
  for (std::size_t i = 0; i < proof.f.size(); ++i)
    equations.add_g(i, proof.f[i] * (proof.f[i] - y));
  equations.add_h(-proof.z_K);
}

void add_sum(Equations& equations, const Scalar& k, const PickRow::Sum& sum) {
  for (std::size_t i = 0; i < sum.points.size(); ++i)
    equations.add(k * sum.scalars[i], sum.points[i]);
}

}  // namespace

Result<Equations> pick_equations(const PickRow& row, const PickProof& proof, Transcript& transcript,
                                 std::string_view about) {
  const std::size_t q = row.scale.size(), m = row.m;
  if (proof.f.size() != q * m || proof.Q.size() != m)
    return fail(Fault::bad_proof, "pick: not one answer for each bit");
  append_sums(transcript, proof.Q);
  const Scalar y = transcript.challenge("y");
  if (y.is_zero()) return fail(Fault::bad_proof, "pick: the challenge is zero");

  std::vector<Scalar> powers{Scalar::from_u64(1)};  // y^0 … y^m
  for (std::size_t l = 0; l < m; ++l) powers.push_back(powers[l] * y);
  std::vector<Scalar> f_by_y, v(std::size_t{1} << m), sums(row.B.size());
  const Scalar y_inverse = y.inverse();
  for (const Scalar& f : proof.f) f_by_y.push_back(f * y_inverse);
  for (std::size_t s = 0; s < q; ++s) {
    products(powers[m] * row.scale[s], std::span(f_by_y).subspan(s * m, m), v);
    row.collect(s, v, sums);
  }

  Equations equations(about);
  add_openings(equations, proof, y);
  // (3), once for each side: y^m T + Σ y^l Q_l − Σ_s Σ_i v_s,i E_s,i − ζ P = O
  equations.begin();
  add_sum(equations, powers[m], row.T_A);
  for (std::size_t l = 0; l < m; ++l) equations.add(powers[l], proof.Q[l].A);
  for (std::size_t i = 0; i < row.A.size(); ++i) equations.add(-sums[i], row.A[i]);
  equations.add_base(-proof.zeta);
  equations.begin();
  add_sum(equations, powers[m], row.T_B);
  for (std::size_t l = 0; l < m; ++l) equations.add(powers[l], proof.Q[l].B);
  for (std::size_t i = 0; i < row.B.size(); ++i) equations.add(-sums[i], row.B[i]);
  add_sum(equations, -proof.zeta, row.P_B);
  return equations;
}

}  // namespace fairdeal::crypto
