#include "ui/engine/running_engine.h"

#include <array>
#include <cerrno>
#include <poll.h>
#include <system_error>

#include <sys/socket.h>

namespace fairdeal::engine {
namespace {

using std::chrono::milliseconds;

/// How long an engine may take to be ready, and to answer once it shall stop.
constexpr milliseconds kReadyMax{20'000}, kStopMax{1'000};
/// How often a caller is asked whether to go on.
constexpr int kMoment_ms = 20;
/// An engine that has failed so often is not started again.
constexpr unsigned kFailuresMax = 3;

}  // namespace

Result<UciAnswer> RunningEngine::answer(const UciQuestion& question, const rules::GoOn& go_on) {
  const std::scoped_lock lock(mutex_);
  if (failures_ >= kFailuresMax)
    return fail(Fault::machine, choice_.name + " has failed " + std::to_string(failures_) +
                                    " times and is not asked any more");
  auto answer = try_to_answer(question, go_on);
  if (answer) return answer;
  // An engine that is still starting is waited for at the next question.
  const bool starts = running_ && running_->talk.stage() != UciTalk::Stage::thinking &&
                      answer.error().fault == Fault::no_answer &&
                      Clock::now() - running_->began < kReadyMax;
  if (!starts) {
    running_.reset();
    ++failures_;
  }
  answer.error().about = choice_.name + ": " + answer.error().about;
  return answer;
}

Result<UciAnswer> RunningEngine::try_to_answer(const UciQuestion& question,
                                               const rules::GoOn& go_on) {
  if (!running_) FD_TRY(start());
  UciTalk& talk = running_->talk;
  const auto goes_on = [&] {
    return go_on({.simulations = talk.progress().nodes, .depth = talk.progress().depth});
  };
  while (talk.stage() != UciTalk::Stage::ready) {
    if (!goes_on()) return fail(Fault::no_answer, "it was not ready in time");
    FD_TRY(hear());
  }
  FD_TRY(write(talk.ask(question)));
  std::optional<Clock::time_point> stopped;
  for (;;) {
    if (auto answer = talk.take_answer()) return *std::move(answer);
    if (!stopped && !goes_on()) {
      FD_TRY(write(UciTalk::stop()));
      stopped = Clock::now();
    }
    if (stopped && Clock::now() - *stopped > kStopMax)
      return fail(Fault::no_answer, "it did not answer in time");
    FD_TRY(hear());
  }
}

Result<> RunningEngine::start() {
  try {
    sandbox::allow_engine(choice_.command);
    running_ = std::make_unique<Running>(choice_);
  } catch (const std::system_error&) {
    return fail(Fault::machine, "it could not be started");
  }
  return write(UciTalk::begin());
}

Result<> RunningEngine::hear() {
  const int socket = running_->process.socket();
  pollfd there{socket, POLLIN, 0};
  if (::poll(&there, 1, kMoment_ms) <= 0) return {};
  std::array<char, 16'384> bytes;
  const ssize_t size = ::recv(socket, bytes.data(), bytes.size(), MSG_DONTWAIT);
  if (size < 0 && (errno == EINTR || errno == EAGAIN)) return {};
  if (size <= 0) return fail(Fault::machine, "it has ended");
  FD_TRY(const std::string reply,
         running_->talk.on_bytes({bytes.data(), static_cast<std::size_t>(size)}));
  return write(reply);
}

/// An engine that does not read is not waited for: the socket has room for many questions.
Result<> RunningEngine::write(const std::string& text) {
  if (text.empty()) return {};
  const ssize_t size =
      ::send(running_->process.socket(), text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  if (size == static_cast<ssize_t>(text.size())) return {};
  return fail(Fault::machine, size < 0 && errno == EPIPE ? "it has ended" : "it does not read");
}

}  // namespace fairdeal::engine
