#pragma once

#include <cstdio>
#include <cstdlib>

/// CHECK(condition) aborts the program if `condition` is false, in every build type. It states what
/// our own code promises. A mistake of a peer, a file or a person is a Result instead
/// (base/result.h).
#define CHECK(condition)                                                                 \
  do {                                                                                   \
    if (!(condition)) [[unlikely]] {                                                     \
      std::fprintf(stderr, "%s:%d: CHECK(%s) failed\n", __FILE__, __LINE__, #condition); \
      std::abort();                                                                      \
    }                                                                                    \
  } while (false)
