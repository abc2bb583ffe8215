#pragma once
// What Protobuf's headers need of <mutex> and libc++ without threads leaves out. For a library of
// others alone: our own files use base/mutex.h.
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
