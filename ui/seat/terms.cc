#include <sstream>
#include <unistd.h>

#include <boost/asio/post.hpp>

#include "rules/json_full.h"
#include "runtime/state/charter.h"
#include "ui/front/terminal.h"
#include "ui/seat/seat.h"
#include "ui/words/terms_words.h"
#include "ui/words/words.h"

/// The terms of a table: how a seat shows them, and how its person agrees to them.
namespace fairdeal::apps {

/// Shows the terms, and agrees to them, asks the person, or gives up. The session calls this and
/// must not be stopped meanwhile, so giving up is posted.
void SeatAtTable::show_terms() {
  event("terms", {{"terms", terms_json(*terms_)}});
  if (is_guest_ && goes_on_ && *terms_ == goes_on_->terms) {
    if (person()) listen_to_input();
    say("The next match has the terms of the last one. You agree to them.");
    return session_->agree();
  }
  const bool can_ask = (::isatty(STDIN_FILENO) == 1 && !reports()) || page_;
  const bool asks = is_guest_ && !options_.accept && can_ask;
  if (can_ask && (!output_.quiet || asks))
    for (const std::string& line : terms_in_brief(*terms_)) terminal_.line(line);
  else if (!output_.quiet)
    tell_terms();
  if (asks) {
    drop_typed_ahead();
    asks_consent_ = true;
    ask_consent();
    return listen_to_input();
  }
  if (!is_guest_) return;
  if (options_.accept) {
    if (person()) listen_to_input();
    say("You agree to these terms, by --accept.");
    return session_->agree();
  }
  boost::asio::post(io_, [this] {
    session_->decline("nobody there can agree to the terms");
    give_up({Exit::usage, "not_accepted",
             "Nobody can agree to the terms of this table: standard input is no terminal.",
             "With --accept this seat agrees to them without being asked."});
  });
}

std::vector<std::string> SeatAtTable::terms_lines() const {
  if (!terms_) return {"The terms are not known yet."};
  std::vector<std::string> lines{"The terms of this table:"};
  for (const std::string& line : describe_terms(*terms_)) lines.push_back("  " + line);
  return lines;
}

void SeatAtTable::tell_terms() {
  for (const std::string& line : terms_lines()) {
    terminal_.line(line);
    if (page_) page_->add("note", line);
  }
}

/// Returns how the game is played, in its author's words.
std::vector<std::string> SeatAtTable::rules_lines() const {
  const auto module = terms_ ? runtime::rules_of(*terms_)
                             : Result<const rules::Module*>(fail(Fault::unknown_module));
  if (!module)
    return {script_shown_
                ? "The rules come with the script, which was not run yet; read shows its text."
                : "The game is not known yet."};
  std::vector<std::string> lines;
  std::istringstream words(rules_words((*module)->info(), !(*module)->script.empty()));
  for (std::string line; std::getline(words, line);) lines.push_back(line);
  return lines;
}

void SeatAtTable::tell_rules() {
  for (const std::string& line : rules_lines()) say(line);
}

/// Shows what a person has to know before a question, and then asks it by `then`. On a terminal
/// whose screen is too small for all of it, the person turns the pages: the question never stands
/// there before the first line could be read. Nothing that was typed before the question counts, if
/// `drops` is set or there are pages to turn.
void SeatAtTable::say_in_pages(const std::vector<std::string>& lines, bool drops,
                               void (SeatAtTable::*then)()) {
  unread_.assign(lines.begin(), lines.end());
  then_ = then;
  turn_page(drops);
}

void SeatAtTable::turn_page(bool drops) {
  constexpr std::size_t kRowsKept = 5;  // of the question, a word on what was typed, and the cursor
  const std::size_t screen = rows_of_screen();
  const std::size_t room = screen > kRowsKept ? screen - kRowsKept : 1;
  const bool pages = terminal_.in_place() && !page_;
  for (std::size_t used = 0; !unread_.empty(); unread_.pop_front()) {
    const std::size_t needs = rows_on_screen(unread_.front());
    if (pages && used > 0 && used + needs > room) break;
    used += needs;
    terminal_.line(unread_.front());
    if (page_) page_->add("note", unread_.front());
  }
  if (drops || !unread_.empty()) drop_typed_ahead();
  if (unread_.empty())
    (this->*then_)();
  else
    terminal_.block(asks_to_turn());
  listen_to_input();
}

std::string SeatAtTable::asks_to_turn() const {
  return "Enter shows what is left, " + std::to_string(unread_.size()) +
         (unread_.size() == 1 ? " line" : " lines") + ". You are asked after that.";
}

std::string SeatAtTable::consent_question() const {
  return (problem_.empty() ? "" : printable(problem_) + "\n") +
         "Do you agree? Type yes or no; terms shows all in full, rules how it is played";
}

void SeatAtTable::ask_consent() {
  if (terminal_.in_place())
    terminal_.block(consent_question());
  else
    terminal_.line(consent_question());
}

void SeatAtTable::answer_consent(const std::string& typed) {
  const std::string line = word_typed(typed);
  if (line == "no" || line == "n") {
    session_->decline("does not agree to the terms");
    return give_up({Exit::refused, "not_agreed", "You did not agree to the terms of this table.",
                    "Nothing was signed."});
  }
  if (line == "terms") return say_in_pages(terms_lines(), false, &SeatAtTable::ask_consent);
  if (line == "rules") return say_in_pages(rules_lines(), false, &SeatAtTable::ask_consent);
  if (line != "yes" && line != "y") {
    problem_ = "'" + typed + "' is neither yes nor no.";
    return ask_consent();
  }
  asks_consent_ = false;
  waits_since_ = Clock::now();
  say("You agree to these terms.");
  if (!person()) input_.close();  // a bot plays; the person had to answer only this question
  session_->agree();
  show();
}

}  // namespace fairdeal::apps
