#pragma once

#include <vector>

#include "consensus/quorum.h"

namespace fairdeal::state {

/// A member's part in the table: it plays this deal, is out of it, or is gone. A member that is
/// gone owes nothing and votes on nothing (docs/dealing.md, Seats that are out).
enum class Membership { in, out, gone };

/// The reason why a member is gone: it was silent, it left by its own word, or it was convicted by
/// something that it signed. A convicted member never comes back.
enum class Gone : std::uint8_t { no, silent, left, convicted, left_then_convicted };

/// The standing of a member with the table.
struct Standing {
  std::uint32_t absences = 0;  ///< how many absences in a row
  Gone why = Gone::no;
  Step since{0};          ///< the step from which on it is here, out or gone
  bool is_back = false;   ///< it has said since it went that it is back
  bool on_trial = false;  ///< it has played no deal since it is back: gone at its first absence
  /// How often it became out or gone, and once more for each deal that it spoilt (a void counts
  /// two); one less for ten deals played.
  std::uint32_t times = 0;
  std::uint32_t played = 0;  ///< deals played since `times` last fell; without decks, answers
  Step went{0};              ///< the step at which it became out or gone
  std::uint64_t missed = 0;  ///< the deal that it missed then

  /// How many moves in a row its program chose for its person.
  std::uint32_t careful = 0;
  bool owes = false;  ///< it made a deal void, and has played none to its end since

  bool gone() const { return why != Gone::no; }
  /// Returns whether it left by its own word: then the table counts as one of those that remain.
  bool left() const { return why == Gone::left || why == Gone::left_then_convicted; }
  bool convicted() const { return why == Gone::convicted || why == Gone::left_then_convicted; }
};

/// The members of a table, seats first and then witnesses, with the standing of each. Absences and
/// convictions are counted here from the records alone. So all peers agree on who votes on the next
/// step, and a minority that lacks a record can decide nothing (docs/model/README.md, Voters).
class Members {
 public:
  Members(std::size_t seats, std::size_t validators) : seats_(seats), standings_(validators) {}

  const Standing& standing(Seat member) const { return standings_.at(member.value); }
  const std::vector<Standing>& standings() const { return standings_; }
  Membership membership(Seat member) const;
  /// Returns the seats that are not gone.
  SeatSet present() const;
  /// Returns the seats of which the rules have heard that they are out of this deal. Some may be
  /// gone since.
  SeatSet out() const { return out_; }
  /// Returns the seats that play this deal: those of present() that did not miss a part of its
  /// opening or a commitment to a roll, and did not come back since it began.
  SeatSet in() const;
  /// Returns whether a statement that `member` is back would change anything: it is out or gone,
  /// and has not said that it is back since.
  bool awaits_word(Seat member) const;
  /// Returns whether a seat that left by its own word has answered all that it was asked since.
  bool still_answers(Seat seat) const;
  /// Returns who votes and how many must agree, where the charter asks for `needed`.
  consensus::Quorum quorum(std::size_t needed) const;

  /// A moment in a match: the step that begins, and how many deals have begun before.
  struct Moment {
    Step step;
    std::uint64_t deals;
  };
  /// Notes an answer, so that absences in a row are counted from the start again.
  void answered(Seat member) { standings_[member.value].absences = 0; }
  /// Notes whether a move was the choice of the seat's person, or of its program.
  void moved(Seat seat, bool careful);
  /// Counts an absence. A member that is absent `allowed` times in a row, or once while on trial,
  /// is gone.
  void absent(Seat member, std::uint32_t allowed, Moment now);
  void convict(Seat member, Moment now);
  /// Take a member's own statement that it leaves or is back, unless its standing has changed since
  /// it signed that.
  void says_left(Seat member, Step said, Moment now);
  void says_back(Seat member, Step said, Moment now);
  /// Counts for these seats, unless they are out or gone already, that they go out of this deal.
  /// The caller tells the rules, and then calls hears_out().
  void goes_out(SeatSet seats, Moment now);
  /// Counts two for each of these seats, which made void what was wanted. Those that are put out of
  /// this deal by it go out, as by goes_out().
  void spoil(SeatSet seats, bool put_out, Moment now);
  void hears_out(Seat seat) { out_.insert(seat); }
  /// Notes that these seats made a deal void. They pay for each deal that they miss from then on,
  /// also if they leave, until they have played one to its end.
  void owe(SeatSet seats);
  void begins_deal() { out_ = {}; }
  /// Makes each seat gone that is out and has not said that it is back, if another opening has
  /// begun since it went out, or after 32 steps.
  void go_without_word(Step opened, Moment now);
  /// Lets in each seat that is out, has said that it is back and has waited long enough; if fewer
  /// than two play then, without the `spent` ones, also others that have said so, first those that
  /// are due first, until two play. Call it between deals.
  void let_in(Step step, SeatSet spent = {});
  /// Returns the seats that may play the next deal, when `deals` have begun so far and the `spent`
  /// seats have no part in it: those that have waited long enough, whether or not they played the
  /// deal before. If these are fewer than two, it adds those that have not said that they are back;
  /// if they are still fewer, seats whose time is not over, as let_in() does.
  SeatSet may_play(std::uint64_t deals, SeatSet spent = {}) const;
  /// Notes that these seats have played a deal to its end: they are no longer on trial.
  void played_through(SeatSet seats);

 private:
  void goes(Seat member, Moment now);
  void leaves(Seat member, Gone why, Moment now);
  std::uint64_t waits(Seat seat) const;

  std::size_t seats_;
  std::vector<Standing> standings_;
  SeatSet out_;
};

}  // namespace fairdeal::state
