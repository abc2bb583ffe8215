#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace boost::asio {
class io_context;
}

namespace fairdeal::sockets {

/// Threads for long work, such as proofs, so that the io_context's thread stays free to answer
/// peers. Jobs go out as values and come back as values.
class Workers {
 public:
  /// Starts the threads. `io` must outlive the Workers. Requires: at least one thread.
  Workers(boost::asio::io_context& io, std::size_t threads);
  /// Waits for the jobs that run, and drops those that wait. No `done` is called any more.
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  /// The turn of a job: those that are `soon` begin in the order in which they came, and one that
  /// is `idle` only when no `soon` one waits.
  enum class When { soon, idle };
  /// Runs `job()` on one of the threads, then `done(result)` on the io_context's thread. Until then
  /// io_context::run() does not return. A job must own all that it needs, and must not throw.
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

}  // namespace fairdeal::sockets
