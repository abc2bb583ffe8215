#pragma once

#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include <boost/asio/io_context.hpp>

#include "rules/players/thinker.h"
#include "rules/players/trail.h"

namespace fairdeal::seat {

/// A question to a player, with copies of all that it may look at.
struct ThinkerQuestion {
  rules::Opponent opponent;
  rules::AnyGame game;
  Seat seat;
  rules::Known known;
  std::optional<rules::Trail> trail{};
  std::uint64_t seed = 0;  ///< the same seed gives the same move, unless the time runs out
};

/// What a player answered: a legal move, and in `failed` why it is not the player's own.
struct ThinkerAnswer {
  rules::Thought thought{};
  std::string failed{};
};

/// The longest time that a bot thinks about a move, whatever its budget says.
inline constexpr std::int64_t kThoughtMax_ms = 10'000;

/// The thread on which players think, so that the program goes on to serve its table. A player
/// stops when its time is over, or at once when its answer is not wanted any more. Whatever it
/// does, the answer is a legal move: its own, or that of rules::simple_move().
class Thinking {
 public:
  using Answered = std::function<void(ThinkerAnswer answer)>;

  /// Starts no thread yet. The io_context outlives this object.
  explicit Thinking(boost::asio::io_context& io) : io_(io) {}
  /// Cancels, and waits until the player has noticed.
  ~Thinking();
  Thinking(const Thinking&) = delete;
  Thinking& operator=(const Thinking&) = delete;

  /// Asks a player. `answered` is called on the io_context's thread, unless another question or
  /// cancel() comes before. A script that is lost (rules::ScriptLost) is thrown there. The player
  /// gets at most `time_max`, whatever its budget says.
  void ask(ThinkerQuestion question, std::chrono::milliseconds time_max, Answered answered);
  /// Stops the player, and drops its answer.
  void cancel();
  bool is_thinking() const;
  /// Returns how far the player is that thinks.
  rules::Progress progress() const;

 private:
  struct Asked {
    ThinkerQuestion question;
    std::chrono::milliseconds time_max;
    Answered answered;
    std::uint64_t number;
  };
  void work();
  ThinkerAnswer think(const Asked& asked);
  void tell(const Asked& asked, std::exception_ptr lost, ThinkerAnswer answer);

  boost::asio::io_context& io_;
  mutable std::mutex mutex_;  ///< guards all that follows but the thread
  std::condition_variable changed_{};
  std::optional<Asked> asked_{};  ///< waits for the thread
  std::uint64_t wanted_ = 0;      ///< the number of the question whose answer is wanted; 0: none
  std::uint64_t last_ = 0;
  rules::Progress progress_{};
  bool ends_ = false;
  std::thread thread_{};
};

}  // namespace fairdeal::seat
