#include "ui/seat/lines.h"

#include <unistd.h>

#include <sys/ioctl.h>

#include "ui/front/terminal.h"
#include "ui/seat/sentences.h"
#include "ui/words/printable.h"
#include "ui/words/qr.h"

namespace fairdeal::seat {

void SeatLines::print(const Line& line, const Model& model) {
  if (line.to == Line::To::page || (quiet_ && !line.even_if_quiet)) return;
  if (!line.event.empty()) return print_event(line.event);
  // A trick goes on whatever is said meanwhile.
  if (!event_.is_trick() || std::string_view(line.kind) == "event") end_event();
  const std::string text = line.plain ? line.text : coloured(line.text);
  line.asks ? put(model, text, false) : terminal_.line(text);
}

/// Without a block the table prints what it knows at once: the others may think for long.
void SeatLines::print_event(const words::Said& event) {
  const auto complete = event_.add(event);
  // The block has the line as it was before; the next one has it as it is.
  if (terminal_.in_place() && !complete.empty()) terminal_.block("");
  for (const words::Said& line : complete) terminal_.line(coloured(line.text()));
  if (!terminal_.in_place() && !event_.is_trick()) end_event();
}

void SeatLines::end_event() {
  for (const words::Said& line : event_.end()) terminal_.line(coloured(line.text()));
}

void SeatLines::keep_block() {
  if (!terminal_.in_place()) end_event();
  (void)event_.end();  // it stands in the block
  terminal_.keep_block();
}

std::string SeatLines::coloured(const std::string& text) const {
  return terminal_.colour() ? words::colour_cards(text) : text;
}

std::string SeatLines::under_event(const std::string& text) const {
  const std::string line = event_.line().text();
  return line.empty() ? text : coloured(line) + "\n" + text;
}

/// Shows what the model asks, as a question if it was not asked before.
void SeatLines::put(const Model& model, const std::string& text, bool in_place) {
  const std::string subject = subject_asked(model);
  const bool is_new = subject != std::exchange(asks_for_, subject) && !subject.empty();
  if (is_new) return terminal_.ask(text, in_place);
  in_place ? terminal_.block(text) : terminal_.line(text);
}

bool SeatLines::is_ahead(const Model& model) const {
  if (quiet_ || !model.setup.at_terminal) return false;
  const std::string subject = subject_asked(model);
  return !subject.empty() && (subject != asks_for_ || !terminal_.has_asked());
}

void SeatLines::tell_ahead(const Model& model, const std::string& line) {
  asks_for_ = subject_asked(model);
  terminal_.line(
      words::said("typed_ahead", {{"line", words::text(words::printable(line))}}).text());
  show(model);
}

void SeatLines::show(const Model& model) {
  if (quiet_) return;
  if (!terminal_.in_place()) {
    const auto stages = shuffle_lines(model);
    for (std::size_t i = 0; i < stages.size(); ++i)
      if (i >= stages_.size() || stages[i] != stages_[i]) terminal_.line(stages[i]);
    stages_ = stages;
    if (!asks_for_move(model)) return (void)(asks_for_ = subject_asked(model));
    // The table and the question are printed once for each turn, and after each line typed.
    const std::string table = drawn(model);
    if (table != std::exchange(asked_, table)) put(model, table + move_question(model), false);
    return;
  }
  if (has_unread()) return terminal_.block(asks_to_turn());
  if (const std::string question = question_words(model); !question.empty())
    return put(model, under_event(question), true);
  put(model, under_event(coloured(block(model))), true);
}

void SeatLines::ask(const Model& model) {
  const std::string question = has_unread() ? asks_to_turn() : question_words(model);
  put(model, terminal_.in_place() ? under_event(question) : question, terminal_.in_place());
}

void SeatLines::show_qr(const std::string& text) {
  const auto code = words::qr_code(text);
  winsize size{};
  const bool fits = terminal_.in_place() && terminal_.colour() &&
                    words::shows_utf8(STDERR_FILENO) &&
                    ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 &&
                    words::qr_columns(code) <= size.ws_col && code.size() < size.ws_row;
  if (quiet_ || !fits) return;
  for (const std::string& line : code) terminal_.line("\033[97;40m" + line + "\033[0m");
}

std::vector<words::Said> SeatLines::begin_pages(std::vector<words::Said> lines, bool all_at_once) {
  end_event();
  unread_.assign(lines.begin(), lines.end());
  return next_page(all_at_once);
}

/// On a terminal whose screen is too small for all of it, the person turns the pages: the question
/// never stands there before the first line could be read.
std::vector<words::Said> SeatLines::next_page(bool all_at_once) {
  constexpr std::size_t kRowsKept = 5;  // of the question, a word on what was typed, and the cursor
  const std::size_t screen = front::rows_of_screen();
  const std::size_t room = screen > kRowsKept ? screen - kRowsKept : 1;
  const bool pages = terminal_.in_place() && !all_at_once;
  std::vector<words::Said> shown;
  for (std::size_t used = 0; !unread_.empty(); unread_.pop_front()) {
    const std::string text = unread_.front().text();
    const std::size_t needs = front::rows_on_screen(text);
    if (pages && used > 0 && used + needs > room) break;
    used += needs;
    terminal_.line(text);
    shown.push_back(unread_.front());
  }
  return shown;
}

std::string SeatLines::asks_to_turn() const {
  return "Enter shows what is left, " + std::to_string(unread_.size()) +
         (unread_.size() == 1 ? " line" : " lines") + ". You are asked after that.";
}

}  // namespace fairdeal::seat
