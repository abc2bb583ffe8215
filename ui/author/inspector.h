#pragma once

#include <map>
#include <string>
#include <vector>

#include "ui/author/inspect_match.h"
#include "ui/words/report.h"

namespace fairdeal::author {

/// The commands of `fairdeal inspect`, a line each: `view 2`, `move 1 raise 40`, `back 3`. Seats
/// count from 1 in what people type and read, and from 0 in JSON.
class Inspector {
 public:
  /// The answer to a command: a JSON document of one line, or lines of text.
  struct Answer {
    words::Json json;
    std::string text;
    bool is_place = false;  ///< it tells where one is
  };
  using Answered = tl::expected<Answer, words::Failure>;
  using Words = std::vector<std::string>;

  explicit Inspector(InspectedMatch match) : match_(std::move(match)) {}

  /// Does what a line says; an empty one goes on by one. A failure says what to write instead.
  Answered answer(const std::string& line);
  /// Tells where one is.
  Answer place() const;
  /// Makes the move of a seat, or keeps it until all have chosen who move at once. Requires: the
  /// seat is asked for a move.
  Answered choose(Seat seat, const rules::Action& action);
  /// Reads a seat, by its number or its role. Fails with the command that it belongs to.
  tl::expected<Seat, words::Failure> seat_of(const std::string& word,
                                             const std::string& command) const;
  bool has_quit() const { return quit_; }
  const InspectedMatch& match() const { return match_; }
  /// Returns whether the seat has chosen its move, where others that move at once have not.
  bool has_chosen(Seat seat) const { return chosen_.contains(seat); }

 private:
  struct Command;
  static const std::vector<Command>& commands();

  Answered state(const Words& words);
  Answered view(const Words& words);
  Answered wants(const Words& words);
  Answered moves(const Words& words);
  Answered revealed(const Words& words);
  Answered next(const Words& words);
  Answered back(const Words& words);
  Answered go(const Words& words);
  Answered move(const Words& words);
  Answered random(const Words& words);
  Answered absent(const Words& words);
  Answered out(const Words& words);
  Answered spoil(const Words& words);
  Answered save(const Words& words);
  Answered load(const Words& words);
  Answered help(const Words& words);
  Answered quit(const Words& words);

  /// Reads the number of plies after a command; 1 if there is none.
  static tl::expected<std::size_t, words::Failure> count_of(const Words& words);
  /// Makes an event happen and tells where that led.
  Answered happen(const rules::AnyEvent& event);
  /// Refuses to change a transcript.
  tl::expected<void, words::Failure> may_change() const;
  std::optional<words::Failure> on_by(std::size_t count, std::size_t& done);
  words::Failure needs_move() const;
  /// Returns what a person may write in place of a line that is refused.
  static tl::unexpected<words::Failure> refused(const std::string& what,
                                                const std::string& instead);
  /// Joins the words from this one on.
  static std::string rest_of(const Words& words, std::size_t first);

  InspectedMatch match_;
  std::map<Seat, rules::Action> chosen_;  ///< of moves at once, those that are made already
  bool quit_ = false;
};

}  // namespace fairdeal::author
