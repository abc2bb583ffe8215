#pragma once

#include <deque>

#include "ui/front/queued_terminal.h"
#include "ui/seat/effects.h"
#include "ui/seat/model.h"
#include "ui/words/log_lines.h"

namespace fairdeal::seat {

/// The terminal of a seat: it prints lines that stay and, below them, what the model asks for. It
/// remembers only what stands there already.
class SeatLines {
 public:
  SeatLines(int events_fd, bool quiet) : terminal_(events_fd), quiet_(quiet) {}

  front::QueuedTerminal& terminal() { return terminal_; }
  const front::QueuedTerminal& terminal() const { return terminal_; }

  /// Prints the line. `model` is as of then.
  void print(const Line& line, const Model& model);
  /// Shows how everything is now: in place, or else by a line where a seat reaches another stage or
  /// the person is asked for a move.
  void show(const Model& model);
  /// Asks to turn the page, or else what the model asks besides a move.
  void ask(const Model& model);
  /// Prints the line of the log that could still grow, because nothing follows.
  void end_event();
  /// Leaves the block on the screen, and with it the line of the log that could still grow.
  void keep_block();
  /// Notes that a line was typed: what is asked then is printed again.
  void note_typed() { asked_.clear(); }
  /// Returns whether what the model asks now is not shown yet, so that a line typed by now cannot
  /// be meant as the answer. Only a person at a terminal types ahead: the lines of a pipe were
  /// written beforehand on purpose.
  bool is_ahead(const Model& model) const;
  /// Says that a line was typed ahead, and asks again.
  void tell_ahead(const Model& model, const std::string& line);

  /// Shows `lines` before a question, as many as the screen has room for. Returns those.
  std::vector<words::Said> begin_pages(std::vector<words::Said> lines, bool all_at_once);
  /// Shows the next ones. Returns them.
  std::vector<words::Said> next_page(bool all_at_once);
  bool has_unread() const { return !unread_.empty(); }
  /// Prints the QR code of `text` if it fits on the screen. It sets its colours itself, so that it
  /// is dark on light in every terminal.
  void show_qr(const std::string& text);

 private:
  std::string asks_to_turn() const;
  void put(const Model& model, const std::string& text, bool in_place);
  void print_event(const words::Said& event);
  std::string coloured(const std::string& text) const;
  /// Returns the text of a block under the line of the log that may still grow.
  std::string under_event(const std::string& text) const;

  front::QueuedTerminal terminal_;
  bool quiet_;
  words::OpenLine event_{};          ///< the last line of the log; a block shows it as it is so far
  std::deque<words::Said> unread_;   ///< what is still to be shown before a question
  std::vector<std::string> stages_;  ///< the lines on a shuffle that were last printed
  std::string asked_;                ///< the table that was last printed with a question
  std::string asks_for_;             ///< what was last asked (subject_asked)
};

}  // namespace fairdeal::seat
