#pragma once

#include <cstdio>
#include <cstdlib>

/// CHECK(condition): a promise of our own code, kept in every build type; broken, it aborts.
/// What a peer, a file or a person may get wrong is a Result instead (base/result.h).
#define CHECK(condition)                                                                 \
  do {                                                                                   \
    if (!(condition)) [[unlikely]] {                                                     \
      std::fprintf(stderr, "%s:%d: CHECK(%s) failed\n", __FILE__, __LINE__, #condition); \
      std::abort();                                                                      \
    }                                                                                    \
  } while (false)
