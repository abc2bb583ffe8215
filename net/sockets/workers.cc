#include "net/sockets/workers.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

#include <boost/asio/executor_work_guard.hpp>

#include "base/check.h"
#include "net/sockets/asio.h"

namespace fairdeal::sockets {

struct Workers::Impl {
  /// A task, with the guard that keeps io_context::run() from returning before the task is done.
  struct Posted {
    std::unique_ptr<Task> task;
    asio::executor_work_guard<asio::io_context::executor_type> claim;
  };

  explicit Impl(asio::io_context& io_context) : io(io_context) {}
  void run();
  /// Takes the next task. Requires: the mutex is held, and a task waits.
  Posted take();

  asio::io_context& io;
  std::mutex mutex;  // guards `waiting`, `idle` and `stopping`
  std::condition_variable changed;
  std::deque<Posted> waiting;
  std::deque<Posted> idle;
  bool stopping = false;
  std::vector<std::thread> threads;
  std::shared_ptr<const bool> alive = std::make_shared<bool>(true);  // destroyed by ~Workers
};

Workers::Workers(asio::io_context& io, std::size_t threads) : impl_(std::make_unique<Impl>(io)) {
  CHECK(threads > 0);
  for (std::size_t i = 0; i < threads; ++i)
    impl_->threads.emplace_back([impl = impl_.get()] { impl->run(); });
}

Workers::~Workers() {
  {
    const std::lock_guard lock(impl_->mutex);
    impl_->stopping = true;
  }
  impl_->changed.notify_all();
  for (std::thread& thread : impl_->threads) thread.join();
}

void Workers::submit(std::unique_ptr<Task> task, When when) {
  {
    const std::lock_guard lock(impl_->mutex);
    auto& queue = when == When::idle ? impl_->idle : impl_->waiting;
    queue.push_back({std::move(task), asio::make_work_guard(impl_->io)});
  }
  impl_->changed.notify_one();
}

Workers::Impl::Posted Workers::Impl::take() {
  auto& queue = waiting.empty() ? idle : waiting;
  Posted next = std::move(queue.front());
  queue.pop_front();
  return next;
}

void Workers::Impl::run() {
  for (;;) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [this] { return stopping || !waiting.empty() || !idle.empty(); });
    if (stopping) return;
    Posted next = take();
    lock.unlock();

    next.task->work();
    // The posted handler may run after ~Workers. Then it must not call `done`, because the owner of
    // the Workers may be gone, too.
    asio::post(io, [task = std::move(next.task), owner = std::weak_ptr(alive)] {
      if (!owner.expired()) task->finish();
    });
  }
}

}  // namespace fairdeal::sockets
