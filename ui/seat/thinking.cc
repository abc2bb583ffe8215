#include "ui/seat/thinking.h"

#include <algorithm>
#include <utility>

#include <boost/asio/post.hpp>

#include "base/seeded_rng.h"
#include "rules/players/player.h"
#include "rules/script_lost.h"

namespace fairdeal::seat {

Thinking::~Thinking() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
    wanted_ = 0;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void Thinking::ask(ThinkerQuestion question, std::chrono::milliseconds time_max,
                   Answered answered) {
  {
    const std::lock_guard lock(mutex_);
    wanted_ = ++last_;
    progress_ = {};
    asked_ = {std::move(question), time_max, std::move(answered), wanted_};
  }
  if (!thread_.joinable()) thread_ = std::thread([this] { work(); });
  changed_.notify_all();
}

void Thinking::cancel() {
  const std::lock_guard lock(mutex_);
  wanted_ = 0;
  asked_.reset();
}

bool Thinking::is_thinking() const {
  const std::lock_guard lock(mutex_);
  return wanted_ != 0;
}

rules::Progress Thinking::progress() const {
  const std::lock_guard lock(mutex_);
  return progress_;
}

void Thinking::work() {
  std::unique_lock lock(mutex_);
  while (!ends_) {
    if (!asked_) {
      changed_.wait(lock);
      continue;
    }
    const Asked asked = *std::exchange(asked_, std::nullopt);
    lock.unlock();
    ThinkerAnswer answer;
    std::exception_ptr lost;
    try {
      answer = think(asked);
    } catch (...) {
      lost = std::current_exception();
    }
    lock.lock();
    if (wanted_ != asked.number) continue;
    boost::asio::post(io_, [this, asked, lost, answer = std::move(answer)]() mutable {
      tell(asked, lost, std::move(answer));
    });
  }
}

/// The question may have been taken back while the answer was on its way.
void Thinking::tell(const Asked& asked, std::exception_ptr lost, ThinkerAnswer answer) {
  {
    const std::lock_guard lock(mutex_);
    if (wanted_ != asked.number) return;
    wanted_ = 0;
  }
  if (lost) std::rethrow_exception(lost);
  asked.answered(std::move(answer));
}

ThinkerAnswer Thinking::think(const Asked& asked) {
  const ThinkerQuestion& question = asked.question;
  const std::int64_t own_ms = question.opponent.budget.milliseconds;
  const auto time =
      own_ms == 0 ? asked.time_max : std::min(asked.time_max, std::chrono::milliseconds(own_ms));
  const auto end = std::chrono::steady_clock::now() + time;
  const auto go_on = [&](const rules::Progress& progress) {
    const std::lock_guard lock(mutex_);
    progress_ = progress;
    return wanted_ == asked.number && std::chrono::steady_clock::now() < end;
  };
  SeededRng rng(question.seed);
  const rules::SeatSight sight{question.game, question.seat, question.known,
                               question.trail ? &*question.trail : nullptr};
  ThinkerAnswer answer;
  try {
    auto thought = question.opponent.thinker(sight, question.opponent.budget, go_on, rng);
    if (thought && rules::allows(question.game, question.seat, thought->move)) {
      answer.thought = *std::move(thought);
      return answer;
    }
    answer.failed =
        thought ? "the move " + thought->move.text + " is not legal" : thought.error().about;
  } catch (const rules::ScriptLost&) {
    throw;
  } catch (const std::exception& e) {
    answer.failed = e.what();
  }
  answer.thought.move = rules::simple_move(question.game, question.seat, question.known, rng);
  return answer;
}

}  // namespace fairdeal::seat
