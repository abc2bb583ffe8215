#include <unistd.h>

#include <nlohmann/json.hpp>

#include "apps/choice_text.h"
#include "apps/seat.h"

/// What a seat shows to its person, and says to whoever reads its events.
namespace fairdeal::apps {
namespace {

/// How often it is said for whom we wait, where it cannot be shown in place.
constexpr std::chrono::seconds kSayAgain{5};
constexpr std::chrono::milliseconds kTick{900};

}  // namespace

void SeatAtTable::on_refused(const std::string& where, const Error& error) {
  if (session_->node() && error.fault == Fault::incomplete) return;
  if (Clock::now() - refusal_said_at_ < kSayAgain) return;
  refusal_said_at_ = Clock::now();
  const bool speaks_for_itself = error.fault == Fault::incomplete ||
                                 error.fault == Fault::not_wanted ||
                                 error.fault == Fault::unknown_version;
  const std::string why = speaks_for_itself ? error.about : fairdeal::describe(error);
  say("(" + where + ": " + printable(why) + ")");
}

void SeatAtTable::say(const std::string& line) {
  if (!output_.quiet) terminal_.line(terminal_.colour() ? colour_cards(line) : line);
}

void SeatAtTable::event(const char* type, Json details) {
  if (options_.events_fd < 0) return;
  details["v"] = 1;
  details["type"] = type;
  const std::string line = details.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  if (::write(options_.events_fd, line.data(), line.size()) < 0) options_.events_fd = -1;
}

std::string SeatAtTable::waiting() const {
  const auto* node = session_->node();
  if (node != nullptr) return awaited_by(*node, *names_);
  if (seeks_host()) return "waiting for the host to answer";
  if (asks_consent_) return "";
  return all_came_ ? "waiting for all to agree to the terms" : "waiting for others to join";
}

void SeatAtTable::show() {
  const auto* node = session_->node();
  if (output_.quiet) return;
  const auto stages = node == nullptr ? decltype(stages_){} : shuffle_stages(*node, *names_);
  if (!terminal_.in_place()) {  // a line for each stage of each seat
    for (std::size_t i = 0; i < stages.size(); ++i)
      if (i >= stages_.size() || stages[i] != stages_[i]) terminal_.line(stages[i]);
    stages_ = stages;
    if (person() && node != nullptr && node->my_turn()) ask();
    return;
  }
  if (asks_consent_) return terminal_.block(consent_question());
  std::string block;
  if (node != nullptr)
    block = node->table().game().draw(node->me(), node->known(), names_->all()) + "\n";
  for (const auto& stage : stages) block += "  " + stage + "\n";
  if (person() && node != nullptr && node->my_turn()) {
    block += question();
  } else if (const auto text = waiting(); !text.empty()) {
    const auto waited =
        std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - waits_since_).count();
    block += text + (waited > 0 ? " (" + std::to_string(waited) + " s)" : "");
  }
  terminal_.block(terminal_.colour() ? colour_cards(block) : block);
}

std::string SeatAtTable::question() const {
  const auto* node = session_->node();
  return (problem_.empty() ? "" : printable(problem_) + "\n") +
         list_choices(node->table().game().legal(node->me())) + "\nYour move: a number or a name";
}

/// Where nothing is drawn in place: the table and the question, once for each turn and each answer
/// that could not be used.
void SeatAtTable::ask() {
  const auto* node = session_->node();
  const std::string block =
      node->table().game().draw(node->me(), node->known(), names_->all()) + question();
  if (block != std::exchange(asked_, block)) terminal_.line(block);
}

/// Whether others have kept us waiting for longer than this person wants to.
bool SeatAtTable::overdue() const {
  if (options_.timeout_s == 0 || waiting().empty() || seeks_host()) return false;
  const auto* node = session_->node();
  if (node != nullptr && (node->finished() || node->my_turn())) return false;
  return Clock::now() - waits_since_ > std::chrono::seconds(options_.timeout_s);
}

/// Nothing is silent for more than a second; where lines stay, what has been said is said again
/// only every few seconds.
void SeatAtTable::tick() {
  heartbeat_.expires_after(kTick);
  heartbeat_.async_wait([this](boost::system::error_code error) {
    if (error) return;
    const auto* node = session_->node();
    if (overdue())
      return give_up(
          {Exit::timed_out, "timed_out",
           "Gave up after " + std::to_string(options_.timeout_s) + " s of " + waiting() + ".",
           node == nullptr ? "" : "What was decided so far is kept in " + folder() + "."});
    if (terminal_.in_place()) {
      if (node == nullptr || !(person() && node->my_turn())) show();
    } else if (const auto waited = Clock::now() - waits_since_; waited > kTick) {
      const auto text = waiting();
      const bool is_news = text != waiting_said_;
      if (!text.empty() && (is_news || Clock::now() - waiting_said_at_ >= kSayAgain)) {
        const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(waited).count();
        output_.note(text + (seconds > 0 ? " (" + std::to_string(seconds) + " s)" : ""));
        waiting_said_ = text;
        waiting_said_at_ = Clock::now();
      }
    }
    tick();
  });
}

}  // namespace fairdeal::apps
