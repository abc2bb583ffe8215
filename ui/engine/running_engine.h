#pragma once

#include <chrono>
#include <memory>
#include <mutex>

#include "rules/players/thinker.h"
#include "ui/engine/engine_choice.h"
#include "ui/sandbox/script_helper.h"

namespace fairdeal::engine {

/// An engine's process. It is started at the first question, confined (become_engine()), and ends
/// with this object. One that fails is ended, and started again for the next question.
class RunningEngine {
 public:
  explicit RunningEngine(EngineChoice choice) : choice_(std::move(choice)) {}

  /// Asks the engine. When `go_on` says no it is told to stop, and has a second to answer. Errors:
  /// no_answer if it does not, or is not ready by then; not_canonical, too_large, bad_parameters as
  /// UciTalk; machine if it cannot be started, ends, or has failed too often.
  Result<UciAnswer> answer(const UciQuestion& question, const rules::GoOn& go_on);

  const EngineChoice& choice() const { return choice_; }

 private:
  using Clock = std::chrono::steady_clock;
  /// A process with which the talk has begun.
  struct Running {
    explicit Running(const EngineChoice& choice) : process(choice.command), talk(choice.settings) {}
    sandbox::EngineProcess process;
    UciTalk talk;
    Clock::time_point began = Clock::now();
  };

  Result<UciAnswer> try_to_answer(const UciQuestion& question, const rules::GoOn& go_on);
  Result<> start();
  /// Waits a moment for the engine, and takes in what it writes.
  Result<> hear();
  Result<> write(const std::string& text);

  const EngineChoice choice_;
  std::mutex mutex_{};  ///< players on several threads may share an engine
  std::unique_ptr<Running> running_{};
  unsigned failures_ = 0;
};

}  // namespace fairdeal::engine
