#pragma once

#include <mutex>

namespace fairdeal {

/// A mutex, and the lock that holds one. libc++ has neither where a program has one thread
/// (WebAssembly: docs/wasm.md); there a lock has nothing to wait for.
#ifdef _LIBCPP_HAS_NO_THREADS
class Mutex {
 public:
  void lock() {}
  void unlock() {}
};
#else
using Mutex = std::mutex;
#endif

/// Holds a mutex while it lives, but for the time between unlock() and lock().
class MutexLock {
 public:
  explicit MutexLock(Mutex& mutex) : mutex_(mutex) { lock(); }
  ~MutexLock() {
    if (held_) unlock();
  }
  MutexLock(const MutexLock&) = delete;
  MutexLock& operator=(const MutexLock&) = delete;

  void lock() {
    mutex_.lock();
    held_ = true;
  }
  void unlock() {
    held_ = false;
    mutex_.unlock();
  }

 private:
  Mutex& mutex_;
  bool held_ = false;
};

}  // namespace fairdeal
