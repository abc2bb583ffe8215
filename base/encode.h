#pragma once

#include <concepts>

#include "base/bytes.h"
#include "base/result.h"

namespace fairdeal {

/// Writes the encoding that is hashed: integers have a fixed width and are little-endian; a byte
/// string is `frame(b)`, its length as a u32 and then its bytes. The length is there so that no two
/// lists of strings have the same encoding (docs/cards.md, notation).
class Writer {
 public:
  Writer() = default;
  /// Reserves `length` bytes: growing would leave copies of secrets on the heap.
  explicit Writer(std::size_t length) { bytes_.reserve(length); }

  Writer& u8(std::uint8_t value) { return integer(value); }
  Writer& u32(std::uint32_t value) { return integer(value); }
  Writer& u64(std::uint64_t value) { return integer(value); }
  Writer& raw(ByteSpan bytes);
  Writer& frame(ByteSpan bytes);
  Writer& frame(std::string_view text) { return frame(as_bytes(text)); }

  const Bytes& bytes() const& { return bytes_; }
  Bytes bytes() && { return std::move(bytes_); }

 private:
  template <std::unsigned_integral T>
  Writer& integer(T value) {
    for (std::size_t i = 0; i < sizeof(T); ++i)
      bytes_.push_back(static_cast<std::byte>(value >> (8 * i)));
    return *this;
  }

  Bytes bytes_;
};

/// Reads what Writer wrote, and never reads past the end. Errors of every function: incomplete.
class Reader {
 public:
  explicit Reader(ByteSpan bytes) : rest_(bytes) {}

  Result<std::uint8_t> u8() { return integer<std::uint8_t>(); }
  Result<std::uint32_t> u32() { return integer<std::uint32_t>(); }
  Result<std::uint64_t> u64() { return integer<std::uint64_t>(); }
  Result<ByteSpan> raw(std::size_t length);
  /// Reads a frame of at most `length_max` bytes. Errors also: too_large, before anything is
  /// allocated.
  Result<ByteSpan> frame(std::size_t length_max);
  template <std::size_t N>
  Result<ByteArray<N>> array() {
    FD_TRY(const ByteSpan bytes, raw(N));
    ByteArray<N> array;
    std::copy(bytes.begin(), bytes.end(), array.begin());
    return array;
  }

  ByteSpan rest() const { return rest_; }
  /// Verifies that nothing follows. Errors: not_canonical.
  Result<> end() const;

 private:
  template <std::unsigned_integral T>
  Result<T> integer() {
    FD_TRY(const ByteSpan bytes, raw(sizeof(T)));
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i)
      value |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * i);
    return static_cast<T>(value);
  }

  ByteSpan rest_;
};

}  // namespace fairdeal
