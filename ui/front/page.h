#pragma once

#include <deque>
#include <functional>
#include <optional>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>

#include "ui/front/page_display.h"
#include "ui/front/page_state.h"
#include "ui/front/web_server.h"
#include "ui/words/log_lines.h"

namespace fairdeal::front {

/// The page of a person's program, whatever that does: it keeps the lines, checks what a page says,
/// and ends in order. Its subclasses collect the facts and carry out what the person wants.
class Page : public WebSource {
 public:
  static constexpr std::size_t kLinesMax = 1000;

  /// Shows itself from the io_context. Requires: both outlive it, or die together with it.
  Page(boost::asio::io_context& io, PageDisplay& display);

  /// Adds a line.
  void add(const char* kind, const std::string& text, int seat = -1, Json said = {},
           Json heading = {});
  /// Adds an event for browsers, which merge its sentences with others themselves.
  void add_event(const std::string& text, Json said, Json heading, std::int64_t took_ms = 0);
  /// Adds a sentence of an event, or a heading, for the whole terminal: it may become one line with
  /// the sentence before it, as in a terminal's log.
  void add_told(const words::Said& told);
  /// Marks the last line as one that people have to be able to read: it shows what was hidden.
  void mark_shown();
  void changed() { display_.changed(); }
  /// Drops what the person's program has said and nobody has read yet.
  void drop_input() { display_.drop_input(); }
  /// Gives the terminal back to what the program prints next, if this page has it.
  void leave() { display_.leave(); }
  /// Notes that a deck is shuffled for `game`: a new hand, unless the game counts its hands itself.
  void on_new_deck(const rules::AnyGame& game);
  /// Shows the last state, and then calls `then`. If `lingers` is set and a page is there, that is
  /// only after every page was closed, or the person says so there or by Ctrl-C. With `is_awaited`
  /// a page has some time to come. Returns whether it waits.
  bool end(bool lingers, std::function<void()> then, bool is_awaited = false);
  /// Returns what the person answered at the end to the question whether to play again.
  const std::optional<bool>& again() const { return again_; }

  /// Returns what there is to show.
  virtual PageFacts facts() = 0;
  const std::deque<PageLine>& lines() const { return lines_; }
  /// Returns the lines for the whole terminal.
  const std::deque<PageLine>& log() const { return log_; }
  /// Does what the person said.
  void hear(const FromPage& said);

  std::string state_message() final { return page_state_text(facts()); }
  std::string lines_message(std::uint64_t seq) final;
  std::uint64_t last_line() const final { return seq_; }
  bool take(const std::string& message) final;
  void on_pages(std::size_t count) final;

 protected:
  virtual void on_move(std::uint64_t step, const rules::Action& action) = 0;
  virtual void on_typed(const std::string& line) = 0;
  /// Hears a line that was sent before the person could know that the page has ended.
  virtual void on_late(const std::string& line) { (void)line; }
  /// Hears that so many pages are there now.
  virtual void on_page_count(std::size_t) {}
  bool ended() const { return ended_; }
  PageDisplay& display() { return display_; }

 private:
  std::optional<rules::Action> exact_move(const rules::Action& chosen);
  void farewell();
  void wait_for_pages(std::chrono::seconds most);
  void log_line(PageLine line);
  void put_open(const std::string& text);
  void on_typed_at_end(const std::string& line);

  PageDisplay& display_;
  std::deque<PageLine> lines_, log_;
  std::uint64_t seq_ = 0, log_seq_ = 0;
  words::OpenLine open_;       // the last line of the log, which may still grow
  std::uint64_t open_at_ = 0;  // its place in the log; 0: there is none
  std::uint64_t hand_ = 0;
  boost::asio::steady_timer linger_;
  boost::asio::signal_set signals_;
  std::function<void()> then_;
  bool ended_ = false, lingering_ = false;
  std::optional<bool> again_;
};

}  // namespace fairdeal::front
