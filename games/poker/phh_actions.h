#pragma once

#include <span>
#include <string>
#include <vector>

#include "games/poker/hand_record.h"
#include "rules/betting.h"

namespace fairdeal::rules {

/// Writes cards as "Ks4h".
std::string phh_cards(std::span<const Face> faces);

/// The players of a hand as the Poker Hand History format orders them, what they post, and the
/// actions of the hand in its notation. It follows the betting as a reader of the format will:
/// there a seat that is silent stays in the hand until it folds on its turn.
class PhhActions {
 public:
  explicit PhhActions(const HandRecord& hand);

  /// The players, from the button's left.
  const std::vector<HandRecord::Player>& players() const { return players_; }
  /// The amounts to post. For two players the format has them in the other order.
  const std::vector<Chips>& antes() const { return antes_; }
  const std::vector<Chips>& blinds() const { return blinds_; }
  const std::vector<std::string>& lines() const { return lines_; }

 private:
  using Action = HandRecord::Action;
  /// A hand that is shown, or mucked: without cards.
  struct Show {
    Seat player;
    std::vector<Face> cards;
    bool absent;
  };

  std::optional<std::uint32_t> place(Seat seat) const;
  void post();
  void deal();
  std::string deal_card(const Action& action, Seat player);
  std::string discard(const Action& action, Seat player);
  void deal_new();
  bool has_silent() const;
  void begin_betting();
  Chips bet_min(std::size_t street) const;
  bool is_complete() const;
  /// Writes one action. Returns why the format cannot go on from here, or nothing.
  std::string take(const Action& action);
  std::string bet(const Action& action, Seat player);
  bool can_be_called(Seat player) const;
  std::string open_board(const Action& action);
  std::string show(const Action& action, Seat player);
  void show_hands();
  /// Folds the silent seats until it is `player`'s turn. Returns whether it is.
  bool reach(Seat player);
  /// Lets the round end: those who are still asked are silent, or were not asked since nobody else
  /// could bet.
  bool close_round();
  /// Ends the betting of the hand, and mucks the hands of silent seats. Returns whether it could.
  bool begin_showdown();
  bool has_lost_bet() const;
  void say(Seat player, const std::string& what, const std::string& comment = "");

  const HandRecord& hand_;
  std::vector<HandRecord::Player> players_;
  std::vector<Chips> antes_, blinds_;
  std::vector<std::string> lines_;
  Betting betting_{};
  std::vector<std::string> silent_;  ///< why the player's hand is dead; empty: it is not
  bool showdown_ = false;
  std::size_t board_ = 0;
  std::vector<CardList> open_;      ///< the open cards of each player, where hands have some
  std::vector<std::size_t> cards_;  ///< how many cards each has, where they come on several streets
  std::size_t street_ = 0;
  std::vector<Show> shows_{};             ///< the hands that are not written yet
  bool drawing_ = false;                  ///< whether players change their cards
  std::size_t changed_ = 0;               ///< how many have done so in this draw
  std::vector<std::string> new_cards_{};  ///< the lines that deal new ones
  bool begun_;                            ///< whether the betting of this street has begun
};

}  // namespace fairdeal::rules
