#include "crypto/shuffle_proof.h"

#include "base/check.h"
#include "base/encode.h"
#include "crypto/curve/msm.h"
#include "crypto/generators.h"

namespace fairdeal::crypto {
namespace {

Scalar number(std::size_t value) { return Scalar::from_u64(value); }

/// Returns one side of every card, and `last` after them.
std::vector<Point> column(const Deck& deck, Point MaskedCard::*side, const Point& last) {
  std::vector<Point> points;
  points.reserve(deck.size() + 1);
  for (const MaskedCard& card : deck) points.push_back(card.*side);
  points.push_back(last);
  return points;
}

Transcript begin(const ShuffleStatement& statement, ByteSpan context) {
  Transcript transcript("shuffle", context);
  transcript.append("n", static_cast<std::uint32_t>(statement.in.size()));
  transcript.append("X", std::array{statement.X});
  transcript.append("in", points_of(statement.in));
  transcript.append("out", points_of(statement.out));
  return transcript;
}

struct Challenges {
  std::vector<Scalar> t;
  Scalar lambda, x;
  std::vector<Scalar> m;  // m_i = λ(i+1) + t_i
  Scalar e;
};

/// Appends the message "commit" and draws the t_i. They come after the commitments to π and the
/// d_j, so no prover can fit those to them.
std::vector<Scalar> draw_t(Transcript& transcript, const ShuffleProof& proof, std::size_t n) {
  transcript.append("commit", std::array{proof.C, proof.D, proof.E_A, proof.E_B});
  return transcript.weights("t", n);
}

/// Appends the message "response" and draws λ and x. From here on every factor of the product is
/// fixed, as the polynomial argument needs (docs/proofs.md#shuffle, step 3).
void draw_lambda_x(Transcript& transcript, const ShuffleProof& proof, Challenges& c) {
  std::vector<Scalar> response = proof.f;
  response.push_back(proof.Z);
  transcript.append("response", response);
  c.lambda = transcript.challenge("lambda");
  c.x = transcript.challenge("x");
  for (std::size_t i = 0; i < c.t.size(); ++i) c.m.push_back(c.lambda * number(i + 1) + c.t[i]);
}

void draw_e(Transcript& transcript, const ShuffleProof& proof, Challenges& c) {
  transcript.append("product", std::array{proof.U, proof.V, proof.W});
  c.e = transcript.challenge("e");
}

Secrets<Scalar> draw(std::size_t n, Rng& rng) {
  Secrets<Scalar> scalars(n);
  for (Scalar& s : scalars.expose()) s = Scalar::random(rng);
  return scalars;
}

Secrets<Scalar> negated(const Secrets<Scalar>& in) {
  Secrets<Scalar> out(in.size());
  for (std::size_t i = 0; i < in.size(); ++i) out[i] = -in[i];
  return out;
}

Secrets<Scalar> and_then(const Secrets<Scalar>& values, const Secret<Scalar>& last) {
  Secrets<Scalar> out(values.size() + 1);
  for (std::size_t i = 0; i < values.size(); ++i) out[i] = values[i];
  out[values.size()] = last.expose();
  return out;
}

}  // namespace

Bytes ShuffleProof::encode() const {
  Writer writer;
  for (const Point& p : {C, D, E_A, E_B}) writer.raw(p.encode());
  for (const Scalar& s : f) writer.raw(s.encode());
  writer.raw(Z.encode());
  for (const Point& p : {U, V, W}) writer.raw(p.encode());
  for (const Scalar& s : g) writer.raw(s.encode());
  writer.raw(z.encode());
  for (const Scalar& s : h) writer.raw(s.encode());
  writer.raw(z_h.encode());
  return std::move(writer).bytes();
}

Result<ShuffleProof> ShuffleProof::decode(ByteSpan bytes, std::size_t n) {
  if (n < 2 || bytes.size() != ShuffleProof::bytes(n))
    return fail(Fault::not_canonical, "shuffle proof: wrong length");
  Reader reader(bytes);
  const auto point = [&](Point& into) -> Result<> {
    FD_TRY(const auto raw, reader.array<32>());
    FD_TRY(into, Point::decode_nonzero(raw));
    return {};
  };
  const auto scalar = [&](Scalar& into) -> Result<> {
    FD_TRY(const auto raw, reader.array<32>());
    FD_TRY(into, Scalar::decode(raw));
    return {};
  };
  ShuffleProof proof;
  proof.f.resize(n);
  proof.g.resize(n);
  proof.h.resize(n - 1);
  for (Point* p : {&proof.C, &proof.D, &proof.E_A, &proof.E_B}) FD_TRY(point(*p));
  for (Scalar& s : proof.f) FD_TRY(scalar(s));
  FD_TRY(scalar(proof.Z));
  for (Point* p : {&proof.U, &proof.V, &proof.W}) FD_TRY(point(*p));
  for (Scalar& s : proof.g) FD_TRY(scalar(s));
  FD_TRY(scalar(proof.z));
  for (Scalar& s : proof.h) FD_TRY(scalar(s));
  FD_TRY(scalar(proof.z_h));
  return proof;
}

namespace {

ShuffleNonces draw_nonces(std::size_t n, Rng& rng) {
  ShuffleNonces nonces;
  if (n == 1) {
    nonces.rho = Secret(Scalar::random(rng));
    return nonces;
  }
  for (Secret<Scalar>* one : {&nonces.rho, &nonces.rho_d, &nonces.R_d})
    *one = Secret(Scalar::random(rng));
  nonces.d = draw(n, rng);
  nonces.u = draw(n, rng);
  nonces.Delta = Secrets<Scalar>(n);
  nonces.Delta[0] = nonces.u[0];
  for (std::size_t j = 1; j + 1 < n; ++j) nonces.Delta[j] = Scalar::random(rng);
  for (Secret<Scalar>* one : {&nonces.rho_u, &nonces.rho_v, &nonces.rho_w})
    *one = Secret(Scalar::random(rng));
  return nonces;
}

/// Returns v_j = −Δ_j u_{j+1}.
Secrets<Scalar> hidden_steps(const ShuffleNonces& nonces) {
  Secrets<Scalar> v(nonces.u.size() - 1);
  for (std::size_t j = 0; j < v.size(); ++j) v[j] = -(nonces.Delta[j] * nonces.u[j + 1]);
  return v;
}

/// Commits to the permutation, to the d_j, which will hide the t_π(j), and to the nonces of the
/// product argument. None of this depends on the deck. The order is at most n, so C's scalars are
/// known to be small.
ShuffleCommitments commit(const Permutation& permutation, const ShuffleNonces& nonces) {
  const std::size_t n = permutation.size();
  Secrets<Scalar> pi_plus_1(n);
  for (std::size_t j = 0; j < n; ++j) pi_plus_1[j] = number(permutation.order()[j] + 1);
  const Secrets<Scalar> open_C = and_then(pi_plus_1, nonces.rho),
                        open_D = and_then(negated(nonces.d), nonces.rho_d),
                        open_U = and_then(nonces.u, nonces.rho_u),
                        open_V = and_then(hidden_steps(nonces), nonces.rho_v);
  const auto G_H = pedersen_points(n), fewer_G_H = pedersen_points(n - 1);
  const auto points = msms(
      std::array{ScalarProducts{open_C.expose(), G_H, n}, ScalarProducts{open_D.expose(), G_H},
                 ScalarProducts{open_U.expose(), G_H}, ScalarProducts{open_V.expose(), fewer_G_H}});
  return {points[0], points[1], points[2], points[3]};
}

ShuffleProof prove(const ShuffleStatement& statement, const ShuffleWitness& witness,
                   const ShuffleNonces& nonces, const ShuffleCommitments& commitments,
                   ByteSpan context) {
  const auto& [X, in, out] = statement;
  const std::size_t n = in.size();
  CHECK(n >= 2 && out.size() == n && witness.masks.size() == n);
  Transcript transcript = begin(statement, context);
  ShuffleProof proof;
  proof.C = commitments.C, proof.D = commitments.D;
  proof.U = commitments.U, proof.V = commitments.V;
  Challenges c;

  const Secrets<Scalar> masked = and_then(negated(nonces.d), nonces.R_d);
  const auto A_G = column(out, &MaskedCard::A, Point::base()), B_X = column(out, &MaskedCard::B, X);
  const auto E =
      msms(std::array{ScalarProducts{masked.expose(), A_G}, ScalarProducts{masked.expose(), B_X}});
  proof.E_A = E[0], proof.E_B = E[1];
  c.t = draw_t(transcript, proof, n);

  // f_j = t_π(j) + d_j,  Z = Σ t_π(j) r_j + R_d
  const Secrets<Scalar> t_pi = witness.permutation.apply(c.t);
  proof.Z = nonces.R_d.expose();
  for (std::size_t j = 0; j < n; ++j) {
    proof.f.push_back(t_pi[j] + nonces.d[j]);
    proof.Z = proof.Z + Secret(t_pi[j] * witness.masks[j]).expose();
  }
  draw_lambda_x(transcript, proof, c);

  // Neff's product argument shows that the f_j are the t_i in some order, hidden by the d_j:
  // Π (m_π(j) − x) = Π (m_i − x).
  Secrets<Scalar> m_pi(n);
  for (std::size_t j = 0; j < n; ++j)
    m_pi[j] = Secret(c.lambda * number(witness.permutation.order()[j] + 1)).expose() + t_pi[j];
  const Secrets<Scalar> v = hidden_steps(nonces);
  Secrets<Scalar> w(n - 1);
  Secret a(number(1));  // a_j = Π_{k≤j} (m_π(k) − x)
  for (std::size_t j = 0; j + 1 < n; ++j) {
    a = Secret(a.expose() * Secret(m_pi[j] - c.x).expose());
    const Secret next(m_pi[j + 1] - c.x), step(next.expose() * nonces.Delta[j]),
        hidden(a.expose() * nonces.u[j + 1]), sum(step.expose() + hidden.expose());
    w[j] = nonces.Delta[j + 1] - sum.expose();
  }
  const Secrets<Scalar> open_W = and_then(w, nonces.rho_w);
  proof.W = msm(open_W.expose(), pedersen_points(n - 1));
  draw_e(transcript, proof, c);

  for (std::size_t j = 0; j < n; ++j)
    proof.g.push_back(Secret(c.e * m_pi[j]).expose() + nonces.u[j]);
  const Secret lambda_rho(c.lambda * nonces.rho.expose()),
      opened(lambda_rho.expose() + nonces.rho_d.expose());
  proof.z = Secret(c.e * opened.expose()).expose() + nonces.rho_u.expose();
  for (std::size_t j = 0; j + 1 < n; ++j) proof.h.push_back(Secret(c.e * w[j]).expose() + v[j]);
  proof.z_h = Secret(c.e * nonces.rho_w.expose()).expose() + nonces.rho_v.expose();
  return proof;
}

}  // namespace

ShuffleProof prove_shuffle(const ShuffleStatement& statement, const ShuffleWitness& witness,
                           ByteSpan context, Rng& rng) {
  const ShuffleNonces nonces = draw_nonces(statement.in.size(), rng);
  return prove(statement, witness, nonces, commit(witness.permutation, nonces), context);
}

PreparedShuffle prepare_shuffle(std::size_t n, const Point& X, Rng& rng) {
  PreparedShuffle prepared{draw_shuffle(n, rng), {}, draw_nonces(n, rng), {}};
  prepared.masks = prepare_masks(X, prepared.witness);
  if (n == 1) return prepared;
  prepared.commitments = commit(prepared.witness.permutation, prepared.nonces);
  return prepared;
}

ProvedShuffle shuffle_and_prove(PreparedShuffle prepared, const Point& X, const Deck& deck,
                                ByteSpan context) {
  ProvedShuffle shuffled{shuffle(deck, prepared.masks, prepared.witness), {}};
  keep_encodings(shuffled.deck);  // the proof hashes them, and they are sent
  shuffled.proof = prove({X, deck, shuffled.deck}, prepared.witness, prepared.nonces,
                         prepared.commitments, context);
  return shuffled;
}

namespace {

/// Verifies equation (3) of docs/cards.md, section 7:
/// F_{n−1} = e Π (m_i − x), where F_0 = g_0 − e x and e F_{j+1} = F_j (g_{j+1} − e x) + h_j.
/// Requires e ≠ 0.
bool product_agrees(const ShuffleProof& proof, const Challenges& c) {
  const Scalar ex = c.e * c.x;
  const Scalar e_inverse = c.e.inverse();
  Scalar F = proof.g[0] - ex;
  for (std::size_t j = 0; j < proof.h.size(); ++j)
    F = (F * (proof.g[j + 1] - ex) + proof.h[j]) * e_inverse;
  Scalar product = c.e;
  for (const Scalar& m : c.m) product = product * (m - c.x);
  return F == product;
}

Equations group_equations(const ShuffleStatement& statement, const ShuffleProof& proof,
                          const Challenges& c) {
  const auto& [X, in, out] = statement;
  const std::size_t n = in.size();
  const Scalar one = number(1);
  Equations equations("shuffle: the decks do not match the commitments");

  // (1), (2), (4) and (5) of docs/cards.md, section 7, with everything on one side.
  equations.begin();  // e(λC + D + Σ f_j G_j) + U − Σ g_j G_j − z H = O
  equations.add(c.e * c.lambda, proof.C);
  equations.add(c.e, proof.D);
  equations.add(one, proof.U);
  for (std::size_t j = 0; j < n; ++j) equations.add_g(j, c.e * proof.f[j] - proof.g[j]);
  equations.add_h(-proof.z);

  equations.begin();  // e W + V − Σ h_j G_j − z_h H = O
  equations.add(c.e, proof.W);
  equations.add(one, proof.V);
  for (std::size_t j = 0; j + 1 < n; ++j) equations.add_g(j, -proof.h[j]);
  equations.add_h(-proof.z_h);

  equations.begin();  // Σ f_j A'_j + E_A − Σ t_i A_i − Z G = O
  equations.add(one, proof.E_A);
  for (std::size_t j = 0; j < n; ++j) equations.add(proof.f[j], out[j].A);
  for (std::size_t i = 0; i < n; ++i) equations.add(-c.t[i], in[i].A);
  equations.add_base(-proof.Z);

  equations.begin();  // Σ f_j B'_j + E_B − Σ t_i B_i − Z X = O
  equations.add(one, proof.E_B);
  for (std::size_t j = 0; j < n; ++j) equations.add(proof.f[j], out[j].B);
  for (std::size_t i = 0; i < n; ++i) equations.add(-c.t[i], in[i].B);
  equations.add(-proof.Z, X);
  return equations;
}

}  // namespace

Result<Equations> shuffle_equations(const ShuffleStatement& statement, const ShuffleProof& proof,
                                    ByteSpan context) {
  const std::size_t n = statement.in.size();
  if (n < 2 || n > kGeneratorsMax || statement.out.size() != n || proof.f.size() != n ||
      proof.g.size() != n || proof.h.size() != n - 1)
    return fail(Fault::bad_proof, "shuffle: not the same number of cards");
  if (some_card_not_masked(statement.in, statement.out))
    return fail(Fault::bad_proof, "shuffle: a card was passed on as it was");

  Transcript transcript = begin(statement, context);
  Challenges c;
  c.t = draw_t(transcript, proof, n);
  draw_lambda_x(transcript, proof, c);
  draw_e(transcript, proof, c);
  if (c.e.is_zero() || !product_agrees(proof, c))
    return fail(Fault::bad_proof, "shuffle: the product argument");
  return group_equations(statement, proof, c);
}

}  // namespace fairdeal::crypto
