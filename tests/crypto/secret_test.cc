#include "crypto/secret.h"

#include <cstring>
#include <new>
#include <ostream>

#include <gtest/gtest.h>

#include "base/encode.h"
#include "crypto/hedged_rng.h"
#include "crypto/shuffle.h"
#include "crypto/sign.h"
#include "crypto/vss.h"

namespace fairdeal::crypto {
namespace {

using Value = ByteArray<48>;
constexpr std::byte kMark{0xa5};

Value marked() {
  Value value;
  value.fill(kMark);
  return value;
}

/// Room for one T whose bytes can be read after the T is gone.
template <class T>
struct Storage {
  alignas(T) std::byte bytes[sizeof(T)] = {};
  std::size_t marks() const {
    std::size_t found = 0;
    for (const std::byte byte : bytes)
      found += *const_cast<const volatile std::byte*>(&byte) == kMark;
    return found;
  }
};

TEST(Secret, ItsStorageIsWipedWhenItDies) {
  Storage<Secret<Value>> storage;
  auto* secret = new (storage.bytes) Secret<Value>(marked());
  ASSERT_EQ(storage.marks(), sizeof(Value));
  secret->~Secret();
  EXPECT_EQ(storage.marks(), 0u);
}

TEST(Secret, ItsStorageIsWipedWhenItMovesAway) {
  Storage<Secret<Value>> storage;
  auto* secret = new (storage.bytes) Secret<Value>(marked());
  const Secret<Value> moved(std::move(*secret));
  EXPECT_EQ(storage.marks(), 0u);
  EXPECT_EQ(moved.expose(), marked());

  *secret = Secret<Value>(marked());
  ASSERT_EQ(storage.marks(), sizeof(Value));
  Secret<Value> assigned;
  assigned = std::move(*secret);
  EXPECT_EQ(storage.marks(), 0u);
  EXPECT_EQ(assigned.expose(), marked());
}

TEST(Secret, ATemporaryItIsMadeOfIsWiped) {
  Value source = marked();
  const Secret secret(std::move(source));
  EXPECT_EQ(source, Value{});
  EXPECT_EQ(secret.expose(), marked());
}

TEST(Secret, MovingItOntoItselfKeepsIt) {
  Secret<Value> secret(marked());
  auto& same = secret;
  secret = std::move(same);
  EXPECT_EQ(secret.expose(), marked());
}

TEST(Secret, ACloneIsAnotherAndEqual) {
  const Secret<Value> secret(marked());
  const Secret<Value> clone = secret.clone();
  EXPECT_NE(&clone.expose(), &secret.expose());
  EXPECT_EQ(clone.expose(), secret.expose());
}

/// The heap's memory, seen from outside: what operator delete[] gets must be wiped already.
struct Watched {
  static inline std::size_t marks_when_freed = 0;
  static void operator delete[](void* memory, std::size_t size) {
    const auto* bytes = static_cast<const volatile std::byte*>(memory);
    for (std::size_t i = 0; i < size; ++i) marks_when_freed += bytes[i] == kMark;
    ::operator delete[](memory);
  }
  static void* operator new[](std::size_t size) { return ::operator new[](size); }
  std::byte byte{};
};

TEST(Secrets, TheListIsWipedBeforeItsMemoryIsFreed) {
  Watched::marks_when_freed = 0;
  {
    Secrets<Watched> list(100), other(100);
    for (auto& element : list.expose()) element.byte = kMark;
    for (auto& element : other.expose()) element.byte = kMark;
    other = std::move(list);  // frees other's first hundred
    EXPECT_EQ(list.size(), 0u);
    EXPECT_EQ(other[99].byte, kMark);
  }
  EXPECT_EQ(Watched::marks_when_freed, 0u);
}

template <class T>
concept Copyable = std::is_copy_constructible_v<T> || std::is_copy_assignable_v<T>;
template <class T>
concept Comparable = requires(const T& a, const T& b) {
  a == b;
}
|| requires(const T& a, const T& b) { a < b; };
template <class T>
concept Printable = requires(std::ostream& out, const T& value) {
  out << value;
};
template <class T>
concept Serializable = requires(const T& value) {
  value.encode();
}
|| std::is_convertible_v<T, ByteSpan> || std::is_convertible_v<T, Bytes>;
template <class T>
concept Guarded = !Copyable<T> && !Comparable<T> && !Printable<T> && !Serializable<T>;

TEST(Attacks, A19_WhatHoldsASecretIsNotCopiedComparedPrintedOrMadeBytes) {
  static_assert(Guarded<Secret<Scalar>> && Guarded<Secret<Point>> && Guarded<Secret<Value>>);
  static_assert(Guarded<Secrets<Scalar>> && Guarded<Permutation> && Guarded<ShuffleWitness>);
  static_assert(Guarded<SigningKey> && Guarded<Dealing> && Guarded<HedgedRng>);
  static_assert(!std::is_convertible_v<Secret<Scalar>, Scalar>);
  static_assert(std::is_nothrow_move_constructible_v<Secret<Scalar>>);
  static_assert(!std::is_move_constructible_v<HedgedRng>);
  static_assert(!Guarded<Scalar> && !Guarded<Point>, "the words above do tell them apart");
}

}  // namespace
}  // namespace fairdeal::crypto
