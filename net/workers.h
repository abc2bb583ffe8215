#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace boost::asio {
class io_context;
}

namespace fairdeal::net {

/// Threads for long work, such as proofs, so that the io_context's thread stays free to answer
/// peers. Jobs go out as values and come back as values.
class Workers {
 public:
  /// Requires: at least one thread. `io` outlives the Workers.
  Workers(boost::asio::io_context& io, std::size_t threads);
  /// Waits for the jobs that run; drops those that wait. Their `done` is not called any more.
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  /// Runs `job()` on some thread, then `done(its result)` on the io_context's. Jobs begin in the
  /// order they came, idle ones when no other waits. A job owns what it needs and must not throw.
  /// Until `done` was called, io_context::run() does not return.
  enum class When { soon, idle };
  template <class Job, class Done>
  void post(Job job, Done done, When when = When::soon) {
    submit(std::make_unique<Both<Job, Done>>(std::move(job), std::move(done)), when);
  }

 private:
  struct Task {
    virtual ~Task() = default;
    virtual void work() noexcept = 0;
    virtual void finish() = 0;
  };
  template <class Job, class Done>
  struct Both final : Task {
    Both(Job j, Done d) : job(std::move(j)), done(std::move(d)) {}
    void work() noexcept override { result.emplace(job()); }
    void finish() override { done(*std::move(result)); }

    Job job;
    Done done;
    std::optional<std::invoke_result_t<Job&>> result;
  };

  void submit(std::unique_ptr<Task> task, When when);

  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace fairdeal::net
