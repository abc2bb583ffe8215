#pragma once

#include "games/poker/history.h"
#include "rules/pots.h"

namespace fairdeal::rules {

/// Writes the lines of a hand history for one event, which led from one value of the game to
/// another. The end of a hand and the way of its chips are in history_chips.cc.
class HandHistoryEvent {
 public:
  HandHistoryEvent(HandHistory& history, const Poker& before, const Poker& after)
      : history_(history),
        hand_(history.hand_),
        before_(before),
        after_(after),
        closed_(before.betting()) {}

  void on(const Moved<Poker::Move>& event) { moved(event.seat, event.move); }
  void on(const Shuffled&) {
    if (!hand_.headed) add_heading();
  }
  void on(const Dealt& event);
  void on(const Shown& event);
  void on(const Absent& event);
  void on(const Out& event);
  void on(const Void& event);
  template <class E>
  void on(const E&) {}

  /// Writes cards as "[Ks 4h]".
  static std::string cards(std::span<const Face> faces);
  /// Tells of the seats that were out of the hand before its blinds were posted anew.
  void out_before(const Poker& posted);
  /// Adds what follows from the event, and returns all lines that can be written now.
  std::string finish() &&;

 private:
  /// The chips of one pot that one seat wins.
  struct Award {
    Poker::Award of;
    std::size_t pot;
  };

  static std::string number(Chips chips) { return std::to_string(chips); }

  using Action = HandRecord::Action;
  HandRecord& record() { return hand_.record; }
  /// Adds what a seat does to the record.
  void note(Action action) { record().actions.push_back(std::move(action)); }
  void note_heading();
  void note_end(const std::vector<Pot>& pots, const std::vector<Award>& awards);

  void add(const std::string& line) { text_ += line + "\n"; }
  std::string name(Seat seat) const { return seat_name(history_.names_, seat); }
  void says(Seat seat, const std::string& what) { add(name(seat) + ": " + what); }
  std::vector<Seat> seats() const;
  const Stake& stake(Seat seat) const { return before_.betting().at(seat); }
  bool is_left(Seat seat) const {
    return stake(seat).total() > 0 && before_.presence(seat) != Poker::Presence::here &&
           !before_.pocket(seat).dealt_in;
  }
  bool hand_ends() const {
    return after_.hand() != before_.hand() || is_paid() ||
           (after_.street() == Poker::Street::over && before_.street() != Poker::Street::over);
  }
  bool is_paid() const { return after_.last().hand != before_.last().hand; }

  void add_heading();
  std::string stakes_words(const BlindLevel& level) const;
  void add_button();
  void add_antes();
  /// A blind that is due in this hand.
  struct Blind {
    Seat seat;
    Action::Kind kind;
    const char* name;
    Chips due;
  };
  std::vector<Blind> blinds_due() const;
  void add_blind(const Blind& blind);
  void moved(Seat seat, const Poker::Move& move);
  void bet(Seat seat, const Poker::Move& move);
  void discards(Seat seat, const Poker::Move& move);
  void owed_bring_in(Seat seat);
  void end_deal();
  void leaves(Seat seat);
  void mucks(Seat seat);
  void begin_showdown(const char* which);
  void face_shown(const Shown& event);
  void begin_street();
  void add_heading_of(std::string part);
  void card_dealt(Seat seat, const std::optional<Face>& face);
  void pocket_shown(Seat seat, const Poker::Pocket& pocket);
  void note_shown(Seat seat, const Poker::Pocket& pocket);
  void board_shown(Face face);

  // These are for the chips and the end of a hand: history_chips.cc.
  void return_uncalled();
  void return_all();
  void end_hand();
  std::vector<Pot> final_pots() const;
  std::vector<Award> awards(const std::vector<Pot>& pots) const;
  void collect(const std::vector<Pot>& pots, const std::vector<Award>& list);
  void summarize(const std::vector<Pot>& pots);
  std::string seat_words(Seat seat) const;
  std::string folded_words(Seat seat, std::size_t street) const;
  std::string rank_words(Seat seat) const;

  HandHistory& history_;
  HandHistory::Hand& hand_;
  const Poker& before_;
  const Poker& after_;
  Betting closed_;       ///< the betting after the event, before chips are gathered and paid
  bool anew_ = false;    ///< whether the blinds are posted anew, as if the hand had not begun
  bool absent_ = false;  ///< whether the seat that acts is silent, or has left
  std::string text_;
};

}  // namespace fairdeal::rules
