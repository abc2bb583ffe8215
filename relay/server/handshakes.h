#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include "relay/asio.h"

namespace fairdeal::relay::server {

/// Computes the steps of TLS handshakes on a thread of its own: to agree on keys with a stranger
/// takes from a tenth of a millisecond to some milliseconds, for which no table waits. The thread
/// has one step at a time, and the others wait here, where they can be taken away. The next one is
/// that of the lowest rank, and among those the oldest.
///
/// Everything but the steps happens on the io_context's thread.
class Handshakes {
 public:
  /// `io` must outlive this object.
  explicit Handshakes(asio::io_context& io) : io_(io) {}
  /// Waits for the step that is being computed, and drops the others.
  ~Handshakes();
  Handshakes(const Handshakes&) = delete;

  /// A name for each handshake; names grow with time.
  using Name = std::uint64_t;
  /// Computes `step` on the thread, and returns when that is done, or when drop() was called. One
  /// handshake has one step at a time. The step owns what it uses, and does not throw.
  asio::awaitable<void> compute(Name name, std::uint64_t rank, std::function<void()> step);
  /// Takes away the step that waits, if there is one.
  void drop(Name name);

 private:
  struct Job {
    std::function<void()> step;
    asio::steady_timer over;  ///< is cancelled when the job is
    bool is_over = false;
  };
  using Key = std::pair<std::uint64_t, Name>;

  void give_next();
  void end(const std::shared_ptr<Job>& job);
  void run();

  asio::io_context& io_;
  std::map<Key, std::shared_ptr<Job>> waiting_;
  std::map<Name, std::uint64_t> ranks_;  ///< of those that wait
  bool busy_ = false;                    ///< whether the thread has a step

  std::mutex mutex_;  ///< guards the following two
  std::condition_variable changed_;
  std::shared_ptr<Job> next_;
  bool stopping_ = false;

  std::shared_ptr<const bool> alive_ = std::make_shared<bool>(true);
  std::thread thread_;  ///< begins with the first step
};

}  // namespace fairdeal::relay::server
