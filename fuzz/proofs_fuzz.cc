// Fuzzes the decoding of proofs, cards and encrypted shares: what is accepted is encoded again as
// it was. A proof that decodes is verified too, which must end with a verdict and nothing worse.
#include "base/check.h"
#include "base/seeded_rng.h"
#include "crypto/dleq.h"
#include "crypto/encrypt.h"
#include "crypto/schnorr.h"
#include "crypto/shuffle_proof.h"
#include "fuzz/target.h"

namespace fairdeal::crypto {
namespace {

template <class T>
std::optional<T> check(ByteSpan input) {
  if (input.size() < T::kBytes) return std::nullopt;
  const auto bytes = input.first<T::kBytes>();
  const auto value = T::decode(bytes);
  if (!value) return std::nullopt;
  CHECK(equal(value->encode(), bytes));
  return *value;
}

}  // namespace
}  // namespace fairdeal::crypto

void fairdeal::fuzz(ByteSpan input) {
  using namespace crypto;
  SeededRng rng(1);
  if (const auto proof = check<KeyProof>(input))
    (void)check(key_equations(Point::base(), *proof, {}), rng);
  if (const auto proof = check<DleqProof>(input))
    (void)check(
        dleq_equations({Point::base(), {&Point::base(), 1}, {&Point::base(), 1}}, *proof, {}), rng);
  (void)check<EncryptedScalar>(input);
  (void)check<MaskedCard>(input);
  const auto deck =
      MaskedCard::decode_all(input.first(input.size() - input.size() % MaskedCard::kBytes));
  for (std::size_t n = 0; n < 6; ++n) {
    const auto proof = ShuffleProof::decode(input, n);
    if (!proof) continue;
    CHECK(equal(proof->encode(), input));
    Deck in(n, {Point::base(), Point::base()}), out(n, {card_point(Face(1)), Point::base()});
    (void)check(shuffle_equations({Point::base(), in, out}, *proof, {}), rng);
  }
  if (!deck) return;
  for (std::size_t i = 0; i < deck->size(); ++i)
    CHECK(equal((*deck)[i].encode(), input.subspan(MaskedCard::kBytes * i, MaskedCard::kBytes)));
}
