#pragma once

#include <vector>

#include "consensus/quorum.h"

namespace fairdeal::runtime {

/// Whether a member plays this deal, is out of it, or is gone from the table: who is gone owes
/// nothing and votes on nothing (docs/dealing.md, Who is out).
enum class Membership { in, out, gone };

/// Why a member is gone: it was silent, it left by its own word, or it was convicted by something
/// that it signed. Who was convicted never comes back.
enum class Gone : std::uint8_t { no, silent, left, convicted, left_then_convicted };

/// How a member stands with the table.
struct Standing {
  std::uint32_t absences = 0;  ///< in a row
  Gone why = Gone::no;
  Step since{0};             ///< since when it is here, out or gone
  bool is_back = false;      ///< said since then that it is back
  bool on_trial = false;     ///< played nothing through since: gone at its first absence
  std::uint32_t times = 0;   ///< it became out or gone, less one for every ten deals played
  std::uint32_t played = 0;  ///< deals since `times` fell last; without decks, answers
  Step went{0};              ///< when it became out or gone
  std::uint64_t missed = 0;  ///< the deal that it missed then

  bool gone() const { return why != Gone::no; }
  /// The table is one of those that remain.
  bool left() const { return why == Gone::left || why == Gone::left_then_convicted; }
  bool convicted() const { return why == Gone::convicted || why == Gone::left_then_convicted; }
};

/// Who takes part: seats, then witnesses. Absences and convictions are counted here, from the
/// records alone, so that all peers agree on who votes on the next step (docs/agreement.md).
class Members {
 public:
  Members(std::size_t seats, std::size_t validators) : seats_(seats), standings_(validators) {}

  const Standing& standing(Seat member) const { return standings_.at(member.value); }
  const std::vector<Standing>& standings() const { return standings_; }
  Membership membership(Seat seat) const;
  /// Seats that are not gone.
  SeatSet present() const;
  /// Seats that are out of this deal, as the rules have heard; some may be gone since.
  SeatSet out() const { return out_; }
  /// Those of present() that play this deal. A seat that missed a part of its opening or a roll, or
  /// that came back since, does not.
  SeatSet in() const { return present() - out_; }
  /// Returns whether a statement that `member` is back would change anything: it is out or gone,
  /// and has not said that it is back since.
  bool awaits_word(Seat member) const;
  /// Returns whether a seat that left has answered all that it was asked since.
  bool still_answers(Seat seat) const;
  /// Who votes, and how many must agree, where the charter asks for `needed`.
  consensus::Quorum quorum(std::size_t needed) const;

  /// When something happens to a member: at the step that begins then, after so many deals.
  struct Moment {
    Step step;
    std::uint64_t deals;
  };
  void answered(Seat member) { standings_[member.value].absences = 0; }
  /// Counts an absence. Who is absent so often in a row, or on trial, is gone.
  void absent(Seat member, std::uint32_t allowed, Moment now);
  void convict(Seat member, Moment now);
  /// Takes its own word, if it is not older than what it stands for now.
  void says_left(Seat member, Step said, Moment now);
  void says_back(Seat member, Step said, Moment now);
  /// The seats of `seats` that had not been out of this deal are out of it.
  void goes_out(SeatSet seats, Moment now);
  void hears_out(Seat seat) { out_.insert(seat); }
  void begins_deal() { out_ = {}; }
  /// Makes a seat gone that is out and has not said that it is back, when another opening has begun
  /// since, or after so many steps.
  void go_without_word(Step opened, Moment now);
  /// Lets in again each seat that said it is back and has waited long enough, or all of them where
  /// fewer than two are left to play. Call it between deals.
  void let_in(Step step);
  /// The seats that may play the next deal.
  SeatSet may_play(std::uint64_t deals) const;
  void played_through(SeatSet seats);

 private:
  void goes(Seat member, Moment now);
  void leaves(Seat member, Gone why, Moment now);
  std::uint64_t waits(Seat seat) const;

  std::size_t seats_;
  std::vector<Standing> standings_;
  SeatSet out_;
};

}  // namespace fairdeal::runtime
