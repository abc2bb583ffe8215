#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include <sodium/utils.h>

#include "base/bytes.h"
#include "base/check.h"

namespace fairdeal::crypto {

/// A value that nobody else may learn. It is wiped when it is destroyed and when it is moved from;
/// it is copied only by `clone()`, and never compared or printed. `expose()` marks the few lines
/// that compute with it.
template <class T>
class Secret {
  static_assert(std::is_trivially_copyable_v<T>, "a buffer of its own would escape the wipe");

 public:
  Secret() = default;
  explicit Secret(const T& value) : value_(value) {}
  /// Takes a value and wipes the original, so that a computed temporary leaves nothing on the
  /// stack.
  explicit Secret(T&& value) : value_(value) { sodium_memzero(&value, sizeof value); }
  Secret(const Secret&) = delete;
  Secret& operator=(const Secret&) = delete;
  Secret(Secret&& other) noexcept : value_(other.value_) { other.wipe(); }
  Secret& operator=(Secret&& other) noexcept {
    if (this != &other) {
      value_ = other.value_;
      other.wipe();
    }
    return *this;
  }
  ~Secret() { wipe(); }

  Secret clone() const { return Secret(value_); }
  const T& expose() const { return value_; }

 private:
  void wipe() { sodium_memzero(&value_, sizeof value_); }

  T value_{};
};

/// A list of secret values, wiped like a Secret. Its length is public and fixed when it is made, so
/// it never grows and leaves no copies behind.
template <class T>
class Secrets {
  static_assert(std::is_trivially_copyable_v<T>, "a buffer of its own would escape the wipe");

 public:
  Secrets() = default;
  explicit Secrets(std::size_t size) : values_(std::make_unique<T[]>(size)), size_(size) {}
  Secrets(const Secrets&) = delete;
  Secrets& operator=(const Secrets&) = delete;
  Secrets(Secrets&& other) noexcept { swap(other); }
  Secrets& operator=(Secrets&& other) noexcept {
    Secrets gone(std::move(other));
    swap(gone);
    return *this;
  }
  ~Secrets() {
    if (size_ > 0) sodium_memzero(values_.get(), size_ * sizeof(T));
  }

  std::size_t size() const { return size_; }
  std::span<const T> expose() const { return {values_.get(), size_}; }
  std::span<T> expose() { return {values_.get(), size_}; }
  const T& operator[](std::size_t i) const { return values_[i]; }
  T& operator[](std::size_t i) { return values_[i]; }

 private:
  void swap(Secrets& other) noexcept {
    std::swap(values_, other.values_);
    std::swap(size_, other.size_);
  }

  std::unique_ptr<T[]> values_;
  std::size_t size_ = 0;
};

}  // namespace fairdeal::crypto
