#pragma once

#include <chrono>
#include <memory>
#include <string>

namespace fairdeal::front {

/// A Terminal that does not block: a thread of its own writes what is queued here, so that a slow
/// or stopped terminal, a full pipe or a reader that is gone does not hold up the game. A block
/// replaces the one that is queued directly before it. Lines beyond kBytesMax are dropped, and a
/// line says how many were.
class QueuedTerminal {
 public:
  /// Some thousand lines fit: more than anybody reads after a pause, and yet little memory.
  static constexpr std::size_t kBytesMax = std::size_t{256} * 1024;

  /// Starts the thread. `events` is the descriptor to which event() writes, or −1.
  explicit QueuedTerminal(int events = -1);
  QueuedTerminal(const QueuedTerminal&) = delete;
  /// Calls drain() with a second of patience.
  ~QueuedTerminal();

  /// Calls Terminal::mute(). Requires that nothing was queued yet.
  void mute();
  bool in_place() const;
  bool colour() const;
  /// Queues a question: it stays as a line or, with `in_place`, is the block. Directly before it is
  /// written, the input that was typed ahead of it is taken away, and a line says so.
  void ask(const std::string& question, bool in_place);
  /// Returns whether the terminal has begun to write the last question, so that what is typed from
  /// then on may answer it.
  bool has_asked() const;
  /// Waits until it has.
  void wait_until_asked() const;
  /// Each queues a call of Terminal's function of the same name.
  void line(const std::string& text);
  void block(const std::string& text);
  void keep_block();
  void bell();
  void erase_typed(const std::string& typed);

  /// Queues a line for the program that reads events. A program so slow that kBytesMax are queued
  /// gets no more events, because a gap would mislead it.
  void event(const std::string& text);
  bool has_events() const;

  /// Waits until everything is written, or until nothing has been written for `patience`.
  void drain(std::chrono::milliseconds patience);

 private:
  struct Queue;
  static void write_all(const std::shared_ptr<Queue>& queue);
  std::shared_ptr<Queue> queue_;  ///< shared with the thread, which may outlive this object
};

}  // namespace fairdeal::front
