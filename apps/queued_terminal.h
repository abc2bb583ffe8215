#pragma once

#include <chrono>
#include <memory>
#include <string>

namespace fairdeal::apps {

/// A Terminal that nobody waits for: a thread of its own writes what is queued here, so that a slow
/// or stopped terminal, a full pipe or a reader that is gone holds up no game. Only the last block
/// is kept. Lines beyond kBytesMax are left out, and a line says how many.
class QueuedTerminal {
 public:
  /// This is some thousand lines: more than anybody reads after a pause, and little memory.
  static constexpr std::size_t kBytesMax = std::size_t{256} * 1024;

  /// Takes the descriptor to which event() writes, or −1.
  explicit QueuedTerminal(int events = -1);
  QueuedTerminal(const QueuedTerminal&) = delete;
  /// As drain(), of a second.
  ~QueuedTerminal();

  bool in_place() const;
  bool colour() const;
  /// Do as Terminal's functions of these names.
  void line(const std::string& text);
  void block(const std::string& text);
  void keep_block();
  void bell();
  void erase_typed(const std::string& typed);

  /// Writes a line for the program that reads events. A program that lets kBytesMax pile up gets no
  /// more, because a gap would mislead it.
  void event(const std::string& text);
  bool has_events() const;

  /// Waits until all is written, but not longer than `patience` while nothing moves.
  void drain(std::chrono::milliseconds patience);

 private:
  struct Queue;
  static void write_all(const std::shared_ptr<Queue>& queue);
  std::shared_ptr<Queue> queue_;  ///< of the thread too, which may outlive this
};

}  // namespace fairdeal::apps
