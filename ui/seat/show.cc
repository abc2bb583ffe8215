#include <algorithm>

#include "rules/choice_text.h"
#include "rules/json_full.h"
#include "runtime/state/terms.h"
#include "ui/seat/seat.h"

/// The output of a seat: what it shows to its person, and the events that it writes for a program.
namespace fairdeal::apps {
namespace {

constexpr std::chrono::milliseconds kTick{900};
/// From when on the person is told whose program the table waited for.
constexpr Duration kWorthTelling{5'000};

/// Returns whether the words of such an error say all, without a sentence on the fault.
bool speaks_for_itself(Fault fault) {
  constexpr Fault kThese[] = {Fault::incomplete,     Fault::not_wanted,   Fault::other_identity,
                              Fault::hung_up,        Fault::nobody_there, Fault::no_answer,
                              Fault::unknown_version};
  return std::ranges::count(kThese, fault) > 0;
}

}  // namespace

void SeatAtTable::say_wait(const runtime::Notice& notice, const runtime::Node& node) {
  using runtime::in_words;
  if (const auto* late = std::get_if<runtime::FollowsLate>(&notice))
    say("A vote of step " + std::to_string(late->step.value) + " reached you " +
        in_words(late->by) + " late. The others wait for your move that much longer.");
  const auto* slow = std::get_if<runtime::TookLong>(&notice);
  if (slow != nullptr && slow->seat != node.me() && slow->took >= kWorthTelling)
    say("The table waited " + in_words(slow->took) + " for " + (*names_)[slow->seat] +
        "'s program, which has " + in_words(slow->left) + " left for such waits.");
  if (const auto* votes = std::get_if<runtime::VotesLate>(&notice))
    say("The table waits no longer for the votes of " + (*names_)[votes->seat] +
        ", which came late in 8 of the last 10 steps: " + in_words(votes->waited) +
        " in all. It waits again once a vote comes in time.");
}

void SeatAtTable::on(const net::PeerRefused& refused) {
  const auto& [where, error] = refused;
  if (const auto* node = session_->node())
    if (node->finished() || error.fault == Fault::incomplete ||
        error.fault == Fault::nobody_there || error.fault == Fault::no_answer)
      return;
  const bool is_member = names_ && std::ranges::count(names_->all(), printable(where)) > 0;
  const auto [last, first] = refusal_said_at_.try_emplace(is_member ? where : "", Clock::now());
  if (!first && Clock::now() - last->second < kRepeatAfter) return;
  last->second = Clock::now();
  const std::string why = speaks_for_itself(error.fault) ? error.about : fairdeal::describe(error);
  log("refused", {{"name", name(error.fault)}, {"why", why}});
  say("(" + printable(where + ": " + why) + ")");
}

void SeatAtTable::say(const std::string& line, const char* kind) {
  if (page_) page_->add(kind, line);
  if (!output_.quiet) terminal_.line(terminal_.colour() ? colour_cards(line) : line);
}

void SeatAtTable::log(const char* type, const Json& details) {
  if (event_log_ != nullptr) event_log_->event(type, details);
}

void SeatAtTable::event(const char* type, Json details) {
  log(type, details);
  tell_program(type, std::move(details));
}

/// Writes an event for a program that reads them.
void SeatAtTable::tell_program(const char* type, Json details) {
  if (!terminal_.has_events()) return;
  details["v"] = 1;
  details["type"] = type;
  terminal_.event(details.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
}

std::string SeatAtTable::waiting() const {
  const auto* node = session_->node();
  if (node != nullptr) return awaited_by(*node, *names_);
  if (waits_for_host_) return "waiting for the host to let you in";
  if (seeks_host()) return "waiting for the host to answer";
  if (asks_consent_ || asks_script_) return "";
  if (ready_) return "all are here: press Enter to start";
  if (!all_came_) return "waiting for others to join";
  return is_guest_ && !session_->is_started() ? "waiting for " + host_name_ + " to start"
                                              : "waiting for all to agree to the terms";
}

void SeatAtTable::show() {
  const auto* node = session_->node();
  if (page_) page_->changed();
  if (output_.quiet) return;
  const auto stages = node == nullptr ? decltype(stages_){} : shuffle_stages(*node, *names_);
  if (!terminal_.in_place()) {  // a line whenever a seat reaches another stage
    for (std::size_t i = 0; i < stages.size(); ++i)
      if (i >= stages_.size() || stages[i] != stages_[i]) terminal_.line(stages[i]);
    stages_ = stages;
    if (asks_for_move()) ask();
    return;
  }
  if (!unread_.empty()) return terminal_.block(asks_to_turn());
  if (asks_script_) return ask_script();
  if (asks_consent_) return terminal_.block(consent_question());
  std::string block = result_.text(Clock::now(), asks_for_move());
  if (block.empty() && node != nullptr) block = drawn() + marks() + "\n";
  for (const auto& stage : stages) block += "  " + stage + "\n";
  if (asks_for_move()) {
    block += question();
  } else {
    block += problem_words() + waiting_words();
  }
  terminal_.block(terminal_.colour() ? colour_cards(block) : block);
}

bool SeatAtTable::asks_for_move() const {
  const auto* node = session_->node();
  return person() && node != nullptr && node->to_act() && !unasked();
}

std::vector<rules::Choice> SeatAtTable::choices() const {
  const auto* node = session_->node();
  return node->table().game().choices(node->me(), known(), names_->all());
}

std::string SeatAtTable::question() const {
  return problem_words() + rules::list_choices(choices()) + "\nYour move" +
         times_words(session_->node()->me()) + ", or help";
}

/// Returns how long the step still waits for this seat's move, and what happens then: " (45 s, then
/// check)"; "" if the table has no clock.
std::string SeatAtTable::times_words(Seat seat) const {
  const auto* node = session_->node();
  if (node->table().charter().pace.untimed()) return "";
  const auto left = session_->time_left();
  const auto made = move_of_absent(node->table().game(), {seat});
  return " (" + std::to_string(std::max<std::int64_t>(left.ms, 0) / 1000) + " s, then " +
         (made ? made->label : "absent") + ")";
}

/// Draws the table, with a mark after the name of each player who is not there.
std::string SeatAtTable::drawn() const {
  const auto* node = session_->node();
  return drawing_of(node->table().game(), node->me(), node->known(), marked_names());
}

rules::SeatNames SeatAtTable::marked_names() const {
  const auto& standings = session_->node()->table().members().standings();
  rules::SeatNames names = names_->all();
  for (std::uint32_t i = 0; i < session_->node()->table().seats(); ++i)
    names[i] +=
        std::string(is_contact(Seat(i)) ? " ✓" : "") + (standings[i].convicted()  ? " (cheated)"
                                                        : standings[i].left()     ? " (left)"
                                                        : standings[i].gone()     ? " (gone)"
                                                        : lost_.contains(Seat(i)) ? " (no contact)"
                                                                                  : "");
  return names;
}

/// Returns why a member is not there, in words that follow its name (" has left"); "" if it is
/// there.
std::string SeatAtTable::why_not_here(Seat seat) const {
  const auto& standing = session_->node()->table().members().standing(seat);
  if (standing.convicted()) return " cheated, and is out";
  if (standing.left()) return " has left";
  if (standing.gone()) return " is no longer waited for";
  const bool lost = lost_.contains(seat) && !session_->node()->parts().links.through(seat);
  return lost ? " lost contact, and is waited for a while" : "";
}

/// Returns a line for each witness who is not there.
std::string SeatAtTable::marks() const {
  const auto& table = session_->node()->table();
  std::string lines;
  for (auto i = static_cast<std::uint32_t>(table.seats()); i < table.members().standings().size();
       ++i)
    if (const auto why = why_not_here(Seat(i)); !why.empty())
      lines += (*names_)[Seat(i)] + why + "\n";
  return lines;
}

/// Returns whom the table waits for and for how long already or, if it waits for a move, for how
/// long at most.
std::string SeatAtTable::waiting_words() const {
  const std::string text = waiting();
  if (text.empty()) return "";
  const auto* node = session_->node();
  if (const auto mover = node != nullptr ? runtime::to_move(node->table().stage()) : std::nullopt;
      mover && *mover != node->me() && node->table().members().present().has(*mover))
    return text + times_words(*mover);
  const auto waited =
      std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - waits_since_).count();
  return text + (waited > 0 ? " (" + std::to_string(waited) + " s)" : "");
}

/// Prints the table and the question, for terminals where nothing is drawn in place: once for each
/// turn, and again after each line that was typed.
void SeatAtTable::ask() {
  const std::string table = drawn();
  if (table != std::exchange(asked_, table)) terminal_.line(table + question());
}

/// Returns whether others have kept this seat waiting for longer than --timeout allows.
bool SeatAtTable::overdue() const {
  if (options_.timeout_s == 0 || waiting().empty()) return false;
  const auto* node = session_->node();
  if (node != nullptr && (node->finished() || node->to_act())) return false;
  // The session itself gives up the search for a host after as long, and says more about why.
  const bool session_knows = seeks_host() && !waits_for_host_;
  const auto most =
      std::chrono::seconds(options_.timeout_s) + (session_knows ? kTick : Clock::duration{});
  return Clock::now() - waits_since_ > most;
}

/// Updates the screen about every second, so that a person sees that the program is alive. Where
/// lines stay, the same line is repeated only every few seconds.
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
    tell_who_is_unreached();
    tell_script_silence();
    tell_links();
    tell_watchers();
    if (page_) page_->changed();
    if (terminal_.in_place()) {
      show();
    } else if (const auto waited = Clock::now() - waits_since_; waited > kTick) {
      const auto text = waiting();
      const bool is_news = text != waiting_said_;
      if (!text.empty() && (is_news || Clock::now() - waiting_said_at_ >= kRepeatAfter)) {
        const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(waited).count();
        // A page shows whom the table waits for, without a line each time.
        if (!output_.quiet)
          terminal_.line(text + (seconds > 0 ? " (" + std::to_string(seconds) + " s)" : ""));
        waiting_said_ = text;
        waiting_said_at_ = Clock::now();
      }
    }
    tick();
  });
}

}  // namespace fairdeal::apps
