#pragma once
// Stand-ins for the names of <mutex> that Protobuf's headers use and libc++ without threads lacks.
// Our own files use base/mutex.h.
#ifdef __cplusplus
#include <mutex>
namespace std {
struct mutex {
  constexpr mutex() noexcept = default;
  mutex(const mutex&) = delete;
  void lock() {}
  void unlock() {}
  bool try_lock() { return true; }
};
}  // namespace std
#endif
