// Shows that time does not depend on secrets, by valgrind's memcheck: bytes that are secret are
// declared undefined, and memcheck reports every branch and every address that depends on them, at
// whatever distance. (Langley, ctgrind, 2010.) ctest runs it under valgrind; `leak` shows that the
// method sees one. Eight lanes (crypto/eight.h) are out of its reach: valgrind has no AVX-512.
#include <cstdio>
#include <cstring>
#include <string_view>

#include <valgrind/memcheck.h>

#include "base/seeded_rng.h"
#include "crypto/dleq.h"
#include "crypto/msm.h"
#include "crypto/pedersen.h"
#include "crypto/schnorr.h"
#include "crypto/seal.h"
#include "crypto/shuffle_proof.h"
#include "crypto/vss.h"

namespace fairdeal::crypto {
namespace {

template <class T>
void hide(const T& value) {
  VALGRIND_MAKE_MEM_UNDEFINED(&value, sizeof value);
}
template <class T>
void hide(const Secrets<T>& values) {
  VALGRIND_MAKE_MEM_UNDEFINED(values.reveal().data(), values.size() * sizeof(T));
}
/// What is sent is no secret any more.
template <class T>
T sent(T value) {
  VALGRIND_MAKE_MEM_DEFINED(&value, sizeof value);
  return value;
}

/// Whatever comes from it is secret.
class SecretRng final : public Rng {
 public:
  void fill(std::span<std::byte> out) override {
    inner_.fill(out);
    VALGRIND_MAKE_MEM_UNDEFINED(out.data(), out.size());
  }

 private:
  SeededRng inner_{1};
};

struct Table {
  Table() : x(Scalar::random(open)), X(mul_base(x.reveal())) {
    std::vector<Face> faces;
    for (std::uint32_t k = 0; k < 5; ++k) faces.push_back(Face(k));
    in = shuffle(open_deck(faces), X, draw_shuffle(faces.size(), open));
    keep_encodings(std::span(&X, 1));
    hide(x);
  }
  SeededRng open{2};
  SecretRng secret;
  Secret<Scalar> x;
  Point X;
  Deck in;
};

void scalars(Table& table) {
  const Scalar a = Scalar::random(table.secret), b = table.x.reveal();
  const Scalar c = (a + b) * (a - b) * -a;
  (void)sent(c == a);
  (void)sent(c.encode());
}

void points(Table& table) {
  const Scalar& x = table.x.reveal();
  const Point P = x * table.in[0].A + mul_base(x) - table.in[1].B;
  (void)sent(P.encode());
  (void)sent(P == table.X);
  const Secrets<Scalar> several(6);
  hide(several);
  const std::vector<Point> six(6, table.X);
  (void)sent(msm(several.reveal(), six).encode());
  for (const Point& base : {Point::base(), table.X})
    (void)sent(multiples(several.reveal(), base)[5].encode());
  (void)sent(pedersen(several.reveal(), x).encode());
  (void)sent(-P);
}

void proofs(Table& table) {
  (void)sent(prove_key(table.x, {}, table.secret));
  std::vector<Point> A, D;
  for (const MaskedCard& card : table.in) {
    A.push_back(card.A);
    D.push_back(sent(unlock_share(table.x.reveal(), card)));
  }
  (void)sent(prove_dleq({table.X, A, D}, table.x, {}, table.secret));
}

void shuffles(Table& table) {
  const ShuffleWitness witness = draw_shuffle(table.in.size(), table.open);
  hide(witness.permutation.order());
  hide(witness.masks);
  Deck out = shuffle(table.in, table.X, witness);
  for (MaskedCard& card : out) card = sent(card);
  const ShuffleProof proof = prove_shuffle({table.X, table.in, out}, witness, {}, table.secret);
  VALGRIND_MAKE_MEM_DEFINED(&proof.Z, sizeof proof.Z);
  std::printf("%d", static_cast<int>(proof.Z.encode()[0]));
}

void shares(Table& table) {
  const Dealing dealing = deal_shares(table.x, 3, 5, table.secret);
  (void)sent(dealing.commitments.back().encode());
}

/// What must not be: a branch on a secret.
void leak(Table& table) {
  if (table.x.reveal().is_zero()) std::puts("zero");
}

}  // namespace
}  // namespace fairdeal::crypto

int main(int argc, char** argv) {
  using namespace fairdeal::crypto;
  if (RUNNING_ON_VALGRIND == 0) return 2;
  Table table;
  if (argc > 1 && std::string_view(argv[1]) == "leak") {
    leak(table);
    return 0;
  }
  scalars(table);
  points(table);
  proofs(table);
  shuffles(table);
  shares(table);
}
