#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <memory>

#include <boost/asio/io_context.hpp>

#include "base/seeded_rng.h"
#include "rules/match.h"
#include "ui/front/page.h"
#include "ui/home/kept_play.h"
#include "ui/seat/lines.h"
#include "ui/seat/status_socket.h"
#include "ui/seat/thinking.h"
#include "ui/seat/update.h"

namespace fairdeal::seat {

/// The events of a match that the person has not heard yet.
using Happened = std::deque<MatchMoved>;
/// Returns an onlooker that adds each event of a match to `happened`, which outlives it.
rules::Watch note_in(Happened& happened);

/// The settings of a match against bots. All that it points to outlives the match.
struct PlayPlan {
  home::KeptPlay kept;
  struct Ways {
    bool answers = false;            ///< let the game answer by what the person alone knows
    bool show_losing = false;        ///< show the person's losing hands
    bool lines = false;              ///< the page is a program's, which reads lines of JSON
    std::int64_t bots_think_ms = 0;  ///< for a person; a program that plays has its answers at once
  } ways{};
  words::Output output{};
  front::PageDisplay* display = nullptr;  ///< which shows the person's page; null: the terminal
  /// Hears that the match is kept now; with null that it could not be kept.
  std::function<void(const home::KeptPlay*)> when_kept{};
  std::size_t number = 1;  ///< of the match among those that this program has played
};

/// Plays one match against bots in this process, as SeatProgram plays one at a table: what happens
/// goes to update(), and the effects are carried out here. The dealer takes the session's place.
class PlayProgram {
 public:
  /// Requires: `match` notes its events in `happened`; both outlive this object.
  PlayProgram(PlayPlan plan, rules::Match& match, Happened& happened);
  ~PlayProgram();

  /// Plays the match to its end, from its beginning or (`resumes`) where it stands. Returns the
  /// exit code.
  int run(bool resumes);
  /// Returns how the person wants to play once more, after run(); none: they do not.
  const std::optional<BeginAnew>& anew() const { return anew_; }

 private:
  class PlayPage;

  Sight look() const;
  void hear(SeatEvent event);
  void step();
  void advance();
  bool ring();
  void think();
  std::optional<rules::Action> thought_of(Seat seat);
  std::int64_t thought_ms() const;
  void serve_until(const std::function<bool()>& over);
  void listen_meanwhile();
  void show_waiting(std::chrono::milliseconds in);
  void wait_for_person();
  void read_line();
  void hear_typed(const std::string& line, bool on_page);
  void make(const std::map<Seat, rules::Action>& moves);
  /// Keeps the match, so that `fairdeal resume` goes on from here.
  void keep();
  void resign();
  void give_hint();
  void take_back();
  std::optional<ThinkerAnswer> ask(const rules::Opponent& player, Seat seat);
  Result<> act(const rules::Action& action);
  void perform(Effect& effect);
  void print(const Line& line);
  void show();
  void tell_where_the_page_is();
  int finish();

  boost::asio::io_context io_;
  PlayPlan plan_;
  rules::Match& match_;
  Happened& happened_;
  const Seat person_;
  SeatLines lines_;
  Model model_;
  std::optional<StatusSocket> status_socket_{}, page_socket_{};
  std::unique_ptr<PlayPage> page_;
  struct Typing;
  std::unique_ptr<Typing> typing_;   ///< at a terminal, while bots think
  std::deque<std::string> ahead_{};  ///< lines for the person's turn that were typed before it
  rules::Player bot_;
  std::vector<std::optional<rules::Opponent>> thinkers_{};  ///< by seat; none: `bot_` plays it
  Thinking thinking_{io_};
  SeededRng rng_;
  std::map<Seat, rules::Action> moves_{};  ///< of the bots, beside the person's
  /// Since when the game's alarm runs: from the last one, or from the beginning of this run.
  Model::Clock::time_point alarm_since_ = Model::Clock::now();
  std::uint64_t step_ = 0;
  bool wants_ = false;      ///< whether the dealer waits for the person
  bool has_moved_ = false;  ///< whether the person has: a match without their moves is not kept
  bool due_ = false;        ///< whether the program makes the person's move
  bool done_ = false;
  bool lingers_ = false;  ///< whether a page shows the end
  std::optional<BeginAnew> anew_{};
  std::optional<words::Failure> broken_{};
  Conclude conclusion_{};
};

}  // namespace fairdeal::seat
