#include "relay/server/handshakes.h"

namespace fairdeal::relay::server {

Handshakes::~Handshakes() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

asio::awaitable<void> Handshakes::compute(Name name, std::uint64_t rank,
                                          std::function<void()> step) {
  const auto job = std::make_shared<Job>(
      Job{.step = std::move(step), .over = asio::steady_timer(io_, time_point(never()))});
  waiting_.emplace(Key(rank, name), job);
  ranks_.emplace(name, rank);
  give_next();
  while (!job->is_over) co_await job->over.async_wait(kAwait);
}

void Handshakes::drop(Name name) {
  const auto rank = ranks_.find(name);
  if (rank == ranks_.end()) return;
  const auto found = waiting_.find(Key(rank->second, name));
  const auto job = found->second;
  waiting_.erase(found);
  ranks_.erase(rank);
  end(job);
}

/// Gives the thread the step that comes next, unless it has one.
void Handshakes::give_next() {
  if (busy_ || waiting_.empty()) return;
  const auto next = waiting_.begin();
  busy_ = true;
  {
    const std::lock_guard lock(mutex_);
    next_ = next->second;
  }
  ranks_.erase(next->first.second);
  waiting_.erase(next);
  if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
  changed_.notify_one();
}

void Handshakes::end(const std::shared_ptr<Job>& job) {
  job->step = nullptr;
  job->is_over = true;
  job->over.cancel();
}

void Handshakes::run() {
  for (;;) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return stopping_ || next_; });
    if (stopping_) return;
    std::shared_ptr<Job> job = std::exchange(next_, nullptr);
    lock.unlock();
    job->step();
    // This handler may run after ~Handshakes.
    asio::post(io_, [this, job = std::move(job), owner = std::weak_ptr(alive_)] {
      if (owner.expired()) return;
      busy_ = false;
      end(job);
      give_next();
    });
  }
}

}  // namespace fairdeal::relay::server
