#include "ui/front/queued_terminal.h"

#include <cerrno>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <unistd.h>
#include <utility>

#include "ui/front/terminal.h"
#include "ui/front/typed_ahead.h"
#include "ui/words/printable.h"
#include "ui/words/said.h"

namespace fairdeal::front {
namespace {

/// Writes the text. Returns false if that fails, because nobody reads there any more.
bool write_event(int fd, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t n = ::write(fd, text.data() + done, text.size() - done);
    if (n < 0 && errno != EINTR) return false;
    if (n > 0) done += static_cast<std::size_t>(n);
  }
  return true;
}

}  // namespace

struct QueuedTerminal::Queue {
  struct Task {
    enum class What { line, block, ask_line, ask_block, keep_block, bell, erase_typed, event };
    What what;
    std::string text{};
  };

  Terminal terminal;
  TypedAhead ahead{};
  std::mutex mutex{};
  std::condition_variable changed{};
  std::deque<Task> tasks{};
  std::size_t bytes = 0;     ///< the length of all texts in `tasks`
  std::size_t left_out = 0;  ///< lines that were dropped and not yet reported
  std::uint64_t done = 0;
  std::uint64_t questions = 0;  ///< how many were queued
  std::uint64_t asked = 0;      ///< how many of those are shown, or are just being written
  bool writing = false;
  bool ends = false;
  int events = -1;

  void put(Task task) {
    const std::scoped_lock lock(mutex);
    using What = Task::What;
    if (task.what == What::block && !tasks.empty() && tasks.back().what == What::block) {
      bytes -= tasks.back().text.size();
      tasks.pop_back();
    }
    const bool full = bytes + task.text.size() > kBytesMax;
    const bool asks = task.what == What::ask_line || task.what == What::ask_block;
    if (asks) ++questions;
    if (asks && full) ++asked;  // it is never shown
    if (full && task.what == What::event) events = -1;
    if (full && task.what == What::line) ++left_out;
    if (full) return;
    if (task.what == What::event && events < 0) return;
    if (left_out > 0 && task.what != What::event)
      tasks.push_back({What::line, "(" + std::to_string(std::exchange(left_out, 0)) +
                                       " lines were not shown: the screen was too slow.)"});
    bytes += task.text.size();
    tasks.push_back(std::move(task));
    changed.notify_all();
  }

  /// Takes away what was typed before the question, whose writing begins now.
  void begin_to_ask() {
    std::string typed = ahead.take();
    if (!typed.empty() && typed.back() == '\n') typed.pop_back();
    if (!typed.empty()) {
      terminal.erase_typed(typed);
      for (auto end = typed.find('\n'); end != std::string::npos; end = typed.find('\n', end))
        typed.replace(end, 1, ", ");
      terminal.line(
          words::said("typed_ahead", {{"line", words::text(words::printable(typed))}}).text());
    }
    const std::scoped_lock lock(mutex);
    ++asked;
    changed.notify_all();
  }

  void perform(const Task& task) {
    switch (task.what) {
      case Task::What::line:
        return terminal.line(task.text);
      case Task::What::block:
        return terminal.block(task.text);
      case Task::What::ask_line:
        begin_to_ask();
        return terminal.line(task.text);
      case Task::What::ask_block:
        begin_to_ask();
        return terminal.block(task.text);
      case Task::What::keep_block:
        return terminal.keep_block();
      case Task::What::bell:
        return terminal.bell();
      case Task::What::erase_typed:
        return terminal.erase_typed(task.text);
      case Task::What::event: {
        if (write_event(events, task.text)) return;
        const std::scoped_lock lock(mutex);
        events = -1;
      }
    }
  }
};

void QueuedTerminal::write_all(const std::shared_ptr<Queue>& queue) {
  std::unique_lock lock(queue->mutex);
  for (;;) {
    queue->changed.wait(lock, [&] { return queue->ends || !queue->tasks.empty(); });
    if (queue->tasks.empty()) return;
    const Queue::Task task = std::move(queue->tasks.front());
    queue->tasks.pop_front();
    queue->bytes -= task.text.size();
    queue->writing = true;
    lock.unlock();
    queue->perform(task);
    lock.lock();
    queue->writing = false;
    ++queue->done;
    queue->changed.notify_all();
  }
}

QueuedTerminal::QueuedTerminal(int events) : queue_(std::make_shared<Queue>()) {
  queue_->events = events;
  std::thread([queue = queue_] { write_all(queue); }).detach();
}

QueuedTerminal::~QueuedTerminal() {
  drain(std::chrono::seconds(1));
  const std::scoped_lock lock(queue_->mutex);
  queue_->ends = true;
  queue_->changed.notify_all();
}

void QueuedTerminal::drain(std::chrono::milliseconds patience) {
  std::unique_lock lock(queue_->mutex);
  for (;;) {
    if (queue_->tasks.empty() && !queue_->writing) return;
    const std::uint64_t done = queue_->done;
    if (!queue_->changed.wait_for(lock, patience, [&] { return queue_->done != done; })) return;
  }
}

void QueuedTerminal::mute() {
  const std::scoped_lock lock(queue_->mutex);
  queue_->terminal.mute();
}
bool QueuedTerminal::in_place() const { return queue_->terminal.in_place(); }
bool QueuedTerminal::colour() const { return queue_->terminal.colour(); }
void QueuedTerminal::line(const std::string& text) { queue_->put({Queue::Task::What::line, text}); }
void QueuedTerminal::block(const std::string& text) {
  queue_->put({Queue::Task::What::block, text});
}
void QueuedTerminal::ask(const std::string& question, bool in_place) {
  using What = Queue::Task::What;
  queue_->put({in_place ? What::ask_block : What::ask_line, question});
}
bool QueuedTerminal::has_asked() const {
  const std::scoped_lock lock(queue_->mutex);
  return queue_->asked == queue_->questions;
}
void QueuedTerminal::wait_until_asked() const {
  std::unique_lock lock(queue_->mutex);
  queue_->changed.wait(lock, [&] { return queue_->asked == queue_->questions; });
}
void QueuedTerminal::keep_block() { queue_->put({Queue::Task::What::keep_block}); }
void QueuedTerminal::bell() { queue_->put({Queue::Task::What::bell}); }
void QueuedTerminal::erase_typed(const std::string& typed) {
  queue_->put({Queue::Task::What::erase_typed, typed});
}
void QueuedTerminal::event(const std::string& text) {
  queue_->put({Queue::Task::What::event, text});
}

bool QueuedTerminal::has_events() const {
  const std::scoped_lock lock(queue_->mutex);
  return queue_->events >= 0;
}

}  // namespace fairdeal::front
