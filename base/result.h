#pragma once

#include <utility>

#include <tl/expected.hpp>

#include "base/error.h"

namespace fairdeal {

/// A T, or an Error that says what is wrong and whose doing it is. It has the interface of C++23's
/// std::expected; the library tl implements it.
template <class T = void>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(Fault fault, std::string about = {}) {
  return tl::unexpected<Error>(Error{fault, std::nullopt, std::move(about)});
}
inline tl::unexpected<Error> fail(Error error) { return tl::unexpected<Error>(std::move(error)); }

}  // namespace fairdeal

#define FD_CONCAT_(a, b) a##b
#define FD_CONCAT(a, b) FD_CONCAT_(a, b)

/// FD_TRY(const auto x, expression) makes x the value of a Result, or returns its error from the
/// calling function. FD_TRY(expression) returns the error, if there is one.
#define FD_TRY(...) FD_CONCAT(FD_TRY_, FD_TRY_FORM_(__VA_ARGS__))(__VA_ARGS__)
#define FD_TRY_FORM_(first, ...) FD_FIRST_(__VA_OPT__(VALUE, ) CHECK, )
#define FD_FIRST_(first, ...) first

#define FD_TRY_VALUE(declaration, ...) \
  FD_TRY_INTO_(FD_CONCAT(fd_result_, __LINE__), declaration, __VA_ARGS__)
#define FD_TRY_INTO_(result, declaration, ...)          \
  auto result = (__VA_ARGS__);                          \
  if (!result) [[unlikely]]                             \
    return ::fairdeal::fail(std::move(result).error()); \
  declaration = *std::move(result)

#define FD_TRY_CHECK(...)                                        \
  do {                                                           \
    if (auto fd_result = (__VA_ARGS__); !fd_result) [[unlikely]] \
      return ::fairdeal::fail(std::move(fd_result).error());     \
  } while (false)
