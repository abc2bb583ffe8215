#include "crypto/schnorr.h"

#include <algorithm>

namespace fairdeal::crypto {
namespace {

/// X is hashed too: if only R were, whoever chooses R and s first could solve for an X that fits
/// the challenge, without knowing its logarithm (Bernhard, Pereira, Warinschi, "How Not to Prove
/// Yourself", ASIACRYPT 2012).
Scalar challenge(const Point& X, const Point& R, ByteSpan context) {
  Transcript transcript("key", context);
  transcript.append("X", std::array{X});
  transcript.append("R", std::array{R});
  return transcript.challenge("c");
}

}  // namespace

ByteArray<KeyProof::kBytes> KeyProof::encode() const {
  ByteArray<kBytes> out;
  std::ranges::copy(R.encode(), out.begin());
  std::ranges::copy(s.encode(), out.begin() + 32);
  return out;
}

Result<KeyProof> KeyProof::decode(std::span<const std::byte, kBytes> bytes) {
  FD_TRY(const Point R, Point::decode_nonzero(bytes.subspan<0, 32>()));
  FD_TRY(const Scalar s, Scalar::decode(bytes.subspan<32, 32>()));
  return KeyProof{R, s};
}

KeyProof prove_key(const Secret<Scalar>& x, ByteSpan context, Rng& rng) {
  const Secret r(Scalar::random(rng));
  const Point R = mul_base(r.expose());
  const Scalar c = challenge(mul_base(x.expose()), R, context);
  const Secret cx(c * x.expose());
  return {.R = R, .s = r.expose() + cx.expose()};
}

Result<Equations> key_equations(const Point& X, const KeyProof& proof, ByteSpan context) {
  if (X.is_identity()) return fail(Fault::bad_proof, "masking key: the identity is no key");
  const Scalar c = challenge(X, proof.R, context);
  Equations equations("masking key: proof of possession");
  equations.begin();  // s·G − R − c·X = O
  equations.add_base(proof.s);
  equations.add(-Scalar::from_u64(1), proof.R);
  equations.add(-c, X);
  return equations;
}

Result<Point> joint_key(std::span<const Point> keys) {
  Point X;
  for (const Point& key : keys) X = X + key;
  if (X.is_identity()) return fail(Fault::bad_proof, "joint key: the keys cancel out");
  keep_encodings(std::span(&X, 1));  // every proof about the deck hashes it
  return X;
}

}  // namespace fairdeal::crypto
