#pragma once

#include <algorithm>

#include "base/encode.h"
#include "base/hex.h"
#include "crypto/batch.h"
#include "crypto/deck.h"
#include "crypto/hash.h"
#include "crypto/shuffle.h"
#include "crypto/system_rng.h"
#include "rules/json_full.h"
#include "tools/known_answers.h"

/// Reads files of known answers and compares, for known_answers.cc and known_answers_decks.cc.
namespace fairdeal::tools {

using namespace crypto;
using Json = nlohmann::json;

/// Thrown for a value in the file that has not the form that its place needs.
struct Malformed {
  std::string what;
};

/// The random number generator of the files: the k-th scalar is SHA-512(seed ‖ u64(k)) mod ℓ.
class VectorRng final : public Rng {
 public:
  explicit VectorRng(Bytes seed) : seed_(std::move(seed)) {}
  void fill(std::span<std::byte> out) override {
    const auto block = sha512({seed_, Writer().u64(next_++).bytes()});
    std::copy_n(block.begin(), out.size(), out.begin());
  }

 private:
  Bytes seed_;
  std::uint64_t next_ = 0;
};

inline Bytes hex(const Json& value) {
  auto bytes = from_hex(value.get_ref<const std::string&>());
  if (!bytes) throw Malformed{"not hex: " + value.dump().substr(0, 80)};
  return *std::move(bytes);
}

template <std::size_t N>
ByteArray<N> hex(const Json& value) {
  const Bytes bytes = hex(value);
  if (bytes.size() != N) throw Malformed{"not " + std::to_string(N) + " bytes: " + value.dump()};
  ByteArray<N> out;
  std::ranges::copy(bytes, out.begin());
  return out;
}

template <class T>
T valid(Result<T> result) {
  if (!result) throw Malformed{describe(result.error())};
  return *std::move(result);
}

inline Scalar scalar(const Json& value) { return valid(Scalar::decode(hex<32>(value))); }
inline Point point(const Json& value) { return valid(Point::decode(hex<32>(value))); }

template <class F>
auto each(const Json& list, F&& decode) {
  std::vector<decltype(decode(list))> values;
  for (const Json& value : list) values.push_back(decode(value));
  return values;
}

inline Permutation permutation(const Json& value) {
  const auto order = value.get<std::vector<std::uint32_t>>();
  std::vector<std::uint32_t> sorted = order;
  std::ranges::sort(sorted);
  for (std::uint32_t i = 0; i < sorted.size(); ++i)
    if (sorted[i] != i) throw Malformed{"not a permutation: " + value.dump()};
  return Permutation::of(order);
}

class Checker {
 public:
  void equal(const std::string& path, const Json& expected, ByteSpan got) {
    same(path, to_hex(hex(expected)), to_hex(got));
  }
  void same(const std::string& path, const std::string& expected, const std::string& got) {
    ++answers.checked;
    if (expected != got)
      answers.differences.push_back(path + ": expected " + expected + ", got " + got);
  }
  void holds(const std::string& path, const Result<>& verdict) {
    same(path, "accepted", verdict ? "accepted" : describe(verdict.error()));
  }
  void refused(const std::string& path, const Result<>& verdict) {
    same(path, "refused", verdict ? "accepted" : "refused");
  }
  template <class T, class Encode>
  void list(const std::string& path, const Json& expected, std::size_t n, T&& value,
            Encode&& encode) {
    same(path + ".size", std::to_string(expected.size()), std::to_string(n));
    for (std::size_t i = 0; i < std::min(n, expected.size()); ++i)
      equal(path + "[" + std::to_string(i) + "]", expected[i], encode(value(i)));
  }

  /// Checks one vector. A vector that cannot be read counts as a difference.
  template <class Check>
  void vector(const std::string& path, Check&& check) {
    try {
      check();
    } catch (const Malformed& e) {
      same(path, "a vector", e.what);
    } catch (const Json::exception& e) {
      same(path, "a vector", e.what());
    }
  }

  KnownAnswers answers;
  SystemRng rng;
};

inline const auto kEncode = [](const auto& value) { return value.encode(); };

inline Bytes encode_deck(const Deck& deck) {
  Writer writer;
  for (const MaskedCard& card : deck) writer.raw(card.encode());
  return std::move(writer).bytes();
}

inline Deck decode_deck(const Json& value) {
  return each(value, [](const Json& pair) {
    return MaskedCard{point(pair.at(0)), point(pair.at(1))};
  });
}

using Check = void (*)(Checker&, const std::string&, const Json&);

inline void check_each(Checker& c, const Json& file, const std::string& name, Check check) {
  if (!file.contains(name)) return;
  for (std::size_t i = 0; i < file[name].size(); ++i) {
    const std::string path = name + "[" + std::to_string(i) + "]";
    c.vector(path, [&] { check(c, path, file[name].at(i)); });
  }
}

/// Checks the answers of docs/decks.md in a file.
void check_decks(Checker& c, const Json& file);

}  // namespace fairdeal::tools
