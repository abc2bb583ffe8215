// Secrets in memory: no block of the heap still holds a secret when it is freed. This program's own
// operator delete looks into each.
#include <cstdlib>
#include <filesystem>
#include <malloc.h>
#include <new>
#include <string_view>

#include "crypto/coin.h"
#include "crypto/commit.h"
#include "crypto/curve/msm.h"
#include "crypto/encrypt.h"
#include "crypto/place.h"
#include "crypto/shuffle_proof.h"
#include "crypto/vss.h"
#include "runtime/state/private_view.h"
#include "tests/runtime/match.h"
#include "ui/home/contact_list.h"
#include "ui/home/identity.h"

namespace {

/// The bytes to look for; found: how many blocks had them.
std::string_view needle;
std::size_t found = 0;

void look_and_free(void* block) {
  if (block != nullptr && !needle.empty()) {
    const std::string_view bytes(static_cast<const char*>(block), malloc_usable_size(block));
    found += bytes.find(needle) != std::string_view::npos ? 1 : 0;
  }
  std::free(block);
}

}  // namespace

void* operator new(std::size_t size) {
  void* block = std::calloc(1, size);  // zeroed: what is found was written into this very block
  if (block == nullptr) throw std::bad_alloc();
  return block;
}
void operator delete(void* block) noexcept { look_and_free(block); }
void operator delete(void* block, std::size_t) noexcept { look_and_free(block); }

namespace fairdeal {
namespace {

/// How many freed blocks had `secret` in them, of those that `act` and its result left.
template <class Act>
std::size_t left_behind(ByteSpan secret, Act act) {
  found = 0;
  needle = as_text(secret);
  act();
  needle = {};
  return found;
}

/// As it lies in memory: enough of it to tell it from all else.
template <class T>
Bytes start_of(const T& value) {
  return to_bytes(std::as_bytes(std::span(&value, 1)).first(32));
}

TEST(Wiped, TheMethodSeesWhatIsLeft) {
  const Bytes secret = to_bytes("a secret of some length");
  EXPECT_EQ(left_behind(secret, [&] { Bytes copy = secret; }), 1u);
  EXPECT_EQ(left_behind(secret,
                        [&] {
                          Bytes copy = secret;
                          crypto::wipe(copy);
                        }),
            0u);
}

TEST(Wiped, SharedRandomness) {
  SeededRng rng(1);
  ByteArray<64> value;
  rng.fill(value);
  EXPECT_EQ(left_behind(value, [&] { std::make_unique<crypto::SharedRng>(value)->u64(); }), 0u);
  ByteArray<64> block;
  crypto::SharedRng(value).fill(block);
  EXPECT_EQ(left_behind(block, [&] { std::make_unique<crypto::SharedRng>(value)->u64(); }), 0u);
}

TEST(Wiped, KeysOnTheirWayToTheStore) {
  SeededRng rng(1);
  const sim::World world({.game = "kuhn", .seed = 2});
  state::PrivateView view(Seat(0), rng);
  const auto number = view.draw_keys(world.node(Seat(0)).table(), rng).value();
  const Bytes keys = view.keys_to_store(number);
  for (const std::size_t at : {0U, 32U})
    EXPECT_EQ(left_behind(ByteSpan(keys).subspan(at, 32),
                          [&] {
                            node::Effects effects, pending;
                            effects.store.emplace_back(state::Put::Space::secret, "keys",
                                                       view.keys_to_store(number));
                            std::ranges::move(effects.store, std::back_inserter(pending.store));
                            auto due = std::exchange(pending, {});
                            due.store.front() = state::Put(due.store.front());
                          }),
              0u)
        << at;
}

TEST(Wiped, TheOrderAndTheMasksOfAShuffle) {
  constexpr std::size_t kCards = 52;
  SeededRng keys(1);
  const crypto::Point X = crypto::mul_base(crypto::Scalar::random_nonzero(keys));
  std::vector<Face> faces;
  for (std::uint32_t i = 0; i < kCards; ++i) faces.emplace_back(i);
  const crypto::Deck deck = crypto::plain_deck(faces);
  const Bytes context = to_bytes("context");
  const auto shuffle = [&] {
    SeededRng rng(2);
    auto prepared =
        std::make_shared<crypto::PreparedShuffle>(crypto::prepare_shuffle(kCards, X, rng));
    return crypto::shuffle_and_prove(std::move(*prepared), X, deck, context);
  };
  SeededRng rng(2);
  const auto known = crypto::prepare_shuffle(kCards, X, rng);
  const auto order = std::as_bytes(known.witness.permutation.order().expose());
  EXPECT_EQ(left_behind(order, [&] { shuffle(); }), 0u) << "the order";
  for (const std::size_t j : {0U, 17U, 51U})
    for (const Bytes& secret :
         {start_of(known.witness.masks[j]), to_bytes(known.witness.masks[j].encode()),
          start_of(known.masks[j].A), start_of(known.masks[j].B), start_of(known.nonces.d[j]),
          start_of(known.nonces.u[j])})
      EXPECT_EQ(left_behind(secret, [&] { shuffle(); }), 0u) << "card " << j;
}

TEST(Wiped, TheFacesMasksAndNoncesOfPlacedCards) {
  constexpr std::uint32_t kCards = 8, kFaces = 20;
  SeededRng keys(1);
  const crypto::Point X = crypto::mul_base(crypto::Scalar::random_nonzero(keys));
  std::vector<crypto::Claim::Choice> choices(kCards);
  for (std::uint32_t j = 0; j < kCards; ++j)
    for (std::uint32_t k = 0; k < kFaces; ++k) choices[j].push_back({{j, Face(k + j)}});
  const auto claim = *crypto::Claim::of(crypto::Claim::Grounds(kCards), std::move(choices));
  const auto chosen = [&] {
    crypto::Secrets<std::uint32_t> faces(kCards);
    for (std::uint32_t j = 0; j < kCards; ++j) faces[j] = j * 7 % kFaces + j;
    return faces;
  };
  const auto place = [&] {
    SeededRng rng(2);
    const auto faces = chosen();
    const auto placed = crypto::place_cards(claim, X, faces, rng);
    return crypto::prove_place({claim, X, placed.cards}, *claim.indices(faces), placed.masks, {},
                               rng);
  };
  const auto faces = chosen();
  const auto indices = *claim.indices(faces);
  SeededRng rng(2);
  const auto placed = crypto::place_cards(claim, X, faces, rng);
  const auto begun = crypto::begin_pick(*claim.indices(faces), claim.bits(), rng);
  // The a of bit 0 of the last index, 9; where a bit is zero, its a is its f, which is sent.
  const std::size_t of_a_bit = (kCards - 1) * claim.bits();
  const std::pair<const char*, Bytes> secrets[] = {
      {"the faces", to_bytes(std::as_bytes(faces.expose()))},
      {"the indices", to_bytes(std::as_bytes(indices.expose()))},
      {"the first mask", start_of(placed.masks[0])},
      {"the last mask", start_of(placed.masks[kCards - 1])},
      {"an a", start_of(begun.a[of_a_bit])},
      {"a blinding scalar", start_of(begun.r[0])},
      {"that of a sum", start_of(begun.rho[0])}};
  for (const auto& [name, secret] : secrets)
    EXPECT_EQ(left_behind(secret, [&] { place(); }), 0u) << name;
}

/// The same computed twice is the same in memory: the way there hangs on the scalars.
TEST(Wiped, ProductsAndSumsOfSecrets) {
  SeededRng rng(1);
  for (const std::size_t n : {1u, 3u, 4u, 40u, 600u}) {
    std::vector<crypto::Scalar> scalars;
    std::vector<crypto::Point> points;
    for (std::size_t i = 0; i < n; ++i) {
      scalars.push_back(crypto::Scalar::random(rng));
      points.push_back(crypto::mul_base(crypto::Scalar::random(rng)));
    }
    const crypto::ScalarProducts terms{scalars, points};
    const Bytes sum = start_of(crypto::msm(scalars, points));
    EXPECT_EQ(left_behind(sum, [&] { crypto::msm(scalars, points); }), 0u) << n;
    const auto two = crypto::msms(std::array{terms, terms});
    for (const std::size_t s : {0U, 1U})
      EXPECT_EQ(left_behind(start_of(two[s]),
                            [&] {
                              crypto::msms(std::array{terms, terms});
                            }),
                0u)
          << n << ", sum " << s;
  }
}

TEST(Wiped, TheShareOfAKeyAndWhatEncryptsIt) {
  SeededRng rng(1);
  const crypto::Secret x(crypto::Scalar::random(rng)), y(crypto::Scalar::random(rng));
  const crypto::Point Y = crypto::mul_base(y.expose());
  const auto deal = [&] {
    SeededRng draws(2);
    const auto dealing = crypto::deal_shares(x, 3, 5, draws);
    return crypto::encrypt(crypto::Secret(dealing.shares[1]), Y, {}, draws);
  };
  const auto encrypted = deal();
  const crypto::Secret K(y.expose() * encrypted.E);
  const auto share = crypto::decrypt(encrypted, Y, K, {});
  ASSERT_TRUE(share);
  for (const Bytes& secret : {start_of(x.expose()), start_of(share->expose()), start_of(K.expose()),
                              to_bytes(K.expose().encode())}) {
    EXPECT_EQ(left_behind(secret, deal), 0u);
    EXPECT_EQ(left_behind(secret,
                          [&] {
                            const crypto::Secret shared(y.expose() * encrypted.E);
                            EXPECT_TRUE(crypto::decrypt(encrypted, Y, shared, {}));
                          }),
              0u);
  }
}

TEST(Wiped, WhatIsCommittedToAndWhatACoinIsMadeOf) {
  SeededRng rng(1);
  ByteArray<32> value;
  crypto::Salt salt;
  rng.fill(value);
  rng.fill(salt);
  const Bytes context = to_bytes("a context that is longer than what is hashed after it");
  for (const ByteSpan secret : {ByteSpan(value), ByteSpan(salt)})
    EXPECT_EQ(left_behind(secret, [&] { crypto::commit(context, value, salt); }), 0u);
  const crypto::Point sum = crypto::mul_base(crypto::Scalar::random(rng));
  for (const Bytes& secret : {start_of(sum), to_bytes(sum.encode())})
    EXPECT_EQ(left_behind(secret, [&] { crypto::coin_value(context, sum); }), 0u);
}

TEST(Wiped, TheShareThatOpensACardToItsOwner) {
  constexpr Seat kMe(0);
  sim::World world({.game = "kuhn", .seed = 2});
  while (world.node(kMe).known().faces.empty()) ASSERT_TRUE(world.step());
  const auto& table = world.node(kMe).table();
  auto view = sim::view_of(world, kMe);
  const auto x = sim::keys_of(world, kMe, *table.state().deal)->first;
  for (const auto& [slot, card] : table.state().cards)
    if (card.dealt_to == kMe) {
      const crypto::Point share = x * card.masked.A;
      EXPECT_EQ(left_behind(start_of(share), [&] { EXPECT_TRUE(view.learn(table)); }), 0u);
      EXPECT_FALSE(view.known().faces.empty());
    }
}

/// As its own process does: drawn, used in every way, stored, and forgotten with the deal.
TEST(Wiped, TheKeysOfADealThatIsOver) {
  constexpr Seat kMe(0);
  for (const int which : {0, 1, 2, 3}) {
    sim::World world({.game = "holdem", .params = R"({"hands":2})", .seats = 4, .seed = 2});
    ASSERT_TRUE(sim::run_to<state::stages::Moving>(world, kMe));
    const state::Deal deal = *world.node(kMe).table().state().deal;
    const auto [x, y] = *sim::keys_of(world, kMe, deal);
    const Bytes secret = which == 0   ? start_of(x)
                         : which == 1 ? start_of(y)
                         : which == 2 ? to_bytes(x.encode())
                                      : to_bytes(y.encode());
    EXPECT_EQ(left_behind(secret,
                          [&] {
                            while (!world.node(kMe).finished()) ASSERT_TRUE(world.step());
                          }),
              0u)
        << which;
  }
}

TEST(Wiped, TheSecretsOfContactsThatAreWrittenAndRead) {
  SeededRng rng(1);
  ByteArray<32> secret;
  rng.fill(secret);
  home::ContactList list;
  for (const char* name : {"Ann", "Bob", "Cat"}) {
    home::KeptContact contact{.name = name, .secret = meet::PairSecret(secret)};
    rng.fill(contact.key.bytes);
    ASSERT_TRUE(list.keep(std::move(contact)));
  }
  const Bytes hex = to_bytes(to_hex(secret));
  for (const ByteSpan trace : {ByteSpan(secret), ByteSpan(hex)}) {
    EXPECT_EQ(left_behind(trace,
                          [&] {
                            // As ContactsFile does.
                            std::string text = list.text();
                            auto read = home::ContactList::parse(text, "contacts.toml");
                            crypto::wipe(std::as_writable_bytes(std::span(text)));
                            ASSERT_TRUE(read);
                            EXPECT_EQ(read->for_session({})->size(), 3u);
                          }),
              0u);
  }
}

TEST(Wiped, AnIdentityThatIsWrittenAndRead) {
  SeededRng rng(1);
  const home::Identity identity{crypto::SigningKey::generate(rng), "Ann"};
  const auto path =
      std::filesystem::temp_directory_path() / ("wiped-" + identity.key.public_key().hex());
  const crypto::Secret seed = identity.key.seed();
  const Bytes hex = to_bytes(to_hex(seed.expose()));
  for (const ByteSpan secret : {ByteSpan(seed.expose()), ByteSpan(hex)}) {
    std::filesystem::remove(path);
    EXPECT_EQ(left_behind(secret, [&] { EXPECT_TRUE(home::save_identity(identity, path)); }), 0u);
    EXPECT_EQ(left_behind(secret, [&] { EXPECT_TRUE(home::load_identity(path)); }), 0u);
  }
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace fairdeal
